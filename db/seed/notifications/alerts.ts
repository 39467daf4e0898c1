/** What those who wait for new things were told of the last days, and how they want to be told. */
import { and, asc, gte, inArray, isNull, sql } from "drizzle-orm"
import { jobAlerts } from "#app/areas/jobs/alert-schema.server.ts"
import { hirePosts } from "#app/areas/jobs/schema.server.ts"
import { findJobAlertNotifications } from "#app/areas/jobs/service/job-alerts.server.ts"
import { items, keywordAlerts } from "#app/areas/market/schema.server.ts"
import { findAlertNotifications } from "#app/areas/market/service/alerts.server.ts"
import type { Switches } from "#app/areas/notifications/rules.ts"
import type { notificationSettings } from "#app/areas/notifications/schema.server.ts"
import type { UserNotification } from "#app/areas/notifications/service/notify.server.ts"
import type { TownTransaction } from "../parts.ts"
import { createRandom } from "../random.ts"
import { minutesAfter } from "../times.ts"

const TOLD_DAYS = 14
/** Of one person and kind, the newest. */
const MAX_OF_A_KIND = 6

type AlertNotification = UserNotification & { at: Date }

/** What the alerts of the town found: the newest of each person, as the product would have told it. */
export async function findAlertNews(tx: TownTransaction, present: Date): Promise<AlertNotification[]> {
  const since = minutesAfter(present, -TOLD_DAYS * 1_440)
  const newItems = await tx
    .select()
    .from(items)
    .where(
      and(
        gte(items.createdAt, since),
        inArray(items.state, ["selling", "reserved"]),
        isNull(items.hiddenAt),
        isNull(items.putAwayAt),
        isNull(items.deletedAt),
      ),
    )
    .orderBy(asc(items.createdAt), asc(items.id))
  const newPosts = await tx
    .select()
    .from(hirePosts)
    .where(and(gte(hirePosts.openedAt, since), sql`${hirePosts.state} = 'open'`, isNull(hirePosts.hiddenAt)))
    .orderBy(asc(hirePosts.openedAt), asc(hirePosts.id))
  const news: AlertNotification[] = []
  for (const item of newItems)
    for (const told of await findAlertNotifications(tx, item)) news.push({ ...told, at: item.createdAt })
  for (const post of newPosts)
    for (const told of await findJobAlertNotifications(tx, post)) news.push({ ...told, at: post.openedAt })
  const owners = await findOwners(tx)
  const heard = news.filter(({ userId, at }) => at >= (owners.get(userId) ?? present))
  return [...Map.groupBy(heard, ({ userId, kind }) => `${kind} ${userId}`).values()].flatMap((ofOne) =>
    ofOne.slice(-MAX_OF_A_KIND),
  )
}

/** Who waits for new things, and since when. */
async function findOwners(tx: TownTransaction): Promise<Map<string, Date>> {
  const rows = await tx
    .select({ userId: keywordAlerts.userId, at: keywordAlerts.createdAt })
    .from(keywordAlerts)
    .union(tx.select({ userId: jobAlerts.userId, at: jobAlerts.createdAt }).from(jobAlerts))
    .orderBy(asc(keywordAlerts.userId))
  return new Map(rows.map(({ userId, at }) => [userId, at]))
}

const MAIL_TOO: Switches = { keyword: { mail: true }, job_alert: { mail: true } }
const NO_PUSH: Switches = { keyword: { push: false }, job_alert: { push: false } }

/** How those who wait want to be told: `demoId` by mail too, of the others some so, some without push. */
export async function findAlertSettings(
  tx: TownTransaction,
  demoId: string,
  present: Date,
): Promise<(typeof notificationSettings.$inferInsert)[]> {
  const random = createRandom("notifications/switches")
  return [...(await findOwners(tx)).keys()].flatMap((userId) => {
    const switches = userId === demoId ? MAIL_TOO : random.pick([MAIL_TOO, NO_PUSH, null, null])
    return switches === null
      ? []
      : [{ userId, switches, quiet: true, updatedAt: minutesAfter(present, -20 * 1_440) }]
  })
}
