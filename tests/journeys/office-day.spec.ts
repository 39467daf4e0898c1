/** A day at the inbox, without leaving the keyboard: each case is taken, read and decided by keys alone. */
import { eq, inArray, sql } from "drizzle-orm"
import type { Page } from "@playwright/test"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { adminCases } from "#app/areas/admin/schema.server.ts"
import { refreshCases } from "#app/areas/admin/service/cases.server.ts"
import { createTicket } from "#app/areas/content/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { claims } from "#app/areas/shop/schema.server.ts"
import { fileReport } from "#app/areas/trust/service/report.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { createClaimFixture } from "../setup/office-fixture.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

/** How many cases; a day has more: `OFFICE_CASES=30`. */
const CASES = Number(process.env.OFFICE_CASES ?? 12)

type Kind = "tickets" | "claims" | "experts" | "sellers" | "products" | "reports"

const CREATE_BY_KIND: Record<Kind, () => Promise<string>> = {
  tickets: async () => createTicket((await createPerson()).actor.userId, "환불은 언제 되나요?"),
  async claims() {
    const { claimId } = await createClaimFixture(await createPerson(), await createShop())
    // What a shop has left unanswered for days comes to the office.
    await db()
      .update(claims)
      .set({ createdAt: new Date(Date.now() - 4 * 86_400_000) })
      .where(eq(claims.id, claimId))
    return claimId
  },
  experts: async () => (await createExpert({ state: "applied" })).expertId,
  sellers: async () => (await createShop({ state: "applied", name: "새로 여는 가게" })).sellerId,
  products: async () =>
    (
      await createProduct((await createShop()).sellerId, [{ priceWon: 9_000, stock: 3 }], {
        state: "proposed",
      })
    ).productId,
  async reports() {
    const filed = await fileReport(
      (await createPerson()).actor,
      { kind: "expert", id: (await createExpert()).expertId },
      { reason: "scam", details: "", block: false, pictureIds: [], submissionKey: newId() },
    )
    if (!filed.ok) throw new Error(filed.reason)
    return filed.reportId
  },
}

/** Makes `count` cases of these kinds in turn that are due before all else. */
async function createCases(kinds: readonly Kind[], count: number): Promise<string[]> {
  registerSubjects()
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const kind = kinds[index % kinds.length]
    if (kind) ids.push(await CREATE_BY_KIND[kind]())
  }
  await refreshCases()
  await db()
    .update(adminCases)
    .set({
      dueAt: sql`timestamptz '2020-01-01' + make_interval(mins =>
        array_position(${sql.param(ids)}::uuid[], ${adminCases.subjectId}))`,
    })
    .where(inArray(adminCases.subjectId, ids))
  return ids
}

const countOpen = async (ids: readonly string[]) => {
  await refreshCases()
  const rows = await db()
    .select()
    .from(adminCases)
    .where(inArray(adminCases.subjectId, [...ids]))
  return rows.filter(({ closedAt }) => closedAt === null).length
}

/** Presses keys and counts them; what is typed counts by letter. */
function sitAtKeyboard(page: Page) {
  let pressed = 0
  return {
    press: async (key: string) => {
      pressed += key.split("+").length
      await page.keyboard.press(key)
    },
    type: async (text: string) => {
      pressed += text.length
      await page.keyboard.insertText(text)
    },
    count: () => pressed,
  }
}
type Keyboard = ReturnType<typeof sitAtKeyboard>

/** What is pressed to decide a case whose screen is open. */
const DECIDE_BY_PATH: readonly (readonly [RegExp, (page: Page, keys: Keyboard) => Promise<void>])[] = [
  [/^\/admin\/tickets\//, (page, keys) => answerWithReason(page, keys, "영업일 3일 안에 돌려드려요.")],
  [
    /^\/admin\/reports\//,
    async (page, keys) => {
      await keys.press("a")
      await expect(page.getByRole("button", { name: "조치하기" }).first()).toBeVisible()
      await answerWithReason(page, keys, "규칙을 어긴 내용을 찾지 못했어요.")
    },
  ],
  [
    /^\/admin\/expert\//,
    async (page, keys) => {
      await keys.press("a")
      await expect(page.getByRole("button", { name: "승인하기" }).first()).toBeVisible()
      await confirmByKey(page, keys)
    },
  ],
  [/./, confirmByKey],
]

async function confirmByKey(page: Page, keys: Keyboard): Promise<void> {
  await keys.press("a")
  await expect(page.locator("dialog:modal")).toBeVisible()
  await keys.press("Control+Enter")
  await expect(page.locator("dialog:modal")).toHaveCount(0)
}

/** Goes to the text, writes and sends it. */
async function answerWithReason(page: Page, keys: Keyboard, text: string): Promise<void> {
  await keys.press("r")
  await expect(page.locator("textarea:focus")).toBeVisible()
  await keys.type(text)
  await keys.press("Control+Enter")
  await expect(page.locator("textarea:focus")).toHaveCount(0)
}

/** Takes and decides `count` cases, one after the other, by keys alone. */
async function decideAll(page: Page, keys: Keyboard, ids: readonly string[]): Promise<void> {
  for (const _ of ids) {
    const before = page.url()
    await waitForHydration(page)
    await keys.press("n")
    await page.waitForURL((url) => url.href !== before && /\/[0-9a-f-]{36}$/.test(url.pathname))
    await expect(page.getByRole("region", { name: "받은 일" })).toContainText("내가 맡았어요")
    const path = new URL(page.url()).pathname
    const [, decide] = DECIDE_BY_PATH.find(([pattern]) => pattern.test(path)) ?? []
    await decide?.(page, keys)
    await expect(page.getByRole("region", { name: "받은 일" })).toHaveCount(0)
  }
}

test(
  "a colleague of each role decides a mixed inbox without leaving the keyboard",
  { tag: "@any-window" },
  async ({ page, browser, signIn }) => {
    test.setTimeout(60_000 + CASES * 15_000)
    await signIn(page, { role: "admin", officeRole: "reviewer", name: "한검토" })
    const reviewed = await createCases(
      ["experts", "products", "reports", "sellers"],
      Math.ceil((CASES * 2) / 3),
    )
    const reviewer = sitAtKeyboard(page)
    await page.goto("/admin/inbox")
    await expectNoViolations(page)
    await decideAll(page, reviewer, reviewed)
    expect(await countOpen(reviewed)).toBe(0)

    const other = await (
      await browser.newContext({ baseURL: new URL(page.url()).origin, viewport: page.viewportSize() })
    ).newPage()
    await signIn(other, { role: "admin", officeRole: "support", name: "오상담" })
    const answered = await createCases(["tickets", "claims"], Math.floor(CASES / 3))
    const support = sitAtKeyboard(other)
    await other.goto("/admin/inbox")
    await decideAll(other, support, answered)
    expect(await countOpen(answered)).toBe(0)
    await other.context().close()
    // A key to take, one or two to decide, two to send; what is written comes on top.
    const written = answered.length * 20 + reviewed.length * 20
    expect(reviewer.count() + support.count()).toBeLessThan(CASES * 6 + written)
    test.info().annotations.push({ type: "keys", description: `${reviewer.count()} + ${support.count()}` })
  },
)
