/** Cash receipts follow what was paid in cash and what went back of it, to the won and once. */
import { asc, eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { simulatedAnswers, simulatedCashReceipts } from "#app/platform/payments/schema.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import {
  createPlacedPurchase,
  createShop,
  createVariant,
  payPurchase,
  findPurchaseLines,
} from "../../shop/fixtures.ts"
import { cancelLine } from "../../shop/service/after-sale.server.ts"
import { findPurchaseDetail } from "../../shop/service/purchases.server.ts"
import { cashReceipts, payments } from "../schema.server.ts"
import {
  executeCashReceipt,
  executeOpenCashReceipts,
  forgetCashReceiptNumbers,
  requestCashReceipt,
} from "./cash-receipts.server.ts"

withDatabase()
beforeAll(registerSubscriptions)
afterEach(resetClock)

const drain = async () => {
  while ((await drainEvents()) > 0);
}

type Wish = Parameters<typeof createPlacedPurchase>[2]
const OWN_PHONE = { cashReceipt: "deduction", receiptPhone: "010-2345-6789" } as const

/** A purchase of a line for each of `prices`, each of another shop without a fee for parcels. */
async function createTransferPurchase(prices: readonly number[], wish: Wish = {}) {
  const buyer = await createPerson()
  const shops = await Promise.all(prices.map(() => createShop({ shippingWon: 0 })))
  const variantIds = await Promise.all(
    shops.map((shop, index) => createVariant(shop.sellerId, prices[index] ?? 0, 9)),
  )
  const { groupId, paymentId } = await createPlacedPurchase(
    buyer,
    variantIds.map((variantId) => ({ variantId, quantity: 1 })),
    { method: "transfer", ...wish },
  )
  const totalWon = prices.reduce((sum, won) => sum + won, 0)
  expect(await payPurchase(buyer, paymentId, totalWon)).toMatchObject({ ok: true, state: "DONE" })
  const lines = await findPurchaseLines(groupId)
  const findReceipts = async () =>
    (
      await db()
        .select()
        .from(cashReceipts)
        .where(eq(cashReceipts.groupId, groupId))
        .orderBy(asc(cashReceipts.amountWon))
    ).map((row) => ({
      kind: row.kind,
      state: row.state,
      issuedWon: row.issuedWon,
      cancelledWon: row.cancelledWon,
    }))
  const lineOf = (won: number) => lines.find((line) => line.unitWon === won)?.id ?? ""
  return { buyer, shops, groupId, paymentId, lineOf, findReceipts }
}

const findAtProvider = async (groupId: string) => {
  const rows = await db()
    .select({ id: cashReceipts.id, key: cashReceipts.receiptKey })
    .from(cashReceipts)
    .where(eq(cashReceipts.groupId, groupId))
    .orderBy(asc(cashReceipts.amountWon))
  const all = await db().select().from(simulatedCashReceipts)
  return rows.map(({ key }) => all.find((row) => row.receiptKey === key))
}

test("each seller issues one for what they are paid, to the number that the buyer told", async () => {
  const { groupId, shops, findReceipts, buyer } = await createTransferPurchase([20_000, 150_000], OWN_PHONE)
  await drain()
  expect(await findReceipts()).toEqual([
    { kind: "deduction", state: "issued", issuedWon: 20_000, cancelledWon: 0 },
    { kind: "deduction", state: "issued", issuedWon: 150_000, cancelledWon: 0 },
  ])
  const issued = await findAtProvider(groupId)
  expect(issued.map((row) => row?.receipt.customerIdentityNumber)).toEqual(["01023456789", "01023456789"])
  expect(issued.map((row) => row?.receipt.type)).toEqual(["소득공제", "소득공제"])
  expect(new Set(issued.map((row) => row?.receipt.businessNumber)).size).toBe(shops.length)
  const detail = await findPurchaseDetail(buyer.actor, groupId)
  expect(detail?.payment?.cashReceipts.map((each) => each.maskedNumber)).toEqual([
    "010-****-6789",
    "010-****-6789",
  ])
  expect(JSON.stringify(detail)).not.toContain("23456789")
  expect(detail?.payment?.canAskCashReceipt).toBe(false)
})

test("of who did not ask, the law has those of 100,000 won and more issued all the same", async () => {
  const { buyer, groupId, findReceipts } = await createTransferPurchase([99_999, 100_000])
  await drain()
  expect(await findReceipts()).toEqual([
    { kind: "voluntary", state: "issued", issuedWon: 100_000, cancelledWon: 0 },
  ])
  expect((await findAtProvider(groupId))[0]?.receipt.customerIdentityNumber).toBe("0100001234")
  // The other part can still be asked for, once.
  expect((await findPurchaseDetail(buyer.actor, groupId))?.payment?.canAskCashReceipt).toBe(true)
  const wish = { kind: "expense", identityNumber: "2208162517" } as const
  const asked = await Promise.all([
    requestCashReceipt(buyer.actor, groupId, wish),
    requestCashReceipt(buyer.actor, groupId, wish),
  ])
  expect(asked.filter((each) => each.ok)).toHaveLength(1)
  expect(asked.find((each) => !each.ok)).toEqual({ ok: false, reason: "not_now" })
  await drain()
  expect(await findReceipts()).toEqual([
    { kind: "expense", state: "issued", issuedWon: 99_999, cancelledWon: 0 },
    { kind: "voluntary", state: "issued", issuedWon: 100_000, cancelledWon: 0 },
  ])
  const view = (await findPurchaseDetail(buyer.actor, groupId))?.payment?.cashReceipts
  expect(view?.map((each) => each.maskedNumber).sort()).toEqual(["", "***-**-62517"])
})

test("what goes back is cancelled of it; what went back before it was issued is never issued", async () => {
  const { buyer, shops, findReceipts, lineOf, groupId } = await createTransferPurchase(
    [30_000, 70_000],
    OWN_PHONE,
  )
  // Back before the provider was asked.
  expect(
    await cancelLine(buyer.actor, lineOf(30_000), { reason: "마음이 바뀌었어요", account: null }),
  ).toMatchObject({ ok: true })
  await drain()
  expect(await findReceipts()).toEqual([
    { kind: "deduction", state: "cancelled", issuedWon: 0, cancelledWon: 0 },
    { kind: "deduction", state: "issued", issuedWon: 70_000, cancelledWon: 0 },
  ])
  expect(
    await cancelLine(buyer.actor, lineOf(70_000), { reason: "마음이 바뀌었어요", account: null }),
  ).toMatchObject({ ok: true })
  await drain()
  expect((await findReceipts())[1]).toEqual({
    kind: "deduction",
    state: "cancelled",
    issuedWon: 70_000,
    cancelledWon: 70_000,
  })
  expect((await findAtProvider(groupId)).map((row) => row?.cancelledWon)).toEqual([undefined, 70_000])
  expect(shops).toHaveLength(2)
})

test("a part that goes back is cancelled as a part", async () => {
  const [shop, buyer] = [await createShop({ shippingWon: 0 }), await createPerson()]
  const variantIds = [
    await createVariant(shop.sellerId, 20_000, 9),
    await createVariant(shop.sellerId, 50_000, 9),
  ]
  const { groupId, paymentId } = await createPlacedPurchase(
    buyer,
    variantIds.map((variantId) => ({ variantId, quantity: 1 })),
    { method: "transfer", ...OWN_PHONE },
  )
  await payPurchase(buyer, paymentId, 70_000)
  await drain()
  const line = (await findPurchaseLines(groupId)).find((each) => each.unitWon === 20_000)
  await cancelLine(buyer.actor, line?.id ?? "", { reason: "하나만 살래요", account: null })
  await drain()
  const [row] = await db().select().from(cashReceipts).where(eq(cashReceipts.groupId, groupId))
  expect([row?.state, row?.issuedWon, row?.cancelledWon, row?.refundedWon]).toEqual([
    "issued",
    70_000,
    20_000,
    20_000,
  ])
  expect((await findAtProvider(groupId))[0]?.cancelledWon).toBe(20_000)
})

test("a call without an answer is sent again as it was, and counts once", async () => {
  const { groupId, findReceipts, lineOf, buyer } = await createTransferPurchase([80_000], OWN_PHONE)
  const [receipt] = await db().select().from(cashReceipts).where(eq(cashReceipts.groupId, groupId))
  const receiptId = receipt?.id ?? ""
  // The provider still works on a first call.
  const busy = { key: `cash-issue-${receiptId}-1`, call: "POST /v1/cash-receipts" }
  await db()
    .insert(simulatedAnswers)
    .values({ ...busy, status: 409, body: { code: "IDEMPOTENT_REQUEST_PROCESSING" }, createdAt: now() })
  await executeCashReceipt({ receiptId })
  expect((await findReceipts())[0]?.state).toBe("requested")
  // What goes back meanwhile does not change what is being asked.
  await cancelLine(buyer.actor, lineOf(80_000), { reason: "마음이 바뀌었어요", account: null })
  await db().delete(simulatedAnswers).where(eq(simulatedAnswers.key, busy.key))
  setClock(() => new Date(Date.now() + 2 * MINUTE_MS))
  await Promise.all([executeOpenCashReceipts(), executeOpenCashReceipts(), executeCashReceipt({ receiptId })])
  expect(await findReceipts()).toEqual([
    { kind: "deduction", state: "cancelled", issuedWon: 80_000, cancelledWon: 80_000 },
  ])
  expect((await findAtProvider(groupId))[0]?.cancelledWon).toBe(80_000)
})

test("a number that the provider refuses can be told anew; nothing else is asked twice", async () => {
  const { buyer, groupId, findReceipts, paymentId } = await createTransferPurchase([40_000], OWN_PHONE)
  const [receipt] = await db().select().from(cashReceipts).where(eq(cashReceipts.groupId, groupId))
  await db()
    .insert(simulatedAnswers)
    .values({
      key: `cash-issue-${receipt?.id}-1`,
      call: "POST /v1/cash-receipts",
      status: 400,
      body: { code: "INVALID_CUSTOMER_IDENTITY_NUMBER" },
      createdAt: now(),
    })
  await drain()
  expect((await findReceipts())[0]?.state).toBe("failed")
  setClock(() => new Date(Date.now() + 2 * MINUTE_MS))
  expect(await executeOpenCashReceipts()).toBe(0)
  const wish = { kind: "deduction", identityNumber: "01033334444" } as const
  expect(await requestCashReceipt(buyer.actor, groupId, wish)).toEqual({ ok: true })
  await drain()
  expect((await findReceipts())[0]).toMatchObject({ state: "issued", issuedWon: 40_000 })
  await inTransaction((tx) => forgetCashReceiptNumbers(tx, new Date(Date.now() + DAY_MS)))
  const [row] = await db().select().from(cashReceipts).where(eq(cashReceipts.groupId, groupId))
  const [payment] = await db().select().from(payments).where(eq(payments.id, paymentId))
  expect([row?.identityNumber, payment?.cashReceiptNumber]).toEqual(["", null])
})

test("nobody asks for those of others, of a card, or when the days for it are over", async () => {
  const { buyer, groupId } = await createTransferPurchase([40_000])
  const wish = { kind: "deduction", identityNumber: "01033334444" } as const
  const stranger = await createPerson()
  expect(await requestCashReceipt(stranger.actor, groupId, wish)).toEqual({ ok: false, reason: "not_found" })
  expect(await requestCashReceipt(buyer.actor, newId(), wish)).toEqual({ ok: false, reason: "not_found" })
  setClock(() => new Date(Date.now() + 5 * DAY_MS + MINUTE_MS))
  expect(await requestCashReceipt(buyer.actor, groupId, wish)).toEqual({ ok: false, reason: "not_now" })
  resetClock()
  const byCard = await createTransferPurchase([200_000], { method: "card", ...OWN_PHONE })
  expect(await byCard.findReceipts()).toEqual([])
  expect(await requestCashReceipt(byCard.buyer.actor, byCard.groupId, wish)).toEqual({
    ok: false,
    reason: "not_now",
  })
})
