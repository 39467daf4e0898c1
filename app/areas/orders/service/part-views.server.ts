/** The parts and the open split of an order, read with it in one statement and as they are shown. */
import { sql } from "drizzle-orm"
import { addDays } from "#app/basics/time.ts"
import { calculateFeeWon } from "../../money/amounts.ts"
import { chargesTable, isRefundAccountNeeded } from "../../money/service/charge-sql.server.ts"
import { DISPUTE_DAYS, type OrderFee } from "../payment-rules.ts"
import type { DisputeView, PartView, SplitView } from "../views.ts"

/** A part as the database writes it into JSON: its own columns, and those of its charge where it has one. */
export type PartRecord = Omit<PartView, "payerWon" | "payeeWon"> & {
  payerFeeWon: number | null
  payeeFeeWon: number | null
}

/** Selects the parts of the order of the outer statement, in the order of the work. */
export const selectParts = sql<PartRecord[]>`(
  select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'task', p.task,
    'materials', p.materials, 'amountWon', p.amount_won, 'days', p.days, 'state', p.state,
    'isChange', p.change_order_id is not null, 'note', p.note, 'chargeId', p.charge_id,
    'chargeState', c.state, 'dueAt', c.due_at, 'payerFeeWon', c.payer_fee_won, 'payeeFeeWon', c.payee_fee_won,
    'releasedWon', coalesce(c.released_won, 0), 'refundedWon', coalesce(c.refunded_won, 0),
    'isAccountNeeded', ${isRefundAccountNeeded(sql`c.id`)},
    'heldAt', p.held_at, 'deliveredAt', p.delivered_at, 'releasedAt', p.released_at)
    order by p.position), '[]')
  from order_parts p left join ${chargesTable} c on c.id = p.charge_id where p.order_id = orders.id)`

/** Selects what is proposed for the held money of the order of the outer statement. */
export const selectOpenSplit = sql<SplitView | null>`(
  select json_build_object('id', s.id, 'proposedBy', s.proposed_by, 'heldWon', s.held_won,
    'expertWon', s.expert_won, 'reason', s.reason, 'expiresAt', s.expires_at)
  from order_splits s where s.order_id = orders.id and s.state = 'proposed')`

// PostgreSQL writes the moments inside JSON in its own way.
const toIso = (moment: string | null): string | null => moment && new Date(moment).toISOString()

/** A part with what it costs and brings: by its charge, and before there is one by the fee of the order. */
export function toPartView(
  { payerFeeWon, payeeFeeWon, ...part }: PartRecord,
  fee: OrderFee | null,
): PartView {
  const feeWon = fee ? calculateFeeWon(part.amountWon, fee.bps) : 0
  return {
    ...part,
    payerWon: part.amountWon + (payerFeeWon ?? (fee?.payer === "customer" ? feeWon : 0)),
    payeeWon: part.amountWon - (payeeFeeWon ?? (fee?.payer === "expert" ? feeWon : 0)),
    dueAt: toIso(part.dueAt),
    heldAt: toIso(part.heldAt),
    deliveredAt: toIso(part.deliveredAt),
    releasedAt: toIso(part.releasedAt),
  }
}

export const toSplitView = (split: SplitView): SplitView => ({
  ...split,
  expiresAt: new Date(split.expiresAt).toISOString(),
})

/** A dispute as the database writes it into JSON. */
export type DisputeRecord = Omit<DisputeView, "endsAt"> & {
  proposedAt: string | null
  decidedAt: string | null
}

/** Selects the last dispute about the held money of the order of the outer statement. */
export const selectLastDispute = sql<DisputeRecord | null>`(
  select json_build_object('state', d.state, 'openedBy', d.opened_by, 'heldWon', d.held_won,
    'expertWon', d.expert_won, 'outcome', d.outcome, 'reason', d.reason,
    'customerAnswer', d.customer_answer, 'customerNote', d.customer_note,
    'expertAnswer', d.expert_answer, 'expertNote', d.expert_note, 'appealedBy', d.appealed_by,
    'appealNote', d.appeal_note, 'proposedAt', d.proposed_at, 'decidedAt', d.decided_at)
  from order_disputes d where d.order_id = orders.id order by d.id desc limit 1)`

/** A dispute with the end of its present step. */
export function toDisputeView({ proposedAt, decidedAt, ...dispute }: DisputeRecord): DisputeView {
  const begin = dispute.state === "proposed" ? proposedAt : dispute.state === "decided" ? decidedAt : null
  return { ...dispute, endsAt: begin && addDays(new Date(begin), DISPUTE_DAYS).toISOString() }
}
