/** How a second factor is set up and taken away. */
import { randomBytes } from "node:crypto"
import { createOTP } from "@better-auth/utils/otp"
import { and, count, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { brand } from "../../../basics/brand.ts"
import { now } from "../../../basics/clock.ts"
import { drawQrCode } from "../../../basics/qr-code.ts"
import { db, inTransaction } from "../../../platform/db.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"
import { buildSecondFactorMail } from "../mails.ts"
import { isPlaceholderEmail, type Member } from "../rules.ts"
import { isSecondFactorRequired } from "../second-factor-rule.server.ts"
import { passkeys, recoveryCodes, secondFactors, users } from "../schema.server.ts"
import { mustUsePasskey } from "./passkeys.server.ts"
import { confirmIdentity, type IdentityRefusal } from "./confirm-identity.server.ts"
import {
  countCode,
  decryptSecret,
  encryptSecret,
  findSecondFactor,
  findStep,
  forgiveCode,
  hashRecoveryCode,
  listRecoveryCodes,
  type CodeRefusal,
} from "./second-factor-codes.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/**
 * The second factor of `actor` for its screen: whether it is on, how many recovery codes are left, and while
 * it is being set up what the authenticator app needs.
 */
export async function viewSecondFactor(actor: Member) {
  const secondFactor = await findSecondFactor(actor.userId)
  if (!secondFactor) return { state: "off" as const }
  if (secondFactor.confirmedAt) {
    const [left] = await db()
      .select({ codes: count() })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, actor.userId))
    return { state: "on" as const, recoveryCodesLeft: left?.codes ?? 0 }
  }
  const secret = await decryptSecret(secondFactor.secret)
  const uri = createOTP(secret).url(brand.name, actor.email)
  return {
    state: "pending" as const,
    qrCode: drawQrCode(uri),
    key:
      new URL(uri).searchParams
        .get("secret")
        ?.match(/.{1,4}/g)
        ?.join(" ") ?? "",
    uri,
    recoveryCodes: listRecoveryCodes(secret),
  }
}

/** Whether `actor` has more than a password to sign in with: an authenticator app or a passkey. */
export async function hasMoreThanPassword({ userId }: Member): Promise<boolean> {
  const [found] = await db().execute<{ has_more: boolean }>(sql`
    select exists (select from ${secondFactors} where ${secondFactors.userId} = ${userId}::uuid
      and ${secondFactors.confirmedAt} is not null)
    or exists (select from ${passkeys} where ${passkeys.userId} = ${userId}::uuid) as has_more`)
  return found?.has_more ?? false
}

/**
 * Makes a secret that counts once {@link confirmSecondFactor} has seen a code of it. Refuses who cannot show
 * that they are the person, where there is one already (`already`), and
 * who must come in with the passkey they have (`use_passkey`).
 */
export async function beginSecondFactor(
  actor: Member,
  { password }: { password: string },
): Promise<Outcome<"already" | "use_passkey" | IdentityRefusal>> {
  const identity = await confirmIdentity(actor, password)
  if (!identity.ok) return identity
  if (await mustUsePasskey(actor)) return refuse("use_passkey")
  const secret = await encryptSecret(randomBytes(20).toString("base64url"))
  const row = { secret, confirmedAt: null, createdAt: now() }
  return inTransaction(async (tx) => {
    const begun = await tx
      .insert(secondFactors)
      .values({ userId: actor.userId, ...row })
      .onConflictDoUpdate({
        target: secondFactors.userId,
        set: row,
        setWhere: isNull(secondFactors.confirmedAt),
      })
      .returning({ userId: secondFactors.userId })
    return begun.length > 0 ? ok() : refuse("already")
  })
}

/**
 * Turns the second factor on with the first code of the app, keeps the recovery codes, and tells the owner.
 * Refuses a wrong code (`wrong`), the sixth within 15 minutes (`too_many_codes`), where nothing waits for a
 * code (`not_begun`), and who must come in with the passkey they have (`use_passkey`).
 */
export async function confirmSecondFactor(
  actor: Member,
  { code }: { code: string },
): Promise<Outcome<"not_begun" | "use_passkey"> | CodeRefusal> {
  if (await mustUsePasskey(actor)) return refuse("use_passkey")
  const limit = await countCode(actor.userId)
  if (!limit.ok) return refuse("too_many_codes", { retryAfterMs: limit.retryAfterMs })
  const outcome = await inTransaction(async (tx) => {
    const [pending] = await tx
      .select()
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, actor.userId), isNull(secondFactors.confirmedAt)))
      .for("update")
    if (!pending) return refuse("not_begun")
    const secret = await decryptSecret(pending.secret)
    const step = await findStep(secret, code)
    if (step === null) return refuse("wrong")
    await tx
      .update(secondFactors)
      .set({ confirmedAt: now(), lastStep: step })
      .where(eq(secondFactors.userId, actor.userId))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.userId))
    await tx.insert(recoveryCodes).values(
      listRecoveryCodes(secret).map((recoveryCode) => ({
        userId: actor.userId,
        codeHash: hashRecoveryCode(actor.userId, recoveryCode),
      })),
    )
    await emit(tx, "second-factor.changed", { userId: actor.userId, isOn: true })
    await emit(tx, "profile.changed", { userId: actor.userId })
    return ok()
  })
  if (outcome.ok) await forgiveCode(actor.userId)
  return outcome
}

/**
 * Takes the second factor away, and tells the owner. Refuses who cannot show that they are the person, an
 * administrator where it is required (`required`), and where there is none (`off`).
 */
export async function turnOffSecondFactor(
  actor: Member,
  { password }: { password: string },
): Promise<Outcome<"off" | "required" | IdentityRefusal>> {
  const identity = await confirmIdentity(actor, password)
  if (!identity.ok) return identity
  if (isSecondFactorRequired() && actor.profile?.role === "admin") return refuse("required")
  return inTransaction(async (tx) => {
    const [removed] = await tx
      .delete(secondFactors)
      .where(and(eq(secondFactors.userId, actor.userId), isNotNull(secondFactors.confirmedAt)))
      .returning({ userId: secondFactors.userId })
    if (!removed) return refuse("off")
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.userId))
    await emit(tx, "second-factor.changed", { userId: actor.userId, isOn: false })
    return ok()
  })
}

/** Stops setting up what has not been confirmed. */
export async function cancelSecondFactor(actor: Member): Promise<Outcome<never>> {
  await db()
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, actor.userId), isNull(secondFactors.confirmedAt)))
  return ok()
}

/** Answers "second-factor.changed": whoever owns the account hears of it. */
export async function sendSecondFactorMail({ userId, isOn }: Events["second-factor.changed"]): Promise<void> {
  const [user] = await db().select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (user && !isPlaceholderEmail(user.email))
    await sendMail({ to: user.email, ...buildSecondFactorMail(isOn) })
}
