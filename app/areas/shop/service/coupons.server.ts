/** Coupons: which a buyer may use now, each once per person. */
import { and, asc, eq, gt, isNull, lte, or, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { exactTime } from "#app/platform/page.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { calculateCouponWon, type CouponTerms } from "../pricing.ts"
import { coupons, sellers } from "../schema.server.ts"
import type { CouponChoice, SellerOrderView } from "../views.ts"

export type CouponOffer = CouponTerms & {
  id: string
  name: string
  sellerId: string | null
  sellerName: string | null
  endsAt: string
}

/** Whether the person `userId` (an expression) may use the coupon `alias`; some are for who has them. */
const isForPerson = (alias: string, userId: SQL) => {
  const coupon = sql.identifier(alias)
  return sql`(not ${coupon}.is_given or exists (select from coupon_holders h
    where h.coupon_id = ${coupon}.id and h.user_id = ${userId}))`
}

/** Selects the running coupons for everybody, of the platform and of the seller `sellerId`, an expression. */
export const selectRunningCoupons = (sellerId: SQL, at: Date) => sql<CouponOffer[]>`coalesce((
  select json_agg(json_build_object('id', c.id, 'name', c.name, 'sellerId', c.seller_id,
    'sellerName', (select s.name from sellers s where s.user_id = c.seller_id), 'kind', c.kind,
    'value', c.value, 'maxWon', c.max_won, 'minWon', c.min_won, 'endsAt', ${exactTime(sql`c.ends_at`)})
    order by c.ends_at, c.id)
  from coupons c where (c.seller_id is null or c.seller_id = ${sellerId}) and not c.is_given
    and c.starts_at <= ${at.toISOString()}::timestamptz and c.ends_at > ${at.toISOString()}::timestamptz
  ), '[]')`

/** A coupon of the box: whether it can be used now, was used, or is over. */
export type BoxedCoupon = CouponOffer & { state: "usable" | "used" | "over" }
/** Coupons that are over are shown for so long. */
const OVER_DAYS = 30

/**
 * The coupons of the platform and of open shops, as `actor` has them: first those that can be used, the one
 * that ends first before the others, then those of the last 30 days that were used or are over. At most 100.
 */
export async function findCouponBox({ userId }: Member): Promise<BoxedCoupon[]> {
  const at = now()
  const used = sql<boolean>`exists (select from coupon_uses u
    where u.coupon_id = ${coupons.id} and u.user_id = ${userId}::uuid)`
  const rows = await db()
    .select({
      id: coupons.id,
      name: coupons.name,
      sellerId: coupons.sellerId,
      sellerName: sellers.name,
      kind: coupons.kind,
      value: coupons.value,
      maxWon: coupons.maxWon,
      minWon: coupons.minWon,
      endsAt: coupons.endsAt,
      used,
    })
    .from(coupons)
    .leftJoin(sellers, eq(sellers.userId, coupons.sellerId))
    .where(
      and(
        lte(coupons.startsAt, at),
        gt(coupons.endsAt, addDays(at, -OVER_DAYS)),
        or(isNull(coupons.sellerId), eq(sellers.state, "approved")),
        isForPerson("coupons", sql`${userId}::uuid`),
      ),
    )
    .orderBy(asc(coupons.endsAt), asc(coupons.id))
    .limit(100)
  const boxed = rows.map(({ used: isUsed, endsAt, ...row }): BoxedCoupon => {
    const state = isUsed ? "used" : endsAt <= at ? "over" : "usable"
    return { ...row, state, endsAt: endsAt.toISOString() }
  })
  const order = { usable: 0, used: 1, over: 2 }
  return boxed.sort((a, b) => order[a.state] - order[b.state])
}

/**
 * Selects the running coupons of the platform and of open shops that the buyer has not used, the one that
 * ends first before the others, at most 100; one that the purchase `groupId` holds counts as free.
 */
export const selectUsableCoupons = (of: { buyerId: SQL; groupId: SQL; at: SQL }) => sql<
  CouponOffer[]
>`coalesce((
  select json_agg(json_build_object('id', c.id, 'name', c.name, 'sellerId', c.seller_id,
    'sellerName', c.seller_name, 'kind', c.kind, 'value', c.value, 'maxWon', c.max_won, 'minWon', c.min_won,
    'endsAt', ${exactTime(sql`c.ends_at`)}) order by c.ends_at, c.id)
  from (select coupons.*, sellers.name as seller_name
    from coupons left join sellers on sellers.user_id = coupons.seller_id
    where coupons.starts_at <= ${of.at}::timestamptz and coupons.ends_at > ${of.at}::timestamptz
      and (coupons.seller_id is null or sellers.state = 'approved')
      and ${isForPerson("coupons", sql`${of.buyerId}::uuid`)}
      and not exists (select from coupon_uses u where u.coupon_id = coupons.id
        and u.user_id = ${of.buyerId}::uuid and u.group_id <> ${of.groupId}::uuid)
    order by coupons.ends_at, coupons.id limit 100) c), '[]')`

/** As {@link selectUsableCoupons}, in a transaction. */
export async function findUsableCoupons(
  tx: Transaction,
  { userId }: Member,
  groupId: string,
): Promise<CouponOffer[]> {
  const of = { buyerId: sql`${userId}`, groupId: sql`${groupId}`, at: sql`${now().toISOString()}` }
  const [row] = await tx.execute<{ coupons: CouponOffer[] }>(
    sql`select ${selectUsableCoupons(of)} as coupons`,
  )
  return row?.coupons ?? []
}

/** What each coupon takes off a purchase, the best first, without those that none of its goods count for. */
export function listCouponChoices(
  offers: readonly CouponOffer[],
  sellerOrders: readonly SellerOrderView[],
): CouponChoice[] {
  const choices = offers.flatMap((offer) => {
    const eligibleWon = sellerOrders
      .filter(({ seller }) => offer.sellerId === null || offer.sellerId === seller.id)
      .reduce((total, { itemsWon }) => total + itemsWon, 0)
    if (eligibleWon === 0) return []
    const { id, name, sellerName, minWon, maxWon } = offer
    return [{ id, name, sellerName, minWon, maxWon, offWon: calculateCouponWon(offer, eligibleWon) }]
  })
  return choices.sort((a, b) => b.offWon - a.offWon)
}

/** The coupon that takes the most off, of {@link listCouponChoices}; null where none takes anything off. */
export const chooseBestCoupon = (choices: readonly CouponChoice[]): CouponChoice | null =>
  choices.reduce<CouponChoice | null>(
    (best, choice) => (choice.offWon > (best?.offWon ?? 0) ? choice : best),
    null,
  )
