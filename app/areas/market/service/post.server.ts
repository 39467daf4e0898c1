/** Owns putting an item up, and changing it while it is for sale. */
import { and, eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { dayMs } from "#app/basics/time.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { removeDraft } from "#app/platform/drafts.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { subjectChanged } from "#app/platform/subjects.server.ts"
import { once } from "#app/platform/submissions.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { ItemForm } from "../forms.ts"
import { canEditItem, LIMITS } from "../rules.ts"
import { items } from "../schema.server.ts"
import { expireOffers } from "./offers.server.ts"
import { recordEvent, withOwnItem } from "./frame.server.ts"
import { setItemPictures } from "./pictures.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

export type ItemInput = z.output<typeof ItemForm>

/** The names of the drafts. */
export const newItemDraft = "item"
export const draftOfItem = (itemId: string) => `item:${itemId}`

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
  const { submissionKey, pictureIds, ...facts } = input
  return inTransaction((tx) =>
    once(tx, { actorId: actor.userId, form: "item", key: submissionKey }, async () => {
      const at = now()
      const dayAgo = new Date(at.getTime() - dayMs).toISOString()
      const [recent] = await tx
        .select({ posts: sql<number>`count(*)::int` })
        .from(items)
        .where(and(eq(items.sellerId, actor.userId), sql`${items.createdAt} > ${dayAgo}::timestamptz`))
      if ((recent?.posts ?? 0) >= LIMITS.postsADay) return refuse("too_many")
      const itemId = newId()
      await tx.insert(items).values({
        id: itemId,
        sellerId: actor.userId,
        ...facts,
        state: "selling",
        bumpedAt: at,
        createdAt: at,
        updatedAt: at,
      })
      if (!(await setItemPictures(tx, itemId, actor.userId, pictureIds))) return refuse("pictures_missing")
      await recordEvent(
        tx,
        { id: itemId, state: "selling" },
        { move: "post", actorId: actor.userId, first: true },
      )
      await removeDraft(actor.userId, newItemDraft, tx)
      await emit(tx, "item.posted", { itemId, sellerId: actor.userId })
      await subjectChanged(tx, { kind: "item", id: itemId })
      return ok({ itemId })
    }),
  )
}

/**
 * Rewrites an item that is not sold. A lower price is told to those who have it on their list; offers above
 * the new price are closed. Refusals: `not_found`, `not_now` (sold), `pictures_missing`.
 */
export async function editItem(
  actor: Actor,
  itemId: string,
  input: ItemInput,
): Promise<Outcome<"not_found" | "not_now" | "pictures_missing">> {
  return withOwnItem(actor, itemId, async (tx, item) => {
    if (!canEditItem(item.state)) return refuse("not_now")
    const { pictureIds, ...facts } = input
    if (!(await setItemPictures(tx, itemId, item.sellerId, pictureIds))) return refuse("pictures_missing")
    await tx
      .update(items)
      .set({ ...facts, updatedAt: now() })
      .where(eq(items.id, itemId))
    await recordEvent(tx, item, {
      move: "edit",
      actorId: item.sellerId,
      note: facts.priceWon === item.priceWon ? "" : `${item.priceWon}→${facts.priceWon}`,
    })
    await removeDraft(item.sellerId, draftOfItem(itemId), tx)
    await expireOffers(tx, item, facts.negotiable ? { from: facts.priceWon } : {})
    if (facts.priceWon < item.priceWon && item.state === "selling")
      await emit(tx, "item.price_dropped", {
        itemId,
        sellerId: item.sellerId,
        fromWon: item.priceWon,
        toWon: facts.priceWon,
      })
    await emit(tx, "item.edited", { itemId, sellerId: item.sellerId })
    await subjectChanged(tx, { kind: "item", id: itemId })
    return ok()
  })
}
