/**
 * Sums beyond 4 bytes (2,147,483,647원) are reckoned as any other; what is too much for one purchase is a
 * sentence; one payout that fails stops no other.
 */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { renderMetrics } from "#app/platform/metrics.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import {
  createPaidPurchase,
  createShop,
  createVariant,
  findPurchaseRow,
  findPurchaseLines,
  type Shop,
} from "../../shop/fixtures.ts"
import { CHECKOUT_PROBLEMS } from "../../shop/parts/problems.ts"
import { LIMITS } from "../../shop/rules.ts"
import { confirmLine, deliverLine, shipLine } from "../../shop/service/after-sale.server.ts"
import { startCheckout } from "../../shop/service/checkout.server.ts"
import { transitionClaim } from "../../shop/service/claims.server.ts"
import { requestClaim } from "../../shop/service/request-claim.server.ts"
import { checkLedger, postEntries } from "../../money/service/ledger.server.ts"
import { findPurchasesForAdmin, findPurchaseForAdmin } from "../../shop/service/admin-purchases.server.ts"
import { findSellerDashboard } from "./dashboard.server.ts"
import { findPayouts } from "../../money/service/payout-lists.server.ts"
import { findPayoutProblems, runPayouts } from "../../money/service/payouts.server.ts"
import { findSettlement } from "./settlement.server.ts"
import { payouts } from "#app/areas/money/schema.server.ts"

withDatabase()

/** Credits a seller as a sale does, without the sale. */
const credit = (shop: Shop, won: number) =>
  inTransaction((tx) =>
    postEntries(tx, {
      name: `test:${newId()}`,
      kind: "sale",
      amounts: { held: -won, seller: won },
      references: { sellerId: shop.sellerId },
    }),
  )
const paidTo = async (shop: Shop) =>
  (await db().select().from(payouts).where(eq(payouts.sellerId, shop.sellerId))).map((row) => row.amountWon)

test("a purchase over the most is refused, and one of exactly the most is paid and settled", async () => {
  const [shop, buyer] = [await createShop({ shippingWon: 0 }), await createPerson()]
  const variantId = await createVariant(shop.sellerId, LIMITS.priceWon, 99)
  const many = await startCheckout(buyer.actor, {
    source: "direct",
    lines: [{ variantId, quantity: 43 }],
    submissionKey: newId(),
  })
  expect(many).toEqual({ ok: false, reason: "too_much" })
  expect(CHECKOUT_PROBLEMS.too_much).toBe(
    "한 번에 10억원까지 주문할 수 있어요. 수량을 줄이거나 나눠서 주문해 주세요.",
  )
  const made = await createPaidPurchase(buyer, [
    { variantId, quantity: LIMITS.maxTotalWon / LIMITS.priceWon },
  ])
  expect((await findPurchaseRow(made.groupId))?.totalWon).toBe(1_000_000_000)
  const lineId = (await findPurchaseLines(made.groupId))[0]?.id ?? ""
  await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "612345678901" })
  await deliverLine(buyer.actor, lineId, "buyer")
  expect(await confirmLine(buyer.actor, lineId)).toEqual({ ok: true })
  const asked = await requestClaim(buyer.actor, lineId, {
    kind: "return",
    reason: "broken",
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!asked.ok) throw new Error(asked.reason)
  for (const move of ["approve", "collect", "receive", "complete"] as const) {
    expect(await transitionClaim(shop.actor, asked.claimId, move, {})).toEqual({ ok: true })
  }
  expect(await checkLedger()).toEqual([])
})

test("sums of several large purchases are read everywhere: settlement, desk, office, payout", async () => {
  const [shop, admin] = [
    await createShop({ shippingWon: 0, commissionBps: 0 }),
    await createPerson({ role: "admin" }),
  ]
  const variantId = await createVariant(shop.sellerId, LIMITS.priceWon, 99)
  let groupId = ""
  for (let round = 0; round < 3; round += 1) {
    const buyer = await createPerson()
    const made = await createPaidPurchase(buyer, [{ variantId, quantity: 20 }])
    groupId = made.groupId
    const lineId = made.lines[0]?.id ?? ""
    await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "612345678901" })
    await deliverLine(buyer.actor, lineId, "buyer")
    expect(await confirmLine(buyer.actor, lineId)).toEqual({ ok: true })
  }
  expect(await findSettlement(shop.actor, null)).toMatchObject({
    balanceWon: 3_000_000_000,
    soldWon: 3_000_000_000,
  })
  expect((await findSettlement(shop.actor, null))?.rows[0]).toMatchObject({
    goodsWon: 1_000_000_000,
    amountWon: 1_000_000_000,
  })
  expect(await findSellerDashboard(shop.actor)).toMatchObject({ balanceWon: 3_000_000_000 })
  const all = await findPurchasesForAdmin(admin.actor, {
    filter: { pay: null, work: null, term: "" },
    sort: "newest",
    cursor: null,
  })
  expect(all.rows.find((row) => row.id === groupId)).toMatchObject({ totalWon: 1_000_000_000 })
  expect((await findPurchaseForAdmin(admin.actor, groupId))?.sums).toMatchObject({ isBalanced: true })
  expect([await runPayouts(), await paidTo(shop)]).toEqual([1, [3_000_000_000]])
  const pending = await findPayouts(admin.actor, {
    filter: { state: "pending", term: "" },
    cursor: null,
  })
  expect(pending?.rows.map((row) => row.amountWon)).toContain(3_000_000_000)
  expect(await checkLedger()).toEqual([])
})

test("a payout that fails is noted and shown to the office, and everybody after it is paid", async () => {
  const admin = await createPerson({ role: "admin" })
  const [first, broken, last] = [await createShop(), await createShop(), await createShop()]
  await credit(first, 10_000)
  // More than can be reckoned to the won.
  for (const won of [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]) await credit(broken, won)
  await credit(last, 20_000)
  expect([await runPayouts(), await paidTo(first), await paidTo(broken), await paidTo(last)]).toEqual([
    2,
    [10_000],
    [],
    [20_000],
  ])
  expect((await findPayoutProblems(admin.actor)).map((row) => [row.sellerId, row.tries])).toEqual([
    [broken.sellerId, 1],
  ])
  expect(await findPayoutProblems(first.actor)).toEqual([])
  expect(await renderMetrics()).toMatch(/work_failures_total\{what="payout"\} [1-9]/)
  expect(await runPayouts()).toBe(0)
  expect((await findPayoutProblems(admin.actor)).map((row) => row.tries)).toEqual([2])
  // Once the balance is one that can be paid, it is, and the note is gone.
  for (const won of [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 5_000]) await credit(broken, -won)
  expect([await runPayouts(), await paidTo(broken), await findPayoutProblems(admin.actor)]).toEqual([
    1,
    [5_000],
    [],
  ])
})
