/** The number of unread notifications beside the navigation. */
import { sql, type SQL } from "drizzle-orm"

/** A scalar subquery: unread notifications of the user `userId`, at most 100. */
export const createUnreadNotificationCount = (userId: SQL): SQL => sql`
  (select count(*)::int from (select from notifications n
    where n.user_id = ${userId} and n.read_at is null limit 100) unread)`
