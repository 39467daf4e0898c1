/** The rows of experts that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"
import { selectRecords, type RecordMatch } from "#app/platform/record-match.server.ts"

/**
 * What waits for an admin, a statement for each queue: rows of queue, id, target (what its screen is about),
 * title and since.
 */
export const selectQueueEntries = (): SQL[] => [
  sql`select 'experts' as queue, user_id as id, user_id as target, name as title, applied_at as since
    from experts where state in ('applied', 'reviewing')`,
  sql`select 'papers', id, expert_id, (select name from experts where user_id = expert_id), created_at
    from insurance_papers where state = 'waiting'`,
]

/** Experts that the back office finds or opened. */
export const selectMatchingRecords = (match: RecordMatch) => [
  selectRecords({
    kind: "expert",
    from: sql`experts`,
    id: sql`user_id`,
    title: sql`name`,
    detail: sql`state`,
    owner: sql`user_id`,
    at: sql`applied_at`,
    conditions: [match.id(sql`user_id`), match.start(sql`business_number`), match.person(sql`user_id`)],
  }),
]
