/** Who sells to neighbours and is no expert tells an account, is led to it, and is paid to it. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { createSafeDeal } from "#app/areas/market/fixtures.ts"
import { confirmDeal } from "#app/areas/market/service/deal-steps.server.ts"
import { approvePayee } from "#app/areas/money/fixtures.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { refreshPayee } from "#app/areas/money/service/payee-registration.server.ts"
import { recheckPayouts, sendPendingPayouts } from "#app/areas/money/service/payout-requests.server.ts"
import { createPersonPayouts } from "#app/areas/money/service/person-payouts.server.ts"
import { notifications } from "#app/areas/notifications/schema.server.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { findSimulatedSender } from "#app/platform/account-check/port.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { getLocation, getPageText } from "../setup/shop-requests.ts"

const app = withApp()

const MONEY = "/my-info/money"
const ACCOUNT = `${MONEY}/account`
const PASSWORD = "correct-horse-7"

const findTold = async (userId: string) =>
  db()
    .select({ title: notifications.title, href: notifications.href })
    .from(notifications)
    .where(eq(notifications.userId, userId))

test("who has sold nothing yet reads how it works, and finds the way in their own page", async () => {
  const person = await createPerson()
  const at = { cookie: person.cookie }
  const answer = await app.get(MONEY, at)
  expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
  const text = await getPageText(answer)
  for (const part of ["아직 안심결제로 받을 돈이 없어요", "계좌 없음", "계좌 등록하기"])
    expect(text).toContain(part)
  expect(await (await app.get("/my-info", at)).text()).toContain(`href="${MONEY}"`)
})

test("a seller is led to tell an account, tells it, and is paid what the buyer had paid", async () => {
  const seller = await createPerson({ name: "박판매" })
  setClock(() => new Date("2026-11-17T11:00:00+09:00"))
  const { dealId, buyer } = await createSafeDeal("sent", { seller })
  const userId = seller.actor.userId
  const at = { cookie: seller.cookie }
  await inTransaction(async (tx) => setPassword(tx, userId, await hashPassword(PASSWORD)))
  await app.drainEvents()
  expect(await findTold(userId)).toContainEqual({
    title: "물건값을 받을 계좌를 등록해 주세요",
    href: MONEY,
  })
  expect(await confirmDeal(buyer.actor, dealId)).toEqual({ ok: true })
  resetClock()
  await app.drainEvents()
  expect(await findTold(userId)).toContainEqual({ title: "받을 돈이 계좌를 기다려요", href: MONEY })
  const waiting = await app.get(MONEY, at)
  expect(Number(waiting.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
  expect(await getPageText(waiting)).toContain("84,000원")

  const fields = { bank: "카카오뱅크", accountNumber: "3333 04 1122334", accountHolder: "박판매" }
  const asked = await app.post(ACCOUNT, { intent: "ask", ...fields, password: PASSWORD }, at)
  expect([asked.status, getLocation(asked)]).toEqual([302, ACCOUNT])
  const word = ((await findSimulatedSender("3333041122334")) ?? "").slice(-3)
  const wrong = await app.post(ACCOUNT, { intent: "word", word: word === "111" ? "222" : "111" }, at)
  expect([wrong.status, await getPageText(wrong)]).toEqual([400, expect.stringContaining("숫자가 달라요")])
  const told = await app.post(ACCOUNT, { intent: "word", word }, at)
  expect([told.status, getLocation(told)]).toEqual([302, MONEY])
  await app.drainEvents()
  expect(await findTold(userId)).toContainEqual({ title: "정산받을 계좌를 확인했어요", href: MONEY })

  await refreshPayee(userId)
  setClock(() => new Date("2026-11-18T10:00:00+09:00"))
  await createPersonPayouts()
  await sendPendingPayouts()
  setClock(() => new Date("2026-11-18T10:10:00+09:00"))
  await recheckPayouts()
  resetClock()
  expect(await checkLedger()).toEqual([])
  const text = await getPageText(app.get(MONEY, at))
  for (const part of ["지급 완료", "84,000원", "2026년 11월"]) expect(text).toContain(part)
  const csv = await app.get(`${MONEY}/statements/2026-11.csv`, at)
  expect((await csv.text()).split("\r\n")[1]).toMatch(/^"지급 확정","2026-11-17",".*","84000","0","84000"$/)
  expect((await app.get(`${MONEY}/statements/2026-11.pdf`, at)).status).toBe(200)
  expect((await app.get(`${MONEY}/statements/2026-13.csv`, at)).status).toBe(404)
})

test("who has an account already is not asked for one", async () => {
  setClock(() => new Date("2026-11-17T11:00:00+09:00"))
  const seller = await createPerson()
  await approvePayee(seller.actor)
  const { dealId, buyer } = await createSafeDeal("sent", { seller })
  await confirmDeal(buyer.actor, dealId)
  resetClock()
  await app.drainEvents()
  const titles = (await findTold(seller.actor.userId)).map(({ title }) => title)
  expect(titles).not.toContain("물건값을 받을 계좌를 등록해 주세요")
  expect(titles).not.toContain("받을 돈이 계좌를 기다려요")
})
