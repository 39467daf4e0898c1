/** Money that the office gives back itself: computed by the rules, by two over the limit, once for a form. */
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createBegunSafeOrder, createOrderInState } from "#app/areas/orders/fixtures.ts"
import { orders } from "#app/areas/orders/schema.server.ts"
import {
  createDepositPurchase,
  createPaidPurchase,
  createShop,
  createVariant,
  findPurchaseLines,
  findVariantStock,
} from "#app/areas/shop/fixtures.ts"
import { deliverLine, shipLine } from "#app/areas/shop/service/after-sale.server.ts"
import { requestClaim } from "#app/areas/shop/service/request-claim.server.ts"
import { transitionClaim } from "#app/areas/shop/service/claims.server.ts"
import { refunds } from "#app/areas/money/schema.server.ts"
import { submitRefundAccount } from "#app/areas/money/service/refunds.server.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { resetClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { officeRefunds } from "../schema.server.ts"
import {
  askOfficeRefund,
  decideOfficeRefund,
  findOfficeRefunds,
  findWaitingOfficeRefund,
  quoteOfficeRefund,
  type OfficeRefundSubject,
} from "./office-refunds.server.ts"

withDatabase()
afterEach(resetClock)

let [support, finance] = [] as unknown as [Person, Person]
beforeEach(async () => {
  support = await createPerson({ role: "admin", officeRole: "support" })
  finance = await createPerson({ role: "admin", officeRole: "finance" })
})

const refused = (reason: string) => ({ ok: false, reason })
const reason = "판매자와 연락이 되지 않아요"

async function createPurchase(priceWon: number, quantities: readonly number[] = [1]) {
  const shop = await createShop()
  const variantIds = await Promise.all(quantities.map(() => createVariant(shop.sellerId, priceWon, 9)))
  const buyer = await createPerson()
  const purchase = await createPaidPurchase(
    buyer,
    variantIds.map((variantId, index) => ({ variantId, quantity: quantities[index] ?? 1 })),
  )
  return { shop, buyer, variantIds, ...purchase }
}
const subjectOf = (
  purchase: { groupId: string; lines: readonly { id: string }[] },
  more: Partial<Extract<OfficeRefundSubject, { kind: "purchase" }>> = {},
): OfficeRefundSubject => ({
  kind: "purchase",
  subjectId: purchase.groupId,
  lineIds: purchase.lines.map(({ id }) => id),
  fault: "seller",
  ...more,
})
const ask = (subject: OfficeRefundSubject, amountWon: number | null = null, key = newId()) =>
  askOfficeRefund(support.actor, { key, subject, reason, amountWon })
const refundsOf = (groupId: string) => db().select().from(refunds).where(eq(refunds.groupId, groupId))
const statesOf = async (groupId: string) => (await findPurchaseLines(groupId)).map(({ state }) => state)

test("a quote says what goes back and changes nothing; a form sent twice gives it back once", async () => {
  const purchase = await createPurchase(40_000)
  const subject = subjectOf(purchase)
  const quote = await quoteOfficeRefund(support.actor, { subject, reason })
  expect(quote).toMatchObject({ ok: true, amountWon: purchase.totalWon, needsSecond: false })
  expect([await statesOf(purchase.groupId), await refundsOf(purchase.groupId)]).toEqual([["paid"], []])
  const key = newId()
  const done = { ok: true, waits: false, amountWon: purchase.totalWon, refundState: "done" }
  expect(await ask(subject, purchase.totalWon, key)).toEqual(done)
  expect(await ask(subject, purchase.totalWon, key)).toEqual(done)
  expect(await statesOf(purchase.groupId)).toEqual(["cancelled"])
  expect((await refundsOf(purchase.groupId)).map(({ amountWon, state }) => [amountWon, state])).toEqual([
    [purchase.totalWon, "done"],
  ])
  expect(await findVariantStock(purchase.variantIds[0] ?? "")).toBe(9)
  expect((await checkLedger()).length).toBe(0)
})

test("money that waits for its buyer's account is not said to have gone back", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const buyer = await createPerson()
  const purchase = await createDepositPurchase(buyer, [{ variantId, quantity: 1 }])
  const key = newId()
  const waiting = { ok: true, waits: false, amountWon: purchase.totalWon, refundState: "account_waiting" }
  expect(await ask(subjectOf(purchase), null, key)).toEqual(waiting)
  expect(await ask(subjectOf(purchase), null, key)).toEqual(waiting)
  const findState = async () =>
    (await findOfficeRefunds(finance.actor, { queue: "decided", cursor: null }))?.rows.find(
      ({ id }) => id === key,
    )?.refundState
  expect(await findState()).toBe("account_waiting")
  expect(
    await submitRefundAccount(buyer.actor, purchase.groupId, {
      bank: "국민",
      accountNumber: "12345678901234",
      holder: "김하늘",
    }),
  ).toMatchObject({ ok: true })
  expect(await findState()).toBe("done")
})

test("two who send one form at once give the money back once", async () => {
  const purchase = await createPurchase(30_000)
  const key = newId()
  const answers = await Promise.all([1, 2, 3].map(() => ask(subjectOf(purchase), null, key)))
  expect(answers).toMatchObject(answers.map(() => ({ ok: true, waits: false, amountWon: purchase.totalWon })))
  expect(await refundsOf(purchase.groupId)).toHaveLength(1)
})

test("over the limit another colleague confirms, refuses, or the asker takes it back", async () => {
  const purchase = await createPurchase(600_000)
  const subject = subjectOf(purchase)
  const key = newId()
  expect(await ask(subject, null, key)).toMatchObject({ ok: true, waits: true, amountWon: purchase.totalWon })
  expect(await statesOf(purchase.groupId)).toEqual(["paid"])
  expect(await ask(subject)).toEqual(refused("waiting"))
  const shown = { id: key, amountWon: purchase.totalWon, reason, isOwn: false }
  expect(await findWaitingOfficeRefund(finance.actor, purchase.groupId)).toMatchObject(shown)
  expect(await findWaitingOfficeRefund(purchase.buyer.actor, purchase.groupId)).toBe(null)
  expect(await decideOfficeRefund(support.actor, key, "confirm")).toEqual(refused("not_found"))
  const owner = await createPerson({ role: "admin" })
  const own = newId()
  const other = await createPurchase(700_000)
  await askOfficeRefund(owner.actor, { key: own, subject: subjectOf(other), reason, amountWon: null })
  expect(await decideOfficeRefund(owner.actor, own, "confirm")).toEqual(refused("not_now"))
  expect(await decideOfficeRefund(owner.actor, own, "withdraw")).toMatchObject({ ok: true })
  expect(await decideOfficeRefund(finance.actor, key, "confirm")).toMatchObject({ ok: true })
  expect(await decideOfficeRefund(finance.actor, key, "confirm")).toEqual(refused("not_now"))
  expect(await findWaitingOfficeRefund(finance.actor, purchase.groupId)).toBe(null)
  expect(await statesOf(purchase.groupId)).toEqual(["cancelled"])
  expect(await statesOf(other.groupId)).toEqual(["paid"])
  const decided = await findOfficeRefunds(finance.actor, { queue: "decided", cursor: null })
  const states = decided?.rows.filter(({ id }) => id === key || id === own).map(({ state }) => state)
  expect(states?.sort()).toEqual(["done", "withdrawn"])
})

test("what was sent goes back at the seller's cost alone, and the goods stay", async () => {
  const purchase = await createPurchase(50_000, [1, 1])
  const [first, second] = purchase.lines
  await shipLine(purchase.shop.actor, first?.id ?? "", { carrier: "cj", trackingNumber: "612345678901" })
  const lineIds = [first?.id ?? ""]
  expect(await ask(subjectOf(purchase, { lineIds, fault: "buyer" }))).toEqual(refused("not_now"))
  expect(await ask(subjectOf(purchase, { lineIds }))).toMatchObject({
    ok: true,
    waits: false,
    amountWon: 50_000,
  })
  expect(await findVariantStock(first?.variantId ?? "")).toBe(8)
  const rest = await ask(subjectOf(purchase, { lineIds: [second?.id ?? ""], fault: "buyer" }))
  expect(rest).toMatchObject({ ok: true })
  expect((await checkLedger()).length).toBe(0)
})

test("goods on their way back, other people's lines and one's own business are refused", async () => {
  const purchase = await createPurchase(20_000)
  const line = purchase.lines[0]?.id ?? ""
  await shipLine(purchase.shop.actor, line, { carrier: "cj", trackingNumber: "612345678902" })
  await deliverLine(purchase.buyer.actor, line, "buyer")
  const claim = await requestClaim(purchase.buyer.actor, line, {
    kind: "return",
    reason: "broken",
    detail: "깨졌어요",
    pictureIds: [],
    account: null,
  })
  const claimId = claim.ok ? claim.claimId : ""
  await transitionClaim(purchase.shop.actor, claimId, "approve", {})
  await transitionClaim(purchase.shop.actor, claimId, "collect", {})
  expect(await ask(subjectOf(purchase))).toEqual(refused("claim_open"))
  expect(await ask(subjectOf(purchase, { lineIds: [newId()] }))).toEqual(refused("not_found"))
  const ask2 = (actor: Person["actor"]) =>
    askOfficeRefund(actor, { key: newId(), subject: subjectOf(purchase), reason, amountWon: null })
  expect(await ask2(purchase.buyer.actor)).toEqual(refused("not_found"))
  expect(await ask2(finance.actor)).toEqual(refused("not_found"))
  expect(await quoteOfficeRefund(finance.actor, { subject: subjectOf(purchase), reason })).toEqual(
    refused("not_found"),
  )
  expect(await quoteOfficeRefund(support.actor, { subject: subjectOf(purchase), reason })).toEqual(
    refused("claim_open"),
  )
  const rows = await db().select().from(officeRefunds).where(eq(officeRefunds.subjectId, purchase.groupId))
  expect(rows).toEqual([])
})

test("a sum that is another by now is refused, asked for or confirmed", async () => {
  const purchase = await createPurchase(400_000, [1, 1])
  expect(await ask(subjectOf(purchase), 1)).toEqual(refused("changed"))
  const key = newId()
  expect(await ask(subjectOf(purchase), null, key)).toMatchObject({ waits: true })
  await db().update(officeRefunds).set({ amountWon: 1 }).where(eq(officeRefunds.id, key))
  expect(await decideOfficeRefund(finance.actor, key, "confirm")).toEqual(refused("changed"))
  expect(await decideOfficeRefund(finance.actor, key, "refuse")).toMatchObject({ ok: true })
  expect(await statesOf(purchase.groupId)).toEqual(["paid", "paid"])
})

test("an order is cancelled before its work begins; afterwards what is held is divided", async () => {
  const made = await createOrderInState("matched")
  const subject: OfficeRefundSubject = { kind: "order", subjectId: made.orderId }
  const blank = { key: newId(), subject, reason: " ", amountWon: null }
  expect(await askOfficeRefund(support.actor, blank)).toEqual(refused("reason_needed"))
  expect(await quoteOfficeRefund(support.actor, blank)).toEqual(refused("reason_needed"))
  expect(await ask(subject)).toEqual({ ok: true, waits: false, amountWon: 0, refundState: null })
  const [order] = await db().select().from(orders).where(eq(orders.id, made.orderId))
  expect(order?.state).toBe("cancelled")
  expect(await ask(subject)).toEqual(refused("not_now"))
  expect(await quoteOfficeRefund(support.actor, { subject, reason })).toEqual(refused("not_now"))
  const { orderId } = await createBegunSafeOrder()
  const begun: OfficeRefundSubject = { kind: "order", subjectId: orderId }
  expect(await ask(begun)).toEqual(refused("split_needed"))
  expect(await quoteOfficeRefund(support.actor, { subject: begun, reason })).toEqual(refused("split_needed"))
})
