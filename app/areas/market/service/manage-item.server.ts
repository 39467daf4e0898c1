/** What a seller does with an item besides dealing: raise it, hide it, delete it. */
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { canBump, canDeleteItem, getNextBumpAt } from "../rules.ts"
import { items } from "../schema.server.ts"
import { insertItemEvent, withLockedOwnItem, type ItemRow } from "./transitions.server.ts"
import { expireOffers } from "./offers.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

async function emitItemShown(tx: Transaction, item: ItemRow): Promise<void> {
  await emit(tx, "item.shown", { itemId: item.id, sellerId: item.sellerId })
  await emitSubjectChanged(tx, { kind: "item", id: item.id })
}

/**
 * 끌올: puts the item on top of the list, once in 24 hours. Refusals: `not_found`, `not_now` (not for sale),
 * `too_early` with the moment from which it is possible.
 */
export async function bumpItem(
  actor: Actor,
  itemId: string,
): Promise<Outcome<"not_found" | "not_now"> | Refusal<"too_early", { availableFrom: Date }>> {
  return withLockedOwnItem(actor, itemId, async (tx, item) => {
    const at = now()
    if (item.state !== "selling") return refuse("not_now")
    if (!canBump(item, at)) return { ...refuse("too_early"), availableFrom: getNextBumpAt(item.bumpedAt) }
    await tx.update(items).set({ bumpedAt: at, updatedAt: at }).where(eq(items.id, itemId))
    await insertItemEvent(tx, item, { move: "bump", actorId: item.sellerId })
    await emitItemShown(tx, item)
    return ok()
  })
}

/**
 * Hides the seller's own item from everybody who does not deal about it, or shows it again; twice changes
 * nothing more. Refusal: `not_found`.
 */
export async function setItemHidden(
  actor: Actor,
  itemId: string,
  isHidden: boolean,
): Promise<Outcome<"not_found">> {
  return withLockedOwnItem(actor, itemId, async (tx, item) => {
    if ((item.putAwayAt !== null) === isHidden) return ok()
    await tx
      .update(items)
      .set({ putAwayAt: isHidden ? now() : null, updatedAt: now() })
      .where(eq(items.id, itemId))
    await insertItemEvent(tx, item, { move: isHidden ? "put_away" : "show", actorId: item.sellerId })
    await emitItemShown(tx, item)
    return ok()
  })
}

/** Deletes an item that is for sale. Refusals: `not_found`, `not_now` (reserved, or the record of a deal). */
export async function deleteItem(actor: Actor, itemId: string): Promise<Outcome<"not_found" | "not_now">> {
  return withLockedOwnItem(actor, itemId, async (tx, item) => {
    if (!canDeleteItem(item.state)) return refuse("not_now")
    await expireOffers(tx, item)
    await tx.update(items).set({ deletedAt: now(), updatedAt: now() }).where(eq(items.id, itemId))
    await insertItemEvent(tx, item, { move: "delete", actorId: item.sellerId })
    await emitItemShown(tx, item)
    return ok()
  })
}
