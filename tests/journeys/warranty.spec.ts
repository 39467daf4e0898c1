/** A defect of finished work, as its two people and an administrator live it. */
import { type Page } from "@playwright/test"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"
import { createPhoto, openAnotherWindow } from "../setup/paying.ts"

async function openOrder(page: Page, orderId: string): Promise<void> {
  await page.goto(`/orders/${orderId}`)
  await waitForHydration(page)
}

async function claim(page: Page, details: string): Promise<void> {
  await page.getByRole("button", { name: "하자 접수하기" }).click()
  const sheet = page.getByRole("dialog")
  await sheet.getByLabel("하자 내용").fill("들떴어요")
  await sheet.getByRole("button", { name: "접수하기" }).click()
  await expect(sheet.getByText(/하자 사진을 1개 이상|하자 사진.*올려/).first()).toBeVisible()
  await sheet.getByLabel("하자 사진 고르기").setInputFiles([await createPhoto("하자.jpg", 90)])
  await expect(sheet.locator("input[name='pictureIds[]']")).toHaveCount(1)
  await sheet.getByLabel("하자 내용").fill(details)
  await sheet.getByRole("button", { name: "접수하기" }).click()
  await expect(page.getByRole("heading", { name: "전문가의 답을 기다리고 있어요" })).toBeVisible()
}

test("a defect is reported, a visit agreed on, repaired and confirmed", async ({ page, browser, signIn }) => {
  const { orderId, customer, expert: worker } = await createOrderInState("completed")
  await signIn(page, customer)
  await openOrder(page, orderId)
  await expectNoViolations(page)
  const expert = await openAnotherWindow(browser, page)
  await signIn(expert, worker)
  await openOrder(expert, orderId)
  await claim(page, "안방 창가 쪽 벽지가 10cm쯤 들떴어요.")

  // The other's page moves on by itself.
  await expert.getByRole("button", { name: "방문할 날 알리기" }).click()
  const visit = expert.getByRole("dialog")
  await visit.getByLabel("방문할 날").fill(addDays(toKstDateString(new Date()), 2))
  await visit.getByLabel("고객에게 전할 말").fill("오전 10시쯤 찾아뵐게요.")
  await visit.getByRole("button", { name: "고객에게 알리기" }).click()
  await expect(page.getByRole("heading", { name: /온대요/ })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole("button", { name: "그날 만나기" }).click()

  await expert.getByRole("button", { name: "보수 결과 보내기" }).click()
  const repair = expert.getByRole("dialog")
  await repair.getByLabel("보수 후 사진 고르기").setInputFiles([await createPhoto("보수.jpg", 40)])
  await expect(repair.locator("input[name='pictureIds[]']")).toHaveCount(1)
  await repair.getByLabel("보수한 내용").fill("들뜬 곳을 다시 붙였어요.")
  await repair.getByRole("button", { name: "고객에게 보내기" }).click()
  await expect(expert.getByRole("heading", { name: "고객의 확인을 기다리고 있어요" })).toBeVisible()
  await expectNoViolations(expert)

  await expect(page.getByText("들뜬 곳을 다시 붙였어요.").first()).toBeVisible()
  await page.getByRole("button", { name: "확인했어요" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "확인했어요" }).click()
  await expect(page.getByRole("button", { name: "하자 접수하기" })).toBeVisible()
  await expert.context().close()
})

test(
  "a refused claim goes to an administrator, who orders the repair",
  { tag: "@any-window" },
  async ({ page, browser, signIn }) => {
    const { orderId, customer, expert: worker } = await createOrderInState("completed")
    await signIn(page, customer)
    await openOrder(page, orderId)
    await claim(page, "책상 옆 벽지가 부풀어 올랐어요.")
    const expert = await openAnotherWindow(browser, page)
    await signIn(expert, worker)
    await openOrder(expert, orderId)
    await expectNoViolations(expert)
    await expert.getByRole("button", { name: "거절하기" }).click()
    const refusal = expert.getByRole("dialog")
    await refusal.getByLabel("거절하는 이유").fill("환기를 하지 않아 생긴 결로예요.")
    await refusal.getByRole("button", { name: "거절하기" }).click()
    await expect(expert.getByText("하자 접수를 거절했어요").first()).toBeVisible()

    await page.getByRole("button", { name: "운영팀에 검토 요청하기" }).click()
    const request = page.getByRole("dialog")
    await request.getByLabel("내용").fill("견적서의 단열 초배를 하지 않았어요.")
    await request.getByRole("button", { name: "요청하기" }).click()
    await expect(page.getByRole("heading", { name: "운영팀이 살펴보고 있어요" })).toBeVisible()

    const office = await openAnotherWindow(browser, page)
    await signIn(office, await createPerson({ role: "admin" }))
    await office.goto("/admin/warranties")
    await waitForHydration(office)
    await expectNoViolations(office)
    await office.locator(`a[href^="/admin/orders/${orderId}"]`).click()
    await office.getByRole("button", { name: "하자보수 정하기" }).click()
    const decision = office.getByRole("dialog")
    await decision.getByText("보수해야 해요").click()
    await decision.getByLabel("이유").fill("단열 초배는 견적서에 포함된 작업이에요.")
    await decision.getByRole("button", { name: "정하기" }).click()
    await expect(office.getByText("하자보수를 정했어요").first()).toBeVisible()
    await expectNoViolations(office)
    await expect(expert.getByRole("button", { name: "방문할 날 알리기" })).toBeVisible()
    await office.context().close()
    await expert.context().close()
  },
)
