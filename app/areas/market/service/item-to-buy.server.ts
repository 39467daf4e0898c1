/** An item as the page shows it where a deal begins. */
import { and, eq, isNull, sql } from "drizzle-orm"
import type { CardPicture } from "#app/basics/picture-view.ts"
import { db } from "#app/platform/db.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { people } from "../../accounts/service/people-view.server.ts"
import { canPaySafely } from "../deal-rules.ts"
import { isListed, type DealMethod } from "../rules.ts"
import { items } from "../schema.server.ts"
import { safeDealSql } from "./deal-views.server.ts"
import { firstPictureSql } from "./item-pictures.server.ts"
import { findLastAddress, type LastAddress } from "./start-deal.server.ts"

export type ItemToBuy = {
  id: string
  title: string
  picture: CardPicture | null
  sellerName: string
  /** What was agreed on, else the price. */
  priceWon: number
  isAgreed: boolean
  parcelFeeWon: number
  methods: DealMethod[]
  /** The deal that the actor has begun already. */
  dealId: string | null
  isOpen: boolean
  lastAddress: LastAddress | null
}

/** What `actor` would buy, in two queries; null where it is not to be seen or their own. */
export async function findItemToBuy(actor: Member, itemId: string): Promise<ItemToBuy | null> {
  const { userId } = actor
  const [[row], lastAddress] = await Promise.all([
    db()
      .select({
        item: items,
        picture: firstPictureSql,
        sellerName: people.name,
        safeDeal: safeDealSql,
        offerWon: sql<number | null>`(select o.price_won from price_offers o where o.item_id = items.id
          and o.buyer_id = ${userId}::uuid and o.state = 'accepted' order by o.decided_at desc limit 1)`,
      })
      .from(items)
      .innerJoin(people, eq(people.userId, items.sellerId))
      .where(and(eq(items.id, itemId), isNull(items.deletedAt))),
    findLastAddress(userId),
  ])
  if (!row || row.item.sellerId === userId) return null
  const { item, safeDeal, offerWon } = row
  const isOwnDeal = item.buyerId === userId
  if (!isListed(item) && !isOwnDeal) return null
  const agreedWon = item.dealWon ?? (offerWon === null ? null : Math.min(offerWon, item.priceWon))
  const priceWon = agreedWon ?? item.priceWon
  const isFree = item.state === "selling" || (item.state === "reserved" && isOwnDeal)
  return {
    id: item.id,
    title: item.title,
    picture: row.picture,
    sellerName: row.sellerName,
    priceWon,
    isAgreed: agreedWon !== null && agreedWon < item.priceWon,
    parcelFeeWon: item.parcelFeeBy === "buyer" ? item.parcelFeeWon : 0,
    methods: [...(item.parcel ? (["parcel"] as const) : []), ...(item.direct ? (["direct"] as const) : [])],
    dealId: isOwnDeal && safeDeal ? safeDeal.id : null,
    isOpen: item.safe && isFree && item.hiddenAt === null && !safeDeal && canPaySafely(priceWon),
    lastAddress,
  }
}
