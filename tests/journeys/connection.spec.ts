/** What happens to forms, screens and the way out while the connection is gone, and when it is back. */
import { eq } from "drizzle-orm"
import type { Page } from "@playwright/test"
import { profiles, sessions } from "#app/areas/accounts/schema.server.ts"
import { tickets } from "#app/areas/content/schema.server.ts"
import { db } from "#app/platform/db.server.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

const bar = (page: Page) => page.locator("[data-connection]")
const nameField = (page: Page) => page.getByRole("textbox", { name: /이름|닉네임/ }).first()

async function readName(userId: string): Promise<string | undefined> {
  const [profile] = await db()
    .select({ name: profiles.legalName })
    .from(profiles)
    .where(eq(profiles.userId, userId))
  return profile?.name
}

const countSessions = async (userId: string) =>
  (await db().select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))).length

test(
  "a form sent without a connection keeps its words and is sent when it is back",
  { tag: "@phone" },
  async ({ page, signIn }) => {
    const person = await signIn(page)
    await page.goto("/my-info/profile")
    await waitForHydration(page)
    await nameField(page).fill("김바로")
    await page.context().setOffline(true)
    await expect(bar(page)).toContainText("마지막으로 본 내용이에요")
    await nameField(page).press("Enter")
    await expect(bar(page)).toHaveText("인터넷 연결이 끊겼어요 · 연결되면 다시 보내기")
    await expect(nameField(page)).toHaveValue("김바로")
    await expectNoViolations(page)
    expect(await readName(person.actor.userId)).not.toBe("김바로")
    await page.context().setOffline(false)
    await expect(bar(page)).toHaveCount(0)
    await expect.poll(() => readName(person.actor.userId)).toBe("김바로")
    await expect(nameField(page)).toHaveValue("김바로")
  },
)

test(
  "a form whose answer was lost is done once and answered again",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    const person = await signIn(page)
    await page.goto("/contact")
    await waitForHydration(page)
    const keys: (string | undefined)[] = []
    const statuses: number[] = []
    await page.route("**/*.data", async (route) => {
      if (route.request().method() !== "POST") return route.continue()
      keys.push(route.request().headers()["idempotency-key"])
      const answer = await route.fetch({ maxRedirects: 0 })
      statuses.push(answer.status())
      return keys.length === 1 ? route.abort("failed") : route.fulfill({ response: answer })
    })
    await page.getByLabel("문의 종류").selectOption({ index: 1 })
    await page.getByLabel("제목").fill("연결이 끊긴 문의")
    await page.getByLabel(/내용/).fill("보내는 중에 연결이 끊겼어요. 한 번만 접수돼야 해요.")
    await page.getByLabel("(필수) 개인정보 수집·이용에 동의해요").check()
    await page.getByRole("button", { name: "문의 보내기" }).click()
    await expect(bar(page)).toContainText("연결되면 다시 보내기")
    await page.getByRole("button", { name: "연결되면 다시 보내기" }).click()
    await expect.poll(() => statuses.length).toBe(2)
    expect(keys[0]).toBe(keys[1])
    expect(statuses[0]).toBe(statuses[1])
    await expect(bar(page)).toHaveCount(0)
    await expect(page.getByLabel("제목")).toHaveCount(0)
    const made = await db().select().from(tickets).where(eq(tickets.userId, person.actor.userId))
    expect(made).toHaveLength(1)
  },
)

test(
  "the sentences of a refused form stay where the connection comes back meanwhile",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    await signIn(page)
    await page.goto("/contact")
    await waitForHydration(page)
    await page.getByRole("button", { name: "문의 보내기" }).click()
    const problem = page.getByText("제목을 입력해 주세요.")
    await expect(problem).toBeVisible()
    const reads: string[] = []
    page.on("request", (request) => {
      if (request.method() === "GET" && request.url().includes("/contact.data")) reads.push(request.url())
    })
    await page.context().setOffline(true)
    await expect(bar(page)).toContainText("마지막으로 본 내용이에요")
    await page.context().setOffline(false)
    await expect(bar(page)).toHaveCount(0)
    // What the page does when the bar goes it has begun by then.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    expect(reads).toEqual([])
    await expect(problem).toBeVisible()
  },
)

test(
  "a logout without a connection says that it is not done, and is done when the connection is back",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    const person = await signIn(page)
    await page.goto("/")
    await waitForHydration(page)
    await page.context().setOffline(true)
    await page.getByRole("button", { name: "로그아웃", exact: true }).click()
    await expect(bar(page)).toContainText("아직 로그아웃되지 않았어요")
    expect(await countSessions(person.actor.userId)).toBe(1)
    await page.context().setOffline(false)
    await expect.poll(() => countSessions(person.actor.userId)).toBe(0)
    await expect(page.getByRole("link", { name: "로그인" }).first()).toBeVisible()
  },
)

test.describe("what is loaded ahead", () => {
  // The router says of a script that did not come that it loads the page anew.
  test.use({ expectedError: /Error loading route module|Failed to fetch dynamically imported module/ })
  test(
    "a link that is pointed at loads no page anew without a connection, and leads on with one",
    { tag: "@any-window" },
    async ({ page, signIn }) => {
      await signIn(page)
      await page.goto("/contact")
      await waitForHydration(page)
      await page.getByLabel("제목").fill("쓰던 문의")
      await page.context().setOffline(true)
      await expect(bar(page)).toContainText("마지막으로 본 내용이에요")
      const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith(".js"))
      const link = page.getByRole("navigation", { name: "주요 메뉴" }).getByRole("link", { name: "중고거래" })
      await link.hover()
      await failed
      await expect(bar(page)).toContainText("마지막으로 본 내용이에요")
      await expect(page.getByLabel("제목")).toHaveValue("쓰던 문의")
      await page.context().setOffline(false)
      await expect(bar(page)).toHaveCount(0)
      await expect(page.getByLabel("제목")).toHaveValue("쓰던 문의")
      const { timeOrigin } = await page.evaluate(() => ({ timeOrigin: performance.timeOrigin }))
      await link.click()
      await expect(page).toHaveURL("/marketplace")
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(timeOrigin)
    },
  )
})

test(
  "a logout that the server cannot do says so and is tried again",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    const person = await signIn(page)
    await page.goto("/")
    await waitForHydration(page)
    await page.route("**/logout", (route) => route.fulfill({ status: 429, body: "" }), { times: 1 })
    await page.getByRole("button", { name: "로그아웃", exact: true }).click()
    await expect(bar(page)).toContainText("아직 로그아웃되지 않았어요")
    expect(await countSessions(person.actor.userId)).toBe(1)
    await page.getByRole("button", { name: "다시 시도하기" }).click()
    await expect.poll(() => countSessions(person.actor.userId)).toBe(0)
    await expect(page.getByRole("link", { name: "로그인" }).first()).toBeVisible()
  },
)

test(
  "the routes of a page's links are asked for before one is tapped",
  { tag: "@any-window" },
  async ({ page }) => {
    const routes = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url())
      return pathname === "/__manifest" && (searchParams.get("paths") ?? "").split(",").includes("/experts")
    })
    await page.goto("/")
    await routes
  },
)
