import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { addToCart } from "#app/areas/shop/service/cart.server.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { startCheckout } from "#app/areas/shop/service/checkout.server.ts"
import {
  createPaidPurchase,
  createProduct,
  createShop,
  createVariant,
  findPurchaseRow,
  payPurchase,
  createPlacedPurchase,
  findVariantStock,
  type Shop,
} from "#app/areas/shop/fixtures.ts"
import { coupons, orderGroups, products, variants } from "#app/areas/shop/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { depositToSimulatedAccount, createSimulatedPayment } from "#app/platform/payments/simulator.server.ts"
import { withApp } from "../setup/app.ts"
import {
  toCookieOptions,
  createCheckoutFields,
  getOrderParameter,
  getLocation,
  getQueryCount,
  getPageText,
} from "../setup/shop-requests.ts"
import { payments, ledger } from "#app/areas/money/schema.server.ts"
import { cancelDeposit } from "#app/areas/money/service/deposits.server.ts"

const app = withApp()

let shop: Shop
let buyer: Person
beforeAll(async () => {
  shop = await createShop()
  buyer = await createPerson()
})

/**
 * 바로구매 as a browser does it: the page of the product, the checkout, the provider's page. Returns where each
 * step led.
 */
async function buy(
  person: Person,
  productId: string,
  variantId: string,
  options: { quantity?: string; act?: string; fields?: Record<string, string | string[]> } = {},
) {
  const started = await app.post(
    `/shopping/product/${productId}`,
    {
      intent: "buy",
      variantId,
      quantity: options.quantity ?? "1",
      submissionKey: newId(),
      priceWon: "1",
      unitWon: "1",
    },
    toCookieOptions(person),
  )
  const checkout = getLocation(started)
  const placedAt = getLocation(
    await app.post(
      checkout,
      createCheckoutFields({ totalWon: "1", discountWon: "99999", ...options.fields }),
      toCookieOptions(person),
    ),
  )
  const done = getLocation(await app.post(placedAt, { act: options.act ?? "pay" }, toCookieOptions(person)))
  const last = await app.get(done, toCookieOptions(person))
  return { groupId: getOrderParameter(checkout), checkout, pay: placedAt, done, end: getLocation(last) }
}

test("prices, shipping and coupons are computed on the server, whatever the form says", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 9 }])
  const made = await buy(buyer, productId, variantId, { quantity: "2" })
  expect(made.end).toBe(`/shopping/order-complete?order=${made.groupId}`)
  expect(await findPurchaseRow(made.groupId)).toMatchObject({
    state: "paid",
    itemsWon: 24_000,
    shippingWon: 3_000,
    discountWon: 0,
    totalWon: 27_000,
  })
  for (const path of [
    made.end,
    `/shopping/orders/${made.groupId}`,
    `/shopping/orders/${made.groupId}/receipt`,
    "/shopping/orders",
  ]) {
    const page = await app.get(path, toCookieOptions(buyer))
    expect([path, page.status, (await page.text()).includes("27,000원")]).toEqual([path, 200, true])
  }
  // The provider's own slip is a click away, where there is one that can be opened.
  const receipt = async () =>
    (await app.get(`/shopping/orders/${made.groupId}/receipt`, toCookieOptions(buyer))).text()
  expect(await receipt()).not.toContain("카드 매출전표 보기")
  for (const [receiptUrl, shown] of [
    ["https://dashboard.example/receipt?id=1", true],
    ["javascript:alert(1)", false],
  ] as const) {
    await db().update(payments).set({ receiptUrl }).where(eq(payments.groupId, made.groupId))
    expect([receiptUrl, (await receipt()).includes(`href="${receiptUrl}"`)]).toEqual([receiptUrl, shown])
  }
  // The way back from the provider with another amount is no way.
  const other = await buy(buyer, productId, variantId, { act: "cancel" })
  const attempt = other.pay.split("/").at(-1) ?? ""
  const forged = await app.get(
    `${other.pay}/done?paymentKey=x&orderId=${attempt}&amount=1`,
    toCookieOptions(buyer),
  )
  expect(getLocation(forged)).toContain("problem=")
  expect((await findPurchaseRow(other.groupId))?.state).toBe("pending")
})

test("nothing is ordered without consent; what was typed stays, each wrong field says why", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 9 }])
  const checkout = getLocation(
    await app.post(
      `/shopping/product/${productId}`,
      { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
      toCookieOptions(buyer),
    ),
  )
  const page = await getPageText(app.get(checkout, toCookieOptions(buyer)))
  for (const name of ["consent", "thirdPartyConsent"])
    expect(new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0]).not.toContain("checked")
  // Who gets the recipient's data, which, why and how long; and what else the law wants said before paying.
  for (const words of [
    "하루살림, 판매자가 이용하는 택배사",
    "받는 분 이름, 주소, 전화번호, 배송 요청사항",
    "배송과 교환·반품이 끝날 때까지",
    "통신판매중개자",
    "구매안전서비스",
    "청약을 철회",
  ])
    expect(page).toContain(words)
  expect(page).not.toContain("madeToOrderConsent")
  const refused = await app.post(
    checkout,
    createCheckoutFields({ consent: [], thirdPartyConsent: [], zonecode: "12", recipient: "가나다라" }),
    toCookieOptions(buyer),
  )
  const said = await refused.text()
  expect(refused.status).toBe(400)
  for (const words of [
    "주문 내용 확인과 결제에 동의해 주세요.",
    "개인정보 제3자 제공에 동의해 주세요.",
    "우편번호",
    'value="가나다라"',
    'value="12"',
  ])
    expect(said).toContain(words)
  expect(
    await db()
      .select()
      .from(payments)
      .where(eq(payments.groupId, getOrderParameter(checkout))),
  ).toEqual([])
})

test("goods made to order say so and need an agreement; every product has return terms", async () => {
  const made = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 9 }], {
    madeToOrder: true,
    title: "이름을 새긴 문패",
  })
  const [variantId = ""] = made.variantIds
  const page = await getPageText(app.get(`/shopping/product/${made.productId}`))
  for (const words of [
    "취소·반품·교환",
    "주문을 받아 만드는 상품이라",
    "철회 제한",
    "3영업일 안에",
    "에스크로",
    "반품 비용",
    "미성년자",
  ])
    expect(page).toContain(words)
  const checkout = getLocation(
    await app.post(
      `/shopping/product/${made.productId}`,
      { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
      toCookieOptions(buyer),
    ),
  )
  expect(await getPageText(app.get(checkout, toCookieOptions(buyer)))).toContain('name="madeToOrderConsent"')
  const refused = await app.post(
    checkout,
    createCheckoutFields({ recipient: "가나다라" }),
    toCookieOptions(buyer),
  )
  const said = await refused.text()
  expect(refused.status).toBe(400)
  for (const words of ["주문 제작 상품의 취소·반품 제한에 동의해 주세요.", 'value="가나다라"'])
    expect(said).toContain(words)
  expect(
    getLocation(
      await app.post(checkout, createCheckoutFields({ madeToOrderConsent: "on" }), toCookieOptions(buyer)),
    ),
  ).toContain("/shopping/pay/")
})

test("stock is reserved for 15 minutes from the checkout on, and given back when nobody pays", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 2 }])
  const order = { intent: "buy", variantId, quantity: "2", submissionKey: newId() }
  const checkout = getLocation(
    await app.post(`/shopping/product/${productId}`, order, toCookieOptions(buyer)),
  )
  expect(await findVariantStock(variantId)).toBe(0)
  const rival = await createPerson()
  const late = await app.post(
    `/shopping/product/${productId}`,
    { ...order, submissionKey: newId() },
    toCookieOptions(rival),
  )
  expect([late.status, (await late.text()).includes("품절")]).toEqual([409, true])
  const group = await findPurchaseRow(getOrderParameter(checkout))
  expect(group && Math.round((group.expiresAt.getTime() - group.createdAt.getTime()) / 60_000)).toBe(15)
  await db()
    .update(orderGroups)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(orderGroups.id, getOrderParameter(checkout)))
  await app.runJob("expire-checkouts")
  expect([
    await findVariantStock(variantId),
    (await findPurchaseRow(getOrderParameter(checkout)))?.state,
  ]).toEqual([2, "expired"])
  expect(await getPageText(app.get(checkout, toCookieOptions(buyer)))).toContain("주문 시간이 지")
  expect((await app.post(checkout, createCheckoutFields(), toCookieOptions(buyer))).status).toBe(409)
})

test(
  "nothing is sold twice: 40 people at once over HTTP for 3 pieces, 3 checkouts, no 5xx",
  { timeout: 60_000 },
  async () => {
    const {
      productId,
      variantIds: [variantId = ""],
    } = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 3 }])
    const people = await Promise.all(Array.from({ length: 40 }, () => createPerson()))
    const answers = await Promise.all(
      people.map((person) =>
        app.post(
          `/shopping/product/${productId}`,
          { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
          toCookieOptions(person),
        ),
      ),
    )
    expect(answers.filter((answer) => getLocation(answer).startsWith("/shopping/checkout"))).toHaveLength(3)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(37)
    expect(await findVariantStock(variantId)).toBe(0)
  },
)

test(
  "paid once: 100 returns from the provider at once make one charge and one line in the ledger",
  { timeout: 60_000 },
  async () => {
    const {
      productId,
      variantIds: [variantId = ""],
    } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 9 }])
    const checkout = getLocation(
      await app.post(
        `/shopping/product/${productId}`,
        { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
        toCookieOptions(buyer),
      ),
    )
    const key = createCheckoutFields()
    const attempts = await Promise.all(
      Array.from({ length: 20 }, () => app.post(checkout, key, toCookieOptions(buyer))),
    )
    expect(new Set(attempts.map(getLocation)).size).toBe(1)
    expect((await app.post(checkout, { ...key, method: "easy_pay" }, toCookieOptions(buyer))).status).toBe(
      409,
    )
    const done = getLocation(
      await app.post(getLocation(attempts[0] as Response), { act: "pay" }, toCookieOptions(buyer)),
    )
    const returns = await Promise.all(
      Array.from({ length: 100 }, () => app.get(done, toCookieOptions(buyer))),
    )
    expect(new Set(returns.map(getLocation))).toEqual(
      new Set([`/shopping/order-complete?order=${getOrderParameter(checkout)}`]),
    )
    expect(
      await db()
        .select()
        .from(ledger)
        .where(eq(ledger.groupId, getOrderParameter(checkout))),
    ).toHaveLength(2)
    expect(await checkLedger()).toEqual([])
  },
)

test("after a failed payment another attempt pays; a lost answer is looked up, not guessed", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 9 }])
  const failed = await buy(buyer, productId, variantId, { act: "reject" })
  expect(failed.end).toBe(`${failed.checkout}&problem=failed`)
  expect(await getPageText(app.get(failed.end, toCookieOptions(buyer)))).toContain(
    "결제 승인이 거절되었습니다",
  )
  expect(await findVariantStock(variantId)).toBe(8)
  const again = getLocation(await app.post(failed.checkout, createCheckoutFields(), toCookieOptions(buyer)))
  const lost = getLocation(await app.post(again, { act: "unknown" }, toCookieOptions(buyer)))
  expect(getLocation(await app.get(lost, toCookieOptions(buyer)))).toBe(
    `/shopping/order-complete?order=${failed.groupId}`,
  )
  expect((await findPurchaseRow(failed.groupId))?.state).toBe("paid")
  expect(
    (
      await db()
        .select({ state: payments.state })
        .from(payments)
        .where(eq(payments.groupId, failed.groupId))
        .orderBy(payments.createdAt)
    ).map((row) => row.state),
  ).toEqual(["ABORTED", "DONE"])
})

test("who leaves the payment window is told calmly; a deposit has its own deadline", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 9 }])
  const person = await createPerson()
  const checkout = getLocation(
    await app.post(
      `/shopping/product/${productId}`,
      { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
      toCookieOptions(person),
    ),
  )
  const stopped = getLocation(
    await app.post(
      getLocation(await app.post(checkout, createCheckoutFields(), toCookieOptions(person))),
      { act: "cancel" },
      toCookieOptions(person),
    ),
  )
  const back = getLocation(await app.get(stopped, toCookieOptions(person)))
  expect(back).toBe(`${checkout}&problem=cancelled`)
  expect(await getPageText(app.get(back, toCookieOptions(person)))).toMatch(
    /role="status"[^>]*>(?:(?!role="alert").)*결제를 그만뒀어요/,
  )
  expect(await getPageText(app.get(`${checkout}&problem=failed`, toCookieOptions(person)))).toMatch(
    /role="alert"[^>]*>(?:(?!role=).)*결제가 되지 않았어요/,
  )

  const { groupId, paymentId } = await createPlacedPurchase(person, [{ variantId, quantity: 1 }], {
    method: "virtual_account",
  })
  await payPurchase(person, paymentId, 40_000, { method: "virtual_account" })
  expect(await cancelDeposit(person.actor, groupId)).toEqual({ ok: true })
  const over = await getPageText(app.get(`/shopping/checkout?order=${groupId}`, toCookieOptions(person)))
  expect([over.includes("끝난 주문이에요"), over.includes("15분")]).toEqual([true, false])
})

test("while a payment's end is looked up nobody is told to pay again", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 9 }])
  for (const [script, end] of [
    ["pay", "order-complete"],
    ["reject", "checkout"],
  ] as const) {
    const person = await createPerson()
    const checkout = getLocation(
      await app.post(
        `/shopping/product/${productId}`,
        { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
        toCookieOptions(person),
      ),
    )
    const paymentId =
      getLocation(await app.post(checkout, createCheckoutFields(), toCookieOptions(person)))
        .split("/")
        .at(-1) ?? ""
    const groupId = getOrderParameter(checkout)
    const waiting = `/shopping/order-complete?order=${groupId}`
    const { paymentKey } = await createSimulatedPayment({
      orderId: paymentId,
      amountWon: 40_000,
      orderName: "주문",
      method: "카드",
      customerName: "김하늘",
      script,
    })
    await db()
      .update(payments)
      .set({ state: "IN_PROGRESS", paymentKey, unknownAt: new Date() })
      .where(eq(payments.id, paymentId))
    // Also when the time of the checkout is over.
    await db()
      .update(orderGroups)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(orderGroups.id, groupId))
    expect(getLocation(await app.get(checkout, toCookieOptions(person)))).toBe(waiting)
    const list = await (await app.get("/shopping/orders", toCookieOptions(person))).text()
    expect([
      list.includes("결제 확인 중"),
      list.includes(`href="${waiting}"`),
      list.includes(`href="/shopping/checkout?order=${groupId}"`),
    ]).toEqual([true, true, false])
    expect(await getPageText(app.get(waiting, toCookieOptions(person)))).toContain("다시 결제하지 마세요")
    await db()
      .update(orderGroups)
      .set({ expiresAt: new Date(Date.now() + 600_000) })
      .where(eq(orderGroups.id, groupId))
    expect((await app.post(waiting, {}, toCookieOptions(buyer))).status).toBe(404)
    expect(await getPageText(app.get(waiting, toCookieOptions(person)))).toContain(
      "결제 결과를 확인하고 있어요",
    )
    expect(getLocation(await app.post(waiting, {}, toCookieOptions(person)))).toContain(
      `/shopping/${end}?order=${groupId}`,
    )
    if (end === "checkout") {
      expect(getLocation(await app.get(waiting, toCookieOptions(person)))).toBe(`${checkout}&problem=failed`)
      expect(await getPageText(app.get(`${checkout}&problem=failed`, toCookieOptions(person)))).toContain(
        "결제 승인이 거절되었습니다",
      )
    } else expect(await getPageText(app.get(waiting, toCookieOptions(person)))).toContain("주문을 완료했어요")
  }
})

test("webhooks come without an Origin, are not trusted, and take effect once", async () => {
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }], {
    method: "virtual_account",
  })
  await payPurchase(buyer, paymentId, 40_000, { method: "virtual_account" })
  const hook = async (body: unknown) =>
    (
      await app.send("/api/webhooks/payments", {
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", Origin: "" },
      })
    ).status
  expect(await hook({ secret: "guessed", status: "DONE", orderId: paymentId })).toBe(400)
  expect(
    await hook({
      eventType: "PAYMENT_STATUS_CHANGED",
      data: { orderId: paymentId, status: "DONE", totalAmount: 40_000 },
    }),
  ).toBe(200)
  expect((await findPurchaseRow(groupId))?.state).toBe("waiting_deposit")
  const bodies = await depositToSimulatedAccount(paymentId, 4)
  expect(new Set(await Promise.all(bodies.toReversed().map(hook)))).toEqual(new Set([200]))
  expect((await findPurchaseRow(groupId))?.state).toBe("paid")
  expect(await db().select().from(ledger).where(eq(ledger.groupId, groupId))).toHaveLength(2)
  expect(
    (await app.send("/api/webhooks/payments", { body: "{", headers: { "Content-Type": "application/json" } }))
      .status,
  ).toBe(400)
})

test("sold-out goods promise no day and cannot be added; dearer options show a from-price", async () => {
  const gone = await createProduct(shop.sellerId, [{ priceWon: 20_000, stock: 0 }])
  const page = await getPageText(app.get(`/shopping/product/${gone.productId}`))
  expect([
    page.includes("도착</b> 예정"),
    page.includes("지금은 품절이에요"),
    page.includes('value="buy"'),
  ]).toEqual([false, true, false])
  const wide = await createProduct(shop.sellerId, [
    { priceWon: 20_000, stock: 2 },
    { priceWon: 31_000, stock: 2 },
  ])
  expect(await getPageText(app.get(`/shopping/product/${wide.productId}`))).toMatch(
    /20,000원<\/b><span[^>]*>부터/,
  )
  const one = await createPerson()
  await addToCart(one.actor, { variantId: wide.variantIds[0] ?? "", quantity: 1 })
  await db()
    .update(variants)
    .set({ stock: 0 })
    .where(eq(variants.id, wide.variantIds[0] ?? ""))
  const cart = await getPageText(app.get("/shopping/cart", toCookieOptions(one)))
  expect([cart.includes("전체 선택 0/0"), cart.includes("품절됐어요")]).toEqual([true, true])
})

test("a secret question reaches the seller alone; a sold-out product cannot be bought", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 1 }])
  const path = `/shopping/product/${productId}`
  expect(
    (
      await app.post(
        path,
        { intent: "ask", body: "비밀로 물어요 크기가요?", secret: "on" },
        toCookieOptions(buyer),
      )
    ).status,
  ).toBe(302)
  expect((await app.post(path, { intent: "ask", body: "내 상품" }, toCookieOptions(shop))).status).toBe(400)
  const seen = async (person?: Person) =>
    (await getPageText(app.get(path, person ? toCookieOptions(person) : {}))).includes("크기가요")
  expect([await seen(buyer), await seen(shop), await seen(await createPerson()), await seen()]).toEqual([
    true,
    true,
    false,
    false,
  ])
  await db().update(variants).set({ stock: 0 }).where(eq(variants.id, variantId))
  expect(await getPageText(app.get(path, toCookieOptions(buyer)))).toContain("지금은 품절이에요")
  await db().update(products).set({ state: "hidden" }).where(eq(products.id, productId))
  expect((await app.get(path, toCookieOptions(buyer))).status).toBe(404)
  expect(
    (await app.post(path, { intent: "cart", variantId, quantity: "1" }, toCookieOptions(buyer))).status,
  ).toBe(409)
})

test("the cart is stored, works without scripts, and shows where a price has changed", async () => {
  const person = await createPerson()
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 5 }])
  expect((await app.get("/cart")).headers.get("Location")).toBe("/login?returnTo=%2Fcart")
  expect(
    (
      await app.post(
        `/shopping/product/${productId}`,
        { intent: "cart", variantId, quantity: "2" },
        toCookieOptions(person),
      )
    ).status,
  ).toBe(302)
  expect(
    (await app.post("/cart", { intent: "quantity", variantId, quantity: "3" }, toCookieOptions(person)))
      .status,
  ).toBe(302)
  await db().update(variants).set({ priceWon: 9_000 }).where(eq(variants.id, variantId))
  const cart = await getPageText(app.get("/shopping/cart", toCookieOptions(person)))
  for (const words of ["담은 뒤 가격이 내렸어요", "10,000원", "9,000원", "27,000원", "3,000원", "30,000원"])
    expect(cart).toContain(words)
  expect(
    (await app.post("/cart", { intent: "quantity", variantId, quantity: "1000" }, toCookieOptions(person)))
      .status,
  ).toBe(400)
  await app.post("/cart", { intent: "select", variantId, selected: "off" }, toCookieOptions(person))
  expect(
    (await app.post("/cart", { intent: "order", submissionKey: newId() }, toCookieOptions(person))).status,
  ).toBe(409)
  await app.post("/cart", { intent: "select_all", selected: "on" }, toCookieOptions(person))
  expect(
    getLocation(
      await app.post("/cart", { intent: "order", submissionKey: newId() }, toCookieOptions(person)),
    ),
  ).toContain("/shopping/checkout?order=")
  await app.post("/cart", { intent: "remove", variantId }, toCookieOptions(person))
  expect(await getPageText(app.get("/cart", toCookieOptions(person)))).toContain("장바구니가 비어 있어요")
})

test("more pieces than in stock cannot be selected, counted or ordered", async () => {
  const person = await createPerson()
  const {
    productId,
    variantIds: [many = "", few = ""],
  } = await createProduct(shop.sellerId, [
    { priceWon: 10_000, stock: 9, name: "파랑" },
    { priceWon: 20_000, stock: 9, name: "회색" },
  ])
  for (const variantId of [many, few])
    await app.post(
      `/shopping/product/${productId}`,
      { intent: "cart", variantId, quantity: "2" },
      toCookieOptions(person),
    )
  await db().update(variants).set({ stock: 1 }).where(eq(variants.id, few))
  const words = await getPageText(app.get("/cart", toCookieOptions(person)))
  for (const part of ["전체 선택 1/1", "1개만 남았어요", "1개로 줄이기", "23,000원 주문하기"])
    expect(words).toContain(part)
  await app.post("/cart", { intent: "remove" }, toCookieOptions(person))
  const left = await getPageText(app.get("/cart", toCookieOptions(person)))
  expect([left.includes("회색"), left.includes("파랑")]).toEqual([true, false])
  await app.post("/cart", { intent: "quantity", variantId: few, quantity: "1" }, toCookieOptions(person))
  expect(await getPageText(app.get("/cart", toCookieOptions(person)))).toContain("23,000원 주문하기")
})

test("a coupon is taken off once a person, over the goods that it is for", async () => {
  const other = await createShop()
  const [x, y] = [
    await createVariant(shop.sellerId, 40_000, 5),
    await createVariant(other.sellerId, 40_000, 5),
  ]
  const couponId = newId()
  await db()
    .insert(coupons)
    .values({
      id: couponId,
      code: couponId,
      name: "가게 쿠폰",
      sellerId: shop.sellerId,
      kind: "amount",
      value: 3_000,
      startsAt: new Date(0),
      endsAt: new Date(Date.now() + 86_400_000),
    })
  const person = await createPerson()
  const checkout = async (variantId: string) => {
    const started = await startCheckout(person.actor, {
      source: "direct",
      lines: [{ variantId, quantity: 1 }],
      submissionKey: newId(),
    })
    return started.ok ? `/shopping/checkout?order=${started.groupId}` : ""
  }
  expect(
    (await app.post(await checkout(y), createCheckoutFields({ couponId }), toCookieOptions(person))).status,
  ).toBe(409)
  const path = await checkout(x)
  expect(await getPageText(app.get(path, toCookieOptions(person)))).toContain("가게 쿠폰")
  expect((await app.post(path, createCheckoutFields({ couponId }), toCookieOptions(person))).status).toBe(302)
  expect((await findPurchaseRow(getOrderParameter(path)))?.totalWon).toBe(37_000)
})

test("the catalogue: filters, sorts and pages live in the query; JSON-LD has the price", async () => {
  const { productId } = await createProduct(shop.sellerId, [{ priceWon: 77_700, stock: 5 }], {
    department: "tools",
    title: "조용한 전동 드릴",
    freeShipping: true,
    searchKey: "",
  })
  for (const query of [
    "",
    "?department=tools&free=1&stock=1&min=77000&max=78000",
    "?sort=cheapest",
    "?sort=%00&min=-1&department=x&after=garbage&seller=1",
    "?sort=newest&after=W10",
  ]) {
    const page = await app.get(`/shopping${query}`)
    expect([query, page.status, getQueryCount(page) <= 6]).toEqual([query, 200, true])
  }
  expect(await getPageText(app.get("/shopping?department=tools&free=1&min=77000&max=78000"))).toContain(
    "조용한 전동 드릴",
  )
  expect(await getPageText(app.get("/shopping?department=tools&max=100"))).toContain(
    "조건에 맞는 상품이 없어요",
  )
  const page = await getPageText(app.get(`/shopping/product/${productId}`))
  const told = [...page.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, json = "{}"]) => JSON.parse(json),
  )
  expect(told).toMatchObject([
    { "@type": "BreadcrumbList" },
    { "@type": "Product", name: "조용한 전동 드릴", offers: { price: 77_700 } },
  ])
  const origin = /<link rel="canonical" href="(http:\/\/[^/]+)\/shopping\/product\/[^"]+"/.exec(page)?.[1]
  expect(page).toContain(`<meta property="og:image" content="${origin}/share/product/${productId}.jpg"/>`)
})

test("every screen of a buyer is made with at most six queries", async () => {
  const variantId = await createVariant(shop.sellerId, 40_000, 50)
  const person = await createPerson()
  const made = await createPaidPurchase(person, [{ variantId, quantity: 1 }])
  const productId = made.lines[0]?.productId ?? ""
  await addToCart(person.actor, { variantId, quantity: 1 })
  const { groupId, paymentId } = await createPlacedPurchase(person, [{ variantId, quantity: 1 }])
  const lineId = made.lines[0]?.id ?? ""
  const paths = [
    "/shopping",
    `/shopping/product/${productId}`,
    "/shopping/cart",
    `/shopping/checkout?order=${groupId}`,
    `/shopping/pay/${paymentId}`,
    `/shopping/order-complete?order=${made.groupId}`,
    "/shopping/orders",
    `/shopping/orders/${made.groupId}`,
    `/shopping/orders/${made.groupId}/claim?line=${lineId}&kind=return`,
    `/shopping/orders/${made.groupId}/review?line=${lineId}`,
    `/shopping/orders/${made.groupId}/receipt`,
  ]
  const counted = await Promise.all(
    paths.map(async (path) => [path, getQueryCount(await app.get(path, toCookieOptions(person)))] as const),
  )
  expect(counted.filter(([, queries]) => !(queries <= 6))).toEqual([])
})

test("only the documents of checkout may load the postcode search", async () => {
  const variantId = await createVariant(shop.sellerId, 40_000, 50)
  const { groupId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
  const policy = async (path: string) =>
    (await app.get(path, toCookieOptions(buyer))).headers.get("Content-Security-Policy") ?? ""
  const ofCheckout = await policy(`/shopping/checkout?order=${groupId}`)
  expect(ofCheckout).toMatch(/script-src [^;]*https:\/\/t1\.kakaocdn\.net\/mapjsapi\//)
  expect(ofCheckout).toContain("frame-src 'self' https://postcode.map.kakao.com")
  for (const path of ["/shopping", "/shopping/cart", "/shopping/orders"])
    expect(await policy(path)).not.toContain("kakao")
})
