/** The office's money as two colleagues move it: by a preview, under four eyes, with files that add up. */
import { readFile } from "node:fs/promises"
import type { Download, Page } from "@playwright/test"
import { readSheet } from "read-excel-file/node"
import { getMetricLabel, VIEW_FIGURES, type FigureView } from "#app/areas/admin/figure-rules.ts"
import { DEFAULT_OFFICE_LIMITS } from "#app/areas/money/office-rules.ts"
import { createPayoutPosting } from "#app/areas/money/postings.ts"
import { payouts } from "#app/areas/money/schema.server.ts"
import { postEntries } from "#app/areas/money/service/ledger.server.ts"
import { createChosenSafeOrder, payAskedPart } from "#app/areas/orders/fixtures.ts"
import { createShop } from "#app/areas/shop/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { parseCsv } from "#app/platform/spreadsheet.server.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"
import { openAnotherWindow } from "../setup/paying.ts"

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await waitForHydration(page)
}
const LIMIT_WON = DEFAULT_OFFICE_LIMITS.payoutWon

/** A shop with a payout that waits to be transferred; the account begins with zeros. */
async function createPayout(name: string, amountWon: number, ending: string): Promise<string> {
  const { sellerId } = await createShop({ name })
  const id = newId()
  const at = new Date()
  await inTransaction(async (tx) => {
    await tx.insert(payouts).values({
      id,
      sellerId,
      amountWon,
      state: "pending",
      bank: "농협은행",
      accountNumber: `002-1234-${ending}`,
      accountHolder: "최농부",
      createdAt: at,
      updatedAt: at,
    })
    await postEntries(tx, createPayoutPosting({ id, sellerId, amountWon }))
  })
  return id
}

const rowOf = (page: Page, name: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: name })
/** Ticks the payout of `name` by the keyboard. */
async function choose(page: Page, name: string): Promise<void> {
  await rowOf(page, name).getByRole("checkbox").focus()
  await page.keyboard.press("Space")
}

/** Saves the table of the page by its button `label`, with a reason; a page without one saves nothing. */
async function saveTable(page: Page, label: string, reason: string): Promise<Download> {
  await page.getByRole("button", { name: label, exact: true }).first().click()
  const sheet = page.getByRole("dialog")
  const field = sheet.getByLabel("내려받는 이유")
  await sheet.getByRole("button", { name: "내려받기" }).click()
  await expect(field).toHaveAccessibleDescription(/내려받는 이유/)
  await expect(field).toHaveAttribute("aria-invalid", "true")
  await expectNoViolations(page)
  await field.fill(reason)
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    sheet.getByRole("button", { name: "내려받기" }).click(),
  ])
  return download
}
const readSaved = async (download: Download) => readFile(await download.path())

test("a bulk payout is looked at, confirmed by a second person, and goes to the bank as a file", async ({
  page,
  browser,
  signIn,
}) => {
  const ending = String(Date.now()).slice(-6)
  const [small, large] = [`작은가게${ending}`, `큰가게${ending}`]
  await createPayout(small, 20_000, ending)
  await createPayout(large, LIMIT_WON, ending)
  await signIn(page, { role: "admin", officeRole: "finance", name: "윤재무" })
  const list = `/admin/payouts?q=${ending}`
  await open(page, list)
  await expect(page.getByRole("link", { name: /지급 예정/ })).toContainText(formatWon(20_000 + LIMIT_WON))
  await choose(page, small)
  await choose(page, large)
  const bar = page.getByRole("form", { name: "고른 것에 할 일" })
  await expect(bar).toContainText(`2개 골랐어요 · ${formatWon(20_000 + LIMIT_WON)}`)
  await expectNoViolations(page)
  await bar.getByRole("button", { name: "이체 시작" }).click()
  await expect(page.getByRole("heading", { name: "지급 2건 · 이체 시작" })).toBeVisible()
  await waitForHydration(page)
  await expect(page.getByText("다른 관리자에게 요청")).toBeVisible()
  await expect(page.getByText("이 가운데 1건")).toBeVisible()
  await expectNoViolations(page)
  // What a colleague looks at meanwhile is not begun twice.
  const other = await openAnotherWindow(browser, page)
  await signIn(other, { role: "admin", officeRole: "finance", name: "강정산" })
  await open(other, page.url())
  const seen = await other
    .getByRole("main")
    .locator("form")
    .evaluate((form) =>
      [...new FormData(form as HTMLFormElement)].map(([name, value]) => [name, String(value)]),
    )
  await page.getByRole("button", { name: "2건 이체 시작" }).click()
  await expect(
    page.getByText("1건을 이체하기 시작했어요. 1건은 다른 관리자가 확인하면 시작돼요"),
  ).toBeVisible()
  const { origin } = new URL(page.url())
  const late = await other.request.post(other.url(), {
    data: new URLSearchParams(seen as [string, string][]).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: origin },
  })
  expect(late.status()).toBe(409)

  await open(page, list)
  await expect(rowOf(page, large)).toContainText("윤재무님이 이체를 요청했어요. 다른 관리자가 확인해요.")
  await expect(rowOf(page, large).getByRole("button", { name: /이체 시작/ })).toHaveCount(0)
  await open(other, "/admin/inbox?queue=transfers")
  await other
    .getByRole("link", { name: `최농부 ${formatWon(LIMIT_WON)}` })
    .first()
    .click()
  await expect(other).toHaveURL(/\/admin\/payouts/)
  await open(other, list)
  await expect(rowOf(other, large)).toContainText("금액과 계좌를 확인해 주세요.")
  await rowOf(other, large).getByRole("button", { name: "확인하고 이체 시작" }).click()
  await expect(other.getByText("'지급 중'(으)로 바꿨어요")).toBeVisible()
  await other.context().close()

  await open(page, `/admin/payouts?state=processing&q=${ending}`)
  const file = await saveTable(page, "이체 파일", "11월 27일 이체")
  expect(file.suggestedFilename()).toMatch(/^바로일당 대량이체 .*\.xlsx$/)
  const [header, ...rows] = await readSheet(await readSaved(file))
  expect(header).toEqual(["입금은행코드", "입금계좌번호", "입금액", "예금주", "받는분통장표시", "내통장표시"])
  const account = `0021234${ending}`
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ["011", account, 20_000, "최농부"],
    ["011", account, LIMIT_WON, "최농부"],
  ])
  await rowOf(page, small).getByRole("button", { name: "이체 완료" }).click()
  await expect(page.getByText("'지급 완료'(으)로 바꿨어요")).toBeVisible()
  await open(page, `/admin/payouts?state=processing&q=${ending}`)
  await rowOf(page, large).getByRole("button", { name: "실패" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "실패로 바꾸기" }).click()
  await expect(dialog.getByText("왜 실패했는지 적어 주세요. 판매자에게 그대로 전해져요.")).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByLabel("이유").fill("예금주가 달라요")
  await dialog.getByRole("button", { name: "실패로 바꾸기" }).click()
  await open(page, `/admin/payouts?state=failed&q=${formatWon(LIMIT_WON)}`)
  await expect(rowOf(page, large)).toContainText("예금주가 달라요")
  await expectNoViolations(page)
})

test("a cancellation over the limit is asked for by one, and moves money when another confirms", async ({
  page,
  browser,
  signIn,
}) => {
  const fixture = await createChosenSafeOrder([
    { name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 },
  ])
  await payAskedPart(fixture)
  const at = `/admin/orders/${fixture.orderId}`
  await signIn(page, { role: "admin", officeRole: "support", name: "오상담" })
  await open(page, at)
  await page.getByRole("button", { name: "요청 취소하기" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toContainText("큰 금액이라 다른 관리자가 확인하면 취소돼요.")
  await dialog.getByRole("button", { name: "확인 요청하기" }).click()
  await expect(dialog.getByLabel("취소 이유")).toHaveAttribute("aria-invalid", "true")
  await expectNoViolations(page)
  const reason = `전문가님이 다쳐 두 분 모두 취소하기로 했어요 ${fixture.orderId.slice(-4)}`
  await dialog.getByLabel("취소 이유").fill(reason)
  await dialog.getByRole("button", { name: "확인 요청하기" }).click()
  await expect(page.getByText("보관한 돈이 커서 다른 관리자가 확인하면 취소돼요")).toBeVisible()
  await open(page, "/admin/refunds")
  const refundOf = (window: Page) => window.getByRole("article").filter({ hasText: reason })
  await expect(refundOf(page)).toContainText("다른 관리자가 확인해요")
  await expect(refundOf(page).getByRole("button", { name: "확인하고 환불하기" })).toHaveCount(0)
  await expectNoViolations(page)

  const other = await openAnotherWindow(browser, page)
  await signIn(other, { role: "admin", officeRole: "finance", name: "윤재무" })
  await open(other, "/admin/refunds")
  await expect(refundOf(other)).toContainText(formatWon(1_780_000))
  await expectNoViolations(other)
  // Whoever asked takes it back while the other looks at it: nothing is left to confirm.
  await refundOf(page).getByRole("button", { name: "거두기" }).click()
  await expect(page.getByText("환불 요청을 거뒀어요")).toBeVisible()
  await expect(refundOf(other)).toHaveCount(0)

  await open(page, at)
  await page.getByRole("button", { name: "요청 취소하기" }).click()
  await dialog.getByLabel("취소 이유").fill(reason)
  await dialog.getByRole("button", { name: "확인 요청하기" }).click()
  await expect(page.getByText("보관한 돈이 커서 다른 관리자가 확인하면 취소돼요")).toBeVisible()
  await open(other, "/admin/refunds")
  await refundOf(other).getByRole("link").focus()
  await other.keyboard.press("a")
  await expect(other.getByRole("dialog")).toContainText(`${formatWon(1_780_000)}을 돌려줄까요?`)
  await expectNoViolations(other)
  await other.keyboard.press("Control+Enter")
  await expect(other.getByText("확인했어요. 돈을 돌려줬어요")).toBeVisible()
  await open(other, "/admin/refunds?queue=decided")
  await expect(refundOf(other).first()).toContainText("윤재무")
  await other.context().close()
  await page.reload()
  await expect(page.getByRole("main").getByText("취소").first()).toBeVisible()
  await expect(page.getByRole("button", { name: "요청 취소하기" })).toHaveCount(0)
})

const VIEWS = ["orders", "jobs", "market", "shop", "money", "search", "complaints", "people"]

/** The rows of a CSV as Excel in Korea opens it: with a byte order mark, and headings in Korean. */
async function readCsv(download: Download): Promise<string[][]> {
  const text = (await readSaved(download)).toString("utf8")
  expect(text.startsWith("\uFEFF")).toBe(true)
  return parseCsv(text, 100_000) ?? []
}

test(
  "figures are the same on the page, in the file and in the list beneath them",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    await signIn(page, { role: "admin", officeRole: "finance", name: "윤재무" })
    const today = toKstDateString(new Date())
    for (const view of VIEWS) {
      // Today is counted anew every few minutes.
      await open(page, `/admin/figures?view=${view}&from=${addDays(today, -30)}&to=${addDays(today, -1)}`)
      await expectNoViolations(page)
      const table = page.getByRole("table").first()
      const metric = getMetricLabel(VIEW_FIGURES[view as FigureView].columns[0]?.of ?? "requests")
      const [header, ...rows] = await readCsv(await saveTable(page, "CSV", "11월 통계 점검"))
      expect(header).toEqual(["날짜", "항목", "분야", "지역", "값"])
      const sums = new Map<string, number>()
      for (const [day = "", name, , , value] of rows)
        if (name === metric) sums.set(day, (sums.get(day) ?? 0) + Number(value))
      const shown = await table
        .locator("tbody tr")
        .evaluateAll((lines) =>
          lines.map((line) => [
            line.querySelector("th")?.textContent ?? "",
            Number(line.querySelector("td")?.textContent?.replaceAll(/\D/g, "")),
          ]),
        )
      expect(shown.length).toBe(30)
      const inFile = [...sums].map(([day, sum]) => [
        `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`,
        sum,
      ])
      expect([view, shown.filter(([, sum]) => sum !== 0).toReversed()]).toEqual([
        view,
        inFile.filter(([, sum]) => sum !== 0),
      ])
    }
    await open(page, "/admin/figures?view=orders")
    const day = page.getByRole("table").first().locator("tbody tr").nth(3)
    const count = await day.locator("td").first().textContent()
    await day.getByRole("link").click()
    await expect(page.getByText(`찾은 요청 ${count}건`)).toBeVisible()
  },
)
