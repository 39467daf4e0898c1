/** Owns the limits against guessing and flooding: fixed windows in PostgreSQL, counted before the check they protect. */
import { sql } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { db } from "./db.server.ts"
import { rateLimits } from "./schema.server.ts"

export type Limit = {
  /** What is counted, e.g. "sign-in:account:someone@example.com". */
  key: string
  /** Most hits in one window. */
  most: number
  windowMs: number
}

/**
 * Counts one hit for every limit in one statement, and says whether all are still within their most. A refused hit counts as
 * well, so going on guessing keeps the door shut until the window ends.
 */
export async function countHit(limits: Limit[]): Promise<{ ok: true } | { ok: false; retryAfterMs: number }> {
  const at = now()
  const rows = [...limits]
    .sort((a, b) => a.key.localeCompare(b.key))
    .map((limit) => ({ key: limit.key, hits: 1, resetsAt: new Date(at.getTime() + limit.windowMs) }))
  const time = at.toISOString()
  const counted = await db()
    .insert(rateLimits)
    .values(rows)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${rateLimits.resetsAt} <= ${time}::timestamptz then 1 else ${rateLimits.hits} + 1 end`,
        resetsAt: sql`case when ${rateLimits.resetsAt} <= ${time}::timestamptz then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning()
  let retryAfterMs = 0
  for (const row of counted) {
    const limit = limits.find((candidate) => candidate.key === row.key)
    if (limit && row.hits > limit.most) retryAfterMs = Math.max(retryAfterMs, row.resetsAt.getTime() - at.getTime())
  }
  return retryAfterMs > 0 ? { ok: false, retryAfterMs } : { ok: true }
}

/** Takes back one hit of each of `keys`: the attempt that was counted turned out to be a good one. */
export async function takeBackHit(keys: string[]): Promise<void> {
  await db().update(rateLimits).set({ hits: sql`greatest(${rateLimits.hits} - 1, 0)` }).where(sql`${rateLimits.key} = any(${sql.param(keys)})`)
}

/** Forgets the hits of `keys`, after a success that shows the person is the owner. */
export async function forgetHits(keys: string[]): Promise<void> {
  await db().delete(rateLimits).where(sql`${rateLimits.key} = any(${sql.param(keys)})`)
}

/** Removes windows that have ended; a job calls it. */
export async function sweepLimits(): Promise<void> {
  await db().delete(rateLimits).where(sql`${rateLimits.resetsAt} < ${now().toISOString()}::timestamptz`)
}
