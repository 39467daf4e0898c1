/**
 * The one way to tell people something: a row in their notification centre, and from it everything else.
 */
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emitMany } from "#app/platform/events.server.ts"
import { findContactChannels, type ContactChannels } from "../../accounts/service/contact-channels.server.ts"
import {
  DELIVERY_CHANNELS,
  getDueTime,
  isChannelOn,
  type DeliveryChannel,
  type NotificationKind,
  type Preferences,
} from "../rules.ts"
import { notificationDeliveries, notifications } from "../schema.server.ts"
import { findPreferences } from "./settings.server.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "notification.created": { notificationId: string; userId: string }
  }
}

export type UserNotification = {
  userId: string
  kind: NotificationKind
  /** One short sentence: 견적서가 도착했어요. */
  title: string
  /** What it is about, at most 200 characters: the title of the order, the name of the item. */
  text: string
  /** The place it is about, an address of the product. */
  href: string
  /**
   * Names the happening, for example `proposal.sent:{id}`: the same is told a person once, however often this
   * is called.
   */
  deduplicationKey: string
  /** Channels by which the person is told in other words. */
  excludedChannels?: readonly DeliveryChannel[]
}

const ROWS_PER_STATEMENT = 500

/**
 * Tells each of `items` once, with the commit of `tx`: in the centre at once, by mail, text message and
 * push as the person has chosen. Subscribers of events call it with their own transaction. Who has left is
 * told nothing; advertising reaches only those who have agreed to it. Returns how many were told now.
 */
export async function notify(tx: Transaction, items: readonly UserNotification[]): Promise<number> {
  let notified = 0
  for (let from = 0; from < items.length; from += ROWS_PER_STATEMENT)
    notified += await notifyBatch(tx, items.slice(from, from + ROWS_PER_STATEMENT))
  return notified
}

async function notifyBatch(tx: Transaction, items: readonly UserNotification[]): Promise<number> {
  const people = items.map((item) => item.userId)
  const contactsByUser = await findContactChannels(people, tx)
  const preferences = await findPreferences(people, tx)
  const at = now()
  const rows = items.flatMap((item) => {
    const contact = contactsByUser.get(item.userId)
    if (!contact || (item.kind === "marketing" && !contact.advertising)) return []
    const userPreferences = preferences(item.userId)
    const inApp = isChannelOn(userPreferences.switches, item.kind, "app")
    const { excludedChannels = [], deduplicationKey, ...content } = item
    const channels = selectChannels(item.kind, userPreferences, contact).filter(
      (channel) => !excludedChannels.includes(channel),
    )
    if (!inApp && channels.length === 0) return []
    const row = {
      ...content,
      once: deduplicationKey,
      text: [...item.text].slice(0, 200).join(""),
      id: newId(),
      createdAt: at,
      inApp,
      readAt: inApp ? null : at,
    }
    return [
      {
        row,
        deliveries: channels.map((channel) => ({
          notificationId: row.id,
          channel,
          state: "waiting" as const,
          dueAt: getDueTime(at, item.kind, userPreferences.quiet),
        })),
      },
    ]
  })
  if (rows.length === 0) return 0
  const inserted = await tx
    .insert(notifications)
    .values(rows.map(({ row }) => row))
    .onConflictDoNothing()
    .returning({ notificationId: notifications.id, userId: notifications.userId })
  const insertedIds = new Set(inserted.map((row) => row.notificationId))
  const deliveries = rows.flatMap((each) => (insertedIds.has(each.row.id) ? each.deliveries : []))
  if (deliveries.length > 0) await tx.insert(notificationDeliveries).values(deliveries)
  await emitMany(tx, "notification.created", inserted)
  return inserted.length
}

/** How a person is told besides the centre. Whether a browser takes push is asked when it is sent. */
function selectChannels(
  kind: NotificationKind,
  { switches }: Preferences,
  contact: ContactChannels,
): DeliveryChannel[] {
  return DELIVERY_CHANNELS.filter(
    (channel) =>
      isChannelOn(switches, kind, channel) &&
      (channel !== "mail" || contact.email !== null) &&
      (channel !== "sms" || contact.phone !== null),
  )
}
