/** What other areas show of an item, who talks about it, how it is found and hidden. */
import { href } from "react-router"
import { and, eq, gt, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { formatWon } from "#app/basics/won.ts"
import { db } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import type { SubjectSource } from "#app/platform/subjects.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { people } from "../../accounts/service/people-view.server.ts"
import { CONDITION_LABELS, isListed, ITEM_CATEGORY_LABELS } from "../rules.ts"
import { items } from "../schema.server.ts"
import { insertItemEvent } from "./transitions.server.ts"
import { isCandidate } from "./deal-candidates.server.ts"
import { ITEM_STATE_LABELS, ITEM_STATE_TONES } from "#app/areas/market/item-state-rules.ts"

const firstPictureIdSql = sql<
  string | null
>`(select ip.picture_id from item_pictures ip where ip.item_id = items.id order by ip.position limit 1)`

export const itemSubject: SubjectSource = {
  kind: "item",
  async loadCards(ids) {
    const rows = await db()
      .select({
        id: items.id,
        title: items.title,
        regionCode: items.regionCode,
        priceWon: items.priceWon,
        state: items.state,
        sellerId: items.sellerId,
        deletedAt: items.deletedAt,
        sellerName: people.name,
        pictureId: firstPictureIdSql,
      })
      .from(items)
      .innerJoin(people, eq(people.userId, items.sellerId))
      .where(inArray(items.id, [...ids]))
    return rows.map((row) => ({
      kind: "item",
      id: row.id,
      title: row.title,
      line: `${formatRegionShortName(row.regionCode)} · ${row.sellerName}`,
      priceText: row.priceWon === 0 ? "나눔" : formatWon(row.priceWon),
      pictureId: row.pictureId,
      href: href("/marketplace/:itemId", { itemId: row.id }),
      state:
        row.deletedAt === null
          ? { tone: ITEM_STATE_TONES[row.state], label: ITEM_STATE_LABELS[row.state] }
          : { tone: "done", label: "삭제됨" },
      ownerId: row.sellerId,
    }))
  },
  async findPartnerId(userId, id, withUserId) {
    if (!isId(id)) return null
    const [item] = await db().select().from(items).where(eq(items.id, id))
    if (!item || item.deletedAt !== null || item.hiddenAt !== null) return null
    // A seller opens the talk with one of those who deal about the item already.
    if (item.sellerId === userId)
      return withUserId !== null && (item.buyerId === withUserId || (await isCandidate(item, withUserId)))
        ? withUserId
        : null
    return isListed(item) || item.buyerId === userId ? item.sellerId : null
  },
  async loadSearchEntries(ids) {
    const rows = await db()
      .select({
        id: items.id,
        title: items.title,
        category: items.category,
        condition: items.condition,
        regionCode: items.regionCode,
        priceWon: items.priceWon,
        state: items.state,
        bumpedAt: items.bumpedAt,
        description: items.description,
        hiddenAt: items.hiddenAt,
        putAwayAt: items.putAwayAt,
        deletedAt: items.deletedAt,
        wishes: sql<number>`(select count(*)::int from item_wishes iw where iw.item_id = items.id)`,
      })
      .from(items)
      .where(and(inArray(items.id, [...ids]), sql`${items.state} <> 'sold'`))
    return rows.filter(isListed).map((row) => ({
      id: row.id,
      tab: "market",
      title: row.title,
      searchWords: [
        ITEM_CATEGORY_LABELS[row.category],
        ...(row.priceWon === 0 ? ["나눔"] : []),
        CONDITION_LABELS[row.condition],
        row.description.slice(0, 100),
      ],
      regionCodes: [row.regionCode],
      priceWon: row.priceWon,
      rank: row.state === "selling" ? Math.min(1, 0.3 + row.wishes / 30) : 0.1,
      at: row.bumpedAt,
    }))
  },
  async listIdsAfter(after, limit) {
    const rows = await db()
      .select({ id: items.id })
      .from(items)
      .where(after === null ? undefined : gt(items.id, after))
      .orderBy(items.id)
      .limit(limit)
    return rows.map((row) => row.id)
  },
  async setHidden(tx, id, reason) {
    if (!isId(id)) return false
    const [item] = await tx.select().from(items).where(eq(items.id, id)).for("update")
    if (!item || item.deletedAt !== null) return false
    await tx
      .update(items)
      .set({ hiddenAt: reason === null ? null : now(), hiddenReason: reason ?? "" })
      .where(eq(items.id, id))
    await insertItemEvent(tx, item, {
      move: reason === null ? "unhide" : "hide",
      actorId: null,
      note: reason ?? "",
    })
    await emit(tx, "item.shown", { itemId: id, sellerId: item.sellerId })
    await emitSubjectChanged(tx, { kind: "item", id })
    return true
  },
}
