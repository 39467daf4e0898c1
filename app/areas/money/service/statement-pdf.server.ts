/** The statement of a month as PDF: one to read, print and hand to a tax office. */
import type PDFDocument from "pdfkit"
import { brand } from "#app/basics/brand.ts"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { now } from "#app/basics/clock.ts"
import { formatMonth } from "#app/basics/month.ts"
import { formatDateLong, formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { getFontFile } from "#app/platform/fonts.server.ts"
import type { PayeeBusiness } from "../views.ts"
import type { Statement } from "./statements.server.ts"

const MARGIN = 48
const WIDTH = 595.28 - 2 * MARGIN
/** Below this no line begins: the page ends. */
const BOTTOM = 841.89 - 64
const INK = "#0F1728"
const GREY = "#5B6472"
const LINE = "#DDE3EA"

type Document = InstanceType<typeof PDFDocument>
type Column = { title: string; x: number; width: number; align: "left" | "right" }

const RELEASE_COLUMNS: readonly Column[] = [
  { title: "날짜", x: 0, width: 96, align: "left" },
  { title: "내용", x: 100, width: 178, align: "left" },
  { title: "작업 금액", x: 282, width: 70, align: "right" },
  { title: "수수료", x: 356, width: 62, align: "right" },
  { title: "받을 돈", x: 422, width: WIDTH - 422, align: "right" },
]
const PAYOUT_COLUMNS: readonly Column[] = [
  { title: "날짜", x: 0, width: 96, align: "left" },
  { title: "계좌", x: 100, width: 250, align: "left" },
  { title: "보낸 돈", x: 356, width: WIDTH - 356, align: "right" },
]

const setText = (document: Document, weight: "Regular" | "Bold", size: number, color = INK) =>
  document.font(weight).fontSize(size).fillColor(color)

/** Draws the cells of one line and moves beneath it; a line that does not fit begins the next page. */
function drawRow(document: Document, columns: readonly Column[], cells: readonly string[], isBold = false) {
  setText(document, isBold ? "Bold" : "Regular", 9)
  const heights = columns.map(({ width }, index) =>
    document.heightOfString(cells[index] ?? "", { width, lineGap: 2 }),
  )
  const height = Math.max(...heights)
  if (document.y + height > BOTTOM) document.addPage()
  const top = document.y
  for (const [index, { x, width, align }] of columns.entries())
    document.text(cells[index] ?? "", MARGIN + x, top, { width, align, lineGap: 2 })
  document.y = top + height + 6
  document
    .moveTo(MARGIN, document.y - 3)
    .lineTo(MARGIN + WIDTH, document.y - 3)
    .lineWidth(0.5)
    .stroke(LINE)
  document.y += 3
}

function drawTable(
  document: Document,
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): void {
  if (document.y > BOTTOM - 60) document.addPage()
  document.y += 14
  setText(document, "Bold", 12).text(title, MARGIN, document.y)
  document.y += 6
  drawRow(
    document,
    columns,
    columns.map((column) => column.title),
    true,
  )
  if (rows.length === 0) drawRow(document, columns, ["없음"])
  for (const row of rows) drawRow(document, columns, row)
}

function drawPairs(document: Document, pairs: readonly (readonly [string, string])[]): void {
  for (const [name, value] of pairs) {
    const top = document.y
    setText(document, "Regular", 10, GREY).text(name, MARGIN, top, { width: 110 })
    setText(document, "Bold", 10).text(value, MARGIN + 116, top, { width: WIDTH - 116 })
    document.y += 3
  }
}

function drawTax(document: Document, statement: Statement, business: PayeeBusiness): void {
  if (document.y > BOTTOM - 150) document.addPage()
  document.y += 14
  setText(document, "Bold", 12).text("수수료 세금계산서 자료", MARGIN, document.y)
  document.y += 6
  const { company } = brand
  const number = business.businessNumber
    ? formatBusinessNumber(business.businessNumber)
    : "사업자등록번호 없음"
  const representative = business.representative && `대표 ${business.representative}`
  drawPairs(document, [
    ["작성일", formatDateLong(statement.tax.date)],
    ["공급자", [company.name, company.businessNumber].filter(Boolean).join(" · ")],
    ["공급받는 자", [business.name, number, representative].filter(Boolean).join(" · ")],
    ["공급가액", formatWon(statement.tax.supplyWon)],
    ["부가세", formatWon(statement.tax.vatWon)],
    ["합계", formatWon(statement.feeWon)],
  ])
}

/** The PDF of a statement, with the typeface of the product inside. */
export async function buildStatementPdf(
  statement: Statement,
  business: PayeeBusiness,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first document: a start must not wait for it.
  const { default: Pdf } = await import("pdfkit")
  const title = `${formatMonth(statement.month)} 정산 명세`
  const document = new Pdf({
    size: "A4",
    margin: MARGIN,
    font: getFontFile("Regular"),
    lang: "ko-KR",
    info: { Title: title, Author: brand.name, CreationDate: now() },
  })
  document.registerFont("Regular", getFontFile("Regular"))
  document.registerFont("Bold", getFontFile("Bold"))
  const chunks: Uint8Array[] = []
  document.on("data", (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    document.on("end", resolve)
    document.on("error", reject)
  })
  setText(document, "Bold", 20).text(title, MARGIN, MARGIN)
  document.y += 4
  setText(document, "Regular", 10, GREY).text(`${brand.name} · ${formatDateLong(now())}에 만들었어요`)
  document.y += 14
  drawPairs(document, [
    ["받는 분", business.name],
    ["작업 금액", formatWon(statement.grossWon)],
    ["수수료", formatWon(statement.feeWon)],
    ["받을 돈", formatWon(statement.netWon)],
  ])
  drawTable(
    document,
    "지급이 확정된 작업",
    RELEASE_COLUMNS,
    statement.releases.map((row) => [
      formatDateTime(row.at),
      row.title,
      formatWon(row.grossWon),
      formatWon(row.feeWon),
      formatWon(row.netWon),
    ]),
  )
  drawTable(
    document,
    "계좌로 보낸 돈",
    PAYOUT_COLUMNS,
    statement.payouts.map((row) => [formatDateTime(row.at), row.account, formatWon(row.amountWon)]),
  )
  drawTax(document, statement, business)
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}
