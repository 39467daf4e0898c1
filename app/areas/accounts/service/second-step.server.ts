/**
 * Between the password, or a provider's word, and the session: where the account has a second factor, a
 * signed cookie says for ten minutes who is about to sign in. It opens nothing but the question for the code.
 */
import { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { MINUTE_MS } from "../../../basics/time.ts"
import { createSignedCookie } from "../../../platform/signed-cookie.server.ts"
import { hasSecondFactor, takeSecondFactorCode, type CodeRefusal } from "./second-factor-codes.server.ts"
import { SIGN_IN_METHODS, startSession, type SessionOptions, type SignInContext } from "./sessions.server.ts"
import { findSignInProfile } from "./sign-in-profile.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

const PENDING_TTL_MS = 10 * MINUTE_MS

const PendingSignIn = z.object({
  userId: z.uuid(),
  staysSignedIn: z.boolean(),
  method: z.enum(SIGN_IN_METHODS),
  until: z.number(),
})
type PendingSignIn = z.infer<typeof PendingSignIn>
const pendingCookie = createSignedCookie({
  name: "baroildang.second-step",
  purpose: "second-step",
  schema: PendingSignIn,
  ttlMs: PENDING_TTL_MS,
})

/** How a sign-in goes on: with the session, or with the question for the second factor. */
export type SignInStep = { headers: Headers; needsSecondFactor: boolean }

/** As {@link startSession}, unless the account has a second factor: then only the question for it is open. */
export async function continueSignIn(
  origin: SignInContext,
  userId: string,
  options: SessionOptions,
): Promise<SignInStep> {
  if (!(await hasSecondFactor(userId)))
    return { headers: await startSession(origin, userId, options), needsSecondFactor: false }
  const { staysSignedIn, method } = options
  const until = now().getTime() + PENDING_TTL_MS
  const pending = pendingCookie.write(origin.request, { userId, staysSignedIn, method, until })
  return { headers: new Headers({ "Set-Cookie": pending }), needsSecondFactor: true }
}

/** Who is about to sign in from this browser; null where nobody is, or the ten minutes are over. */
export function findPendingSignIn(request: Request): PendingSignIn | null {
  const pending = pendingCookie.read(request)
  return pending && pending.until > now().getTime() ? pending : null
}

/**
 * Signs in who is about to, with a code of their app or a recovery code. Refuses wrong codes (`wrong`,
 * `too_many_codes`), and a sign-in that is over or whose person may not come in any more (`over`).
 */
export async function confirmSecondStep(
  origin: SignInContext,
  { code }: { code: string },
): Promise<Outcome<"over", { headers: Headers }> | CodeRefusal> {
  const pending = findPendingSignIn(origin.request)
  if (!pending) return refuse("over")
  const profile = await findSignInProfile(pending.userId)
  if (!profile || profile.hasLeft || profile.ban) return refuse("over")
  const taken = await takeSecondFactorCode(pending.userId, code)
  if (!taken.ok) return taken
  const headers = await startSession(origin, pending.userId, {
    ...pending,
    sessionTimeoutMs: profile.sessionTimeoutMs,
  })
  headers.append("Set-Cookie", pendingCookie.clear(origin.request))
  return ok({ headers })
}
