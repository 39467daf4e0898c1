/**
 * Payments, mail and SMS that are practice are named on the screens they touch; what is switched off says so,
 * offers no button and refuses with a sentence.
 */
import { expect, describe, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import {
  createProduct,
  createShop,
  createVariant,
  findPurchaseLines,
  createPlacedPurchase,
} from "#app/areas/shop/fixtures.ts"
import { shipLine } from "#app/areas/shop/service/after-sale.server.ts"
import { newId } from "#app/basics/ids.ts"
import { withApp } from "../setup/app.ts"
import {
  toCookieOptions,
  createCheckoutFields,
  getOrderParameter,
  getLocation,
  getPageText,
} from "../setup/shop-requests.ts"

const PRACTICE = {
  payments: "연습 결제: 실제로 돈이 나가지 않아요",
  mail: "연습 메일: 실제로 보내지 않고",
  sms: "연습 문자: 실제로 보내지 않고",
}
const OFF = {
  payments: "지금은 결제를 받지 않아요",
  mail: "지금은 메일을 보내지 못해요",
  sms: "지금은 문자를 보내지 못해요",
}
const production = {
  APP_ENV: "production",
  PRODUCTION_ORIGIN: "https://ours.kr",
  PAYOUTS: "off",
  ACCOUNT_CHECK: "off",
  DEMO: "0",
}
const signUp = { userType: "customer", email: "new@example.kr" }

describe("practice, as in development and tests", () => {
  const app = withApp()

  test("buyers, sellers and admins read it wherever money is shown", async () => {
    const [shop, buyer, admin] = [
      await createShop(),
      await createPerson(),
      await createPerson({ role: "admin" }),
    ]
    const {
      productId,
      variantIds: [variantId = ""],
    } = await createProduct(shop.sellerId, [{ priceWon: 20_000, stock: 9 }])
    await app.post(
      `/shopping/product/${productId}`,
      { intent: "cart", variantId, quantity: "1" },
      toCookieOptions(buyer),
    )
    for (const path of [`/shopping/product/${productId}`, "/shopping/cart"])
      expect(await getPageText(app.get(path, toCookieOptions(buyer)))).toContain(PRACTICE.payments)
    const started = await app.post(
      "/shopping/cart",
      { intent: "order", submissionKey: newId() },
      toCookieOptions(buyer),
    )
    expect(await getPageText(app.get(getLocation(started), toCookieOptions(buyer)))).toContain(
      PRACTICE.payments,
    )
    const paying = getLocation(
      await app.post(getLocation(started), createCheckoutFields(), toCookieOptions(buyer)),
    )
    expect(await getPageText(app.get(paying, toCookieOptions(buyer)))).toContain(PRACTICE.payments)
    const done = getLocation(
      await app.get(
        getLocation(await app.post(paying, { act: "pay" }, toCookieOptions(buyer))),
        toCookieOptions(buyer),
      ),
    )
    expect(await getPageText(app.get(done, toCookieOptions(buyer)))).toContain(PRACTICE.payments)
    const groupId = getOrderParameter(done)
    expect(await getPageText(app.get(`/shopping/orders/${groupId}`, toCookieOptions(buyer)))).toContain(
      PRACTICE.payments,
    )
    for (const path of ["", "/orders", "/claims", "/settlement"])
      expect(await getPageText(app.get(`/shopping/admin${path}`, toCookieOptions(shop)))).toContain(
        PRACTICE.payments,
      )
    for (const path of ["purchases", `purchases/${groupId}`, "claims", "payouts"])
      expect(await getPageText(app.get(`/admin/${path}`, toCookieOptions(admin)))).toContain(
        PRACTICE.payments,
      )
    const [line] = await findPurchaseLines(groupId)
    await shipLine(shop.actor, line?.id ?? "", { carrier: "cj", trackingNumber: "612345678901" })
  })

  test("who waits for a mail or a text message reads that none leaves", async () => {
    const person = await createPerson()
    for (const path of [
      "/signup",
      "/signup/sent?to=a@example.kr",
      "/password-reset",
      "/password-reset?to=a@example.kr",
      "/contact",
    ]) {
      expect([path, await getPageText(app.get(path))]).toEqual([path, expect.stringContaining(PRACTICE.mail)])
    }
    const own = await getPageText(app.get("/my-info/profile", toCookieOptions(person)))
    expect(own).toContain(PRACTICE.sms)
    const channels = await getPageText(app.get("/my-info/notifications", toCookieOptions(person)))
    expect([channels.includes(PRACTICE.mail), channels.includes(PRACTICE.sms)]).toEqual([true, true])
  })
})

describe("switched off, in production", () => {
  const app = withApp({ ...production, PAYMENTS: "off", MAIL: "off", SMS: "off", TRACKING: "off" })

  test("nothing is sold: the screens say so, and what is sent all the same is refused", async () => {
    const [shop, buyer] = [await createShop(), await createPerson()]
    const {
      productId,
      variantIds: [variantId = ""],
    } = await createProduct(shop.sellerId, [{ priceWon: 20_000, stock: 9 }])
    const added = await app.post(
      `/shopping/product/${productId}`,
      { intent: "cart", variantId, quantity: "1" },
      toCookieOptions(buyer),
    )
    expect(added.status).toBe(302)
    const cart = await getPageText(app.get("/shopping/cart", toCookieOptions(buyer)))
    expect([cart.includes(OFF.payments), cart.includes("주문하기")]).toEqual([true, false])
    const product = await getPageText(app.get(`/shopping/product/${productId}`, toCookieOptions(buyer)))
    expect([
      product.includes(OFF.payments),
      product.includes("바로구매"),
      product.includes("장바구니"),
    ]).toEqual([true, false, true])
    const ordered = await app.post(
      "/shopping/cart",
      { intent: "order", submissionKey: newId() },
      toCookieOptions(buyer),
    )
    expect([ordered.status, await getPageText(ordered)]).toEqual([503, expect.stringContaining(OFF.payments)])
    const bought = await app.post(
      `/shopping/product/${productId}`,
      { intent: "buy", variantId, quantity: "1" },
      toCookieOptions(buyer),
    )
    expect([bought.status, await getPageText(bought)]).toEqual([503, expect.stringContaining(OFF.payments)])
  })

  test("what was reserved before cannot be paid: its pages are not there", async () => {
    const [shop, buyer] = [await createShop(), await createPerson()]
    const { groupId, paymentId } = await createPlacedPurchase(buyer, [
      { variantId: await createVariant(shop.sellerId, 20_000, 9), quantity: 1 },
    ])
    const checkout = await getPageText(app.get(`/shopping/checkout?order=${groupId}`, toCookieOptions(buyer)))
    expect([checkout.includes(OFF.payments), checkout.includes("결제하기")]).toEqual([true, false])
    const again = await app.post(
      `/shopping/checkout?order=${groupId}`,
      createCheckoutFields(),
      toCookieOptions(buyer),
    )
    expect([again.status, await getPageText(again)]).toEqual([503, expect.stringContaining(OFF.payments)])
    expect((await app.get(`/shopping/pay/${paymentId}`, toCookieOptions(buyer))).status).toBe(404)
    expect(
      (await app.post(`/shopping/pay/${paymentId}`, { act: "pay" }, toCookieOptions(buyer))).status,
    ).toBe(404)
    const paid = new URLSearchParams({
      paymentType: "NORMAL",
      paymentKey: "sim_0",
      orderId: paymentId,
      amount: "23000",
    })
    expect(
      getLocation(await app.get(`/shopping/pay/${paymentId}/done?${paid}`, toCookieOptions(buyer))),
    ).toBe(`/shopping/checkout?order=${groupId}&problem=failed`)
  })

  test("without mail nobody signs up or resets; members still sign in and write", async () => {
    for (const path of ["/signup", "/password-reset"]) {
      const page = await getPageText(app.get(path))
      expect([path, page.includes(OFF.mail), page.includes('name="email"')]).toEqual([path, true, false])
    }
    const refused = await app.post("/signup", signUp)
    expect([refused.status, await getPageText(refused)]).toEqual([503, expect.stringContaining(OFF.mail)])
    const reset = await app.post("/password-reset", { email: "some@example.kr" })
    expect([reset.status, await getPageText(reset)]).toEqual([503, expect.stringContaining(OFF.mail)])
    const ticket = {
      topic: "use",
      name: "김손님",
      email: "guest@example.kr",
      title: "물어볼 것이 있어요",
      body: "어떻게 쓰나요? 알려 주세요.",
      consent: "on",
      key: newId(),
    }
    const asked = await app.post("/contact", ticket)
    expect([asked.status, await getPageText(asked)]).toEqual([503, expect.stringContaining(OFF.mail)])
    const member = await createPerson()
    expect((await app.post("/contact", { ...ticket, key: newId() }, toCookieOptions(member))).status).toBe(
      302,
    )
    const moved = await app.post(
      "/my-info/profile",
      { intent: "email", email: "moved@example.kr" },
      toCookieOptions(member),
    )
    expect([moved.status, await getPageText(moved)]).toEqual([503, expect.stringContaining(OFF.mail)])
  })

  test("without text messages no number is proved, and its channel is not offered", async () => {
    const person = await createPerson()
    const own = await getPageText(app.get("/my-info/profile", toCookieOptions(person)))
    expect([own.includes(OFF.sms), own.includes("인증번호 받기")]).toEqual([true, false])
    const sent = await app.post(
      "/my-info/profile",
      { intent: "send-code", phone: "010-2222-3333" },
      toCookieOptions(person),
    )
    expect([sent.status, await getPageText(sent)]).toEqual([503, expect.stringContaining(OFF.sms)])
    const channels = await getPageText(app.get("/my-info/notifications", toCookieOptions(person)))
    expect([channels.includes(OFF.mail), channels.includes(OFF.sms)]).toEqual([true, true])
  })
})

describe("real, in production", () => {
  const app = withApp({
    ...production,
    TOSS_CLIENT_KEY: "live_ck_double",
    TOSS_SECRET_KEY: "live_sk_double",
    TOSS_API_URL: "http://127.0.0.1:9",
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "우리 <no-reply@ours.kr>",
    SOLAPI_API_KEY: "k",
    SOLAPI_API_SECRET: "s",
    SMS_FROM: "0212345678",
    TRACKING: "off",
  })

  test("no screen speaks of practice, and the page of a payment is the provider's", async () => {
    const [shop, buyer] = [await createShop(), await createPerson()]
    const variantId = await createVariant(shop.sellerId, 20_000, 9)
    const started = await app.post(
      "/shopping/cart",
      { intent: "order", submissionKey: newId() },
      toCookieOptions(buyer),
    )
    expect(started.status).toBe(409)
    const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
    for (const path of [
      "/shopping/cart",
      `/shopping/checkout?order=${groupId}`,
      "/signup",
      "/my-info/profile",
      "/my-info/notifications",
    ]) {
      expect([
        path,
        /연습|지금은 (결제|메일|문자)/.test(
          await getPageText(app.get(path, path === "/signup" ? {} : toCookieOptions(buyer))),
        ),
      ]).toEqual([path, false])
    }
    // The fixture began with the simulator of the tests; here that does not exist.
    expect((await app.get(`/shopping/pay/${paymentId}`, toCookieOptions(buyer))).status).toBe(404)
    const paying = getLocation(
      await app.post(`/shopping/checkout?order=${groupId}`, createCheckoutFields(), toCookieOptions(buyer)),
    )
    const page = await app.get(paying, toCookieOptions(buyer))
    expect([page.status, (await getPageText(page)).includes("결제창 열기")]).toEqual([200, true])
    expect((await app.post(paying, { act: "pay" }, toCookieOptions(buyer))).status).toBe(404)
  })
})
