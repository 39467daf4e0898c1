/** What every journey needs: a page whose console stays quiet, axe, people signed in without typing. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { expect, test as base, type Page, type Request } from "@playwright/test"
import { createOTP } from "@better-auth/utils/otp"
import type axe from "axe-core"
import { createPerson, createSecondFactor, type Person } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { notify } from "#app/areas/notifications/service/notify.server.ts"
import { newId } from "#app/basics/ids.ts"
import { connectDatabase, db, disconnectDatabase } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { LIVE_EVENT, REVALIDATE_DEBOUNCE_MS } from "#app/shell/live-stream.ts"

type Fixtures = {
  /** What a journey brings about that the browser reports as an error, beside what every journey may. */
  expectedError: RegExp | null
  /** Signs the browser of `page` in as a new person, or as `person`. */
  signIn: (page: Page, person?: Person | Parameters<typeof createPerson>[0]) => Promise<Person>
  /** Signs an administrator in by the form of the page that is open. */
  signInAsAdmin: (page: Page) => Promise<void>
}

const EXPECTED_ERRORS = [
  /status of 40[01349]|status of 429/,
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  /manifest patches TypeError: Failed to fetch/,
  // The search for an address says only that its script did not load.
  /^Event$/,
]
/** Comes from elsewhere: whether and how soon it fails where there is no network is not ours to say. */
const ADDRESS_SEARCH_SCRIPT = "https://t1.kakaocdn.net/mapjsapi/"

export const test = base.extend<Fixtures, { database: undefined }>({
  expectedError: [null, { option: true }],
  database: [
    // Playwright reads the parameters of a fixture from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { port, password } = JSON.parse(
        readFileSync(join(process.env.JOURNEYS_DATA ?? "", "postgres.json"), "utf8"),
      ) as { port: number; password: string }
      setEnvironment(
        readEnvironment({
          APP_ENV: "test",
          DATA_DIR: process.env.JOURNEYS_DATA,
          SECRET: process.env.JOURNEYS_MAILS
            ? "what only this production knows, 32+"
            : "a secret that only tests know, 32+",
        }),
      )
      connectDatabase(`postgres://baroildang:${password}@127.0.0.1:${port}/baroildang`, 4)
      await use(undefined)
      await disconnectDatabase()
    },
    { scope: "worker", auto: true },
  ],
  page: async ({ page, expectedError }, use) => {
    const problems: string[] = []
    page.on("console", (message) => {
      // A refused form answers 400 or 409 by design, a stream 401 once its session is over, and the browser
      // reports that as an error of its own; so it does where a journey cuts the connection, and the router
      // where that hits its looking ahead.
      const isExpected = [...EXPECTED_ERRORS, expectedError].some((each) => each?.test(message.text()))
      const isElsewhere = message.location().url.startsWith(ADDRESS_SEARCH_SCRIPT)
      if (message.type() === "error" && !isExpected && !isElsewhere)
        problems.push(`${message.text()} ${message.location().url}`)
    })
    page.on("pageerror", (error) => problems.push(String(error)))
    await use(page)
    expect(problems, "the console stays quiet").toEqual([])
  },
  signIn: async ({ baseURL }, use) => {
    await use(async (page, who) => {
      const person = who && "actor" in who ? who : await createPerson(who)
      const [name, value] = person.cookie.split("=") as [string, string]
      await page.context().addCookies([{ name, value, url: baseURL ?? "" }])
      return person
    })
  },
  // Playwright reads the parameters of a fixture from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  signInAsAdmin: async ({}, use) => {
    await use(async (page) => {
      const { email, password, secret } = await adminAccount()
      await page.getByLabel("이메일").fill(email)
      await page.getByLabel("비밀번호", { exact: true }).fill(password)
      await page.getByRole("button", { name: "로그인", exact: true }).last().click()
      if (secret !== null) {
        await page.getByLabel("인증 숫자").fill(await createOTP(secret).totp())
        await page.getByRole("button", { name: "로그인", exact: true }).last().click()
      }
      await page.waitForURL("/")
    })
  },
})

/** The administrator of the demo town; in production, where there is none, one made for this. */
async function adminAccount(): Promise<{ email: string; password: string; secret: string | null }> {
  if (!process.env.JOURNEYS_MAILS) return { email: "admin@demo.kr", password: "demo-1234!", secret: null }
  const password = "office-1234!"
  const { actor } = await createPerson({ role: "admin", name: "운영자" })
  await setPassword(db(), actor.userId, await hashPassword(password))
  return { email: actor.email, password, secret: await createSecondFactor(actor.userId) }
}

const AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** The short form: it is read anew by every page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** What axe finds on the page as it is; of the rules named `only` where there are some. */
export async function findViolations(page: Page, only?: readonly string[]): Promise<string[]> {
  // Straight into the page: axe's own driver opens a second one for each answer, which takes four times as
  // long.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE)
  return page.evaluate(
    async (runOnly) => {
      // What is still coming into view is fainter than it will be.
      await Promise.allSettled(
        document
          .getAnimations()
          .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
          .map((each) => each.finished),
      )
      // The script before made it global. No screen of ours plays sound by itself, and nothing else asks axe
      // to fetch anything first.
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly,
        resultTypes: ["violations"],
        preload: false,
      })
      return violations.map(
        (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(", ")}`,
      )
    },
    only ? { type: "rule" as const, values: [...only] } : { type: "tag" as const, values: AXE_RULES },
  )
}

/** Fails with the list of what axe finds on the page as it is. */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
}

/** Waits until the scripts of the page have taken over; until then forms work the plain way. */
export async function waitForHydration(page: Page): Promise<void> {
  // Between two documents there is none.
  await page.waitForFunction(() => document.querySelector("html")?.dataset.ready === "yes")
}

/**
 * Something happens elsewhere, and the page hears of it. `looks`: it loads its data again, and has them; else
 * it was due to and did not.
 */
export async function expectLiveUpdate(
  page: Page,
  person: Person,
  { reloads }: { reloads: boolean },
): Promise<void> {
  const dataPath = `${new URL(page.url()).pathname}.data`
  const isDataRequest = (request: Request) =>
    request.method() === "GET" && new URL(request.url()).pathname === dataPath
  const startedRequests: string[] = []
  const finishedRequests: string[] = []
  const onRequest = (request: Request) => void (isDataRequest(request) && startedRequests.push(request.url()))
  const onRequestEnd = (request: Request) =>
    void (isDataRequest(request) && finishedRequests.push(request.url()))
  page.on("request", onRequest)
  // Where the page has read all that it needs of an answer, the browser says "failed" as often as "finished".
  page.on("requestfinished", onRequestEnd)
  page.on("requestfailed", onRequestEnd)
  // A timer that is set behind the page's own, for as long, ends behind it: what the page was to begin it has
  // begun.
  const liveEventHandled = page.evaluate(
    ([event, ms]) =>
      new Promise<void>((done) =>
        addEventListener(event, () => queueMicrotask(() => setTimeout(done, ms)), { once: true }),
      ),
    [LIVE_EVENT, REVALIDATE_DEBOUNCE_MS] as const,
  )
  await db().transaction((tx) =>
    notify(tx, [
      {
        userId: person.actor.userId,
        kind: "order",
        title: "새 소식이 있어요",
        text: "",
        href: "/orders",
        deduplicationKey: newId(),
      },
    ]),
  )
  await liveEventHandled
  const readProgress = () => ({ begun: startedRequests.length > 0, ended: finishedRequests.length > 0 })
  if (reloads) await expect.poll(readProgress).toEqual({ begun: true, ended: true })
  else expect(startedRequests).toEqual([])
  page.off("request", onRequest)
  page.off("requestfinished", onRequestEnd)
  page.off("requestfailed", onRequestEnd)
  // And what came has been drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

export { expect }
