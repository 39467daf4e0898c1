/** What became of the same notification to many people. */
import { sql, type SQL } from "drizzle-orm"

/**
 * Selects how many of `recipients` (a statement of user_id) were told what `deduplicationKey` names, how many
 * got it by mail, text message or push, and how many opened it: told, delivered and opened.
 */
export const selectNotificationResults = (recipients: SQL, deduplicationKey: string) => sql`
  select count(*)::int as told,
    count(*) filter (where exists (select from notification_deliveries d
      where d.notification_id = n.id and d.state = 'sent'))::int as delivered,
    count(*) filter (where n.in_app and n.read_at is not null)::int as opened
  from (${recipients}) r join notifications n on n.user_id = r.user_id and n.once = ${deduplicationKey}`
