/**
 * The limits against guessing and flooding: fixed windows in PostgreSQL, counted before the check they
 * protect.
 */
import { sql } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { db } from "./db.server.ts"
import { rateLimits } from "./schema.server.ts"
import { ok } from "./outcome.ts"

export type RateLimit = {
  /** What is counted, e.g. "sign-in:account:someone@example.com". */
  key: string
  /** Most hits in one window. */
  max: number
  windowMs: number
  /** What this hit weighs; 1 where it is not said. Bytes, for example. */
  hits?: number
}

/** Far below what the column holds, far above every most. */
const MAX_HITS = 2_000_000_000

/**
 * Counts one hit for every limit in one statement, and says whether all are still within their most. A
 * refused hit counts as well, so going on guessing keeps the door shut until the window ends. `isSliding`:
 * every hit that was let in begins the window anew, so that no stretch of that length holds more than the
 * most; without it two windows can meet, with the most in each.
 */
export async function countHit(
  limits: RateLimit[],
  options: { isSliding?: boolean } = {},
): Promise<{ ok: true } | { ok: false; retryAfterMs: number }> {
  if (limits.length === 0) return ok()
  const at = now()
  let retryAfterMs = 0
  for (const row of await addHits(limits, at, options.isSliding ?? false)) {
    const limit = limits.find((candidate) => candidate.key === row.key)
    if (limit && row.hits > limit.max)
      retryAfterMs = Math.max(retryAfterMs, row.resetsAt.getTime() - at.getTime())
  }
  return retryAfterMs > 0 ? { ok: false, retryAfterMs } : ok()
}

/** Counts one hit as {@link countHit} does, and says how many are left and when the window ends. */
export async function countHitOf(
  limit: RateLimit,
): Promise<{ isWithin: boolean; remaining: number; resetsInMs: number }> {
  const at = now()
  const [row] = await addHits([limit], at, false)
  const hits = row?.hits ?? 1
  return {
    isWithin: hits <= limit.max,
    remaining: Math.max(0, limit.max - hits),
    resetsInMs: (row?.resetsAt.getTime() ?? at.getTime()) - at.getTime(),
  }
}

function addHits(limits: readonly RateLimit[], at: Date, isSliding: boolean) {
  const rows = [...limits]
    .sort((a, b) => a.key.localeCompare(b.key))
    .map((limit) => ({
      key: limit.key,
      hits: limit.hits ?? 1,
      resetsAt: new Date(at.getTime() + limit.windowMs),
    }))
  const hasEnded = sql`${rateLimits.resetsAt} <= ${at.toISOString()}::timestamptz`
  const max = sql`case ${rateLimits.key} ${sql.join(
    limits.map((limit) => sql`when ${limit.key} then ${limit.max}::int`),
    sql` `,
  )} end`
  const restartsWindow = isSliding
    ? sql`${hasEnded} or ${rateLimits.hits} + excluded.hits <= ${max}`
    : hasEnded
  return db()
    .insert(rateLimits)
    .values(rows)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${hasEnded} then excluded.hits
          else least(${rateLimits.hits}::bigint + excluded.hits, ${MAX_HITS}::bigint)::int end`,
        resetsAt: sql`case when ${restartsWindow} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning()
}

/** Takes back one hit of each of `keys`: the attempt that was counted turned out to be a good one. */
export async function cancelHit(keys: string[]): Promise<void> {
  await db()
    .update(rateLimits)
    .set({ hits: sql`greatest(${rateLimits.hits} - 1, 0)` })
    .where(sql`${rateLimits.key} = any(${sql.param(keys)})`)
}

/** Forgets the hits of `keys`, after a success that shows the person is the owner. */
export async function clearHits(keys: string[]): Promise<void> {
  await db()
    .delete(rateLimits)
    .where(sql`${rateLimits.key} = any(${sql.param(keys)})`)
}

/** Removes windows that have ended; a job calls it. */
export async function deleteEndedLimits(): Promise<void> {
  await db()
    .delete(rateLimits)
    .where(sql`${rateLimits.resetsAt} < ${now().toISOString()}::timestamptz`)
}
