/** An administrator in production: no office without a second factor, and codes for a lost phone. */
import { base32 } from "@better-auth/utils/base32"
import { createOTP } from "@better-auth/utils/otp"
import type { Page } from "@playwright/test"
import { createPerson, createSecondFactor } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { db } from "#app/platform/db.server.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../../setup/journey.ts"

const PASSWORD = "office-1234!"

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/login?returnTo=%2Fadmin%2Forders")
  await waitForHydration(page)
  await page.getByLabel("이메일").fill(email)
  await page.getByLabel("비밀번호", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "로그인", exact: true }).click()
}

test(
  "the office opens with a second factor alone, and a recovery code stands in for the phone once",
  { tag: "@any-window" },
  async ({ page }) => {
    const { actor } = await createPerson({ role: "admin", name: "운영자" })
    await setPassword(db(), actor.userId, await hashPassword(PASSWORD))
    await signIn(page, actor.email)
    await expect(page).toHaveURL(/\/my-info\/second-factor/)
    await waitForHydration(page)
    await expectNoViolations(page)
    await page.getByLabel("지금 비밀번호").fill(PASSWORD)
    await page.getByRole("button", { name: "켜기", exact: true }).click()
    const code = page.getByLabel("인증 숫자")
    await expect(code).toBeVisible()
    await expectNoViolations(page)
    const shown = await page.locator("main").innerText()
    const [recoveryCode = ""] = shown.match(/\d{5}-\d{5}/g) ?? []
    const key = /[A-Z2-7]{4}(?: [A-Z2-7]{2,4})+/.exec(shown)?.[0].replaceAll(" ", "") ?? ""
    const otp = createOTP(new TextDecoder().decode(base32.decode(key)))
    // What is not confirmed yet opens nothing.
    await page.goto("/admin/orders")
    await expect(page).toHaveURL(/\/my-info\/second-factor/)
    await waitForHydration(page)
    await code.fill(await otp.totp())
    await page.getByRole("button", { name: "확인하고 켜기" }).click()
    await expect(page.getByText("2단계 인증이 켜져 있어요")).toBeVisible()
    await page.goto("/admin/orders")
    await expect(page).toHaveURL("/admin/orders")

    for (const isUsed of [false, true]) {
      await page.context().clearCookies()
      await signIn(page, actor.email)
      await expect(page).toHaveURL(/\/login\/code/)
      await waitForHydration(page)
      await page.getByLabel("인증 숫자").fill(recoveryCode)
      await page.getByRole("button", { name: "로그인", exact: true }).click()
      if (isUsed) await expect(page.getByText("숫자가 맞지 않아요", { exact: false })).toBeVisible()
      else await expect(page).toHaveURL("/admin/orders")
    }
  },
)

test(
  "an administrator gets new recovery codes, and moves to another phone with one of them",
  { tag: "@any-window" },
  async ({ page }) => {
    const { actor } = await createPerson({ role: "admin", name: "운영자" })
    await setPassword(db(), actor.userId, await hashPassword(PASSWORD))
    const secret = await createSecondFactor(actor.userId)
    await signIn(page, actor.email)
    await page.getByLabel("인증 숫자").fill(await createOTP(secret).totp())
    await page.getByRole("button", { name: "로그인", exact: true }).click()
    await expect(page).toHaveURL("/admin/orders")
    await page.goto("/my-info/second-factor")
    await waitForHydration(page)
    const codes = page.getByRole("region", { name: "복구 코드" })
    await codes.getByLabel("지금 비밀번호").fill(PASSWORD)
    await codes.getByRole("button", { name: "복구 코드 새로 받기" }).click()
    await expect(codes.getByRole("listitem")).toHaveCount(10)
    await expectNoViolations(page)
    const recoveryCode = await codes.getByRole("listitem").first().innerText()

    const off = page.getByRole("region", { name: "끄기" })
    await off.getByLabel("지금 비밀번호").fill(PASSWORD)
    await off.getByRole("button", { name: "2단계 인증 끄기" }).click()
    await expect(off.getByText("인증 숫자를 입력해 주세요.")).toBeVisible()
    await off.getByLabel("지금 비밀번호").fill(PASSWORD)
    await off.getByLabel("인증 숫자").fill(recoveryCode)
    await off.getByRole("button", { name: "2단계 인증 끄기" }).click()
    await expect(page.getByRole("button", { name: "켜기", exact: true })).toBeVisible()
    await page.goto("/admin/orders")
    await expect(page).toHaveURL(/\/my-info\/second-factor/)
  },
)
