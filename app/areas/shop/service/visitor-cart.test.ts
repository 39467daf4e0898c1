/** What somebody gathers before signing in is theirs afterwards: all of it, and once. */
import { sql } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createProduct, createShop, createVariant } from "../fixtures.ts"
import { addToCart, findCartView, updateCartLine } from "./cart.server.ts"
import {
  buildCartCookie,
  CART_COOKIE,
  deleteOldMergedCarts,
  mergeVisitorCart,
  parseCartCookie,
} from "./visitor-cart.server.ts"

withDatabase()
afterEach(resetClock)

const request = new Request("http://localhost/shopping/cart")
const valueOf = (cookie: string) => new RegExp(`^${CART_COOKIE}=([^;]*)`).exec(cookie)?.[1] ?? ""
/** The cart as the next request of the browser brings it. */
const sendAgain = (cart: Parameters<typeof buildCartCookie>[1]) =>
  parseCartCookie(valueOf(buildCartCookie(request, cart)))
const quantitiesOf = async (owner: Parameters<typeof findCartView>[0]) =>
  (await findCartView(owner)).sellers.flatMap((seller) =>
    seller.lines.map(({ variantId, quantity }) => [variantId, quantity] as const),
  )

test("a visitor gathers, changes and takes away; prices are read anew", async () => {
  const shop = await createShop()
  const { variantIds } = await createProduct(shop.sellerId, [
    { priceWon: 12_000, stock: 9, name: "흰색" },
    { priceWon: 15_000, stock: 9, name: "검정" },
  ])
  const [white = "", black = ""] = variantIds
  const cart = parseCartCookie(undefined)
  expect(cart).toMatchObject({ id: null, lines: [], isChanged: false })
  expect(
    await addToCart(cart, [
      { variantId: white, quantity: 1 },
      { variantId: black, quantity: 2 },
    ]),
  ).toEqual({ ok: true })
  expect(cart.isChanged).toBe(true)
  const again = sendAgain(cart)
  expect(await findCartView(again)).toMatchObject({ itemsWon: 42_000, shippingWon: 0, pieces: 3 })
  await updateCartLine(again, black, { quantity: 1 })
  await updateCartLine(again, white, { selected: false })
  expect(await findCartView(sendAgain(again))).toMatchObject({ itemsWon: 15_000, shippingWon: 3_000 })
  await updateCartLine(again, black, "remove")
  expect(await quantitiesOf(sendAgain(again))).toEqual([[white, 1]])
})

test("what is not for sale is refused, and of several options none is put in by half", async () => {
  const shop = await createShop()
  const good = await createVariant(shop.sellerId, 10_000, 3)
  const cart = parseCartCookie(undefined)
  const refused = [newId(), await createVariant(shop.sellerId, 10_000, 3, { state: "hidden" })]
  for (const variantId of refused)
    expect(
      await addToCart(cart, [
        { variantId: good, quantity: 1 },
        { variantId, quantity: 1 },
      ]),
    ).toEqual({ ok: false, reason: "not_for_sale" })
  expect([cart.lines, cart.isChanged]).toEqual([[], false])
  const member = await createPerson()
  expect(
    await addToCart(member.actor, [
      { variantId: good, quantity: 1 },
      { variantId: newId(), quantity: 1 },
    ]),
  ).toEqual({ ok: false, reason: "not_for_sale" })
  expect(await quantitiesOf(member.actor)).toEqual([])
})

test("no cart holds more than 50 lines", async () => {
  const shop = await createShop()
  const { variantIds } = await createProduct(
    shop.sellerId,
    Array.from({ length: 51 }, () => ({ priceWon: 1_000, stock: 9 })),
  )
  const cart = parseCartCookie(undefined)
  const select = (ids: readonly string[]) => ids.map((variantId) => ({ variantId, quantity: 1 }))
  expect(await addToCart(cart, select(variantIds.slice(0, 50)))).toEqual({ ok: true })
  expect(await addToCart(cart, select(variantIds.slice(50)))).toEqual({ ok: false, reason: "full" })
  expect(sendAgain(cart).lines.length).toBe(50)
  // The whole line that the browser keeps.
  expect(buildCartCookie(request, cart).length).toBeLessThan(4_096)
})

test("a cookie that we did not write, or that is older than 30 days, is an empty cart", async () => {
  const cart = parseCartCookie(undefined)
  const variantId = await createVariant((await createShop()).sellerId, 10_000, 3)
  await addToCart(cart, { variantId, quantity: 1 })
  const value = valueOf(buildCartCookie(request, cart))
  expect(parseCartCookie(value).lines.length).toBe(1)
  const forged = [value.replace(":1:", ":9:"), value.split(".")[0], `${value}x`, "", "~", "%%%", "a.b.c"]
  expect(forged.map((each) => parseCartCookie(each).lines)).toEqual(forged.map(() => []))
  setClock(() => new Date(Date.now() + 31 * 86_400_000))
  expect(parseCartCookie(value).lines).toEqual([])
})

test("it is added to the member's once, however often and at the same moment the cookie comes", async () => {
  const shop = await createShop()
  const [both, few, gone] = [
    await createVariant(shop.sellerId, 10_000, 50),
    await createVariant(shop.sellerId, 20_000, 2),
    await createVariant(shop.sellerId, 5_000, 9),
  ]
  const member = await createPerson()
  await addToCart(member.actor, { variantId: both, quantity: 2 })
  const cart = parseCartCookie(undefined)
  await addToCart(cart, [
    { variantId: both, quantity: 3 },
    { variantId: few, quantity: 5 },
    { variantId: gone, quantity: 1 },
  ])
  await db().execute(sql`update variants set stock = 0 where id = ${gone}::uuid`)
  const sent = sendAgain(cart)
  const merged = await Promise.all([1, 2, 3, 4].map(() => mergeVisitorCart(member.actor, sent)))
  expect(merged.filter(({ kinds }) => kinds !== null)).toEqual([{ left: 0, kinds: 3 }])
  expect(new Map(await quantitiesOf(member.actor))).toEqual(
    new Map([
      [both, 5],
      [few, 2],
      [gone, 1],
    ]),
  )
  expect(await mergeVisitorCart(member.actor, sent)).toEqual({ left: 0, kinds: null })
  // What is gathered after signing out again is another cart.
  const next = sendAgain(cart)
  expect(next.id).not.toBe(sent.id)
  await deleteOldMergedCarts()
  expect(await db().execute(sql`select from merged_carts where id = ${sent.id}::uuid`)).toHaveLength(1)
  setClock(() => new Date(Date.now() + 32 * 86_400_000))
  await deleteOldMergedCarts()
  expect(await db().execute(sql`select from merged_carts where id = ${sent.id}::uuid`)).toHaveLength(0)
})

test("what one sells oneself or does not exist is left out; lines without room are counted", async () => {
  const shop = await createShop()
  const { variantIds } = await createProduct(
    shop.sellerId,
    Array.from({ length: 52 }, () => ({ priceWon: 1_000, stock: 9 })),
  )
  const cart = parseCartCookie(undefined)
  await addToCart(cart, [{ variantId: variantIds[0] ?? "", quantity: 1 }])
  const unknown = { variantId: newId(), quantity: 1, selected: true, seenWon: null }
  const sent = sendAgain({ lines: [...cart.lines, unknown] })
  expect(await mergeVisitorCart(shop.actor, sent)).toEqual({ left: 0, kinds: 0 })
  const member = await createPerson()
  await addToCart(
    member.actor,
    variantIds.slice(0, 49).map((variantId) => ({ variantId, quantity: 1 })),
  )
  const more = parseCartCookie(undefined)
  await addToCart(
    more,
    variantIds.slice(48).map((variantId) => ({ variantId, quantity: 2 })),
  )
  expect(await mergeVisitorCart(member.actor, sendAgain(more))).toEqual({ left: 2, kinds: 50 })
})
