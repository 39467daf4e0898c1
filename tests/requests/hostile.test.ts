/**
 * Hostile words in everything that people write, shown on every screen in a real browser: nothing of it may
 * run.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { db } from "#app/platform/db.server.ts"
import { startChildServer, type ChildServer } from "../../bench/servers.ts"
import { withDatabase } from "../setup/database.ts"
import { listRoutes } from "../setup/routes.ts"
import { buildPath, createTestWorld, type Role, type TestWorld } from "../setup/test-world.ts"
import { ACCESS } from "./access.ts"

const BREAKOUTS = [
  "",
  '"',
  "'",
  '">',
  "'>",
  "</script>",
  "</title>",
  "</textarea>",
  "</style>",
  "-->",
  "]]>",
  "\u2028",
  "\\",
]
const VECTORS = [
  "<script>ran()</script>",
  "<img src=x onerror=ran()>",
  "<svg onload=ran()>",
  "<svg><script>ran()</script></svg>",
  "<iframe srcdoc='<script>parent.ran()</script>'>",
  "<body onload=ran()>",
  "<details open ontoggle=ran()>",
  "<input autofocus onfocus=ran()>",
  "<a href=javascript:ran()>가</a>",
  "<math><mtext><img src=x onerror=ran()></mtext></math>",
  "<style>@import 'javascript:ran()'</style>",
  " onmouseover=ran() style=position:fixed;inset:0 x=",
  "ran()//",
  "{{constructor.constructor('ran()')()}}",
  "${ran()}",
  "<!--<img src='--><img src=x onerror=ran()>'>",
]
/** Every way out of a text together with every way to run: 208. */
const PAYLOADS = BREAKOUTS.flatMap((breakout) => VECTORS.map((vector) => `${breakout}${vector}`))

/** Columns that hold what somebody wrote in their own words. */
const WRITTEN = [
  "title",
  "body",
  "name",
  "note",
  "description",
  "address",
  "address_detail",
  "subject_title",
  "text",
  "representative",
  "message",
  "business_name",
  "answer",
  "recipient",
  "reply",
  "option_name",
  "option_label",
  "introduction",
  "failure_message",
  "brand",
  "alt",
  "details",
  "detail",
  "defects",
  "decline_reason",
  "closed_reason",
  "cancel_reason",
  "ban_reason",
  "decision_reason",
  "removed_reason",
  "state_reason",
  "end_reason",
  "one_line",
  "intro",
  "work_hours",
  "issuer",
  "request",
  "question",
  "place",
  "extra_charge_rule",
  "account_holder",
  "last_text",
  "keyword",
  "original_name",
  "reason",
]
/**
 * Columns of these names that hold a code of ours, or markup that is cleaned when it is written
 * (tests/requests/content.test.ts).
 */
const OURS = new Set(["articles.body", "article_versions.body", "reports.reason", "reports.details"])

/**
 * Writes another payload into each row of each written column; what a rule of the table refuses, another way.
 * Returns how many columns took one.
 */
async function poison(): Promise<number> {
  const columns = await db().execute<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
      and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.data_type = 'text' and c.column_name in ${WRITTEN}`)
  let taken = 0
  for (const { table, column } of columns) {
    if (OURS.has(`${table}.${column}`)) continue
    const name = sql.identifier(column)
    for (const payloads of [
      [PAYLOADS.join(" ")],
      PAYLOADS,
      PAYLOADS.filter((payload) => payload.length < 30),
    ]) {
      const done = await db()
        .execute(
          sql`update ${sql.identifier(table)} set ${name} = (${sql.param(payloads)}::text[])[1 +
            abs(hashtext(ctid::text)) % ${payloads.length}] where ${name} is not null`,
        )
        .then(
          () => true,
          () => false,
        )
      if (done) {
        taken += 1
        break
      }
    }
  }
  return taken
}

const own = withDatabase()
const files = mkdtempSync(join(tmpdir(), "baroildang-hostile-"))
const READERS = ["owner", "seller", "expert", "admin"] as const
/** Each screen at its first address; another shows the same. */
const screens = listRoutes().filter(
  (route, index, all) =>
    route.isScreen && ACCESS[route.pattern] && all.findIndex((each) => each.file === route.file) === index,
)
const readersOf = (pattern: string) => {
  const line = ACCESS[pattern]?.read
  const signedIn = READERS.filter((role) => line?.[role] === "in")
  return signedIn.length > 0
    ? signedIn.slice(0, 1)
    : (["visitor"] as const).filter((role) => line?.[role] === "in")
}

type Seat = { page: Page; ran: string[] }

let town: TestWorld
let taken = 0
let shown = 0
let child: ChildServer
let browser: Browser
const seats = new Map<Role, Promise<Seat>>()

beforeAll(async () => {
  town = await createTestWorld()
  taken = await poison()
  child = await startChildServer("product", { DATABASE_URL: own.url, DATA_DIR: files, DEMO: "0" })
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
    ],
  })
})
afterAll(async () => {
  await browser?.close()
  await child?.stop()
  rmSync(files, { recursive: true, force: true })
})

async function sitDown(role: Role): Promise<Seat> {
  const ran: string[] = []
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "ko-KR",
    serviceWorkers: "block",
  })
  const cookie = await town.signIn(role)
  const [name = "", value = ""] = cookie?.split(";")[0]?.split("=") ?? []
  if (name) await context.addCookies([{ name, value, url: child.url }])
  const page = await context.newPage()
  // Only scripts decide what runs. A route of Playwright's would do the same, and read every script anew for
  // every page.
  const devtools = await context.newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.setBlockedURLs", { urls: ["*.css", "*.woff2", "*/pictures/*"] })
  await page.exposeFunction("ran", () => void ran.push("ran"))
  // What was stopped by the policy alone had already come out of its text.
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) ran.push(message.text())
  })
  page.on("dialog", (dialog) => void (ran.push("dialog"), dialog.dismiss()))
  return { page, ran }
}

const seatOf = (role: Role) => {
  const seat = seats.get(role) ?? sitDown(role)
  seats.set(role, seat)
  return seat
}

test("the town is full of hostile words", () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(200)
  expect(taken).toBeGreaterThanOrEqual(60)
})

describe.each(screens.flatMap(({ pattern }) => readersOf(pattern).map((role) => ({ pattern, role }))))(
  "$pattern as $role",
  ({ pattern, role }) => {
    test("runs nothing of what people wrote", async () => {
      const { page, ran } = await seatOf(role)
      const answer = await page.goto(child.url + buildPath(town, ACCESS[pattern]?.at ?? pattern), {
        waitUntil: "domcontentloaded",
      })
      expect(answer?.status()).toBeLessThan(500)
      await page.waitForFunction(() => document.documentElement.dataset.ready === "yes")
      // Handlers and elements that only a payload could have brought.
      const grown = await page.evaluate(() =>
        [...document.querySelectorAll("*")]
          .filter(
            (each) =>
              each.getAttributeNames().some((name) => name.startsWith("on")) ||
              /^javascript:/i.test(each.getAttribute("href") ?? "") ||
              each.hasAttribute("srcdoc"),
          )
          .map((each) => each.outerHTML.slice(0, 200)),
      )
      if (await page.evaluate(() => document.body.innerText.includes("ran()"))) shown += 1
      expect(grown).toEqual([])
      expect(ran).toEqual([])
    })
  },
)

test("most screens showed some of them", () => {
  expect(shown).toBeGreaterThanOrEqual(screens.length / 2)
})
