/**
 * The proof of a phone number: 6 digits by text message, 5 minutes, 3 tries, 5 sends a day, 60 s between
 * two.
 */
import { randomInt } from "node:crypto"
import { and, eq, isNotNull, lt, ne } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { newId } from "../../../basics/ids.ts"
import { DAY_MS, MINUTE_MS } from "../../../basics/time.ts"
import { db, inTransaction } from "../../../platform/db.server.ts"
import { emit } from "../../../platform/events.server.ts"
import { log } from "../../../platform/log.server.ts"
import { countHit } from "../../../platform/rate-limit.server.ts"
import { getSmsMode } from "../../../platform/services.server.ts"
import { sendSms } from "../../../platform/sms.server.ts"
import { buildPhoneCodeSms } from "../mails.ts"
import type { Member } from "../rules.ts"
import { phoneCodes, profiles } from "../schema.server.ts"
import { recordChange } from "./account-changes.server.ts"
import { confirmIdentity, type IdentityRefusal } from "./confirm-identity.server.ts"
import { isSameSignature, sign } from "../../../platform/signatures.server.ts"
import { commitRefusal, ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

/** korea.md §2 and promises.md. */
const PHONE_CODE = { ttlMs: 5 * MINUTE_MS, tries: 3, maxSendsPerDay: 5, resendDelayMs: MINUTE_MS } as const

const codeHash = (userId: string, phone: string, code: string) =>
  sign("phone-code", `${userId} ${phone} ${code}`)

/**
 * The code under way: its number, how long it lasts and when another may be sent, in milliseconds from now;
 * null where there is none.
 */
export async function findPhoneCode(
  actor: Member,
): Promise<{ phone: string; leftMs: number; resendInMs: number } | null> {
  const [code] = await db()
    .select({
      phone: phoneCodes.phone,
      expiresAt: phoneCodes.expiresAt,
      sentAt: phoneCodes.sentAt,
      tries: phoneCodes.tries,
    })
    .from(phoneCodes)
    .where(eq(phoneCodes.userId, actor.userId))
  if (!code || code.expiresAt <= now() || code.tries >= PHONE_CODE.tries) return null
  const time = now().getTime()
  return {
    phone: code.phone,
    leftMs: code.expiresAt.getTime() - time,
    resendInMs: Math.max(0, code.sentAt.getTime() + PHONE_CODE.resendDelayMs - time),
  }
}

/**
 * Sends a code to `phone` (+8210…). Another number than the one of now is for whoever can show that they are
 * the person. Whether somebody else has that number makes no difference. Refuses within 60 s of the last one
 * (`pause`), the 6th a day for the person or the number (`too_often`), and says when the message could not be
 * sent (`not_sent`) or none is (`sms_off`).
 */
export async function sendPhoneCode(
  actor: Member,
  { phone, password }: { phone: string; password: string },
): Promise<
  Outcome<"not_sent" | "sms_off" | IdentityRefusal> | Refusal<"pause" | "too_often", { retryAfterMs: number }>
> {
  if (getSmsMode() === "off") return refuse("sms_off")
  const [currentProfile] = await db()
    .select({ phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId))
  const isNewNumber = typeof currentProfile?.phone === "string" && currentProfile.phone !== phone
  const identity = isNewNumber ? await confirmIdentity(actor, password) : ok()
  if (!identity.ok) return identity
  const pause = await countHit([
    { key: `phone-code:pause:${actor.userId}`, max: 1, windowMs: PHONE_CODE.resendDelayMs },
  ])
  if (!pause.ok) return { ...pause, reason: "pause" }
  const limit = await countHit([
    { key: `phone-code:user:${actor.userId}`, max: PHONE_CODE.maxSendsPerDay, windowMs: DAY_MS },
    { key: `phone-code:phone:${phone}`, max: PHONE_CODE.maxSendsPerDay, windowMs: DAY_MS },
  ])
  if (!limit.ok) return { ...limit, reason: "too_often" }
  const code = String(randomInt(1_000_000)).padStart(6, "0")
  const sent = await sendSms({ to: phone, text: buildPhoneCodeSms(code) }).then(
    () => true,
    (error: unknown) => {
      log().error({ err: error }, "a phone code could not be sent")
      return false
    },
  )
  // A code that nobody got is not under way, and the one before it still is.
  if (!sent) return refuse("not_sent")
  const at = now()
  const row = {
    phone,
    codeHash: codeHash(actor.userId, phone, code),
    tries: 0,
    sentAt: at,
    expiresAt: new Date(at.getTime() + PHONE_CODE.ttlMs),
  }
  await db()
    .insert(phoneCodes)
    .values({ userId: actor.userId, ...row })
    .onConflictDoUpdate({ target: phoneCodes.userId, set: row })
  return ok()
}

/**
 * Checks the code; right, the number is the person's, verified, and no longer anybody else's. Refuses a wrong
 * code (`wrong`, with the tries left) and one that is over, used up or was never sent (`over`).
 */
export async function checkPhoneCode(
  actor: Member,
  code: string,
): Promise<Outcome<"over"> | Refusal<"wrong", { triesLeft: number }>> {
  return inTransaction(async (tx) => {
    const [sent] = await tx.select().from(phoneCodes).where(eq(phoneCodes.userId, actor.userId)).for("update")
    if (!sent || sent.expiresAt <= now() || sent.tries >= PHONE_CODE.tries) return refuse("over")
    if (!isSameSignature(codeHash(actor.userId, sent.phone, code), sent.codeHash)) {
      await tx
        .update(phoneCodes)
        .set({ tries: sent.tries + 1 })
        .where(eq(phoneCodes.userId, actor.userId))
      const triesLeft = PHONE_CODE.tries - sent.tries - 1
      return commitRefusal(triesLeft > 0 ? refuse("wrong", { triesLeft }) : refuse("over"))
    }
    const formerHolders = await tx
      .update(profiles)
      .set({ phoneVerifiedAt: null, updatedAt: now() })
      .where(
        and(
          eq(profiles.phone, sent.phone),
          ne(profiles.userId, actor.userId),
          isNotNull(profiles.phoneVerifiedAt),
        ),
      )
      .returning({ userId: profiles.userId })
    const [before] = await tx
      .select({ phone: profiles.phone, verifiedAt: profiles.phoneVerifiedAt })
      .from(profiles)
      .where(eq(profiles.userId, actor.userId))
      .for("update")
    if (before?.phone && before.phone !== sent.phone) {
      const previousPhone = { phone: before.phone, verifiedAt: before.verifiedAt?.toISOString() ?? null }
      await recordChange(tx, actor.userId, "phone", { before: previousPhone, after: { phone: sent.phone } })
    }
    await tx
      .update(profiles)
      .set({ phone: sent.phone, phoneVerifiedAt: now(), updatedAt: now() })
      .where(eq(profiles.userId, actor.userId))
    await tx.delete(phoneCodes).where(eq(phoneCodes.userId, actor.userId))
    for (const { userId } of formerHolders) await emit(tx, "phone.taken_over", { userId, changeId: newId() })
    for (const { userId } of [...formerHolders, actor]) await emit(tx, "profile.changed", { userId })
    return ok()
  })
}

/** Removes codes that are over; a job calls it. */
export async function deleteExpiredPhoneCodes(): Promise<void> {
  await db().delete(phoneCodes).where(lt(phoneCodes.expiresAt, now()))
}
