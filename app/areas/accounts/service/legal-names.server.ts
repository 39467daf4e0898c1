/**
 * The one way to somebody's legal name. Everywhere else a person is called by what the view `people` says:
 * their nickname, or the name that they trade under.
 */
import { inArray, sql, type SQL } from "drizzle-orm"
import { isId } from "../../../basics/ids.ts"
import { db, type Executor } from "../../../platform/db.server.ts"
import { profiles } from "../schema.server.ts"

/**
 * Why a legal name is read: `own` (by the person themselves), `contract` (an employer and whom they hired),
 * `chosen_expert` (the customer's, for the expert whom they chose), `payment` (for the payment provider). A
 * test of the house names every file that may ask, and for what; decision 081 says who sees it there.
 */
export type LegalNameReason = "own" | "contract" | "chosen_expert" | "payment"

/** Legal names of `ids`, by id; unknown ids are left out. The caller has made sure who may read them. */
export async function findLegalNames(
  _reason: LegalNameReason,
  ids: readonly string[],
  executor: Executor = db(),
): Promise<ReadonlyMap<string, string>> {
  const uniqueIds = [...new Set(ids)].filter(isId)
  if (uniqueIds.length === 0) return new Map()
  const rows = await executor
    .select({ userId: profiles.userId, legalName: profiles.legalName })
    .from(profiles)
    .where(inArray(profiles.userId, uniqueIds))
  return new Map(rows.map((row) => [row.userId, row.legalName]))
}

/** The legal name of the person in `userId`, as a column of one's own statement. */
export const selectLegalName = (_reason: LegalNameReason, userId: SQL): SQL<string | null> =>
  sql<string | null>`(select legal.name from profiles legal where legal.user_id = ${userId})`
