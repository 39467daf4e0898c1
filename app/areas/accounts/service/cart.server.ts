/** The cart as part of the profile (specification §3): read, changed, and told to every page of its owner. */
import { and, eq, sql, type SQL } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { db, type Transaction } from "../../../platform/db.server.ts"
import { insertEvents, newEvent, writeWithEvent } from "../../../platform/events.server.ts"
import { writeTogether } from "../../../platform/write-together.server.ts"
import { profiles, type CartLine } from "../schema.server.ts"

export type { CartLine }

/** The cart of a user; empty where there is no profile. */
export async function findCart(userId: string): Promise<CartLine[]> {
  const [row] = await db().select({ cart: profiles.cart }).from(profiles).where(eq(profiles.userId, userId))
  return row?.cart ?? []
}

/** Selects the cart of the user with the id `userId`, an expression; null where there is no profile. */
export const selectCart = (userId: SQL) =>
  sql<CartLine[] | null>`(select owner.cart from profiles owner where owner.user_id = ${userId}::uuid)`

/** Selects the ids of the variants in the cart; a line that names none has null. */
export const selectCartVariantIds = (userId: SQL) => sql`(
  select case when line ->> 'variantId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (line ->> 'variantId')::uuid end
  from profiles owner, jsonb_array_elements(owner.cart) as line where owner.user_id = ${userId}::uuid)`

/**
 * Puts `newCart` in the place of `knownCart`, which was read without a lock: false, and nothing changed,
 * where the cart is another one by now. The pages of the user are told.
 */
export const replaceCart = (
  userId: string,
  knownCart: readonly CartLine[],
  newCart: CartLine[],
): Promise<boolean> =>
  writeWithEvent(
    db()
      .update(profiles)
      .set({ cart: newCart, updatedAt: now() })
      .where(and(eq(profiles.userId, userId), sql`${profiles.cart} = ${JSON.stringify(knownCart)}::jsonb`)),
    newEvent("profile.changed", { userId }),
  )

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
  await writeTogether(tx, [
    tx.update(profiles).set({ cart: newCart, updatedAt: now() }).where(eq(profiles.userId, userId)),
    insertEvents(tx, [newEvent("profile.changed", { userId })]),
  ])
  return newCart
}

/** Takes lines of variants out of the cart, whatever is in it by then; the write, to be sent with others. */
export const removeFromCart = (tx: Transaction, userId: string, variantIds: readonly string[]) =>
  tx
    .update(profiles)
    .set({
      cart: sql`(select coalesce(jsonb_agg(line order by position), '[]')
        from jsonb_array_elements(${profiles.cart}) with ordinality as lines (line, position)
        where line ->> 'variantId' is null
          or line ->> 'variantId' <> all(${sql.param([...variantIds])}::text[]))`,
      updatedAt: now(),
    })
    .where(eq(profiles.userId, userId))
