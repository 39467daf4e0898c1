/**
 * Work that failed for good: events whose tries are used up, jobs that the queue has given up; found
 * without what they hold, and tried anew.
 */
import { sql } from "drizzle-orm"
import { isId } from "../basics/ids.ts"
import { db, type Transaction } from "./db.server.ts"
import { MAX_TRIES } from "./events.server.ts"
import { ascending, page } from "./page.server.ts"

export type FailedWorkKind = "events" | "jobs"
/**
 * One piece: `failure` is the name and the codes of what happened, never its words, which may hold what
 * somebody wrote.
 */
export type FailedWork = { id: string; name: string; tries: number; failure: string; createdAt: string }

const PAGE_SIZE = 30
const isEventId = (id: unknown): id is string => typeof id === "string" && /^\d{1,15}$/.test(id)
/** Whether `id` can be one of this kind. */
export const isFailedWorkId = (kind: FailedWorkKind, id: unknown): id is string =>
  kind === "events" ? isEventId(id) : isId(id)

const isGivenUp = sql`o.handled_at is null and o.tries >= ${MAX_TRIES}`

/** How much of each kind there is, and since when the oldest waits; one query. */
export async function countFailedWork(): Promise<
  Record<FailedWorkKind, { count: number; oldest: string | null }>
> {
  const rows = await db().execute<{ kind: FailedWorkKind; count: number; oldest: string | null }>(sql`
    select 'events' as kind, count(*)::int as count, min(o.created_at) as oldest
    from outbox o where ${isGivenUp}
    union all select 'jobs', count(*)::int, min(created_at) from failed_jobs()`)
  const summaryOfKind = (kind: FailedWorkKind) => {
    const row = rows.find((each) => each.kind === kind)
    return { count: row?.count ?? 0, oldest: row?.oldest ? new Date(row.oldest).toISOString() : null }
  }
  return { events: summaryOfKind("events"), jobs: summaryOfKind("jobs") }
}

/** The name of an error and the codes in it, of text that may hold anything: "PostgresError 23505". */
export function summarizeFailure(text: string): string {
  const name = /^[A-Z][A-Za-z]*(?:Error|Exception)?/.exec(text)?.[0] ?? "Error"
  const codes =
    text.match(/\b(?:E[A-Z]{4,}|[A-Z]+_[A-Z_]{3,}|[0-9A-Z]{5}(?=[:\s]|$)(?<=\d[0-9A-Z]*))\b/g) ?? []
  return [name, ...new Set(codes.slice(0, 2))].join(" ").slice(0, 80)
}

/** A page of what failed, the oldest first, 30 each. */
export async function listFailedWork(
  kind: FailedWorkKind,
  cursor: string | null,
): Promise<{ rows: FailedWork[]; cursor: string | null }> {
  const source =
    kind === "events"
      ? sql`select o.id::text as id, o.type as name, o.tries, o.failure, o.created_at
          from outbox o where ${isGivenUp}`
      : sql`select id::text, name, tries, output ->> 'message' as failure, created_at
          from failed_jobs()`
  const { rows, cursor: next } = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: sql<string>`work.id`,
          name: sql<string>`work.name`,
          tries: sql<number>`work.tries`,
          failure: sql<string | null>`work.failure`,
          createdAt: sql<string>`work.created_at`,
          sortKeys,
        })
        .from(sql`(${source}) work`),
    order: ascending(
      kind,
      [sql`work.created_at`, "time"],
      kind === "events" ? [sql`work.id::bigint`, "integer"] : [sql`work.id::uuid`, "id"],
    ),
    filter: undefined,
    cursor,
    size: PAGE_SIZE,
  })
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      tries: row.tries,
      failure: summarizeFailure(row.failure ?? ""),
      createdAt: new Date(row.createdAt).toISOString(),
    })),
    cursor: next,
  }
}

/**
 * Has one piece, or with `id` null all of a kind, tried anew within seconds of the commit. Returns the names
 * of what is.
 */
export async function retryFailedWork(
  tx: Transaction,
  kind: FailedWorkKind,
  id: string | null,
): Promise<string[]> {
  if (id !== null && !isFailedWorkId(kind, id)) return []
  const rows =
    kind === "events"
      ? await tx.execute<{ name: string }>(sql`
          update outbox o set tries = 0, retry_at = null
          where ${isGivenUp} ${id === null ? sql`` : sql`and o.id = ${id}::bigint`} returning o.type as name`)
      : await retryJobs(tx, id)
  return rows.map((row) => row.name)
}

/** As the queue's own `retry` does it, in the transaction of the audit's line: one more try, at once. */
async function retryJobs(tx: Transaction, id: string | null): Promise<readonly { name: string }[]> {
  const [known] = await tx.execute<{ there: boolean }>(
    sql`select to_regclass('jobs.job') is not null as there`,
  )
  if (!known?.there) return []
  return tx.execute<{ name: string }>(sql`
    update jobs.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null
    where state = 'failed' ${id === null ? sql`` : sql`and id = ${id}::uuid`} returning name`)
}
