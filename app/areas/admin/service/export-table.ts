/** What a table for an export is: its name, its header, how long it is, and its rows page by page. */
import { getKstFields } from "#app/basics/time.ts"

export const EXPORT_PAGE_SIZE = 500

export type CsvCell = string | number | null
type ExportPage = { rows: CsvCell[][]; cursor: string | null }
/** One table of the back office: its name and header, how long it is, and its rows page by page. */
export type ExportTable = {
  name: string
  header: string[]
  /**
   * The letters of each column of a workbook, in which codes and account numbers keep the zeros they begin
   * with; a table without them is written as CSV.
   */
  workbookWidths?: readonly number[]
  count: () => Promise<number>
  page: (cursor: string | null) => Promise<ExportPage>
}

const padTwo = (value: number) => String(value).padStart(2, "0")
/** A moment as Korean spreadsheets sort it: 2026-11-21 15:40. */
export function formatExportTime(at: string): string {
  const { year, month, day, hour, minute } = getKstFields(at)
  return `${year}-${padTwo(month)}-${padTwo(day)} ${padTwo(hour)}:${padTwo(minute)}`
}
