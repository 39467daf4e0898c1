/** Putting an item up, and changing it while it is for sale. */
import { and, eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { removeDraft } from "#app/platform/drafts.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { runOnce } from "#app/platform/submissions.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { ItemForm } from "../forms.ts"
import { canEditItem, LIMITS } from "../rules.ts"
import { items } from "../schema.server.ts"
import { isDealtSafely } from "./deal-transitions.server.ts"
import { expireOffers } from "./offers.server.ts"
import { insertItemEvent, withLockedOwnItem } from "./transitions.server.ts"
import { replaceItemPictures } from "./item-pictures.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

export type ItemInput = z.output<typeof ItemForm>

/** The names of the drafts. */
export const NEW_ITEM_DRAFT_NAME = "item"
export const itemDraftName = (itemId: string) => `item:${itemId}`

/**
 * Puts an item up. The same `submissionKey` of the same person makes one item and gets its id again.
 * Refusals: `not_allowed` (nobody without a profile), `too_many` (30 in 24 hours), `pictures_missing` (a
 * picture is not this person's loose one).
 */
export async function createItem(
  actor: Actor,
  input: ItemInput & { submissionKey: string },
): Promise<Outcome<"not_allowed" | "too_many" | "pictures_missing", { itemId: string }>> {
  if (actor.kind !== "member" || actor.profile === null) return refuse("not_allowed")
  const { submissionKey, pictureIds, ...itemValues } = input
  return inTransaction((tx) =>
    runOnce(tx, { actorId: actor.userId, form: "item", key: submissionKey }, async () => {
      const at = now()
      const dayAgo = new Date(at.getTime() - DAY_MS).toISOString()
      const [recentCount] = await tx
        .select({ posts: sql<number>`count(*)::int` })
        .from(items)
        .where(and(eq(items.sellerId, actor.userId), sql`${items.createdAt} > ${dayAgo}::timestamptz`))
      if ((recentCount?.posts ?? 0) >= LIMITS.maxPostsPerDay) return refuse("too_many")
      const itemId = newId()
      await tx.insert(items).values({
        id: itemId,
        sellerId: actor.userId,
        ...itemValues,
        state: "selling",
        bumpedAt: at,
        createdAt: at,
        updatedAt: at,
      })
      if (!(await replaceItemPictures(tx, itemId, actor.userId, pictureIds)))
        return refuse("pictures_missing")
      await insertItemEvent(
        tx,
        { id: itemId, state: "selling" },
        { move: "post", actorId: actor.userId, isFirst: true },
      )
      await removeDraft(actor.userId, NEW_ITEM_DRAFT_NAME, tx)
      await emit(tx, "item.posted", { itemId, sellerId: actor.userId })
      await emitSubjectChanged(tx, { kind: "item", id: itemId })
      return ok({ itemId })
    }),
  )
}

/**
 * Rewrites an item that is not sold. A lower price is told to those who have it on their list; offers above
 * the new price are closed. Refusals: `not_found`, `not_now` (sold), `pictures_missing`, `paid_safely`
 * (what somebody has bought stays as they saw it).
 */
export async function editItem(
  actor: Actor,
  itemId: string,
  input: ItemInput,
): Promise<Outcome<"not_found" | "not_now" | "pictures_missing" | "paid_safely">> {
  return withLockedOwnItem(actor, itemId, async (tx, item) => {
    if (!canEditItem(item.state)) return refuse("not_now")
    if (item.state === "reserved" && (await isDealtSafely(tx, itemId))) return refuse("paid_safely")
    const { pictureIds, ...itemValues } = input
    if (!(await replaceItemPictures(tx, itemId, item.sellerId, pictureIds))) return refuse("pictures_missing")
    await tx
      .update(items)
      .set({ ...itemValues, updatedAt: now() })
      .where(eq(items.id, itemId))
    await insertItemEvent(tx, item, {
      move: "edit",
      actorId: item.sellerId,
      note: itemValues.priceWon === item.priceWon ? "" : `${item.priceWon}→${itemValues.priceWon}`,
    })
    await removeDraft(item.sellerId, itemDraftName(itemId), tx)
    await expireOffers(tx, item, itemValues.negotiable ? { from: itemValues.priceWon } : {})
    if (itemValues.priceWon < item.priceWon && item.state === "selling")
      await emit(tx, "item.price_dropped", {
        itemId,
        sellerId: item.sellerId,
        fromWon: item.priceWon,
        toWon: itemValues.priceWon,
      })
    await emit(tx, "item.edited", { itemId, sellerId: item.sellerId })
    await emitSubjectChanged(tx, { kind: "item", id: itemId })
    return ok()
  })
}
