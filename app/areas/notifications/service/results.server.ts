/** What people were told already, for statements of other areas. */
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import type { NotificationKind } from "../rules.ts"

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

/** True of people, whom a statement knows as `userId`, who were told what `deduplicationKey` names. */
export const wasNotified = (userId: SQLWrapper, deduplicationKey: string) => sql`exists (
  select from notifications n where n.user_id = ${userId} and n.once = ${deduplicationKey})`

/** True of people who were told of things of `kind` at least `times` times since `since`. */
export const wasNotifiedOften = (
  userId: SQLWrapper,
  { kind, times, since }: { kind: NotificationKind; times: number; since: Date },
) => sql`coalesce((
  select n.created_at from notifications n where n.user_id = ${userId} and n.kind = ${kind}
  order by n.id desc offset ${times - 1} limit 1) > ${since.toISOString()}::timestamptz, false)`
