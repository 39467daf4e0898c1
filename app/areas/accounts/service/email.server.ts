/**
 * Owns a new e-mail address of an account: for those whom a provider sent without one, and whoever moves to
 * another.
 */
import { eq } from "drizzle-orm"
import { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { hourMs } from "../../../basics/time.ts"
import { db, inTransaction, violatedConstraint } from "../../../platform/db.server.ts"
import { ownOrigin } from "../../../platform/env.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"
import { countHit } from "../../../platform/rate-limit.server.ts"
import { mailMode } from "../../../platform/services.server.ts"
import { alreadyMemberLetter, changeEmailLetter } from "../mails.ts"
import { PLACEHOLDER_HOST, type Member } from "../rules.ts"
import { users } from "../schema.server.ts"
import { findFormerOwner, mailFormerOwner, recordChange } from "./account-changes.server.ts"
import { confirmIdentity, type IdentityRefusal } from "./confirm-identity.server.ts"
import { createLink, forgetLinks, readLink, takeLink } from "./links.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

const LINK_LASTS_MS = 24 * hourMs

/** The address that stands in until a person whom a provider sent without one has given theirs. */
export const placeholderEmail = (provider: string, accountId: string): string =>
  `${provider}-${accountId.toLowerCase().replace(/[^a-z0-9]/g, "")}@${PLACEHOLDER_HOST}`

const Change = z.object({ userId: z.string(), email: z.string() })

/**
 * Has a mail sent to the new address; what it says depends on whether the address is taken, the answer here
 * does not. Refuses whoever cannot show that they are the person, and the 6th mail an hour (`too_often`), and
 * everybody where no mail is sent (`mail_off`).
 */
export async function requestEmailChange(
  actor: Member,
  { email, password }: { email: string; password: string },
): Promise<Outcome<IdentityRefusal | "mail_off"> | Refusal<"too_often", { retryAfterMs: number }>> {
  if (mailMode() === "off") return refuse("mail_off")
  const identity = await confirmIdentity(actor, password)
  if (!identity.ok) return identity
  const limit = await countHit([{ key: `email-change:${actor.userId}`, most: 5, windowMs: hourMs }])
  if (!limit.ok) return { ...limit, reason: "too_often" }
  await inTransaction((tx) =>
    emit(tx, "email-change.requested", { userId: actor.userId, email, origin: ownOrigin() }),
  )
  return ok()
}

/** Answers "email-change.requested". */
export async function mailEmailChange({
  userId,
  email,
  origin,
}: Events["email-change.requested"]): Promise<void> {
  const [taken] = await db().select({ id: users.id }).from(users).where(eq(users.email, email))
  if (taken)
    return sendMail({
      to: email,
      ...alreadyMemberLetter({ signIn: `${origin}/login`, reset: `${origin}/password-reset` }),
    })
  if (await mailFormerOwner(email, userId)) return
  const token = await createLink(db(), "email", JSON.stringify({ userId, email }), LINK_LASTS_MS)
  return sendMail({
    to: email,
    ...changeEmailLetter(`${origin}/verify-email?${new URLSearchParams({ token, change: "1" })}`),
  })
}

/**
 * Gives the account its new address, and tells the old one. Only in a session of that account (`not_yours`);
 * refuses a link that is over (`over`) and an address taken by now (`taken`).
 */
export async function confirmEmailChange(
  actor: Member,
  token: string,
): Promise<Outcome<"over" | "taken" | "not_yours">> {
  return inTransaction(async (tx) => {
    const value = await readLink(tx, "email", token)
    if (value === null) return refuse("over")
    const change = Change.parse(JSON.parse(value))
    // Somebody else's link stays good for whom it was sent to.
    if (change.userId !== actor.userId) return refuse("not_yours")
    if (await findFormerOwner(tx, change.email, actor.userId)) return refuse("taken")
    const [before] = await tx
      .select({ email: users.email, verified: users.emailVerified })
      .from(users)
      .where(eq(users.id, actor.userId))
      .for("update")
    if (!before || before.email === change.email) return refuse("over")
    if ((await takeLink(tx, "email", token)) === null) return refuse("over")
    await tx
      .update(users)
      .set({ email: change.email, emailVerified: true, updatedAt: now() })
      .where(eq(users.id, actor.userId))
    await recordChange(tx, actor.userId, "email", { before, after: { email: change.email } })
    await forgetLinks(tx, "reset", actor.userId)
    await emit(tx, "profile.changed", { userId: actor.userId })
    return ok()
  }).catch((error: unknown) => {
    if (violatedConstraint(error) === "users_email_key") return refuse("taken")
    throw error
  })
}
