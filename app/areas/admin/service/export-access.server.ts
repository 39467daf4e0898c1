/** The records of access as a table to save. */
import { readQuery } from "#app/basics/form.ts"
import type { Actor } from "../../accounts/rules.ts"
import { ACCESS_DEED_LABELS, AccessQuery } from "../access-rules.ts"
import { countAccessRecords, findAccessRecords } from "./access.server.ts"
import { EXPORT_PAGE_SIZE, formatExportTime, type ExportTable } from "./export-table.ts"

export function createAccessTable(actor: Actor, query: URLSearchParams): ExportTable {
  const { after: _, ...filter } = readQuery(AccessQuery, query)
  return {
    name: "접속 기록",
    header: ["때", "관리자", "접속 주소", "한 일", "종류", "대상", "정보주체", "명", "이유"],
    count: () => countAccessRecords(actor, filter),
    async page(cursor) {
      const found = await findAccessRecords(actor, { filter, cursor, limit: EXPORT_PAGE_SIZE })
      return {
        cursor: found.cursor,
        rows: found.rows.map((row) => [
          formatExportTime(row.at),
          row.by,
          row.address,
          ACCESS_DEED_LABELS[row.deed],
          row.kind,
          row.subjectId,
          row.person ?? row.personId,
          row.people,
          row.note,
        ]),
      }
    },
  }
}
