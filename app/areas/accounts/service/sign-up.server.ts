/**
 * Sign-up: the address comes first, and nothing of a person is asked before it has been confirmed; no answer
 * tells whether it is taken. What comes after it: sign-up-steps.server.ts.
 */
import { and, eq, gt, like } from "drizzle-orm"
import type { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../basics/time.ts"
import { newId } from "../../../basics/ids.ts"
import { db, inTransaction } from "../../../platform/db.server.ts"
import { getOwnOrigin } from "../../../platform/env.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"
import { networkOf } from "../../../platform/network.ts"
import { countHit } from "../../../platform/rate-limit.server.ts"
import { getMailMode } from "../../../platform/services.server.ts"
import { isSameSignature, sign } from "../../../platform/signatures.server.ts"
import type { StartSignUpForm } from "../forms.ts"
import { buildAlreadyMemberMail, buildConfirmationMail } from "../mails.ts"
import { users, verifications } from "../schema.server.ts"
import { sendFormerOwnerMail } from "./account-changes.server.ts"
import type { SignInContext } from "./sessions.server.ts"
import { buildSentCookie, findSentSignUp } from "./sign-up-again.server.ts"
import { PendingSignUp } from "./sign-up-steps.server.ts"
import { createToken, hashToken } from "./tokens.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

const LINK_TTL_MS = 24 * HOUR_MS
/** For one sign-up, however often its mail is sent: the link goes on working. */
const MAX_CODE_TRIES = 5

const hashCode = (id: string, code: string) => sign("sign-up-code", `${id} ${code}`)

/**
 * Begins a sign-up and has a mail sent: with a link and a code that lead on, or, where the address has an
 * account already, saying so. The work, the answer and the time are the same for both. Refuses (`too_many`)
 * the 6th for one address an hour, and the 21st from one visitor's address; (`mail_off`) where no mail is
 * sent. Returns the Set-Cookie line by which this browser may enter the code and have the mail sent again.
 */
export async function startSignUp(
  origin: SignInContext,
  input: z.infer<typeof StartSignUpForm> & { returnTo: string },
): Promise<Outcome<"mail_off", { setCookie: string }> | Refusal<"too_many", { retryAfterMs: number }>> {
  if (getMailMode() === "off") return refuse("mail_off")
  const limit = await countHit([
    { key: `sign-up:email:${input.email}`, max: 5, windowMs: HOUR_MS },
    { key: `sign-up:address:${networkOf(origin.address)}`, max: 20, windowMs: HOUR_MS },
  ])
  if (!limit.ok) return { ...limit, reason: "too_many" }
  const { userType, email, returnTo } = input
  const id = newId()
  const at = now()
  await inTransaction(async (tx) => {
    await tx.insert(verifications).values({
      id,
      identifier: `sign-up-waiting:${id}`,
      value: JSON.stringify({ userType, email, returnTo } satisfies z.input<typeof PendingSignUp>),
      expiresAt: new Date(at.getTime() + LINK_TTL_MS),
      createdAt: at,
      updatedAt: at,
    })
    await emit(tx, "sign-up.requested", { verificationId: id, origin: getOwnOrigin(), mailId: newId() })
  })
  return ok({ setCookie: buildSentCookie(origin.request, id) })
}

/** The token and the code of one letter: nowhere but in it, and the same where it is written twice. */
const writeSecrets = (mailId: string) => ({
  token: sign("sign-up-token", mailId),
  code: String(
    Buffer.from(sign("sign-up-digits", mailId), "base64url").readUIntBE(0, 6) % 1_000_000,
  ).padStart(6, "0"),
})

/**
 * Answers "sign-up.requested": the mail with the link and the code, or the one that says that there is an
 * account. Handled again it is the same letter, and the sign-up stays where it has come to meanwhile.
 */
export async function sendSignUpMail({
  verificationId,
  origin,
  mailId = newId(),
}: Events["sign-up.requested"]): Promise<void> {
  const [row] = await db().select().from(verifications).where(eq(verifications.id, verificationId))
  if (!row) return
  const pendingSignUp = PendingSignUp.parse(JSON.parse(row.value))
  const [existingUser] = await db()
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, pendingSignUp.email))
  if (existingUser) {
    await db().delete(verifications).where(eq(verifications.id, verificationId))
    await sendMail({
      to: pendingSignUp.email,
      key: mailId,
      ...buildAlreadyMemberMail({ signIn: `${origin}/login`, reset: `${origin}/password-reset` }),
    })
    return
  }
  if (await sendFormerOwnerMail(pendingSignUp.email)) {
    await db().delete(verifications).where(eq(verifications.id, verificationId))
    return
  }
  const { token, code } = writeSecrets(mailId)
  if (pendingSignUp.mailId !== mailId)
    await db()
      .update(verifications)
      .set({
        identifier: `sign-up:${hashToken(token)}`,
        value: JSON.stringify({ ...pendingSignUp, codeHash: hashCode(verificationId, code), mailId }),
      })
      .where(eq(verifications.id, verificationId))
  await sendMail({
    to: pendingSignUp.email,
    key: mailId,
    ...buildConfirmationMail({ code, link: `${origin}/verify-email?token=${token}` }),
  })
}

/**
 * Takes the code of the mail in the browser that began the sign-up. Returns the token of the next steps; the
 * mail's link is used up by it. Refuses a browser without a sign-up (`over`), the 6th try for one sign-up
 * (`too_many`), and any other code (`wrong`): also where the address has an account, so that nobody learns of
 * it.
 */
export async function checkSignUpCode(
  request: Request,
  code: string,
): Promise<Outcome<"over" | "wrong" | "too_many", { token: string }>> {
  const sent = findSentSignUp(request)
  if (!sent) return refuse("over")
  const limit = await countHit([{ key: `sign-up-code:${sent.id}`, max: MAX_CODE_TRIES, windowMs: DAY_MS }])
  if (!limit.ok) return refuse("too_many")
  return inTransaction(async (tx) => {
    const [row] = await tx
      .select({ value: verifications.value })
      .from(verifications)
      .where(
        and(
          eq(verifications.id, sent.id),
          like(verifications.identifier, "sign-up:%"),
          gt(verifications.expiresAt, now()),
        ),
      )
      .for("update")
    const { codeHash = null } = row ? PendingSignUp.parse(JSON.parse(row.value)) : {}
    if (!isSameSignature(hashCode(sent.id, code), codeHash ?? "")) return refuse("wrong")
    const token = createToken()
    await tx
      .update(verifications)
      .set({ identifier: `sign-up:${hashToken(token)}` })
      .where(eq(verifications.id, sent.id))
    return ok({ token })
  })
}

/** A sign-up's limits, for the sentence that refuses: minutes until the next try. */
export const toMinutesLeft = (retryAfterMs: number): number =>
  Math.max(1, Math.ceil(retryAfterMs / MINUTE_MS))
