/**
 * Experts see where their money is, check an account step by step without scripts, and take the statement of
 * a month along.
 */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { approvePayee } from "#app/areas/money/fixtures.ts"
import { payoutAccounts, payouts } from "#app/areas/money/schema.server.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { recheckPayouts, sendPendingPayouts } from "#app/areas/money/service/payout-requests.server.ts"
import { createPersonPayouts } from "#app/areas/money/service/person-payouts.server.ts"
import { notifications } from "#app/areas/notifications/schema.server.ts"
import { createBegunSafeOrder, deliverPart } from "#app/areas/orders/fixtures.ts"
import { completeWork } from "#app/areas/orders/service/work.server.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { findSimulatedSender } from "#app/platform/account-check/port.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { getLocation, getPageText } from "../setup/shop-requests.ts"

const app = withApp()

const MONEY = "/expert-dashboard/money"
const ACCOUNT = `${MONEY}/account`
const PASSWORD = "correct-horse-7"
const ONE_PART = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]

async function release(expert: Expert): Promise<void> {
  const order = await createBegunSafeOrder(ONE_PART, { expert })
  await deliverPart(order)
  expect(await completeWork(order.customer.actor, order.orderId)).toEqual({ ok: true })
}

test("an account is checked by one won, with plain forms: errors beside their fields", async () => {
  const expert = await createExpert()
  await inTransaction(async (tx) => setPassword(tx, expert.expertId, await hashPassword(PASSWORD)))
  const at = { cookie: expert.cookie }
  expect(await getPageText(app.get(MONEY, at))).toContain("계좌 등록하기")
  const fields = {
    intent: "ask",
    bank: "카카오뱅크",
    accountNumber: "3333 04 7654321",
    accountHolder: "김도배",
    password: PASSWORD,
  }
  const empty = await app.post(ACCOUNT, { ...fields, bank: "", accountNumber: "내 계좌번호예요" }, at)
  expect([empty.status, await getPageText(empty)]).toEqual([
    400,
    expect.stringContaining("계좌번호는 숫자로 써요"),
  ])
  const stranger = await app.post(ACCOUNT, { ...fields, password: "wrong" }, at)
  expect([stranger.status, await getPageText(stranger)]).toEqual([
    400,
    expect.stringContaining("지금 비밀번호를 다시 확인해 주세요"),
  ])
  const unknown = await app.post(ACCOUNT, { ...fields, accountNumber: "0000-111-2222" }, at)
  expect([unknown.status, await getPageText(unknown)]).toEqual([
    400,
    expect.stringContaining("은행에 없는 계좌예요"),
  ])
  const sent = await app.post(ACCOUNT, fields, at)
  expect([sent.status, getLocation(sent)]).toEqual([302, ACCOUNT])
  const step = await getPageText(app.get(ACCOUNT, at))
  expect(step).toContain("입금자 이름 뒤의 숫자를 알려 주세요")
  expect(step).toContain("3번 남았어요")
  const sender = (await findSimulatedSender("3333047654321")) ?? ""
  const word = sender.slice(-3)
  const wrong = await app.post(ACCOUNT, { intent: "word", word: word === "111" ? "222" : "111" }, at)
  expect([wrong.status, await getPageText(wrong)]).toEqual([
    400,
    expect.stringContaining("숫자가 달라요. 2번 더 입력할 수 있어요"),
  ])
  const told = await app.post(ACCOUNT, { intent: "word", word }, at)
  expect([told.status, getLocation(told)]).toEqual([302, MONEY])
  const over = await app.post(ACCOUNT, { intent: "word", word }, at)
  expect([over.status, await getPageText(over)]).toEqual([
    409,
    expect.stringContaining("1원을 다시 받아 주세요"),
  ])
  await app.drainEvents()
  const titles = await db()
    .select({ title: notifications.title })
    .from(notifications)
    .where(eq(notifications.userId, expert.expertId))
  expect(titles.map(({ title }) => title)).toContain("정산받을 계좌를 확인했어요")
  const [account] = await db().select().from(payoutAccounts).where(eq(payoutAccounts.userId, expert.expertId))
  expect(account?.sellerState).toBe("APPROVAL_REQUIRED")
  expect(await getPageText(app.get(MONEY, at))).toContain("본인 확인 필요")
})

test("held and paid money stand on one page of six queries; statements are one's own", async () => {
  const [expert, other] = [await createExpert(), await createExpert()]
  const at = { cookie: expert.cookie }
  setClock(() => new Date("2026-11-17T15:00:00+09:00"))
  await release(expert)
  await approvePayee(expert.actor)
  setClock(() => new Date("2026-11-18T10:00:00+09:00"))
  await createPersonPayouts()
  await sendPendingPayouts()
  setClock(() => new Date("2026-11-18T10:10:00+09:00"))
  await recheckPayouts()
  resetClock()
  await createBegunSafeOrder(ONE_PART, { expert })
  expect(await checkLedger()).toEqual([])
  const [paid] = await db().select().from(payouts).where(eq(payouts.sellerId, expert.expertId))
  expect(paid).toMatchObject({ state: "paid", amountWon: 1_726_600 })
  const answer = await app.get(MONEY, at)
  expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
  const text = await getPageText(answer)
  for (const part of [
    "지급 완료",
    "11월 18일",
    "보관 중",
    "1,726,600원",
    "수수료 53,400원 뺌",
    "2026년 11월",
  ])
    expect(text).toContain(part)
  expect(text).not.toContain("3333-01-1234567")
  expect(Number((await app.get(ACCOUNT, at)).headers.get("X-Queries"))).toBeLessThanOrEqual(6)

  const csv = await app.get(`${MONEY}/statements/2026-11.csv`, at)
  const lines = (await csv.text()).split("\r\n")
  // What a tax invoice of the fee needs: its date, and both sides with their numbers.
  expect(lines.find((line) => line.startsWith('"수수료"'))).toMatch(
    /^"수수료","2026-11-30","[^"]+","[^"]*","도현도배","1\d{9}","김도현","48546","4854","53400"$/,
  )
  expect(csv.headers.get("Content-Disposition")).toContain("statement-2026-11.csv")
  expect(lines[1]).toMatch(/^"지급 확정","2026-11-17",".*작업비","1780000","53400","1726600"$/)
  const pdf = await app.get(`${MONEY}/statements/2026-11.pdf`, at)
  expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"])
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-")
  for (const name of ["2026-13.csv", "2026-11.xls", "x.pdf", "2026-11.csv.pdf"])
    expect([name, (await app.get(`${MONEY}/statements/${name}`, at)).status]).toEqual([name, 404])
  const foreign = await app.get(`${MONEY}/statements/2026-11.csv`, { cookie: other.cookie })
  expect(await foreign.text()).not.toContain("지급 확정")
})

test("what failed says why, where the expert looks", async () => {
  const expert = await createExpert()
  setClock(() => new Date("2026-11-17T15:00:00+09:00"))
  await release(expert)
  await approvePayee(expert.actor, {
    bank: "국민은행",
    accountNumber: "801201-04-990000",
    accountHolder: "김도배",
  })
  setClock(() => new Date("2026-11-18T10:00:00+09:00"))
  await createPersonPayouts()
  await sendPendingPayouts()
  setClock(() => new Date("2026-11-18T10:10:00+09:00"))
  await recheckPayouts()
  resetClock()
  const text = await getPageText(app.get(MONEY, { cookie: expert.cookie }))
  for (const part of ["지급 멈춤", "해지되었거나", "계좌를 확인하면 보내요"]) expect(text).toContain(part)
  await app.drainEvents()
  const told = await db()
    .select({ title: notifications.title, href: notifications.href })
    .from(notifications)
    .where(eq(notifications.userId, expert.expertId))
  expect(told).toContainEqual({ title: "1,726,600원을 보내지 못했어요", href: "/my-info/money" })
  const led = await app.get("/my-info/money", { cookie: expert.cookie })
  expect([led.status, getLocation(led)]).toEqual([302, MONEY])
})

test("webhooks of payouts are asked about, and need no Origin", async () => {
  const send = (body: string) =>
    app.send("/api/webhooks/payouts", { body, headers: { "Content-Type": "application/json" } })
  const told = JSON.stringify({ eventType: "payout.changed", entityBody: { id: "payout_of_nobody" } })
  expect([(await send(told)).status, (await send("{")).status, (await send("{}")).status]).toEqual([
    200, 400, 400,
  ])
  expect((await app.get("/api/webhooks/payouts")).status).toBe(404)
  const customer = await createPerson()
  expect(getLocation(await app.get(MONEY, { cookie: customer.cookie }))).toBe("/")
})
