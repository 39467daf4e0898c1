/** What somebody gathers in the shop before and after signing in, over HTTP and without scripts. */
import { beforeAll, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { findCart } from "#app/areas/accounts/service/cart.server.ts"
import { createProduct, createShop, type Shop } from "#app/areas/shop/fixtures.ts"
import { withApp } from "../setup/app.ts"
import { getLocation, getPageText, toCookieOptions } from "../setup/shop-requests.ts"

// Pages for everybody are cached here, as in production.
const app = withApp({ SHARED_MS: "5000" })

let shop: Shop
beforeAll(async () => {
  shop = await createShop()
})

const CART = "baroildang.cart"
const findCartCookie = (answer: Response) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${CART}=`))
const toCookie = (setCookie: string | undefined) => (setCookie ?? "").split(";")[0] ?? ""

async function gather(quantity = "2") {
  const { productId, variantIds } = await createProduct(
    shop.sellerId,
    [
      { priceWon: 12_000, stock: 9, name: "흰색" },
      { priceWon: 15_000, stock: 9, name: "검정" },
      { priceWon: 15_000, stock: 0, name: "초록" },
    ],
    { title: "접는 빨래 바구니" },
  )
  const [white = "", black = "", green = ""] = variantIds
  const answer = await app.post(`/shopping/product/${productId}`, {
    intent: "cart",
    variantId: [white, black],
    quantity: [quantity, "1"],
  })
  return { productId, white, black, green, answer, cookie: toCookie(findCartCookie(answer)) }
}

test("a visitor's cart works without scripts; only 주문하기 asks to sign in, and keeps it", async () => {
  const { productId, white, black, answer, cookie } = await gather()
  expect([answer.status, getLocation(answer)]).toEqual([302, `/shopping/product/${productId}`])
  expect(findCartCookie(answer)).toMatch(/HttpOnly; SameSite=Lax/)
  const cart = await getPageText(app.get("/shopping/cart", { cookie }))
  for (const words of ["접는 빨래 바구니", "39,000원 주문하기", "주문할 때 로그인해요"])
    expect(cart).toContain(words)
  // The top bar shows its cart to members alone.
  expect(/<header[\s\S]*?<\/header>/.exec(cart)?.[0]).not.toContain("/shopping/cart")
  expect(await getPageText(app.get(`/shopping/product/${productId}`, { cookie }))).toContain("2가지</b> 담겨")
  const changed = await app.post("/cart", { intent: "quantity", variantId: white, quantity: "1" }, { cookie })
  const now = toCookie(findCartCookie(changed))
  expect(await getPageText(app.get("/cart", { cookie: now }))).toContain("30,000원 주문하기")
  const ordered = await app.post("/shopping/cart", { intent: "order" }, { cookie: now })
  expect(getLocation(ordered)).toBe("/login?returnTo=%2Fshopping%2Fcart")
  const person = await createPerson()
  const both = { cookie: `${person.cookie}; ${now}` }
  // Several requests at once, as a page and what it asks for.
  const answers = await Promise.all([1, 2, 3].map(() => app.get("/shopping/cart", both)))
  for (const each of answers) expect(findCartCookie(each)).toMatch(/^baroildang\.cart=;.*Max-Age=0/)
  const own = await getPageText(app.get("/shopping/cart", toCookieOptions(person)))
  for (const words of ["30,000원 주문하기", "2가지 상품이 담겨 있어요"]) expect(own).toContain(words)
  const lines = await findCart(person.actor.userId)
  expect(new Map(lines.map((line) => [line.variantId, line.quantity]))).toEqual(
    new Map([
      [white, 1],
      [black, 1],
    ]),
  )
})

test("바로구매 of a visitor leads back to the product with what was chosen", async () => {
  const { productId, white, black } = await gather()
  const answer = await app.post(`/shopping/product/${productId}`, {
    intent: "buy",
    variantId: [white, black],
    quantity: ["2", "1"],
  })
  const returnTo = new URL(getLocation(answer), "http://localhost").searchParams.get("returnTo")
  expect(returnTo).toBe(`/shopping/product/${productId}?pick=${white}.2&pick=${black}.1`)
})

test("a page for everybody carries nobody's cart, and whoever has one gets a page of their own", async () => {
  const { productId, cookie } = await gather()
  for (const path of [`/shopping/product/${productId}`, "/shopping"]) {
    const own = await app.get(path, { cookie })
    const [ownText, everybodys] = [await getPageText(own), await getPageText(app.get(path))]
    expect([
      path,
      own.headers.get("X-Cache"),
      ownText.includes("담겨 있어요") || ownText.includes("장바구니 2"),
    ]).toEqual([path, null, true])
    expect([everybodys.includes("담겨 있어요"), everybodys.includes("장바구니 2")]).toEqual([false, false])
    expect((await app.get(path)).headers.get("X-Cache")).toBe("HIT")
  }
})

test("options without a quantity, twice the same or unknown put nothing into the cart", async () => {
  const { productId, white, black } = await gather()
  const path = `/shopping/product/${productId}`
  for (const fields of [
    { variantId: [white, black], quantity: ["1"] },
    { variantId: [white, white], quantity: ["1", "1"] },
    { variantId: "", quantity: "1" },
    { variantId: white, quantity: "0" },
  ]) {
    const answer = await app.post(path, { intent: "cart", ...fields })
    expect([answer.status, findCartCookie(answer)]).toEqual([400, undefined])
  }
})

test("hearts and alerts ask a visitor to sign in; a member's heart leads back to the list", async () => {
  const { productId, green } = await gather()
  const path = `/shopping/product/${productId}`
  const heart = { intent: "favorite", on: "1", returnTo: "/shopping?department=living" }
  const login = (to: string) => `/login?returnTo=${encodeURIComponent(to)}`
  expect(getLocation(await app.post(path, heart))).toBe(login("/shopping?department=living"))
  expect(getLocation(await app.post(path, { ...heart, returnTo: "https://evil.example" }))).toBe(login(path))
  expect(getLocation(await app.post(path, { intent: "restock", variantId: green, on: "1" }))).toBe(
    login(path),
  )
  const person = await createPerson()
  const options = toCookieOptions(person)
  expect(getLocation(await app.post(path, heart, options))).toBe("/shopping?department=living")
  expect((await app.post(path, { intent: "restock", variantId: green, on: "1" }, options)).status).toBe(302)
  const wishes = await getPageText(app.get("/my-info/wishes/products", options))
  expect(wishes).toContain("접는 빨래 바구니")
  expect(await getPageText(app.get("/my-info/wishes/restock", options))).toContain("초록")
  await app.post("/my-info/wishes/restock", { variantId: green }, options)
  expect(await getPageText(app.get("/my-info/wishes/restock", options))).toContain("기다리는 상품이 없어요")
  expect(await getPageText(app.get(path, options))).toContain("접는 빨래 바구니")
  expect(await getPageText(app.get("/shopping/recent", options))).toContain("접는 빨래 바구니")
  await app.post("/shopping/recent", { productId }, options)
  expect(await getPageText(app.get("/shopping/recent", options))).toContain("최근에 본 상품이 없어요")
  expect(await getPageText(app.get(`/shopping/recent?ids=${productId}`))).toContain("접는 빨래 바구니")
})
