/** An expert whose work was confirmed tells where to be paid, and reads where the money is. */
import { createBegunSafeOrder, deliverPart } from "#app/areas/orders/fixtures.ts"
import { completeWork } from "#app/areas/orders/service/work.server.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

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
