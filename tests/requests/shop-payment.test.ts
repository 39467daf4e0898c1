/** How a purchase is paid, over HTTP. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import {
  createProduct,
  createShop,
  createVariant,
  findPurchaseRow,
  payPurchase,
  createPlacedPurchase,
  findVariantStock,
  type Shop,
} from "#app/areas/shop/fixtures.ts"
import { orderGroups } from "#app/areas/shop/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { depositToSimulatedAccount, createSimulatedPayment } from "#app/platform/payments/simulator.server.ts"
import { withApp } from "../setup/app.ts"
import {
  toCookieOptions,
  createCheckoutFields,
  getOrderParameter,
  getLocation,
  getPageText,
} from "../setup/shop-requests.ts"
import { payments, ledger } from "#app/areas/money/schema.server.ts"
import { cancelDeposit } from "#app/areas/money/service/deposits.server.ts"
import { buyNow } from "../setup/shop-requests.ts"

const app = withApp()

let shop: Shop
let buyer: Person
beforeAll(async () => {
  shop = await createShop()
  buyer = await createPerson()
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
    expect((await app.post(checkout, { ...key, method: "kakao_pay" }, toCookieOptions(buyer))).status).toBe(
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
  const failed = await buyNow(app, buyer, productId, variantId, { act: "reject" })
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

test("a cash receipt is asked for at the checkout, or on the order, and its number is judged", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 45_000, stock: 20 }])
  const started = await app.post(
    `/shopping/product/${productId}`,
    { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
    toCookieOptions(buyer),
  )
  const checkout = getLocation(started)
  const wrong = await app.post(
    checkout,
    createCheckoutFields({
      method: "transfer",
      cashReceipt: "expense",
      receiptBusinessNumber: "220-81-62518",
    }),
    toCookieOptions(buyer),
  )
  expect(wrong.status).toBe(400)
  const page = await getPageText(wrong)
  expect(page).toContain("사업자등록번호가 맞지 않아요. 숫자 10자리를 다시 확인해 주세요.")
  expect(page).toContain('value="220-81-62518"')
  // What was typed for another choice, or for a card, does not count.
  const { groupId } = await buyNow(app, buyer, productId, variantId, {
    fields: {
      method: "transfer",
      cashReceipt: "deduction",
      receiptPhone: "010 2345 6789",
      receiptBusinessNumber: "1",
    },
  })
  while ((await app.drainEvents()) > 0);
  const order = await getPageText(app.get(`/shopping/orders/${groupId}`, toCookieOptions(buyer)))
  expect(order).toContain("소득공제용 010-****-6789")
  expect(order).toContain("승인번호")
  expect(order).not.toContain("현금영수증 신청")
  expect(await getPageText(app.get(`/shopping/orders/${groupId}/receipt`, toCookieOptions(buyer)))).toContain(
    "현금영수증 소득공제용 010-****-6789",
  )
  const unasked = await buyNow(app, buyer, productId, variantId, {
    fields: { method: "transfer", cashReceipt: "", receiptPhone: "없음" },
  })
  const address = `/shopping/orders/${unasked.groupId}`
  expect(await getPageText(app.get(address, toCookieOptions(buyer)))).toContain("현금영수증 신청")
  const empty = await app.post(
    address,
    { intent: "cash_receipt", cashReceipt: "deduction", receiptPhone: "" },
    toCookieOptions(buyer),
  )
  expect(empty.status).toBe(400)
  expect(await getPageText(empty)).toContain("현금영수증을 받을 휴대폰 번호를 입력해 주세요.")
  const sent = { intent: "cash_receipt", cashReceipt: "deduction", receiptPhone: "010-9999-8888" }
  expect((await app.post(address, sent, toCookieOptions(buyer))).status).toBe(302)
  while ((await app.drainEvents()) > 0);
  expect(await getPageText(app.get(address, toCookieOptions(buyer)))).toContain("소득공제용 010-****-8888")
  expect((await app.post(address, sent, toCookieOptions(buyer))).status).toBe(409)
  const stranger = await createPerson()
  expect((await app.post(address, sent, toCookieOptions(stranger))).status).toBe(404)
})
