/**
 * Signing in and out as a person lives it: what ends a session, what does not, and what is still there
 * afterwards.
 */
import { eq, isNotNull, sql } from "drizzle-orm"
import type { Browser, BrowserContext, Page } from "@playwright/test"
import { sessions } from "#app/areas/accounts/schema.server.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { isSupportOpen } from "#app/basics/support-hours.ts"
import { db } from "#app/platform/db.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { expect, expectNoViolations, waitForHydration, test } from "../setup/journey.ts"

// Here everything moves, as it does for most people.
test.use({ contextOptions: { reducedMotion: "no-preference" } })

const PASSWORD = "demo-1234!"
/** Two windows run at once; each has an account of its own. */
const emailOf = (project: string) => (project === "phone" ? "customer@demo.kr" : "shop@demo.kr")

async function signInByForm(page: Page, email: string, options: { kept?: boolean; returnTo?: string } = {}) {
  await page.goto(
    options.returnTo ? `/login?${new URLSearchParams({ returnTo: options.returnTo })}` : "/login",
  )
  await waitForHydration(page)
  await fillSignIn(page, email, options)
}
async function fillSignIn(page: Page, email: string, { kept = false } = {}) {
  // The address changes a moment before the screen does, which may have a field for an e-mail too.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("다시 만나서 반가워요")
  await page.getByLabel("이메일").fill(email)
  await page.getByLabel("비밀번호", { exact: true }).fill(PASSWORD)
  if (kept) await page.getByLabel("로그인 상태 유지").check()
  await page.getByRole("button", { name: "로그인", exact: true }).click()
  await page.waitForURL((url) => url.pathname !== "/login")
}

const logout = (page: Page) => page.getByRole("button", { name: "로그아웃" })

async function sessionOf(context: BrowserContext) {
  const token =
    decodeURIComponent(
      (await context.cookies()).find((cookie) => cookie.name === "baroildang.session_token")?.value ?? "",
    ).split(".")[0] ?? ""
  return (await db().select().from(sessions).where(eq(sessions.token, token)))[0]
}

const newWindow = (browser: Browser, page: Page, baseURL: string | undefined) =>
  browser.newContext({
    viewport: page.viewportSize(),
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    ...(baseURL ? { baseURL } : {}),
  })

test(
  "a reload, a link, a second tab and the back button keep one signed in; closing the last page signs out",
  { tag: "@any-window" },
  async ({ browser, page, baseURL }, { project }) => {
    const context = await newWindow(browser, page, baseURL)
    const first = await context.newPage()
    await first.goto("/login")
    await waitForHydration(first)
    await first.getByLabel("이메일").fill(emailOf(project.name))
    await first.getByLabel("비밀번호", { exact: true }).fill("wrong-password-1")
    await first.getByRole("button", { name: "로그인", exact: true }).click()
    await expect(first.getByText("이메일이나 비밀번호가 맞지 않아요", { exact: false })).toBeVisible()
    await expectNoViolations(first)
    await fillSignIn(first, emailOf(project.name))
    await expect(logout(first)).toBeVisible()

    await first.reload()
    await expect(logout(first)).toBeVisible()
    await first.goto("/experts")
    await first.goBack()
    await expect(logout(first)).toBeVisible()
    const second = await context.newPage()
    await second.goto("/experts")
    await waitForHydration(second)
    await second.close()
    await waitForHydration(first)
    // The page that stays takes back what the other one's going has begun.
    await expect.poll(async () => (await sessionOf(context))?.closingAt ?? null).toBeNull()

    await first.close()
    await expect.poll(async () => (await sessionOf(context))?.closingAt ?? null).not.toBeNull()
    const closed = await sessionOf(context)
    await db()
      .update(sessions)
      .set({ closingAt: new Date(Date.now() - 31_000) })
      .where(eq(sessions.id, closed?.id ?? ""))
    const later = await context.newPage()
    await later.goto("/my-info")
    await expect(later).toHaveURL(/\/login/)
    await context.close()
  },
)

test(
  "who wants to stay signed in stays so over closing",
  { tag: "@any-window" },
  async ({ browser, page, baseURL }, { project }) => {
    const context = await newWindow(browser, page, baseURL)
    const first = await context.newPage()
    await signInByForm(first, emailOf(project.name), { kept: true })
    await expect(logout(first)).toBeVisible()
    const kept = await sessionOf(context)
    expect([kept?.staysSignedIn, (kept?.expiresAt.getTime() ?? 0) - Date.now() > 29 * 86_400_000]).toEqual([
      true,
      true,
    ])
    await first.close()
    const later = await context.newPage()
    await later.goto("/my-info")
    await expect(later).toHaveURL(/\/my-info/)
    expect(
      await db()
        .select({ id: sessions.id })
        .from(sessions)
        .where(sql`${sessions.id} = ${kept?.id ?? ""}::uuid and ${isNotNull(sessions.closingAt)}`),
    ).toEqual([])
    await context.close()
  },
)

test(
  "what was typed when the session ended is there again after signing in",
  { tag: "@any-window" },
  async ({ page }, { project }) => {
    await signInByForm(page, emailOf(project.name), { returnTo: "/orders/new?category=moving" })
    await waitForHydration(page)
    const heading = page.getByRole("heading", { level: 1 })
    // The address changes a moment before the screen does.
    await expect(heading).not.toHaveText("다시 만나서 반가워요")
    const question = await heading.innerText()
    const answer = page.locator("main input[type=radio]").first()
    const said = await answer.getAttribute("value")
    await db()
      .delete(sessions)
      .where(eq(sessions.id, (await sessionOf(page.context()))?.id ?? ""))
    await answer.check()
    // Asking goes on without an account; who signs in again finds what was said since.
    await expect(heading).not.toHaveText(question)
    await signInByForm(page, emailOf(project.name), { returnTo: "/orders/new?category=moving&step=service" })
    await expect(heading).toHaveText(question)
    await expect(page.locator(`main input[value="${said}"]`)).toBeChecked()
  },
)

test(
  "the colour mode is there before anything of ours has loaded",
  { tag: "@any-window" },
  async ({ page }) => {
    await page.goto("/experts")
    await waitForHydration(page)
    // The radio itself is not to be seen: its sign is what one taps.
    await page
      .locator("label")
      .filter({ has: page.getByRole("radio", { name: "다크" }) })
      .first()
      .click()
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
    expect(await page.evaluate(() => localStorage.getItem("colorMode"))).toBe("dark")
    await page.emulateMedia({ colorScheme: "light" })
    await page.addInitScript(() => {
      addEventListener(
        "DOMContentLoaded",
        () => (document.documentElement.dataset.first = document.documentElement.dataset.theme ?? ""),
      )
    })
    await page.reload()
    await expect(page.locator("html")).toHaveAttribute("data-first", "dark")
    await waitForHydration(page)
    // The switch is at the foot, where the bar of a phone lies over what scrolls beneath it.
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }))
    await expectNoViolations(page)
  },
)

test("a new screen begins at its top, and back returns to where one was", async ({ page }) => {
  await page.goto("/experts")
  await waitForHydration(page)
  const link = page.locator("main a[href^='/expert/']").nth(7)
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(100)
  await link.click()
  await expect(page).toHaveURL(/\/expert\//)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/experts$/)
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(120)
})

test("the footer says whether somebody answers the phone now", { tag: "@any-window" }, async ({ page }) => {
  await page.goto("/sitemap")
  await expect(
    page
      .getByRole("contentinfo")
      .getByText(isSupportOpen(new Date()) ? "지금 상담 가능" : "지금은 상담 시간이 아니에요"),
  ).toBeVisible()
})

test("axe finds nothing on what comes of a wrong turn, nor in a dialog of the back office", async ({
  page,
  signIn,
}) => {
  for (const path of ["/verify-email?token=nothing", "/login?error=social", "/nothing-is-here"]) {
    await page.goto(path)
    await waitForHydration(page)
    await expectNoViolations(page)
  }
  await signIn(page, { role: "admin", name: "서지훈" })
  await page.goto("/admin/reviews")
  await page.locator("main table a").first().click()
  await expect(page).toHaveURL(/\/admin\/reviews\/.+/)
  await waitForHydration(page)
  await page.getByRole("button", { name: "후기 삭제하기" }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await expectNoViolations(page)
})

/** The address of the newest link to `path` that `email` was sent. */
async function linkTo(email: string, path: string): Promise<string> {
  const find = async () =>
    (await listNewestMessages(10, email))
      .map((mail) => new RegExp(`/${path}\\?\\S+`).exec(mail.body)?.[0])
      .find((link) => link !== undefined)
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ""
}

test(
  "a change of e-mail asks for the password, and its owner takes it back in another browser",
  { tag: "@any-window" },
  async ({ browser, page, signIn, baseURL }) => {
    const person = await signIn(page)
    const [moved, secret] = [`moved-${person.actor.userId}@example.kr`, "bright-river-99"]
    await setPassword(db(), person.actor.userId, await hashPassword("quiet-lamp-77"))
    await page.goto("/my-info/profile")
    await waitForHydration(page)
    const form = page.locator("#email")
    await form.getByLabel("새 이메일").fill(moved)
    await form.getByRole("button", { name: "확인 메일 받기" }).click()
    await expect(form.getByText("지금 비밀번호를 다시 확인해 주세요", { exact: false })).toBeVisible()
    await expect(form.getByLabel("새 이메일")).toHaveValue(moved)
    await expectNoViolations(page)
    await form.getByLabel("지금 비밀번호").fill("quiet-lamp-77")
    await form.getByRole("button", { name: "확인 메일 받기" }).click()
    await page.goto(await linkTo(moved, "verify-email"))
    await page.getByRole("button", { name: "등록하기" }).click()
    await expect(form.getByText(moved)).toBeVisible()

    const elsewhere = await newWindow(browser, page, baseURL)
    const owner = await elsewhere.newPage()
    await owner.goto(await linkTo(person.actor.email, "undo-change"))
    await waitForHydration(owner)
    await expectNoViolations(owner)
    await owner.getByRole("button", { name: "되돌리기" }).click()
    await expect(owner.getByRole("heading", { name: "새 비밀번호를 정해 주세요" })).toBeVisible()
    await owner.getByLabel("새 비밀번호").fill(secret)
    await owner.getByRole("button", { name: "비밀번호 바꾸기" }).click()
    await expect(logout(owner)).toBeVisible()
    await owner.goto("/my-info/profile")
    await expect(owner.locator("#email").getByText(person.actor.email)).toBeVisible()
    await elsewhere.close()
    // The other browser is out at once.
    await expect(page.getByRole("link", { name: "로그인", exact: true }).first()).toBeVisible()
  },
)

test(
  "who wanted to stay signed in is not signed out by an open page",
  { tag: "@any-window" },
  async ({ page, signIn, context }) => {
    await page.clock.install()
    await signIn(page)
    const session = await sessionOf(context)
    await db()
      .update(sessions)
      .set({ staysSignedIn: true, expiresAt: new Date(Date.now() + 30 * 86_400_000) })
      .where(eq(sessions.id, session?.id ?? ""))
    await page.goto("/notices")
    await waitForHydration(page)
    await page.clock.fastForward("09:00:00")
    await page.clock.runFor("00:02:00")
    await expect(logout(page)).toBeVisible()
    expect(await sessionOf(context)).toBeDefined()
  },
)

test(
  "before a session ends by time there is a warning, and after it everything typed is there again",
  { tag: "@any-window" },
  async ({ page, context }, { project }) => {
    await page.clock.install()
    await signInByForm(page, emailOf(project.name), { returnTo: "/contact" })
    await expect(page).toHaveURL("/contact")
    const readExpiry = () => page.evaluate(() => Number(localStorage.getItem("sessionExpiryTime")))
    await expect.poll(readExpiry).toBeGreaterThan(0)
    const expiry = await readExpiry()
    await page.reload()
    await expect.poll(readExpiry).toBeGreaterThan(expiry)
    const warning = page.getByRole("alertdialog")
    await page.clock.fastForward("00:56:00")
    await page.clock.runFor("00:01:01")
    await expect(warning).toContainText("곧 자동으로 로그아웃돼요")
    await expectNoViolations(page)
    await warning.getByRole("button", { name: "계속하기" }).click()
    await expect(warning).toBeHidden()
    await page.clock.fastForward("00:50:00")
    await page.clock.runFor("00:01:01")
    await expect(warning).toBeHidden()

    const words = page.locator("main textarea").first()
    await words.fill("문의하려던 내용이에요. 다시 쓰고 싶지 않아요.")
    await page.clock.fastForward("01:05:00")
    await page.clock.runFor("00:01:01")
    await expect(page).toHaveURL(/\/login\?reason=time&returnTo=%2Fcontact/)
    await expect(page.locator("main").getByRole("status")).toContainText(
      "보안을 위해 자동으로 로그아웃됐어요",
    )
    expect(await sessionOf(context)).toBeUndefined()
    await fillSignIn(page, emailOf(project.name))
    await expect(page).toHaveURL("/contact")
    await expect(words).toHaveValue("문의하려던 내용이에요. 다시 쓰고 싶지 않아요.")
  },
)

test(
  "the thirtieth day of a kept session ends it after a warning, and one signs in again where one was",
  { tag: "@any-window" },
  async ({ page, context }, { project }) => {
    await page.clock.install()
    await signInByForm(page, emailOf(project.name), { returnTo: "/contact" })
    await expect(page).toHaveURL("/contact")
    const session = await sessionOf(context)
    await db()
      .update(sessions)
      .set({ staysSignedIn: true, expiresAt: new Date(Date.now() + 15 * 60_000) })
      .where(eq(sessions.id, session?.id ?? ""))
    await page.reload()
    await waitForHydration(page)
    const words = page.locator("main textarea").first()
    await words.fill("문의하려던 내용이에요. 다시 쓰고 싶지 않아요.")
    const warning = page.getByRole("alertdialog")
    await expect(warning).toBeHidden()
    await page.clock.fastForward("00:05:01")
    await expect(warning).toContainText("30일이 되어")
    await expectNoViolations(page)
    await warning.getByRole("button", { name: "나중에" }).click()
    await expect(warning).toBeHidden()
    const logouts: string[] = []
    page.on("request", (request) => void (request.url().endsWith("/logout") && logouts.push(request.url())))
    // On a slow phone the address is there a second before the screen, and the stream's word between them.
    await page.evaluate(() => {
      const pushState = history.pushState.bind(history)
      history.pushState = (...entry) => {
        pushState(...entry)
        const until = performance.now() + 2_000
        while (performance.now() < until);
      }
    })
    await page.clock.fastForward("00:10:01")
    await expect(page).toHaveURL(/\/login\?reason=time&returnTo=%2Fcontact/)
    await fillSignIn(page, emailOf(project.name))
    expect(logouts).toHaveLength(1)
    await expect(page).toHaveURL("/contact")
    await expect(words).toHaveValue("문의하려던 내용이에요. 다시 쓰고 싶지 않아요.")
  },
)
