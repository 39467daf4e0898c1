/**
 * Owns what is sent of a notification: each channel once, when it is due, tried again where it fails, left
 * out where it is wanted no more.
 */
import { createHash } from "node:crypto"
import { and, eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { minuteMs } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { ownOrigin } from "#app/platform/env.server.ts"
import { errorLine } from "#app/platform/error-text.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { enqueue } from "#app/platform/jobs.server.ts"
import { tellUsers } from "#app/platform/live.server.ts"
import { log } from "#app/platform/log.server.ts"
import { sendMail } from "#app/platform/mail.server.ts"
import { sendSms } from "#app/platform/sms.server.ts"
import { mailMode, smsMode } from "#app/platform/services.server.ts"
import { brand } from "#app/shell/brand.ts"
import { findReach, type Reach } from "../../accounts/service/reach.server.ts"
import {
  dueTime,
  isOn,
  isQuietTime,
  pauseAfter,
  titleFor,
  type DeliveryChannel,
  type NotificationKind,
  type Preferences,
} from "../rules.ts"
import { notificationDeliveries as deliveries } from "../schema.server.ts"
import { advertisingRefusalHref } from "./advertising.server.ts"
import { letterOf, textOf } from "./letters.ts"
import { findBrowsers, pushTo, type Browser } from "./push.server.ts"
import { findPreferences } from "./settings.server.ts"

declare module "#app/platform/jobs.server.ts" {
  interface QueuedWork {
    "deliver-notice": { notificationId: string }
  }
}

const BATCH = 50
/** Whoever takes a delivery has this long; a process that dies meanwhile leaves it to the next. */
const LEASE_MS = 5 * minuteMs

/**
 * Answers "notification.created": the badge of every page follows, and what is due goes out through the
 * queue.
 */
export async function passOn(events: readonly Events["notification.created"][]): Promise<void> {
  void tellUsers(
    events.map((event) => event.userId),
    { type: "notifications.changed" },
  )
  await enqueue(
    "deliver-notice",
    events.map(({ notificationId }) => ({ notificationId })),
  )
}

/** Sends what is due of these notifications; work of the queue. */
export async function deliverNotices(work: readonly { notificationId: string }[]): Promise<void> {
  for (let from = 0; from < work.length; from += BATCH)
    await deliverSome(work.slice(from, from + BATCH).map((one) => one.notificationId))
}

/**
 * Sends everything that is due: what waited for the morning, what failed, what a process left behind. A job
 * calls it.
 */
export async function deliverDue(): Promise<number> {
  let sent = 0
  for (;;) {
    const taken = await deliverSome(null)
    sent += taken
    if (taken < BATCH) return sent
  }
}

type Taken = {
  notificationId: string
  channel: DeliveryChannel
  tries: number
  userId: string
  kind: NotificationKind
  title: string
  text: string
  href: string
  read: boolean
  inApp: boolean
}

async function deliverSome(notificationIds: readonly string[] | null): Promise<number> {
  const taken = await take(notificationIds)
  if (taken.length === 0) return 0
  const people = taken.map((one) => one.userId)
  const [reach, preferences, browsers] = await Promise.all([
    findReach(people),
    findPreferences(people),
    findBrowsers(taken.filter((one) => one.channel === "push").map((one) => one.userId)),
  ])
  const skipped: { one: Taken; reason: string }[] = []
  const sending: Promise<void>[] = []
  for (const one of taken) {
    const [way, chosen, own] = [
      reach.get(one.userId),
      preferences(one.userId),
      browsers.get(one.userId) ?? [],
    ]
    const reason = reasonToSkip(one, way, chosen)
    // A failure in the evening may be tried again only in the morning.
    const later = isQuietTime(now()) && dueTime(now(), one.kind, chosen.quiet) > now()
    if (reason !== null || !way) skipped.push({ one, reason: reason ?? "left" })
    else if (later) sending.push(putOff(one, dueTime(now(), one.kind, chosen.quiet)))
    else if (one.channel === "push" && own.length === 0) skipped.push({ one, reason: "no browser" })
    else sending.push(deliver(one, way, own))
  }
  await Promise.all([skip(skipped), ...sending])
  return taken.length
}

/** Takes what is due, so that nobody else does: a delivery is one process's at a time. */
async function take(notificationIds: readonly string[] | null): Promise<Taken[]> {
  const at = now()
  const rows = await db().execute<Taken>(sql`
    update notification_deliveries d set tries = d.tries + 1,
      due_at = ${new Date(at.getTime() + LEASE_MS).toISOString()}::timestamptz
    from notifications n
    where n.id = d.notification_id and (d.notification_id, d.channel) in (
      select w.notification_id, w.channel from notification_deliveries w
      where w.state = 'waiting' and w.due_at <= ${at.toISOString()}::timestamptz
        ${
          notificationIds === null
            ? sql``
            : sql`and w.notification_id =
          any(${sql.param(notificationIds)}::uuid[])`
        }
      order by w.due_at ${notificationIds === null ? sql`limit ${BATCH}` : sql``} for update skip locked)
    returning d.notification_id as "notificationId", d.channel, d.tries, n.user_id as "userId", n.kind,
      n.title, n.text, n.href, n.read_at is not null as read, n.in_app as "inApp"`)
  return [...rows]
}

/** Why it is not sent any more; null where it is. */
function reasonToSkip(one: Taken, way: Reach | undefined, chosen: Preferences): string | null {
  if (!way) return "left"
  if (!isOn(chosen.switches, one.kind, one.channel)) return "switched off"
  if (one.kind === "marketing" && !way.advertising) return "no consent"
  // Advertising says who sends it (망법 §50 ④).
  if (one.kind === "marketing" && !brand.hasCompany) return "no company"
  // What was read in the centre meanwhile needs no letter; a decision about a person is sent all the same.
  if (one.read && one.inApp && one.kind !== "account") return "read"
  if (one.channel === "mail" && mailMode() === "off") return "mail is off"
  if (one.channel === "sms" && smsMode() === "off") return "sms is off"
  if (one.channel === "mail" && way.email === null) return "no address"
  if (one.channel === "sms" && way.phone === null) return "no phone"
  return null
}

async function deliver(one: Taken, way: Reach, browsers: readonly Browser[]): Promise<void> {
  try {
    const went = await sendBy(one, way, browsers)
    await settle(one, went ? "sent" : "skipped", went ? null : "no browser")
  } catch (error) {
    const pause = pauseAfter(one.tries)
    log().warn(
      { err: error, channel: one.channel, notification: one.notificationId },
      "a notification could not be sent",
    )
    if (pause === null) await settle(one, "failed", errorLine(error).slice(0, 300))
    else await putOff(one, new Date(now().getTime() + pause), errorLine(error).slice(0, 300))
  }
}

async function sendBy(one: Taken, way: Reach, browsers: readonly Browser[]): Promise<boolean> {
  const origin = ownOrigin()
  const facts = {
    kind: one.kind,
    title: titleFor(one.kind, one.title),
    text: one.text,
    place: origin + one.href,
    settings: `${origin}/my-info/notifications`,
    refusal: origin + advertisingRefusalHref(one.userId),
  }
  const key = keyOf(one)
  if (one.channel === "mail" && way.email !== null) {
    await sendMail({ to: way.email, ...letterOf(facts), key })
    return true
  }
  if (one.channel === "sms" && way.phone !== null) {
    await sendSms({
      to: way.phone,
      text: textOf({ ...facts, place: `${origin}/notifications/${one.notificationId}` }),
      key,
    })
    return true
  }
  return (
    (await pushTo(browsers, {
      id: one.notificationId,
      title: facts.title,
      text: one.text,
      href: `/notifications/${one.notificationId}`,
    })) > 0
  )
}

/** Names one letter for good: what takes it can tell a second sending from a second letter. */
function keyOf({ notificationId, channel }: Taken): string {
  const hash = createHash("sha256").update(`${notificationId} ${channel}`).digest("hex")
  return (
    `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-` +
    `${hash.slice(20, 32)}`
  )
}

const its = (one: Taken) =>
  and(eq(deliveries.notificationId, one.notificationId), eq(deliveries.channel, one.channel))

async function settle(
  one: Taken,
  state: "sent" | "skipped" | "failed",
  failure: string | null,
): Promise<void> {
  await db().update(deliveries).set({ state, failure, doneAt: now() }).where(its(one))
}

async function skip(skipped: readonly { one: Taken; reason: string }[]): Promise<void> {
  if (skipped.length === 0) return
  const column = (of: (each: { one: Taken; reason: string }) => string) => sql.param(skipped.map(of))
  await db().execute(sql`
    update notification_deliveries d set state = 'skipped', failure = each.reason,
      done_at = ${now().toISOString()}::timestamptz
    from unnest(${column(({ one }) => one.notificationId)}::uuid[],
      ${column(({ one }) => one.channel)}::text[], ${column(({ reason }) => reason)}::text[]) as each (id,
      channel, reason)
    where d.notification_id = each.id and d.channel = each.channel`)
}

/** Waiting for a better hour is no failed try. */
async function putOff(one: Taken, dueAt: Date, failure?: string): Promise<void> {
  await db()
    .update(deliveries)
    .set({ dueAt, ...(failure === undefined ? { tries: one.tries - 1 } : { failure }) })
    .where(its(one))
}
