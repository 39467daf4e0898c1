/** New passwords: by a link in a mail, or with the present one; either ends the sessions elsewhere. */
import { and, eq } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { HOUR_MS, MINUTE_MS } from "../../../basics/time.ts"
import { isBreachedPassword } from "../../../platform/breached-passwords.server.ts"
import { db, inTransaction } from "../../../platform/db.server.ts"
import { getOwnOrigin } from "../../../platform/env.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"
import { networkOf } from "../../../platform/network.ts"
import { countHit, clearHits, cancelHit } from "../../../platform/rate-limit.server.ts"
import { getMailMode } from "../../../platform/services.server.ts"
import { buildPasswordResetMail } from "../mails.ts"
import type { Member } from "../rules.ts"
import { credentials, profiles, users } from "../schema.server.ts"
import { sendFormerOwnerMail, recordChange } from "./account-changes.server.ts"
import { createLink, deleteLinks, findLinkValue, consumeLink } from "./links.server.ts"
import { hashPassword, isCorrectPassword, OWN_PASSWORD, setPassword } from "./passwords.server.ts"
import { continueSignIn, type SignInStep } from "./second-step.server.ts"
import { endUserSessions, type SignInContext } from "./sessions.server.ts"
import { commitRefusal, ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { getPersonalPasswordProblem } from "#app/basics/account-fields.ts"

const LINK_TTL_MS = HOUR_MS

/**
 * Has a mail with a reset link sent where the address has an account; answer and time are the same where it
 * has none. Refusals: `too_many`, `mail_off` (none is sent).
 */
export async function requestPasswordReset(
  origin: SignInContext,
  email: string,
): Promise<Outcome<"mail_off"> | Refusal<"too_many", { retryAfterMs: number }>> {
  if (getMailMode() === "off") return refuse("mail_off")
  const limit = await countHit([
    { key: `reset:email:${email}`, max: 5, windowMs: HOUR_MS },
    { key: `reset:address:${networkOf(origin.address)}`, max: 20, windowMs: HOUR_MS },
  ])
  if (!limit.ok) return { ...limit, reason: "too_many" }
  await inTransaction((tx) => emit(tx, "password-reset.requested", { email, origin: getOwnOrigin() }))
  return ok()
}

/** Answers "password-reset.requested". */
export async function sendPasswordResetMail({
  email,
  origin,
}: Events["password-reset.requested"]): Promise<void> {
  const [user] = await db()
    .select({ id: users.id, leftAt: profiles.leftAt })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.email, email))
  // Who was moved away from their address asks for a new password with the former one.
  if (!user) return void (await sendFormerOwnerMail(email))
  if (user.leftAt) return
  const token = await createLink(db(), "reset", user.id, LINK_TTL_MS)
  await sendMail({ to: email, ...buildPasswordResetMail(`${origin}/password-reset?token=${token}`) })
}

/** Whether a reset link still works. */
export const isResetLinkValid = async (token: string): Promise<boolean> =>
  (await findLinkValue(db(), "reset", token)) !== null

/**
 * Sets a new password by a mailed link, ends every session of the account and signs in here. The mailbox is
 * proof enough that this is the owner, so the failures of strangers are forgotten. Refuses a link that is
 * over or used (`over`), a password that holds the owner's e-mail name or phone number (`personal`, with its
 * sentence) or has leaked elsewhere (`breached`), and a banned person (`banned`).
 */
export async function resetPassword(
  origin: SignInContext,
  input: { token: string; password: string },
): Promise<Outcome<"over" | "banned" | "breached", SignInStep> | Refusal<"personal", { sentence: string }>> {
  if (!(await isResetLinkValid(input.token))) return refuse("over")
  if (await isBreachedPassword(input.password)) return refuse("breached")
  const hash = await hashPassword(input.password)
  const outcome = await inTransaction(async (tx) => {
    const userId = await findLinkValue(tx, "reset", input.token)
    if (userId === null) return refuse("over")
    const [user] = await tx
      .select({
        id: users.id,
        email: users.email,
        phone: profiles.phone,
        sessionTimeoutMs: profiles.sessionTimeoutMs,
        bannedUntil: profiles.bannedUntil,
      })
      .from(users)
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.id, userId))
      .for("update", { of: users })
    if (!user) return refuse("over")
    const sentence = getPersonalPasswordProblem(input.password, user)
    if (sentence !== null) return refuse("personal", { sentence })
    if ((await consumeLink(tx, "reset", input.token)) === null) return refuse("over")
    await setPassword(tx, userId, hash)
    await tx.update(users).set({ emailVerified: true, updatedAt: now() }).where(eq(users.id, userId))
    await deleteLinks(tx, "reset", userId)
    await endUserSessions(tx, userId)
    await recordChange(tx, userId, "password")
    return ok({ user })
  })
  if (!outcome.ok) return outcome
  const { user } = outcome
  await clearHits([`sign-in:account:${user.email}`])
  // The password is changed all the same: only the sign-in is refused.
  if (user.bannedUntil && user.bannedUntil > now()) return commitRefusal(refuse("banned"))
  const { sessionTimeoutMs } = user
  return ok(
    await continueSignIn(origin, user.id, { staysSignedIn: false, sessionTimeoutMs, method: "password" }),
  )
}

/**
 * Whether `password` is the actor's. At most 10 wrong ones in 15 minutes: an open page must not be a place to
 * guess.
 */
export async function checkOwnPassword(
  actor: Member,
  password: string,
): Promise<"right" | "wrong" | "none" | "too_many"> {
  const [credential] = await db()
    .select({ hash: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.userId, actor.userId), eq(credentials.providerId, OWN_PASSWORD)))
  if (!credential?.hash) return "none"
  if (password === "") return "wrong"
  const key = `own-password:${actor.userId}`
  const limit = await countHit([{ key, max: 10, windowMs: 15 * MINUTE_MS }], { isSliding: true })
  if (!limit.ok) return "too_many"
  if (!(await isCorrectPassword(password, credential.hash))) return "wrong"
  await cancelHit([key])
  return "right"
}

/**
 * Changes the password and ends every other session. Refuses a wrong present password, and a new one that
 * holds the e-mail name or phone number or has leaked elsewhere (`breached`).
 */
export async function changePassword(
  actor: Member,
  input: { currentPassword: string; newPassword: string },
): Promise<Outcome<"wrong" | "too_many" | "none" | "breached"> | Refusal<"personal", { sentence: string }>> {
  const passwordCheck = await checkOwnPassword(actor, input.currentPassword)
  if (passwordCheck !== "right") return refuse(passwordCheck)
  const [owner] = await db()
    .select({ phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId))
  const sentence = getPersonalPasswordProblem(input.newPassword, { email: actor.email, phone: owner?.phone })
  if (sentence !== null) return refuse("personal", { sentence })
  if (await isBreachedPassword(input.newPassword)) return refuse("breached")
  const hash = await hashPassword(input.newPassword)
  await inTransaction(async (tx) => {
    await setPassword(tx, actor.userId, hash)
    await deleteLinks(tx, "reset", actor.userId)
    await endUserSessions(tx, actor.userId, actor.sessionId)
    await recordChange(tx, actor.userId, "password")
  })
  return ok()
}
