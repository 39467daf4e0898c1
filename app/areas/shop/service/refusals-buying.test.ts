/** What is refused on the way from the shelf to the order; that nothing was written is watched everywhere. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { now, resetClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { env, setEnvironment } from "#app/platform/env.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { payments } from "../../money/schema.server.ts"
import {
  createPaidPurchase,
  createPlacedPurchase,
  createPlacePurchaseInput,
  createProduct,
  createShop,
  createVariant,
  setClockMinutesAhead,
} from "../fixtures.ts"
import { refuse } from "#app/platform/outcome.ts"
import { LIMITS } from "../rules.ts"
import { coupons, products, sellers, variants } from "../schema.server.ts"
import { createCoupon, endCoupon, findCouponsForAdmin } from "./admin-coupons.server.ts"
import { buyAgain } from "./buy-again.server.ts"
import { addToCart, findCartView } from "./cart.server.ts"
import { startCheckout } from "./checkout.server.ts"
import { placePurchase } from "./place-purchase.server.ts"

withDatabase()
afterEach(resetClock)

/** Does `work` while nobody takes payments. */
async function withoutPayments<Result>(work: () => Promise<Result>): Promise<Result> {
  const settings = env()
  setEnvironment({ ...settings, PAYMENTS: "off" })
  try {
    return await work()
  } finally {
    setEnvironment(settings)
  }
}

const begin = (buyer: Person, variantIds: readonly string[]) =>
  startCheckout(buyer.actor, {
    source: "direct",
    lines: variantIds.map((variantId) => ({ variantId, quantity: 1 })),
    submissionKey: newId(),
  })

async function beginPurchase(buyer: Person, variantId: string): Promise<string> {
  const begun = await begin(buyer, [variantId])
  if (!begun.ok) throw new Error(begun.reason)
  return begun.groupId
}

test("of a shop that is away nothing is put into the cart or bought, unless it takes orders", async () => {
  const [buyer, today] = [await createPerson(), toKstDateString(now())]
  const vacation = { from: today, until: today, note: "", takesOrders: false }
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 10_000, 5)
  const { lines } = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  await addToCart(buyer.actor, { variantId, quantity: 1 })
  const setTerms = (takesOrders: boolean) =>
    db()
      .update(sellers)
      .set({ vacation: { ...vacation, takesOrders } })
      .where(eq(sellers.userId, shop.sellerId))
  await setTerms(false)
  const refusal = { ok: false, reason: "on_vacation" }
  expect(await addToCart(buyer.actor, { variantId, quantity: 1 })).toEqual(refusal)
  expect(await buyAgain(buyer.actor, lines[0]?.id ?? "")).toEqual(refusal)
  expect(await begin(buyer, [variantId])).toMatchObject(refusal)
  const [away] = (await findCartView(buyer.actor)).sellers
  expect(away).toMatchObject({ lines: [{ problem: "vacation" }], itemsWon: 0 })
  expect(away?.reopensOn).not.toBeNull()
  await setTerms(true)
  expect(await begin(buyer, [variantId])).toMatchObject({ ok: true })
})

test("what is bought again says what of it is gone: the option, its stock or the product", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const { productId, variantIds } = await createProduct(shop.sellerId, [
    { priceWon: 10_000, stock: 1, name: "흰색" },
    { priceWon: 10_000, stock: 5, name: "검정" },
  ])
  const [variantId = ""] = variantIds
  const { lines } = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const again = () => buyAgain(buyer.actor, lines[0]?.id ?? "")
  expect(await buyAgain((await createPerson()).actor, lines[0]?.id ?? "")).toEqual(refuse("not_found"))
  expect(await again()).toEqual(refuse("sold_out"))
  await db().update(variants).set({ retiredAt: now() }).where(eq(variants.id, variantId))
  expect(await again()).toEqual(refuse("option_gone"))
  await db().update(products).set({ hiddenAt: now() }).where(eq(products.id, productId))
  expect(await again()).toEqual(refuse("not_for_sale"))
  expect((await findCartView(buyer.actor)).sellers).toEqual([])
})

test("the cart takes nothing without a profile, not for sale, one's own, or beyond its lines", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const offers = Array.from({ length: LIMITS.cartLines + 1 }, () => ({ priceWon: 1_000, stock: 5 }))
  const { variantIds } = await createProduct(shop.sellerId, offers)
  const [last = "", ...others] = variantIds
  const put = (actor: Person["actor"], variantId: string) => addToCart(actor, { variantId, quantity: 1 })
  expect(await put({ ...buyer.actor, profile: null }, last)).toEqual({ ok: false, reason: "not_member" })
  const hidden = await createVariant(shop.sellerId, 1_000, 5, { hiddenAt: now() })
  expect(await put(buyer.actor, hidden)).toEqual({ ok: false, reason: "not_for_sale" })
  expect(await put(shop.actor, last)).toEqual({ ok: false, reason: "own_product" })
  for (const variantId of others) expect(await put(buyer.actor, variantId)).toEqual({ ok: true })
  expect(await put(buyer.actor, last)).toEqual({ ok: false, reason: "full" })
})

test("no purchase is begun without a profile, of nothing, or while nobody takes payments", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const variantId = await createVariant(shop.sellerId, 10_000, 5)
  const stranger = { ...buyer, actor: { ...buyer.actor, profile: null } }
  expect(await begin(stranger, [variantId])).toEqual({ ok: false, reason: "not_member" })
  expect(await begin(buyer, [])).toEqual({ ok: false, reason: "nothing" })
  expect(await withoutPayments(() => begin(buyer, [variantId]))).toEqual({
    ok: false,
    reason: "payments_off",
  })
})

test("a purchase is not placed by somebody else, too late, while it is being paid, or twice", async () => {
  const [shop, buyer, stranger] = [await createShop(), await createPerson(), await createPerson()]
  const variantId = await createVariant(shop.sellerId, 10_000, 9)
  const place = (groupId: string, person = buyer) =>
    placePurchase(person.actor, groupId, createPlacePurchaseInput())
  const begun = await beginPurchase(buyer, variantId)
  expect(await place(begun, stranger)).toEqual({ ok: false, reason: "not_found" })
  expect(await withoutPayments(() => place(begun))).toEqual({ ok: false, reason: "payments_off" })
  const placed = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
  await db().update(payments).set({ state: "IN_PROGRESS" }).where(eq(payments.id, placed.paymentId))
  expect(await place(placed.groupId)).toEqual({ ok: false, reason: "paying" })
  const paid = await createPaidPurchase(stranger, [{ variantId, quantity: 1 }])
  expect(await place(paid.groupId, stranger)).toEqual({ ok: false, reason: "paid" })
  const late = await beginPurchase(stranger, variantId)
  setClockMinutesAhead(LIMITS.reservationMinutes + 1)
  expect(await place(late, stranger)).toEqual({ ok: false, reason: "expired" })
})

test("a purchase is not placed with a coupon of bigger ones, or that leaves too little to pay", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const [couponId, ofBigOrders] = [newId(), newId()]
  const terms = {
    name: "3,000원",
    kind: "amount" as const,
    value: 3_000,
    startsAt: new Date(0),
    endsAt: new Date(Date.now() + 86_400_000),
  }
  await db()
    .insert(coupons)
    .values([
      { ...terms, id: couponId, code: couponId },
      { ...terms, id: ofBigOrders, code: ofBigOrders, minWon: 50_000 },
    ])
  const priceWon = 3_000 + LIMITS.minTotalWon - 1
  const groupId = await beginPurchase(
    buyer,
    await createVariant(shop.sellerId, priceWon, 9, { freeShipping: true }),
  )
  const placeWith = (id: string) =>
    placePurchase(buyer.actor, groupId, createPlacePurchaseInput({ couponId: id }))
  expect(await placeWith(ofBigOrders)).toEqual({ ok: false, reason: "coupon_useless" })
  expect(await placeWith(couponId)).toEqual({ ok: false, reason: "too_small" })
})

test("coupons are made and ended by admins alone, and neither made nor ended twice", async () => {
  const [admin, member] = [await createPerson({ role: "admin" }), await createPerson()]
  const coupon = {
    code: "봄맞이",
    name: "봄맞이 3,000원",
    kind: "amount" as const,
    value: 3_000,
    maxWon: null,
    minWon: 0,
    startsAt: new Date(0),
    endsAt: new Date(Date.now() + 86_400_000),
    isGiven: false,
  }
  expect(await createCoupon(member.actor, coupon)).toEqual({ ok: false, reason: "not_found" })
  expect(await createCoupon(admin.actor, coupon)).toEqual({ ok: true })
  expect(await createCoupon(admin.actor, coupon)).toEqual({ ok: false, reason: "taken" })
  const made = (await findCouponsForAdmin(admin.actor)).find((row) => row.code === coupon.code)
  const couponId = made?.id ?? ""
  expect(await endCoupon(member.actor, couponId)).toEqual({ ok: false, reason: "not_found" })
  expect(await endCoupon(admin.actor, newId())).toEqual({ ok: false, reason: "not_found" })
  expect(await endCoupon(admin.actor, couponId)).toEqual({ ok: true })
  expect(await endCoupon(admin.actor, couponId)).toEqual({ ok: false, reason: "not_now" })
})
