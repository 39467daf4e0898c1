/**
 * Placing the order: to whom it goes, with which coupon, how it is paid; the amount is computed here.
 */
import { createHash } from "node:crypto"
import { and, desc, eq, sql, type SQL } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { pipelined, inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import { insertSubmission, runOnceAtEnd } from "#app/platform/submissions.server.ts"
import { writeTogether, type Write } from "#app/platform/write-together.server.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import type { PlacePurchaseForm } from "../forms.ts"
import { calculateTotals, type PricedLine } from "../pricing.ts"
import { LIMITS } from "../rules.ts"
import { couponUses } from "../coupon-schema.server.ts"
import { orderGroups, orderLines, sellers, shopOrders } from "../schema.server.ts"
import { findOwnAddress, saveAddressIn } from "./addresses.server.ts"
import { findUsableCoupons, type CouponOffer } from "./coupons.server.ts"
import { ok, refuse, type Done, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { toCashReceiptWish } from "../../money/forms.ts"
import type { PaymentState } from "../../money/rules.ts"
import { payments } from "../../money/schema.server.ts"
import { calculateCommissionWon } from "../../money/amounts.ts"
import { createPaymentAttempt, expirePaymentAttempts } from "../../money/service/payment-attempts.server.ts"

export type PlaceRefusal =
  | "not_found"
  | "expired"
  | "paying"
  | "paid"
  | "coupon_gone"
  | "coupon_useless"
  | "too_small"
  | "made_to_order"
  | "address_gone"
  | "addresses_full"
  | "payments_off"
  | "key_reused"

/**
 * Fixes address, coupon and method of a purchase begun, and makes an attempt to pay the amount computed here.
 * Before it is paid it may be placed again, which makes another attempt. The same `submissionKey` gets the
 * same attempt. Refusals: `not_found` (not this buyer's), `expired` (15 minutes are over), `paying` (an
 * attempt is under way), `paid`, `coupon_gone` (over or used), `coupon_useless` (its minimum is not reached),
 * `too_small` (under 100원), `made_to_order` (nobody agreed that it does not go back on a change of mind),
 * `address_gone` (not one of the buyer's addresses any more), `addresses_full` (no more can be kept),
 * `payments_off` (nobody takes payments), `key_reused` (the key came with another order before).
 */
export async function placePurchase(
  actor: Actor,
  groupId: string,
  input: z.output<typeof PlacePurchaseForm>,
): Promise<Outcome<PlaceRefusal, { paymentId: string }>> {
  if (actor.kind !== "member") return refuse("not_found")
  const provider = getPaymentProvider()
  if (provider === null) return refuse("payments_off")
  const { submissionKey, ...typed } = input
  const body = createHash("sha256")
    .update(JSON.stringify([groupId, typed]))
    .digest("base64url")
  const submission = { actorId: actor.userId, form: "shop-place", key: submissionKey }
  const result = ok({ paymentId: newId(), body })
  try {
    const placed = await runOnceAtEnd<typeof result, Refusal<PlaceRefusal>>(submission, () =>
      inTransaction(async (tx): Promise<typeof result | Refusal<PlaceRefusal>> => {
        const key = insertSubmission(tx, submission, result)
        const { paymentId } = result
        const outcome = await placeLockedPurchase(tx, actor, groupId, { ...input, provider, paymentId, key })
        return outcome.ok ? result : outcome
      }),
    )
    if (!placed.ok) return placed
    return placed.body === body ? ok({ paymentId: placed.paymentId }) : refuse("key_reused")
  } catch (error) {
    if (violatedConstraint(error) === "coupon_uses_pkey") return refuse("coupon_gone")
    throw error
  }
}

type PlaceInput = z.output<typeof PlacePurchaseForm> & {
  provider: NonNullable<ReturnType<typeof getPaymentProvider>>
  /** The id of the attempt that is made. */
  paymentId: string
  /** The key of the form, written with the attempt. */
  key: Write
}

async function placeLockedPurchase(
  tx: Transaction,
  buyer: Member,
  groupId: string,
  input: PlaceInput,
): Promise<Done | Refusal<PlaceRefusal>> {
  const at = now()
  const { purchase, lastPaymentState, lines } = await lockPurchase(tx, buyer, groupId)
  if (!purchase) return refuse("not_found")
  if (purchase.state === "paid" || purchase.state === "waiting_deposit") return refuse("paid")
  if (purchase.state === "expired" || purchase.expiresAt <= at) return refuse("expired")
  if (lastPaymentState === "IN_PROGRESS") return refuse("paying")

  const coupon =
    input.couponId === null
      ? null
      : (await findUsableCoupons(tx, buyer, groupId)).find((offer) => offer.id === input.couponId)
  if (coupon === undefined) return refuse("coupon_gone")
  const terms = new Map(lines.map((line) => [line.sellerId, line]))
  const totals = calculateTotals(
    lines.map((line) => ({ ...line, priceWon: line.unitWon * line.quantity })),
    terms,
    coupon,
  )
  if (coupon && totals.discountWon === 0) return refuse("coupon_useless")
  const madeToOrder = lines.some((line) => line.madeToOrder)
  if (madeToOrder && !input.madeToOrderConsent) return refuse("made_to_order")
  if (totals.totalWon < LIMITS.minTotalWon) return refuse("too_small")

  const to = await findDeliveryAddress(tx, buyer, input)
  if (!to.ok) return to
  await writeTogether(tx, [
    input.key,
    ...saveCouponUse(tx, { groupId, buyer, from: purchase.couponId, to: coupon?.id ?? null, at }),
    saveLineShares(totals, { terms, coupon }),
    saveSellerTotals(groupId, totals),
    savePlacedPurchase(tx, groupId, { address: to.address, totals, coupon, madeToOrder, at }),
    lastPaymentState === "READY" ? expirePaymentAttempts(tx, [groupId], ["READY"]) : null,
    createPaymentAttempt(tx, {
      id: input.paymentId,
      chargeId: groupId,
      payerId: buyer.userId,
      provider: input.provider,
      method: input.method,
      amountWon: totals.totalWon,
      cashReceipt: toCashReceiptWish(input),
    }),
  ])
  return ok()
}

/** The coupon before is free again, and the new one used; one that stays is left as it is. */
function saveCouponUse(
  tx: Transaction,
  use: { groupId: string; buyer: Member; from: string | null; to: string | null; at: Date },
): Write[] {
  const { groupId, buyer, from, to, at } = use
  if (from === to) return []
  return [
    from === null ? null : tx.delete(couponUses).where(eq(couponUses.groupId, groupId)),
    to === null
      ? null
      : tx.insert(couponUses).values({ couponId: to, userId: buyer.userId, groupId, usedAt: at }),
  ]
}

type PurchaseAddress = Pick<
  typeof orderGroups.$inferInsert,
  "recipient" | "phone" | "zonecode" | "address" | "addressDetail" | "request"
>

/** Where it goes: one of the buyer's addresses, or what was typed, which is kept where the buyer wants it. */
async function findDeliveryAddress(
  tx: Transaction,
  { userId }: Member,
  input: PlaceInput,
): Promise<Outcome<"address_gone" | "addresses_full", { address: PurchaseAddress }>> {
  if (input.addressId !== null) {
    const own = await findOwnAddress(tx, userId, input.addressId)
    if (!own) return refuse("address_gone")
    const { recipient, phone, zonecode, address, addressDetail, request } = own
    return ok({ address: { recipient, phone, zonecode, address, addressDetail, request } })
  }
  const typed = {
    recipient: input.recipient ?? "",
    phone: input.phone ?? "",
    zonecode: input.zonecode ?? "",
    address: input.address ?? "",
    addressDetail: input.addressDetail ?? "",
    request: input.request ?? "",
  }
  if (input.saveAddress) {
    const saved = await saveAddressIn(tx, userId, null, { ...typed, isDefault: false })
    if (!saved.ok) return refuse("addresses_full")
  }
  return ok({ address: typed })
}

/** The purchase, locked, with its lines and what their sellers ask, which are read once the lock is there. */
async function lockPurchase(tx: Transaction, buyer: Member, groupId: string) {
  const lastPaymentState = tx
    .select({ state: payments.state })
    .from(payments)
    .where(eq(payments.groupId, groupId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1)
  const [[purchase], lines] = await pipelined([
    tx
      .select({
        state: orderGroups.state,
        expiresAt: orderGroups.expiresAt,
        couponId: orderGroups.couponId,
      })
      .from(orderGroups)
      .where(and(eq(orderGroups.id, groupId), eq(orderGroups.buyerId, buyer.userId)))
      .for("update"),
    tx
      .select({
        id: orderLines.id,
        sellerId: orderLines.sellerId,
        unitWon: orderLines.unitWon,
        quantity: orderLines.quantity,
        freeShipping: orderLines.freeShipping,
        madeToOrder: orderLines.madeToOrder,
        feeWon: shopOrders.feeWon,
        freeFromWon: shopOrders.freeFromWon,
        bps: sellers.commissionBps,
        lastPaymentState: sql<PaymentState | null>`${lastPaymentState}`,
      })
      .from(orderLines)
      .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
      .innerJoin(sellers, eq(sellers.userId, shopOrders.sellerId))
      .where(eq(shopOrders.groupId, groupId))
      .orderBy(orderLines.id),
  ])
  return { purchase, lastPaymentState: lines[0]?.lastPaymentState ?? null, lines }
}

type PurchaseTotals = ReturnType<typeof calculateTotals<PricedLine & { id: string; sellerId: string }>>

/** What each line pays of the coupon, and what the platform takes of it. */
function saveLineShares(
  totals: PurchaseTotals,
  { terms, coupon }: { terms: ReadonlyMap<string, { bps: number }>; coupon: CouponOffer | null },
): SQL {
  const lineShareRows = totals.sellers.flatMap((seller) =>
    seller.lines.map((line) => {
      const sellerDiscountWon = coupon?.sellerId === null ? 0 : line.discountWon
      const bps = terms.get(line.sellerId)?.bps ?? 0
      return sql`(${line.id}::uuid, ${line.discountWon}::bigint,
        ${line.discountWon - sellerDiscountWon}::bigint,
        ${calculateCommissionWon(line.priceWon, sellerDiscountWon, bps)}::bigint)`
    }),
  )
  return sql`update order_lines set discount_won = share.discount,
    platform_discount_won = share.platform, commission_won = share.commission
  from (values ${sql.join(
    lineShareRows,
    sql`,
    `,
  )}) as share (id, discount, platform, commission)
    where order_lines.id = share.id`
}

function saveSellerTotals(groupId: string, totals: PurchaseTotals): SQL {
  const sellerSumRows = totals.sellers.map(
    (seller) => sql`(${seller.sellerId}::uuid, ${seller.shippingWon}::bigint, ${seller.discountWon}::bigint)`,
  )
  return sql`update shop_orders set shipping_won = sums.shipping, discount_won = sums.discount
  from (values ${sql.join(
    sellerSumRows,
    sql`,
    `,
  )}) as sums (seller_id, shipping, discount)
    where shop_orders.group_id = ${groupId}::uuid and shop_orders.seller_id = sums.seller_id`
}

function savePlacedPurchase(
  tx: Transaction,
  groupId: string,
  placed: {
    address: PurchaseAddress
    totals: PurchaseTotals
    coupon: CouponOffer | null
    madeToOrder: boolean
    at: Date
  },
) {
  const { address, totals, coupon, madeToOrder, at } = placed
  return tx
    .update(orderGroups)
    .set({
      ...address,
      couponId: coupon?.id ?? null,
      shippingWon: totals.shippingWon,
      discountWon: totals.discountWon,
      totalWon: totals.totalWon,
      consentedAt: at,
      thirdPartyConsentAt: at,
      madeToOrderConsentAt: madeToOrder ? at : null,
    })
    .where(eq(orderGroups.id, groupId))
}
