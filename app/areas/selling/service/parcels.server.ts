/**
 * Sending many parcels from a file: what a row must say, what is wrong with it, and sending the rows one
 * by one.
 */
import { isId } from "#app/basics/ids.ts"
import type { Actor } from "../../accounts/rules.ts"
import { CARRIER_KEYS, CARRIERS, LIMITS, LINE_STATE_LABELS, type Carrier } from "../../shop/rules.ts"
import { shipLine } from "../../shop/service/after-sale.server.ts"
import { findLinesToShip, findLinesForParcels } from "./orders.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { parseCsv } from "#app/platform/spreadsheet.server.ts"

const LINE_COLUMN = "상품주문번호"
const CARRIER_COLUMN = "택배사"
const TRACKING_COLUMN = "송장번호"

/** A row of the file; `line` is its number in the file, `problem` what is wrong with it. */
export type ParcelRow = {
  line: number
  lineId: string
  title: string
  carrier: Carrier | null
  carrierText: string
  trackingNumber: string
  problem: string | null
}

const parseCarrier = (typed: string): Carrier | null => {
  const normalized = typed.replace(/\s/g, "").toLowerCase()
  return (
    CARRIER_KEYS.find(
      (key) =>
        key === normalized ||
        CARRIERS[key].label.toLowerCase() === normalized ||
        (normalized.length > 1 && CARRIERS[key].label.toLowerCase().startsWith(normalized)),
    ) ?? null
  )
}

/**
 * Reads a file of parcels and looks up its rows. Columns are found by their names; more are left alone, rows
 * without a number of a parcel as well. Refusals: `unreadable` (no table), `no_columns` (one of the three is
 * missing), `empty`, `too_many` (500).
 */
export async function parseParcels(
  actor: Actor,
  text: string,
): Promise<Outcome<"unreadable" | "no_columns" | "empty" | "too_many", { rows: ParcelRow[] }>> {
  const table = parseCsv(text, LIMITS.parcelRows + 2)
  if (!table) return refuse("unreadable")
  const headerRow = table[0] ?? []
  const [lineIndex, carrierIndex, trackingIndex] = [LINE_COLUMN, CARRIER_COLUMN, TRACKING_COLUMN].map(
    (name) => headerRow.findIndex((toCsvCell) => toCsvCell.replace(/\s/g, "") === name),
  )
  if (
    lineIndex === undefined ||
    carrierIndex === undefined ||
    trackingIndex === undefined ||
    lineIndex < 0 ||
    carrierIndex < 0 ||
    trackingIndex < 0
  )
    return refuse("no_columns")
  // A file that was looked through before carries the numbers of its rows.
  const rowNumberIndex = headerRow.indexOf("줄")
  const dataRows = table
    .slice(1)
    .map((cells, index) => ({
      line: Number(cells[rowNumberIndex] ?? "") || index + 2,
      lineId: (cells[lineIndex] ?? "").toLowerCase(),
      carrierText: cells[carrierIndex] ?? "",
      trackingNumber: (cells[trackingIndex] ?? "").replace(/\s/g, ""),
    }))
    .filter((row) => row.trackingNumber !== "" || row.carrierText !== "")
  if (dataRows.length === 0) return refuse("empty")
  if (dataRows.length > LIMITS.parcelRows) return refuse("too_many")
  const linesById = await findLinesForParcels(actor, [
    ...new Set(dataRows.map((row) => row.lineId).filter(isId)),
  ])
  const seenLineIds = new Set<string>()
  const rows = dataRows.map((row): ParcelRow => {
    const carrier = parseCarrier(row.carrierText)
    const matchingLine = linesById.get(row.lineId)
    const problem = !matchingLine
      ? "내 상점의 상품주문번호가 아니에요. 내려받은 파일의 번호를 그대로 써 주세요."
      : seenLineIds.has(row.lineId)
        ? "같은 상품주문번호가 위에 또 있어요. 한 줄만 남겨 주세요."
        : matchingLine.claimed
          ? "처리 중인 취소 신청이 있어요. 신청부터 처리해 주세요."
          : matchingLine.state !== "paid" && matchingLine.state !== "preparing"
            ? `지금 '${LINE_STATE_LABELS[matchingLine.state]}' 상태라 보낼 수 없어요.`
            : carrier === null
              ? "모르는 택배사예요. CJ대한통운, 한진택배, 롯데택배, 우체국택배, 로젠택배, 직접 배송 중에서 써 주세요."
              : !/^[\dA-Za-z-]{6,30}$/.test(row.trackingNumber)
                ? "송장번호는 숫자와 영문 6~30자로 써 주세요."
                : null
    seenLineIds.add(row.lineId)
    return { ...row, title: matchingLine?.title ?? "", carrier, problem }
  })
  return ok({ rows })
}

/**
 * Sends the rows `from` to `from + count` of the file that nothing is wrong with. What went wrong with a row
 * comes back with it.
 */
export async function shipParcels(
  actor: Actor,
  text: string,
  range: { from: number; count: number },
): Promise<
  Outcome<
    "unreadable" | "no_columns" | "empty" | "too_many",
    { sent: number; failed: { line: number; problem: string }[]; done: number; total: number }
  >
> {
  const parsed = await parseParcels(actor, text)
  if (!parsed.ok) return parsed
  const rows = parsed.rows.slice(range.from, range.from + range.count)
  const failed: { line: number; problem: string }[] = []
  let sent = 0
  // A parcel is a transaction of its own: one that cannot leave does not hold up the others.
  for (const row of rows) {
    if (row.problem !== null || row.carrier === null) {
      failed.push({ line: row.line, problem: row.problem ?? "택배사를 확인해 주세요." })
      continue
    }
    const done = await shipLine(actor, row.lineId, {
      carrier: row.carrier,
      trackingNumber: row.trackingNumber,
    })
    if (done.ok) sent += 1
    else failed.push({ line: row.line, problem: "그사이 상태가 바뀌었어요. 주문을 확인해 주세요." })
  }
  return ok({ sent, failed, done: range.from + rows.length, total: parsed.rows.length })
}

/** What waits to be sent as the rows of a file to fill in. */
export async function buildParcelTable(actor: Actor): Promise<(string | number)[][]> {
  const rows = await findLinesToShip(actor)
  const headerRow = [
    "주문번호",
    LINE_COLUMN,
    "상품",
    "옵션",
    "수량",
    "받는 분",
    "연락처",
    "우편번호",
    "주소",
    "배송 요청사항",
    CARRIER_COLUMN,
    TRACKING_COLUMN,
  ]
  const lines = rows.map((row) => [
    row.number,
    row.lineId,
    row.title,
    row.optionName,
    row.quantity,
    row.recipient,
    row.phone.replace(/^\+82/, "0"),
    row.zonecode,
    `${row.address} ${row.addressDetail}`.trim(),
    row.request,
    "",
    "",
  ])
  return [headerRow, ...lines]
}
