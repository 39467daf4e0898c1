/** A refusal changes nothing: no row of any table is another one afterwards. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { checksumAllTables } from "../../../../tests/setup/table-checksums.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import {
  createPaidPurchase,
  createDepositPurchase,
  createShop,
  createVariant,
  findPurchaseRow,
} from "../fixtures.ts"
import { orderLines } from "../schema.server.ts"
import { deliverLine, prepareLine, cancelSoldOutLine, shipLine } from "./after-sale.server.ts"
import { startCheckout } from "./checkout.server.ts"
import { transitionClaim } from "./claims.server.ts"
import { requestClaim } from "./request-claim.server.ts"
import { refunds } from "../../money/schema.server.ts"

withDatabase()

const account = { bank: "국민은행", accountNumber: "123-45-678901", holder: "김하늘" }

test("a return whose picture is gone leaves the refund account and its refund as they were", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const variantIds = [
    await createVariant(shop.sellerId, 40_000, 9),
    await createVariant(shop.sellerId, 15_000, 9),
  ]
  const made = await createDepositPurchase(
    buyer,
    variantIds.map((variantId) => ({ variantId, quantity: 1 })),
  )
  const [first, second] = made.lines
  expect(await cancelSoldOutLine(shop.actor, first?.id ?? "", "품절이에요")).toEqual({ ok: true })
  await shipLine(shop.actor, second?.id ?? "", { carrier: "cj", trackingNumber: "612345678901" })
  await deliverLine(buyer.actor, second?.id ?? "", "buyer")
  const before = await checksumAllTables()
  const asked = await requestClaim(buyer.actor, second?.id ?? "", {
    kind: "return",
    reason: "broken",
    detail: "깨져서 왔어요",
    pictureIds: [newId()],
    account,
  })
  expect(asked).toEqual({ ok: false, reason: "pictures_missing" })
  expect((await findPurchaseRow(made.groupId))?.refundAccount).toBe("")
  const states = await db()
    .select({ state: refunds.state })
    .from(refunds)
    .where(eq(refunds.groupId, made.groupId))
  expect(states).toEqual([{ state: "account_waiting" }])
  expect(await checksumAllTables()).toEqual(before)
})

async function createReturnedLine(kind: "return" | "exchange") {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const {
    lines: [line],
  } = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const lineId = line?.id ?? ""
  await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "612345678901" })
  await deliverLine(buyer.actor, lineId, "buyer")
  const asked = await requestClaim(buyer.actor, lineId, {
    kind,
    reason: "broken",
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!asked.ok) throw new Error(asked.reason)
  for (const move of ["approve", "collect", "receive"] as const) {
    expect(await transitionClaim(shop.actor, asked.claimId, move, {})).toEqual({ ok: true })
  }
  return { shop, lineId, claimId: asked.claimId }
}

test.each(["return", "exchange"] as const)(
  "the end of a claim (%s) whose line has moved on is refused, and the claim stays where it was",
  async (kind) => {
    const { shop, lineId, claimId } = await createReturnedLine(kind)
    await db().update(orderLines).set({ state: "cancelled" }).where(eq(orderLines.id, lineId))
    const before = await checksumAllTables()
    expect(await transitionClaim(shop.actor, claimId, "complete", { restock: true })).toEqual({
      ok: false,
      reason: "not_now",
    })
    expect(await checksumAllTables()).toEqual(before)
  },
)

test("a cancellation whose line has moved on is refused, and the claim stays where it was", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const {
    lines: [line],
  } = await createPaidPurchase(buyer, [
    { variantId: await createVariant(shop.sellerId, 40_000, 9), quantity: 1 },
  ])
  const lineId = line?.id ?? ""
  await prepareLine(shop.actor, lineId)
  const asked = await requestClaim(buyer.actor, lineId, {
    kind: "cancel",
    reason: "late",
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!asked.ok) throw new Error(asked.reason)
  await db().update(orderLines).set({ state: "shipped" }).where(eq(orderLines.id, lineId))
  const before = await checksumAllTables()
  expect(await transitionClaim(shop.actor, asked.claimId, "approve", {})).toEqual({
    ok: false,
    reason: "not_now",
  })
  expect(await checksumAllTables()).toEqual(before)
})

test("a checkout that is refused leaves the one that was begun before, with its goods", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const held = await createVariant(shop.sellerId, 10_000, 3)
  const scarce = await createVariant(shop.sellerId, 20_000, 1)
  const begun = await startCheckout(buyer.actor, {
    source: "direct",
    lines: [{ variantId: held, quantity: 2 }],
    submissionKey: newId(),
  })
  expect(begun.ok).toBe(true)
  const before = await checksumAllTables()
  // One more than there is of what the buyer holds, together with what there is too little of.
  const lines = [
    { variantId: held, quantity: 3 },
    { variantId: scarce, quantity: 2 },
  ]
  const again = await startCheckout(buyer.actor, { source: "direct", lines, submissionKey: newId() })
  expect(again).toMatchObject({ ok: false, reason: "sold_out" })
  expect(await checksumAllTables()).toEqual(before)
})
