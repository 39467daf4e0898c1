/** The rows of reports that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"
import { selectRecords, type RecordMatch } from "#app/platform/record-match.server.ts"

/** What the person `personId` (an expression) filed and is accused in, as kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'reported' as kind, id, subject_title as title, state, created_at as at from reports
    where accused_id = ${personId}
  union all
  select 'filed' as kind, id, subject_title as title, state, created_at as at from reports
    where reporter_id = ${personId}
  union all
  select 'sanction', id, reason, kind, created_at from sanctions where user_id = ${personId}`

/**
 * What waits for an admin, a statement for each queue: rows of queue, id, target (what its screen is about),
 * title and since.
 */
export const selectQueueEntries = (): SQL[] => [
  sql`select 'reports' as queue, id, id as target, subject_title as title, created_at as since from reports
    where state in ('filed', 'triaged')`,
  sql`select 'appeals', id, id, subject_title, updated_at from reports where state = 'appealed'`,
]

/** Reports that the back office finds or opened. */
export const selectMatchingRecords = (match: RecordMatch) => [
  selectRecords({
    kind: "report",
    from: sql`reports`,
    title: sql`subject_title`,
    detail: sql`state`,
    owner: sql`accused_id`,
    at: sql`created_at`,
    conditions: [match.id(sql`id`), match.person(sql`accused_id`)],
  }),
]
