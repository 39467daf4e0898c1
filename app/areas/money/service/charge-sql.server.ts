/** What statements of other areas read of held charges, so that a list with its money stays one query. */
import { sql, type SQL } from "drizzle-orm"

/**
 * The held charges as a table: id, state, due_at, amount_won, payer_fee_won, payee_fee_won, released_won and
 * refunded_won.
 */
export const chargesTable = sql`(select id, state, due_at, amount_won, payer_fee_won, payee_fee_won,
  released_won, refunded_won from charges)`

/** Whether a refund of the charge `chargeId` (an expression) waits until its payer tells an account. */
export const isRefundAccountNeeded = (chargeId: SQL) => sql<boolean>`exists (select from refunds
  where refunds.group_id = ${chargeId} and refunds.state = 'account_waiting')`
