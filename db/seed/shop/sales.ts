/**
 * The purchases of the demo town: in every state, with claims, refunds, reviews and a ledger that agrees
 * to the won.
 */
import { type LineState } from "#app/areas/shop/rules.ts"
import { addDays, DAY_MS, HOUR_MS } from "#app/basics/time.ts"
import type { DemoPeople } from "../parts.ts"
import { atWrapped, createRandom, createSeedId, type SeededRandom } from "../random.ts"
import type { Goods } from "./goods.ts"
import type { PaymentMethod } from "#app/areas/money/rules.ts"
import { createPayoutPosting, createReturnedPayoutPosting } from "#app/areas/money/postings.ts"
import {
  addLedgerEntries,
  createEmptySales,
  type Claim,
  type Item,
  type Purchase,
  type Sales,
} from "./sales-rows.ts"
import { addPurchase } from "./purchase.ts"

const PURCHASES = 620

/** Orders of the desk of the demo owner: state, days ago, claim. */
const SELLER_ORDER_SPECS: readonly [LineState, number, Claim?][] = [
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
/** Orders of the demo customer: states of the lines, days ago, how it is paid, claim. */
const CUSTOMER_ORDER_SPECS: readonly [LineState[], number, PaymentMethod, Claim?][] = [
  [["payment_waiting"], 0.05, "virtual_account"],
  [["paid", "preparing"], 0.4, "card"],
  [["shipped", "shipped"], 2, "easy_pay"],
  [["delivered"], 4, "card"],
  [["delivered"], 5, "card", { kind: "return", state: "requested", reason: "changed_mind" }],
  [["confirmed", "cancelled"], 16, "card"],
  [["returned"], 24, "card", { kind: "return", state: "completed", reason: "different" }],
  [["confirmed"], 40, "easy_pay"],
]
/** A shop that is open: what it sells and to whom, with the chance that all purchases share. */
type Shop = {
  people: DemoPeople
  random: SeededRandom
  sold: Item["product"][]
  ownProducts: Item["product"][]
  item: (product: Item["product"], state: LineState, claim?: Claim) => Item
  timeAgo: (days: number) => Date
  addOne: (purchase: Purchase) => void
}

/**
 * Purchases of the last weeks: a busy desk for the demo owner, a full list for the demo customer, and sales
 * everywhere else.
 */
export function buildSales(goods: Goods, people: DemoPeople, present: Date): Sales {
  const sales = createEmptySales()
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
  const shop: Shop = { people, random, sold, ownProducts, item, timeAgo, addOne }
  addTownPurchases(shop)
  addOwnerPurchases(shop)
  addCustomerPurchases(shop)
  addPayouts(sales, goods, people.demo.shop.id, present)
  return sales
}

/** What everybody in town buys. */
function addTownPurchases({ people, random, sold, item, timeAgo, addOne }: Shop): void {
  for (let number = 0; number < PURCHASES; number += 1) {
    const days = 2 + Math.floor((number / PURCHASES) ** 1.4 * 75)
    const state = pickLineState(days, random)
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
}

function pickLineState(days: number, random: SeededRandom): LineState {
  if (days > 14) {
    if (random.chance(0.06)) return "cancelled"
    return random.chance(0.03) ? "returned" : "confirmed"
  }
  if (days > 5) return random.pick(["delivered", "confirmed", "confirmed"])
  return random.pick(["paid", "preparing", "shipped", "delivered"])
}

/** What the demo owner has sold: something in every state, and weeks of finished sales. */
function addOwnerPurchases({ people, random, ownProducts, item, timeAgo, addOne }: Shop): void {
  SELLER_ORDER_SPECS.forEach(([state, days, claim], index) => {
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
}

/** What the demo customer has bought. */
function addCustomerPurchases({ people, sold, item, timeAgo, addOne }: Shop): void {
  CUSTOMER_ORDER_SPECS.forEach(([states, days, method, claim], index) => {
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
}

const removeDuplicateItems = (items: Item[]) =>
  items.filter((one, index) => items.findIndex((other) => other.variant.id === one.variant.id) === index)

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
