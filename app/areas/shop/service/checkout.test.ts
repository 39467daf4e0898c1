/**
 * From the shelf to an order: nothing is sold twice, prices are read again, one payment becomes one order per
 * seller.
 */
import { eq, sql } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { profiles, users } from "../../accounts/schema.server.ts"
import { findCart } from "../../accounts/service/cart.server.ts"
import {
  createPaidPurchase,
  createShop,
  createVariant,
  findPurchaseRow,
  findPurchaseLines,
  setClockMinutesAhead,
  payPurchase,
  createPlacedPurchase,
  createPlacePurchaseInput,
  findVariantStock,
} from "../fixtures.ts"
import { coupons, shopOrders, variants } from "../schema.server.ts"
import { addToCart, updateCartLine, findCartView } from "./cart.server.ts"
import { startCheckout } from "./checkout.server.ts"
import { placePurchase } from "./place-purchase.server.ts"
import { expireCheckouts } from "./scheduled.server.ts"

withDatabase()
afterEach(resetClock)

test("a purchase that draws the number of another draws again", async () => {
  const shop = await createShop()
  const [first, second] = [await createPerson(), await createPerson()]
  const startDirectCheckout = async (buyer: typeof first) =>
    startCheckout(buyer.actor, {
      source: "direct",
      lines: [{ variantId: await createVariant(shop.sellerId, 10_000, 3), quantity: 1 }],
      submissionKey: newId(),
    })
  const taken = await startDirectCheckout(first)
  if (!taken.ok) throw new Error(taken.reason)
  const number = (await findPurchaseRow(taken.groupId))?.number ?? ""
  // The next number drawn is the one that is taken, once.
  await db().execute(sql`create sequence draws`)
  await db().execute(
    sql`create function draw_taken() returns trigger language plpgsql as $$ begin if nextval('draws') = 1 then
      select g.number into new.number from order_groups g order by g.created_at desc
      limit 1; end if; return new; end $$`,
  )
  await db().execute(
    sql`create trigger draw before insert on order_groups for each row execute function draw_taken()`,
  )
  try {
    const started = await startDirectCheckout(second)
    if (!started.ok) throw new Error(started.reason)
    expect((await findPurchaseRow(started.groupId))?.number).not.toBe(number)
    expect((await findPurchaseLines(started.groupId)).length).toBe(1)
  } finally {
    await db().execute(sql`drop trigger draw on order_groups`)
  }
})

test(
  "nothing is sold twice: 500 buyers for 10 pieces, 20 rounds, exactly 10 get one each time",
  { timeout: 240_000 },
  async () => {
    const shop = await createShop()
    const { actor } = await createPerson()
    const at = new Date()
    const buyers = Array.from({ length: 500 }, () => ({ ...actor, userId: newId() }))
    await db()
      .insert(users)
      .values(
        buyers.map(({ userId }) => ({
          id: userId,
          email: `${userId}@example.kr`,
          emailVerified: true,
          name: "김하늘",
          createdAt: at,
          updatedAt: at,
        })),
      )
    await db()
      .insert(profiles)
      .values(buyers.map(({ userId }) => ({ userId, legalName: "김하늘", createdAt: at, updatedAt: at })))
    for (let round = 0; round < 20; round += 1) {
      const variantId = await createVariant(shop.sellerId, 10_000, 10)
      const startDirectCheckout = (buyer: (typeof buyers)[number]) =>
        startCheckout(buyer, {
          source: "direct",
          lines: [{ variantId, quantity: 1 }],
          submissionKey: newId(),
        })
      const waiting = buyers.toSorted(() => Math.random() - 0.5)
      // At first all at the same moment, then as many at a time as there are connections to the database,
      // each the next as soon as one has an answer.
      const results =
        round === 0
          ? await Promise.all(waiting.map(startDirectCheckout))
          : (
              await Promise.all(
                Array.from({ length: 20 }, async () => {
                  const answers: Awaited<ReturnType<typeof startDirectCheckout>>[] = []
                  for (let buyer = waiting.pop(); buyer; buyer = waiting.pop())
                    answers.push(await startDirectCheckout(buyer))
                  return answers
                }),
              )
            ).flat()
      expect(results).toHaveLength(500)
      expect(results.filter((result) => result.ok)).toHaveLength(10)
      expect(new Set(results.flatMap((result) => (result.ok ? [] : [result.reason])))).toEqual(
        new Set(["sold_out"]),
      )
      expect(await findVariantStock(variantId)).toBe(0)
    }
  },
)

test(
  "the last pieces of two products in one cart: whoever gets one gets both, and nobody waits for ever",
  { timeout: 60_000 },
  async () => {
    const shop = await createShop()
    const [one, other] = [
      await createVariant(shop.sellerId, 10_000, 5),
      await createVariant(shop.sellerId, 20_000, 5),
    ]
    const buyers = await Promise.all(Array.from({ length: 20 }, () => createPerson()))
    const results = await Promise.all(
      buyers.map((buyer, index) => {
        const lines = [
          { variantId: one, quantity: 1 },
          { variantId: other, quantity: 1 },
        ]
        return startCheckout(buyer.actor, {
          source: "direct",
          lines: index % 2 === 0 ? lines : lines.toReversed(),
          submissionKey: newId(),
        })
      }),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(5)
    expect([await findVariantStock(one), await findVariantStock(other)]).toEqual([0, 0])
  },
)

test("what is not paid in 15 minutes goes back to the shelf, for the next buyer at once", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 10_000, 2)
  const [first, second] = [await createPerson(), await createPerson()]
  const { groupId, paymentId } = await createPlacedPurchase(first, [{ variantId, quantity: 2 }])
  const take = () =>
    startCheckout(second.actor, {
      source: "direct",
      lines: [{ variantId, quantity: 1 }],
      submissionKey: newId(),
    })
  setClockMinutesAhead(14)
  expect(await take()).toMatchObject({ ok: false, reason: "sold_out" })
  setClockMinutesAhead(16)
  expect((await take()).ok).toBe(true)
  expect((await findPurchaseRow(groupId))?.state).toBe("expired")
  expect(await payPurchase(first, paymentId, 23_000)).toMatchObject({ ok: false, reason: "expired" })
  setClockMinutesAhead(60)
  await expireCheckouts()
  expect(await findVariantStock(variantId)).toBe(2)
  await expireCheckouts()
  expect(await findVariantStock(variantId)).toBe(2)
})

test("a price kept in the cart is never paid: it is read again, and the change is said", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 10_000, 5)
  const buyer = await createPerson()
  await addToCart(buyer.actor, { variantId, quantity: 2 })
  await db().update(variants).set({ priceWon: 12_000 }).where(eq(variants.id, variantId))
  const cart = await findCartView(buyer.actor)
  expect([cart.itemsWon, cart.sellers[0]?.lines[0]?.previousWon]).toEqual([24_000, 10_000])
  const started = await startCheckout(buyer.actor, {
    source: "cart",
    submissionKey: newId(),
  })
  expect(started.ok && (await findPurchaseRow(started.groupId))?.totalWon).toBe(27_000)
})

test("what was bought leaves the cart, what was not stays", async () => {
  const shop = await createShop()
  const [one, other] = [
    await createVariant(shop.sellerId, 40_000, 5),
    await createVariant(shop.sellerId, 5_000, 5),
  ]
  const buyer = await createPerson()
  await addToCart(buyer.actor, { variantId: one, quantity: 1 })
  await addToCart(buyer.actor, { variantId: other, quantity: 3 })
  await updateCartLine(buyer.actor, other, { selected: false })
  const started = await startCheckout(buyer.actor, {
    source: "cart",
    submissionKey: newId(),
  })
  if (!started.ok) throw new Error(started.reason)
  const attempt = await placePurchase(buyer.actor, started.groupId, createPlacePurchaseInput())
  if (!attempt.ok) throw new Error(attempt.reason)
  expect((await findCart(buyer.actor.userId)).length).toBe(2)
  await payPurchase(buyer, attempt.paymentId, 40_000)
  expect((await findCart(buyer.actor.userId)).map((line) => [line.variantId, line.quantity])).toEqual([
    [other, 3],
  ])
})

test("one payment becomes one order per seller, the coupon shared over the lines to the won", async () => {
  const [a, b] = [await createShop(), await createShop({ freeFromWon: null, shippingWon: 2_500 })]
  const [x, y] = [await createVariant(a.sellerId, 33_333, 9), await createVariant(b.sellerId, 10_001, 9)]
  const couponId = newId()
  await db()
    .insert(coupons)
    .values({
      id: couponId,
      code: couponId,
      name: "3,000원",
      kind: "amount",
      value: 3_000,
      startsAt: new Date(0),
      endsAt: new Date(Date.now() + 86_400_000),
    })
  const buyer = await createPerson()
  const made = await createPaidPurchase(
    buyer,
    [
      { variantId: x, quantity: 1 },
      { variantId: y, quantity: 2 },
    ],
    { couponId },
  )
  expect(made.totalWon).toBe(33_333 + 20_002 + 2_500 - 3_000)
  expect(made.lines.reduce((sum, line) => sum + line.discountWon, 0)).toBe(3_000)
  expect(await db().select().from(shopOrders).where(eq(shopOrders.groupId, made.groupId))).toHaveLength(2)
  const { groupId } = await createPlacedPurchase(buyer, [{ variantId: x, quantity: 1 }])
  expect(await placePurchase(buyer.actor, groupId, createPlacePurchaseInput({ couponId }))).toEqual({
    ok: false,
    reason: "coupon_gone",
  })
})

test("placing shares a coupon over the sellers and takes commission of what each asks", async () => {
  const [a, b] = [
    await createShop({ commissionBps: 1_000 }),
    await createShop({ commissionBps: 500, freeFromWon: null }),
  ]
  const [x, y, z] = [
    await createVariant(a.sellerId, 30_000, 9),
    await createVariant(b.sellerId, 10_000, 9),
    await createVariant(b.sellerId, 5_001, 9),
  ]
  const buyer = await createPerson()
  const placing = async (sellerId: string | null, value: number) => {
    const couponId = newId()
    await db()
      .insert(coupons)
      .values({
        id: couponId,
        code: couponId,
        name: "쿠폰",
        sellerId,
        kind: "amount",
        value,
        startsAt: new Date(0),
        endsAt: new Date(Date.now() + 86_400_000),
      })
    const { groupId } = await createPlacedPurchase(
      buyer,
      [
        { variantId: x, quantity: 1 },
        { variantId: y, quantity: 2 },
        { variantId: z, quantity: 1 },
      ],
      { couponId },
    )
    const orders = await db().select().from(shopOrders).where(eq(shopOrders.groupId, groupId))
    const lines = await findPurchaseLines(groupId)
    return {
      lines: [x, y, z]
        .map((id) => lines.find((line) => line.variantId === id))
        .map((line) => [line?.discountWon, line?.platformDiscountWon, line?.commissionWon]),
      orders: [a, b]
        .map((shop) => orders.find((order) => order.sellerId === shop.sellerId))
        .map((order) => [order?.itemsWon, order?.shippingWon, order?.discountWon]),
      total: (await findPurchaseRow(groupId))?.totalWon,
    }
  }
  // Of 55,001원: 30,000, 20,000 and 5,001. The platform's coupon is the platform's: commission is of the whole
  // price, cut down.
  expect(await placing(null, 5_500)).toEqual({
    lines: [
      [3_000, 3_000, 3_000],
      [2_000, 2_000, 1_000],
      [500, 500, 250],
    ],
    orders: [
      [30_000, 0, 3_000],
      [25_001, 3_000, 2_500],
    ],
    total: 55_001 + 3_000 - 5_500,
  })
  // A seller's own coupon is over that seller's goods alone, and commission is of what is left of them.
  expect(await placing(b.sellerId, 2_500)).toEqual({
    lines: [
      [0, 0, 3_000],
      [2_000, 0, 900],
      [500, 0, 225],
    ],
    orders: [
      [30_000, 0, 0],
      [25_001, 3_000, 2_500],
    ],
    total: 55_001 + 3_000 - 2_500,
  })
})

test("what is made to order is placed only by who agreed that it does not go back", async () => {
  const shop = await createShop()
  const [plain, made] = [
    await createVariant(shop.sellerId, 40_000, 9),
    await createVariant(shop.sellerId, 40_000, 9, { madeToOrder: true }),
  ]
  const buyer = await createPerson()
  const start = async (variantId: string) => {
    const started = await startCheckout(buyer.actor, {
      source: "direct",
      lines: [{ variantId, quantity: 1 }],
      submissionKey: newId(),
    })
    return started.ok ? started.groupId : ""
  }
  const first = await start(made)
  expect(
    await placePurchase(buyer.actor, first, { ...createPlacePurchaseInput(), madeToOrderConsent: false }),
  ).toEqual({
    ok: false,
    reason: "made_to_order",
  })
  expect((await findPurchaseRow(first))?.thirdPartyConsentAt).toBeNull()
  expect(await placePurchase(buyer.actor, first, createPlacePurchaseInput())).toMatchObject({ ok: true })
  const kept = async (id: string) => {
    const group = await findPurchaseRow(id)
    return [group?.consentedAt, group?.thirdPartyConsentAt, group?.madeToOrderConsentAt].map(
      (at) => at instanceof Date,
    )
  }
  expect(await kept(first)).toEqual([true, true, true])
  const second = await start(plain)
  expect(
    await placePurchase(buyer.actor, second, { ...createPlacePurchaseInput(), madeToOrderConsent: false }),
  ).toMatchObject({ ok: true })
  expect(await kept(second)).toEqual([true, true, false])
})
