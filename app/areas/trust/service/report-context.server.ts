/** What areas show an admin beside a report: the room around a message, the versions of a review. */
import type { SubjectKind } from "#app/basics/subject.ts"
import type { Member } from "../../accounts/rules.ts"

/**
 * One line of what stood around the reported thing, oldest first; `authorName` is a person's name, null for
 * what was said by itself.
 */
type ContextLine = {
  id: string
  authorName: string | null
  text: string
  at: string
  pictureIds: readonly string[]
  reported: boolean
}
/**
 * Reads what stands around the thing `id`; only ever called for an admin, and only for a thing that was
 * reported.
 */
export type ReportContext = (
  admin: Member,
  id: string,
) => Promise<{ title: string; lines: ContextLine[] } | null>

const contextsByKind = new Map<SubjectKind, ReportContext>()

/** Names what is shown beside reports of `kind`; only app/subjects.server.ts calls this. */
export function registerReportContext(kind: SubjectKind, context: ReportContext): void {
  contextsByKind.set(kind, context)
}

/** What stands around a reported thing; null where its area shows nothing. */
export const loadReportContext = async (admin: Member, kind: SubjectKind, id: string) =>
  (await contextsByKind.get(kind)?.(admin, id)) ?? null
