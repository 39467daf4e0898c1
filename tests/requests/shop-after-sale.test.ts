import { and, eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import {
  deliverLine,
  prepareLine,
  cancelSoldOutLine,
  shipLine,
} from "#app/areas/shop/service/after-sale.server.ts"
import { transitionClaim } from "#app/areas/shop/service/claims.server.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import {
  createPaidPurchase,
  createDepositPurchase,
  createProduct,
  createShop,
  createVariant,
  findPurchaseRow,
  findPurchaseLines,
  payPurchase,
  createPlacedPurchase,
  findVariantStock,
  type Shop,
} from "#app/areas/shop/fixtures.ts"
import { claims, orderGroups, orderLines, products } from "#app/areas/shop/schema.server.ts"
import { db } from "#app/platform/db.server.ts"
import { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import { depositToSimulatedAccount } from "#app/platform/payments/simulator.server.ts"
import { withApp } from "../setup/app.ts"
import { toCookieOptions, createCheckoutFields, getLocation, getPageText } from "../setup/shop-requests.ts"
import { payments, refunds } from "#app/areas/money/schema.server.ts"

const app = withApp()

let shop: Shop
let buyer: Person
beforeAll(async () => {
  shop = await createShop()
  buyer = await createPerson()
})

test("a paid line is cancelled at once, a prepared one asks the seller; sums are recomputed", async () => {
  const variantIds = [
    await createVariant(shop.sellerId, 20_000, 5),
    await createVariant(shop.sellerId, 15_000, 5),
  ]
  const made = await createPaidPurchase(
    buyer,
    variantIds.map((variantId) => ({ variantId, quantity: 1 })),
  )
  const lineOf = (won: number) => made.lines.find((line) => line.unitWon === won)?.id ?? ""
  const [bigId, smallId] = [lineOf(20_000), lineOf(15_000)]
  const path = `/shopping/orders/${made.groupId}`
  const read = async (at: string) => getPageText(app.get(at, toCookieOptions(buyer)))
  const cancel = (lineId: string) =>
    app.post(path, { intent: "cancel", lineId, reason: "마음이 바뀌었어요" }, toCookieOptions(buyer))
  const claimCancel = () =>
    app.post(
      `${path}/claim?line=${bigId}&kind=cancel`,
      { lineId: bigId, kind: "cancel", reason: "changed_mind" },
      toCookieOptions(buyer),
    )
  expect(await read(path)).toContain("12,000원")
  expect(getLocation(await cancel(smallId))).toBe(path)
  // 20,000원 stay, under the free-from amount of 30,000원: their parcel costs 3,000원 now.
  expect(await read(path)).toContain("부분 취소")
  const findRefunds = () =>
    db()
      .select({ won: refunds.amountWon, state: refunds.state })
      .from(refunds)
      .where(eq(refunds.groupId, made.groupId))
  expect(await findRefunds()).toEqual([{ won: 12_000, state: "done" }])
  expect((await cancel(smallId)).status).toBe(409)

  await prepareLine(shop.actor, bigId)
  expect((await cancel(bigId)).status).toBe(409)
  expect(getLocation(await claimCancel())).toBe(path)
  const [claim] = await db().select().from(claims).where(eq(claims.lineId, bigId))
  expect(claim?.state).toBe("requested")
  const states = (await findPurchaseLines(made.groupId)).map((line) => line.state)
  expect(states.toSorted()).toEqual(["cancelled", "preparing"])
  expect((await claimCancel()).status).toBe(409)
  await transitionClaim(shop.actor, claim?.id ?? "", "approve", {})
  for (const at of [path, "/shopping/orders", `${path}/receipt`])
    expect(await read(at)).toContain("환불 완료")
  const back = (await findRefunds()).reduce((sum, refund) => sum + refund.won, 0)
  expect(back).toBe(made.totalWon)
})

test("what was paid by deposit goes back to an account, which is asked for", async () => {
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }], {
    method: "virtual_account",
  })
  await payPurchase(buyer, paymentId, 40_000, { method: "virtual_account" })
  for (const body of await depositToSimulatedAccount(paymentId, 1))
    await app.send("/api/webhooks/payments", {
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    })
  const lineId = (await findPurchaseLines(groupId))[0]?.id ?? ""
  const cancel = (account: Record<string, string>) =>
    app.post(
      `/shopping/orders/${groupId}`,
      { intent: "cancel", lineId, reason: "변심이에요", ...account },
      toCookieOptions(buyer),
    )
  const asked = await cancel({ bank: "우리은행" })
  const said = await asked.text()
  expect([
    asked.status,
    ...[
      "환불받을 계좌를 알려 주세요",
      "계좌번호를 입력해 주세요",
      "예금주를 입력해 주세요",
      "은행을 골라 주세요",
      'value="변심이에요"',
    ].map((words) => said.includes(words)),
  ]).toEqual([409, true, true, true, false, true])
  expect(
    (await cancel({ bank: "우리은행", accountNumber: "1002-123-456789", accountHolder: "김하늘" })).status,
  ).toBe(302)
  expect(
    await db().select({ state: refunds.state }).from(refunds).where(eq(refunds.groupId, groupId)),
  ).toEqual([{ state: "done" }])
})

test("where a seller cancels what was paid by deposit, the buyer is asked for an account", async () => {
  const [own, admin] = [await createPerson(), await createPerson({ role: "admin" })]
  const { groupId, lines } = await createDepositPurchase(own, [
    { variantId: await createVariant(shop.sellerId, 40_000, 5), quantity: 1 },
  ])
  expect((await cancelSoldOutLine(shop.actor, lines[0]?.id ?? "", "품절이에요")).ok).toBe(true)
  const path = `/shopping/orders/${groupId}`
  const page = await getPageText(app.get(path, toCookieOptions(own)))
  for (const words of ["40,000원을 환불받을 계좌를 알려 주세요", ">환불 중<", "계좌를 알려 주세요"])
    expect(page).toContain(words)
  expect(page).not.toContain(">환불 완료<")
  expect(await getPageText(app.get("/shopping/orders", toCookieOptions(own)))).toContain(
    "환불받을 계좌를 알려 주세요",
  )
  expect(await getPageText(app.get(`${path}/receipt`, toCookieOptions(own)))).toContain("환불 중")
  expect(await getPageText(app.get(`/admin/purchases/${groupId}`, toCookieOptions(admin)))).toContain(
    "구매자 계좌 기다림",
  )
  const give = (fields: Record<string, string>, person = own) =>
    app.post(path, { intent: "refund_account", ...fields }, toCookieOptions(person))
  const account = { bank: "우리은행", accountNumber: "1002-123-456789", accountHolder: "김하늘" }
  const refused = await give({ bank: "", accountNumber: "계좌번호예요", accountHolder: "김하늘" })
  const said = await refused.text()
  expect(refused.status).toBe(400)
  for (const words of ["은행을", "계좌번호는 숫자로 써요", 'value="계좌번호예요"', 'value="김하늘"'])
    expect(said).toContain(words)
  expect((await give(account, await createPerson())).status).toBe(404)
  expect((await give(account)).status).toBe(302)
  expect(
    await db()
      .select({ state: refunds.state, account: refunds.accountNumber })
      .from(refunds)
      .where(eq(refunds.groupId, groupId)),
  ).toEqual([{ state: "done", account: "1002-123-456789" }])
  const after = await getPageText(app.get(path, toCookieOptions(own)))
  expect([after.includes(">환불 완료<"), after.includes("환불받을 계좌를")]).toEqual([true, false])
  expect((await give(account)).status).toBe(409)
  expect(await checkLedger()).toEqual([])
})

test("a buyer reaches the seller also when the product is gone, and nobody else does", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 20_000, stock: 3 }])
  const own = await createPerson()
  const { groupId } = await createPaidPurchase(own, [{ variantId, quantity: 1 }])
  await db().update(products).set({ state: "rejected" }).where(eq(products.id, productId))
  expect(await getPageText(app.get(`/shopping/orders/${groupId}`, toCookieOptions(own)))).toContain(
    "판매자 문의",
  )
  expect(
    getLocation(await app.post("/chat/open", { kind: "product", id: productId }, toCookieOptions(own))),
  ).toContain("/chat?room=")
  expect(
    getLocation(
      await app.post("/chat/open", { kind: "product", id: productId }, toCookieOptions(await createPerson())),
    ),
  ).not.toContain("room=")
})

test("a return is asked for within seven days; then silence confirms, unless claimed", async () => {
  const [x, y] = [
    await createVariant(shop.sellerId, 20_000, 5),
    await createVariant(shop.sellerId, 15_000, 5),
  ]
  const made = await createPaidPurchase(buyer, [
    { variantId: x, quantity: 1 },
    { variantId: y, quantity: 1 },
  ])
  for (const line of made.lines) {
    await shipLine(shop.actor, line.id, { carrier: "cj", trackingNumber: "612345678901" })
    await deliverLine(buyer.actor, line.id, "buyer")
  }
  const [claimed, silent] = made.lines
  const path = `/shopping/orders/${made.groupId}`
  const page = await getPageText(app.get(path, toCookieOptions(buyer)))
  for (const words of ["반품 신청", "교환 신청", "구매확정", "택배사에서 보기", "612345678901"])
    expect(page).toContain(words)
  const ask = (reason: string, pickupNote = "") =>
    app.post(
      `${path}/claim?line=${claimed?.id}&kind=return`,
      { lineId: claimed?.id ?? "", kind: "return", reason, pickupNote },
      toCookieOptions(buyer),
    )
  const ago = (days: number) =>
    db()
      .update(orderLines)
      .set({ deliveredAt: new Date(Date.now() - days * 86_400_000 - 60_000) })
      .where(eq(orderLines.orderId, claimed?.orderId ?? ""))
  await ago(8)
  expect((await ask("changed_mind")).status).toBe(409)
  // How it is fetched is told to the seller; what is too long stays as it was typed.
  const tooLong = await ask("broken", "문 앞에 둘게요. ".repeat(20))
  expect([tooLong.status, (await tooLong.text()).includes("수거 요청사항은 120자까지")]).toEqual([400, true])
  expect((await ask("broken", "경비실에서 가져가 주세요")).status).toBe(302)
  expect(await getPageText(app.get("/shopping/admin/claims", toCookieOptions(shop)))).toContain(
    "경비실에서 가져가 주세요",
  )
  await app.runJob("confirm-purchases")
  expect((await findPurchaseLines(made.groupId)).map((line) => [line.id, line.state])).toEqual(
    made.lines.map((line) => [line.id, line.id === silent?.id ? "confirmed" : "delivered"]),
  )
  expect(
    (await app.post(path, { intent: "confirm", lineId: claimed?.id ?? "" }, toCookieOptions(buyer))).status,
  ).toBe(409)
  expect(await checkLedger()).toEqual([])
})

test("a review is of what was bought, once; it stands on the product's page and counts", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 5 }])
  const made = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const lineId = made.lines[0]?.id ?? ""
  const path = `/shopping/orders/${made.groupId}/review?line=${lineId}`
  const review = { rating: "5", body: "소리가 정말 조용해서 잘 자요. 010-9876-5432" }
  expect((await app.post(path, review, toCookieOptions(buyer))).status).toBe(409)
  await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "612345678901" })
  await deliverLine(shop.actor, lineId, "seller")
  // The day that a seller tells is no day that the parcel came.
  expect(await getPageText(app.get("/shopping/orders", toCookieOptions(buyer)))).toContain(
    "판매자가 도착했다고 알렸어요",
  )
  expect((await app.post(path, { rating: "9", body: "짧아" }, toCookieOptions(buyer))).status).toBe(400)
  expect((await app.post(path, review, toCookieOptions(await createPerson()))).status).toBe(404)
  expect((await app.post(path, review, toCookieOptions(buyer))).status).toBe(302)
  expect((await app.post(path, review, toCookieOptions(buyer))).status).toBe(409)
  await app.drainEvents()
  const page = await getPageText(app.get(`/shopping/product/${productId}`))
  expect(page).toContain("소리가 정말 조용해서")
  expect(page).not.toContain("010-9876-5432")
  expect(
    (await db().select({ count: products.reviewCount }).from(products).where(eq(products.id, productId)))[0]
      ?.count,
  ).toBe(1)
})

test("who is to pay by deposit is told the account, and when it is closed", async () => {
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  for (const end of ["time", "buyer"] as const) {
    const person = await createPerson()
    const { groupId, paymentId } = await createPlacedPurchase(person, [{ variantId, quantity: 1 }])
    await payPurchase(person, paymentId, 40_000, { script: "reject" })
    const checkout = `/shopping/checkout?order=${groupId}`
    const second =
      getLocation(
        await app.post(
          checkout,
          createCheckoutFields({ method: "virtual_account" }),
          toCookieOptions(person),
        ),
      )
        .split("/")
        .at(-1) ?? ""
    await payPurchase(person, second, 40_000, { method: "virtual_account" })
    await app.drainEvents()
    const [payment] = await db()
      .select({ account: payments.accountNumber })
      .from(payments)
      .where(eq(payments.id, second))
    const told = await getPageText(app.get("/notifications", toCookieOptions(person)))
    expect(told).toContain(`${payment?.account} · 40,000원`)
    if (end === "time") {
      await db()
        .update(orderGroups)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(orderGroups.id, groupId))
      await app.runJob("expire-checkouts")
    } else
      await app.post(`/shopping/orders/${groupId}`, { intent: "cancel_deposit" }, toCookieOptions(person))
    await app.drainEvents()
    expect((await findPurchaseRow(groupId))?.state).toBe("expired")
    expect(
      (await getPageText(app.get("/notifications", toCookieOptions(person)))).includes(
        "입금 기한이 지나 주문이 취소됐어요",
      ),
    ).toBe(end === "time")
    expect(await getPageText(app.get(`/shopping/orders/${groupId}`, toCookieOptions(person)))).toContain(
      "받은 계좌에는 이제 입금하지 마세요",
    )
  }
})

test("a payment that was made when the order was over goes back in full", async () => {
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }], {
    method: "virtual_account",
  })
  await payPurchase(buyer, paymentId, 40_000, { method: "virtual_account" })
  await db()
    .update(orderGroups)
    .set({
      expiresAt: new Date(Date.now() - 1_000),
      refundBank: "우리은행",
      refundAccount: "1002",
      refundHolder: "김하늘",
    })
    .where(eq(orderGroups.id, groupId))
  await app.runJob("expire-checkouts")
  expect([(await findPurchaseRow(groupId))?.state, await findVariantStock(variantId)]).toEqual(["expired", 5])
  for (const body of await depositToSimulatedAccount(paymentId, 2))
    await app.send("/api/webhooks/payments", {
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    })
  expect((await findPurchaseRow(groupId))?.state).toBe("expired")
  expect(
    await db()
      .select({ won: refunds.amountWon, state: refunds.state })
      .from(refunds)
      .where(eq(refunds.groupId, groupId)),
  ).toEqual([{ won: 40_000, state: "done" }])
  const [row] = await db()
    .select({ payment: simulatedPayments.payment })
    .from(simulatedPayments)
    .where(and(eq(simulatedPayments.orderId, paymentId)))
  expect(row?.payment.balanceAmount).toBe(0)
  expect(await checkLedger()).toEqual([])
})
