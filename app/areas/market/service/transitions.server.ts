/**
 * The one way in which an item is changed: locked, asked whose it is, moved by the table, recorded,
 * announced.
 */
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { ITEM_TRANSITIONS, type ItemMove, type ItemState } from "../rules.ts"
import { itemEvents, items } from "../schema.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

export type ItemRow = typeof items.$inferSelect

/**
 * The item, locked until the end of the transaction; undefined where it was deleted. Every change of an item
 * or of its offers takes this lock first.
 */
export async function lockItem(tx: Transaction, itemId: string): Promise<ItemRow | undefined> {
  const [item] = await tx.select().from(items).where(eq(items.id, itemId)).for("update")
  return item?.deletedAt === null ? item : undefined
}

/**
 * The frame of every use case of a seller: the item locked before `handle`. Refusal `not_found` for everybody
 * else, so that nothing shows to them.
 */
export async function withLockedOwnItem<Result>(
  actor: Actor,
  itemId: string,
  handle: (tx: Transaction, item: ItemRow) => Promise<Result>,
): Promise<Result | Refusal<"not_found">> {
  return inTransaction(async (tx) => {
    const item = await lockItem(tx, itemId)
    if (!item || actor.kind !== "member" || item.sellerId !== actor.userId) return refuse("not_found")
    return handle(tx, item)
  })
}

/** Writes a line into the item's history; without `toState` the state stays. */
export async function insertItemEvent(
  tx: Transaction,
  item: Pick<ItemRow, "id" | "state">,
  event: { move: string; actorId: string | null; note?: string; toState?: ItemState; isFirst?: boolean },
): Promise<void> {
  await tx.insert(itemEvents).values({
    id: newId(),
    itemId: item.id,
    move: event.move,
    fromState: event.isFirst ? null : item.state,
    toState: event.toState ?? item.state,
    actorId: event.actorId,
    note: event.note ?? "",
    at: now(),
  })
}

/**
 * Makes `move` on an item that the caller has locked: state, moments, a line of history, the event. For the
 * seller, or where `dealId` is given for a deal that is paid safely and tells its people itself. The refusal
 * `not_now` is the transition table's.
 */
export async function transitionItem(
  tx: Transaction,
  item: ItemRow,
  move: ItemMove,
  columns: { buyerId: string | null; dealWon: number | null; putAwayAt?: Date },
  dealId: string | null = null,
): Promise<Outcome<"not_now">> {
  const role = dealId === null ? "seller" : "deal"
  const transition = findTransition(ITEM_TRANSITIONS, { move, from: item.state, role })
  if (!transition) return refuse("not_now")
  const at = now()
  await tx
    .update(items)
    .set({
      state: transition.to,
      ...columns,
      reservedAt: transition.to === "selling" ? null : move === "reserve" ? at : item.reservedAt,
      soldAt: transition.to === "sold" ? at : null,
      updatedAt: at,
    })
    .where(eq(items.id, item.id))
  await insertItemEvent(tx, item, {
    move,
    actorId: dealId === null ? item.sellerId : null,
    toState: transition.to,
  })
  await emit(tx, "item.moved", {
    itemId: item.id,
    sellerId: item.sellerId,
    buyerId: columns.buyerId ?? item.buyerId,
    move,
    dealId,
  })
  await emitSubjectChanged(tx, { kind: "item", id: item.id })
  return ok()
}
