/** Owns the one way to tell people something: a row in their notification centre, and from it everything else. */
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emitEach } from "#app/platform/events.server.ts"
import type { NotificationKind } from "../rules.ts"
import { notifications } from "../schema.server.ts"

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
  /** Names the happening, for example `proposal.sent:{id}`: the same is told a person once, however often this is called. */
  once: string
}

/** Tells each of `notices` once, with the commit of `tx`. Subscribers of events call it with their own transaction. */
export async function notify(tx: Transaction, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return
  const told = await tx
    .insert(notifications)
    .values(notices.map((notice) => ({ ...notice, text: notice.text.slice(0, 200), id: newId(), createdAt: now() })))
    .onConflictDoNothing()
    .returning({ notificationId: notifications.id, userId: notifications.userId })
  await emitEach(tx, "notification.created", told)
}
