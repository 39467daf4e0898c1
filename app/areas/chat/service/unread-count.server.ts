/** The number of unread messages beside the navigation. */
import { sql, type SQL } from "drizzle-orm"

/** A scalar subquery: unread messages of the user `userId` in all listed rooms, at most 100. */
export const createUnreadMessageCount = (userId: SQL): SQL => sql`
  (select least(coalesce(sum(unread), 0), 100)::int from chat_members
    where chat_members.user_id = ${userId} and listed and unread > 0)`
