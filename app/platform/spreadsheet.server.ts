/**
 * Tables that people keep in spreadsheets: read from .xlsx and from CSV as Excel in Korea writes it, and
 * written for it. A file is known by its first bytes, and is measured before it is unpacked.
 */
import { inflateRawSync } from "node:zlib"
import { parse } from "csv-parse/sync"
import { ok, refuse, type Outcome } from "./outcome.ts"

/** Bytes of a file as it comes, and of all that is packed in it. */
const MAX_TABLE_BYTES = 5_000_000
const MAX_UNPACKED_BYTES = 60_000_000
const MAX_PACKED_FILES = 200
const MAX_CELL_CHARACTERS = 10_000

type TableRefusal = "no_file" | "too_large" | "unreadable"

const ZIP_START = 0x04034b50
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50

/**
 * Whether a packed file unpacks to no more than it may. Each part is unpacked up to that and no further,
 * because what a directory says of sizes may be a lie.
 */
function fitsUnpacked(file: Buffer): boolean {
  const endAt = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (endAt < 0 || endAt + 22 > file.length || file.readUInt32LE(endAt) !== DIRECTORY_END) return false
  const count = file.readUInt16LE(endAt + 10)
  if (count === 0 || count > MAX_PACKED_FILES) return false
  let at = file.readUInt32LE(endAt + 16)
  let left = MAX_UNPACKED_BYTES
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== DIRECTORY_ENTRY) return false
    const start = file.readUInt32LE(at + 42)
    if (start + 30 > file.length || file.readUInt32LE(start) !== ZIP_START) return false
    const dataAt = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
    const data = file.subarray(dataAt, dataAt + file.readUInt32LE(at + 20))
    left -= file.readUInt16LE(at + 10) === 0 ? data.length : measure(data, left)
    if (left < 0) return false
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return true
}

/** How many bytes `data` unpacks to; more than `max` where it is more, or is broken. */
function measure(data: Buffer, max: number): number {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, max) }).length
  } catch {
    return max + 1
  }
}

/** The text of a file as spreadsheets write it: UTF-8, else the Korean code page. */
function decodeCsv(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/^\uFEFF/, "")
  } catch {
    return new TextDecoder("euc-kr").decode(bytes)
  }
}

const toCellText = (value: unknown): string => {
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? "")
  return text.normalize("NFC").replaceAll("\u0000", "").trim().slice(0, MAX_CELL_CHARACTERS)
}

/** Reads CSV into rows of cells; null where it is no table. */
export function parseCsv(text: string, maxRows: number): string[][] | null {
  try {
    return parse(text, {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      trim: true,
      delimiter: [",", "\t", ";"],
      to: maxRows,
    })
  } catch {
    return null
  }
}

/**
 * Reads the first sheet of a file that was sent, at most `maxRows` rows. Refusals: `no_file`, `too_large`
 * (5 MB, or 60 MB unpacked), `unreadable`.
 */
export async function readTable(
  file: FormDataEntryValue | null,
  maxRows: number,
): Promise<Outcome<TableRefusal, { rows: string[][] }>> {
  if (!(file instanceof File) || file.size === 0) return refuse("no_file")
  if (file.size > MAX_TABLE_BYTES) return refuse("too_large")
  const bytes = Buffer.from(await file.arrayBuffer())
  if (bytes.length > 4 && bytes.readUInt32LE(0) === ZIP_START) {
    if (!fitsUnpacked(bytes)) return refuse("too_large")
    const { readSheet } = await import("read-excel-file/node")
    const sheet = await readSheet(bytes).catch(() => null)
    if (!sheet) return refuse("unreadable")
    return ok({ rows: sheet.slice(0, maxRows).map((row) => row.map(toCellText)) })
  }
  const rows = parseCsv(decodeCsv(bytes).replaceAll("\u0000", ""), maxRows)
  return rows ? ok({ rows: rows.map((row) => row.map(toCellText)) }) : refuse("unreadable")
}

type CellValue = string | number | null

// A cell that begins like a formula would be run by a spreadsheet.
const withoutFormula = (text: string) => text.replace(/^[=+\-@\t\r]/, "'$&")

/** Writes rows as CSV, with the mark that makes spreadsheets read Korean. */
export const formatCsv = (rows: readonly (readonly CellValue[])[]): string =>
  `\uFEFF${rows
    .map((row) =>
      row.map((cell) => `"${withoutFormula(String(cell ?? "")).replaceAll('"', '""')}"`).join(","),
    )
    .join("\r\n")}\r\n`

/** Writes rows as a workbook of one sheet; the first row stays in sight. Text is never a formula in it. */
export async function buildWorkbook(
  rows: readonly (readonly CellValue[])[],
  columnWidths: readonly number[],
): Promise<Buffer> {
  // Loaded with the first workbook: most processes never write one.
  const { default: writeExcelFile } = await import("write-excel-file/node")
  return writeExcelFile(
    rows.map((row, index) =>
      row.map((value) =>
        value === null || value === ""
          ? null
          : {
              value,
              type: typeof value === "number" ? Number : String,
              ...(index === 0 && { fontWeight: "bold" as const }),
            },
      ),
    ),
    { columns: columnWidths.map((width) => ({ width })), stickyRowsCount: 1 },
  ).toBuffer()
}
