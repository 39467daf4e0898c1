/** An expert whose work was confirmed tells where to be paid, and reads where the money is. */
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { approvePayee, OWN_ACCOUNT } from "#app/areas/money/fixtures.ts"
import { registerDuePayees } from "#app/areas/money/service/payee-registration.server.ts"
import { recheckPayouts, sendPendingPayouts } from "#app/areas/money/service/payout-requests.server.ts"
import { createPersonPayouts } from "#app/areas/money/service/person-payouts.server.ts"
import { createBegunSafeOrder, deliverPart } from "#app/areas/orders/fixtures.ts"
import { completeWork } from "#app/areas/orders/service/work.server.ts"
import { isBusinessDay } from "#app/basics/business-days.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"
import { openAnotherWindow } from "../setup/paying.ts"

test(
  "an account is checked by one won, and the money says what it waits for",
  { tag: "@phone" },
  async ({ page, signIn }) => {
    const order = await createBegunSafeOrder()
    await deliverPart(order)
    await completeWork(order.customer.actor, order.orderId)
    await signIn(page, order.expert)
    await page.goto("/expert-dashboard/money")
    await waitForHydration(page)
    await expect(page.getByText("계좌를 확인하면 보내요").first()).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole("link", { name: "계좌 등록하기" }).click()

    await page.getByLabel("은행").selectOption("카카오뱅크")
    await page.getByLabel("계좌번호").fill("0000-12-3456789")
    await page.getByLabel("예금주").fill("김도배")
    await page.getByRole("button", { name: "1원 보내기" }).click()
    await expect(page.getByText("은행에 없는 계좌예요")).toBeVisible()
    await page.getByLabel("계좌번호").fill(`3333-12-${String(Date.now()).slice(-7)}`)
    await page.getByRole("button", { name: "1원 보내기" }).click()
    await expect(page.getByRole("heading", { name: "입금자 이름 뒤의 숫자를 알려 주세요" })).toBeVisible()
    await expectNoViolations(page)

    const sender = (await page.getByText(/통장에 찍힌 이름은/).textContent()) ?? ""
    const word = /바로(\d{3})/.exec(sender)?.[1] ?? ""
    await page.getByLabel("숫자 3자리").fill(word === "111" ? "222" : "111")
    await page.getByRole("button", { name: "확인하기" }).click()
    await expect(page.getByText("숫자가 달라요. 2번 더 입력할 수 있어요.")).toBeVisible()
    await page.getByLabel("숫자 3자리").fill(word)
    await page.getByRole("button", { name: "확인하기" }).click()

    await expect(page).toHaveURL(/\/expert-dashboard\/money$/)
    await expect(page.getByText(/카카오뱅크 \*+/)).toBeVisible()
    await expectNoViolations(page)
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /명세 PDF 받기/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^바로일당 정산 명세 20\d\d-\d\d\.pdf$/)
  },
)

/** The hour of payouts of the last business day before `date`. */
function getPayoutHourBefore(date: Date): Date {
  let day = addDays(date, -1)
  while (!isBusinessDay(toKstDateString(day))) day = addDays(day, -1)
  return new Date(`${toKstDateString(day)}T10:00:00+09:00`)
}

/** Makes the payouts of `hour`, and asks a quarter of an hour later what became of them. */
async function makePayouts(hour: Date): Promise<void> {
  setClock(() => hour)
  await registerDuePayees()
  await createPersonPayouts()
  await sendPendingPayouts()
  setClock(() => new Date(hour.getTime() + 15 * 60_000))
  await recheckPayouts()
  resetClock()
}

test(
  "a payout to a closed account fails, says why, and is made again to another account",
  { tag: "@any-window" },
  async ({ page, browser, signIn }) => {
    const nextHour = getPayoutHourBefore(new Date())
    const hour = getPayoutHourBefore(nextHour)
    const ending = String(Date.now()).slice(-6)
    const name = `김지급 ${ending}`
    const expert = await createExpert({ name })
    setClock(() => addDays(hour, -1))
    const order = await createBegunSafeOrder(undefined, { expert })
    await deliverPart(order)
    await completeWork(order.customer.actor, order.orderId)
    await approvePayee(expert.actor, { ...OWN_ACCOUNT, accountNumber: `33${ending}0000` })
    await makePayouts(hour)

    await signIn(page, expert)
    await page.goto("/expert-dashboard/money")
    await waitForHydration(page)
    await expect(page.getByText(/해지되었거나 입금할 수 없는 계좌/).first()).toBeVisible()
    await expectNoViolations(page)
    const office = await openAnotherWindow(browser, page)
    await signIn(office, await createPerson({ role: "admin" }))
    await office.goto("/admin/payouts?state=failed")
    await waitForHydration(office)
    const row = office.getByRole("main").getByRole("listitem").filter({ hasText: name })
    await expect(row.getByRole("button", { name: "다시 보내기" })).toBeVisible()
    await expectNoViolations(office)

    await approvePayee(expert.actor, { ...OWN_ACCOUNT, accountNumber: `33${ending}0001` })
    await makePayouts(nextHour)
    await page.reload()
    await expect(page.getByText(/에 보냈어요/).first()).toBeVisible()
    await expect(page.getByText(/해지되었거나 입금할 수 없는 계좌/)).toHaveCount(0)
    // Nothing is left to send again.
    await office.reload()
    await expect(row).toBeVisible()
    await expect(row.getByRole("button", { name: "다시 보내기" })).toHaveCount(0)
    await office.context().close()
  },
)
