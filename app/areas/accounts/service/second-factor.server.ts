/** How a second factor is set up and taken away. */
import { randomBytes } from "node:crypto"
import { createOTP } from "@better-auth/utils/otp"
import { and, count, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { brand } from "../../../basics/brand.ts"
import { now } from "../../../basics/clock.ts"
import { drawQrCode } from "../../../basics/qr-code.ts"
import { db, inTransaction } from "../../../platform/db.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { buildSecondFactorMail, RECOVERY_CODES_MAIL } from "../mails.ts"
import type { Member } from "../rules.ts"
import { isSecondFactorRequired } from "../second-factor-rule.server.ts"
import { passkeys, recoveryCodes, secondFactors } from "../schema.server.ts"
import { mustUsePasskey } from "./passkeys.server.ts"
import { mailToOwner } from "./owner-mail.server.ts"
import { confirmIdentity, type IdentityRefusal } from "./confirm-identity.server.ts"
import {
  countCode,
  decryptSecret,
  encryptSecret,
  findSecondFactor,
  findStep,
  forgiveCode,
  listRecoveryCodes,
  replaceRecoveryCodes,
  takeSecondFactorCode,
  type CodeRefusal,
} from "./second-factor-codes.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

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
    await replaceRecoveryCodes(tx, actor.userId, listRecoveryCodes(secret))
    await emit(tx, "second-factor.changed", { userId: actor.userId, isOn: true })
    await emit(tx, "profile.changed", { userId: actor.userId })
    return ok()
  })
  if (outcome.ok) await forgiveCode(actor.userId)
  return outcome
}

/**
 * Gives new recovery codes, to be shown this once, in place of those that were left, and tells the owner.
 * Refuses who cannot show that they are the person, and where no second factor is on (`off`).
 */
export async function renewRecoveryCodes(
  actor: Member,
  { password }: { password: string },
): Promise<Outcome<"off" | IdentityRefusal, { codes: string[] }>> {
  const identity = await confirmIdentity(actor, password)
  if (!identity.ok) return identity
  const codes = listRecoveryCodes(randomBytes(20).toString("base64url"))
  return inTransaction(async (tx) => {
    const [found] = await tx
      .select({ userId: secondFactors.userId })
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, actor.userId), isNotNull(secondFactors.confirmedAt)))
      .for("update")
    if (!found) return refuse("off")
    await replaceRecoveryCodes(tx, actor.userId, codes)
    await emit(tx, "recovery-codes.renewed", { userId: actor.userId })
    return ok({ codes })
  })
}

/** Whether `actor` takes the second factor away with one of its codes alone, and not by the password. */
export const needsCodeToTurnOff = (actor: Member): boolean =>
  isSecondFactorRequired() && actor.profile?.role === "admin"

/**
 * Takes the second factor away, and tells the owner. Refuses who cannot show that they are the person, and
 * where there is none (`off`). An administrator who must have one is one again when another is set up, and
 * shows a `code` of it too: refuses a wrong one (`wrong_code`) and the sixth (`too_many_codes`).
 */
export async function turnOffSecondFactor(
  actor: Member,
  { password, code }: { password: string; code: string | null },
): Promise<
  Outcome<"off" | "wrong_code" | IdentityRefusal> | Refusal<"too_many_codes", { retryAfterMs: number }>
> {
  const identity = await confirmIdentity(actor, password)
  if (!identity.ok) return identity
  if (needsCodeToTurnOff(actor)) {
    if (code === null) return refuse("wrong_code")
    const taken = await takeSecondFactorCode(actor.userId, code)
    if (!taken.ok) return taken.reason === "wrong" ? refuse("wrong_code") : taken
  }
  return inTransaction(async (tx) => {
    const [removed] = await tx
      .delete(secondFactors)
      .where(and(eq(secondFactors.userId, actor.userId), isNotNull(secondFactors.confirmedAt)))
      .returning({ userId: secondFactors.userId })
    if (!removed) return refuse("off")
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.userId))
    await emit(tx, "second-factor.changed", { userId: actor.userId, isOn: false })
    await emit(tx, "profile.changed", { userId: actor.userId })
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

/** Answers "recovery-codes.renewed": whoever owns the account hears of it. */
export const sendRecoveryCodesMail = ({ userId }: Events["recovery-codes.renewed"]): Promise<void> =>
  mailToOwner(userId, RECOVERY_CODES_MAIL)

/** Answers "second-factor.changed": whoever owns the account hears of it. */
export const sendSecondFactorMail = ({ userId, isOn }: Events["second-factor.changed"]): Promise<void> =>
  mailToOwner(userId, buildSecondFactorMail(isOn))
