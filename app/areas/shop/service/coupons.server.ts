/** Coupons: which a buyer may use now, each once per person. */
import { and, asc, eq, gt, isNull, lte, notExists, or, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db, type Executor } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { calculateCouponWon, type CouponTerms } from "../pricing.ts"
import { coupons, couponUses, sellers } from "../schema.server.ts"
import type { CouponChoice, SellerOrderView } from "../views.ts"

export type CouponOffer = CouponTerms & {
  id: string
  name: string
  sellerId: string | null
  sellerName: string | null
  endsAt: string
}

/**
 * The running coupons of the platform and of open shops that the buyer has not used; one that this `groupId`
 * holds counts as free.
 */
export async function findUsableCoupons(
  actor: Actor,
  groupId: string | null = null,
  executor: Executor = db(),
): Promise<CouponOffer[]> {
  if (actor.kind !== "member") return []
  const at = now()
  const usedByBuyer = executor
    .select({ one: sql`1` })
    .from(couponUses)
    .where(
      and(
        eq(couponUses.couponId, coupons.id),
        eq(couponUses.userId, actor.userId),
        groupId ? sql`${couponUses.groupId} <> ${groupId}::uuid` : undefined,
      ),
    )
  const rows = await executor
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
    })
    .from(coupons)
    .leftJoin(sellers, eq(sellers.userId, coupons.sellerId))
    .where(
      and(
        lte(coupons.startsAt, at),
        gt(coupons.endsAt, at),
        or(isNull(coupons.sellerId), eq(sellers.state, "approved")),
        notExists(usedByBuyer),
      ),
    )
    .orderBy(asc(coupons.endsAt), asc(coupons.id))
    .limit(100)
  return rows.map((row) => ({ ...row, endsAt: row.endsAt.toISOString() }))
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
    const { id, name, sellerName, minWon } = offer
    return [{ id, name, sellerName, minWon, offWon: calculateCouponWon(offer, eligibleWon) }]
  })
  return choices.sort((a, b) => b.offWon - a.offWon)
}
