/** Which browsers take push for whom, and the keys that sign it. */
import { and, desc, eq, getTableColumns, inArray, notInArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { memoizePerEnvironment } from "#app/platform/env.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import {
  isPushEndpoint,
  generatePushKeys,
  type PushKeys,
  type PushMessage,
  sendPush,
} from "#app/platform/push.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { countForActor } from "../../accounts/service/actor-counts.server.ts"
import { NOTIFICATION_LIMITS } from "../rules.ts"
import { productKeys, pushSubscriptions } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

const KEYS_ROW_NAME = "web-push"
const keysCache = memoizePerEnvironment((): { keys?: PushKeys } => ({}))

/**
 * The keys, made at the first need and kept in the database, so that every process signs alike; of two that
 * make them at once one wins.
 */
export async function loadPushKeys(): Promise<PushKeys> {
  const cache = keysCache()
  if (cache.keys) return cache.keys
  const findKeys = async () =>
    (
      await db()
        .select({ value: productKeys.value })
        .from(productKeys)
        .where(eq(productKeys.name, KEYS_ROW_NAME))
    )[0]?.value
  const storedKeys = await findKeys()
  if (storedKeys === undefined)
    await db()
      .insert(productKeys)
      .values({ name: KEYS_ROW_NAME, value: await generatePushKeys(), createdAt: now() })
      .onConflictDoNothing()
  const keys = (storedKeys ?? (await findKeys())) as PushKeys
  cache.keys = keys
  return keys
}

/** What a browser needs to subscribe. */
export const loadPublicPushKey = async (): Promise<string> => (await loadPushKeys()).publicKey

/**
 * Remembers that this browser takes push for the actor; one that took it for somebody else takes it for the
 * actor alone from here on. Refuses an address that is not a push service's (`not_a_service`). Beyond ten
 * browsers the oldest is forgotten.
 */
export async function subscribeBrowser(
  actor: Member,
  browser: { endpoint: string; p256dh: string; auth: string; device: string | null },
): Promise<Outcome<"not_a_service">> {
  if (!isPushEndpoint(browser.endpoint)) return refuse("not_a_service")
  await inTransaction(async (tx) => {
    const values = { ...browser, userId: actor.userId, createdAt: now() }
    await tx
      .insert(pushSubscriptions)
      .values({ id: newId(), ...values })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
    const newest = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, actor.userId))
      .orderBy(desc(pushSubscriptions.createdAt))
      .limit(NOTIFICATION_LIMITS.maxBrowsers)
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, actor.userId), notInArray(pushSubscriptions.id, newest)))
  })
  return ok()
}

/** Forgets a browser of the actor's. */
export async function unsubscribeBrowser(actor: Member, endpoint: string): Promise<void> {
  await db()
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, actor.userId)))
}

/**
 * Whether a browser takes push for the actor: its own subscription outlives signing out, and may be another
 * person's.
 */
export async function isPushSubscribed(actor: Member, endpoint: string): Promise<boolean> {
  const rows = await db()
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, actor.userId)))
  return rows.length > 0
}

/**
 * Answers "account.signed-out": who logs out of a browser by hand gets no more push in it; a session that
 * merely ended goes on.
 */
export async function deleteSignedOutBrowser({
  userId,
  device,
}: Events["account.signed-out"]): Promise<void> {
  await db()
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.device, device)))
}

/** Answers "account.left". */
export async function deleteBrowsersOfUser({ userId }: Events["account.left"]): Promise<void> {
  await db().delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
}

/** A browser, and how many notifications and messages wait for whom it belongs to. */
export type PushBrowser = typeof pushSubscriptions.$inferSelect & { unread: number }

/** The browsers that take push for each of `userIds`, in one query. */
export async function findBrowsers(userIds: readonly string[]): Promise<Map<string, PushBrowser[]>> {
  if (userIds.length === 0) return new Map()
  const userId = sql`${pushSubscriptions.userId}`
  const unread = sql<number>`(${countForActor("notifications", userId)} +
    ${countForActor("chat", userId)})::int`
  const rows = await db()
    .select({ ...getTableColumns(pushSubscriptions), unread })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, [...new Set(userIds)]))
  return Map.groupBy(rows, (row) => row.userId)
}

/**
 * Sends to every one of a person's browsers, with the number for the icon there. Returns how many took it;
 * those that are gone are forgotten. Rejects where none took it and one may later.
 */
export async function sendPushToBrowsers(
  browsers: readonly PushBrowser[],
  message: Omit<PushMessage, "unread">,
): Promise<number> {
  if (browsers.length === 0) return 0
  const keys = await loadPushKeys()
  const outcomes = await Promise.allSettled(
    browsers.map((browser) => sendPush(browser, { ...message, unread: browser.unread }, keys)),
  )
  const expiredBrowsers = browsers.filter(
    (_, index) => outcomes[index]?.status === "fulfilled" && outcomes[index].value === "gone",
  )
  if (expiredBrowsers.length > 0)
    await db()
      .delete(pushSubscriptions)
      .where(
        inArray(
          pushSubscriptions.id,
          expiredBrowsers.map((browser) => browser.id),
        ),
      )
  const sentCount = outcomes.filter(
    (outcome) => outcome.status === "fulfilled" && outcome.value === "sent",
  ).length
  const failure = outcomes.find((outcome) => outcome.status === "rejected")
  if (sentCount === 0 && failure) throw failure.reason
  return sentCount
}
