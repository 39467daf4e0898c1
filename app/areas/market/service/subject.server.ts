/** What other areas show of an item, who talks about it, how it is found and hidden. */
import { href } from "react-router"
import { and, eq, gt, inArray, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { SubjectCard } from "#app/basics/subject.ts"
import { isId } from "#app/basics/ids.ts"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { formatWon } from "#app/basics/won.ts"
import { db } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import type { SubjectSource } from "#app/platform/subjects.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { people } from "../../accounts/service/people-view.server.ts"
import { CONDITION_LABELS, isListed, ITEM_CATEGORY_LABELS } from "../rules.ts"
import { listItemMarks } from "../search-filter-rules.ts"
import { DEAL_STATE_LABELS, DEAL_STATE_TONES, isDealOver, type DealState } from "../deal-rules.ts"
import { items } from "../schema.server.ts"
import { insertItemEvent } from "./transitions.server.ts"
import { isCandidate } from "./deal-candidates.server.ts"
import { ITEM_STATE_LABELS, ITEM_STATE_TONES } from "#app/areas/market/item-state-rules.ts"

const firstPictureIdSql = sql<
  string | null
>`(select ip.picture_id from item_pictures ip where ip.item_id = items.id order by ip.position limit 1)`

const formatItemPrice = (won: number) => (won === 0 ? "나눔" : formatWon(won))

type ItemFacts = Pick<
  typeof items.$inferSelect,
  "id" | "title" | "regionCode" | "priceWon" | "state" | "sellerId" | "deletedAt"
>

const toItemCard = (row: { item: ItemFacts; sellerName: string; pictureId: string | null }): SubjectCard => ({
  kind: "item",
  id: row.item.id,
  title: row.item.title,
  line: `${formatRegionShortName(row.item.regionCode)} · ${row.sellerName}`,
  priceText: formatItemPrice(row.item.priceWon),
  pictureId: row.pictureId,
  href: href("/marketplace/:itemId", { itemId: row.item.id }),
  state:
    row.item.deletedAt === null
      ? { tone: ITEM_STATE_TONES[row.item.state], label: ITEM_STATE_LABELS[row.item.state] }
      : { tone: "done", label: "삭제됨" },
  ownerId: row.item.sellerId,
})

/** The newest deal, and the newest accepted offer, of the one of `pair` who is not the seller. */
async function findItemInRoom(itemId: string, pair: readonly [string, string]) {
  const isOfBuyer = (buyerId: SQL) => sql`${buyerId} in (${pair[0]}::uuid, ${pair[1]}::uuid)`
  const [row] = await db()
    .select({
      item: items,
      sellerName: people.name,
      pictureId: firstPictureIdSql,
      deal: sql<{ id: string; state: DealState; priceWon: number } | null>`(
        select json_build_object('id', d.id, 'state', d.state, 'priceWon', d.price_won) from deals d
        where d.item_id = items.id and ${isOfBuyer(sql`d.buyer_id`)} order by d.id desc limit 1)`,
      offerWon: sql<number | null>`(select o.price_won from price_offers o where o.item_id = items.id
        and ${isOfBuyer(sql`o.buyer_id`)} and o.state = 'accepted' order by o.decided_at desc limit 1)`,
    })
    .from(items)
    .innerJoin(people, eq(people.userId, items.sellerId))
    .where(eq(items.id, itemId))
  if (!row) return null
  const { item, deal, offerWon } = row
  const hasDeal = deal !== null && deal.state !== "cancelled" && deal.state !== "returned"
  const isReserved = item.dealWon !== null && item.buyerId !== null && pair.includes(item.buyerId)
  const agreedWon = hasDeal ? deal.priceWon : isReserved ? item.dealWon : offerWon
  return { ...row, isReserved, agreedWon: agreedWon === null ? null : Math.min(agreedWon, item.priceWon) }
}

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
    return rows.map((row) => toItemCard({ item: row, sellerName: row.sellerName, pictureId: row.pictureId }))
  },
  async loadCardFor(userId, id, partnerId) {
    const row = await findItemInRoom(id, [userId, partnerId])
    if (!row) return null
    const { item, deal, agreedWon } = row
    const isBuyer = item.sellerId !== userId
    const isOpenDeal = deal !== null && !isDealOver(deal.state)
    const canBuy =
      isBuyer &&
      !isOpenDeal &&
      item.safe &&
      isListed(item) &&
      (item.state === "selling" || (item.state === "reserved" && item.buyerId === userId))
    return {
      ...toItemCard(row),
      isAgreed: item.state === "reserved" && row.isReserved && item.direct && !isOpenDeal,
      priceText: agreedWon === null ? formatItemPrice(item.priceWon) : `합의한 가격 ${formatWon(agreedWon)}`,
      ...(isOpenDeal && {
        state: { tone: DEAL_STATE_TONES[deal.state], label: DEAL_STATE_LABELS[deal.state] },
      }),
      next: isOpenDeal
        ? { label: "거래 보기", href: href("/marketplace/deals/:dealId", { dealId: deal.id }) }
        : canBuy
          ? { label: "안심결제", href: href("/marketplace/:itemId/buy", { itemId: id }) }
          : null,
    }
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
        direct: items.direct,
        parcel: items.parcel,
        negotiable: items.negotiable,
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
      marks: listItemMarks({ ...row, takesOffers: row.negotiable && row.state === "selling" }),
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
