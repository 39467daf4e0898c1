/**
 * Owns the one way to tell people something: a row in their notification centre, and from it everything else.
 */
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emitEach } from "#app/platform/events.server.ts"
import { findReach, type Reach } from "../../accounts/service/reach.server.ts"
import {
  DELIVERY_CHANNELS,
  dueTime,
  isOn,
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

export type Notice = {
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
  once: string
  /** Channels by which the person is told in other words. */
  without?: readonly DeliveryChannel[]
}

const ROWS_A_STATEMENT = 500

/**
 * Tells each of `notices` once, with the commit of `tx`: in the centre at once, by mail, text message and
 * push as the person has chosen. Subscribers of events call it with their own transaction. Who has left is
 * told nothing; advertising reaches only those who have agreed to it.
 */
export async function notify(tx: Transaction, notices: readonly Notice[]): Promise<void> {
  for (let from = 0; from < notices.length; from += ROWS_A_STATEMENT)
    await notifySome(tx, notices.slice(from, from + ROWS_A_STATEMENT))
}

async function notifySome(tx: Transaction, notices: readonly Notice[]): Promise<void> {
  const people = notices.map((notice) => notice.userId)
  const reach = await findReach(people, tx)
  const preferences = await findPreferences(people, tx)
  const at = now()
  const rows = notices.flatMap((notice) => {
    const way = reach.get(notice.userId)
    if (!way || (notice.kind === "marketing" && !way.advertising)) return []
    const chosen = preferences(notice.userId)
    const inApp = isOn(chosen.switches, notice.kind, "app")
    const { without = [], ...told } = notice
    const channels = channelsOf(notice.kind, chosen, way).filter((channel) => !without.includes(channel))
    if (!inApp && channels.length === 0) return []
    const row = {
      ...told,
      text: [...notice.text].slice(0, 200).join(""),
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
          dueAt: dueTime(at, notice.kind, chosen.quiet),
        })),
      },
    ]
  })
  if (rows.length === 0) return
  const told = await tx
    .insert(notifications)
    .values(rows.map(({ row }) => row))
    .onConflictDoNothing()
    .returning({ notificationId: notifications.id, userId: notifications.userId })
  const fresh = new Set(told.map((row) => row.notificationId))
  const deliveries = rows.flatMap((each) => (fresh.has(each.row.id) ? each.deliveries : []))
  if (deliveries.length > 0) await tx.insert(notificationDeliveries).values(deliveries)
  await emitEach(tx, "notification.created", told)
}

/** How a person is told besides the centre. Whether a browser takes push is asked when it is sent. */
function channelsOf(kind: NotificationKind, { switches }: Preferences, way: Reach): DeliveryChannel[] {
  return DELIVERY_CHANNELS.filter(
    (channel) =>
      isOn(switches, kind, channel) &&
      (channel !== "mail" || way.email !== null) &&
      (channel !== "sms" || way.phone !== null),
  )
}
