/**
 * Sign-up: nothing of a person exists until the address has been confirmed, and no answer tells whether
 * it is taken.
 */
import { eq } from "drizzle-orm"
import { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { HOUR_MS, MINUTE_MS } from "../../../basics/time.ts"
import { newId } from "../../../basics/ids.ts"
import { isBreachedPassword } from "../../../platform/breached-passwords.server.ts"
import { db, inTransaction, violatedConstraint } from "../../../platform/db.server.ts"
import { getOwnOrigin } from "../../../platform/env.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"
import { networkOf } from "../../../platform/network.ts"
import { buildSentCookie } from "./sign-up-again.server.ts"
import { countHit } from "../../../platform/rate-limit.server.ts"
import { getMailMode } from "../../../platform/services.server.ts"
import { CONSENTS } from "../consents.ts"
import type { SignUpForm } from "../forms.ts"
import { buildAlreadyMemberMail, buildConfirmationMail } from "../mails.ts"
import { findFormerOwner, sendFormerOwnerMail } from "./account-changes.server.ts"
import { loadCurrentVersions } from "./agreements.server.ts"
import { consents, profiles, users, verifications } from "../schema.server.ts"
import { findLinkValue, consumeLink } from "./links.server.ts"
import { claimNickname, isNicknameTaken } from "./nicknames.server.ts"
import { hashPassword, setPassword } from "./passwords.server.ts"
import { startSession, type SignInContext } from "./sessions.server.ts"
import { createToken, hashToken } from "./tokens.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

const LINK_TTL_MS = 24 * HOUR_MS

const PendingSignUp = z.object({
  userType: z.enum(["customer", "expert"]),
  email: z.string(),
  passwordHash: z.string(),
  name: z.string(),
  // Absent in a sign-up that was waiting when nicknames came.
  nickname: z.string().nullable().default(null),
  phone: z.string(),
  regionCode: z.string(),
  granted: z.array(z.string()),
  agreedAt: z.coerce.date(),
  returnTo: z.string(),
})
type PendingSignUp = z.infer<typeof PendingSignUp>

/**
 * Takes a sign-up and has a mail sent: with a link that makes the account, or, where the address has one
 * already, saying so. The work, the answer and the time are the same for both. Refuses (`too_many`) the 6th
 * for one address an hour, and the 21st from one visitor's address; (`mail_off`) where no mail is sent;
 * (`breached`) a password that has leaked elsewhere; (`nickname_taken`) a nickname that somebody has. One
 * that is taken while the mail waits gets a number. Returns the Set-Cookie line by which this browser may
 * have the mail sent again.
 */
export async function signUp(
  origin: SignInContext,
  input: z.infer<typeof SignUpForm> & { returnTo: string },
): Promise<
  | Outcome<"mail_off" | "breached" | "nickname_taken", { setCookie: string }>
  | Refusal<"too_many", { retryAfterMs: number }>
> {
  if (getMailMode() === "off") return refuse("mail_off")
  const limit = await countHit([
    { key: `sign-up:email:${input.email}`, max: 5, windowMs: HOUR_MS },
    { key: `sign-up:address:${networkOf(origin.address)}`, max: 20, windowMs: HOUR_MS },
  ])
  if (!limit.ok) return { ...limit, reason: "too_many" }
  if (await isBreachedPassword(input.password)) return refuse("breached")
  if (input.nickname !== null && (await isNicknameTaken(input.nickname))) return refuse("nickname_taken")
  const at = now()
  const pendingSignUp: PendingSignUp = {
    userType: input.userType,
    email: input.email,
    passwordHash: await hashPassword(input.password),
    name: input.name,
    nickname: input.nickname,
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
      value: JSON.stringify(pendingSignUp),
      expiresAt: new Date(at.getTime() + LINK_TTL_MS),
      createdAt: at,
      updatedAt: at,
    })
    await emit(tx, "sign-up.requested", { verificationId: id, origin: getOwnOrigin() })
  })
  return ok({ setCookie: buildSentCookie(origin.request, id) })
}

/** Answers "sign-up.requested": the mail with the link, or the one that says that there is an account. */
export async function sendSignUpMail({ verificationId, origin }: Events["sign-up.requested"]): Promise<void> {
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
      ...buildAlreadyMemberMail({ signIn: `${origin}/login`, reset: `${origin}/password-reset` }),
    })
    return
  }
  if (await sendFormerOwnerMail(pendingSignUp.email)) {
    await db().delete(verifications).where(eq(verifications.id, verificationId))
    return
  }
  // The token is made here, so that it is nowhere but in the mail.
  const token = createToken()
  await db()
    .update(verifications)
    .set({ identifier: `sign-up:${hashToken(token)}` })
    .where(eq(verifications.id, verificationId))
  await sendMail({
    to: pendingSignUp.email,
    ...buildConfirmationMail(pendingSignUp.name, `${origin}/verify-email?token=${token}`),
  })
}

/** Whom the link would sign up, for the screen that asks for the last tap; null where the link is over. */
export async function findSignUp(token: string): Promise<{ name: string; email: string } | null> {
  const value = await findLinkValue(db(), "sign-up", token)
  if (value === null) return null
  const { name, email } = PendingSignUp.parse(JSON.parse(value))
  return { name, email }
}

/**
 * Makes the account of a confirmed sign-up, and signs in. Refuses a link that is over or used (`over`), and
 * an address that has an account by now (`taken`).
 */
export async function confirmSignUp(
  origin: SignInContext,
  token: string,
): Promise<
  Outcome<"over" | "taken", { headers: Headers; returnTo: string; userType: "customer" | "expert" }>
> {
  const created = await inTransaction(async (tx) => {
    const value = await consumeLink(tx, "sign-up", token)
    if (value === null) return refuse("over")
    const pendingSignUp = PendingSignUp.parse(JSON.parse(value))
    if (await findFormerOwner(tx, pendingSignUp.email)) return refuse("taken")
    const userId = newId()
    const at = now()
    await tx.insert(users).values({
      id: userId,
      email: pendingSignUp.email,
      emailVerified: true,
      name: pendingSignUp.name,
      createdAt: at,
      updatedAt: at,
    })
    await setPassword(tx, userId, pendingSignUp.passwordHash)
    await tx.insert(profiles).values({
      userId,
      userType: pendingSignUp.userType,
      legalName: pendingSignUp.name,
      nickname: await claimNickname(tx, pendingSignUp.nickname),
      phone: pendingSignUp.phone,
      regionCode: pendingSignUp.regionCode,
      createdAt: at,
      updatedAt: at,
    })
    const getVersion = await loadCurrentVersions(tx)
    await tx.insert(consents).values(
      CONSENTS.map((consent) => ({
        id: newId(),
        userId,
        kind: consent.kind,
        version: getVersion(consent.kind),
        granted: pendingSignUp.granted.includes(consent.kind),
        givenAt: pendingSignUp.agreedAt,
      })),
    )
    await emit(tx, "account.created", { userId })
    return ok({ userId, waiting: pendingSignUp })
  }).catch((error: unknown) => {
    if (violatedConstraint(error) === "users_email_key") return refuse("taken")
    throw error
  })
  if (!created.ok) return created
  const headers = await startSession(origin, created.userId, {
    staysSignedIn: false,
    sessionTimeoutMs: null,
    method: "password",
  })
  return ok({ headers, returnTo: created.waiting.returnTo, userType: created.waiting.userType })
}

/** A sign-up's limits, for the sentence that refuses: minutes until the next try. */
export const toMinutesLeft = (retryAfterMs: number): number =>
  Math.max(1, Math.ceil(retryAfterMs / MINUTE_MS))
