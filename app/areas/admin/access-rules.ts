/** Records of who looked at whose data: what they say, and how they are looked through. */
import { z } from "zod"
import {
  choice,
  dateString,
  idField,
  listCursor,
  multiline,
  optional,
  text,
} from "#app/basics/form-fields.ts"

export const ACCESS_DEEDS = ["view", "search", "change", "export"] as const
export type AccessDeed = (typeof ACCESS_DEEDS)[number]
export const ACCESS_DEED_LABELS: Record<AccessDeed, string> = {
  view: "열람",
  search: "검색",
  change: "변경",
  export: "내려받기",
}
/** Records are kept so many years (안전성 확보조치 기준 §8: two where data of 50,000 people or more is). */
export const ACCESS_RETENTION_YEARS = 2
/** The same thing that is looked at again within this is not written down again. */
export const ACCESS_REPEAT_MS = 10 * 60_000

export const AccessQuery = z.object({
  by: optional(idField({ label: "관리자" })).catch(null),
  about: optional(idField({ label: "회원" })).catch(null),
  deed: optional(choice(ACCESS_DEEDS, "한 일")).catch(null),
  from: optional(dateString({ label: "시작" })).catch(null),
  to: optional(dateString({ label: "끝" })).catch(null),
  after: listCursor,
})

export const AccessReviewForm = z.object({
  month: text({ label: "달", max: 7 }),
  note: multiline({ label: "점검 내용", min: 2, max: 1_000 }),
})

export const ExportForm = z.object({ reason: text({ label: "내려받는 이유", min: 2, max: 200 }) })
