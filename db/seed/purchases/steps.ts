/** What is done about a purchase of the demo town, by whom and when: each step by the service for it. */
import type { Member } from "#app/areas/accounts/rules.ts"
import { PROVIDER_METHODS } from "#app/areas/money/service/payment-window.server.ts"
import { confirmPayment, receiveWebhook } from "#app/areas/money/service/payments.server.ts"
import { CLAIM_REASONS, type ClaimMove } from "#app/areas/shop/claim-rules.ts"
import { claims, orderLines, productReviews, shopOrders } from "#app/areas/shop/schema.server.ts"
import {
  cancelLine,
  confirmLine,
  deliverLine,
  prepareLine,
  shipLine,
} from "#app/areas/shop/service/after-sale.server.ts"
import { startCheckout } from "#app/areas/shop/service/checkout.server.ts"
import { reportMissing } from "#app/areas/shop/service/missing-parcels.server.ts"
import { transitionClaim } from "#app/areas/shop/service/claims.server.ts"
import { requestClaim } from "#app/areas/shop/service/request-claim.server.ts"
import { listExchangeOptions } from "#app/areas/shop/service/exchanges.server.ts"
import { SIMULATED_ENDINGS } from "#app/platform/tracking/simulator.server.ts"
import { placePurchase } from "#app/areas/shop/service/place-purchase.server.ts"
import { createProductReview, replyToReview } from "#app/areas/shop/service/reviews.server.ts"
import type { LineState } from "#app/areas/shop/rules.ts"
import { now } from "#app/basics/clock.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { db } from "#app/platform/db.server.ts"
import { createSimulatedPayment, depositToSimulatedAccount } from "#app/platform/payments/simulator.server.ts"
import { eq } from "drizzle-orm"
import { toActor } from "../acting.ts"
import { createRandom, createSeedId, type SeededRandom } from "../random.ts"
import type { DemoPicture } from "../town.ts"
import { findHome } from "./homes.ts"
import type { ReviewWriter } from "./review-writer.ts"
import type { PlannedClaim, PlannedLine, PlannedPurchase } from "./plan.ts"

/** Something that somebody does at a moment. */
export type Step = { at: Date; take(): Promise<void> }
/** What a service did; throws where it refused what was not done before. */
export type Expect = <Result extends { ok: boolean }>(
  pending: Promise<Result>,
) => Promise<Extract<Result, { ok: true }> | null>

const CARRIERS = ["cj", "hanjin", "lotte", "post"] as const
const REJECTION = "포장을 뜯고 사용한 흔적이 있어 반품이 어려워요."
const REFUND_ACCOUNT = { bank: "국민은행", accountNumber: "801201-04-123456" }
/** What the steps of all purchases share. */
type PurchasesInProgress = {
  present: Date
  expect: Expect
  reviews: ReviewWriter
  demoPictures: ReadonlyMap<string, DemoPicture>
}

/** Whoever pays in cash mostly wants a receipt against income tax, some for a business, some none. */
function chooseReceipt({ label, at, buyer }: PlannedPurchase) {
  const random = createRandom(`cash receipt/${label}`)
  const isMine = label.startsWith("mine/")
  // Of the demo customer: an older purchase with one, and the newest to ask for one of.
  const share = isMine ? (at.getTime() > Date.now() - 5 * DAY_MS ? 1 : 0) : random.next()
  // The simulator's tax service decides these a day later: it refuses the old one and takes the new one.
  const isNew = at.getTime() > Date.now() - 2 * DAY_MS
  const slowNumber = isMine || share >= (isNew ? 0.6 : 0.1) ? null : isNew ? "01000000002" : "01000000003"
  const phone = slowNumber ?? `0101${String(2_340_000 + (buyer.name.codePointAt(0) ?? 0))}`
  return {
    cashReceipt: share < 0.6 ? ("deduction" as const) : share < 0.75 ? ("expense" as const) : null,
    receiptPhone: share < 0.6 ? phone : null,
    receiptBusinessNumber: share < 0.75 && share >= 0.6 ? "220-81-62517" : null,
  }
}

/** A purchase while it is being made: what its services have answered so far. */
class PurchaseInProgress {
  readonly plan: PlannedPurchase
  readonly buyer: Member
  readonly random: SeededRandom
  readonly #expect: Expect
  #groupId = ""
  #paymentId = ""
  /** Ids of the lines by their variant. */
  readonly #lineIds = new Map<string, string>()

  constructor(plan: PlannedPurchase, expect: Expect) {
    this.plan = plan
    this.buyer = toActor(plan.buyer, "customer")
    this.random = createRandom(`purchase/${plan.label}`)
    this.#expect = expect
  }

  async begin(): Promise<void> {
    const { plan, random } = this
    const started = await this.#expect(
      startCheckout(this.buyer, {
        source: "direct",
        lines: plan.lines.map(({ offer, quantity }) => ({ variantId: offer.variantId, quantity })),
        submissionKey: createSeedId(`start/${plan.label}`, plan.at),
      }),
    )
    if (!started) return
    this.#groupId = started.groupId
    const placed = await this.#expect(
      placePurchase(this.buyer, started.groupId, {
        recipient: plan.buyer.name,
        ...findHome(plan),
        request: random.chance(0.5) ? "문 앞에 놓아 주세요" : null,
        addressId: null,
        saveAddress: false,
        couponId: null,
        method: plan.method,
        ...chooseReceipt(plan),
        consent: true,
        thirdPartyConsent: true,
        madeToOrderConsent: true,
        submissionKey: createSeedId(`place/${plan.label}`, plan.at),
      }),
    )
    this.#paymentId = placed?.paymentId ?? ""
    const rows = await db()
      .select({ id: orderLines.id, variantId: orderLines.variantId })
      .from(orderLines)
      .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
      .where(eq(shopOrders.groupId, this.#groupId))
    for (const { id, variantId } of rows) this.#lineIds.set(variantId, id)
  }

  /** The buyer agrees at the provider; a deposit is then waited for. */
  async agree(): Promise<void> {
    if (this.#paymentId === "") return
    const { method } = this.plan
    const amountWon = await this.#findTotal()
    const { paymentKey } = await createSimulatedPayment({
      orderId: this.#paymentId,
      amountWon,
      orderName: "쇼핑 주문",
      ...PROVIDER_METHODS[method],
      customerName: this.plan.buyer.name,
      script: "pay",
    })
    await this.#expect(confirmPayment(this.buyer, this.#paymentId, { paymentKey, amountWon }))
  }

  async deposit(): Promise<void> {
    if (this.#paymentId === "") return
    for (const body of await depositToSimulatedAccount(this.#paymentId, 1)) await receiveWebhook(body)
  }

  /** Hands in the picture `master`, to be shown with a review; its id. */
  async addPicture({
    name,
    storageKey,
    alt,
    width,
    height,
    bytes,
    placeholder,
  }: DemoPicture): Promise<string> {
    const id = createSeedId(`picture/${this.plan.label}/${name}`, this.plan.at)
    const picture = {
      id,
      ownerId: this.buyer.userId,
      purpose: "review",
      storageKey,
      alt,
      width,
      height,
    } as const
    await db()
      .insert(pictures)
      .values({ ...picture, bytes, placeholder, originalName: "photo.webp", createdAt: now() })
      .onConflictDoNothing()
    return id
  }

  /** Does something with the line of `line`, where the purchase came about. */
  async withLine<Result extends { ok: boolean }>(
    line: PlannedLine,
    act: (lineId: string, seller: Member) => Promise<Result>,
  ): Promise<Extract<Result, { ok: true }> | null> {
    const lineId = this.#getLineId(line)
    return lineId === undefined ? null : this.#expect(act(lineId, toSeller(line.offer.sellerId)))
  }

  expect: Expect = (pending) => this.#expect(pending)

  /** Another option that `line` can be exchanged for; null where there is only the same again. */
  async findExchangeOption(line: PlannedLine): Promise<string | null> {
    const lineId = this.#getLineId(line)
    if (lineId === undefined) return null
    const [row] = await db().select().from(orderLines).where(eq(orderLines.id, lineId))
    const options = row ? await listExchangeOptions(row) : []
    return options.find((option) => option.problem === null && !option.isBought)?.id ?? null
  }

  /** The claim about `line`, also where an attempt that was cut short has requested it. */
  async findClaimId(line: PlannedLine): Promise<string | undefined> {
    const lineId = this.#getLineId(line)
    if (lineId === undefined) return undefined
    return (await db().select({ id: claims.id }).from(claims).where(eq(claims.lineId, lineId)))[0]?.id
  }

  /** The review of `line`, likewise. */
  async findReviewId(line: PlannedLine): Promise<string | undefined> {
    const lineId = this.#getLineId(line)
    if (lineId === undefined) return undefined
    const { id, lineId: column } = productReviews
    return (await db().select({ id }).from(productReviews).where(eq(column, lineId)))[0]?.id
  }

  #getLineId({ offer }: PlannedLine): string | undefined {
    return this.#lineIds.get(offer.variantId)
  }

  /** A deposit goes back to an account. */
  get account() {
    const holder = { ...REFUND_ACCOUNT, holder: this.plan.buyer.name }
    return this.plan.method === "virtual_account" ? holder : null
  }

  async #findTotal(): Promise<number> {
    const rows = await db()
      .select({ itemsWon: shopOrders.itemsWon, shippingWon: shopOrders.shippingWon })
      .from(shopOrders)
      .where(eq(shopOrders.groupId, this.#groupId))
    return rows.reduce((sum, row) => sum + row.itemsWon + row.shippingWon, 0)
  }
}

const toSeller = (id: string): Member =>
  toActor({ id, name: "", regionCode: "11650", joinedAt: new Date(0) }, "customer")

/** The steps of a purchase, none of them later than `present`. */
export function listSteps(plan: PlannedPurchase, town: PurchasesInProgress): Step[] {
  const { present, expect } = town
  const purchase = new PurchaseInProgress(plan, expect)
  const steps: Step[] = []
  /** Adds a step so many hours after `moment`; the moment that it has then. */
  const add = (moment: Date, hours: number, take: () => Promise<unknown>): Date => {
    const at = new Date(Math.min(present.getTime() - MINUTE_MS, moment.getTime() + hours * HOUR_MS))
    steps.push({ at, take: async () => void (await take()) })
    return at
  }
  add(plan.at, 0, () => purchase.begin())
  const agreed = add(plan.at, 1 / 60, () => purchase.agree())
  if (plan.method === "virtual_account" && plan.lines.some((line) => line.state !== "payment_waiting"))
    add(agreed, 1 / 30, () => purchase.deposit())
  for (const line of plan.lines) addLineSteps(purchase, line, add, town)
  return steps
}

type AddStep = (moment: Date, hours: number, take: () => Promise<unknown>) => Date

const WAS_SENT: readonly LineState[] = ["shipped", "delivered", "confirmed", "returned"]

function addLineSteps(
  purchase: PurchaseInProgress,
  line: PlannedLine,
  add: AddStep,
  town: PurchasesInProgress,
): void {
  const { present } = town
  const { state, claim } = line
  const begun = purchase.plan.at
  if (state === "cancelled" && !claim) {
    add(begun, 4, () =>
      purchase.withLine(line, (id) =>
        cancelLine(purchase.buyer, id, { reason: "마음이 바뀌었어요", account: purchase.account }),
      ),
    )
    return
  }
  if (state === "paid" || state === "payment_waiting") return
  const prepared = add(begun, 3, () => purchase.withLine(line, (id, seller) => prepareLine(seller, id)))
  if (claim?.kind === "cancel") addClaimSteps(purchase, line, claim, add, prepared)
  if (!WAS_SENT.includes(state)) return
  const parcel = {
    carrier: purchase.random.pick(CARRIERS),
    trackingNumber: numberParcel(line, begun, present, purchase.random),
  }
  const sent = add(begun, 22, () => purchase.withLine(line, (id, seller) => shipLine(seller, id, parcel)))
  if (state === "shipped") {
    if (isMissing(line, purchase.plan, present)) addMissing(purchase, line, add, sent)
    return
  }
  const arrived = add(sent, 26, () =>
    purchase.withLine(line, (id) => deliverLine(purchase.buyer, id, "buyer")),
  )
  if (state === "returned")
    addClaimSteps(purchase, line, claim ?? CHANGED_MIND, add, new Date(arrived.getTime() + 90 * HOUR_MS))
  else if (claim) {
    const lastHour = present.getTime() - HOUR_MS
    addClaimSteps(purchase, line, claim, add, new Date(Math.min(lastHour, arrived.getTime() + 5 * HOUR_MS)))
  }
  if (state === "confirmed") addEnd(purchase, line, add, arrived, town)
}

/** Of the desk of the demo owner: what its seller takes for delivered, and its buyer has not got. */
const isMissing = (line: PlannedLine, { label, at }: PlannedPurchase, present: Date): boolean =>
  label.startsWith("desk/") && line.state === "shipped" && present.getTime() - at.getTime() > 46 * HOUR_MS

function addMissing(purchase: PurchaseInProgress, line: PlannedLine, add: AddStep, sent: Date): void {
  const told = add(sent, 24, () => purchase.withLine(line, (id, seller) => deliverLine(seller, id, "seller")))
  add(told, 9, () => purchase.withLine(line, (id) => reportMissing(purchase.buyer, id)))
}

/** A number of twelve digits; of what must not have arrived long after it was sent, one that is stuck. */
function numberParcel(line: PlannedLine, begun: Date, present: Date, random: SeededRandom): string {
  const hours = (present.getTime() - begun.getTime()) / HOUR_MS
  const isLate = line.state === "shipped" && hours > 46
  return isLate
    ? `${random.int(60_000_000, 69_999_999)}${SIMULATED_ENDINGS.stuck}`
    : `${random.int(60_000_000_000, 69_999_999_999)}7`
}

const CHANGED_MIND: PlannedClaim = { kind: "return", state: "completed", reason: "changed_mind" }

/** How a claim comes to its state. */
function listMoves({ kind, state }: PlannedClaim): ClaimMove[] {
  if (state === "rejected") return ["reject"]
  if (kind === "cancel") return state === "completed" ? ["approve"] : []
  const way = ["approve", "collect", "receive", "complete"] as const
  const reached = ["approved", "collecting", "collected", "completed"].indexOf(state)
  return way.slice(0, reached + 1)
}

function addClaimSteps(
  purchase: PurchaseInProgress,
  line: PlannedLine,
  claim: PlannedClaim,
  add: AddStep,
  moment: Date,
): void {
  const isSellerFault = CLAIM_REASONS[claim.reason].fault === "seller"
  let at = add(moment, 0, async () => {
    const variantId = claim.kind === "exchange" ? await purchase.findExchangeOption(line) : null
    await purchase.withLine(line, (id) =>
      requestClaim(purchase.buyer, id, {
        variantId,
        kind: claim.kind,
        reason: claim.reason,
        detail: isSellerFault ? "상자를 열어 보니 사진과 달라요. 사진도 함께 보내요." : "",
        pictureIds: [],
        account: purchase.account,
      }),
    )
  })
  for (const move of listMoves(claim))
    at = add(at, 1 / 6, async () => {
      const claimId = await purchase.findClaimId(line)
      if (claimId === undefined) return
      const decision = { restock: true, ...(move === "reject" ? { reason: REJECTION } : {}) }
      await purchase.expect(transitionClaim(toSeller(line.offer.sellerId), claimId, move, decision))
    })
}

/** The purchase is confirmed, and often rated. */
function addEnd(
  purchase: PurchaseInProgress,
  line: PlannedLine,
  add: AddStep,
  arrived: Date,
  { reviews, demoPictures }: PurchasesInProgress,
): void {
  const { random } = purchase
  const { sellerId } = line.offer
  const confirmed = add(arrived, 60, () => purchase.withLine(line, (id) => confirmLine(purchase.buyer, id)))
  if (!random.chance(0.85)) return
  const rating = random.pickWeighted([5, 4, 3] as const, (stars) => ({ 5: 62, 4: 26, 3: 12 })[stars])
  const review = reviews.write(line.offer, rating, random)
  if (!review) return
  const { body, picture } = review
  const reply = random.chance(0.25) ? reviews.answer(sellerId, rating, random) : null
  const master = picture === null ? undefined : demoPictures.get(picture)
  const rated = add(confirmed, 3, async () => {
    const pictureIds = master ? [await purchase.addPicture(master)] : []
    await purchase.withLine(line, (id) =>
      createProductReview(purchase.buyer, id, { rating, body, pictureIds }),
    )
  })
  if (reply === null) return
  add(rated, 2, async () => {
    const reviewId = await purchase.findReviewId(line)
    if (reviewId !== undefined) await purchase.expect(replyToReview(toSeller(sellerId), reviewId, reply))
  })
}
