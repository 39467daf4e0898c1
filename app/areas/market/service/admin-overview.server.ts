/** The rows of second-hand items that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"
import { selectRecords, type RecordMatch } from "#app/platform/record-match.server.ts"

/** What the person `personId` (an expression) sold, as kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'item' as kind, id, title, case when deleted_at is not null then 'deleted'
    when hidden_at is not null then 'hidden' else state end as state, created_at as at
    from items where seller_id = ${personId}`

/**
 * What waits for an admin, a statement for each queue: rows of queue, id, target (what its screen is about),
 * title and since.
 */
export const selectQueueEntries = (): SQL[] => [
  sql`select 'deals' as queue, id, id as target, (select title from items where items.id = item_id) as title,
    updated_at as since from deals where state = 'disputed'`,
]

/** Second-hand items and their deals that the back office finds or opened. */
export const selectMatchingRecords = (match: RecordMatch) => [
  selectRecords({
    kind: "item",
    from: sql`items`,
    title: sql`title`,
    detail: sql`case when deleted_at is not null then 'deleted' when hidden_at is not null then 'hidden'
      else state end`,
    owner: sql`seller_id`,
    at: sql`created_at`,
    conditions: [match.id(sql`id`), match.text(sql`title`), match.person(sql`seller_id`)],
  }),
  selectRecords({
    kind: "deal",
    from: sql`deals`,
    title: sql`(select title from items where items.id = item_id)`,
    detail: sql`state`,
    owner: sql`buyer_id`,
    at: sql`created_at`,
    conditions: [match.id(sql`id`), match.person(sql`buyer_id`), match.person(sql`seller_id`)],
  }),
]
