/** Who leaves takes what they offered out of sight, and leaves nobody waiting. */
import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import type { Actor } from "#app/areas/accounts/rules.ts"
import { leaveMembership } from "#app/areas/accounts/service/leaving.server.ts"
import { createPaidPurchase, createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { cancelLine, confirmLine, deliverLine, shipLine } from "#app/areas/shop/service/after-sale.server.ts"
import { addToCart, findCartView } from "#app/areas/shop/service/cart.server.ts"
import { startCheckout } from "#app/areas/shop/service/checkout.server.ts"
import { transitionClaim } from "#app/areas/shop/service/claims.server.ts"
import { requestClaim } from "#app/areas/shop/service/request-claim.server.ts"
import { askQuestion, findProduct } from "#app/areas/shop/service/product.server.ts"
import { transitionPayout, runPayouts } from "#app/areas/money/service/payouts.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../setup/database.ts"

withDatabase()
beforeAll(registerSubscriptions)

async function leaves(actor: Actor) {
  if (actor.kind !== "member") throw new Error("Only a member leaves")
  const done = await leaveMembership(actor, { password: "", reason: "", signedInAt: new Date() })
  await drainEvents()
  return done
}
const one = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await db().execute<Row>(query))[0]

test("the goods of a seller who leaves are on no shelf, in no search and in no cart", async () => {
  const shop = await createShop()
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 9_900, stock: 3 }])
  const proposed = await createProduct(shop.sellerId, [{ priceWon: 9_900, stock: 3 }], { state: "proposed" })
  const buyer = await createPerson()
  expect(await addToCart(buyer.actor, { variantId, quantity: 1 })).toMatchObject({ ok: true })
  expect((await findProduct(buyer.actor, productId))?.product.isForSale).toBe(true)
  expect(await leaves(shop.actor)).toEqual({ ok: true })
  expect(
    await one(
      sql`select s.state, p.seller_state as standing from sellers s join profiles p using (user_id)
        where user_id = ${shop.sellerId}::uuid`,
    ),
  ).toEqual({ state: "terminated", standing: "terminated" })
  expect(
    await one(sql`select count(*)::int as found from search_entries where id = ${productId}::uuid`),
  ).toEqual({ found: 0 })
  expect(await one(sql`select state from products where id = ${proposed.productId}::uuid`)).toEqual({
    state: "draft",
  })
  const cart = await findCartView(buyer.actor)
  expect(cart.sellers.flatMap((seller) => seller.lines.map((line) => line.problem))).toEqual(["gone"])
  expect(cart.totalWon).toBe(0)
  expect(
    await startCheckout(buyer.actor, {
      source: "direct",
      lines: [{ variantId, quantity: 1 }],
      submissionKey: newId(),
    }),
  ).toMatchObject({ ok: false })
  expect(await askQuestion(buyer.actor, productId, { body: "언제 오나요?", secret: false })).toEqual({
    ok: false,
    reason: "not_found",
  })
})

test("neither side of an order leaves before it, its claims and its money are done with", async () => {
  const shop = await createShop()
  const {
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 9 }])
  const [buyer, other, admin] = [
    await createPerson(),
    await createPerson(),
    await createPerson({ role: "admin" }),
  ]
  const cancelled = await createPaidPurchase(other, [{ variantId, quantity: 1 }])
  expect(await leaves(other.actor)).toEqual({ ok: false, reason: "open", count: 1 })
  expect(
    await cancelLine(other.actor, cancelled.lines[0]?.id ?? "", {
      reason: "마음이 바뀌었어요",
      account: null,
    }),
  ).toEqual({ ok: true })
  expect(await leaves(other.actor)).toEqual({ ok: true })

  const lineId = (await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])).lines[0]?.id ?? ""
  expect(await leaves(shop.actor)).toEqual({ ok: false, reason: "open", count: 1 })
  await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "612345678901" })
  await deliverLine(buyer.actor, lineId, "buyer")
  expect(await confirmLine(buyer.actor, lineId)).toMatchObject({ ok: true })
  const claim = await requestClaim(buyer.actor, lineId, {
    kind: "return",
    reason: "broken",
    detail: "깨져서 왔어요.",
    pictureIds: [],
    account: null,
  })
  if (!claim.ok) throw new Error(claim.reason)
  // The claim, and for the seller what the sale brought.
  expect(await leaves(buyer.actor)).toEqual({ ok: false, reason: "open", count: 1 })
  expect(await leaves(shop.actor)).toEqual({ ok: false, reason: "open", count: 2 })
  await transitionClaim(shop.actor, claim.claimId, "reject", { reason: "사진이 없어요." })
  expect(await leaves(shop.actor)).toEqual({ ok: false, reason: "open", count: 1 })
  expect(await runPayouts()).toBe(1)
  expect(await leaves(shop.actor)).toEqual({ ok: false, reason: "open", count: 1 })
  const { id = "" } =
    (await one<{ id: string }>(sql`select id from payouts where seller_id = ${shop.sellerId}::uuid`)) ?? {}
  for (const move of ["start", "pay"] as const)
    expect(await transitionPayout(admin.actor, id, move, "")).toMatchObject({ ok: true })
  expect(await leaves(shop.actor)).toEqual({ ok: true })
  expect(await leaves(buyer.actor)).toEqual({ ok: true })
})
