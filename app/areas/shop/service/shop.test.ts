import fc from "fast-check"
import { eq, sql } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { depositSimulated, openSimulated } from "#app/platform/payments/simulator.server.ts"
import { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { profiles, users } from "../../accounts/schema.server.ts"
import { findCart } from "../../accounts/service/cart.server.ts"
import { bought, createProduct, createShop, createVariant, linesOf, pay, placed, placeInput } from "../fixtures.ts"
import { claims, coupons, ledger, orderGroups, payments, refunds, shopOrders, variants } from "../schema.server.ts"
import { cancelLine, confirmLine, deliverLine, prepareLine, sellOut, shipLine } from "./after-sale.server.ts"
import { addToCart, changeCartLine, findCartView } from "./cart.server.ts"
import { startCheckout } from "./checkout.server.ts"
import { moveClaim, requestClaim } from "./claims.server.ts"
import { checkLedger, ledgerSums } from "./ledger.server.ts"
import { askAgain, cancelDeposit, confirmPayment, receiveWebhook } from "./pay.server.ts"
import { placeOrder } from "./place.server.ts"
import { findProductReviews } from "./product.server.ts"
import { findPurchase, findPurchaseDetail } from "./purchases.server.ts"
import { reviewLine } from "./reviews.server.ts"
import { confirmSilently, deliverSilently, expireCheckouts } from "./time.server.ts"

withDatabase()
afterEach(resetClock)

const moveTime = (minutes: number) => {
  const at = Date.now() + minutes * 60_000
  setClock(() => new Date(at))
}
const stockOf = async (id: string) => (await db().select({ stock: variants.stock }).from(variants).where(eq(variants.id, id)))[0]?.stock
const groupOf = async (id: string) => (await db().select().from(orderGroups).where(eq(orderGroups.id, id)))[0]
const chargedWon = async () => Number((await db().execute<{ won: string }>(sql`select coalesce(sum((payment->>'totalAmount')::int), 0)::text as won from simulated_payments where payment->>'status' not in ('IN_PROGRESS', 'ABORTED', 'WAITING_FOR_DEPOSIT')`))[0]?.won)
const parcel = { carrier: "cj" as const, trackingNumber: "612345678901" }

test("nothing is sold twice: 500 buyers for 10 pieces, 20 rounds, exactly 10 get one each time", { timeout: 240_000 }, async () => {
  const shop = await createShop()
  const { actor } = await createPerson()
  const at = new Date()
  const buyers = Array.from({ length: 500 }, () => ({ ...actor, userId: newId() }))
  await db().insert(users).values(buyers.map(({ userId }) => ({ id: userId, email: `${userId}@example.kr`, emailVerified: true, name: "김하늘", createdAt: at, updatedAt: at })))
  await db().insert(profiles).values(buyers.map(({ userId }) => ({ userId, name: "김하늘", createdAt: at, updatedAt: at })))
  for (let round = 0; round < 20; round += 1) {
    const variantId = await createVariant(shop.sellerId, 10_000, 10)
    const want = (buyer: (typeof buyers)[number]) => startCheckout(buyer, { source: "direct", lines: [{ variantId, quantity: 1 }], submissionKey: newId() })
    const waiting = buyers.toSorted(() => Math.random() - 0.5)
    // At first all at the same moment, then as many at a time as there are connections to the database, each the next as soon as one has an answer.
    const results = round === 0 ? await Promise.all(waiting.map(want)) : (await Promise.all(Array.from({ length: 20 }, async () => {
      const answers: Awaited<ReturnType<typeof want>>[] = []
      for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) answers.push(await want(buyer))
      return answers
    }))).flat()
    expect(results).toHaveLength(500)
    expect(results.filter((result) => result.ok)).toHaveLength(10)
    expect(new Set(results.flatMap((result) => (result.ok ? [] : [result.reason])))).toEqual(new Set(["sold_out"]))
    expect(await stockOf(variantId)).toBe(0)
  }
})

test("the last pieces of two products in one cart: whoever gets one gets both, and nobody waits for ever", { timeout: 60_000 }, async () => {
  const shop = await createShop()
  const [one, other] = [await createVariant(shop.sellerId, 10_000, 5), await createVariant(shop.sellerId, 20_000, 5)]
  const buyers = await Promise.all(Array.from({ length: 20 }, () => createPerson()))
  const results = await Promise.all(buyers.map((buyer, place) => {
    const lines = [{ variantId: one, quantity: 1 }, { variantId: other, quantity: 1 }]
    return startCheckout(buyer.actor, { source: "direct", lines: place % 2 === 0 ? lines : lines.toReversed(), submissionKey: newId() })
  }))
  expect(results.filter((result) => result.ok)).toHaveLength(5)
  expect([await stockOf(one), await stockOf(other)]).toEqual([0, 0])
})

test("paid once: 100 requests with one key make one order, one charge and one answer; the same key with another body is refused", { timeout: 60_000 }, async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 10_000, 500)
  const buyer = await createPerson()
  const key = newId()
  const starts = await Promise.all(Array.from({ length: 100 }, () => startCheckout(buyer.actor, { source: "direct", lines: [{ variantId, quantity: 1 }], submissionKey: key })))
  const groups = new Set(starts.map((start) => (start.ok ? start.groupId : start.reason)))
  expect(groups.size).toBe(1)
  expect(await startCheckout(buyer.actor, { source: "direct", lines: [{ variantId, quantity: 2 }], submissionKey: key })).toMatchObject({ ok: false, reason: "key_reused" })
  const [groupId = ""] = groups
  const input = placeInput()
  const places = await Promise.all(Array.from({ length: 100 }, () => placeOrder(buyer.actor, groupId, input)))
  const attempts = new Set(places.map((place) => (place.ok ? place.paymentId : place.reason)))
  expect(attempts.size).toBe(1)
  expect(await placeOrder(buyer.actor, groupId, { ...input, method: "easy_pay" })).toEqual({ ok: false, reason: "key_reused" })
  const [paymentId = ""] = attempts
  const before = await chargedWon()
  const { paymentKey } = await openSimulated({ orderId: paymentId, amountWon: 13_000, orderName: "주문", method: "카드", customerName: "김하늘", script: "pay" })
  const paid = await Promise.all(Array.from({ length: 100 }, () => confirmPayment(buyer.actor, paymentId, { paymentKey, amountWon: 13_000 })))
  expect(paid.every((result) => result.ok || result.reason === "unknown")).toBe(true)
  expect(paid.filter((result) => result.ok).length).toBeGreaterThan(0)
  expect((await chargedWon()) - before).toBe(13_000)
  expect(await db().select().from(ledger).where(eq(ledger.groupId, groupId))).toHaveLength(2)
  expect(await stockOf(variantId)).toBe(499)
  expect(await checkLedger()).toEqual([])
})

test("webhooks seven times, shuffled, have one effect; a wrong secret has none", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { groupId, paymentId } = await placed(buyer, [{ variantId, quantity: 1 }], { method: "virtual_account" })
  expect(await pay(buyer, paymentId, 40_000, { method: "virtual_account" })).toMatchObject({ ok: true, state: "WAITING_FOR_DEPOSIT" })
  expect((await groupOf(groupId))?.state).toBe("waiting_deposit")
  expect(await receiveWebhook({ createdAt: "", secret: "guessed", status: "DONE", transactionKey: "x", orderId: paymentId })).toBe(false)
  expect(await receiveWebhook({ eventType: "PAYMENT_STATUS_CHANGED", createdAt: "", data: { orderId: paymentId, status: "DONE", totalAmount: 40_000 } })).toBe(true)
  expect((await groupOf(groupId))?.state).toBe("waiting_deposit")
  const hooks = await depositSimulated(paymentId, 7)
  await Promise.all(hooks.toReversed().map((hook) => receiveWebhook(hook)))
  expect((await groupOf(groupId))?.state).toBe("paid")
  expect(await db().select().from(ledger).where(eq(ledger.groupId, groupId))).toHaveLength(2)
  expect((await linesOf(groupId)).map((line) => line.state)).toEqual(["paid"])
})

test("what is not paid in 15 minutes goes back to the shelf, by the job and for the next buyer at once", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 10_000, 2)
  const [first, second] = [await createPerson(), await createPerson()]
  const { groupId, paymentId } = await placed(first, [{ variantId, quantity: 2 }])
  const take = () => startCheckout(second.actor, { source: "direct", lines: [{ variantId, quantity: 1 }], submissionKey: newId() })
  moveTime(14)
  expect(await take()).toMatchObject({ ok: false, reason: "sold_out" })
  moveTime(16)
  expect((await take()).ok).toBe(true)
  expect((await groupOf(groupId))?.state).toBe("expired")
  expect(await pay(first, paymentId, 23_000)).toMatchObject({ ok: false, reason: "expired" })
  moveTime(60)
  await expireCheckouts()
  expect(await stockOf(variantId)).toBe(2)
  await expireCheckouts()
  expect(await stockOf(variantId)).toBe(2)
})

test("a deposit that does not come gives the goods back, and one called off does so at once", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 3)
  const buyer = await createPerson()
  const late = await placed(buyer, [{ variantId, quantity: 1 }], { method: "virtual_account" })
  await pay(buyer, late.paymentId, 40_000, { method: "virtual_account" })
  const off = await placed(buyer, [{ variantId, quantity: 1 }], { method: "virtual_account" })
  await pay(buyer, off.paymentId, 40_000, { method: "virtual_account" })
  expect(await cancelDeposit((await createPerson()).actor, off.groupId)).toEqual({ ok: false, reason: "not_found" })
  expect(await cancelDeposit(buyer.actor, off.groupId)).toEqual({ ok: true })
  expect(await stockOf(variantId)).toBe(2)
  moveTime(25 * 60)
  await expireCheckouts()
  expect([await stockOf(variantId), (await groupOf(late.groupId))?.state]).toEqual([3, "expired"])
})

test("a payment that failed can be tried again while the goods are reserved; an outcome that is unknown is asked again, never guessed", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { groupId, paymentId } = await placed(buyer, [{ variantId, quantity: 1 }])
  expect(await pay(buyer, paymentId, 40_000, { script: "reject" })).toMatchObject({ ok: false, reason: "failed" })
  const again = await placeOrder(buyer.actor, groupId, placeInput())
  if (!again.ok) throw new Error(again.reason)
  expect(await pay(buyer, again.paymentId, 40_000, { script: "unknown" })).toMatchObject({ ok: true, state: "DONE" })
  expect((await groupOf(groupId))?.state).toBe("paid")
})

test("a confirmation that never reached the provider is sent again, and charges once", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { groupId, paymentId } = await placed(buyer, [{ variantId, quantity: 1 }])
  const { paymentKey } = await openSimulated({ orderId: paymentId, amountWon: 40_000, orderName: "주문", method: "카드", customerName: "김하늘", script: "pay" })
  await db().update(payments).set({ state: "IN_PROGRESS", paymentKey }).where(eq(payments.id, paymentId))
  moveTime(16)
  await expireCheckouts()
  expect((await groupOf(groupId))?.state).toBe("pending")
  await askAgain()
  expect((await groupOf(groupId))?.state).toBe("paid")
})

test("the amount is computed here: what comes back with another amount is not charged", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { paymentId } = await placed(buyer, [{ variantId, quantity: 1 }])
  expect(await pay(buyer, paymentId, 400)).toMatchObject({ ok: false, reason: "amount" })
  const [row] = await db().select().from(simulatedPayments).where(eq(simulatedPayments.orderId, paymentId))
  expect(row?.payment.status).toBe("IN_PROGRESS")
})

test("a price kept in the cart is never paid: it is read again, and the change is said", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 10_000, 5)
  const buyer = await createPerson()
  await addToCart(buyer.actor, { variantId, quantity: 2 })
  await db().update(variants).set({ priceWon: 12_000 }).where(eq(variants.id, variantId))
  const cart = await findCartView(buyer.actor)
  expect([cart.itemsWon, cart.sellers[0]?.lines[0]?.formerWon]).toEqual([24_000, 10_000])
  const started = await startCheckout(buyer.actor, { source: "cart", lines: [{ variantId, quantity: 2 }], submissionKey: newId() })
  expect(started.ok && (await groupOf(started.groupId))?.totalWon).toBe(27_000)
})

test("what was bought leaves the cart, what was not stays", async () => {
  const shop = await createShop()
  const [one, other] = [await createVariant(shop.sellerId, 40_000, 5), await createVariant(shop.sellerId, 5_000, 5)]
  const buyer = await createPerson()
  await addToCart(buyer.actor, { variantId: one, quantity: 1 })
  await addToCart(buyer.actor, { variantId: other, quantity: 3 })
  await changeCartLine(buyer.actor, other, { selected: false })
  const started = await startCheckout(buyer.actor, { source: "cart", lines: [{ variantId: one, quantity: 1 }], submissionKey: newId() })
  if (!started.ok) throw new Error(started.reason)
  const attempt = await placeOrder(buyer.actor, started.groupId, placeInput())
  if (!attempt.ok) throw new Error(attempt.reason)
  expect((await findCart(buyer.actor.userId)).length).toBe(2)
  await pay(buyer, attempt.paymentId, 40_000)
  expect((await findCart(buyer.actor.userId)).map((line) => [line.variantId, line.quantity])).toEqual([[other, 3]])
})

test("one payment becomes one order per seller, with the coupon shared over the lines to the won", async () => {
  const [a, b] = [await createShop(), await createShop({ freeFromWon: null, shippingWon: 2_500 })]
  const [x, y] = [await createVariant(a.sellerId, 33_333, 9), await createVariant(b.sellerId, 10_001, 9)]
  const couponId = newId()
  await db().insert(coupons).values({ id: couponId, code: couponId, name: "3,000원", kind: "amount", value: 3_000, startsAt: new Date(0), endsAt: new Date(Date.now() + 86_400_000) })
  const buyer = await createPerson()
  const made = await bought(buyer, [{ variantId: x, quantity: 1 }, { variantId: y, quantity: 2 }], { couponId })
  expect(made.totalWon).toBe(33_333 + 20_002 + 2_500 - 3_000)
  expect(made.lines.reduce((sum, line) => sum + line.discountWon, 0)).toBe(3_000)
  expect(await db().select().from(shopOrders).where(eq(shopOrders.groupId, made.groupId))).toHaveLength(2)
  const { groupId } = await placed(buyer, [{ variantId: x, quantity: 1 }])
  expect(await placeOrder(buyer.actor, groupId, placeInput({ couponId }))).toEqual({ ok: false, reason: "coupon_gone" })
})

test("placing shares a coupon over the sellers by their goods and takes commission of what each asks, less only the discount that is the seller's own", async () => {
  const [a, b] = [await createShop({ commissionBps: 1_000 }), await createShop({ commissionBps: 500, freeFromWon: null })]
  const [x, y, z] = [await createVariant(a.sellerId, 30_000, 9), await createVariant(b.sellerId, 10_000, 9), await createVariant(b.sellerId, 5_001, 9)]
  const buyer = await createPerson()
  const placing = async (sellerId: string | null, value: number) => {
    const couponId = newId()
    await db().insert(coupons).values({ id: couponId, code: couponId, name: "쿠폰", sellerId, kind: "amount", value, startsAt: new Date(0), endsAt: new Date(Date.now() + 86_400_000) })
    const { groupId } = await placed(buyer, [{ variantId: x, quantity: 1 }, { variantId: y, quantity: 2 }, { variantId: z, quantity: 1 }], { couponId })
    const orders = await db().select().from(shopOrders).where(eq(shopOrders.groupId, groupId))
    const lines = await linesOf(groupId)
    return {
      lines: [x, y, z].map((id) => lines.find((line) => line.variantId === id)).map((line) => [line?.discountWon, line?.platformDiscountWon, line?.commissionWon]),
      orders: [a, b].map((shop) => orders.find((order) => order.sellerId === shop.sellerId)).map((order) => [order?.itemsWon, order?.shippingWon, order?.discountWon]),
      total: (await groupOf(groupId))?.totalWon,
    }
  }
  // Of 55,001원: 30,000, 20,000 and 5,001. The platform's coupon is the platform's: commission is of the whole price, cut down.
  expect(await placing(null, 5_500)).toEqual({ lines: [[3_000, 3_000, 3_000], [2_000, 2_000, 1_000], [500, 500, 250]], orders: [[30_000, 0, 3_000], [25_001, 3_000, 2_500]], total: 55_001 + 3_000 - 5_500 })
  // A seller's own coupon is over that seller's goods alone, and commission is of what is left of them.
  expect(await placing(b.sellerId, 2_500)).toEqual({ lines: [[0, 0, 3_000], [2_000, 0, 900], [500, 0, 225]], orders: [[30_000, 0, 0], [25_001, 3_000, 2_500]], total: 55_001 + 3_000 - 2_500 })
})

test("what is made to order is placed only by who agreed that it does not go back, and the consents are kept with the order", async () => {
  const shop = await createShop()
  const [plain, made] = [await createVariant(shop.sellerId, 40_000, 9), await createVariant(shop.sellerId, 40_000, 9, { madeToOrder: true })]
  const buyer = await createPerson()
  const start = async (variantId: string) => {
    const started = await startCheckout(buyer.actor, { source: "direct", lines: [{ variantId, quantity: 1 }], submissionKey: newId() })
    return started.ok ? started.groupId : ""
  }
  const first = await start(made)
  expect(await placeOrder(buyer.actor, first, { ...placeInput(), madeToOrderConsent: false })).toEqual({ ok: false, reason: "made_to_order" })
  expect((await groupOf(first))?.thirdPartyConsentAt).toBeNull()
  expect(await placeOrder(buyer.actor, first, placeInput())).toMatchObject({ ok: true })
  const kept = async (id: string) => { const group = await groupOf(id); return [group?.consentedAt, group?.thirdPartyConsentAt, group?.madeToOrderConsentAt].map((at) => at instanceof Date) }
  expect(await kept(first)).toEqual([true, true, true])
  const second = await start(plain)
  expect(await placeOrder(buyer.actor, second, { ...placeInput(), madeToOrderConsent: false })).toMatchObject({ ok: true })
  expect(await kept(second)).toEqual([true, true, false])
})

test("cancelling a line gives back what stays too much, with the parcel computed anew, and the state says so", async () => {
  const shop = await createShop()
  const [x, y] = [await createVariant(shop.sellerId, 20_000, 5), await createVariant(shop.sellerId, 15_000, 5)]
  const buyer = await createPerson()
  const made = await bought(buyer, [{ variantId: x, quantity: 1 }, { variantId: y, quantity: 1 }])
  expect(made.totalWon).toBe(35_000)
  const [big, small] = [made.lines.find((line) => line.unitWon === 20_000), made.lines.find((line) => line.unitWon === 15_000)]
  const cancel = (id = "") => cancelLine(buyer.actor, id, { reason: "마음이 바뀌었어요", account: null })
  expect(await cancel(small?.id)).toEqual({ ok: true })
  // 20,000원 stay and are under the free-from amount: the parcel costs 3,000원 now.
  expect((await findPurchase(buyer.actor, made.groupId))?.refundedWon).toBe(12_000)
  expect(await cancel(small?.id)).toEqual({ ok: false, reason: "not_now" })
  expect(await cancel(big?.id)).toEqual({ ok: true })
  expect((await findPurchase(buyer.actor, made.groupId))?.refundedWon).toBe(35_000)
  expect((await db().select().from(payments).where(eq(payments.id, made.paymentId)))[0]?.state).toBe("CANCELED")
  expect((await db().select().from(refunds).where(eq(refunds.groupId, made.groupId))).map((row) => row.state)).toEqual(["done", "done"])
  expect([await stockOf(x), await stockOf(y)]).toEqual([5, 5])
  expect(await checkLedger()).toEqual([])
})

test("two cancellations of one line at once: one outcome, one refund", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const made = await bought(buyer, [{ variantId, quantity: 1 }])
  const id = made.lines[0]?.id ?? ""
  const results = await Promise.all([cancelLine(buyer.actor, id, { reason: "하나", account: null }), sellOut(shop.actor, id, "품절"), cancelLine(buyer.actor, id, { reason: "둘", account: null })])
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  expect(await db().select().from(refunds).where(eq(refunds.groupId, made.groupId))).toHaveLength(1)
  expect(await stockOf(variantId)).toBe(5)
})

test("a split parcel charges delivery once, and the seller gets goods less commission plus the parcel at the end", async () => {
  const shop = await createShop()
  const { variantIds: [x = "", y = ""] } = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 5 }, { priceWon: 12_000, stock: 5 }])
  const buyer = await createPerson()
  const made = await bought(buyer, [{ variantId: x, quantity: 1 }, { variantId: y, quantity: 1 }])
  expect(made.totalWon).toBe(25_000)
  for (const line of made.lines) {
    expect(await shipLine(shop.actor, line.id, { ...parcel, trackingNumber: `61234567890${line.unitWon}` })).toEqual({ ok: true })
    expect(await deliverLine(shop.actor, line.id, "seller")).toEqual({ ok: true })
    expect(await confirmLine(buyer.actor, line.id)).toEqual({ ok: true })
  }
  const [sum] = await db().select({ won: sql<number>`sum(${ledger.amountWon})::int` }).from(ledger).where(sql`${ledger.sellerId} = ${shop.sellerId}::uuid and ${ledger.account} = 'seller'`)
  expect(sum?.won).toBe(25_000 - 800 - 960)
  expect((await findPurchase(buyer.actor, made.groupId))?.refundedWon).toBe(0)
  expect(await checkLedger()).toEqual([])
})

test("preparing asks the seller; a return goes its way step by step, costs its fee, and closes the order", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const buyer = await createPerson()
  const first = await bought(buyer, [{ variantId, quantity: 1 }])
  const id = first.lines[0]?.id ?? ""
  await prepareLine(shop.actor, id)
  expect(await cancelLine(buyer.actor, id, { reason: "싫어요", account: null })).toEqual({ ok: false, reason: "not_now" })
  const asked = await requestClaim(buyer.actor, id, { kind: "cancel", reason: "changed_mind", detail: "", pictureIds: [], account: null })
  if (!asked.ok) throw new Error(asked.reason)
  expect(await requestClaim(buyer.actor, id, { kind: "cancel", reason: "changed_mind", detail: "", pictureIds: [], account: null })).toEqual({ ok: false, reason: "already" })
  expect(await shipLine(shop.actor, id, parcel)).toEqual({ ok: false, reason: "claim_open" })
  expect(await moveClaim(buyer.actor, asked.claimId, "approve", {})).toEqual({ ok: false, reason: "not_now" })
  expect(await moveClaim(shop.actor, asked.claimId, "approve", {})).toEqual({ ok: true })
  expect((await linesOf(first.groupId))[0]?.state).toBe("cancelled")
  expect(await stockOf(variantId)).toBe(9)

  const second = await bought(buyer, [{ variantId, quantity: 1 }])
  const line = second.lines[0]?.id ?? ""
  await shipLine(shop.actor, line, parcel)
  await deliverLine(buyer.actor, line, "buyer")
  const back = await requestClaim(buyer.actor, line, { kind: "return", reason: "changed_mind", detail: "", pictureIds: [], account: null })
  if (!back.ok) throw new Error(back.reason)
  expect(await confirmLine(buyer.actor, line)).toEqual({ ok: false, reason: "claim_open" })
  expect(await moveClaim(shop.actor, back.claimId, "complete", {})).toEqual({ ok: false, reason: "not_now" })
  for (const move of ["approve", "collect", "receive", "complete"] as const) expect(await moveClaim(shop.actor, back.claimId, move, { restock: true })).toEqual({ ok: true })
  expect((await findPurchaseDetail(buyer.actor, second.groupId))?.refundedWon).toBe(34_000)
  expect(await stockOf(variantId)).toBe(9)
  expect(await checkLedger()).toEqual([])
})

test("silence confirms after eight days, but not while a claim is open", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const buyer = await createPerson()
  const [quiet, claimed] = [await bought(buyer, [{ variantId, quantity: 1 }]), await bought(buyer, [{ variantId, quantity: 1 }])]
  for (const made of [quiet, claimed]) await shipLine(shop.actor, made.lines[0]?.id ?? "", parcel)
  moveTime(3 * 1_440 + 1)
  await deliverSilently()
  const asked = await requestClaim(buyer.actor, claimed.lines[0]?.id ?? "", { kind: "return", reason: "broken", detail: "", pictureIds: [], account: null })
  expect(asked.ok).toBe(true)
  moveTime(10 * 1_440)
  await confirmSilently()
  expect((await linesOf(quiet.groupId))[0]?.state).toBe("delivered")
  moveTime(11 * 1_440 + 3)
  await confirmSilently()
  expect([(await linesOf(quiet.groupId))[0]?.state, (await linesOf(claimed.groupId))[0]?.state]).toEqual(["confirmed", "delivered"])
})

test("only yours: another buyer and another seller find nothing and move nothing", async () => {
  const [shop, other] = [await createShop(), await createShop()]
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const [buyer, stranger] = [await createPerson(), await createPerson()]
  const made = await bought(buyer, [{ variantId, quantity: 1 }])
  const id = made.lines[0]?.id ?? ""
  const gone = { ok: false, reason: "not_found" }
  expect(await findPurchase(stranger.actor, made.groupId)).toBeNull()
  expect(await cancelLine(stranger.actor, id, { reason: "남의 것", account: null })).toEqual(gone)
  expect(await cancelLine(shop.actor, id, { reason: "판매자", account: null })).toEqual(gone)
  expect(await shipLine(other.actor, id, parcel)).toEqual(gone)
  expect(await shipLine(buyer.actor, id, parcel)).toEqual(gone)
  expect(await confirmLine(stranger.actor, id)).toEqual(gone)
  expect(await confirmPayment(stranger.actor, made.paymentId, { paymentKey: "x", amountWon: 1 })).toEqual(gone)
  expect(await startCheckout(shop.actor, { source: "direct", lines: [{ variantId, quantity: 1 }], submissionKey: newId() })).toMatchObject({ ok: false, reason: "own_product" })
})

test("over random carts, cancellations and refunds: paid = delivered + refunded + held, always", { timeout: 120_000 }, async () => {
  const shops = [await createShop(), await createShop({ freeFromWon: null, shippingWon: 2_500, commissionBps: 1_234 }), await createShop({ shippingWon: 0, returnWon: 0 })]
  const goods = await Promise.all(shops.flatMap((shop, place) => [3_333, 14_900, 41_000].map(async (won) => ({ shop, variantId: await createVariant(shop.sellerId, won + place, 100_000) }))))
  const buyer = await createPerson()
  const action = fc.constantFrom("cancel", "sell_out", "prepare", "ship", "deliver", "confirm", "claim", "approve", "collect", "receive", "complete", "withdraw")
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.record({ good: fc.nat(goods.length - 1), quantity: fc.integer({ min: 1, max: 3 }) }), { minLength: 1, maxLength: 5, selector: (line) => line.good }),
      // A purchase may not come to less than 100원; the cheapest cart is 3,333원.
      fc.option(fc.integer({ min: 500, max: 3_200 })),
      fc.array(fc.record({ line: fc.nat(4), action, fault: fc.constantFrom("broken" as const, "changed_mind" as const) }), { minLength: 3, maxLength: 40 }),
      async (cart, off, steps) => {
        const couponId = off === null ? null : newId()
        if (couponId !== null && off !== null) await db().insert(coupons).values({ id: couponId, code: couponId, name: "쿠폰", kind: "amount", value: off, startsAt: new Date(0), endsAt: new Date(Date.now() + 86_400_000) })
        const made = await bought(buyer, cart.map((line) => ({ variantId: goods[line.good]?.variantId ?? "", quantity: line.quantity })), { couponId })
        for (const step of steps) {
          const line = made.lines[step.line % made.lines.length]
          const shop = shops.find((each) => each.sellerId === line?.sellerId)
          if (!line || !shop) continue
          const [claim] = await db().select().from(claims).where(sql`${claims.lineId} = ${line.id}::uuid and ${claims.state} in ('requested', 'approved', 'collecting', 'collected')`)
          if (step.action === "cancel") await cancelLine(buyer.actor, line.id, { reason: "변심", account: null })
          else if (step.action === "sell_out") await sellOut(shop.actor, line.id, "품절")
          else if (step.action === "prepare") await prepareLine(shop.actor, line.id)
          else if (step.action === "ship") await shipLine(shop.actor, line.id, parcel)
          else if (step.action === "deliver") await deliverLine(shop.actor, line.id, "seller")
          else if (step.action === "confirm") await confirmLine(buyer.actor, line.id)
          else if (step.action === "claim") await requestClaim(buyer.actor, line.id, { kind: (await linesOf(made.groupId)).find((each) => each.id === line.id)?.state === "preparing" ? "cancel" : "return", reason: step.fault, detail: "", pictureIds: [], account: null })
          else if (claim) await moveClaim(step.action === "withdraw" ? buyer.actor : shop.actor, claim.id, step.action, {})
          const orders = await db().select().from(shopOrders).where(eq(shopOrders.groupId, made.groupId))
          const [held] = await db().select({ won: sql<number>`coalesce(sum(${ledger.amountWon}), 0)::int` }).from(ledger).where(sql`${ledger.groupId} = ${made.groupId}::uuid and ${ledger.account} = 'held'`)
          const [refunded, released] = [orders.reduce((sum, order) => sum + order.refundedWon, 0), orders.reduce((sum, order) => sum + order.releasedWon, 0)]
          expect(refunded + released + (held?.won ?? 0)).toBe(made.totalWon)
          expect(held?.won).toBeGreaterThanOrEqual(0)
        }
        const lines = await linesOf(made.groupId)
        const orders = await db().select().from(shopOrders).where(eq(shopOrders.groupId, made.groupId))
        for (const order of orders) {
          const own = lines.filter((line) => line.orderId === order.id)
          const paid = order.itemsWon + order.shippingWon - order.discountWon
          if (own.every((line) => ["confirmed", "cancelled", "returned"].includes(line.state))) expect(order.refundedWon + order.releasedWon).toBe(paid)
          // What of the parcels that went back was taken off is at most one way back each, and never more than the seller has.
          const back = await db().select().from(claims).where(eq(claims.orderId, order.id))
          for (const parcelId of new Set(back.flatMap((claim) => claim.parcelId ?? []))) {
            expect(back.reduce((sum, claim) => sum + (claim.parcelId === parcelId ? claim.keptWon : 0), 0)).toBeLessThanOrEqual(order.returnWon)
          }
          // Whoever cancels everything before it leaves gets everything back.
          if (own.every((line) => line.state === "cancelled")) expect(order.refundedWon).toBe(paid)
        }
      },
    ),
    { numRuns: 20 },
  )
  expect(await checkLedger()).toEqual([])
  expect(Object.values(await ledgerSums()).reduce((sum, won) => sum + won, 0)).toBe(0)
})

test("a purchase tells the way of each line, its claims, and whether it was reviewed; a review shows its pictures", async () => {
  const shop = await createShop()
  const buyer = await createPerson()
  const { variantIds: [variantId = ""] } = await createProduct(shop.sellerId, [{ priceWon: 20_000, stock: 5 }])
  const { groupId, lines } = await bought(buyer, [{ variantId, quantity: 1 }])
  const [line] = lines
  if (!line) throw new Error("a purchase without lines")
  const lineOf = async () => (await findPurchaseDetail(buyer.actor, groupId))?.orders[0]?.lines[0]
  await prepareLine(shop.actor, line.id)
  await shipLine(shop.actor, line.id, parcel)
  await deliverLine(buyer.actor, line.id, "buyer")
  expect((await lineOf())?.events.map((event) => event.toState)).toEqual(["paid", "preparing", "shipped", "delivered"])
  expect(await lineOf()).toMatchObject({ canReview: true, claim: null })

  const pictureId = newId()
  await db().insert(pictures).values({
    id: pictureId, ownerId: buyer.actor.userId, purpose: "review", storageKey: `test/${pictureId}`, originalName: "사진.jpg", width: 800, height: 600, bytes: 1_000, placeholder: "data:image/webp;base64,UklGRg==", createdAt: new Date(),
  })
  expect(await reviewLine(buyer.actor, line.id, { rating: 4, body: "소리가 나지 않아 좋아요.", pictureIds: [pictureId] })).toMatchObject({ ok: true })
  expect(await lineOf()).toMatchObject({ canReview: false })
  const { reviews, stars } = await findProductReviews(line.productId, null)
  expect(reviews.map(({ rating, photos }) => [rating, photos.map((photo) => photo.id)])).toEqual([[4, [pictureId]]])
  expect(stars).toEqual([0, 0, 0, 1, 0])

  expect(await requestClaim(buyer.actor, line.id, { kind: "return", reason: "changed_mind", detail: "", pictureIds: [], account: null })).toMatchObject({ ok: true })
  expect((await lineOf())?.claim).toMatchObject({ kind: "return", state: "requested", canWithdraw: true })
})
