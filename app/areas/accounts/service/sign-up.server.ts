/**
 * Owns sign-up: nothing of a person exists until the address has been confirmed, and no answer tells whether
 * it is taken.
 */
import { eq } from "drizzle-orm"
import { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { hourMs, minuteMs } from "../../../basics/time.ts"
import { newId } from "../../../basics/ids.ts"
import { db, inTransaction, violatedConstraint } from "../../../platform/db.server.ts"
import { ownOrigin } from "../../../platform/env.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"
import { countHit, networkOf } from "../../../platform/rate-limit.server.ts"
import { mailMode } from "../../../platform/services.server.ts"
import { CONSENTS } from "../consents.ts"
import type { SignUpForm } from "../forms.ts"
import { alreadyMemberLetter, confirmLetter } from "../mails.ts"
import { findFormerOwner, mailFormerOwner } from "./account-changes.server.ts"
import { currentVersions } from "./agreements.server.ts"
import { consents, profiles, users, verifications } from "../schema.server.ts"
import { readLink, takeLink } from "./links.server.ts"
import { hashPassword, setPassword } from "./passwords.server.ts"
import { startSession, type Origin } from "./sessions.server.ts"
import { randomToken, tokenHash } from "./tokens.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

const LINK_LASTS_MS = 24 * hourMs

const Waiting = z.object({
  userType: z.enum(["customer", "expert"]),
  email: z.string(),
  passwordHash: z.string(),
  name: z.string(),
  phone: z.string(),
  regionCode: z.string(),
  granted: z.array(z.string()),
  agreedAt: z.coerce.date(),
  returnTo: z.string(),
})
type Waiting = z.infer<typeof Waiting>

/**
 * Takes a sign-up and has a mail sent: with a link that makes the account, or, where the address has one
 * already, saying so. The work, the answer and the time are the same for both. Refuses (`too_many`) the 6th
 * for one address an hour, and the 21st from one visitor's address; and (`mail_off`) where no mail is sent.
 */
export async function signUp(
  origin: Origin,
  input: z.infer<typeof SignUpForm> & { returnTo: string },
): Promise<Outcome<"mail_off"> | Refusal<"too_many", { retryAfterMs: number }>> {
  if (mailMode() === "off") return refuse("mail_off")
  const limit = await countHit([
    { key: `sign-up:email:${input.email}`, most: 5, windowMs: hourMs },
    { key: `sign-up:address:${networkOf(origin.address)}`, most: 20, windowMs: hourMs },
  ])
  if (!limit.ok) return { ...limit, reason: "too_many" }
  const at = now()
  const waiting: Waiting = {
    userType: input.userType,
    email: input.email,
    passwordHash: await hashPassword(input.password),
    name: input.name,
    phone: input.phone,
    regionCode: input.regionCode,
    granted: CONSENTS.filter((consent) => input[consent.kind]).map((consent) => consent.kind),
    agreedAt: at,
    returnTo: input.returnTo,
  }
  const id = newId()
  await inTransaction(async (tx) => {
    await tx.insert(verifications).values({
      id,
      identifier: `sign-up-waiting:${id}`,
      value: JSON.stringify(waiting),
      expiresAt: new Date(at.getTime() + LINK_LASTS_MS),
      createdAt: at,
      updatedAt: at,
    })
    await emit(tx, "sign-up.requested", { verificationId: id, origin: ownOrigin() })
  })
  return ok()
}

/** Answers "sign-up.requested": the mail with the link, or the one that says that there is an account. */
export async function mailSignUp({ verificationId, origin }: Events["sign-up.requested"]): Promise<void> {
  const [row] = await db().select().from(verifications).where(eq(verifications.id, verificationId))
  if (!row) return
  const waiting = Waiting.parse(JSON.parse(row.value))
  const [taken] = await db().select({ id: users.id }).from(users).where(eq(users.email, waiting.email))
  if (taken) {
    await db().delete(verifications).where(eq(verifications.id, verificationId))
    await sendMail({
      to: waiting.email,
      ...alreadyMemberLetter({ signIn: `${origin}/login`, reset: `${origin}/password-reset` }),
    })
    return
  }
  if (await mailFormerOwner(waiting.email)) {
    await db().delete(verifications).where(eq(verifications.id, verificationId))
    return
  }
  // The token is made here, so that it is nowhere but in the mail.
  const token = randomToken()
  await db()
    .update(verifications)
    .set({ identifier: `sign-up:${tokenHash(token)}` })
    .where(eq(verifications.id, verificationId))
  await sendMail({
    to: waiting.email,
    ...confirmLetter(waiting.name, `${origin}/verify-email?token=${token}`),
  })
}

/** Whom the link would sign up, for the screen that asks for the last tap; null where the link is over. */
export async function findSignUp(token: string): Promise<{ name: string; email: string } | null> {
  const value = await readLink(db(), "sign-up", token)
  if (value === null) return null
  const { name, email } = Waiting.parse(JSON.parse(value))
  return { name, email }
}

/**
 * Makes the account of a confirmed sign-up, and signs in. Refuses a link that is over or used (`over`), and
 * an address that has an account by now (`taken`).
 */
export async function confirmSignUp(
  origin: Origin,
  token: string,
): Promise<
  Outcome<"over" | "taken", { headers: Headers; returnTo: string; userType: "customer" | "expert" }>
> {
  const made = await inTransaction(async (tx) => {
    const value = await takeLink(tx, "sign-up", token)
    if (value === null) return null
    const waiting = Waiting.parse(JSON.parse(value))
    if (await findFormerOwner(tx, waiting.email)) return "taken"
    const userId = newId()
    const at = now()
    await tx.insert(users).values({
      id: userId,
      email: waiting.email,
      emailVerified: true,
      name: waiting.name,
      createdAt: at,
      updatedAt: at,
    })
    await setPassword(tx, userId, waiting.passwordHash)
    await tx.insert(profiles).values({
      userId,
      userType: waiting.userType,
      name: waiting.name,
      phone: waiting.phone,
      regionCode: waiting.regionCode,
      createdAt: at,
      updatedAt: at,
    })
    const versionOf = await currentVersions(tx)
    await tx.insert(consents).values(
      CONSENTS.map((consent) => ({
        id: newId(),
        userId,
        kind: consent.kind,
        version: versionOf(consent.kind),
        granted: waiting.granted.includes(consent.kind),
        givenAt: waiting.agreedAt,
      })),
    )
    await emit(tx, "account.created", { userId })
    return { userId, waiting }
  }).catch((error: unknown) => {
    if (violatedConstraint(error) === "users_email_key") return "taken" as const
    throw error
  })
  if (made === null) return refuse("over")
  if (made === "taken") return refuse("taken")
  const headers = await startSession(origin, made.userId, {
    kept: false,
    sessionTimeoutMs: null,
    method: "password",
  })
  return ok({ headers, returnTo: made.waiting.returnTo, userType: made.waiting.userType })
}

/** A sign-up's limits, for the sentence that refuses: minutes until the next try. */
export const minutesLeft = (retryAfterMs: number): number => Math.max(1, Math.ceil(retryAfterMs / minuteMs))
