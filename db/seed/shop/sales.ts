/**
 * Owns the purchases of the demo town: in every state, with claims, refunds, reviews and a ledger that agrees
 * to the won.
 */
import {
  commissionWon,
  refundOnCancel,
  refundOnReturn,
  totalsOf,
  type KeptLine,
} from "#app/areas/shop/money.ts"
import {
  CLAIM_REASONS,
  isEnded,
  isLive,
  type ClaimKind,
  type ClaimMove,
  type ClaimReason,
  type ClaimState,
  type LedgerAccount,
  type LedgerKind,
  type LineState,
  type PaymentMethod,
} from "#app/areas/shop/rules.ts"
import type {
  claimEvents,
  claims,
  ledger,
  lineEvents,
  orderGroups,
  orderLines,
  payments,
  payouts,
  productReviewPictures,
  productReviews,
  refunds,
  shopOrders,
} from "#app/areas/shop/schema.server.ts"
import type { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import type { pictures } from "#app/platform/schema.server.ts"
import { addDays, dayMs, hourMs, kstDateString } from "#app/basics/time.ts"
import type { Townspeople, Townsperson } from "../parts.ts"
import { at, dice, idOf, type Dice } from "../random.ts"
import type { Goods } from "./goods.ts"
import { reviewTexts } from "./texts/families.ts"

export type Sales = {
  groups: (typeof orderGroups.$inferInsert)[]
  orders: (typeof shopOrders.$inferInsert)[]
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
type Purchase = { label: string; buyer: Townsperson; items: Item[]; at: Date; method: PaymentMethod }

const PURCHASES = 620

/**
 * Purchases of the last weeks: a busy desk for the demo owner, a full list for the demo customer, and sales
 * everywhere else.
 */
export function buildSales(goods: Goods, people: Townspeople, present: Date): Sales {
  const sales: Sales = {
    groups: [],
    orders: [],
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
  const chance = dice("sales")
  const sold = chance.shuffle(goods.products.filter((product) => product.state === "published"))
  const variantsOf = new Map(
    sold.map((product) => [product.id, goods.variants.filter((variant) => variant.productId === product.id)]),
  )
  const pictureOf = new Map(
    goods.productPictures.filter((row) => row.position === 0).map((row) => [row.productId, row.pictureId]),
  )
  const own = sold.filter((product) => product.sellerId === people.demo.shop.id)
  const item = (product: Item["product"], state: LineState, claim?: Claim): Item => ({
    pictureId: pictureOf.get(product.id) ?? null,
    product,
    variant: chance.pick(variantsOf.get(product.id) ?? []),
    quantity: chance.weighted([1, 2, 3], (count) => 8 / (count * count)),
    state,
    ...(claim ? { claim } : {}),
  })
  const ago = (days: number) =>
    new Date(present.getTime() - days * dayMs - chance.int(0, 9) * hourMs - chance.int(1, 50) * 60_000)
  const add = (purchase: Purchase) =>
    addPurchase(sales, goods, purchase, present, dice(`purchase/${purchase.label}`))

  for (let number = 0; number < PURCHASES; number += 1) {
    const days = 2 + Math.floor((number / PURCHASES) ** 1.4 * 75)
    const state: LineState =
      days > 14
        ? chance.chance(0.06)
          ? "cancelled"
          : chance.chance(0.03)
            ? "returned"
            : "confirmed"
        : days > 5
          ? chance.pick(["delivered", "confirmed", "confirmed"])
          : chance.pick(["paid", "preparing", "shipped", "delivered"])
    // Popular goods sell more often: the first of the list come up again and again.
    const product = at(sold, Math.floor(chance.next() ** 2 * sold.length))
    const items = [item(product, state)]
    if (chance.chance(0.3)) items.push(item(chance.pick(sold), state === "cancelled" ? "confirmed" : state))
    add({
      label: `town/${number}`,
      buyer: at(people.customers, 80 + number * 3),
      items: distinct(items),
      at: ago(days),
      method: chance.chance(0.7) ? "card" : chance.chance(0.6) ? "easy_pay" : "virtual_account",
    })
  }

  const desk: [LineState, number, Claim?][] = [
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
  desk.forEach(([state, days, claim], place) => {
    const items = [item(at(own, place * 3), state, claim)]
    if (place % 4 === 0)
      items.push(
        item(at(own, place * 3 + 1), state === "cancelled" || state === "returned" ? "confirmed" : state),
      )
    add({
      label: `desk/${place}`,
      buyer: at(people.customers, 130 + place * 5),
      items: distinct(items),
      at: ago(days),
      method: "card",
    })
  })
  for (let day = 10; day < 60; day += 2) {
    for (let copy = 0; copy < 1 + ((day * 7) % 4); copy += 1)
      add({
        label: `own/${day}/${copy}`,
        buyer: at(people.customers, 30 + day * 4 + copy),
        items: [item(chance.pick(own), "confirmed")],
        at: ago(day),
        method: "card",
      })
  }

  const mine: [LineState[], number, PaymentMethod, Claim?][] = [
    [["payment_waiting"], 0.05, "virtual_account"],
    [["paid", "preparing"], 0.4, "card"],
    [["shipped", "shipped"], 2, "easy_pay"],
    [["delivered"], 4, "card"],
    [["delivered"], 5, "card", { kind: "return", state: "requested", reason: "changed_mind" }],
    [["confirmed", "cancelled"], 16, "card"],
    [["returned"], 24, "card", { kind: "return", state: "completed", reason: "different" }],
    [["confirmed"], 40, "easy_pay"],
  ]
  mine.forEach(([states, days, method, claim], place) => {
    add({
      label: `mine/${place}`,
      buyer: people.demo.customer,
      items: distinct(states.map((state, turn) => item(at(sold, 17 + place * 41 + turn * 97), state, claim))),
      at: ago(days),
      method,
    })
  })
  addPayouts(sales, goods, people.demo.shop.id, present)
  return sales
}

const distinct = (items: Item[]) =>
  items.filter((one, place) => items.findIndex((other) => other.variant.id === one.variant.id) === place)

type Maker = { sales: Sales; present: Date; chance: Dice }

function addPurchase(
  sales: Sales,
  goods: Goods,
  { label, buyer, items, at: begun, method }: Purchase,
  present: Date,
  chance: Dice,
): void {
  const make: Maker = { sales, present, chance }
  const groupId = idOf(`group/${label}`, begun)
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
  const totals = totalsOf(priced, terms, null)
  const waiting = items.every((item) => item.state === "payment_waiting")
  const paidAt = waiting ? null : new Date(begun.getTime() + 3 * 60_000)
  sales.groups.push({
    id: groupId,
    number:
      `${kstDateString(begun).replaceAll("-", "")}-` +
      `${(Number.parseInt(groupId.slice(-10), 16) % 100_000_000).toString().padStart(8, "0")}`,
    buyerId: buyer.id,
    state: waiting ? "waiting_deposit" : "paid",
    source: "cart",
    recipient: buyer.name,
    phone: `+82101${String(2_340_000 + chance.int(0, 900_000))}`,
    zonecode: String(chance.int(1_000, 63_000)).padStart(5, "0"),
    address: chance.pick([
      "서울 서초구 서초대로 1",
      "경기 성남시 분당구 판교로 20",
      "부산 해운대구 해운대로 300",
      "대전 유성구 대학로 99",
    ]),
    addressDetail: `${chance.int(101, 115)}동 ${chance.int(1, 19)}0${chance.int(1, 6)}호`,
    request: chance.chance(0.5) ? "문 앞에 놓아 주세요" : "",
    itemsWon: totals.itemsWon,
    shippingWon: totals.shippingWon,
    totalWon: totals.totalWon,
    consentedAt: begun,
    thirdPartyConsentAt: begun,
    madeToOrderConsentAt: items.some((item) => item.product.madeToOrder) ? begun : null,
    expiresAt: waiting ? new Date(begun.getTime() + dayMs) : new Date(begun.getTime() + 900_000),
    paidAt,
    createdAt: begun,
  })
  addPayment(make, {
    groupId,
    label,
    buyer,
    method,
    totalWon: totals.totalWon,
    begun,
    paidAt,
    isOpen: waiting || items.some((item) => !isEnded(item.state)),
  })
  for (const seller of totals.sellers)
    addOrder(make, {
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
  { sales }: Maker,
  of: {
    groupId: string
    label: string
    buyer: Townsperson
    method: PaymentMethod
    totalWon: number
    begun: Date
    paidAt: Date | null
    isOpen: boolean
  },
): void {
  const id = idOf(`payment/${of.label}`, of.begun)
  const paymentKey = `sim_demo_${id}`
  const account = of.method === "virtual_account"
  const dueAt = new Date(of.begun.getTime() + dayMs)
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
    postTo(
      sales,
      `payment:${id}`,
      "payment",
      { outside: -of.totalWon, held: of.totalWon },
      { groupId: of.groupId },
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
  buyer: Townsperson
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

function addOrder(make: Maker, of: OrderOf): void {
  const { sales, present, chance } = make
  const { seller, groupId, begun, paidAt } = of
  const orderId = idOf(`order/${of.label}/${seller.sellerId}`, begun)
  const ids = { groupId, orderId, sellerId: seller.sellerId }
  const money = {
    paidWon: seller.itemsWon + seller.shippingWon,
    refundedWon: 0,
    releasedWon: 0,
    retainedWon: 0,
  }
  const rows = seller.lines.map(({ item, priceWon, freeShipping }, place) => {
    const id = idOf(`line/${of.label}/${seller.sellerId}/${place}`, begun)
    const steps = stepsOf(item.state, begun, present)
    const sent =
      item.state !== "paid" &&
      item.state !== "preparing" &&
      item.state !== "payment_waiting" &&
      item.state !== "cancelled"
    sales.lines.push({
      id,
      orderId,
      sellerId: seller.sellerId,
      productId: item.product.id,
      variantId: item.variant.id,
      title: item.product.title,
      optionName: item.variant.name ?? "",
      unitWon: item.variant.priceWon,
      quantity: item.quantity,
      freeShipping,
      madeToOrder: item.product.madeToOrder ?? false,
      commissionWon: commissionWon(priceWon, 0, of.row?.commissionBps ?? 800),
      state: item.state,
      pictureId: item.pictureId,
      carrier: sent ? chance.pick(["cj", "hanjin", "lotte", "post"]) : null,
      trackingNumber: sent ? String(chance.int(600_000_000_000, 699_999_999_999)) : null,
      paidAt,
      shippedAt: sent ? steps.shippedAt : null,
      deliveredAt:
        item.state === "delivered" || item.state === "confirmed" || item.state === "returned"
          ? steps.deliveredAt
          : null,
      confirmedAt: item.state === "confirmed" ? steps.endedAt : null,
      endedAt: isEnded(item.state) ? steps.endedAt : null,
      endReason: item.state === "cancelled" ? "마음이 바뀌었어요" : "",
      restocked: item.state === "cancelled" || item.state === "returned",
    })
    if (paidAt)
      sales.events.push({
        id: idOf(`event/${id}/pay`, paidAt),
        lineId: id,
        move: "pay",
        fromState: "payment_waiting",
        toState: "paid",
        actorRole: "system",
        at: paidAt,
      })
    if (sent)
      sales.events.push({
        id: idOf(`event/${id}/ship`, steps.shippedAt),
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
        id: idOf(`event/${id}/deliver`, steps.deliveredAt),
        lineId: id,
        move: "deliver",
        fromState: "shipped",
        toState: "delivered",
        actorRole: "system",
        at: steps.deliveredAt,
      })
    if (isEnded(item.state))
      sales.events.push({
        id: idOf(`event/${id}/end`, steps.endedAt),
        lineId: id,
        move: item.state === "confirmed" ? "confirm" : "cancel",
        fromState: item.state === "confirmed" ? "delivered" : "paid",
        toState: item.state,
        actorRole: item.state === "confirmed" ? "buyer" : "system",
        at: steps.endedAt,
      })
    if (item.claim)
      addClaim(make, {
        ...ids,
        lineId: id,
        buyerId: of.buyer.id,
        claim: item.claim,
        returnWon: of.row?.returnWon ?? 3_000,
        at:
          item.state === "returned" || item.state === "cancelled"
            ? steps.endedAt
            : new Date(Math.min(present.getTime() - hourMs, steps.deliveredAt.getTime() + 5 * hourMs)),
      })
    if (item.state === "confirmed" && chance.chance(0.72))
      addReview(make, {
        id,
        productId: item.product.id,
        sellerId: seller.sellerId,
        authorId: of.buyer.id,
        optionName: item.variant.name ?? "",
        at: new Date(Math.min(present.getTime() - 60_000, steps.endedAt.getTime() + 3 * hourMs)),
      })
    return {
      id,
      item,
      kept: { priceWon, freeShipping, discountWon: 0 } satisfies KeptLine,
      endedAt: steps.endedAt,
    }
  })
  // What fell away, in the order of the lines; then what was confirmed, then the rest of an order that is
  // over.
  const gone = new Set<string>()
  for (const row of rows) {
    if (isLive(row.item.state)) continue
    gone.add(row.id)
    const staying = rows.filter(
      (each) => !gone.has(each.id) && (isLive(each.item.state) || each.id !== row.id),
    )
    const fault = row.item.claim ? CLAIM_REASONS[row.item.claim.reason].fault : "buyer"
    const feeWon = fault === "buyer" ? (of.row?.returnWon ?? 3_000) : 0
    const amountWon =
      row.item.state === "cancelled"
        ? refundOnCancel(
            money,
            staying.map((each) => each.kept),
            of.terms,
            staying.some((each) => each.item.state !== "paid") ? seller.shippingWon : null,
          )
        : refundOnReturn(money, row.kept, { feeWon, fault, isLast: staying.length === 0 })
    if (row.item.state === "returned" && fault === "buyer")
      money.retainedWon += Math.max(0, row.kept.priceWon - amountWon)
    money.refundedWon += amountWon
    if (amountWon > 0)
      addRefund(make, {
        ...ids,
        label: `${of.label}/${row.id}`,
        paymentId: idOf(`payment/${of.label}`, begun),
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
    const commission = commissionWon(row.kept.priceWon, 0, of.row?.commissionBps ?? 800)
    postTo(
      sales,
      `sale:${row.id}`,
      "sale",
      { held: -row.kept.priceWon, seller: row.kept.priceWon - commission, platform: commission },
      { ...ids, lineId: row.id },
      row.endedAt,
    )
  }
  const rest = money.paidWon - money.refundedWon - money.releasedWon
  if (rest > 0 && rows.every((row) => isEnded(row.item.state))) {
    money.releasedWon += rest
    postTo(
      sales,
      `rest:${orderId}`,
      "order_rest",
      { held: -rest, seller: rest },
      ids,
      rows[0]?.endedAt ?? begun,
    )
  }
  sales.orders.push({
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

function stepsOf(state: LineState, begun: Date, present: Date) {
  const late = (moment: Date, hours: number) =>
    new Date(Math.min(present.getTime() - 60_000, moment.getTime() + hours * hourMs))
  const shippedAt = late(begun, 22)
  const deliveredAt = late(shippedAt, 26)
  return {
    shippedAt,
    deliveredAt,
    endedAt: state === "cancelled" ? late(begun, 4) : late(deliveredAt, state === "returned" ? 96 : 60),
  }
}

function addClaim(
  { sales }: Maker,
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
  const id = idOf(`claim/${of.lineId}`, of.at)
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
    id: idOf(`claim-event/${id}/request`, of.at),
    claimId: id,
    move: "request",
    toState: "requested",
    actorRole: "buyer",
    actorId: of.buyerId,
    at: of.at,
  })
  claimSteps(kind, state).forEach(([move, toState], place) => {
    const moment = new Date(of.at.getTime() + (place + 1) * 600_000)
    sales.claimEvents.push({
      id: idOf(`claim-event/${id}/${move}`, moment),
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
  make: Maker,
  of: { id: string; productId: string; sellerId: string; authorId: string; optionName: string; at: Date },
): void {
  const { sales, chance } = make
  const rating = chance.weighted(
    [5, 4, 3, 2, 1] as const,
    (stars) => ({ 5: 62, 4: 26, 3: 8, 2: 3, 1: 1 })[stars],
  )
  const replied = chance.chance(0.25)
  sales.reviews.push({
    id: idOf(`review/${of.id}`, of.at),
    productId: of.productId,
    lineId: of.id,
    authorId: of.authorId,
    sellerId: of.sellerId,
    rating,
    body: chance.pick(reviewTexts[rating]),
    optionName: of.optionName,
    reply: replied ? "소중한 후기 고맙습니다. 다음에도 좋은 물건으로 찾아뵐게요." : null,
    repliedAt: replied ? new Date(of.at.getTime() + 60_000) : null,
    createdAt: of.at,
  })
}

function addRefund(
  { sales }: Maker,
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
  const id = idOf(`refund/${of.label}`, of.at)
  const ids = { groupId: of.groupId, orderId: of.orderId }
  sales.refunds.push({
    id,
    ...ids,
    paymentId: of.paymentId,
    amountWon: of.amountWon,
    reason: of.reason,
    state: "done",
    createdAt: of.at,
    doneAt: of.at,
    tries: 1,
  })
  postTo(
    sales,
    `refund_due:${id}`,
    "refund_due",
    { held: -of.amountWon, refunding: of.amountWon },
    ids,
    of.at,
  )
  postTo(sales, `refund:${id}`, "refund", { refunding: -of.amountWon, outside: of.amountWon }, ids, of.at)
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

function postTo(
  sales: Sales,
  posting: string,
  kind: LedgerKind,
  moves: Partial<Record<LedgerAccount, number>>,
  ids: { groupId?: string; orderId?: string; lineId?: string; sellerId?: string; payoutId?: string },
  moment: Date,
): void {
  for (const [account, amountWon] of Object.entries(moves)) {
    if (amountWon === 0 || !isAccount(account)) continue
    sales.ledger.push({
      id: idOf(`ledger/${posting}/${account}`, moment),
      posting,
      kind,
      account,
      amountWon,
      at: moment,
      ...ids,
    })
  }
}
const isAccount = (account: string): account is LedgerAccount =>
  ["outside", "held", "refunding", "seller", "platform"].includes(account)

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
    const id = idOf(`payout/${sellerId}/${to}`, createdAt)
    sales.payouts.push({
      id,
      sellerId,
      amountWon,
      state,
      bank: seller?.bank ?? "",
      accountNumber: seller?.accountNumber ?? "",
      accountHolder: seller?.accountHolder ?? "",
      failureReason: state === "failed" ? "예금주가 일치하지 않아요." : "",
      createdAt,
      updatedAt: createdAt,
    })
    postTo(
      sales,
      `payout:${id}`,
      "payout",
      { seller: -amountWon, outside: amountWon },
      { sellerId, payoutId: id },
      createdAt,
    )
    if (state === "failed")
      postTo(
        sales,
        `payout_returned:${id}`,
        "payout_returned",
        { seller: amountWon, outside: -amountWon },
        { sellerId, payoutId: id },
        addDays(createdAt, 1),
      )
  }
}
