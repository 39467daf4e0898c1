/** One seller's part of a purchase of the demo town, settled to the won. */
import {
  calculateCancelRefundWon,
  calculateReturnRefundWon,
  type DiscountedLine,
} from "#app/areas/shop/pricing.ts"
import { isFinalLineState, isActiveLineState, type LineState } from "#app/areas/shop/rules.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import type { DemoPerson } from "../parts.ts"
import { createSeedId, type SeededRandom } from "../random.ts"
import type { Goods } from "./goods.ts"
import { createOrderRestPosting, createSalePosting } from "#app/areas/shop/postings.ts"
import { calculateCommissionWon } from "#app/areas/money/amounts.ts"
import { CLAIM_REASONS } from "#app/areas/shop/claim-rules.ts"
import { addLedgerEntries, type Item, type PurchaseContext, type Sales } from "./sales-rows.ts"
import { addClaim, addProductReview, addRefund } from "./after-sale.ts"

type SellerOrderOf = {
  groupId: string
  label: string
  buyer: DemoPerson
  begun: Date
  paidAt: Date | null
  row: Goods["sellers"][number] | undefined
  terms: { feeWon: number; freeFromWon: number | null }
  seller: {
    sellerId: string
    itemsWon: number
    shippingWon: number
    lines: { item: Item; priceWon: number; freeShipping: boolean }[]
  }
}

/** What one seller has to send of a purchase, and what became of each line. */
export function addSellerOrder(purchaseContext: PurchaseContext, of: SellerOrderOf): void {
  const { seller, groupId, begun, paidAt } = of
  const orderId = createSeedId(`order/${of.label}/${seller.sellerId}`, begun)
  const lines = seller.lines.map((line, index) => addOrderLine(purchaseContext, of, orderId, line, index))
  const { refundedWon, releasedWon, retainedWon } = settleOrder(purchaseContext, of, orderId, lines)
  purchaseContext.sales.sellerOrders.push({
    id: orderId,
    groupId,
    sellerId: seller.sellerId,
    buyerId: of.buyer.id,
    itemsWon: seller.itemsWon,
    shippingWon: seller.shippingWon,
    feeWon: of.terms.feeWon,
    freeFromWon: of.terms.freeFromWon,
    returnWon: of.row?.returnWon ?? 3_000,
    refundedWon,
    releasedWon,
    retainedWon,
    paidAt,
    createdAt: begun,
  })
}

type LineSteps = ReturnType<typeof createLineSteps>
type AddedLine = ReturnType<typeof addOrderLine>

/** A line with its events, its claim and its review. */
function addOrderLine(
  purchaseContext: PurchaseContext,
  of: SellerOrderOf,
  orderId: string,
  { item, priceWon, freeShipping }: SellerOrderOf["seller"]["lines"][number],
  index: number,
) {
  const { sales, present, random } = purchaseContext
  const { groupId, begun } = of
  const { sellerId } = of.seller
  const id = createSeedId(`line/${of.label}/${sellerId}/${index}`, begun)
  const steps = createLineSteps(item.state, begun, present)
  const sold = {
    id,
    unitWon: item.variant.priceWon,
    quantity: item.quantity,
    discountWon: 0,
    platformDiscountWon: 0,
    commissionWon: calculateCommissionWon(priceWon, 0, of.row?.commissionBps ?? 800),
  }
  sales.lines.push({
    ...sold,
    orderId,
    sellerId,
    productId: item.product.id,
    variantId: item.variant.id,
    title: item.product.title,
    optionName: item.variant.name ?? "",
    freeShipping,
    madeToOrder: item.product.madeToOrder ?? false,
    state: item.state,
    pictureId: item.pictureId,
    paidAt: of.paidAt,
    ...createDelivery(item.state, steps, random),
    endReason: item.state === "cancelled" ? "마음이 바뀌었어요" : "",
    restocked: item.state === "cancelled" || item.state === "returned",
  })
  addLineEvents(sales, id, item.state, { sellerId, paidAt: of.paidAt, ...steps })
  if (item.claim)
    addClaim(purchaseContext, {
      groupId,
      orderId,
      sellerId,
      lineId: id,
      buyerId: of.buyer.id,
      claim: item.claim,
      returnWon: of.row?.returnWon ?? 3_000,
      at:
        item.state === "returned" || item.state === "cancelled"
          ? steps.endedAt
          : new Date(Math.min(present.getTime() - HOUR_MS, steps.deliveredAt.getTime() + 5 * HOUR_MS)),
    })
  if (item.state === "confirmed" && random.chance(0.72))
    addProductReview(purchaseContext, {
      id,
      productId: item.product.id,
      sellerId,
      authorId: of.buyer.id,
      optionName: item.variant.name ?? "",
      at: new Date(Math.min(present.getTime() - 60_000, steps.endedAt.getTime() + 3 * HOUR_MS)),
    })
  return {
    id,
    item,
    sold,
    discounted: { priceWon, freeShipping, discountWon: 0 } satisfies DiscountedLine,
    endedAt: steps.endedAt,
  }
}

const wasSent = (state: LineState) =>
  state !== "paid" && state !== "preparing" && state !== "payment_waiting" && state !== "cancelled"

/** How a line was sent and when it came, as far as it did. */
function createDelivery(state: LineState, steps: LineSteps, random: SeededRandom) {
  const sent = wasSent(state)
  const arrived = state === "delivered" || state === "confirmed" || state === "returned"
  return {
    carrier: sent ? random.pick(["cj", "hanjin", "lotte", "post"] as const) : null,
    trackingNumber: sent ? String(random.int(600_000_000_000, 699_999_999_999)) : null,
    shippedAt: sent ? steps.shippedAt : null,
    deliveredAt: arrived ? steps.deliveredAt : null,
    confirmedAt: state === "confirmed" ? steps.endedAt : null,
    endedAt: isFinalLineState(state) ? steps.endedAt : null,
  }
}

function addLineEvents(
  sales: Sales,
  lineId: string,
  state: LineState,
  of: LineSteps & { sellerId: string; paidAt: Date | null },
): void {
  const add = (
    name: string,
    at: Date,
    event: Pick<Sales["events"][number], "move" | "fromState" | "toState" | "actorRole" | "actorId">,
  ) => sales.events.push({ id: createSeedId(`event/${lineId}/${name}`, at), lineId, at, ...event })
  if (of.paidAt)
    add("pay", of.paidAt, {
      move: "pay",
      fromState: "payment_waiting",
      toState: "paid",
      actorRole: "system",
    })
  if (wasSent(state))
    add("ship", of.shippedAt, {
      move: "ship",
      fromState: "paid",
      toState: "shipped",
      actorRole: "seller",
      actorId: of.sellerId,
    })
  if (state === "delivered" || state === "confirmed")
    add("deliver", of.deliveredAt, {
      move: "deliver",
      fromState: "shipped",
      toState: "delivered",
      actorRole: "system",
    })
  if (!isFinalLineState(state)) return
  const isConfirmed = state === "confirmed"
  add("end", of.endedAt, {
    move: isConfirmed ? "confirm" : "cancel",
    fromState: isConfirmed ? "delivered" : "paid",
    toState: state,
    actorRole: isConfirmed ? "buyer" : "system",
  })
}

/** What of its money was paid back, what the seller has earned, and what was kept of returns. */
type OrderMoney = { paidWon: number; refundedWon: number; releasedWon: number; retainedWon: number }

/** What fell away, in the order of the lines; then what was confirmed, then the rest of what is over. */
function settleOrder(
  purchaseContext: PurchaseContext,
  of: SellerOrderOf,
  orderId: string,
  lines: readonly AddedLine[],
): OrderMoney {
  const { sales } = purchaseContext
  const { seller, groupId, begun } = of
  const sellerOrder = { id: orderId, groupId, sellerId: seller.sellerId }
  const money: OrderMoney = {
    paidWon: seller.itemsWon + seller.shippingWon,
    refundedWon: 0,
    releasedWon: 0,
    retainedWon: 0,
  }
  const gone = new Set<string>()
  for (const line of lines) {
    if (isActiveLineState(line.item.state)) continue
    gone.add(line.id)
    const remainingLines = lines.filter(
      (each) => !gone.has(each.id) && (isActiveLineState(each.item.state) || each.id !== line.id),
    )
    refundLine(purchaseContext, of, orderId, line, remainingLines, money)
  }
  for (const line of lines) {
    if (line.item.state !== "confirmed") continue
    money.releasedWon += line.discounted.priceWon
    addLedgerEntries(sales, createSalePosting(sellerOrder, line.sold), line.endedAt)
  }
  const rest = money.paidWon - money.refundedWon - money.releasedWon
  if (rest > 0 && lines.every((line) => isFinalLineState(line.item.state))) {
    money.releasedWon += rest
    addLedgerEntries(sales, createOrderRestPosting(sellerOrder, rest), lines[0]?.endedAt ?? begun)
  }
  return money
}

/** Pays back a line that was cancelled or returned; `money` counts it. */
function refundLine(
  purchaseContext: PurchaseContext,
  of: SellerOrderOf,
  orderId: string,
  { id, item, discounted, endedAt }: AddedLine,
  remainingLines: readonly AddedLine[],
  money: OrderMoney,
): void {
  const fault = item.claim ? CLAIM_REASONS[item.claim.reason].fault : "buyer"
  const feeWon = fault === "buyer" ? (of.row?.returnWon ?? 3_000) : 0
  const amountWon =
    item.state === "cancelled"
      ? calculateCancelRefundWon(
          money,
          remainingLines.map((each) => each.discounted),
          of.terms,
          remainingLines.some((each) => each.item.state !== "paid") ? of.seller.shippingWon : null,
        )
      : calculateReturnRefundWon(money, discounted, { feeWon, fault, isLast: remainingLines.length === 0 })
  if (item.state === "returned" && fault === "buyer")
    money.retainedWon += Math.max(0, discounted.priceWon - amountWon)
  money.refundedWon += amountWon
  if (amountWon <= 0) return
  addRefund(purchaseContext, {
    groupId: of.groupId,
    orderId,
    label: `${of.label}/${id}`,
    paymentId: createSeedId(`payment/${of.label}`, of.begun),
    amountWon,
    at: endedAt,
    reason:
      item.state === "cancelled"
        ? "마음이 바뀌었어요"
        : `반품: ${CLAIM_REASONS[item.claim?.reason ?? "changed_mind"].label}`,
  })
}

function createLineSteps(state: LineState, begun: Date, present: Date) {
  const late = (moment: Date, hours: number) =>
    new Date(Math.min(present.getTime() - 60_000, moment.getTime() + hours * HOUR_MS))
  const shippedAt = late(begun, 22)
  const deliveredAt = late(shippedAt, 26)
  return {
    shippedAt,
    deliveredAt,
    endedAt: state === "cancelled" ? late(begun, 4) : late(deliveredAt, state === "returned" ? 96 : 60),
  }
}
