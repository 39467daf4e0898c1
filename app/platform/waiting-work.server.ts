/** How long work waits that should be under way: events in the outbox, jobs in the queue. */
import { sql } from "drizzle-orm"
import { db } from "./db.server.ts"
import { MAX_TRIES } from "./events.server.ts"

export type WaitingWork = {
  /** Since the oldest event that is still to be handled, in seconds; 0 where none waits. */
  oldestEventSeconds: number
  /** Events that failed too often and are left alone. */
  failedEvents: number
  /** Since the moment at which the oldest waiting job was due, in seconds; 0 where none waits. */
  oldestJobSeconds: number
}

/** Events and jobs that wait, from the database; null where it does not answer or knows no job queue yet. */
export async function readWaitingWork(): Promise<WaitingWork | null> {
  try {
    const [waiting] = await db().execute<WaitingWork>(
      sql`select
        coalesce(extract(epoch from now() - min(created_at) filter (where tries < ${MAX_TRIES})), 0)::float8
          as "oldestEventSeconds",
        (count(*) filter (where tries >= ${MAX_TRIES}))::int as "failedEvents",
        (select coalesce(extract(epoch from now() - min(start_after)), 0)::float8 from jobs.job
          where state in ('created', 'retry') and start_after <= now()) as "oldestJobSeconds"
      from outbox where handled_at is null`,
    )
    return waiting ?? null
  } catch {
    // The other numbers are told all the same, and database_up says what the matter is.
    return null
  }
}
