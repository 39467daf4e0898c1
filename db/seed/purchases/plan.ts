/** Who buys what in the demo town, when, and what becomes of it. */
import type { OfferedPaymentMethod } from "#app/areas/money/rules.ts"
import type { ClaimKind, ClaimReason, ClaimState } from "#app/areas/shop/claim-rules.ts"
import type { LineState } from "#app/areas/shop/rules.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import type { DemoPeople, DemoPerson } from "../parts.ts"
import { atWrapped, createRandom, type SeededRandom } from "../random.ts"

/** A variant that is for sale, as the shop's part of the town has made it. */
export type Offer = {
  productId: string
  variantId: string
  sellerId: string
  /** Of the product, and the name of the variant. */
  title: string
  variantName: string
  priceWon: number
  stock: number
  publishedAt: Date
}
export type PlannedClaim = { kind: ClaimKind; state: ClaimState; reason: ClaimReason }
export type PlannedLine = {
  offer: Offer
  quantity: number
  state: LineState
  claim?: PlannedClaim | undefined
}
export type PlannedPurchase = {
  label: string
  buyer: DemoPerson
  lines: PlannedLine[]
  at: Date
  method: OfferedPaymentMethod
}

const TOWN_PURCHASES = 300
const TOWN_METHODS = ["kakao_pay", "naver_pay", "toss_pay", "transfer", "virtual_account"] as const

/** Orders of the desk of the demo owner: state, days ago, claim. */
const DESK_ORDERS: readonly [LineState, number, PlannedClaim?][] = [
  ["paid", 0.1],
  ["paid", 0.2],
  ["paid", 0.3],
  ["paid", 0.6],
  ["paid", 0.9],
  ["paid", 1.1],
  ["preparing", 1.2],
  ["preparing", 1.5],
  ["preparing", 2, { kind: "cancel", state: "requested", reason: "changed_mind" }],
  ["shipped", 1],
  ["shipped", 1.4],
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
const CUSTOMER_ORDERS: readonly [LineState[], number, OfferedPaymentMethod, PlannedClaim?][] = [
  [["payment_waiting"], 0.05, "virtual_account"],
  [["paid", "preparing"], 0.4, "transfer"],
  [["shipped", "shipped"], 1.6, "kakao_pay"],
  [["delivered"], 4, "card"],
  [["delivered"], 5, "card", { kind: "return", state: "requested", reason: "changed_mind" }],
  [["confirmed", "cancelled"], 16, "transfer"],
  [["returned"], 24, "card", { kind: "return", state: "completed", reason: "different" }],
  [["confirmed"], 40, "naver_pay"],
]

/** The shelves of the town while it is being planned, with the chance that all purchases share. */
type Shelves = {
  present: Date
  random: SeededRandom
  /** Products in the order of how well they sell. */ products: Offer[][]
  ownProducts: Offer[][]
  /** What is left of a variant. */ left: Map<string, number>
}

/**
 * Plans the purchases of the last weeks: a busy desk for the demo owner, a full list for the demo customer,
 * and sales everywhere else. Nothing is bought that was not for sale yet, or is sold out.
 */
export function planPurchases(
  offers: readonly Offer[],
  people: DemoPeople,
  present: Date,
): PlannedPurchase[] {
  const random = createRandom("sales")
  const products = random.shuffle([...Map.groupBy(offers, (offer) => offer.productId).values()])
  const shelves: Shelves = {
    present,
    random,
    products,
    ownProducts: products.filter(([offer]) => offer?.sellerId === people.demo.shop.id),
    left: new Map(offers.map((offer) => [offer.variantId, offer.stock])),
  }
  const planned = [
    ...planDesk(shelves, people),
    ...planCustomer(shelves, people),
    ...planTown(shelves, people),
  ]
  return planned.filter(({ lines }) => lines.length > 0)
}

/** What everybody in town buys. */
function planTown(shelves: Shelves, people: DemoPeople): PlannedPurchase[] {
  const { random, products } = shelves
  return Array.from({ length: TOWN_PURCHASES }, (_, number) => {
    const days = 2 + Math.floor((number / TOWN_PURCHASES) ** 1.4 * 75)
    const at = timeAgo(shelves, days)
    const state = pickLineState(days, random)
    // Popular goods sell more often: the first of the list come up again and again.
    const popular = Math.floor(random.next() ** 1.5 * products.length)
    const wanted: [number, LineState][] = [[popular, state]]
    if (random.chance(0.3))
      wanted.push([random.int(0, products.length - 1), state === "cancelled" ? "confirmed" : state])
    const buyer = atWrapped(people.customers, 80 + number * 3)
    return {
      label: `town/${number}`,
      buyer,
      lines: takeLines(shelves, products, { at, buyer }, wanted),
      at,
      method: random.chance(0.6) ? "card" : random.pick(TOWN_METHODS),
    } satisfies PlannedPurchase
  })
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
function planDesk(shelves: Shelves, people: DemoPeople): PlannedPurchase[] {
  const { random, ownProducts } = shelves
  const desk = DESK_ORDERS.map(([state, days, claim], index): PlannedPurchase => {
    const at = timeAgo(shelves, days)
    const wanted: [number, LineState, PlannedClaim?][] = [[index * 3, state, claim]]
    if (index % 4 === 0)
      wanted.push([index * 3 + 1, state === "cancelled" || state === "returned" ? "confirmed" : state])
    const buyer = atWrapped(people.customers, 130 + index * 5)
    return {
      label: `desk/${index}`,
      buyer,
      lines: takeLines(shelves, ownProducts, { at, buyer }, wanted),
      at,
      method: "card",
    }
  })
  const days = Array.from({ length: 25 }, (_, index) => 10 + index * 2)
  const finished = days.flatMap((day) =>
    Array.from({ length: 1 + ((day * 7) % 4) }, (_, copy): PlannedPurchase => {
      const at = timeAgo(shelves, day)
      const wanted: [number, LineState][] = [[random.int(0, ownProducts.length - 1), "confirmed"]]
      const buyer = atWrapped(people.customers, 30 + day * 4 + copy)
      return {
        label: `own/${day}/${copy}`,
        buyer,
        lines: takeLines(shelves, ownProducts, { at, buyer }, wanted),
        at,
        method: "card",
      }
    }),
  )
  return [...desk, ...finished]
}

/** What the demo customer has bought. */
const planCustomer = (shelves: Shelves, people: DemoPeople): PlannedPurchase[] =>
  CUSTOMER_ORDERS.map(([states, days, method, claim], index) => {
    const at = timeAgo(shelves, days)
    const wanted = states.map((state, turn): [number, LineState, PlannedClaim?] => [
      17 + index * 41 + turn * 97,
      state,
      claim,
    ])
    const buyer = people.demo.customer
    const lines = takeLines(shelves, shelves.products, { at, buyer }, wanted)
    return { label: `mine/${index}`, buyer, lines, at, method }
  })

const timeAgo = ({ present, random }: Shelves, days: number): Date =>
  new Date(present.getTime() - days * DAY_MS - random.int(0, 9) * HOUR_MS - random.int(1, 50) * MINUTE_MS)

/** Takes a variant of each product that is wanted, or of the next one that is there; each product once. */
function takeLines(
  shelves: Shelves,
  products: Offer[][],
  { at, buyer }: Pick<PlannedPurchase, "at" | "buyer">,
  wanted: readonly (readonly [number, LineState, PlannedClaim?])[],
): PlannedLine[] {
  const lines: PlannedLine[] = []
  for (const [position, state, claim] of wanted) {
    const quantity = shelves.random.pickWeighted([1, 2, 3], (count) => 8 / (count * count))
    const offer = findOffer(shelves, products, {
      position,
      at,
      buyer,
      quantity,
      besides: lines,
      isExchanged: claim?.kind === "exchange",
    })
    if (!offer) continue
    shelves.left.set(offer.variantId, (shelves.left.get(offer.variantId) ?? 0) - quantity)
    lines.push({ offer, quantity, state, claim })
  }
  return lines
}

function findOffer(
  { random, left }: Shelves,
  products: Offer[][],
  wish: {
    position: number
    at: Date
    buyer: DemoPerson
    quantity: number
    besides: readonly PlannedLine[]
    /** For another option, which must cost the same. */
    isExchanged: boolean
  },
): Offer | undefined {
  for (let step = 0; step < products.length; step += 1) {
    const product = atWrapped(products, wish.position + step)
    const offers = product.filter(
      (offer) =>
        (!wish.isExchanged ||
          product.some((other) => other !== offer && other.priceWon === offer.priceWon && other.stock > 9)) &&
        offer.publishedAt < wish.at &&
        offer.sellerId !== wish.buyer.id &&
        (left.get(offer.variantId) ?? 0) >= wish.quantity &&
        wish.besides.every((line) => line.offer.productId !== offer.productId),
    )
    if (offers.length > 0) return random.pick(offers)
  }
  return undefined
}
