/**
 * The cart as part of the profile (specification §3): read, changed under a lock, and told to every page
 * of its owner.
 */
import { eq } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { db, pipelined, type Transaction } from "../../../platform/db.server.ts"
import { emit } from "../../../platform/events.server.ts"
import { profiles, type CartLine } from "../schema.server.ts"

export type { CartLine }

/** The cart of a user; empty where there is no profile. */
export async function findCart(userId: string): Promise<CartLine[]> {
  const [row] = await db().select({ cart: profiles.cart }).from(profiles).where(eq(profiles.userId, userId))
  return row?.cart ?? []
}

/**
 * Changes the cart: `buildCart` gets what is in it now and gives what shall be in it, or null to leave it.
 * The pages of the user are told.
 */
export async function updateCart(
  tx: Transaction,
  userId: string,
  buildCart: (cart: readonly CartLine[]) => CartLine[] | null,
): Promise<CartLine[]> {
  const [row] = await tx
    .select({ cart: profiles.cart })
    .from(profiles)
    .where(eq(profiles.userId, userId))
    .for("update")
  if (!row) return []
  const newCart = buildCart(row.cart)
  if (newCart === null) return row.cart
  await pipelined([
    tx.update(profiles).set({ cart: newCart, updatedAt: now() }).where(eq(profiles.userId, userId)),
    emit(tx, "profile.changed", { userId }),
  ])
  return newCart
}
