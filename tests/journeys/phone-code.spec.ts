/** Signing in by a code to one's phone, and finding the account that a number has. */
import { eq } from "drizzle-orm"
import type { Page } from "@playwright/test"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { profiles, signInCodes } from "#app/areas/accounts/schema.server.ts"
import { db } from "#app/platform/db.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

/** Somebody whose number was checked. */
async function createOwner() {
  const { actor } = await createPerson()
  const phone = `+8210${String(Date.now()).slice(-8)}`
  await db()
    .update(profiles)
    .set({ phone, phoneVerifiedAt: new Date() })
    .where(eq(profiles.userId, actor.userId))
  return { email: actor.email, phone }
}

async function askForCode(page: Page, phone: string): Promise<void> {
  await page.goto("/login/phone?returnTo=%2Fnotices")
  await waitForHydration(page)
  await page.getByLabel("휴대폰 번호").fill(phone.replace("+82", "0"))
  await page.getByRole("button", { name: "인증번호 받기" }).click()
  await expect(codeField(page)).toBeVisible()
}
const codeField = (page: Page) => page.getByLabel("인증번호", { exact: true })
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

/** In how many seconds a code may be asked for again. */
async function readWait(page: Page): Promise<number> {
  const text = await page.getByRole("button", { name: "인증번호 다시 받기" }).innerText()
  const [, minutes, seconds] = /(\d):(\d\d)/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

async function readCode(phone: string): Promise<string> {
  const find = async () => /인증번호 (\d{6})/.exec((await listNewestMessages(1, phone))[0]?.body ?? "")?.[1]
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ""
}

test("a wrong code is told beside its field, the right one signs in", async ({ page }) => {
  const { phone } = await createOwner()
  await askForCode(page, phone)
  await expect(codeField(page)).toBeFocused()
  const code = await readCode(phone)
  await codeField(page).fill(code === "111111" ? "222222" : "111111")
  await expect.poll(() => readWait(page)).toBeLessThan(58)
  await press(page, "로그인")
  await expect(page.getByText("인증번호가 맞지 않아요. 2번 더 입력할 수 있어요.")).toBeVisible()
  // The time until the next code goes on; it does not begin anew.
  expect(await readWait(page)).toBeLessThan(58)
  await expect(codeField(page)).toBeFocused()
  await expectNoViolations(page)
  // As it is copied out of the message.
  const words = `인증번호 ${code}를`
  await codeField(page).fill("")
  await page.keyboard.insertText(words)
  await press(page, "로그인")
  await expect(page).toHaveURL("/notices")
  await expect(page.getByRole("button", { name: "로그아웃" })).toBeVisible()
})

test("who forgot the e-mail finds it by the phone, and signs in where they wanted to go", async ({
  page,
}) => {
  const { email, phone } = await createOwner()
  await page.goto("/login?returnTo=%2Fnotices")
  await waitForHydration(page)
  await page.getByRole("link", { name: "아이디 찾기" }).click()
  await expect(page.getByRole("heading", { name: "아이디 찾기" })).toBeAttached()
  await page.getByLabel("휴대폰 번호").fill(phone.replace("+82", "0"))
  await press(page, "인증번호 받기")
  await expect(codeField(page)).toBeFocused()
  await expectNoViolations(page)
  const code = await readCode(phone)
  await codeField(page).fill(code === "111111" ? "222222" : "111111")
  await press(page, "아이디 찾기")
  await expect(page.getByText("인증번호가 맞지 않아요. 2번 더 입력할 수 있어요.")).toBeVisible()
  await codeField(page).fill(code)
  await press(page, "아이디 찾기")
  await expect(page.locator("main output", { hasText: "가입한 이메일" })).toContainText(
    `${email.slice(0, 2)}*`,
  )
  await expectNoViolations(page)
  await page.getByRole("link", { name: "로그인하기" }).click()
  await expect(page).toHaveURL("/login?returnTo=%2Fnotices")
})

test(
  "a code that ran out says so, while one looks and when it is sent all the same",
  { tag: "@any-window" },
  async ({ page }) => {
    const { phone } = await createOwner()
    await page.clock.install()
    await askForCode(page, phone)
    const code = await readCode(phone)
    await db()
      .update(signInCodes)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(signInCodes.phone, phone))
    await codeField(page).fill(code)
    await press(page, "로그인")
    await expect(page.getByText("인증번호를 더 쓸 수 없어요. 다시 받아 주세요.")).toBeVisible()
    await page.clock.fastForward("05:01")
    await expect(page.getByText("인증번호를 쓸 수 있는 시간이 지났어요. 다시 받아 주세요.")).toBeVisible()
    await expect(codeField(page)).toHaveCount(0)
    await expectNoViolations(page)
  },
)
