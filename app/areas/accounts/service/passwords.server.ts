/** The hashes of passwords, in the form better-auth keeps them. */
import { eq, and } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { newId } from "../../../basics/ids.ts"
import type { Executor } from "../../../platform/db.server.ts"
import { credentials } from "../schema.server.ts"

// The library takes a while to load, so it is loaded at first use.
const loadLibrary = () => import("better-auth/crypto")

let dummyHash: Promise<string> | undefined

/** scrypt at the library's cost: about 85 ms. */
export const hashPassword = async (password: string): Promise<string> =>
  (await loadLibrary()).hashPassword(password)

/**
 * Whether `password` is the one behind `hash`. Without a hash it takes as long and says no, so that time
 * tells nothing.
 */
export async function isCorrectPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const { verifyPassword } = await loadLibrary()
  const hashToCompare = hash ?? (await (dummyHash ??= hashPassword("nobody has this password")))
  const isMatch = await verifyPassword({ hash: hashToCompare, password })
  return isMatch && hash !== null && hash !== undefined
}

/** The provider's name that better-auth gives to a password of our own. */
export const OWN_PASSWORD = "credential"

/** Sets the password of a user, who may have had none (social sign-in). */
export async function setPassword(executor: Executor, userId: string, hash: string): Promise<void> {
  const updatedRows = await executor
    .update(credentials)
    .set({ password: hash, updatedAt: now() })
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, OWN_PASSWORD)))
    .returning({ id: credentials.id })
  if (updatedRows.length > 0) return
  await executor.insert(credentials).values({
    id: newId(),
    userId,
    accountId: userId,
    providerId: OWN_PASSWORD,
    password: hash,
    createdAt: now(),
    updatedAt: now(),
  })
}
