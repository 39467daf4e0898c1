/**
 * What statements of other areas read of payments, refunds and the ledger, so that a list with its money
 * stays one query. `chargeId` is an expression: the id of what is paid for.
 */
import { sql, type SQL } from "drizzle-orm"
import { exactTime } from "#app/platform/page.server.ts"
import type { PaymentMethod, RefundState } from "../rules.ts"
import type { payments } from "../schema.server.ts"
import { selectCashReceipts, type CashReceiptOfPayment } from "./cash-receipt-sql.server.ts"
import type { LedgerEntryView, PaymentView, RefundView } from "../views.ts"

type PaymentRow = typeof payments.$inferSelect

/** Selects every attempt to pay a charge, the newest first. */
export const selectPayments = (chargeId: SQL) => sql<PaymentView[]>`coalesce((select
  jsonb_agg(jsonb_build_object('id', p.id, 'provider', p.provider, 'method', p.method,
    'methodText', p.method_text, 'amountWon', p.amount_won, 'state', p.state, 'paymentKey', p.payment_key,
    'failureMessage', p.failure_message, 'unknownAt', p.unknown_at, 'approvedAt', p.approved_at,
    'createdAt', p.created_at) order by p.created_at desc, p.id desc)
  from payments p where p.group_id = ${chargeId}), '[]')`

/** An attempt as its payer sees it; moments as ISO texts. */
export type OwnPayment = Pick<
  PaymentRow,
  | "id"
  | "provider"
  | "method"
  | "methodText"
  | "state"
  | "bank"
  | "accountNumber"
  | "failureMessage"
  | "receiptUrl"
> & { approvedAt: string | null; dueAt: string | null; cashReceipts: CashReceiptOfPayment[] }

/** Selects the last ten attempts to pay a charge for its payer, the newest first. */
export const selectOwnPayments = (chargeId: SQL) => sql<OwnPayment[]>`coalesce((select
  json_agg(json_build_object('id', p.id, 'provider', p.provider, 'method', p.method,
    'methodText', p.method_text, 'state', p.state, 'bank', p.bank, 'accountNumber', p.account_number,
    'failureMessage', p.failure_message, 'receiptUrl', p.receipt_url, 'dueAt', ${exactTime(sql`p.due_at`)},
    'approvedAt', ${exactTime(sql`p.approved_at`)}, 'cashReceipts', ${selectCashReceipts(sql`p.id`)})
    order by p.created_at desc, p.id desc)
  from (select * from payments where group_id = ${chargeId}
    order by created_at desc, id desc limit 10) p), '[]')`

/** Selects what went back or is to go back of a charge, the newest first. */
export const selectRefunds = (chargeId: SQL) => sql<RefundView[]>`coalesce((select
  jsonb_agg(jsonb_build_object('id', r.id, 'amountWon', r.amount_won, 'reason', r.reason, 'state', r.state,
    'failureCode', r.failure_code,
    'account', nullif(concat_ws(' ', nullif(r.bank, ''), nullif(r.account_number, ''),
      nullif(r.account_holder, '')), ''), 'createdAt', r.created_at, 'doneAt', r.done_at)
    order by r.created_at desc, r.id desc)
  from refunds r where r.group_id = ${chargeId}), '[]')`

/** Selects the state of whichever of the refunds `ids`, an array, is furthest from done; null without any. */
export const selectLeastRefundState = (ids: SQL) => sql<RefundState | null>`(select r.state from refunds r
  where r.id = any(${ids})
  order by array_position(array['failed', 'account_waiting', 'requested', 'done'], r.state) limit 1)`

/** Selects the lines of the ledger of a charge, posting by posting in the order of time. */
export const selectLedger = (chargeId: SQL) => sql<LedgerEntryView[]>`coalesce((select
  jsonb_agg(jsonb_build_object('id', e.id, 'posting', e.posting, 'kind', e.kind, 'account', e.account,
    'amountWon', e.amount_won, 'at', e.at) order by e.at, e.kind = 'refund', e.posting, e.account)
  from ledger e where e.group_id = ${chargeId}), '[]')`

/** Selects how the newest attempt pays a charge; null where there is none. */
export const selectPaymentMethod = (chargeId: SQL) => sql<PaymentMethod | null>`(select p.method
  from payments p where p.group_id = ${chargeId} order by p.created_at desc limit 1)`

/** Whether the provider is being asked how a payment of a charge ended. */
export const isPaymentConfirming = (chargeId: SQL) => sql<boolean>`exists (select from payments p
  where p.group_id = ${chargeId} and p.state = 'IN_PROGRESS')`

/** Whether a charge was paid once, or was to be paid to an account. */
export const wasPaidOrAwaitedDeposit = (chargeId: SQL) => sql<boolean>`exists (select from payments p
  where p.group_id = ${chargeId} and p.state in ('DONE', 'CANCELED') or p.group_id = ${chargeId}
  and p.account_number is not null)`

/** Whether some of a charge has not gone back that is owed. */
export const isRefunding = (chargeId: SQL) => sql<boolean>`exists (select from refunds r
  where r.group_id = ${chargeId} and r.state <> 'done')`

/** Whether a refund of a charge waits for the account that it goes to. */
export const isRefundAccountMissing = (chargeId: SQL) => sql<boolean>`exists (select from refunds r
  where r.group_id = ${chargeId} and r.state = 'account_waiting')`

/** Whether the money of a charge needs an admin: a refund that does not go, a payment of unknown result. */
export const isMoneyStuck = (chargeId: SQL) => sql<boolean>`${chargeId} in (
  select group_id from refunds where state in ('failed', 'account_waiting')
  union all select group_id from payments
    where state in ('READY', 'IN_PROGRESS', 'WAITING_FOR_DEPOSIT') and unknown_at is not null)`

/** Whether `paymentId` is an attempt to pay a charge. */
export const isChargeOfPayment = (chargeId: SQL, paymentId: string) =>
  sql<boolean>`${chargeId} in (select group_id from payments where id = ${paymentId}::uuid)`

/** Of the table ledger: what is owed for held charges, and what was paid out of it. */
export const isOwedToPerson = sql`(exists (select from charges where charges.id = ledger.group_id)
  or exists (select from payouts where payouts.id = ledger.payout_id and payouts.source = 'person'))`

/** Selects what a seller, an expression of their id, is to be paid out for the shop, in won as text. */
export const selectSellerBalance = (sellerId: SQL) => sql<string>`coalesce((select sum(amount_won)
  from ledger where seller_id = ${sellerId} and account = 'seller' and not ${isOwedToPerson}), 0)::text`
