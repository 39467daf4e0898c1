/** Claims an attempt that its payer agreed to at the provider, as it nearly always goes: in one statement. */
import { and, eq, getTableColumns, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { LIMITS } from "../rules.ts"
import { payments } from "../schema.server.ts"
import { listChargeSubjects } from "./charges.server.ts"

/** What comes back with the payer from the provider. */
export type ReturnedPayment = { paymentKey: string; amountWon: number }

/** Until when what is paid for has to be kept: the provider is asked meanwhile. */
export const getHoldEnd = (at: Date): Date => new Date(at.getTime() + LIMITS.paymentHoldMinutes * MINUTE_MS)

/**
 * Marks an attempt as being paid while its charge is locked, which is asked for and lasts long enough. Null,
 * and nothing changed, in every other case: `confirmPayment` then finds out which it is.
 */
export async function claimReadyPayment(
  payerId: string,
  paymentId: string,
  returned: ReturnedPayment,
): Promise<typeof payments.$inferSelect | null> {
  const at = now()
  const chargeId = sql`(select group_id from payments where id = ${paymentId}::uuid)`
  const lockedCharges = listChargeSubjects().map(
    ({ lockAsked }) => sql`select * from (${lockAsked(chargeId)}) as locked`,
  )
  const [claimed] = await db()
    .update(payments)
    .set({ state: "IN_PROGRESS", paymentKey: returned.paymentKey, updatedAt: at })
    .from(sql`(${sql.join(lockedCharges, sql` union all `)}) as charge (id, amount_won, ends_at)`)
    .where(
      and(
        eq(payments.id, paymentId),
        eq(payments.buyerId, payerId),
        eq(payments.state, "READY"),
        eq(payments.amountWon, returned.amountWon),
        sql`charge.id = ${payments.groupId} and charge.amount_won = ${payments.amountWon}
          and charge.ends_at >= ${getHoldEnd(at).toISOString()}::timestamptz`,
      ),
    )
    .returning(getTableColumns(payments))
  return claimed ?? null
}
