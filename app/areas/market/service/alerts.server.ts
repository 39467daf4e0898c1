/** Keyword alerts: what people wait for, and finding those who wait for a new item in one look. */
import { href } from "react-router"
import { and, desc, eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { toKeywordColumns } from "#app/basics/alert-words.ts"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { formatPlace } from "#app/basics/distance.ts"
import { formatWon } from "#app/basics/won.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { toAlertPlace } from "../../accounts/alert-place-rules.ts"
import { getNeighbourhood } from "../../accounts/neighbourhood-rules.ts"
import type { Actor } from "../../accounts/rules.ts"
import {
  fitsAlertWords,
  isInAlertPlace,
  lockAlertOwner,
  sortByDistanceTo,
} from "../../accounts/service/alert-places.server.ts"
import { chosenRegionSql } from "../../accounts/service/neighbourhoods.server.ts"
import { people } from "../../accounts/service/people-view.server.ts"
import { notify, type UserNotification } from "../../notifications/service/notify.server.ts"
import type { AlertForm } from "../forms.ts"
import { isListed, ITEM_CATEGORY_LABELS, LIMITS } from "../rules.ts"
import { items, keywordAlerts } from "../schema.server.ts"
import type { AlertView } from "../views.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/**
 * Waits for items with a keyword. Refusals: `not_allowed` (visitors), `no_neighbourhood` (near what, nobody
 * said), `too_many` (30 each), `there` (the same words already).
 */
export async function addAlert(
  actor: Actor,
  input: z.output<typeof AlertForm>,
): Promise<Outcome<"not_allowed" | "no_neighbourhood" | "too_many" | "there">> {
  if (actor.kind !== "member" || actor.profile === null) return refuse("not_allowed")
  const place = toAlertPlace(input)
  if (place.range !== "all" && getNeighbourhood(actor) === null) return refuse("no_neighbourhood")
  return inTransaction(async (tx) => {
    await lockAlertOwner(tx, actor.userId)
    const [ownCount] = await tx
      .select({ alerts: sql<number>`count(*)::int` })
      .from(keywordAlerts)
      .where(eq(keywordAlerts.userId, actor.userId))
    if ((ownCount?.alerts ?? 0) >= LIMITS.alerts) return refuse("too_many")
    const inserted = await tx
      .insert(keywordAlerts)
      .values({
        id: newId(),
        userId: actor.userId,
        ...input,
        ...place,
        ...toKeywordColumns(input.keyword),
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning({ id: keywordAlerts.id })
    return inserted.length > 0 ? ok() : refuse("there")
  })
}

/** Waits no longer; where there is no such alert nothing happens. */
export async function removeAlert(actor: Actor, alertId: string): Promise<Outcome<"not_allowed">> {
  if (actor.kind !== "member") return refuse("not_allowed")
  await db()
    .delete(keywordAlerts)
    .where(and(eq(keywordAlerts.id, alertId), eq(keywordAlerts.userId, actor.userId)))
  return ok()
}

/** The actor's alerts, the newest first. */
export async function findAlerts(actor: Actor): Promise<AlertView[]> {
  if (actor.kind !== "member") return []
  return db()
    .select({
      id: keywordAlerts.id,
      keyword: keywordAlerts.keyword,
      category: keywordAlerts.category,
      range: keywordAlerts.range,
      regionCode: keywordAlerts.regionCode,
      minWon: keywordAlerts.minWon,
      maxWon: keywordAlerts.maxWon,
    })
    .from(keywordAlerts)
    .where(eq(keywordAlerts.userId, actor.userId))
    .orderBy(desc(keywordAlerts.createdAt), desc(keywordAlerts.id))
    .limit(LIMITS.alerts)
}

/**
 * Subscriber of "item.posted" and "item.edited": notifies those whose alert fits its title and category, once
 * for each item and person.
 */
export async function notifyAlertOwners({ itemId }: { itemId: string }, tx: Transaction): Promise<void> {
  const [item] = await tx.select().from(items).where(eq(items.id, itemId))
  if (!item || !isListed(item) || item.state !== "selling") return
  await notify(tx, await findAlertNotifications(tx, item))
}

/** What the owners of fitting alerts are told of `item`, who is near it first. One query. */
export async function findAlertNotifications(
  tx: Transaction,
  item: typeof items.$inferSelect,
): Promise<UserNotification[]> {
  const matchingAlerts = await tx
    .selectDistinctOn([keywordAlerts.userId], {
      userId: keywordAlerts.userId,
      keyword: keywordAlerts.keyword,
      home: people.regionCode,
      chosen: chosenRegionSql(keywordAlerts.userId),
    })
    .from(keywordAlerts)
    .innerJoin(people, and(eq(people.userId, keywordAlerts.userId), sql`${people.leftAt} is null`))
    .where(
      and(
        fitsAlertWords(keywordAlerts, [item.title, ITEM_CATEGORY_LABELS[item.category]]),
        sql`${keywordAlerts.userId} <> ${item.sellerId}::uuid`,
        sql`coalesce(${keywordAlerts.category}, ${item.category}) = ${item.category}`,
        isInAlertPlace(keywordAlerts, item.regionCode),
        sql`${item.priceWon}::int between coalesce(${keywordAlerts.minWon}, 0)
          and coalesce(${keywordAlerts.maxWon}, 2147483647)`,
      ),
    )
    .orderBy(keywordAlerts.userId, desc(keywordAlerts.createdAt))
  const price = item.priceWon === 0 ? "나눔" : formatWon(item.priceWon)
  return sortByDistanceTo(item.regionCode, matchingAlerts).map(({ userId, keyword, distance }) => ({
    userId,
    kind: "keyword",
    title: `‘${keyword}’ 새 물건이 올라왔어요`,
    text: `${item.title} · ${price} · ${formatPlace(item.regionCode, distance)}`,
    href: href("/marketplace/:itemId", { itemId: item.id }),
    deduplicationKey: `keyword:${item.id}`,
  }))
}
