/** Answers with a table as a file for a spreadsheet. */
import { buildAttachmentHeaders } from "#app/platform/attachment.server.ts"
import { buildWorkbook, formatCsv } from "#app/platform/spreadsheet.server.ts"

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
  format: "csv" | "xlsx"
  name: string
  label: string
}): Promise<Response> {
  const body = format === "csv" ? formatCsv(rows) : new Uint8Array(await buildWorkbook(rows, widths))
  return new Response(body, {
    headers: buildAttachmentHeaders(format, { name, label: `${label}.${format}` }),
  })
}
