/**
 * News arrives in the middle of writing: nothing typed is lost, no sentence beside a field goes, the keyboard
 * stays where it was.
 */
import type { Page } from "@playwright/test"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createOpenOrder, createOrderInState } from "#app/areas/orders/fixtures.ts"
import { expect, expectLiveUpdate, waitForHydration, test } from "../setup/journey.ts"

/** Everything on the form, the sentences beside its fields, and where the keyboard is. */
const written = (page: Page) =>
  page.evaluate(() => ({
    fields: [
      ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
        "main input:not([type=hidden], [type=file]), main textarea, main select",
      ),
    ].map((field) =>
      field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox")
        ? field.checked
        : field.value,
    ),
    sentences: [...document.querySelectorAll("main [id$=-error]")].map((sentence) => sentence.textContent),
    keyboard: document.activeElement?.getAttribute("name"),
  }))

/** An answer that stands on the screen, a refusal above all, makes the look wait. */
async function keepsThrough(page: Page, person: Person, refused: boolean, looks = !refused): Promise<void> {
  const before = await written(page)
  expect(before.sentences.length > 0).toBe(refused)
  await expectLiveUpdate(page, person, { reloads: looks })
  expect(await written(page)).toEqual(before)
}

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await waitForHydration(page)
}

test(
  "the request flow keeps what is typed and the sentence that refused it",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    const person = await signIn(page)
    await open(page, "/orders/new?category=repair")
    const heading = page.getByRole("heading", { level: 1 })
    for (let asked = 0; asked < 10 && (await heading.innerText()) !== "어디에서 작업하나요?"; asked += 1) {
      const question = await heading.innerText()
      const box = page.locator("main input[type=checkbox]").first()
      await page
        .locator("main input[type=radio], main input[type=checkbox]")
        .first()
        .waitFor({ state: "attached" })
      if (await box.count()) {
        await box.check()
        await keepsThrough(page, person, false)
        await page.getByRole("button", { name: "다음" }).click()
      } else await page.locator("main input[type=radio]").first().click()
      await expect(heading).not.toHaveText(question)
    }
    await page.getByRole("button", { name: "다음" }).click()
    await expect(heading).toHaveText("언제 하면 좋을까요?")
    await page.getByRole("button", { name: "다음" }).click()
    await expect(page.getByText("희망 날짜를 골라 주세요.").first()).toBeVisible()
    await keepsThrough(page, person, true)
    await page.locator("input[name=schedule][value=soon]").click()
    await page.getByRole("button", { name: "다음" }).click()
    await expect(heading).toHaveText("예산은 얼마쯤 생각하세요?")
    await page.getByLabel("예산").pressSequentially("450000")
    await keepsThrough(page, person, false)
    await page.getByRole("button", { name: "다음" }).click()
    await page.getByRole("button", { name: "건너뛰기" }).click()
    await page.getByLabel("요청 제목").fill("")
    await page.getByLabel("자세한 설명").pressSequentially("싱크대 아래에서 물이")
    await keepsThrough(page, person, false)
  },
)

test(
  "the phone's code, the review and the proposal do so too",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    const { customer, expert } = await createOrderInState("completed", {
      customer: await createPerson(),
      expert: await createExpert(),
    })
    await signIn(page, customer)
    await open(page, "/my-info/profile")
    await page.locator("#phone input[name=phone]").fill("010-9876-1234")
    await page.getByRole("button", { name: "인증번호 받기" }).click()
    const code = page.getByLabel("인증번호", { exact: true })
    await code.pressSequentially("123")
    await keepsThrough(page, customer, false)
    await code.fill("12")
    await page.getByRole("button", { name: "인증하기" }).click()
    await expect(page.locator("main [id$=-error]").first()).toBeVisible()
    await keepsThrough(page, customer, true)

    await open(page, `/rating/${expert.expertId}`)
    await page.getByLabel("후기", { exact: true }).pressSequentially("꼼꼼하게 해 주")
    await keepsThrough(page, customer, false)
    await page.getByRole("button", { name: "후기 올리기" }).click()
    await expect(page.getByText("전체 평점을 골라 주세요.")).toBeVisible()
    await page.getByLabel("후기", { exact: true }).fill("꼼꼼하게 해 주셨어요. 다음에도")
    await keepsThrough(page, customer, true)

    const orderId = await createOpenOrder((await createPerson()).actor)
    await signIn(page, expert)
    await open(page, `/orders/${orderId}/propose`)
    await page.getByLabel("항목 이름").first().pressSequentially("배관 교")
    await keepsThrough(page, expert, false)
    await page.getByRole("button", { name: "미리보기" }).last().click()
    await expect(page.locator("main [id$=-error]").first()).toBeVisible()
    await page.getByLabel("항목 이름").first().pressSequentially("체 한 곳")
    await keepsThrough(page, expert, true)
  },
)

test(
  "each question of a request begins with its words in sight",
  { tag: "@phone" },
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 320, height: 420 })
    await signIn(page)
    await page.goto("/orders/new?category=repair&service=leak")
    await waitForHydration(page)
    const heading = page.getByRole("heading", { level: 1 })
    const question = await heading.innerText()
    const last = page.locator("main label", { has: page.locator("input[type=radio]") }).last()
    await last.scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(heading).not.toBeInViewport()
    await last.click()
    await expect(heading).not.toHaveText(question)
    await expect(heading).toBeInViewport()
  },
)
