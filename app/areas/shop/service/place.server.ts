/**
 * Owns placing the order: to whom it goes, with which coupon, how it is paid; the amount is computed here.
 */
import { createHash } from "node:crypto"
import { and, desc, eq, ne, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { builtOnce, db, inOneGo, inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { paymentProvider } from "#app/platform/services.server.ts"
import { once } from "#app/platform/submissions.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { PlaceOrderForm } from "../forms.ts"
import { commissionWon, totalsOf } from "../money.ts"
import { LIMITS } from "../rules.ts"
import { couponUses, orderGroups, orderLines, payments, sellers, shopOrders } from "../schema.server.ts"
import { findCoupons } from "./coupons.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

export type PlaceRefusal =
  | "not_found"
  | "expired"
  | "paying"
  | "paid"
  | "coupon_gone"
  | "coupon_useless"
  | "too_small"
  | "made_to_order"
  | "payments_off"
  | "key_reused"

/**
 * Fixes address, coupon and method of a purchase begun, and makes an attempt to pay the amount computed here.
 * Before it is paid it may be placed again, which makes another attempt. The same `submissionKey` gets the
 * same attempt. Refusals: `not_found` (not this buyer's), `expired` (15 minutes are over), `paying` (an
 * attempt is under way), `paid`, `coupon_gone` (over or used), `coupon_useless` (its minimum is not reached),
 * `too_small` (under 100원), `made_to_order` (nobody agreed that it does not go back on a change of mind),
 * `payments_off` (nobody takes payments), `key_reused` (the key came with another order before).
 */
export async function placeOrder(
  actor: Actor,
  groupId: string,
  input: z.output<typeof PlaceOrderForm>,
): Promise<Outcome<PlaceRefusal, { paymentId: string }>> {
  if (actor.kind !== "member") return refuse("not_found")
  const provider = paymentProvider()
  if (provider === null) return refuse("payments_off")
  const { submissionKey, ...typed } = input
  const body = createHash("sha256")
    .update(JSON.stringify([groupId, typed]))
    .digest("base64url")
  try {
    const done = await inTransaction((tx) =>
      once(
        tx,
        { actorId: actor.userId, form: "shop-place", key: submissionKey },
        async (): Promise<Outcome<PlaceRefusal, { paymentId: string; body: string }>> => {
          const at = now()
          // What is asked after the lock is asked along with it: it is read once the lock is there.
          const [[group], [last], orders, lines] = await inOneGo([
            tx
              .select({
                state: orderGroups.state,
                expiresAt: orderGroups.expiresAt,
                couponId: orderGroups.couponId,
              })
              .from(orderGroups)
              .where(and(eq(orderGroups.id, groupId), eq(orderGroups.buyerId, actor.userId)))
              .for("update"),
            tx
              .select({ state: payments.state })
              .from(payments)
              .where(eq(payments.groupId, groupId))
              .orderBy(desc(payments.createdAt), desc(payments.id))
              .limit(1),
            tx
              .select({
                sellerId: shopOrders.sellerId,
                feeWon: shopOrders.feeWon,
                freeFromWon: shopOrders.freeFromWon,
                bps: sellers.commissionBps,
              })
              .from(shopOrders)
              .innerJoin(sellers, eq(sellers.userId, shopOrders.sellerId))
              .where(eq(shopOrders.groupId, groupId))
              .orderBy(shopOrders.id),
            tx
              .select({
                id: orderLines.id,
                sellerId: orderLines.sellerId,
                unitWon: orderLines.unitWon,
                quantity: orderLines.quantity,
                freeShipping: orderLines.freeShipping,
                madeToOrder: orderLines.madeToOrder,
              })
              .from(orderLines)
              .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
              .where(eq(shopOrders.groupId, groupId))
              .orderBy(orderLines.id),
          ])
          if (!group) return refuse("not_found")
          if (group.state === "paid" || group.state === "waiting_deposit") return refuse("paid")
          if (group.state === "expired" || group.expiresAt <= at) return refuse("expired")
          if (last?.state === "IN_PROGRESS") return refuse("paying")

          const coupon =
            input.couponId === null
              ? null
              : (await findCoupons(actor, groupId, tx)).find((offer) => offer.id === input.couponId)
          if (coupon === undefined) return refuse("coupon_gone")
          const terms = new Map(orders.map((order) => [order.sellerId, order]))
          const totals = totalsOf(
            lines.map((line) => ({
              id: line.id,
              sellerId: line.sellerId,
              priceWon: line.unitWon * line.quantity,
              freeShipping: line.freeShipping,
            })),
            terms,
            coupon,
          )
          if (coupon && totals.discountWon === 0) return refuse("coupon_useless")
          const madeToOrder = lines.some((line) => line.madeToOrder)
          if (madeToOrder && !input.madeToOrderConsent) return refuse("made_to_order")
          if (totals.totalWon < LIMITS.leastTotalWon) return refuse("too_small")

          const shares = totals.sellers.flatMap((seller) =>
            seller.lines.map((line) => {
              const bySeller = coupon?.sellerId === null ? 0 : line.discountWon
              return sql`(${line.id}::uuid, ${line.discountWon}::bigint,
                ${line.discountWon - bySeller}::bigint,
                  ${commissionWon(line.priceWon, bySeller, terms.get(line.sellerId)?.bps ?? 0)}::bigint)`
            }),
          )
          const sums = totals.sellers.map(
            (seller) =>
              sql`(${seller.sellerId}::uuid, ${seller.shippingWon}::bigint, ${seller.discountWon}::bigint)`,
          )
          const paymentId = newId()
          await inOneGo([
            group.couponId === null ? null : tx.delete(couponUses).where(eq(couponUses.groupId, groupId)),
            coupon
              ? tx
                  .insert(couponUses)
                  .values({ couponId: coupon.id, userId: actor.userId, groupId, usedAt: at })
              : null,
            tx.execute(sql`update order_lines set discount_won = share.discount,
              platform_discount_won = share.platform, commission_won = share.commission
            from (values ${sql.join(
              shares,
              sql`,
              `,
            )}) as share (id, discount, platform, commission)
              where order_lines.id = share.id`),
            tx.execute(sql`update shop_orders set shipping_won = sums.shipping, discount_won = sums.discount
            from (values ${sql.join(
              sums,
              sql`,
              `,
            )}) as sums (seller_id, shipping, discount)
              where shop_orders.group_id = ${groupId}::uuid and shop_orders.seller_id = sums.seller_id`),
            tx
              .update(orderGroups)
              .set({
                recipient: input.recipient,
                phone: input.phone,
                zonecode: input.zonecode,
                address: input.address,
                addressDetail: input.addressDetail ?? "",
                request: input.request ?? "",
                couponId: coupon?.id ?? null,
                shippingWon: totals.shippingWon,
                discountWon: totals.discountWon,
                totalWon: totals.totalWon,
                consentedAt: at,
                thirdPartyConsentAt: at,
                madeToOrderConsentAt: madeToOrder ? at : null,
              })
              .where(eq(orderGroups.id, groupId)),
            last?.state === "READY"
              ? tx
                  .update(payments)
                  .set({ state: "EXPIRED", updatedAt: at })
                  .where(and(eq(payments.groupId, groupId), eq(payments.state, "READY")))
              : null,
            tx.insert(payments).values({
              id: paymentId,
              groupId,
              buyerId: actor.userId,
              provider,
              method: input.method,
              amountWon: totals.totalWon,
              state: "READY",
              createdAt: at,
              updatedAt: at,
            }),
          ])
          return ok({ paymentId, body })
        },
      ),
    )
    if (!done.ok) return done
    return done.body === body ? ok({ paymentId: done.paymentId }) : refuse("key_reused")
  } catch (error) {
    if (violatedConstraint(error) === "coupon_uses_pkey") return refuse("coupon_gone")
    throw error
  }
}

const lastAddress = builtOnce(["buyerId"], ({ buyerId }) =>
  db()
    .select({
      recipient: orderGroups.recipient,
      phone: orderGroups.phone,
      zonecode: orderGroups.zonecode,
      address: orderGroups.address,
      addressDetail: orderGroups.addressDetail,
      request: orderGroups.request,
    })
    .from(orderGroups)
    .where(and(eq(orderGroups.buyerId, buyerId), ne(orderGroups.recipient, "")))
    .orderBy(desc(orderGroups.createdAt), desc(orderGroups.id))
    .limit(1),
)

/** The address of the buyer's last order, to begin with. */
export async function findLastAddress(actor: Actor) {
  if (actor.kind !== "member") return null
  return (await lastAddress({ buyerId: actor.userId }))[0] ?? null
}
