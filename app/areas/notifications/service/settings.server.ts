/** How each person wants to be told. */
import { eq, inArray, sql, type SQLWrapper } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db, type Executor } from "#app/platform/db.server.ts"
import { isApprovedExpert, type Member } from "../../accounts/rules.ts"
import { findContactChannels, type ContactChannels } from "../../accounts/service/contact-channels.server.ts"
import {
  CHANNELS,
  type Channel,
  DEFAULT_CHANNELS,
  isAlwaysOn,
  isChannelOn,
  listKinds,
  type NotificationKind,
  type Preferences,
  toSwitches,
  DEFAULT_PREFERENCES,
} from "../rules.ts"
import { notificationSettings } from "../schema.server.ts"

/** The preferences of `ids`, in one query; who has never chosen has the usual ones. */
export async function findPreferences(
  ids: readonly string[],
  executor: Executor = db(),
): Promise<(id: string) => Preferences> {
  const rows =
    ids.length === 0
      ? []
      : await executor
          .select()
          .from(notificationSettings)
          .where(inArray(notificationSettings.userId, [...new Set(ids)]))
  const preferencesByUser = new Map(
    rows.map((row) => [row.userId, { switches: row.switches, quiet: row.quiet }]),
  )
  return (id) => preferencesByUser.get(id) ?? DEFAULT_PREFERENCES
}

export type OwnSettings = { preferences: Preferences; contactChannels: ContactChannels }

/** What the settings screen shows of the actor; two queries. */
export async function loadOwnSettings(actor: Member): Promise<OwnSettings> {
  const [preferences, contactChannels] = await Promise.all([
    findPreferences([actor.userId]),
    findContactChannels([actor.userId]),
  ])
  return {
    preferences: preferences(actor.userId),
    contactChannels: contactChannels.get(actor.userId) ?? { email: null, phone: null, advertising: false },
  }
}

/** True of people, in a statement that knows them as `userId`, who want to be told of `kind` in some way. */
export function wantsKind(userId: SQLWrapper, kind: NotificationKind) {
  const isOn = CHANNELS.map(
    (channel) =>
      sql`coalesce((s.switches -> ${kind} ->> ${channel})::boolean, ${DEFAULT_CHANNELS[kind][channel]})`,
  )
  return sql`not exists (select from notification_settings s
    where s.user_id = ${userId} and not (${sql.join(isOn, sql` or `)}))`
}

/** Keeps what the actor has switched: `on` says it for every kind and channel that has a switch. */
export async function saveSettings(
  actor: Member,
  on: (kind: NotificationKind, channel: Channel) => boolean,
  quiet: boolean,
): Promise<void> {
  const current = (await findPreferences([actor.userId]))(actor.userId)
  const kinds = listKinds(isApprovedExpert(actor))
  const switches = toSwitches((kind, channel) =>
    isAlwaysOn(kind, channel) || !kinds.includes(kind)
      ? isChannelOn(current.switches, kind, channel)
      : on(kind, channel),
  )
  await db()
    .insert(notificationSettings)
    .values({ userId: actor.userId, switches, quiet, updatedAt: now() })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: { switches, quiet, updatedAt: now() } })
}

/** Switches advertising off in every channel; what the link in an advertising mail does. */
export async function refuseAdvertising(userId: string): Promise<void> {
  const [row] = await db().select().from(notificationSettings).where(eq(notificationSettings.userId, userId))
  const current = row ?? DEFAULT_PREFERENCES
  const switches = toSwitches(
    (kind, channel) => kind !== "marketing" && isChannelOn(current.switches, kind, channel),
  )
  await db()
    .insert(notificationSettings)
    .values({ userId, switches, quiet: current.quiet, updatedAt: now() })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: { switches, updatedAt: now() } })
}
