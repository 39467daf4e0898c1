/** Having the mail of a sign-up sent again, by the browser that signed up. */
import { and, eq, like } from "drizzle-orm"
import { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { newId } from "../../../basics/ids.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../basics/time.ts"
import { inTransaction } from "../../../platform/db.server.ts"
import { getOwnOrigin } from "../../../platform/env.server.ts"
import { emit } from "../../../platform/events.server.ts"
import { countHit } from "../../../platform/rate-limit.server.ts"
import { getMailMode } from "../../../platform/services.server.ts"
import { createSignedCookie } from "../../../platform/signed-cookie.server.ts"
import { verifications } from "../schema.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

const PAUSE_MS = MINUTE_MS
/** With the first one, as many as one address gets in an hour. */
const MAX_MAILS = 4

const sentCookie = createSignedCookie({
  name: "baroildang.sign-up",
  purpose: "sign-up",
  schema: z.object({ id: z.uuid(), at: z.number() }),
  ttlMs: DAY_MS,
})

/** The Set-Cookie line that remembers which sign-up of this browser waits for its mail. */
export const buildSentCookie = (request: Request, id: string): string =>
  sentCookie.write(request, { id, at: now().getTime() })

/** The sign-up of this browser, and in how many ms its mail may be sent again; null where there is none. */
export function findSentSignUp(request: Request): { id: string; waitMs: number } | null {
  const sent = sentCookie.read(request)
  return sent && { id: sent.id, waitMs: Math.max(0, sent.at + PAUSE_MS - now().getTime()) }
}

/**
 * Has the mail of this browser's sign-up sent again; the link of the one before is over then. The answer is
 * the same where nothing is sent, because the address has an account. Returns the Set-Cookie line of the new
 * wait. Refuses a browser that has not signed up (`over`), less than a minute after the last one
 * (`too_soon`), the fifth in an hour (`too_many`), and where no mail is sent (`mail_off`).
 */
export async function sendSignUpMailAgain(
  request: Request,
): Promise<
  | Outcome<"over" | "mail_off", { setCookie: string }>
  | Refusal<"too_soon" | "too_many", { retryAfterMs: number }>
> {
  if (getMailMode() === "off") return refuse("mail_off")
  const sent = findSentSignUp(request)
  if (!sent) return refuse("over")
  if (sent.waitMs > 0) return refuse("too_soon", { retryAfterMs: sent.waitMs })
  const pause = await countHit([{ key: `sign-up-again:pause:${sent.id}`, max: 1, windowMs: PAUSE_MS }])
  if (!pause.ok) return refuse("too_soon", { retryAfterMs: pause.retryAfterMs })
  const limit = await countHit([{ key: `sign-up-again:${sent.id}`, max: MAX_MAILS, windowMs: HOUR_MS }])
  if (!limit.ok) return refuse("too_many", { retryAfterMs: limit.retryAfterMs })
  await inTransaction(async (tx) => {
    const [waiting] = await tx
      .select({ id: verifications.id })
      .from(verifications)
      .where(and(eq(verifications.id, sent.id), like(verifications.identifier, "sign-up%")))
    if (waiting)
      await emit(tx, "sign-up.requested", {
        verificationId: sent.id,
        origin: getOwnOrigin(),
        mailId: newId(),
      })
  })
  return ok({ setCookie: buildSentCookie(request, sent.id) })
}
