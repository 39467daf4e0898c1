/** What money has to do with a person who wants to leave. */
import { sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"

/** How many payouts to `userId` are under way, and whether money of theirs has not been paid out. */
export async function findMoneyObligations(
  tx: Transaction,
  userId: string,
): Promise<{ open: number; mustRetain: boolean }> {
  const [found] = await tx.execute<{ open: number }>(sql`
    select ((select count(*) from payouts where seller_id = ${userId}::uuid
        and state in ('pending', 'processing'))
      + (select count(*) from (select from ledger where seller_id = ${userId}::uuid and account = 'seller'
        having sum(amount_won) > 0) owed))::int as open`)
  return { open: found?.open ?? 0, mustRetain: false }
}
