/** Refused cash receipts are asked for again by administrators, and those left open are looked up. */
import { eq, sql } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { simulatedCashReceipts } from "#app/platform/payments/schema.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import {
  createPlacedPurchase,
  createShop,
  createVariant,
  findPurchaseLines,
  payPurchase,
} from "../../shop/fixtures.ts"
import { cancelLine } from "../../shop/service/after-sale.server.ts"
import { cashReceipts } from "../schema.server.ts"
import { executeOpenCashReceipts } from "./cash-receipts.server.ts"
import {
  closeCashReceipt,
  findOfficeCashReceipts,
  recheckPendingCashReceipts,
  retryCashReceipt,
} from "./cash-receipts-office.server.ts"

withDatabase()
beforeAll(registerSubscriptions)
afterEach(resetClock)

const drain = async () => {
  while ((await drainEvents()) > 0);
}
const later = (ms: number) => {
  const at = new Date(now().getTime() + ms)
  setClock(() => at)
}

/** A purchase by transfer for 20,000 won, whose payer told `identityNumber` for the receipt. */
async function createReceipt(identityNumber: string) {
  const buyer = await createPerson()
  const shop = await createShop({ shippingWon: 0 })
  const variantId = await createVariant(shop.sellerId, 20_000, 9)
  const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }], {
    method: "transfer",
    cashReceipt: "deduction",
    receiptPhone: "010-2345-6789",
  })
  await db().execute(
    sql`update payments set cash_receipt_number = ${identityNumber} where id = ${paymentId}::uuid`,
  )
  await payPurchase(buyer, paymentId, 20_000)
  await drain()
  const read = async () => {
    const [row] = await db().select().from(cashReceipts).where(eq(cashReceipts.groupId, groupId))
    if (!row) throw new Error("no receipt")
    return row
  }
  return { buyer, groupId, read, id: (await read()).id }
}

const listIds = async (queue: "refused" | "open") => {
  const admin = await createPerson({ role: "admin" })
  return (await findOfficeCashReceipts(admin.actor, { queue, cursor: null }))?.rows.map((row) => row.id)
}

test("a refused one waits for an administrator, and is asked again as another call", async () => {
  const { id, read } = await createReceipt("123")
  expect(await read()).toMatchObject({ state: "failed", failureCode: "INVALID_CUSTOMER_IDENTITY_NUMBER" })
  expect(await listIds("refused")).toContain(id)
  await db().update(cashReceipts).set({ identityNumber: "01023456789" }).where(eq(cashReceipts.id, id))
  const admin = await createPerson({ role: "admin" })
  expect(await retryCashReceipt(admin.actor, id)).toEqual({ ok: true })
  await drain()
  expect(await read()).toMatchObject({ state: "issued", issuedWon: 20_000, failureCode: null, asked: 2 })
  expect(await listIds("refused")).not.toContain(id)
})

test("a refused cancellation is asked again, too, and is no second one", async () => {
  const { buyer, groupId, id, read } = await createReceipt("01023456789")
  const [line] = await findPurchaseLines(groupId)
  const { receiptKey } = await read()
  await db().update(cashReceipts).set({ receiptKey: "csim_gone" }).where(eq(cashReceipts.id, id))
  await cancelLine(buyer.actor, line?.id ?? "", { reason: "하나만 살래요", account: null })
  await drain()
  expect(await read()).toMatchObject({ state: "issued", failureCode: "NOT_FOUND_CASH_RECEIPT" })
  const admin = await createPerson({ role: "admin" })
  expect(
    (await findOfficeCashReceipts(admin.actor, { queue: "refused", cursor: null }))?.rows,
  ).toContainEqual(expect.objectContaining({ id, call: "cancel", amountWon: 20_000 }))
  await db().update(cashReceipts).set({ receiptKey }).where(eq(cashReceipts.id, id))
  expect(await retryCashReceipt(admin.actor, id)).toEqual({ ok: true })
  await drain()
  expect(await read()).toMatchObject({ state: "cancelled", cancelledWon: 20_000, failureCode: null })
})

test("what nobody is owed any more is in no queue", async () => {
  const { id } = await createReceipt("123")
  await db().update(cashReceipts).set({ refundedWon: 20_000 }).where(eq(cashReceipts.id, id))
  expect(await listIds("refused")).not.toContain(id)
  const admin = await createPerson({ role: "admin" })
  expect(await retryCashReceipt(admin.actor, id)).toEqual({ ok: false, reason: "not_now" })
})

test("only an administrator who did not pay it has it asked again, and only once", async () => {
  const { id, buyer } = await createReceipt("123")
  const admin = await createPerson({ role: "admin" })
  expect(await findOfficeCashReceipts(buyer.actor, { queue: "refused", cursor: null })).toBeNull()
  expect(await retryCashReceipt(buyer.actor, id)).toEqual({ ok: false, reason: "not_found" })
  expect(await retryCashReceipt(admin.actor, newId())).toEqual({ ok: false, reason: "not_found" })
  const payer = { ...admin.actor, userId: buyer.actor.userId }
  expect(await retryCashReceipt(payer, id)).toEqual({ ok: false, reason: "involved" })
  const both = await Promise.all([retryCashReceipt(admin.actor, id), retryCashReceipt(admin.actor, id)])
  expect(both).toContainEqual({ ok: true })
  expect(both).toContainEqual({ ok: false, reason: "not_now" })
})

const BY_HAND = { approvalNumber: "123456789", note: "홈택스에서 발급했어요" }

test("what was issued by hand is issued, and is not cancelled by a call", async () => {
  const { buyer, groupId, id, read } = await createReceipt("123")
  const admin = await createPerson({ role: "admin" })
  expect(await closeCashReceipt(admin.actor, { receiptId: id, ...BY_HAND })).toEqual({ ok: true })
  expect(await read()).toMatchObject({
    state: "issued",
    issuedWon: 20_000,
    issueNumber: "123456789",
    receiptKey: null,
    failureCode: null,
  })
  expect(await listIds("refused")).not.toContain(id)
  const [line] = await findPurchaseLines(groupId)
  await cancelLine(buyer.actor, line?.id ?? "", { reason: "하나만 살래요", account: null })
  await drain()
  expect(await read()).toMatchObject({ state: "issued", cancelledWon: 0, failureCode: "ISSUED_BY_HAND" })
  expect(await listIds("refused")).toContain(id)
  expect(await retryCashReceipt(admin.actor, id)).toEqual({ ok: false, reason: "not_now" })
  const cancelled = { receiptId: id, approvalNumber: "987654321", note: "홈택스에서 취소했어요" }
  expect(await closeCashReceipt(admin.actor, cancelled)).toEqual({ ok: true })
  expect(await read()).toMatchObject({
    state: "cancelled",
    cancelledWon: 20_000,
    issueNumber: "123456789",
    failureCode: null,
  })
})

test("of a receipt of the provider's that was cancelled by hand in part, the rest stays issued", async () => {
  const { id, read } = await createReceipt("01023456789")
  await db()
    .update(cashReceipts)
    .set({ refundedWon: 5_000, failureCode: "INVALID_CANCEL_AMOUNT" })
    .where(eq(cashReceipts.id, id))
  const admin = await createPerson({ role: "admin" })
  expect(await closeCashReceipt(admin.actor, { receiptId: id, ...BY_HAND })).toEqual({ ok: true })
  expect(await read()).toMatchObject({ state: "issued", issuedWon: 20_000, cancelledWon: 5_000 })
  expect((await read()).receiptKey).not.toBeNull()
  expect(await listIds("open")).not.toContain(id)
})

test("only an administrator who did not pay it closes one that is refused, and only once", async () => {
  const { id, buyer } = await createReceipt("123")
  const admin = await createPerson({ role: "admin" })
  const closed = { receiptId: id, ...BY_HAND }
  const missing = { ...closed, receiptId: newId() }
  expect(await closeCashReceipt(buyer.actor, closed)).toEqual({ ok: false, reason: "not_found" })
  expect(await closeCashReceipt(admin.actor, missing)).toEqual({ ok: false, reason: "not_found" })
  const payer = { ...admin.actor, userId: buyer.actor.userId }
  expect(await closeCashReceipt(payer, closed)).toEqual({ ok: false, reason: "involved" })
  const both = await Promise.all([
    closeCashReceipt(admin.actor, closed),
    closeCashReceipt(admin.actor, closed),
  ])
  expect(both).toContainEqual({ ok: true })
  expect(both).toContainEqual({ ok: false, reason: "not_now" })
})

test("what the tax service takes a day later is open until then, and sent only once", async () => {
  const { id, read } = await createReceipt("01000000002")
  expect(await read()).toMatchObject({ state: "requested", issuedWon: 0, askingWon: 20_000 })
  expect((await read()).pendingSince).not.toBeNull()
  expect(await listIds("open")).toContain(id)
  later(2 * MINUTE_MS)
  await executeOpenCashReceipts()
  later(HOUR_MS)
  await recheckPendingCashReceipts()
  expect(await read()).toMatchObject({ state: "requested" })
  later(DAY_MS)
  await recheckPendingCashReceipts()
  const issued = await read()
  expect(issued).toMatchObject({
    state: "issued",
    issuedWon: 20_000,
    askingWon: null,
    pendingSince: null,
    pendingNumber: null,
  })
  const sent = await db().select().from(simulatedCashReceipts)
  expect(sent.filter(({ receipt }) => receipt.orderId === id)).toHaveLength(1)
  expect(issued.issueNumber).toBe(sent.find(({ receipt }) => receipt.orderId === id)?.receipt.issueNumber)
})

test("what went back while it was open is cancelled once it was taken", async () => {
  const { buyer, groupId, read } = await createReceipt("01000000002")
  const [line] = await findPurchaseLines(groupId)
  await cancelLine(buyer.actor, line?.id ?? "", { reason: "하나만 살래요", account: null })
  await drain()
  expect(await read()).toMatchObject({ state: "requested", refundedWon: 20_000, issuedWon: 0 })
  later(DAY_MS + HOUR_MS)
  await recheckPendingCashReceipts()
  expect(await read()).toMatchObject({ state: "cancelled", issuedWon: 20_000, cancelledWon: 20_000 })
})

test("what the tax service refuses a day later waits for an administrator", async () => {
  const { id, read } = await createReceipt("01000000003")
  expect(await read()).toMatchObject({ state: "requested", failureCode: null })
  later(DAY_MS + HOUR_MS)
  await recheckPendingCashReceipts()
  expect(await read()).toMatchObject({ state: "failed", failureCode: "NTS_REFUSED", pendingSince: null })
  expect(await listIds("refused")).toContain(id)
})
