/** Notices that tests send, and what became of them. */
import { eq } from "drizzle-orm"
import { href } from "react-router"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { drainJobs } from "#app/platform/jobs.server.ts"
import type { Person } from "../accounts/fixtures.ts"
import { isChannelOn, type Channel, type NotificationKind } from "./rules.ts"
import { notificationDeliveries, notifications } from "./schema.server.ts"
import { notify, type UserNotification } from "./service/notify.server.ts"
import { saveSettings } from "./service/settings.server.ts"

export const buildNotification = (
  person: Person,
  more: Partial<UserNotification> = {},
): UserNotification => ({
  userId: person.actor.userId,
  kind: "order",
  title: "견적서가 도착했어요",
  text: "싱크대 누수",
  href: href("/orders"),
  deduplicationKey: newId(),
  ...more,
})
export const notifyAll = (...notices: UserNotification[]) => inTransaction((tx) => notify(tx, notices))
export const drainEventsAndJobs = async () => {
  await drainEvents()
  await drainJobs()
}
export const saveSwitches = (
  person: Person,
  changed: Partial<Record<NotificationKind, Partial<Record<Channel, boolean>>>>,
  quiet = true,
) =>
  saveSettings(
    person.actor,
    (kind, channel) => changed[kind]?.[channel] ?? isChannelOn({}, kind, channel),
    quiet,
  )
export const findDeliveries = (person: Person) =>
  db()
    .select({
      channel: notificationDeliveries.channel,
      state: notificationDeliveries.state,
      failure: notificationDeliveries.failure,
    })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(eq(notifications.userId, person.actor.userId))
    .orderBy(notificationDeliveries.channel)
