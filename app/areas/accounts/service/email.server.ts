/**
 * A new e-mail address of an account: for those whom a provider sent without one, and whoever moves to
 * another.
 */
import { eq } from "drizzle-orm"
import { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { HOUR_MS } from "../../../basics/time.ts"
import { db, inTransaction, violatedConstraint } from "../../../platform/db.server.ts"
import { getOwnOrigin } from "../../../platform/env.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"
import { countHit } from "../../../platform/rate-limit.server.ts"
import { getMailMode } from "../../../platform/services.server.ts"
import { buildAlreadyMemberMail, buildEmailChangeMail } from "../mails.ts"
import { PLACEHOLDER_HOST, type Member } from "../rules.ts"
import { users } from "../schema.server.ts"
import { findFormerOwner, sendFormerOwnerMail, recordChange } from "./account-changes.server.ts"
import { confirmIdentity, type IdentityRefusal } from "./confirm-identity.server.ts"
import { createLink, deleteLinks, findLinkValue, consumeLink } from "./links.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

const LINK_TTL_MS = 24 * HOUR_MS

/** The address that stands in until a person whom a provider sent without one has given theirs. */
export const buildPlaceholderEmail = (provider: string, accountId: string): string =>
  `${provider}-${accountId.toLowerCase().replace(/[^a-z0-9]/g, "")}@${PLACEHOLDER_HOST}`

const EmailChange = z.object({ userId: z.string(), email: z.string() })

/**
 * Has a mail sent to the new address; what it says depends on whether the address is taken, the answer here
 * does not. Refuses whoever cannot show that they are the person, and the 6th mail an hour (`too_often`), and
 * everybody where no mail is sent (`mail_off`).
 */
export async function requestEmailChange(
  actor: Member,
  { email, password }: { email: string; password: string },
): Promise<Outcome<IdentityRefusal | "mail_off"> | Refusal<"too_often", { retryAfterMs: number }>> {
  if (getMailMode() === "off") return refuse("mail_off")
  const identity = await confirmIdentity(actor, password)
  if (!identity.ok) return identity
  const limit = await countHit([{ key: `email-change:${actor.userId}`, max: 5, windowMs: HOUR_MS }])
  if (!limit.ok) return { ...limit, reason: "too_often" }
  await inTransaction((tx) =>
    emit(tx, "email-change.requested", { userId: actor.userId, email, origin: getOwnOrigin() }),
  )
  return ok()
}

/** Answers "email-change.requested". */
export async function sendEmailChangeMail({
  userId,
  email,
  origin,
}: Events["email-change.requested"]): Promise<void> {
  const [existingUser] = await db().select({ id: users.id }).from(users).where(eq(users.email, email))
  if (existingUser)
    return sendMail({
      to: email,
      ...buildAlreadyMemberMail({ signIn: `${origin}/login`, reset: `${origin}/password-reset` }),
    })
  if (await sendFormerOwnerMail(email, userId)) return
  const token = await createLink(db(), "email", JSON.stringify({ userId, email }), LINK_TTL_MS)
  return sendMail({
    to: email,
    ...buildEmailChangeMail(`${origin}/verify-email?${new URLSearchParams({ token, change: "1" })}`),
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
    const value = await findLinkValue(tx, "email", token)
    if (value === null) return refuse("over")
    const change = EmailChange.parse(JSON.parse(value))
    // Somebody else's link stays good for whom it was sent to.
    if (change.userId !== actor.userId) return refuse("not_yours")
    if (await findFormerOwner(tx, change.email, actor.userId)) return refuse("taken")
    const [before] = await tx
      .select({ email: users.email, verified: users.emailVerified })
      .from(users)
      .where(eq(users.id, actor.userId))
      .for("update")
    if (!before || before.email === change.email) return refuse("over")
    if ((await consumeLink(tx, "email", token)) === null) return refuse("over")
    await tx
      .update(users)
      .set({ email: change.email, emailVerified: true, updatedAt: now() })
      .where(eq(users.id, actor.userId))
    await recordChange(tx, actor.userId, "email", { before, after: { email: change.email } })
    await deleteLinks(tx, "reset", actor.userId)
    await emit(tx, "profile.changed", { userId: actor.userId })
    return ok()
  }).catch((error: unknown) => {
    if (violatedConstraint(error) === "users_email_key") return refuse("taken")
    throw error
  })
}
