/** What the screens show of deals that are paid safely. */
import { eq, isNotNull, sql, type SQL } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { ascending, descending, page } from "#app/platform/page.server.ts"
import { pictureJson } from "#app/platform/pictures.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { chargesTable, isRefundAccountNeeded } from "../../money/service/charge-sql.server.ts"
import { dealClaims, deals, items } from "../schema.server.ts"
import type { DealListRow, DealView, DisputedDealRow, SafeDealRef } from "../views.ts"
import { getRoleInDeal } from "./deal-transitions.server.ts"
import { getMeetingCode } from "./deal-steps.server.ts"
import { firstPictureSql } from "./item-pictures.server.ts"

/** The deal of an item that lasts or that sold it, as a column of a query over `items`. */
export const safeDealSql = sql<SafeDealRef | null>`(select json_build_object('id', d.id, 'state', d.state,
  'chargeId', d.charge_id) from deals d
  where d.item_id = items.id and d.state not in ('cancelled', 'returned') limit 1)`

const nameSql = (userId: SQL) =>
  sql<string>`coalesce((select p.name from people p where p.user_id = ${userId}), '')`

const picturesSql = (side: "buyer" | "seller") => sql`coalesce((
  select json_agg(${pictureJson("pic")} order by cp.position) from deal_claim_pictures cp
  join pictures pic on pic.id = cp.picture_id where cp.claim_id = c.id and cp.side = ${side}), '[]')`

const claimSql = sql<DealView["claim"]>`(select json_build_object('kind', c.kind, 'details', c.details,
  'sellerNote', c.seller_note, 'outcome', c.outcome, 'reason', c.reason, 'pictures', ${picturesSql("buyer")},
  'returned', case when c.return_problem is not null then json_build_object('problem', c.return_problem,
    'note', c.return_note, 'pictures', ${picturesSql("seller")}) end)
  from deal_claims c where c.deal_id = deals.id)`

type EventRecord = Omit<DealView["events"][number], "at"> & { at: string }
const eventsSql = sql<EventRecord[]>`(select coalesce(json_agg(json_build_object('move', e.move,
  'role', e.role, 'note', e.note, 'at', e.at) order by e.at, e.id), '[]')
  from deal_events e where e.deal_id = deals.id)`

type ChargeRecord = { state: string; dueAt: string; isAccountNeeded: boolean }
const chargeSql = sql<ChargeRecord | null>`(select json_build_object('state', c.state, 'dueAt', c.due_at,
  'isAccountNeeded', ${isRefundAccountNeeded(sql`c.id`)})
  from ${chargesTable} c where c.id = deals.charge_id)`

// PostgreSQL writes the moments inside JSON in its own way.
const toIso = (moment: string): string => new Date(moment).toISOString()

type DealRow = typeof deals.$inferSelect

const toParcel = <Carrier extends string>(carrier: Carrier | null, number: string | null) =>
  carrier === null ? null : { carrier, number: number ?? "" }

/** Where the thing goes: the seller needs to know once it is paid for, an administrator never. */
function getShownAddress(deal: DealRow, role: DealView["role"]): DealView["address"] {
  const isNeeded = role === "buyer" || (deal.state !== "asked" && deal.state !== "cancelled")
  if (deal.address === "" || role === "admin" || !isNeeded) return null
  const { recipient, phone, zonecode, address, addressDetail, request } = deal
  return { recipient, phone, zonecode, address, addressDetail, request }
}

const describeCharge = (charge: ChargeRecord | null) => ({
  isDepositAwaited: charge?.state === "paying",
  isAccountNeeded: charge?.isAccountNeeded ?? false,
  isRefunding: charge?.state === "refunding",
})

/**
 * A deal as one of its two people or an administrator sees it, in one query; null for everybody else. The
 * code is the buyer's alone, the address is for the two while it is needed.
 */
export async function findDeal(actor: Actor, dealId: string): Promise<DealView | null> {
  const [row] = await db()
    .select({
      deal: deals,
      title: items.title,
      picture: firstPictureSql,
      buyerName: nameSql(sql`deals.buyer_id`),
      sellerName: nameSql(sql`deals.seller_id`),
      reviewed: sql<boolean>`exists (select from deal_reviews r where r.item_id = deals.item_id
        and r.writer_id = ${actor.kind === "member" ? actor.userId : null}::uuid)`,
      claim: claimSql,
      events: eventsSql,
      charge: chargeSql,
    })
    .from(deals)
    .innerJoin(items, eq(items.id, deals.itemId))
    .where(eq(deals.id, dealId))
  const role = row && getRoleInDeal(actor, row.deal)
  if (!row || !role) return null
  const { deal, charge, events, ...rest } = row
  return {
    ...rest,
    id: deal.id,
    role,
    itemId: deal.itemId,
    buyerId: deal.buyerId,
    sellerId: deal.sellerId,
    method: deal.method,
    priceWon: deal.priceWon,
    parcelFeeWon: deal.parcelFeeWon,
    state: deal.state,
    chargeId: deal.chargeId,
    ...describeCharge(charge),
    dueAt: deal.state === "asked" ? charge && toIso(charge.dueAt) : (deal.dueAt?.toISOString() ?? null),
    address: getShownAddress(deal, role),
    code: role === "buyer" && deal.method === "direct" && deal.state === "paid" ? getMeetingCode(deal) : null,
    codeTries: deal.codeTries,
    parcel: toParcel(deal.carrier, deal.trackingNumber),
    returnParcel: toParcel(deal.returnCarrier, deal.returnTrackingNumber),
    events: events.map((event) => ({ ...event, at: toIso(event.at) })),
  }
}

const LIST_SIZE = 20
const NEWEST = descending("newest", [deals.id, "id"])

/** A page of the deals that the actor began or that somebody began with them, the newest first. */
export async function findOwnDeals(
  actor: Actor,
  side: "bought" | "sold",
  cursor: string | null,
): Promise<{ rows: DealListRow[]; next: string | null }> {
  if (actor.kind !== "member") return { rows: [], next: null }
  const isBuyer = side === "bought"
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: deals.id,
          title: items.title,
          picture: firstPictureSql,
          partnerName: nameSql(isBuyer ? sql`deals.seller_id` : sql`deals.buyer_id`),
          method: deals.method,
          totalWon: sql<number>`deals.price_won + deals.parcel_fee_won`,
          state: deals.state,
          at: deals.createdAt,
          sortKeys,
        })
        .from(deals)
        .innerJoin(items, eq(items.id, deals.itemId)),
    order: NEWEST,
    filter: eq(isBuyer ? deals.buyerId : deals.sellerId, actor.userId),
    cursor,
    size: LIST_SIZE,
  })
  return {
    rows: found.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    next: found.cursor,
  }
}

const OLDEST_WAITING = ascending("waiting", [deals.updatedAt, "time"], [deals.id, "id"])
const LAST_DECIDED = descending("decided", [dealClaims.decidedAt, "time"], [dealClaims.id, "id"])

/**
 * A page of the claims that wait for an administrator, the oldest first, or that were decided, the latest
 * first. Null for anybody but an administrator.
 */
export async function findDisputedDeals(
  actor: Actor,
  { queue, cursor }: { queue: "waiting" | "decided"; cursor: string | null },
): Promise<{ rows: DisputedDealRow[]; cursor: string | null } | null> {
  if (!hasRight(actor, "people")) return null
  const isWaiting = queue === "waiting"
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: deals.id,
          title: items.title,
          buyerName: nameSql(sql`deals.buyer_id`),
          sellerName: nameSql(sql`deals.seller_id`),
          totalWon: sql<number>`deals.price_won + deals.parcel_fee_won`,
          state: deals.state,
          kind: dealClaims.kind,
          outcome: dealClaims.outcome,
          at: deals.updatedAt,
          sortKeys,
        })
        .from(deals)
        .innerJoin(items, eq(items.id, deals.itemId))
        .innerJoin(dealClaims, eq(dealClaims.dealId, deals.id)),
    order: isWaiting ? OLDEST_WAITING : LAST_DECIDED,
    filter: isWaiting ? eq(deals.state, "disputed") : isNotNull(dealClaims.decidedAt),
    cursor,
    size: LIST_SIZE,
  })
  return {
    rows: found.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    cursor: found.cursor,
  }
}
