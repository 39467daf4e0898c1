/**
 * Where money goes is changed by whoever can show who they are, told its owner, and taken back
 * (docs/decisions/024-taking-changes-back.md).
 */
import { and, desc, eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { sessions } from "#app/areas/accounts/schema.server.ts"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { notifications } from "#app/areas/notifications/schema.server.ts"
import { createDepositPurchase, createShop, createVariant } from "#app/areas/shop/fixtures.ts"
import { orderGroups, sellers } from "#app/areas/shop/schema.server.ts"
import { cancelSoldOutLine } from "#app/areas/shop/service/after-sale.server.ts"
import { retryRefund } from "#app/areas/money/service/refunds.server.ts"
import { resetClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { withApp } from "../setup/app.ts"
import { refunds, payouts } from "#app/areas/money/schema.server.ts"

const app = withApp()
const PASSWORD = "correct-horse-7"
const OTHER_BANK = { bank: "카카오뱅크", accountNumber: "3333-01-7654321", accountHolder: "도둑" }

afterEach(resetClock)

const withPassword = (userId: string) =>
  inTransaction(async (tx) => setPassword(tx, userId, await hashPassword(PASSWORD)))
const titlesOf = async (userId: string) =>
  (
    await db()
      .select({ title: notifications.title })
      .from(notifications)
      .where(and(eq(notifications.userId, userId), eq(notifications.kind, "account")))
      .orderBy(desc(notifications.id))
  ).map(({ title }) => title)
const mailsTo = async (recipient: string) => {
  await app.drainEvents()
  return listNewestMessages(10, recipient)
}

async function openShop() {
  const shop = await createShop()
  await withPassword(shop.sellerId)
  const row = async () => (await db().select().from(sellers).where(eq(sellers.userId, shop.sellerId)))[0]
  const before = await row()
  if (!before) throw new Error("no shop")
  const { name, intro, phone, email, address, bank, accountNumber, accountHolder } = before
  const fields = {
    name,
    intro,
    phone: phone.replace("+82", "0"),
    email,
    address,
    shippingWon: "3000",
    freeFromWon: "",
    returnWon: "3000",
    dispatchDays: "1",
    bank,
    accountNumber,
    accountHolder,
  }
  const save = (more: Record<string, string>) =>
    app.post("/shopping/admin/settings", { ...fields, ...more }, { cookie: shop.cookie })
  return { shop, row, before, save }
}

test("another payout account asks for the password; other terms of a shop do not", async () => {
  const { row, before, save } = await openShop()
  expect((await save({ name: "새 이름 상점" })).status).toBe(302)
  expect((await row())?.name).toBe("새 이름 상점")
  for (const password of ["", "not-mine-123"]) {
    const refused = await save({ name: "또 새 이름", ...OTHER_BANK, password })
    expect(refused.status).toBe(400)
    const page = await refused.text()
    expect(page).toContain("지금 비밀번호를 다시 확인해 주세요")
    expect(page).toContain('value="3333-01-7654321"')
  }
  expect(await row()).toMatchObject({
    name: "새 이름 상점",
    bank: before.bank,
    accountNumber: before.accountNumber,
  })
})

test("another account is mailed to the seller, and the link restores the former one", async () => {
  const { shop, row, before, save } = await openShop()
  expect((await save({ ...OTHER_BANK, password: PASSWORD })).status).toBe(302)
  const payout = (state: "pending" | "paid") => ({
    id: newId(),
    sellerId: shop.sellerId,
    amountWon: 50_000,
    state,
    ...OTHER_BANK,
    createdAt: new Date(),
    updatedAt: new Date(),
  })
  const [waiting, paid] = [payout("pending"), payout("paid")]
  await db().insert(payouts).values([waiting, paid])
  const [mail] = await mailsTo(shop.actor.email)
  expect(mail?.subject).toBe("[바로일당] 정산 계좌가 바뀌었어요")
  expect(mail?.body).toContain("카카오뱅크 ****-**-***4321")
  expect(await titlesOf(shop.sellerId)).toEqual(["정산 계좌가 바뀌었어요"])
  const token = /token=([\w-]+)/.exec(mail?.body ?? "")?.[1] ?? ""
  expect(await (await app.get(`/undo-change?token=${token}`)).text()).toContain("정산 계좌")
  expect((await app.post("/undo-change", { token })).status).toBe(302)
  expect(await row()).toMatchObject({
    bank: before.bank,
    accountNumber: before.accountNumber,
    accountHolder: before.accountHolder,
  })
  const accountOf = async (id: string) =>
    (await db().select({ number: payouts.accountNumber }).from(payouts).where(eq(payouts.id, id)))[0]?.number
  expect([await accountOf(waiting.id), await accountOf(paid.id)]).toEqual([
    before.accountNumber,
    OTHER_BANK.accountNumber,
  ])
  expect((await save({ name: "다시" })).headers.get("Location")).toMatch(/^\/login/)
})

test("an account for a refund asks who it is, wherever it is typed, and its owner is told", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  await withPassword(buyer.actor.userId)
  const made = await createDepositPurchase(buyer, [
    { variantId: await createVariant(shop.sellerId, 30_000, 9), quantity: 1 },
    { variantId: await createVariant(shop.sellerId, 20_000, 9), quantity: 1 },
  ])
  const account = { bank: "국민은행", accountNumber: "123-45-678901", accountHolder: "김하늘" }
  const [first, second] = made.lines
  const path = `/shopping/orders/${made.groupId}`
  const post = (fields: Record<string, string>, to = path) => app.post(to, fields, { cookie: buyer.cookie })
  const kept = async () =>
    (
      await db()
        .select({ number: orderGroups.refundAccount })
        .from(orderGroups)
        .where(eq(orderGroups.id, made.groupId))
    )[0]?.number
  const cancel = { intent: "cancel", lineId: first?.id ?? "", reason: "마음이 바뀌었어요", ...account }
  const refused = await post(cancel)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain("지금 비밀번호를 다시 확인해 주세요")
  const claim = await post(
    { lineId: first?.id ?? "", kind: "cancel", reason: "changed_mind", ...account },
    `${path}/claim?line=${first?.id}&kind=cancel`,
  )
  expect(claim.status).toBe(400)
  expect(await kept()).toBe("")
  expect((await post({ ...cancel, password: PASSWORD })).status).toBe(302)
  expect(await kept()).toBe("123-45-678901")
  await app.drainEvents()
  expect(await titlesOf(buyer.actor.userId)).toEqual(["환불받을 계좌를 등록했어요"])
  // What is kept already is asked for no more.
  expect(
    (await post({ intent: "cancel", lineId: second?.id ?? "", reason: "마음이 바뀌었어요" })).status,
  ).toBe(302)
})

test("a refund account asks for the password; one set by an admin is told to the buyer", async () => {
  const [shop, buyer, admin] = [
    await createShop(),
    await createPerson(),
    await createPerson({ role: "admin" }),
  ]
  await withPassword(buyer.actor.userId)
  const made = await createDepositPurchase(buyer, [
    { variantId: await createVariant(shop.sellerId, 30_000, 9), quantity: 1 },
  ])
  expect(await cancelSoldOutLine(shop.actor, made.lines[0]?.id ?? "", "품절이에요")).toEqual({ ok: true })
  const give = (password: string) =>
    app.post(
      `/shopping/orders/${made.groupId}`,
      {
        intent: "refund_account",
        bank: "국민은행",
        accountNumber: "123-45-678901",
        accountHolder: "김하늘",
        password,
      },
      { cookie: buyer.cookie },
    )
  expect((await give("")).status).toBe(400)
  const [refund] = await db().select().from(refunds).where(eq(refunds.groupId, made.groupId))
  expect(refund?.state).toBe("account_waiting")
  await retryRefund(admin.actor, made.groupId, refund?.id ?? "", {
    bank: "국민은행",
    accountNumber: "123-45-678901",
    holder: "김하늘",
  })
  await app.drainEvents()
  expect(await titlesOf(buyer.actor.userId)).toEqual(["운영자가 환불받을 계좌를 넣었어요"])
  await db()
    .update(sessions)
    .set({ createdAt: new Date(0) })
    .where(eq(sessions.id, buyer.actor.sessionId))
  expect((await give(PASSWORD)).status).toBe(409)
})
