/**
 * What is sent of a notification: each channel once, when it is due, tried again where it fails, left
 * out where it is wanted no more.
 */
import { href } from "react-router"
import { createHash } from "node:crypto"
import { and, eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { getOwnOrigin } from "#app/platform/env.server.ts"
import { formatErrorLine } from "#app/platform/error-text.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { enqueue } from "#app/platform/jobs.server.ts"
import { publishToUsers } from "#app/platform/live.server.ts"
import { log } from "#app/platform/log.server.ts"
import { sendMail } from "#app/platform/mail.server.ts"
import { sendSms } from "#app/platform/sms.server.ts"
import { getMailMode, getSmsMode } from "#app/platform/services.server.ts"
import { brand } from "#app/basics/brand.ts"
import { findContactChannels, type ContactChannels } from "../../accounts/service/contact-channels.server.ts"
import {
  getDueTime,
  isChannelOn,
  isQuietTime,
  getRetryDelayMs,
  formatTitle,
  type DeliveryChannel,
  type NotificationKind,
  type Preferences,
} from "../rules.ts"
import { notificationDeliveries as deliveries } from "../schema.server.ts"
import { buildAdvertisingRefusalHref } from "./advertising.server.ts"
import { formatMail, formatPushText, formatSms } from "./message-texts.ts"
import { findBrowsers, sendPushToBrowsers, type PushBrowser } from "./push.server.ts"
import { findPreferences } from "./settings.server.ts"

declare module "#app/platform/jobs.server.ts" {
  interface JobPayloads {
    "deliver-notice": { notificationId: string }
  }
}

const BATCH_SIZE = 50
/** Whoever takes a delivery has this long; a process that dies meanwhile leaves it to the next. */
const LEASE_MS = 5 * MINUTE_MS

/**
 * Answers "notification.created": the badge of every page follows, and what is due goes out through the
 * queue.
 */
export async function enqueueDeliveries(events: readonly Events["notification.created"][]): Promise<void> {
  void publishToUsers(
    events.map((event) => event.userId),
    { type: "notifications.changed" },
  )
  await enqueue(
    "deliver-notice",
    events.map(({ notificationId }) => ({ notificationId })),
  )
}

/** Sends what is due of these notifications; work of the queue. */
export async function deliverNotifications(work: readonly { notificationId: string }[]): Promise<void> {
  for (let from = 0; from < work.length; from += BATCH_SIZE)
    await deliverBatch(work.slice(from, from + BATCH_SIZE).map((delivery) => delivery.notificationId))
}

/**
 * Sends everything that is due: what waited for the morning, what failed, what a process left behind. A job
 * calls it.
 */
export async function deliverDueNotifications(): Promise<number> {
  let sent = 0
  for (;;) {
    const claimed = await deliverBatch(null)
    sent += claimed
    if (claimed < BATCH_SIZE) return sent
  }
}

type ClaimedDelivery = {
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

async function deliverBatch(notificationIds: readonly string[] | null): Promise<number> {
  const claimed = await claimDeliveries(notificationIds)
  if (claimed.length === 0) return 0
  const people = claimed.map((delivery) => delivery.userId)
  const [contactsByUser, preferences, browsers] = await Promise.all([
    findContactChannels(people),
    findPreferences(people),
    findBrowsers(
      claimed.filter((delivery) => delivery.channel === "push").map((delivery) => delivery.userId),
    ),
  ])
  const skipped: { delivery: ClaimedDelivery; reason: string }[] = []
  const pending: Promise<void>[] = []
  for (const delivery of claimed) {
    const [contact, userPreferences, userBrowsers] = [
      contactsByUser.get(delivery.userId),
      preferences(delivery.userId),
      browsers.get(delivery.userId) ?? [],
    ]
    const reason = getSkipReason(delivery, contact, userPreferences)
    // A failure in the evening may be tried again only in the morning.
    const isQuietNow = isQuietTime(now()) && getDueTime(now(), delivery.kind, userPreferences.quiet) > now()
    if (reason !== null || !contact) skipped.push({ delivery, reason: reason ?? "left" })
    else if (isQuietNow)
      pending.push(postponeDelivery(delivery, getDueTime(now(), delivery.kind, userPreferences.quiet)))
    else if (delivery.channel === "push" && userBrowsers.length === 0)
      skipped.push({ delivery, reason: "no browser" })
    else pending.push(deliver(delivery, contact, userBrowsers))
  }
  await Promise.all([markSkipped(skipped), ...pending])
  return claimed.length
}

/** Takes what is due, so that nobody else does: a delivery is one process's at a time. */
async function claimDeliveries(notificationIds: readonly string[] | null): Promise<ClaimedDelivery[]> {
  const at = now()
  const rows = await db().execute<ClaimedDelivery>(sql`
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
      order by w.due_at ${notificationIds === null ? sql`limit ${BATCH_SIZE}` : sql``} for update skip locked)
    returning d.notification_id as "notificationId", d.channel, d.tries, n.user_id as "userId", n.kind,
      n.title, n.text, n.href, n.read_at is not null as read, n.in_app as "inApp"`)
  return [...rows]
}

/** Why it is not sent any more; null where it is. */
function getSkipReason(
  delivery: ClaimedDelivery,
  contact: ContactChannels | undefined,
  userPreferences: Preferences,
): string | null {
  if (!contact) return "left"
  if (!isChannelOn(userPreferences.switches, delivery.kind, delivery.channel)) return "switched off"
  if (delivery.kind === "marketing" && !contact.advertising) return "no consent"
  // Advertising says who sends it (망법 §50 ④).
  if (delivery.kind === "marketing" && !brand.hasCompany) return "no company"
  // What was read in the centre meanwhile needs no letter; a decision about a person is sent all the same.
  if (delivery.read && delivery.inApp && delivery.kind !== "account") return "read"
  if (delivery.channel === "mail" && getMailMode() === "off") return "mail is off"
  if (delivery.channel === "sms" && getSmsMode() === "off") return "sms is off"
  if (delivery.channel === "mail" && contact.email === null) return "no address"
  if (delivery.channel === "sms" && contact.phone === null) return "no phone"
  return null
}

async function deliver(
  delivery: ClaimedDelivery,
  contact: ContactChannels,
  browsers: readonly PushBrowser[],
): Promise<void> {
  try {
    const wasSent = await sendThroughChannel(delivery, contact, browsers)
    await finishDelivery(delivery, wasSent ? "sent" : "skipped", wasSent ? null : "no browser")
  } catch (error) {
    const retryDelayMs = getRetryDelayMs(delivery.tries)
    log().warn(
      { err: error, channel: delivery.channel, notification: delivery.notificationId },
      "a notification could not be sent",
    )
    if (retryDelayMs === null) await finishDelivery(delivery, "failed", formatErrorLine(error).slice(0, 300))
    else
      await postponeDelivery(
        delivery,
        new Date(now().getTime() + retryDelayMs),
        formatErrorLine(error).slice(0, 300),
      )
  }
}

async function sendThroughChannel(
  delivery: ClaimedDelivery,
  contact: ContactChannels,
  browsers: readonly PushBrowser[],
): Promise<boolean> {
  const origin = getOwnOrigin()
  const content = {
    kind: delivery.kind,
    title: formatTitle(delivery.kind, delivery.title),
    text: delivery.text,
    url: origin + delivery.href,
    settingsUrl: `${origin}/my-info/notifications`,
    refusalUrl: origin + buildAdvertisingRefusalHref(delivery.userId),
  }
  const key = createIdempotencyKey(delivery)
  if (delivery.channel === "mail" && contact.email !== null) {
    await sendMail({ to: contact.email, ...formatMail(content), key })
    return true
  }
  if (delivery.channel === "sms" && contact.phone !== null) {
    await sendSms({
      to: contact.phone,
      text: formatSms({ ...content, url: `${origin}/notifications/${delivery.notificationId}` }),
      key,
    })
    return true
  }
  return (
    (await sendPushToBrowsers(browsers, {
      id: delivery.notificationId,
      title: content.title,
      text: formatPushText(content),
      href: href("/notifications/:id", { id: delivery.notificationId }),
    })) > 0
  )
}

/** Names one letter for good: what takes it can tell a second sending from a second letter. */
function createIdempotencyKey({ notificationId, channel }: ClaimedDelivery): string {
  const hash = createHash("sha256").update(`${notificationId} ${channel}`).digest("hex")
  return (
    `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-` +
    `${hash.slice(20, 32)}`
  )
}

const matchDelivery = (delivery: ClaimedDelivery) =>
  and(eq(deliveries.notificationId, delivery.notificationId), eq(deliveries.channel, delivery.channel))

async function finishDelivery(
  delivery: ClaimedDelivery,
  state: "sent" | "skipped" | "failed",
  failure: string | null,
): Promise<void> {
  await db().update(deliveries).set({ state, failure, doneAt: now() }).where(matchDelivery(delivery))
}

async function markSkipped(skipped: readonly { delivery: ClaimedDelivery; reason: string }[]): Promise<void> {
  if (skipped.length === 0) return
  const column = (of: (each: { delivery: ClaimedDelivery; reason: string }) => string) =>
    sql.param(skipped.map(of))
  await db().execute(sql`
    update notification_deliveries d set state = 'skipped', failure = each.reason,
      done_at = ${now().toISOString()}::timestamptz
    from unnest(${column(({ delivery }) => delivery.notificationId)}::uuid[],
      ${column(({ delivery }) => delivery.channel)}::text[],
        ${column(({ reason }) => reason)}::text[]) as each (id,
      channel, reason)
    where d.notification_id = each.id and d.channel = each.channel`)
}

/** Waiting for a better hour is no failed try. */
async function postponeDelivery(delivery: ClaimedDelivery, dueAt: Date, failure?: string): Promise<void> {
  await db()
    .update(deliveries)
    .set({ dueAt, ...(failure === undefined ? { tries: delivery.tries - 1 } : { failure }) })
    .where(matchDelivery(delivery))
}
