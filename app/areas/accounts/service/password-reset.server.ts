/** Owns new passwords: by a link in a mail, or with the present one; either ends the sessions elsewhere. */
import { and, eq } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { hourMs, minuteMs } from "../../../basics/time.ts"
import { personalPasswordProblem } from "../../../basics/form.ts"
import { db, inTransaction } from "../../../platform/db.server.ts"
import { ownOrigin } from "../../../platform/env.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"
import { countHit, forgetHits, networkOf, takeBackHit } from "../../../platform/rate-limit.server.ts"
import { mailMode } from "../../../platform/services.server.ts"
import { resetLetter } from "../mails.ts"
import type { Member } from "../rules.ts"
import { credentials, profiles, users } from "../schema.server.ts"
import { mailFormerOwner, recordChange } from "./account-changes.server.ts"
import { createLink, forgetLinks, readLink, takeLink } from "./links.server.ts"
import { hashPassword, isPassword, OWN_PASSWORD, setPassword } from "./passwords.server.ts"
import { endSessionsOf, startSession, type Origin } from "./sessions.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

const LINK_LASTS_MS = hourMs

/**
 * Has a mail with a reset link sent where the address has an account; answer and time are the same where it
 * has none. Refusals: `too_many`, `mail_off` (none is sent).
 */
export async function requestReset(
  origin: Origin,
  email: string,
): Promise<Outcome<"mail_off"> | Refusal<"too_many", { retryAfterMs: number }>> {
  if (mailMode() === "off") return refuse("mail_off")
  const limit = await countHit([
    { key: `reset:email:${email}`, most: 5, windowMs: hourMs },
    { key: `reset:address:${networkOf(origin.address)}`, most: 20, windowMs: hourMs },
  ])
  if (!limit.ok) return { ...limit, reason: "too_many" }
  await inTransaction((tx) => emit(tx, "password-reset.requested", { email, origin: ownOrigin() }))
  return ok()
}

/** Answers "password-reset.requested". */
export async function mailReset({ email, origin }: Events["password-reset.requested"]): Promise<void> {
  const [user] = await db()
    .select({ id: users.id, leftAt: profiles.leftAt })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.email, email))
  // Who was moved away from their address asks for a new password with the former one.
  if (!user) return void (await mailFormerOwner(email))
  if (user.leftAt) return
  const token = await createLink(db(), "reset", user.id, LINK_LASTS_MS)
  await sendMail({ to: email, ...resetLetter(`${origin}/password-reset?token=${token}`) })
}

/** Whether a reset link still works. */
export const isResetLink = async (token: string): Promise<boolean> =>
  (await readLink(db(), "reset", token)) !== null

/**
 * Sets a new password by a mailed link, ends every session of the account and signs in here. The mailbox is
 * proof enough that this is the owner, so the failures of strangers are forgotten. Refuses a link that is
 * over or used (`over`), a password that holds the owner's e-mail name or phone number (`personal`, with its
 * sentence), and a banned person (`banned`).
 */
export async function resetPassword(
  origin: Origin,
  input: { token: string; password: string },
): Promise<Outcome<"over" | "banned", { headers: Headers }> | Refusal<"personal", { sentence: string }>> {
  const hash = await hashPassword(input.password)
  const done = await inTransaction(async (tx) => {
    const userId = await readLink(tx, "reset", input.token)
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
    const sentence = personalPasswordProblem(input.password, user)
    if (sentence !== null) return refuse("personal", { sentence })
    if ((await takeLink(tx, "reset", input.token)) === null) return refuse("over")
    await setPassword(tx, userId, hash)
    await tx.update(users).set({ emailVerified: true, updatedAt: now() }).where(eq(users.id, userId))
    await forgetLinks(tx, "reset", userId)
    await endSessionsOf(tx, userId)
    await recordChange(tx, userId, "password")
    return ok({ user })
  })
  if (!done.ok) return done
  const { user } = done
  await forgetHits([`sign-in:account:${user.email}`])
  if (user.bannedUntil && user.bannedUntil > now()) return refuse("banned")
  return ok({
    headers: await startSession(origin, user.id, {
      kept: false,
      sessionTimeoutMs: user.sessionTimeoutMs,
      method: "password",
    }),
  })
}

/**
 * Whether `password` is the actor's. At most 10 wrong ones in 15 minutes: an open page must not be a place to
 * guess.
 */
export async function isOwnPassword(
  actor: Member,
  password: string,
): Promise<"right" | "wrong" | "none" | "too_many"> {
  const [own] = await db()
    .select({ hash: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.userId, actor.userId), eq(credentials.providerId, OWN_PASSWORD)))
  if (!own?.hash) return "none"
  if (password === "") return "wrong"
  const key = `own-password:${actor.userId}`
  const limit = await countHit([{ key, most: 10, windowMs: 15 * minuteMs }], { slides: true })
  if (!limit.ok) return "too_many"
  if (!(await isPassword(password, own.hash))) return "wrong"
  await takeBackHit([key])
  return "right"
}

/**
 * Changes the password and ends every other session. Refuses a wrong present password, and one that holds the
 * e-mail name or phone number.
 */
export async function changePassword(
  actor: Member,
  input: { currentPassword: string; newPassword: string },
): Promise<Outcome<"wrong" | "too_many" | "none"> | Refusal<"personal", { sentence: string }>> {
  const checked = await isOwnPassword(actor, input.currentPassword)
  if (checked !== "right") return refuse(checked)
  const [owner] = await db()
    .select({ phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId))
  const sentence = personalPasswordProblem(input.newPassword, { email: actor.email, phone: owner?.phone })
  if (sentence !== null) return refuse("personal", { sentence })
  const hash = await hashPassword(input.newPassword)
  await inTransaction(async (tx) => {
    await setPassword(tx, actor.userId, hash)
    await forgetLinks(tx, "reset", actor.userId)
    await endSessionsOf(tx, actor.userId, actor.sessionId)
    await recordChange(tx, actor.userId, "password")
  })
  return ok()
}
