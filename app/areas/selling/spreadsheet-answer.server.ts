/** Answers with a table as a file for a spreadsheet. */
import { buildWorkbook, formatCsv } from "#app/platform/spreadsheet.server.ts"

const TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const

export async function answerSpreadsheet({
  rows,
  widths = [],
  format,
  name,
  label,
}: {
  rows: readonly (readonly (string | number)[])[]
  /** Characters of each column of a workbook. */
  widths?: readonly number[]
  format: keyof typeof TYPES
  name: string
  label: string
}): Promise<Response> {
  const body = format === "csv" ? formatCsv(rows) : new Uint8Array(await buildWorkbook(rows, widths))
  const fileName = encodeURIComponent(`${label}.${format}`)
  return new Response(body, {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Disposition": `attachment; filename="${name}.${format}"; filename*=UTF-8''${fileName}`,
      "Cache-Control": "private, no-store",
    },
  })
}
