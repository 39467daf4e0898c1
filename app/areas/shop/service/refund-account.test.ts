/**
 * A deposit goes back to an account that only its buyer knows: asked for, checked by the provider, paid once.
 */
import { and, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { outbox } from "#app/platform/schema.server.ts"
import { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createDepositPurchase, createShop, createVariant } from "../fixtures.ts"
import { cancelLine, cancelSoldOutLine } from "./after-sale.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import { findPurchasesForAdmin, findPurchaseForAdmin } from "./admin-purchases.server.ts"
import { findPurchaseDetail, findPurchases } from "./purchases.server.ts"
import { submitRefundAccount, executeOpenRefunds, retryRefund } from "../../money/service/refunds.server.ts"
import { refunds, ledger } from "../../money/schema.server.ts"

withDatabase()

const account = { bank: "국민은행", accountNumber: "123-45-678901", holder: "김하늘" }

async function createSoldOutPurchase(prices: readonly number[] = [40_000]) {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const variantIds = await Promise.all(prices.map((won) => createVariant(shop.sellerId, won, 9)))
  const purchase = await createDepositPurchase(
    buyer,
    variantIds.map((variantId) => ({ variantId, quantity: 1 })),
  )
  const lineOf = (index: number) =>
    purchase.lines.find((line) => line.variantId === variantIds[index])?.id ?? ""
  expect(await cancelSoldOutLine(shop.actor, lineOf(0), "품절이에요")).toEqual({ ok: true })
  const rows = () =>
    db().select().from(refunds).where(eq(refunds.groupId, purchase.groupId)).orderBy(refunds.createdAt)
  const sentWon = async () =>
    (
      await db()
        .select()
        .from(ledger)
        .where(
          and(eq(ledger.groupId, purchase.groupId), eq(ledger.kind, "refund"), eq(ledger.account, "outside")),
        )
    ).map((line) => line.amountWon)
  const countAccountRequests = async () =>
    (await db().select().from(outbox).where(eq(outbox.type, "shop.account_needed"))).filter((row) =>
      JSON.stringify(row.payload).includes(purchase.groupId),
    ).length
  return { ...purchase, shop, buyer, lineOf, rows, sentWon, told: countAccountRequests }
}

test("a deposit that a shop cannot fulfil waits for its buyer's account, and goes back once", async () => {
  const { buyer, groupId, rows, sentWon, told: countAccountRequests } = await createSoldOutPurchase()
  expect([
    (await rows()).map((row) => [row.state, row.tries]),
    await sentWon(),
    await countAccountRequests(),
  ]).toEqual([[["account_waiting", 0]], [], 1])
  // Nobody asks the provider for what it cannot do.
  await executeOpenRefunds()
  expect((await rows())[0]?.state).toBe("account_waiting")
  expect((await findPurchases(buyer.actor, null)).purchases.map((row) => row.needsAccount)).toEqual([true])
  for (const person of [await createPerson(), await createShop()])
    expect(await submitRefundAccount(person.actor, groupId, account)).toEqual({
      ok: false,
      reason: "not_found",
    })
  expect(await submitRefundAccount(buyer.actor, newId(), account)).toEqual({ ok: false, reason: "not_found" })
  const submission = await Promise.all([
    submitRefundAccount(buyer.actor, groupId, account),
    submitRefundAccount(buyer.actor, groupId, account),
  ])
  expect(submission.filter((each) => each.ok)).toEqual([{ ok: true, sent: "done" }])
  expect([(await rows()).map((row) => [row.state, row.accountNumber]), await sentWon()]).toEqual([
    [["done", "123-45-678901"]],
    [40_000],
  ])
  expect(await submitRefundAccount(buyer.actor, groupId, account)).toEqual({ ok: false, reason: "not_now" })
  expect((await findPurchaseDetail(buyer.actor, groupId))?.refunds.map((row) => row.state)).toEqual(["done"])
  expect(await checkLedger()).toEqual([])
})

test("an account that the provider does not take is asked for again, the refund still owed", async () => {
  const {
    buyer,
    groupId,
    rows,
    sentWon,
    told: countAccountRequests,
    paymentId,
  } = await createSoldOutPurchase()
  const [provider] = await db()
    .select()
    .from(simulatedPayments)
    .where(eq(simulatedPayments.orderId, paymentId))
  expect(provider?.payment.balanceAmount).toBe(40_000)
  // The provider knows no such account.
  expect(await submitRefundAccount(buyer.actor, groupId, { ...account, accountNumber: "" })).toEqual({
    ok: true,
    sent: "wrong_account",
  })
  expect([(await rows())[0]?.state, await sentWon()]).toEqual(["account_waiting", []])
  expect(await countAccountRequests()).toBeGreaterThan(1)
  expect(await submitRefundAccount(buyer.actor, groupId, account)).toEqual({ ok: true, sent: "done" })
  expect(await sentWon()).toEqual([40_000])
  expect(await checkLedger()).toEqual([])
})

test("an account told with another cancellation also brings back what waited for one", async () => {
  const { buyer, groupId, lineOf, rows, sentWon } = await createSoldOutPurchase([40_000, 15_000])
  expect(await cancelLine(buyer.actor, lineOf(1), { reason: "마음이 바뀌었어요", account: null })).toEqual({
    ok: false,
    reason: "account_missing",
  })
  expect(await cancelLine(buyer.actor, lineOf(1), { reason: "마음이 바뀌었어요", account })).toEqual({
    ok: true,
  })
  await db()
    .update(refunds)
    .set({ createdAt: new Date(0) })
    .where(and(eq(refunds.groupId, groupId), eq(refunds.state, "requested")))
  await executeOpenRefunds()
  expect([(await rows()).map((row) => row.state), (await sentWon()).sort()]).toEqual([
    ["done", "done"],
    [15_000, 40_000],
  ])
  expect(await checkLedger()).toEqual([])
})

test("the office sees that the buyer's account is waited for, and sends it only to an account", async () => {
  const admin = await createPerson({ role: "admin" })
  const { groupId, rows, sentWon } = await createSoldOutPurchase()
  const refundId = (await rows())[0]?.id ?? ""
  const stuck = await findPurchasesForAdmin(admin.actor, {
    filter: { pay: "stuck", work: null, term: "" },
    sort: "newest",
    cursor: null,
  })
  expect(stuck.rows.map((row) => row.id)).toContain(groupId)
  const file = await findPurchaseForAdmin(admin.actor, groupId)
  expect([file?.refunds.map((row) => row.state), file?.sums]).toMatchObject([
    ["account_waiting"],
    { refundingWon: 40_000, isBalanced: true },
  ])
  expect(await retryRefund(admin.actor, groupId, refundId, null)).toEqual({
    ok: false,
    reason: "account_missing",
  })
  expect(await retryRefund(admin.actor, groupId, refundId, account)).toEqual({ ok: true, paid: true })
  expect(await sentWon()).toEqual([40_000])
})
