/** A passkey as a person lives it, with a device that Chromium plays. */
import type { Page } from "@playwright/test"
import { expect, expectNoViolations, waitForHydration, test } from "../setup/journey.ts"

/** Gives the browser of `page` a device that looks who is there. Returns how its answer is decided. */
async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send("WebAuthn.enable")
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return (isUserVerified: boolean) =>
    client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })
}

test(
  "a passkey is made on this device and signs in without a password; a finger that does not fit is told so",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    const look = await addDevice(page)
    await signIn(page)
    await page.goto("/my-info/passkeys")
    await waitForHydration(page)
    // Nobody who signed in just now is asked for a password that they do not have.
    await page.getByRole("button", { name: "계속하기" }).click()
    await page.getByLabel("이름").fill("")
    await look(false)
    await page.getByRole("button", { name: "이 기기에 패스키 만들기" }).click()
    await expect(page.getByText("패스키를 만들지 못했어요")).toBeVisible()
    await look(true)
    await page.getByRole("button", { name: "이 기기에 패스키 만들기" }).click()
    await expect(page.getByText("패스키를 추가했어요")).toBeVisible()
    // One without a name is called by the device.
    await expect(page.getByRole("listitem").filter({ hasText: "크롬" })).toBeVisible()
    await expectNoViolations(page)

    await page.context().clearCookies()
    await page.goto("/login?returnTo=%2Fmy-info%2Fpasskeys")
    await waitForHydration(page)
    await look(false)
    await page.getByRole("button", { name: "패스키로 로그인" }).click()
    await expect(page.getByText("패스키로 로그인하지 못했어요", { exact: false })).toBeVisible()
    await expectNoViolations(page)
    await look(true)
    await page.getByRole("button", { name: "패스키로 로그인" }).click()
    await expect(page).toHaveURL("/my-info/passkeys")
    await expect(page.getByText("방금 전 로그인")).toBeVisible()

    await waitForHydration(page)
    await page.getByText("이름 바꾸기·지우기").click()
    await page.getByRole("button", { name: "패스키 지우기" }).click()
    await expect(page.getByText("패스키를 지웠어요")).toBeVisible()
    await page.context().clearCookies()
    await page.goto("/login")
    await waitForHydration(page)
    await page.getByRole("button", { name: "패스키로 로그인" }).click()
    await expect(page.getByText("등록되지 않았거나 지운 패스키예요", { exact: false })).toBeVisible()
  },
)
