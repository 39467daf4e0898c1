/** Where programs are told what happened: added, signed anew, taken away; with the log. */
import { and, count, desc, eq, isNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { isOutsideUrl } from "#app/platform/outside-call.server.ts"
import { descending, page } from "#app/platform/page.server.ts"
import { sign } from "#app/platform/signatures.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { API_LIMITS, getWebhookEventRole, hasApiRole, type WebhookEvent } from "../rules.ts"
import { webhookDeliveries, webhookEndpoints } from "../schema.server.ts"

const PAGE_SIZE = 20

/** The secret of an endpoint in one of its versions, as Standard Webhooks writes it. */
export const getWebhookSecret = (endpointId: string, version: number): string =>
  `whsec_${Buffer.from(sign("webhook", `${endpointId}:${version}`), "base64url").toString("base64")}`

/**
 * Adds an address that is told of `events`. Refusals: `not_allowed` (an event of a shop without one, or
 * of an expert who is not approved), `not_public` (no https address of the public net), `too_many_endpoints`.
 */
export async function addWebhook(
  actor: Actor,
  input: { url: string; events: readonly WebhookEvent[] },
): Promise<Outcome<"not_allowed" | "not_public" | "too_many_endpoints", { endpointId: string }>> {
  if (actor.kind !== "member") return refuse("not_allowed")
  if (!input.events.every((event) => hasApiRole(actor, getWebhookEventRole(event))))
    return refuse("not_allowed")
  if (!isOutsideUrl(input.url)) return refuse("not_public")
  const endpointId = newId()
  return inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${actor.userId}`}, 0))`)
    const [held] = await tx
      .select({ count: count() })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.ownerId, actor.userId))
    if ((held?.count ?? 0) >= API_LIMITS.webhooks) return refuse("too_many_endpoints")
    await tx.insert(webhookEndpoints).values({
      id: endpointId,
      ownerId: actor.userId,
      url: input.url,
      events: [...input.events],
      createdAt: now(),
    })
    return ok({ endpointId })
  })
}

const isOwn = (userId: string, endpointId: string) =>
  and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.ownerId, userId))

/** Takes an address of the actor's away, with its log. Refusals: `not_found`. */
export async function removeWebhook(actor: Actor, endpointId: string): Promise<Outcome<"not_found">> {
  if (actor.kind !== "member" || !isId(endpointId)) return refuse("not_found")
  const removed = await db()
    .delete(webhookEndpoints)
    .where(isOwn(actor.userId, endpointId))
    .returning({ id: webhookEndpoints.id })
  return removed.length > 0 ? ok() : refuse("not_found")
}

/** Makes a new secret; the one before signs beside it for a day. Refusals: `not_found`. */
export async function rotateWebhookSecret(actor: Actor, endpointId: string): Promise<Outcome<"not_found">> {
  if (actor.kind !== "member" || !isId(endpointId)) return refuse("not_found")
  const rotated = await db()
    .update(webhookEndpoints)
    .set({ secretVersion: sql`${webhookEndpoints.secretVersion} + 1`, rotatedAt: now() })
    .where(isOwn(actor.userId, endpointId))
    .returning({ id: webhookEndpoints.id })
  return rotated.length > 0 ? ok() : refuse("not_found")
}

/** Tells an address again that was given up. Refusals: `not_found`, `not_now` (it is not stopped). */
export async function enableWebhook(
  actor: Actor,
  endpointId: string,
): Promise<Outcome<"not_found" | "not_now">> {
  if (actor.kind !== "member" || !isId(endpointId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [endpoint] = await tx
      .select({ disabledAt: webhookEndpoints.disabledAt })
      .from(webhookEndpoints)
      .where(isOwn(actor.userId, endpointId))
      .for("update")
    if (!endpoint) return refuse("not_found")
    if (endpoint.disabledAt === null) return refuse("not_now")
    await tx
      .update(webhookEndpoints)
      .set({ disabledAt: null, failingSince: null })
      .where(eq(webhookEndpoints.id, endpointId))
    return ok()
  })
}

/** Sends something of the log once more. Refusals: `not_found`, `not_now` (it waits already). */
export async function resendWebhook(
  actor: Actor,
  deliveryId: string,
): Promise<Outcome<"not_found" | "not_now">> {
  if (actor.kind !== "member" || !isId(deliveryId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [delivery] = await tx
      .select({ state: webhookDeliveries.state })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(
        and(
          eq(webhookDeliveries.id, deliveryId),
          eq(webhookEndpoints.ownerId, actor.userId),
          isNull(webhookEndpoints.disabledAt),
        ),
      )
      .for("update", { of: webhookDeliveries })
    if (!delivery) return refuse("not_found")
    if (delivery.state === "waiting") return refuse("not_now")
    await tx
      .update(webhookDeliveries)
      .set({ state: "waiting", tries: 0, nextTryAt: now() })
      .where(eq(webhookDeliveries.id, deliveryId))
    return ok()
  })
}

/** The actor's addresses with their secrets, the newest first. */
export async function findOwnWebhooks(actor: Actor) {
  if (actor.kind !== "member") return []
  const rows = await db()
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.ownerId, actor.userId))
    .orderBy(desc(webhookEndpoints.id))
    .limit(API_LIMITS.webhooks)
  return rows.map(({ id, url, events, secretVersion, disabledAt }) => ({
    id,
    url,
    events,
    secret: getWebhookSecret(id, secretVersion),
    disabledAt: disabledAt?.toISOString() ?? null,
  }))
}

const LOG_ORDER = descending("newest", [webhookDeliveries.id, "id"])

/** What one of the actor's addresses was told, the newest first, 20 a page. */
export async function findWebhookLog(actor: Actor, endpointId: string, after: string | null) {
  if (actor.kind !== "member" || !isId(endpointId)) return { rows: [], next: null }
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: webhookDeliveries.id,
          event: webhookDeliveries.event,
          state: webhookDeliveries.state,
          tries: webhookDeliveries.tries,
          status: webhookDeliveries.status,
          problem: webhookDeliveries.problem,
          createdAt: webhookDeliveries.createdAt,
          sortKeys,
        })
        .from(webhookDeliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId)),
    order: LOG_ORDER,
    filter: and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookEndpoints.ownerId, actor.userId)),
    cursor: after,
    size: PAGE_SIZE,
  })
  return {
    rows: found.rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    next: found.cursor,
  }
}

/** Subscriber of "account.left": nobody is told any more of who is gone. */
export async function deleteWebhooksOfLeavingMember(
  { userId }: { userId: string },
  tx: Transaction,
): Promise<void> {
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.ownerId, userId))
}
