/**
 * The codes of a second factor: those of an authenticator app (RFC 6238) and the recovery codes, each taken
 * once.
 */
import { createHash } from "node:crypto"
import { createOTP } from "@better-auth/utils/otp"
import { and, eq, isNotNull } from "drizzle-orm"
import { compactDecrypt, CompactEncrypt } from "jose"
import { now } from "../../../basics/clock.ts"
import { MINUTE_MS } from "../../../basics/time.ts"
import { db, inTransaction, type Transaction } from "../../../platform/db.server.ts"
import { cancelHit, countHit } from "../../../platform/rate-limit.server.ts"
import { isSameSignature, sign } from "../../../platform/signatures.server.ts"
import { recoveryCodes, secondFactors } from "../schema.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

const STEP_MS = 30_000
/** A code counts one step earlier and later, for clocks that differ. */
const STEP_OFFSETS = [-1, 0, 1]
const RECOVERY_CODE_COUNT = 10
const MAX_WRONG_CODES = 5
const WINDOW_MS = 15 * MINUTE_MS

export type CodeRefusal = Refusal<"wrong"> | Refusal<"too_many_codes", { retryAfterMs: number }>

const toEncryptionKey = () => createHash("sha256").update(sign("second-factor", "key")).digest()

/** What the database holds of a secret. */
export const encryptSecret = (secret: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(toEncryptionKey())

export const decryptSecret = async (stored: string): Promise<string> =>
  new TextDecoder().decode((await compactDecrypt(stored, toEncryptionKey())).plaintext)

/** What the database holds of a recovery code. */
const hashRecoveryCode = (userId: string, code: string) => sign("recovery-code", `${userId} ${code}`)

/**
 * The recovery codes that belong to a secret, or to the random text that others are made of: they are shown
 * once, and kept as hashes alone.
 */
export function listRecoveryCodes(secret: string): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, (_, index) => {
    const digits = createHash("sha256").update(`${secret} ${index}`).digest().readUIntBE(0, 6) % 10 ** 10
    return String(digits)
      .padStart(10, "0")
      .replace(/^(.{5})/, "$1-")
  })
}

/** Keeps `codes` as the recovery codes of `userId`, in place of those they have. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  codes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(userId, code) })))
}

/** The row of a person's second factor, also of one that is not confirmed yet. */
export const findSecondFactor = async (userId: string) =>
  (await db().select().from(secondFactors).where(eq(secondFactors.userId, userId)))[0]

/** Whether signing in to the account asks for a second factor. */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  return Boolean((await findSecondFactor(userId))?.confirmedAt)
}

const codeLimitKey = (userId: string) => `second-factor:${userId}`
/** Counts a code that is about to be tried. */
export const countCode = (userId: string) =>
  countHit([{ key: codeLimitKey(userId), max: MAX_WRONG_CODES, windowMs: WINDOW_MS }], { isSliding: true })

/** Takes back what {@link countCode} counted: the code was right. */
export const forgiveCode = (userId: string) => cancelHit([codeLimitKey(userId)])

/** The step of 30 s that `code` is of; null for a wrong code. */
export async function findStep(secret: string, code: string): Promise<number | null> {
  const current = Math.floor(now().getTime() / STEP_MS)
  let found: number | null = null
  for (const offset of STEP_OFFSETS) {
    const expected = await createOTP(secret).hotp(current + offset)
    if (isSameSignature(expected, code)) found = current + offset
  }
  return found
}

/**
 * Takes a code of the app or a recovery code of `userId`, each once. Refuses a wrong or used one (`wrong`)
 * and the sixth wrong one in 15 minutes (`too_many_codes`).
 */
export async function takeSecondFactorCode(
  userId: string,
  code: string,
): Promise<Outcome<never> | CodeRefusal> {
  const limit = await countCode(userId)
  if (!limit.ok) return refuse("too_many_codes", { retryAfterMs: limit.retryAfterMs })
  const outcome = await inTransaction(async (tx) => {
    const isTaken =
      code.length === 6 ? await takeAppCode(tx, userId, code) : await takeRecoveryCode(tx, userId, code)
    return isTaken ? ok() : refuse("wrong")
  })
  if (outcome.ok) await forgiveCode(userId)
  return outcome
}

async function takeAppCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const [secondFactor] = await tx
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
    .for("update")
  if (!secondFactor) return false
  const step = await findStep(await decryptSecret(secondFactor.secret), code)
  if (step === null || step <= secondFactor.lastStep) return false
  await tx.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, userId))
  return true
}

async function takeRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const codeHash = hashRecoveryCode(userId, code.replace(/^(.{5})/, "$1-"))
  const taken = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId })
  return taken.length > 0
}
