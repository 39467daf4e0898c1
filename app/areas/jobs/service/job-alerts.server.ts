/** Job alerts: which new jobs people wait for, and telling those whom a new post fits. */
import { href } from "react-router"
import { and, desc, eq, isNull, sql } from "drizzle-orm"
import { toKeywordColumns } from "#app/basics/alert-words.ts"
import { now } from "#app/basics/clock.ts"
import { formatPlace } from "#app/basics/distance.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { toAlertPlace, type AlertPlace } from "../../accounts/alert-place-rules.ts"
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
import type { JobAlertInput } from "../alert-forms.ts"
import { formatPay } from "../parts/format.ts"
import { JOB_KIND_LABELS, JOB_KIND_SEARCH_WORDS, LIMITS, type JobKind } from "../rules.ts"
import { jobAlerts } from "../alert-schema.server.ts"
import { hirePosts } from "../schema.server.ts"
import type { HireEvent } from "./events.server.ts"

export type JobAlertView = AlertPlace & { id: string; kind: JobKind | null; keyword: string }

/**
 * Waits for new jobs of a kind, with words, in a place. Refusals: `not_allowed` (visitors),
 * `no_neighbourhood` (near what, nobody said), `too_many` (20 each), `there` (the same already).
 */
export async function addJobAlert(
  actor: Actor,
  input: JobAlertInput,
): Promise<Outcome<"not_allowed" | "no_neighbourhood" | "too_many" | "there">> {
  if (actor.kind !== "member" || actor.profile === null) return refuse("not_allowed")
  const place = toAlertPlace(input)
  if (place.range !== "all" && getNeighbourhood(actor) === null) return refuse("no_neighbourhood")
  return inTransaction(async (tx) => {
    await lockAlertOwner(tx, actor.userId)
    const ownCount = await tx.$count(jobAlerts, eq(jobAlerts.userId, actor.userId))
    if (ownCount >= LIMITS.alerts) return refuse("too_many")
    const inserted = await tx
      .insert(jobAlerts)
      .values({
        id: newId(),
        userId: actor.userId,
        kind: input.kind,
        ...toKeywordColumns(input.keyword ?? ""),
        ...place,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning({ id: jobAlerts.id })
    return inserted.length > 0 ? ok() : refuse("there")
  })
}

/** Waits no longer; where there is no such alert of the actor's nothing happens. Refusal `not_allowed`. */
export async function removeJobAlert(actor: Actor, alertId: string): Promise<Outcome<"not_allowed">> {
  if (actor.kind !== "member") return refuse("not_allowed")
  await db()
    .delete(jobAlerts)
    .where(and(eq(jobAlerts.id, alertId), eq(jobAlerts.userId, actor.userId)))
  return ok()
}

/** The actor's alerts, the newest first. One query. */
export async function findJobAlerts(actor: Actor): Promise<JobAlertView[]> {
  if (actor.kind !== "member") return []
  return db()
    .select({
      id: jobAlerts.id,
      kind: jobAlerts.kind,
      keyword: jobAlerts.keyword,
      range: jobAlerts.range,
      regionCode: jobAlerts.regionCode,
    })
    .from(jobAlerts)
    .where(eq(jobAlerts.userId, actor.userId))
    .orderBy(desc(jobAlerts.createdAt), desc(jobAlerts.id))
    .limit(LIMITS.alerts)
}

/**
 * Subscriber of "hire.opened": notifies those whose alert fits its title and kind, or has no words, once for
 * each post and person.
 */
export async function notifyJobAlertOwners({ hireId }: HireEvent, tx: Transaction): Promise<void> {
  const [post] = await tx
    .select()
    .from(hirePosts)
    .where(and(eq(hirePosts.id, hireId), eq(hirePosts.state, "open"), isNull(hirePosts.hiddenAt)))
  if (post) await notify(tx, await findJobAlertNotifications(tx, post))
}

/** What the owners of fitting alerts are told of `post`, who is near it first. One query. */
export async function findJobAlertNotifications(
  tx: Transaction,
  post: typeof hirePosts.$inferSelect,
): Promise<UserNotification[]> {
  const texts = [post.title, JOB_KIND_LABELS[post.kind], ...JOB_KIND_SEARCH_WORDS[post.kind]]
  const fitting = await tx
    .selectDistinctOn([jobAlerts.userId], {
      userId: jobAlerts.userId,
      kind: jobAlerts.kind,
      keyword: jobAlerts.keyword,
      home: people.regionCode,
      chosen: chosenRegionSql(jobAlerts.userId),
    })
    .from(jobAlerts)
    .innerJoin(people, and(eq(people.userId, jobAlerts.userId), isNull(people.leftAt)))
    .where(
      and(
        fitsAlertWords(jobAlerts, texts, { hasWordless: true }),
        sql`${jobAlerts.userId} <> ${post.employerId}::uuid`,
        sql`coalesce(${jobAlerts.kind}, ${post.kind}) = ${post.kind}`,
        isInAlertPlace(jobAlerts, post.regionCode),
      ),
    )
    .orderBy(jobAlerts.userId, desc(jobAlerts.createdAt))
  return sortByDistanceTo(post.regionCode, fitting).map(({ userId, kind, keyword, distance }) => ({
    userId,
    kind: "job_alert",
    title: `${formatWish({ kind, keyword })}새 일자리가 올라왔어요`,
    text: `${post.title} · ${formatPay(post)} · ${formatPlace(post.regionCode, distance)}`,
    href: href("/jobs/hire/:hireId", { hireId: post.id }),
    deduplicationKey: `job_alert:${post.id}`,
  }))
}

const formatWish = ({ kind, keyword }: { kind: JobKind | null; keyword: string }): string => {
  const wish = keyword || (kind ? JOB_KIND_LABELS[kind] : "")
  return wish ? `‘${wish}’ ` : ""
}

/** Subscriber of "account.left": nobody waits for jobs any more. */
export async function deleteJobAlertsOfUser({ userId }: { userId: string }, tx: Transaction): Promise<void> {
  await tx.delete(jobAlerts).where(eq(jobAlerts.userId, userId))
}
