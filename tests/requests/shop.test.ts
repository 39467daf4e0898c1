import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { addToCart } from "#app/areas/shop/service/cart.server.ts"
import { checkLedger } from "#app/areas/shop/service/ledger.server.ts"
import { startCheckout } from "#app/areas/shop/service/checkout.server.ts"
import { cancelDeposit } from "#app/areas/shop/service/pay.server.ts"
import {
  bought,
  createProduct,
  createShop,
  createVariant,
  groupOf,
  pay,
  placed,
  stockOf,
  type Shop,
} from "#app/areas/shop/fixtures.ts"
import { coupons, ledger, orderGroups, payments, products, variants } from "#app/areas/shop/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { depositSimulated, openSimulated } from "#app/platform/payments/simulator.server.ts"
import { withApp } from "../setup/app.ts"
import { as, form, orderOf, place, queriesOf, wordsOf } from "../setup/shopping.ts"

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
    as(person),
  )
  const checkout = place(started)
  const placedAt = place(
    await app.post(checkout, form({ totalWon: "1", discountWon: "99999", ...options.fields }), as(person)),
  )
  const done = place(await app.post(placedAt, { act: options.act ?? "pay" }, as(person)))
  const last = await app.get(done, as(person))
  return { groupId: orderOf(checkout), checkout, pay: placedAt, done, end: place(last) }
}

test("prices, shipping and coupons are computed on the server, whatever the form says", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 9 }])
  const made = await buy(buyer, productId, variantId, { quantity: "2" })
  expect(made.end).toBe(`/shopping/order-complete?order=${made.groupId}`)
  expect(await groupOf(made.groupId)).toMatchObject({
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
    const page = await app.get(path, as(buyer))
    expect([path, page.status, (await page.text()).includes("27,000원")]).toEqual([path, 200, true])
  }
  // The provider's own slip is a click away, where there is one that can be opened.
  const receipt = async () => (await app.get(`/shopping/orders/${made.groupId}/receipt`, as(buyer))).text()
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
  const forged = await app.get(`${other.pay}/done?paymentKey=x&orderId=${attempt}&amount=1`, as(buyer))
  expect(place(forged)).toContain("problem=")
  expect((await groupOf(other.groupId))?.state).toBe("pending")
})

test("nothing is ordered without consent; what was typed stays, each wrong field says why", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 9 }])
  const checkout = place(
    await app.post(
      `/shopping/product/${productId}`,
      { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
      as(buyer),
    ),
  )
  const page = await wordsOf(app.get(checkout, as(buyer)))
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
    form({ consent: [], thirdPartyConsent: [], zonecode: "12", recipient: "가나다라" }),
    as(buyer),
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
      .where(eq(payments.groupId, orderOf(checkout))),
  ).toEqual([])
})

test("what is made to order says so on its page and is ordered only by who agrees that it does not come back; the terms of a return stand on every product", async () => {
  const made = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 9 }], {
    madeToOrder: true,
    title: "이름을 새긴 문패",
  })
  const [variantId = ""] = made.variantIds
  const page = await wordsOf(app.get(`/shopping/product/${made.productId}`))
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
  const checkout = place(
    await app.post(
      `/shopping/product/${made.productId}`,
      { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
      as(buyer),
    ),
  )
  expect(await wordsOf(app.get(checkout, as(buyer)))).toContain('name="madeToOrderConsent"')
  const refused = await app.post(checkout, form({ recipient: "가나다라" }), as(buyer))
  const said = await refused.text()
  expect(refused.status).toBe(400)
  for (const words of ["주문 제작 상품의 취소·반품 제한에 동의해 주세요.", 'value="가나다라"'])
    expect(said).toContain(words)
  expect(place(await app.post(checkout, form({ madeToOrderConsent: "on" }), as(buyer)))).toContain(
    "/shopping/pay/",
  )
})

test("stock is reserved for 15 minutes from the checkout on, and given back when nobody pays", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 2 }])
  const order = { intent: "buy", variantId, quantity: "2", submissionKey: newId() }
  const checkout = place(await app.post(`/shopping/product/${productId}`, order, as(buyer)))
  expect(await stockOf(variantId)).toBe(0)
  const rival = await createPerson()
  const late = await app.post(
    `/shopping/product/${productId}`,
    { ...order, submissionKey: newId() },
    as(rival),
  )
  expect([late.status, (await late.text()).includes("품절")]).toEqual([409, true])
  const group = await groupOf(orderOf(checkout))
  expect(group && Math.round((group.expiresAt.getTime() - group.createdAt.getTime()) / 60_000)).toBe(15)
  await db()
    .update(orderGroups)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(orderGroups.id, orderOf(checkout)))
  await app.runJob("expire-checkouts")
  expect([await stockOf(variantId), (await groupOf(orderOf(checkout)))?.state]).toEqual([2, "expired"])
  expect(await wordsOf(app.get(checkout, as(buyer)))).toContain("주문 시간이 지")
  expect((await app.post(checkout, form(), as(buyer))).status).toBe(409)
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
          as(person),
        ),
      ),
    )
    expect(answers.filter((answer) => place(answer).startsWith("/shopping/checkout"))).toHaveLength(3)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(37)
    expect(await stockOf(variantId)).toBe(0)
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
    const checkout = place(
      await app.post(
        `/shopping/product/${productId}`,
        { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
        as(buyer),
      ),
    )
    const key = form()
    const attempts = await Promise.all(Array.from({ length: 20 }, () => app.post(checkout, key, as(buyer))))
    expect(new Set(attempts.map(place)).size).toBe(1)
    expect((await app.post(checkout, { ...key, method: "easy_pay" }, as(buyer))).status).toBe(409)
    const done = place(await app.post(place(attempts[0] as Response), { act: "pay" }, as(buyer)))
    const returns = await Promise.all(Array.from({ length: 100 }, () => app.get(done, as(buyer))))
    expect(new Set(returns.map(place))).toEqual(
      new Set([`/shopping/order-complete?order=${orderOf(checkout)}`]),
    )
    expect(
      await db()
        .select()
        .from(ledger)
        .where(eq(ledger.groupId, orderOf(checkout))),
    ).toHaveLength(2)
    expect(await checkLedger()).toEqual([])
  },
)

test("after a failed payment the goods wait, and another attempt pays; an answer that was lost is asked for, not guessed", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 9 }])
  const failed = await buy(buyer, productId, variantId, { act: "reject" })
  expect(failed.end).toBe(`${failed.checkout}&problem=failed`)
  expect(await wordsOf(app.get(failed.end, as(buyer)))).toContain("결제 승인이 거절되었습니다")
  expect(await stockOf(variantId)).toBe(8)
  const again = place(await app.post(failed.checkout, form(), as(buyer)))
  const lost = place(await app.post(again, { act: "unknown" }, as(buyer)))
  expect(place(await app.get(lost, as(buyer)))).toBe(`/shopping/order-complete?order=${failed.groupId}`)
  expect((await groupOf(failed.groupId))?.state).toBe("paid")
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

test("who leaves the provider's window is told calmly, and the end of a deposit is not one of a quarter of an hour", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 9 }])
  const person = await createPerson()
  const checkout = place(
    await app.post(
      `/shopping/product/${productId}`,
      { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
      as(person),
    ),
  )
  const stopped = place(
    await app.post(place(await app.post(checkout, form(), as(person))), { act: "cancel" }, as(person)),
  )
  const back = place(await app.get(stopped, as(person)))
  expect(back).toBe(`${checkout}&problem=cancelled`)
  expect(await wordsOf(app.get(back, as(person)))).toMatch(
    /role="status"[^>]*>(?:(?!role="alert").)*결제를 그만뒀어요/,
  )
  expect(await wordsOf(app.get(`${checkout}&problem=failed`, as(person)))).toMatch(
    /role="alert"[^>]*>(?:(?!role=).)*결제가 되지 않았어요/,
  )

  const { groupId, paymentId } = await placed(person, [{ variantId, quantity: 1 }], {
    method: "virtual_account",
  })
  await pay(person, paymentId, 40_000, { method: "virtual_account" })
  expect(await cancelDeposit(person.actor, groupId)).toEqual({ ok: true })
  const over = await wordsOf(app.get(`/shopping/checkout?order=${groupId}`, as(person)))
  expect([over.includes("끝난 주문이에요"), over.includes("15분")]).toEqual([true, false])
})

test("while it is asked how a payment ended nobody is told to pay again, and who waits hears of the end, whichever it is", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 9 }])
  for (const [script, end] of [
    ["pay", "order-complete"],
    ["reject", "checkout"],
  ] as const) {
    const person = await createPerson()
    const checkout = place(
      await app.post(
        `/shopping/product/${productId}`,
        { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
        as(person),
      ),
    )
    const paymentId =
      place(await app.post(checkout, form(), as(person)))
        .split("/")
        .at(-1) ?? ""
    const groupId = orderOf(checkout)
    const waiting = `/shopping/order-complete?order=${groupId}`
    const { paymentKey } = await openSimulated({
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
    expect(place(await app.get(checkout, as(person)))).toBe(waiting)
    const list = await (await app.get("/shopping/orders", as(person))).text()
    expect([
      list.includes("결제 확인 중"),
      list.includes(`href="${waiting}"`),
      list.includes(`href="/shopping/checkout?order=${groupId}"`),
    ]).toEqual([true, true, false])
    expect(await wordsOf(app.get(waiting, as(person)))).toContain("다시 결제하지 마세요")
    await db()
      .update(orderGroups)
      .set({ expiresAt: new Date(Date.now() + 600_000) })
      .where(eq(orderGroups.id, groupId))
    expect((await app.post(waiting, {}, as(buyer))).status).toBe(404)
    expect(await wordsOf(app.get(waiting, as(person)))).toContain("결제 결과를 확인하고 있어요")
    expect(place(await app.post(waiting, {}, as(person)))).toContain(`/shopping/${end}?order=${groupId}`)
    if (end === "checkout") {
      expect(place(await app.get(waiting, as(person)))).toBe(`${checkout}&problem=failed`)
      expect(await wordsOf(app.get(`${checkout}&problem=failed`, as(person)))).toContain(
        "결제 승인이 거절되었습니다",
      )
    } else expect(await wordsOf(app.get(waiting, as(person)))).toContain("주문을 완료했어요")
  }
})

test("webhooks come without an Origin, are believed in nothing, and have one effect however often they come", async () => {
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const { groupId, paymentId } = await placed(buyer, [{ variantId, quantity: 1 }], {
    method: "virtual_account",
  })
  await pay(buyer, paymentId, 40_000, { method: "virtual_account" })
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
  expect((await groupOf(groupId))?.state).toBe("waiting_deposit")
  const bodies = await depositSimulated(paymentId, 4)
  expect(new Set(await Promise.all(bodies.toReversed().map(hook)))).toEqual(new Set([200]))
  expect((await groupOf(groupId))?.state).toBe("paid")
  expect(await db().select().from(ledger).where(eq(ledger.groupId, groupId))).toHaveLength(2)
  expect(
    (await app.send("/api/webhooks/payments", { body: "{", headers: { "Content-Type": "application/json" } }))
      .status,
  ).toBe(400)
})

test("what is sold out promises no day and cannot be put in, and what has dearer options says from which price", async () => {
  const gone = await createProduct(shop.sellerId, [{ priceWon: 20_000, stock: 0 }])
  const page = await wordsOf(app.get(`/shopping/product/${gone.productId}`))
  expect([
    page.includes("도착</b> 예정"),
    page.includes("지금은 품절이에요"),
    page.includes('value="buy"'),
  ]).toEqual([false, true, false])
  const wide = await createProduct(shop.sellerId, [
    { priceWon: 20_000, stock: 2 },
    { priceWon: 31_000, stock: 2 },
  ])
  expect(await wordsOf(app.get(`/shopping/product/${wide.productId}`))).toMatch(
    /20,000원<\/b><span[^>]*>부터/,
  )
  const one = await createPerson()
  await addToCart(one.actor, { variantId: wide.variantIds[0] ?? "", quantity: 1 })
  await db()
    .update(variants)
    .set({ stock: 0 })
    .where(eq(variants.id, wide.variantIds[0] ?? ""))
  const cart = await wordsOf(app.get("/shopping/cart", as(one)))
  expect([cart.includes("전체 선택 0/0"), cart.includes("품절됐어요")]).toEqual([true, true])
})

test("a question reaches the seller, a secret one nobody else; a sold-out or hidden product cannot be bought", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 1 }])
  const path = `/shopping/product/${productId}`
  expect(
    (await app.post(path, { intent: "ask", body: "비밀로 물어요 크기가요?", secret: "on" }, as(buyer)))
      .status,
  ).toBe(302)
  expect((await app.post(path, { intent: "ask", body: "내 상품" }, as(shop))).status).toBe(400)
  const seen = async (person?: Person) =>
    (await wordsOf(app.get(path, person ? as(person) : {}))).includes("크기가요")
  expect([await seen(buyer), await seen(shop), await seen(await createPerson()), await seen()]).toEqual([
    true,
    true,
    false,
    false,
  ])
  await db().update(variants).set({ stock: 0 }).where(eq(variants.id, variantId))
  expect(await wordsOf(app.get(path, as(buyer)))).toContain("지금은 품절이에요")
  await db().update(products).set({ state: "hidden" }).where(eq(products.id, productId))
  expect((await app.get(path, as(buyer))).status).toBe(404)
  expect((await app.post(path, { intent: "cart", variantId, quantity: "1" }, as(buyer))).status).toBe(409)
})

test("the cart is kept with the profile, works without scripts, and says where a price has changed", async () => {
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
        as(person),
      )
    ).status,
  ).toBe(302)
  expect((await app.post("/cart", { intent: "quantity", variantId, quantity: "3" }, as(person))).status).toBe(
    302,
  )
  await db().update(variants).set({ priceWon: 9_000 }).where(eq(variants.id, variantId))
  const cart = await wordsOf(app.get("/shopping/cart", as(person)))
  for (const words of ["담은 뒤 가격이 내렸어요", "10,000원", "9,000원", "27,000원", "3,000원", "30,000원"])
    expect(cart).toContain(words)
  expect(
    (await app.post("/cart", { intent: "quantity", variantId, quantity: "1000" }, as(person))).status,
  ).toBe(400)
  await app.post("/cart", { intent: "select", variantId, selected: "off" }, as(person))
  expect((await app.post("/cart", { intent: "order", submissionKey: newId() }, as(person))).status).toBe(409)
  await app.post("/cart", { intent: "select_all", selected: "on" }, as(person))
  expect(place(await app.post("/cart", { intent: "order", submissionKey: newId() }, as(person)))).toContain(
    "/shopping/checkout?order=",
  )
  await app.post("/cart", { intent: "remove", variantId }, as(person))
  expect(await wordsOf(app.get("/cart", as(person)))).toContain("장바구니가 비어 있어요")
})

test("more pieces than there are have no tick: they are neither counted, ordered nor taken away with what is ticked", async () => {
  const person = await createPerson()
  const {
    productId,
    variantIds: [many = "", few = ""],
  } = await createProduct(shop.sellerId, [
    { priceWon: 10_000, stock: 9, name: "파랑" },
    { priceWon: 20_000, stock: 9, name: "회색" },
  ])
  for (const variantId of [many, few])
    await app.post(`/shopping/product/${productId}`, { intent: "cart", variantId, quantity: "2" }, as(person))
  await db().update(variants).set({ stock: 1 }).where(eq(variants.id, few))
  const words = await wordsOf(app.get("/cart", as(person)))
  for (const part of ["전체 선택 1/1", "1개만 남았어요", "1개로 줄이기", "23,000원 주문하기"])
    expect(words).toContain(part)
  await app.post("/cart", { intent: "remove" }, as(person))
  const left = await wordsOf(app.get("/cart", as(person)))
  expect([left.includes("회색"), left.includes("파랑")]).toEqual([true, false])
  await app.post("/cart", { intent: "quantity", variantId: few, quantity: "1" }, as(person))
  expect(await wordsOf(app.get("/cart", as(person)))).toContain("23,000원 주문하기")
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
  expect((await app.post(await checkout(y), form({ couponId }), as(person))).status).toBe(409)
  const path = await checkout(x)
  expect(await wordsOf(app.get(path, as(person)))).toContain("가게 쿠폰")
  expect((await app.post(path, form({ couponId }), as(person))).status).toBe(302)
  expect((await groupOf(orderOf(path)))?.totalWon).toBe(37_000)
})

test("the shelves: filters, sorts and pages live in the address, broken ones are left out, and JSON-LD tells the price", async () => {
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
    expect([query, page.status, queriesOf(page) <= 6]).toEqual([query, 200, true])
  }
  expect(await wordsOf(app.get("/shopping?department=tools&free=1&min=77000&max=78000"))).toContain(
    "조용한 전동 드릴",
  )
  expect(await wordsOf(app.get("/shopping?department=tools&max=100"))).toContain("조건에 맞는 상품이 없어요")
  const page = await wordsOf(app.get(`/shopping/product/${productId}`))
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
  const made = await bought(person, [{ variantId, quantity: 1 }])
  const productId = made.lines[0]?.productId ?? ""
  await addToCart(person.actor, { variantId, quantity: 1 })
  const { groupId, paymentId } = await placed(person, [{ variantId, quantity: 1 }])
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
    paths.map(async (path) => [path, queriesOf(await app.get(path, as(person)))] as const),
  )
  expect(counted.filter(([, queries]) => !(queries <= 6))).toEqual([])
})

test("only the documents of checkout may load the postcode search", async () => {
  const variantId = await createVariant(shop.sellerId, 40_000, 50)
  const { groupId } = await placed(buyer, [{ variantId, quantity: 1 }])
  const policy = async (path: string) =>
    (await app.get(path, as(buyer))).headers.get("Content-Security-Policy") ?? ""
  expect(await policy(`/shopping/checkout?order=${groupId}`)).toMatch(
    /script-src [^;]*https:\/\/t1\.kakaocdn\.net\/mapjsapi\/.*frame-src 'self' https:\/\/postcode\.map\.kakao\.com/,
  )
  for (const path of ["/shopping", "/shopping/cart", "/shopping/orders"])
    expect(await policy(path)).not.toContain("kakao")
})
