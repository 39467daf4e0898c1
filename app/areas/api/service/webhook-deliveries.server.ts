/** Sends to programs what was noted for them: signed, tried again for a day, then given up. */
import { createHmac } from "node:crypto"
import { and, eq, inArray, isNull, lt, lte, sql } from "drizzle-orm"
import { href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { callOutside } from "#app/platform/outside-call.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { getWebhookEventRole } from "../rules.ts"
import { webhookDeliveries, webhookEndpoints } from "../schema.server.ts"
import { getWebhookSecret } from "./webhooks.server.ts"

const BATCH_SIZE = 100
const CONCURRENT_CALLS = 8
/** What is being sent is not sent by anybody else for so long. */
const LEASE_MS = 5 * MINUTE_MS
/** How long until the next try after each that failed; then it is given up. */
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS]
/** An address that has answered nothing for so long is told nothing more. */
const DISABLED_AFTER_MS = 5 * DAY_MS
const ROTATION_MS = DAY_MS
const LOG_DAYS = 30

type Due = Awaited<ReturnType<typeof claimDue>>[number]

/** Takes deliveries whose time has come; who else sends at the same time takes others. */
async function claimDue() {
  const at = now()
  const due = db()
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.state, "waiting"), lte(webhookDeliveries.nextTryAt, at)))
    .orderBy(webhookDeliveries.nextTryAt)
    .limit(BATCH_SIZE)
    .for("update", { skipLocked: true })
  return db()
    .update(webhookDeliveries)
    .set({ nextTryAt: new Date(at.getTime() + LEASE_MS) })
    .from(webhookEndpoints)
    .where(and(inArray(webhookDeliveries.id, due), eq(webhookEndpoints.id, webhookDeliveries.endpointId)))
    .returning({
      id: webhookDeliveries.id,
      body: webhookDeliveries.body,
      tries: webhookDeliveries.tries,
      endpointId: webhookEndpoints.id,
      url: webhookEndpoints.url,
      secretVersion: webhookEndpoints.secretVersion,
      rotatedAt: webhookEndpoints.rotatedAt,
      disabledAt: webhookEndpoints.disabledAt,
    })
}

/** The headers of Standard Webhooks; within a day of a new secret the one before signs as well. */
function signWebhook(
  delivery: Pick<Due, "id" | "body" | "endpointId" | "secretVersion" | "rotatedAt">,
  at: Date,
): Record<string, string> {
  const { id, body, endpointId, secretVersion, rotatedAt } = delivery
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const isRotating = rotatedAt !== null && at.getTime() - rotatedAt.getTime() < ROTATION_MS
  const signatures = (isRotating ? [secretVersion, secretVersion - 1] : [secretVersion]).map((version) => {
    const secret = Buffer.from(getWebhookSecret(endpointId, version).slice("whsec_".length), "base64")
    return `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`
  })
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") }
}

/** Sends what is due, a few at a time; a job calls it. Returns how much was tried. */
export async function deliverWebhooks(): Promise<number> {
  const due = await claimDue()
  const waiting = [...due]
  await Promise.all(
    Array.from({ length: CONCURRENT_CALLS }, async () => {
      for (let delivery = waiting.shift(); delivery; delivery = waiting.shift()) await deliver(delivery)
    }),
  )
  return due.length
}

async function deliver(delivery: Due): Promise<void> {
  if (delivery.disabledAt !== null) return giveUp(delivery, null, "disabled")
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Baroildang-Webhooks/1",
    ...signWebhook(delivery, now()),
  }
  let status: number | null = null
  let problem = ""
  try {
    status = await callOutside({ url: delivery.url, headers, body: delivery.body })
  } catch (error) {
    problem = error instanceof Error ? error.message.slice(0, 200) : "failed"
  }
  if (status !== null && status >= 200 && status < 300) return recordSent(delivery, status)
  const delay = RETRY_DELAYS_MS[delivery.tries]
  await recordFailure(delivery, { status, problem, delay })
}

async function recordSent({ id, endpointId, tries }: Due, status: number): Promise<void> {
  await inTransaction(async (tx) => {
    await tx
      .update(webhookDeliveries)
      .set({ state: "sent", tries: tries + 1, status, problem: "", sentAt: now() })
      .where(eq(webhookDeliveries.id, id))
    await tx.update(webhookEndpoints).set({ failingSince: null }).where(eq(webhookEndpoints.id, endpointId))
  })
}

async function giveUp({ id, tries }: Due, status: number | null, problem: string): Promise<void> {
  await db()
    .update(webhookDeliveries)
    .set({ state: "failed", tries, status, problem })
    .where(eq(webhookDeliveries.id, id))
}

/** Tries again later, or never; an address that fails for days is told nothing more, and its owner is. */
async function recordFailure(
  { id, endpointId, tries, url }: Due,
  { status, problem, delay }: { status: number | null; problem: string; delay: number | undefined },
): Promise<void> {
  const at = now()
  await inTransaction(async (tx) => {
    await tx
      .update(webhookDeliveries)
      .set({
        tries: tries + 1,
        status,
        problem,
        ...(delay === undefined
          ? { state: "failed" as const }
          : { nextTryAt: new Date(at.getTime() + delay) }),
      })
      .where(eq(webhookDeliveries.id, id))
    const [endpoint] = await tx
      .update(webhookEndpoints)
      .set({
        failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${at.toISOString()}::timestamptz)`,
      })
      .where(and(eq(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.disabledAt)))
      .returning({
        failingSince: webhookEndpoints.failingSince,
        ownerId: webhookEndpoints.ownerId,
        events: webhookEndpoints.events,
      })
    const isHopeless =
      status === 410 ||
      (endpoint?.failingSince && at.getTime() - endpoint.failingSince.getTime() >= DISABLED_AFTER_MS)
    if (!endpoint || !isHopeless) return
    await tx.update(webhookEndpoints).set({ disabledAt: at }).where(eq(webhookEndpoints.id, endpointId))
    const isOfShop = endpoint.events.some((event) => getWebhookEventRole(event) === "seller")
    await notify(tx, [
      {
        userId: endpoint.ownerId,
        kind: isOfShop ? "shop" : "order",
        title: "웹훅이 오래 실패해 멈췄어요",
        text: new URL(url).host,
        href: href(isOfShop ? "/shopping/admin/webhooks" : "/expert-dashboard/webhooks"),
        deduplicationKey: `webhook.disabled:${endpointId}:${at.getTime()}`,
      },
    ])
  })
}

/** Removes what was told longer than 30 days ago; a job calls it. */
export async function deleteOldWebhooks(): Promise<void> {
  await db()
    .delete(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, new Date(now().getTime() - LOG_DAYS * DAY_MS)))
}
