import { AsyncLocalStorage } from "node:async_hooks"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { EXPORT_RIGHTS, type ExportKind } from "../rules.ts"
import { recordAccess } from "./access.server.ts"
import type { CsvCell, ExportTable } from "./export-table.ts"
import { EXPORT_TABLES } from "./export-tables.server.ts"
import { truncateText } from "#app/basics/truncate-text.ts"
import { readApart } from "#app/platform/read-position.server.ts"
import { buildWorkbook } from "#app/platform/spreadsheet.server.ts"

/** A cell as spreadsheets read it; what begins like a formula is made text, so that no name runs as one. */
function formatCsvCell(cell: CsvCell): string {
  if (cell === null) return ""
  if (typeof cell === "number") return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const formatCsvLine = (cells: readonly CsvCell[]) => `${cells.map(formatCsvCell).join(",")}\r\n`

export type TableExport = {
  name: string
  /** Rows there will be. */ total: number
  format: "csv" | "xlsx"
  body: ReadableStream<Uint8Array>
}

/**
 * A table as CSV with a byte order mark, as Korean spreadsheets want it, or as a workbook, as `query` filters
 * it: to its last row, a CSV page by page as fast as the reader takes it. One that breaks off ends as a
 * failed download, never as a shorter file. The `reason` stands in the audit log and in the records of
 * access. Null for anybody whose work it is not.
 */
export async function exportTable(
  actor: Actor,
  kind: ExportKind,
  query: URLSearchParams,
  { reason, address }: { reason: string; address: string },
): Promise<TableExport | null> {
  if (!hasRight(actor, EXPORT_RIGHTS[kind])) return null
  const table = EXPORT_TABLES[kind](actor, query)
  const total = await readApart(() => table.count())
  const filter = truncateText([...query].map(([name, value]) => `${name}=${value}`).join(" "), 300)
  await inTransaction(async (tx) => {
    await audit(tx, actor, {
      action: `export.${kind}`,
      subject: { kind: "export", id: kind, title: table.name },
      note: reason,
      after: { rows: total, ...(filter ? { filter } : {}) },
    })
    await recordAccess(
      tx,
      { actorId: actor.userId, address },
      { deed: "export", kind: "export", subjectId: kind, people: total, note: reason },
    )
  })
  const { workbookWidths } = table
  return workbookWidths
    ? { name: table.name, total, format: "xlsx", body: await writeWorkbook(table, workbookWidths) }
    : { name: table.name, total, format: "csv", body: streamCsv(table) }
}

/** Writes all of a table into a workbook: what is sent to a bank is never more than one holds. */
async function writeWorkbook(
  table: ExportTable,
  widths: readonly number[],
): Promise<ReadableStream<Uint8Array>> {
  const rows: CsvCell[][] = []
  let cursor: string | null = null
  do {
    const page = await readApart(() => table.page(cursor))
    rows.push(...page.rows)
    cursor = page.cursor
  } while (cursor !== null)
  const book = await buildWorkbook([table.header, ...rows], widths)
  return new Blob([new Uint8Array(book)]).stream()
}

function streamCsv(table: ExportTable): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let cursor: string | null = null
  // Whoever reads the stream asks from elsewhere, and for this reader all the same.
  const readPage = AsyncLocalStorage.bind(() => readApart(() => table.page(cursor)))
  let isHeaderSent = false
  return new ReadableStream<Uint8Array>({
    async pull(stream) {
      if (!isHeaderSent) {
        isHeaderSent = true
        stream.enqueue(encoder.encode(`\uFEFF${formatCsvLine(table.header)}`))
      }
      const page = await readPage()
      if (page.rows.length > 0) stream.enqueue(encoder.encode(page.rows.map(formatCsvLine).join("")))
      cursor = page.cursor
      if (cursor === null) stream.close()
    },
  })
}
