/**
 * Signing in, or finding one's account, with a code sent to the phone number that was checked for it: the
 * same
 * 6 digits, 5 minutes and 3 tries as the proof of a number (phone.server.ts).
 */
import { randomInt } from "node:crypto"
import { and, eq, isNotNull, isNull, lt } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { isId, newId } from "../../../basics/ids.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../basics/time.ts"
import { formatSetCookie, readCookie } from "../../../platform/cookies.server.ts"
import { db, inTransaction } from "../../../platform/db.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { networkOf } from "../../../platform/network.ts"
import { countHit } from "../../../platform/rate-limit.server.ts"
import { getSmsMode } from "../../../platform/services.server.ts"
import { isSameSignature, sign } from "../../../platform/signatures.server.ts"
import { sendSms } from "../../../platform/sms.server.ts"
import { buildPhoneCodeSms } from "../mails.ts"
import { credentials, profiles, signInCodes, users } from "../schema.server.ts"
import { findKnownDevice } from "./devices.server.ts"
import { OWN_PASSWORD } from "./passwords.server.ts"
import { continueSignIn, type SignInStep } from "./second-step.server.ts"
import type { SignInContext } from "./sessions.server.ts"
import { findSignInProfile } from "./sign-in-profile.server.ts"
import { commitRefusal, ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

const CODE_COOKIE = "baroildang.phone-code"
const CODE = { ttlMs: 5 * MINUTE_MS, tries: 3, resendDelayMs: MINUTE_MS } as const
/** Codes a day for one number: of strangers all together, and of a browser that signed in to it before. */
const MAX_SENDS_PER_DAY = 5
/** Codes an hour that one address asks for, over all numbers. */
const MAX_SENDS_PER_ADDRESS = 20

const hashCode = (id: string, phone: string, code: string) => sign("sign-in-code", `${id} ${phone} ${code}`)

async function findOwner(phone: string): Promise<string | null> {
  const [owner] = await db()
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(and(eq(profiles.phone, phone), isNotNull(profiles.phoneVerifiedAt), isNull(profiles.leftAt)))
  return owner?.userId ?? null
}

/**
 * Has a code sent to `phone` (+8210…) where it is somebody's checked number; answer, time and limits are the
 * same where it is nobody's. Gives the Set-Cookie line by which this browser may enter it. Refuses within
 * 60 s of the
 * last one (`pause`), the 6th a day for the number, which strangers share and a known device has for itself,
 * and the 21st an hour of an address (`too_often`), and where none are sent (`sms_off`).
 */
export async function sendSignInCode(
  origin: SignInContext,
  phone: string,
): Promise<
  Outcome<"sms_off", { setCookie: string }> | Refusal<"pause" | "too_often", { retryAfterMs: number }>
> {
  if (getSmsMode() === "off") return refuse("sms_off")
  const userId = await findOwner(phone)
  const sender = (userId && findKnownDevice(origin.request, userId)) ?? "strangers"
  const pause = await countHit([
    { key: `sign-in-code:pause:${sender}:${phone}`, max: 1, windowMs: CODE.resendDelayMs },
  ])
  if (!pause.ok) return { ...pause, reason: "pause" }
  const limit = await countHit([
    { key: `sign-in-code:${sender}:${phone}`, max: MAX_SENDS_PER_DAY, windowMs: DAY_MS },
    {
      key: `sign-in-code:address:${networkOf(origin.address)}`,
      max: MAX_SENDS_PER_ADDRESS,
      windowMs: HOUR_MS,
    },
  ])
  if (!limit.ok) return { ...limit, reason: "too_often" }
  const id = newId()
  const at = now()
  await inTransaction(async (tx) => {
    const expiresAt = new Date(at.getTime() + CODE.ttlMs)
    await tx.insert(signInCodes).values({ id, phone, userId, codeHash: "", sentAt: at, expiresAt })
    await emit(tx, "sign-in-code.requested", { codeId: id })
  })
  return ok({
    setCookie: formatSetCookie(
      origin.request,
      CODE_COOKIE,
      `${id}.${sign("phone-code-cookie", id)}`,
      CODE.ttlMs,
    ),
  })
}

/** Answers "sign-in-code.requested": makes the code and sends it, where the number is somebody's. */
export async function sendRequestedSignInCode({ codeId }: Events["sign-in-code.requested"]): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, "0")
  const [request] = await db().select().from(signInCodes).where(eq(signInCodes.id, codeId))
  if (!request || request.userId === null || request.expiresAt <= now()) return
  await db()
    .update(signInCodes)
    .set({ codeHash: hashCode(codeId, request.phone, code) })
    .where(eq(signInCodes.id, codeId))
  await sendSms({ to: request.phone, text: buildPhoneCodeSms(code) })
}

function readCodeId(request: Request): string | null {
  const [id = "", signature = ""] = (readCookie(request, CODE_COOKIE) ?? "").split(".")
  return isId(id) && isSameSignature(signature, sign("phone-code-cookie", id)) ? id : null
}

/** How one signs in to an account: its e-mail, masked, whether it has a password, and the providers. */
type FoundAccount = { email: string; hasPassword: boolean; providers: string[] }

/**
 * The code that this browser waits for: its number, how long it lasts and when another may be sent, in
 * milliseconds from now, and the account, where the right code asked for it; null where there is none.
 */
export async function findSignInCode(
  request: Request,
): Promise<{ phone: string; leftMs: number; resendInMs: number; account: FoundAccount | null } | null> {
  const id = readCodeId(request)
  const [code] = id ? await db().select().from(signInCodes).where(eq(signInCodes.id, id)) : []
  if (!code || code.expiresAt <= now() || code.tries >= CODE.tries) return null
  const time = now().getTime()
  return {
    phone: code.phone,
    leftMs: code.expiresAt.getTime() - time,
    resendInMs: Math.max(0, code.sentAt.getTime() + CODE.resendDelayMs - time),
    account: code.userId && code.confirmedAt ? await findAccount(code.userId) : null,
  }
}

/** "cu******@demo.kr": enough to be remembered by who owns it, and no address for anybody else. */
const maskEmail = (email: string): string =>
  email.replace(/^(.{1,2})([^@]*)/, (_, start: string, rest: string) => start + "*".repeat(rest.length))

async function findAccount(userId: string): Promise<FoundAccount> {
  const rows = await db()
    .select({ email: users.email, providerId: credentials.providerId })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.id, userId))
  const providers = rows.flatMap(({ providerId }) => (providerId === null ? [] : [providerId]))
  return {
    email: maskEmail(rows[0]?.email ?? ""),
    hasPassword: providers.includes(OWN_PASSWORD),
    providers: providers.filter((provider) => provider !== OWN_PASSWORD),
  }
}

type WrongCode = Refusal<"wrong", { triesLeft: number }>

/** Whose number the right `code` proves; signing in uses it up. */
async function takeCode(
  request: Request,
  code: string,
  purpose: "sign-in" | "find",
): Promise<Outcome<"over", { userId: string }> | WrongCode> {
  const id = readCodeId(request)
  if (id === null) return refuse("over")
  return inTransaction(async (tx) => {
    const [sent] = await tx.select().from(signInCodes).where(eq(signInCodes.id, id)).for("update")
    if (!sent || sent.expiresAt <= now() || sent.tries >= CODE.tries) return refuse("over")
    if (sent.userId === null || !isSameSignature(hashCode(id, sent.phone, code), sent.codeHash)) {
      await tx
        .update(signInCodes)
        .set({ tries: sent.tries + 1 })
        .where(eq(signInCodes.id, id))
      const triesLeft = CODE.tries - sent.tries - 1
      return commitRefusal(triesLeft > 0 ? refuse("wrong", { triesLeft }) : refuse("over"))
    }
    if (purpose === "sign-in") await tx.delete(signInCodes).where(eq(signInCodes.id, id))
    else await tx.update(signInCodes).set({ confirmedAt: now() }).where(eq(signInCodes.id, id))
    return ok({ userId: sent.userId })
  })
}

/**
 * Signs in with the code, as far as the second factor where there is one. Refuses a wrong code (`wrong`, with
 * the tries left), one that is over, used up or was never sent (`over`), and a banned person (`banned`).
 */
export async function signInByPhone(
  origin: SignInContext,
  input: { code: string; staysSignedIn: boolean },
): Promise<Outcome<"over" | "banned", SignInStep> | WrongCode> {
  const taken = await takeCode(origin.request, input.code, "sign-in")
  if (!taken.ok) return taken
  const profile = await findSignInProfile(taken.userId)
  // The code was right and is used up all the same.
  if (!profile || profile.hasLeft) return commitRefusal(refuse("over"))
  if (profile.ban) return commitRefusal(refuse("banned"))
  const { sessionTimeoutMs } = profile
  const step = await continueSignIn(origin, taken.userId, {
    staysSignedIn: input.staysSignedIn,
    sessionTimeoutMs,
    method: "phone",
  })
  step.headers.append("Set-Cookie", formatSetCookie(origin.request, CODE_COOKIE, "", 0))
  return ok(step)
}

/**
 * Has {@link findSignInCode} say which account the number belongs to. The code stays good for signing in.
 * Refuses as {@link signInByPhone}.
 */
export async function findAccountByPhone(
  request: Request,
  code: string,
): Promise<Outcome<"over"> | WrongCode> {
  const taken = await takeCode(request, code, "find")
  return taken.ok ? ok() : taken
}

/** Removes codes that are over; a job calls it. */
export async function deleteExpiredSignInCodes(): Promise<void> {
  await db().delete(signInCodes).where(lt(signInCodes.expiresAt, now()))
}
