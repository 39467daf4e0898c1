/**
 * The purchases of the demo town: in every state, with claims, refunds, reviews and a ledger that agrees
 * to the won.
 */
import {
  calculateCancelRefundWon,
  calculateReturnRefundWon,
  calculateTotals,
  type DiscountedLine,
} from "#app/areas/shop/pricing.ts"
import { isFinalLineState, isActiveLineState, type LineState } from "#app/areas/shop/rules.ts"
import type {
  claimEvents,
  claims,
  lineEvents,
  orderGroups,
  orderLines,
  productReviewPictures,
  productReviews,
  shopOrders,
} from "#app/areas/shop/schema.server.ts"
import type { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import type { pictures } from "#app/platform/schema.server.ts"
import { addDays, DAY_MS, HOUR_MS, toKstDateString } from "#app/basics/time.ts"
import type { DemoPeople, DemoPerson } from "../parts.ts"
import { atWrapped, createRandom, createSeedId, type SeededRandom } from "../random.ts"
import type { Goods } from "./goods.ts"
import type { PaymentMethod } from "#app/areas/money/rules.ts"
import {
  createPaymentPosting,
  createPayoutPosting,
  createRefundDuePosting,
  createRefundPaidPosting,
  createReturnedPayoutPosting,
  listEntries,
  type Posting,
} from "#app/areas/money/postings.ts"
import { createOrderRestPosting, createSalePosting } from "#app/areas/shop/postings.ts"
import type { payments, refunds, payouts, ledger } from "#app/areas/money/schema.server.ts"
import { calculateCommissionWon } from "#app/areas/money/amounts.ts"
import { reviewTexts } from "./texts/sales-texts.ts"
import {
  type ClaimKind,
  type ClaimState,
  type ClaimMove,
  CLAIM_REASONS,
  type ClaimReason,
} from "#app/areas/shop/claim-rules.ts"

export type Sales = {
  purchases: (typeof orderGroups.$inferInsert)[]
  sellerOrders: (typeof shopOrders.$inferInsert)[]
  lines: (typeof orderLines.$inferInsert)[]
  events: (typeof lineEvents.$inferInsert)[]
  payments: (typeof payments.$inferInsert)[]
  simulated: (typeof simulatedPayments.$inferInsert)[]
  claims: (typeof claims.$inferInsert)[]
  claimEvents: (typeof claimEvents.$inferInsert)[]
  refunds: (typeof refunds.$inferInsert)[]
  payouts: (typeof payouts.$inferInsert)[]
  ledger: (typeof ledger.$inferInsert)[]
  reviews: (typeof productReviews.$inferInsert)[]
  reviewPictures: (typeof productReviewPictures.$inferInsert)[]
  pictures: (typeof pictures.$inferInsert)[]
}

type Claim = { kind: ClaimKind; state: ClaimState; reason: ClaimReason }
type Item = {
  pictureId: string | null
  product: Goods["products"][number]
  variant: Goods["variants"][number]
  quantity: number
  state: LineState
  claim?: Claim
}
type Purchase = { label: string; buyer: DemoPerson; items: Item[]; at: Date; method: PaymentMethod }

const PURCHASES = 620

/**
 * Purchases of the last weeks: a busy desk for the demo owner, a full list for the demo customer, and sales
 * everywhere else.
 */
export function buildSales(goods: Goods, people: DemoPeople, present: Date): Sales {
  const sales: Sales = {
    purchases: [],
    sellerOrders: [],
    lines: [],
    events: [],
    payments: [],
    simulated: [],
    claims: [],
    claimEvents: [],
    refunds: [],
    payouts: [],
    ledger: [],
    reviews: [],
    reviewPictures: [],
    pictures: [],
  }
  const random = createRandom("sales")
  const sold = random.shuffle(goods.products.filter((product) => product.state === "published"))
  const variantsOf = new Map(
    sold.map((product) => [product.id, goods.variants.filter((variant) => variant.productId === product.id)]),
  )
  const pictureOf = new Map(
    goods.productPictures.filter((row) => row.position === 0).map((row) => [row.productId, row.pictureId]),
  )
  const ownProducts = sold.filter((product) => product.sellerId === people.demo.shop.id)
  const item = (product: Item["product"], state: LineState, claim?: Claim): Item => ({
    pictureId: pictureOf.get(product.id) ?? null,
    product,
    variant: random.pick(variantsOf.get(product.id) ?? []),
    quantity: random.pickWeighted([1, 2, 3], (count) => 8 / (count * count)),
    state,
    ...(claim ? { claim } : {}),
  })
  const timeAgo = (days: number) =>
    new Date(present.getTime() - days * DAY_MS - random.int(0, 9) * HOUR_MS - random.int(1, 50) * 60_000)
  const addOne = (purchase: Purchase) =>
    addPurchase(sales, goods, purchase, present, createRandom(`purchase/${purchase.label}`))

  for (let number = 0; number < PURCHASES; number += 1) {
    const days = 2 + Math.floor((number / PURCHASES) ** 1.4 * 75)
    const state: LineState =
      days > 14
        ? random.chance(0.06)
          ? "cancelled"
          : random.chance(0.03)
            ? "returned"
            : "confirmed"
        : days > 5
          ? random.pick(["delivered", "confirmed", "confirmed"])
          : random.pick(["paid", "preparing", "shipped", "delivered"])
    // Popular goods sell more often: the first of the list come up again and again.
    const product = atWrapped(sold, Math.floor(random.next() ** 2 * sold.length))
    const items = [item(product, state)]
    if (random.chance(0.3)) items.push(item(random.pick(sold), state === "cancelled" ? "confirmed" : state))
    addOne({
      label: `town/${number}`,
      buyer: atWrapped(people.customers, 80 + number * 3),
      items: removeDuplicateItems(items),
      at: timeAgo(days),
      method: random.chance(0.7) ? "card" : random.chance(0.6) ? "easy_pay" : "virtual_account",
    })
  }

  const sellerOrderSpecs: [LineState, number, Claim?][] = [
    ["paid", 0.1],
    ["paid", 0.2],
    ["paid", 0.3],
    ["paid", 0.6],
    ["paid", 0.9],
    ["paid", 1.1],
    ["preparing", 1.2],
    ["preparing", 1.5],
    ["preparing", 2, { kind: "cancel", state: "requested", reason: "changed_mind" }],
    ["shipped", 2.2],
    ["shipped", 2.6],
    ["shipped", 2.9],
    ["delivered", 4],
    ["delivered", 5, { kind: "return", state: "requested", reason: "broken" }],
    ["delivered", 6, { kind: "exchange", state: "requested", reason: "wrong_item" }],
    ["delivered", 6, { kind: "return", state: "approved", reason: "changed_mind" }],
    ["delivered", 7, { kind: "return", state: "collecting", reason: "changed_mind" }],
    ["delivered", 7, { kind: "return", state: "collected", reason: "different" }],
    ["delivered", 7, { kind: "return", state: "rejected", reason: "changed_mind" }],
    ["returned", 12, { kind: "return", state: "completed", reason: "broken" }],
    ["cancelled", 6, { kind: "cancel", state: "completed", reason: "late" }],
    ["cancelled", 9],
    ["returned", 20, { kind: "return", state: "completed", reason: "changed_mind" }],
  ]
  sellerOrderSpecs.forEach(([state, days, claim], index) => {
    const items = [item(atWrapped(ownProducts, index * 3), state, claim)]
    if (index % 4 === 0)
      items.push(
        item(
          atWrapped(ownProducts, index * 3 + 1),
          state === "cancelled" || state === "returned" ? "confirmed" : state,
        ),
      )
    addOne({
      label: `desk/${index}`,
      buyer: atWrapped(people.customers, 130 + index * 5),
      items: removeDuplicateItems(items),
      at: timeAgo(days),
      method: "card",
    })
  })
  for (let day = 10; day < 60; day += 2) {
    for (let copy = 0; copy < 1 + ((day * 7) % 4); copy += 1)
      addOne({
        label: `own/${day}/${copy}`,
        buyer: atWrapped(people.customers, 30 + day * 4 + copy),
        items: [item(random.pick(ownProducts), "confirmed")],
        at: timeAgo(day),
        method: "card",
      })
  }

  const demoCustomerOrders: [LineState[], number, PaymentMethod, Claim?][] = [
    [["payment_waiting"], 0.05, "virtual_account"],
    [["paid", "preparing"], 0.4, "card"],
    [["shipped", "shipped"], 2, "easy_pay"],
    [["delivered"], 4, "card"],
    [["delivered"], 5, "card", { kind: "return", state: "requested", reason: "changed_mind" }],
    [["confirmed", "cancelled"], 16, "card"],
    [["returned"], 24, "card", { kind: "return", state: "completed", reason: "different" }],
    [["confirmed"], 40, "easy_pay"],
  ]
  demoCustomerOrders.forEach(([states, days, method, claim], index) => {
    addOne({
      label: `mine/${index}`,
      buyer: people.demo.customer,
      items: removeDuplicateItems(
        states.map((state, turn) => item(atWrapped(sold, 17 + index * 41 + turn * 97), state, claim)),
      ),
      at: timeAgo(days),
      method,
    })
  })
  addPayouts(sales, goods, people.demo.shop.id, present)
  return sales
}

const removeDuplicateItems = (items: Item[]) =>
  items.filter((one, index) => items.findIndex((other) => other.variant.id === one.variant.id) === index)

type PurchaseContext = { sales: Sales; present: Date; random: SeededRandom }

function addPurchase(
  sales: Sales,
  goods: Goods,
  { label, buyer, items, at: begun, method }: Purchase,
  present: Date,
  random: SeededRandom,
): void {
  const purchaseContext: PurchaseContext = { sales, present, random }
  const groupId = createSeedId(`group/${label}`, begun)
  const sellersOf = new Map(goods.sellers.map((seller) => [seller.userId, seller]))
  const priced = items.map((item) => ({
    item,
    sellerId: item.product.sellerId,
    priceWon: item.variant.priceWon * item.quantity,
    freeShipping: item.product.freeShipping ?? false,
  }))
  const terms = new Map(
    priced.map(({ sellerId }) => [
      sellerId,
      {
        feeWon: sellersOf.get(sellerId)?.shippingWon ?? 3_000,
        freeFromWon: sellersOf.get(sellerId)?.freeFromWon ?? null,
      },
    ]),
  )
  const totals = calculateTotals(priced, terms, null)
  const waiting = items.every((item) => item.state === "payment_waiting")
  const paidAt = waiting ? null : new Date(begun.getTime() + 3 * 60_000)
  sales.purchases.push({
    id: groupId,
    number:
      `${toKstDateString(begun).replaceAll("-", "")}-` +
      `${(Number.parseInt(groupId.slice(-10), 16) % 100_000_000).toString().padStart(8, "0")}`,
    buyerId: buyer.id,
    state: waiting ? "waiting_deposit" : "paid",
    source: "cart",
    recipient: buyer.name,
    phone: `+82101${String(2_340_000 + random.int(0, 900_000))}`,
    zonecode: String(random.int(1_000, 63_000)).padStart(5, "0"),
    address: random.pick([
      "서울 서초구 서초대로 1",
      "경기 성남시 분당구 판교로 20",
      "부산 해운대구 해운대로 300",
      "대전 유성구 대학로 99",
    ]),
    addressDetail: `${random.int(101, 115)}동 ${random.int(1, 19)}0${random.int(1, 6)}호`,
    request: random.chance(0.5) ? "문 앞에 놓아 주세요" : "",
    itemsWon: totals.itemsWon,
    shippingWon: totals.shippingWon,
    totalWon: totals.totalWon,
    consentedAt: begun,
    thirdPartyConsentAt: begun,
    madeToOrderConsentAt: items.some((item) => item.product.madeToOrder) ? begun : null,
    expiresAt: waiting ? new Date(begun.getTime() + DAY_MS) : new Date(begun.getTime() + 900_000),
    paidAt,
    createdAt: begun,
  })
  addPayment(purchaseContext, {
    groupId,
    label,
    buyer,
    method,
    totalWon: totals.totalWon,
    begun,
    paidAt,
    isOpen: waiting || items.some((item) => !isFinalLineState(item.state)),
  })
  for (const seller of totals.sellers)
    addOrder(purchaseContext, {
      groupId,
      label,
      buyer,
      seller,
      terms: terms.get(seller.sellerId) ?? { feeWon: 0, freeFromWon: null },
      row: sellersOf.get(seller.sellerId),
      begun,
      paidAt,
    })
}

function addPayment(
  { sales }: PurchaseContext,
  of: {
    groupId: string
    label: string
    buyer: DemoPerson
    method: PaymentMethod
    totalWon: number
    begun: Date
    paidAt: Date | null
    isOpen: boolean
  },
): void {
  const id = createSeedId(`payment/${of.label}`, of.begun)
  const paymentKey = `sim_demo_${id}`
  const account = of.method === "virtual_account"
  const dueAt = new Date(of.begun.getTime() + DAY_MS)
  sales.payments.push({
    id,
    groupId: of.groupId,
    buyerId: of.buyer.id,
    provider: "simulator",
    method: of.method,
    amountWon: of.totalWon,
    state: of.paidAt ? "DONE" : "WAITING_FOR_DEPOSIT",
    paymentKey,
    secret: `ps_${id}`,
    methodText: of.method === "card" ? "카드 9430**********89" : account ? "우리은행 가상계좌" : "바로페이",
    bank: account ? "우리은행" : null,
    accountNumber: account ? `X${id.replaceAll(/\D/g, "").slice(0, 13).padEnd(13, "7")}` : null,
    dueAt: account ? dueAt : null,
    approvedAt: of.paidAt,
    createdAt: of.begun,
    updatedAt: of.paidAt ?? of.begun,
  })
  if (of.paidAt)
    addLedgerEntries(
      sales,
      createPaymentPosting({ id, groupId: of.groupId, amountWon: of.totalWon }),
      of.paidAt,
    )
  if (of.isOpen) {
    sales.simulated.push({
      paymentKey,
      orderId: id,
      createdAt: of.begun,
      updatedAt: of.begun,
      payment: {
        version: "2022-11-16",
        paymentKey,
        orderId: id,
        orderName: "체험 주문",
        status: of.paidAt ? "DONE" : "WAITING_FOR_DEPOSIT",
        currency: "KRW",
        method: account ? "가상계좌" : "카드",
        totalAmount: of.totalWon,
        balanceAmount: of.totalWon,
        requestedAt: of.begun.toISOString(),
        approvedAt: of.paidAt?.toISOString() ?? null,
        secret: `ps_${id}`,
        isPartialCancelable: true,
        cancels: null,
        card: null,
        virtualAccount: account
          ? {
              accountNumber: "X0000000000000",
              bankCode: "20",
              customerName: of.buyer.name,
              dueDate: dueAt.toISOString(),
              expired: false,
            }
          : null,
        easyPay: null,
        receipt: null,
        failure: null,
      },
    })
  }
}

type OrderOf = {
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

function addOrder(purchaseContext: PurchaseContext, of: OrderOf): void {
  const { sales, present, random } = purchaseContext
  const { seller, groupId, begun, paidAt } = of
  const orderId = createSeedId(`order/${of.label}/${seller.sellerId}`, begun)
  const ids = { groupId, orderId, sellerId: seller.sellerId }
  const sellerOrder = { id: orderId, groupId, sellerId: seller.sellerId }
  const money = {
    paidWon: seller.itemsWon + seller.shippingWon,
    refundedWon: 0,
    releasedWon: 0,
    retainedWon: 0,
  }
  const rows = seller.lines.map(({ item, priceWon, freeShipping }, index) => {
    const id = createSeedId(`line/${of.label}/${seller.sellerId}/${index}`, begun)
    const steps = createLineSteps(item.state, begun, present)
    const sold = {
      id,
      unitWon: item.variant.priceWon,
      quantity: item.quantity,
      discountWon: 0,
      platformDiscountWon: 0,
      commissionWon: calculateCommissionWon(priceWon, 0, of.row?.commissionBps ?? 800),
    }
    const sent =
      item.state !== "paid" &&
      item.state !== "preparing" &&
      item.state !== "payment_waiting" &&
      item.state !== "cancelled"
    sales.lines.push({
      ...sold,
      orderId,
      sellerId: seller.sellerId,
      productId: item.product.id,
      variantId: item.variant.id,
      title: item.product.title,
      optionName: item.variant.name ?? "",
      freeShipping,
      madeToOrder: item.product.madeToOrder ?? false,
      state: item.state,
      pictureId: item.pictureId,
      carrier: sent ? random.pick(["cj", "hanjin", "lotte", "post"]) : null,
      trackingNumber: sent ? String(random.int(600_000_000_000, 699_999_999_999)) : null,
      paidAt,
      shippedAt: sent ? steps.shippedAt : null,
      deliveredAt:
        item.state === "delivered" || item.state === "confirmed" || item.state === "returned"
          ? steps.deliveredAt
          : null,
      confirmedAt: item.state === "confirmed" ? steps.endedAt : null,
      endedAt: isFinalLineState(item.state) ? steps.endedAt : null,
      endReason: item.state === "cancelled" ? "마음이 바뀌었어요" : "",
      restocked: item.state === "cancelled" || item.state === "returned",
    })
    if (paidAt)
      sales.events.push({
        id: createSeedId(`event/${id}/pay`, paidAt),
        lineId: id,
        move: "pay",
        fromState: "payment_waiting",
        toState: "paid",
        actorRole: "system",
        at: paidAt,
      })
    if (sent)
      sales.events.push({
        id: createSeedId(`event/${id}/ship`, steps.shippedAt),
        lineId: id,
        move: "ship",
        fromState: "paid",
        toState: "shipped",
        actorRole: "seller",
        actorId: seller.sellerId,
        at: steps.shippedAt,
      })
    if (item.state === "delivered" || item.state === "confirmed")
      sales.events.push({
        id: createSeedId(`event/${id}/deliver`, steps.deliveredAt),
        lineId: id,
        move: "deliver",
        fromState: "shipped",
        toState: "delivered",
        actorRole: "system",
        at: steps.deliveredAt,
      })
    if (isFinalLineState(item.state))
      sales.events.push({
        id: createSeedId(`event/${id}/end`, steps.endedAt),
        lineId: id,
        move: item.state === "confirmed" ? "confirm" : "cancel",
        fromState: item.state === "confirmed" ? "delivered" : "paid",
        toState: item.state,
        actorRole: item.state === "confirmed" ? "buyer" : "system",
        at: steps.endedAt,
      })
    if (item.claim)
      addClaim(purchaseContext, {
        ...ids,
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
      addReview(purchaseContext, {
        id,
        productId: item.product.id,
        sellerId: seller.sellerId,
        authorId: of.buyer.id,
        optionName: item.variant.name ?? "",
        at: new Date(Math.min(present.getTime() - 60_000, steps.endedAt.getTime() + 3 * HOUR_MS)),
      })
    return {
      id,
      item,
      sold,
      kept: { priceWon, freeShipping, discountWon: 0 } satisfies DiscountedLine,
      endedAt: steps.endedAt,
    }
  })
  // What fell away, in the order of the lines; then what was confirmed, then the rest of an order that is
  // over.
  const gone = new Set<string>()
  for (const row of rows) {
    if (isActiveLineState(row.item.state)) continue
    gone.add(row.id)
    const remainingLines = rows.filter(
      (each) => !gone.has(each.id) && (isActiveLineState(each.item.state) || each.id !== row.id),
    )
    const fault = row.item.claim ? CLAIM_REASONS[row.item.claim.reason].fault : "buyer"
    const feeWon = fault === "buyer" ? (of.row?.returnWon ?? 3_000) : 0
    const amountWon =
      row.item.state === "cancelled"
        ? calculateCancelRefundWon(
            money,
            remainingLines.map((each) => each.kept),
            of.terms,
            remainingLines.some((each) => each.item.state !== "paid") ? seller.shippingWon : null,
          )
        : calculateReturnRefundWon(money, row.kept, { feeWon, fault, isLast: remainingLines.length === 0 })
    if (row.item.state === "returned" && fault === "buyer")
      money.retainedWon += Math.max(0, row.kept.priceWon - amountWon)
    money.refundedWon += amountWon
    if (amountWon > 0)
      addRefund(purchaseContext, {
        ...ids,
        label: `${of.label}/${row.id}`,
        paymentId: createSeedId(`payment/${of.label}`, begun),
        amountWon,
        at: row.endedAt,
        reason:
          row.item.state === "cancelled"
            ? "마음이 바뀌었어요"
            : `반품: ${CLAIM_REASONS[row.item.claim?.reason ?? "changed_mind"].label}`,
      })
  }
  for (const row of rows) {
    if (row.item.state !== "confirmed") continue
    money.releasedWon += row.kept.priceWon
    addLedgerEntries(sales, createSalePosting(sellerOrder, row.sold), row.endedAt)
  }
  const rest = money.paidWon - money.refundedWon - money.releasedWon
  if (rest > 0 && rows.every((row) => isFinalLineState(row.item.state))) {
    money.releasedWon += rest
    addLedgerEntries(sales, createOrderRestPosting(sellerOrder, rest), rows[0]?.endedAt ?? begun)
  }
  sales.sellerOrders.push({
    id: orderId,
    groupId,
    sellerId: seller.sellerId,
    buyerId: of.buyer.id,
    itemsWon: seller.itemsWon,
    shippingWon: seller.shippingWon,
    feeWon: of.terms.feeWon,
    freeFromWon: of.terms.freeFromWon,
    returnWon: of.row?.returnWon ?? 3_000,
    refundedWon: money.refundedWon,
    releasedWon: money.releasedWon,
    retainedWon: money.retainedWon,
    paidAt,
    createdAt: begun,
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

function addClaim(
  { sales }: PurchaseContext,
  of: {
    groupId: string
    orderId: string
    sellerId: string
    lineId: string
    buyerId: string
    claim: Claim
    returnWon: number
    at: Date
  },
): void {
  const { kind, state, reason } = of.claim
  const { fault } = CLAIM_REASONS[reason]
  const id = createSeedId(`claim/${of.lineId}`, of.at)
  const feeWon = kind === "return" && fault === "buyer" ? of.returnWon : 0
  sales.claims.push({
    id,
    parcelId: feeWon > 0 ? id : null,
    keptWon: state === "completed" ? feeWon : 0,
    lineId: of.lineId,
    orderId: of.orderId,
    sellerId: of.sellerId,
    buyerId: of.buyerId,
    kind,
    state,
    reason,
    fault,
    detail: fault === "seller" ? "상자를 열어 보니 사진과 달라요. 사진도 함께 보내요." : "",
    feeWon,
    decisionReason: state === "rejected" ? REFUSED : "",
    createdAt: of.at,
    decidedAt: state === "requested" ? null : of.at,
    updatedAt: of.at,
  })
  sales.claimEvents.push({
    id: createSeedId(`claim-event/${id}/request`, of.at),
    claimId: id,
    move: "request",
    toState: "requested",
    actorRole: "buyer",
    actorId: of.buyerId,
    at: of.at,
  })
  claimSteps(kind, state).forEach(([move, toState], index) => {
    const moment = new Date(of.at.getTime() + (index + 1) * 600_000)
    sales.claimEvents.push({
      id: createSeedId(`claim-event/${id}/${move}`, moment),
      claimId: id,
      move,
      toState,
      actorRole: "seller",
      actorId: of.sellerId,
      reason: state === "rejected" ? REFUSED : "",
      at: moment,
    })
  })
}

const REFUSED = "포장을 뜯고 사용한 흔적이 있어 반품이 어려워요."
/** How a claim came to its state. */
function claimSteps(kind: ClaimKind, state: ClaimState): [ClaimMove, ClaimState][] {
  if (state === "requested" || state === "withdrawn") return []
  if (state === "rejected") return [["reject", "rejected"]]
  if (kind === "cancel") return [["approve", "completed"]]
  const way: [ClaimMove, ClaimState][] = [
    ["approve", "approved"],
    ["collect", "collecting"],
    ["receive", "collected"],
    ["complete", "completed"],
  ]
  return way.slice(0, way.findIndex(([, to]) => to === state) + 1)
}

function addReview(
  purchaseContext: PurchaseContext,
  of: { id: string; productId: string; sellerId: string; authorId: string; optionName: string; at: Date },
): void {
  const { sales, random } = purchaseContext
  const rating = random.pickWeighted(
    [5, 4, 3, 2, 1] as const,
    (stars) => ({ 5: 62, 4: 26, 3: 8, 2: 3, 1: 1 })[stars],
  )
  const replied = random.chance(0.25)
  sales.reviews.push({
    id: createSeedId(`review/${of.id}`, of.at),
    productId: of.productId,
    lineId: of.id,
    authorId: of.authorId,
    sellerId: of.sellerId,
    rating,
    body: random.pick(reviewTexts[rating]),
    optionName: of.optionName,
    reply: replied ? "소중한 후기 고맙습니다. 다음에도 좋은 물건으로 찾아뵐게요." : null,
    repliedAt: replied ? new Date(of.at.getTime() + 60_000) : null,
    createdAt: of.at,
  })
}

function addRefund(
  { sales }: PurchaseContext,
  of: {
    groupId: string
    orderId: string
    label: string
    paymentId: string
    amountWon: number
    at: Date
    reason: string
  },
): void {
  const id = createSeedId(`refund/${of.label}`, of.at)
  const refund = { id, groupId: of.groupId, orderId: of.orderId, amountWon: of.amountWon }
  sales.refunds.push({
    ...refund,
    paymentId: of.paymentId,
    reason: of.reason,
    state: "done",
    createdAt: of.at,
    doneAt: of.at,
    tries: 1,
  })
  addLedgerEntries(sales, createRefundDuePosting(refund), of.at)
  addLedgerEntries(sales, createRefundPaidPosting(refund), of.at)
  const simulated = sales.simulated.find((row) => row.orderId === of.paymentId)
  if (simulated)
    simulated.payment = {
      ...simulated.payment,
      status: "PARTIAL_CANCELED",
      balanceAmount: simulated.payment.balanceAmount - of.amountWon,
    }
  const payment = sales.payments.find((row) => row.id === of.paymentId)
  if (payment)
    payment.state =
      sales.refunds
        .filter((row) => row.paymentId === of.paymentId)
        .reduce((sum, row) => sum + row.amountWon, 0) === payment.amountWon
        ? "CANCELED"
        : "PARTIAL_CANCELED"
}

function addLedgerEntries(sales: Sales, posting: Posting, moment: Date): void {
  const { name, kind, references } = posting
  for (const entry of listEntries(posting))
    sales.ledger.push({
      id: createSeedId(`ledger/${name}/${entry.account}`, moment),
      posting: name,
      kind,
      at: moment,
      ...entry,
      ...references,
    })
}

/** What the demo owner was paid: two weeks that went through, one that the bank sent back, one under way. */
function addPayouts(sales: Sales, goods: Goods, sellerId: string, present: Date): void {
  const seller = goods.sellers.find((row) => row.userId === sellerId)
  const earned = sales.ledger.filter((row) => row.account === "seller" && row.sellerId === sellerId)
  const states = [
    { state: "paid", from: 60, to: 35 },
    { state: "failed", from: 35, to: 28 },
    { state: "paid", from: 28, to: 21 },
    { state: "processing", from: 21, to: 14 },
  ] as const
  for (const { state, from, to } of states) {
    const amountWon = earned
      .filter((row) => row.at >= addDays(present, -from) && row.at < addDays(present, -to))
      .reduce((sum, row) => sum + row.amountWon, 0)
    if (amountWon <= 0) continue
    const createdAt = addDays(present, -to)
    const id = createSeedId(`payout/${sellerId}/${to}`, createdAt)
    const payout = { id, sellerId, amountWon }
    sales.payouts.push({
      ...payout,
      state,
      bank: seller?.bank ?? "",
      accountNumber: seller?.accountNumber ?? "",
      accountHolder: seller?.accountHolder ?? "",
      failureReason: state === "failed" ? "예금주가 일치하지 않아요." : "",
      createdAt,
      updatedAt: createdAt,
    })
    addLedgerEntries(sales, createPayoutPosting(payout), createdAt)
    if (state === "failed")
      addLedgerEntries(sales, createReturnedPayoutPosting(payout), addDays(createdAt, 1))
  }
}
