/**
 * Sign-in by password, and the limits that keep strangers from guessing while the owner still gets in.
 */
import { and, eq } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { MINUTE_MS } from "../../../basics/time.ts"
import { db, inTransaction } from "../../../platform/db.server.ts"
import { getOwnOrigin } from "../../../platform/env.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"
import { networkOf } from "../../../platform/network.ts"
import { countHit, cancelHit, type RateLimit } from "../../../platform/rate-limit.server.ts"
import { buildSignInLockedMail } from "../mails.ts"
import { credentials, knownAddresses, profiles, users } from "../schema.server.ts"
import { findKnownDevice } from "./devices.server.ts"
import { isCorrectPassword, OWN_PASSWORD } from "./passwords.server.ts"
import { continueSignIn, type SignInStep } from "./second-step.server.ts"
import type { SignInContext } from "./sessions.server.ts"
import { sign } from "../../../platform/signatures.server.ts"
import { commitRefusal, ok, refuse, type Done, type Refusal } from "#app/platform/outcome.ts"

const WINDOW_MS = 15 * MINUTE_MS
/** promises.md: ≤ 10 failures per account per 15 minutes. */
const MAX_FAILURES = 10
/**
 * Failures of one visitor's address over all accounts: an office behind one address makes a few, a robot
 * makes thousands.
 */
const MAX_FAILURES_PER_ADDRESS = 50

/** Why nobody of an account comes in for now, however they show who they are. */
export type LockedOutRefusal =
  | Refusal<"too_many", { retryAfterMs: number }>
  | Refusal<"banned", { until: Date; banReasonText: string }>
export type SignInRefusal = Refusal<"wrong"> | LockedOutRefusal

/**
 * Signs in, as far as the second factor where there is one. The attempt is counted before the password is
 * looked at, and taken back when it was right. All strangers share 10 failures per account and 15 minutes; a
 * device or an address that has signed in to the account before has 10 of its own. Whether the account exists
 * shows neither in the answer nor in its time.
 */
export async function signIn(
  origin: SignInContext,
  input: { email: string; password: string; staysSignedIn: boolean },
): Promise<Done<SignInStep> | SignInRefusal> {
  const { email } = input
  const [user] = await db()
    .select({
      id: users.id,
      hash: credentials.password,
      sessionTimeoutMs: profiles.sessionTimeoutMs,
      bannedUntil: profiles.bannedUntil,
      banReason: profiles.banReason,
      leftAt: profiles.leftAt,
    })
    .from(users)
    .leftJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, OWN_PASSWORD)))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.email, email))
  const limits = await findSignInLimits(origin, email, user?.id ?? null)
  const limit = await countHit(limits, { isSliding: true })
  if (!limit.ok) {
    await emitSignInLocked(email)
    // The mail about the lock stays asked for.
    return commitRefusal(refuse("too_many", { retryAfterMs: limit.retryAfterMs }))
  }
  const isCorrect = await isCorrectPassword(input.password, user?.hash)
  if (!user || !isCorrect || user.leftAt) return refuse("wrong")
  await cancelHit(limits.map(({ key }) => key))
  if (user.bannedUntil && user.bannedUntil > now())
    return refuse("banned", { until: user.bannedUntil, banReasonText: user.banReason ?? "" })
  const { staysSignedIn } = input
  const { sessionTimeoutMs } = user
  return ok(await continueSignIn(origin, user.id, { staysSignedIn, sessionTimeoutMs, method: "password" }))
}

/**
 * Which failures this attempt would add to. Nobody has a device or address of an account that does not exist.
 */
async function findSignInLimits(
  { request, address }: SignInContext,
  email: string,
  userId: string | null,
): Promise<RateLimit[]> {
  const network = networkOf(address)
  const device = userId ? findKnownDevice(request, userId) : null
  // Asked for unknown accounts too, so that both take as long.
  const id = userId ?? "00000000-0000-7000-8000-000000000000"
  const [knownAddress] = await db()
    .select({ seenAt: knownAddresses.seenAt })
    .from(knownAddresses)
    .where(
      and(eq(knownAddresses.userId, id), eq(knownAddresses.addressHash, sign("address", `${id} ${network}`))),
    )
  if (device) return [{ key: `sign-in:device:${device}:${email}`, max: MAX_FAILURES, windowMs: WINDOW_MS }]
  if (knownAddress)
    return [{ key: `sign-in:pair:${network}:${email}`, max: MAX_FAILURES, windowMs: WINDOW_MS }]
  return [
    { key: `sign-in:account:${email}`, max: MAX_FAILURES, windowMs: WINDOW_MS },
    { key: `sign-in:address:${network}`, max: MAX_FAILURES_PER_ADDRESS, windowMs: WINDOW_MS },
  ]
}

/**
 * Asks for one mail a window that tells the owner of the lock and of the way in; whether there is an owner is
 * found out later.
 */
async function emitSignInLocked(email: string): Promise<void> {
  const mailLimit = await countHit([{ key: `sign-in:told:${email}`, max: 1, windowMs: WINDOW_MS }])
  if (mailLimit.ok) await inTransaction((tx) => emit(tx, "sign-in.locked", { email, origin: getOwnOrigin() }))
}

/** Answers "sign-in.locked". */
export async function sendSignInLockedMail({ email, origin }: Events["sign-in.locked"]): Promise<void> {
  const [user] = await db().select({ id: users.id }).from(users).where(eq(users.email, email))
  if (user) await sendMail({ to: email, ...buildSignInLockedMail(`${origin}/password-reset`) })
}
