/** What becomes of questions to the customer centre that the law has us keep no longer. */
import { and, eq, lt } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { getRetentionCutoff } from "#app/basics/retention.ts"
import { db } from "#app/platform/db.server.ts"
import { tickets } from "../schema.server.ts"

/** Removes tickets that were closed 3 years ago with all that was said; a job calls it. */
export async function deleteExpiredTickets(): Promise<void> {
  await db()
    .delete(tickets)
    .where(and(eq(tickets.state, "closed"), lt(tickets.updatedAt, getRetentionCutoff("complaint", now()))))
}
