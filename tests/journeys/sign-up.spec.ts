/** Signing up step by step, and where the cursor is when a code is asked for. */
import type { Page } from "@playwright/test"
import { createPerson, createSecondFactor } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()
const codeField = (page: Page) => page.getByLabel("인증번호", { exact: true })

async function readCode(email: string): Promise<string> {
  const find = async () => /인증번호:? (\d{6})/.exec((await listNewestMessages(1, email))[0]?.body ?? "")?.[1]
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ""
}

test("one signs up step by step, Back leads through it, and what is mended is no longer wrong", async ({
  page,
}) => {
  const email = `new-${newId()}@example.kr`
  await page.clock.install()
  await page.goto("/signup")
  await waitForHydration(page)
  await page.getByLabel("이메일").fill(email)
  await press(page, "인증번호 받기")
  await expect(codeField(page)).toBeFocused()
  const code = await readCode(email)
  await page.goBack()
  await expect(page.getByLabel("이메일")).toHaveValue(email)
  await page.goForward()
  await codeField(page).fill(code === "111111" ? "222222" : "111111")
  await press(page, "확인하기")
  const wrong = page.getByText("인증번호가 맞지 않아요.", { exact: false })
  await expect(wrong).toBeVisible()
  // The mails that are shown where none are sent are read once more, a moment after the page came.
  await page.clock.runFor(1_000)
  await expect(wrong).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await codeField(page).fill(code)
  await press(page, "확인하기")

  await page.getByLabel("이름", { exact: true }).fill("김새롬")
  await press(page, "다음")
  await page.getByLabel("휴대폰 번호").fill("01012345678")
  await page.getByLabel("시·도").selectOption({ label: "서울특별시" })
  await page.getByLabel("시·군·구").selectOption({ label: "강남구" })
  await press(page, "다음")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("비밀번호를 정해 주세요")
  await page.goBack()
  await expect(page.getByLabel("휴대폰 번호")).toHaveValue("010-1234-5678")
  await page.goForward()
  await page.getByLabel("비밀번호", { exact: true }).fill("quiet-lamp-77")
  await press(page, "다음")
  await press(page, "가입하기")
  const missing = page.getByText("이용약관에 동의해 주세요.")
  await expect(missing).toBeVisible()
  await page.getByRole("checkbox", { name: "전체 동의" }).check()
  await expect(missing).toBeHidden()
  await expectNoViolations(page)
  await press(page, "가입하기")
  await expect(page.getByText("가입을 마쳤어요. 반가워요!")).toBeVisible()
})

test("the second step of a sign-in has the cursor in its field", { tag: "@any-window" }, async ({ page }) => {
  const { actor } = await createPerson()
  await setPassword(db(), actor.userId, await hashPassword("quiet-lamp-77"))
  await createSecondFactor(actor.userId)
  await page.goto("/login")
  await waitForHydration(page)
  await page.getByLabel("이메일").fill(actor.email)
  await page.getByLabel("비밀번호", { exact: true }).fill("quiet-lamp-77")
  await press(page, "로그인")
  await expect(page).toHaveURL(/\/login\/code/)
  await expect(page.locator("main input[name=code]")).toBeFocused()
})
