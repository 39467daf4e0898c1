/** The rows of enquiries that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"
import { selectRecords, type RecordMatch } from "#app/platform/record-match.server.ts"

/** What the person `personId` (an expression) asked, as kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'ticket' as kind, id, title, state, created_at as at from tickets where user_id = ${personId}`

/**
 * What waits for an admin, a statement for each queue: rows of queue, id, target (what its screen is about),
 * title and since.
 */
export const selectQueueEntries = (): SQL[] => [
  sql`select 'tickets' as queue, id, id as target, title, updated_at as since from tickets
    where state = 'open'`,
]

/** Enquiries that the back office finds or opened. */
export const selectMatchingRecords = (match: RecordMatch) => [
  selectRecords({
    kind: "ticket",
    from: sql`tickets`,
    title: sql`title`,
    detail: sql`state`,
    owner: sql`user_id`,
    at: sql`created_at`,
    conditions: [
      match.id(sql`id`),
      match.text(sql`title`),
      match.start(sql`name`),
      match.start(sql`email`),
      match.person(sql`user_id`),
    ],
  }),
]
