/**
 * Cash receipts that need somebody: what the provider refused, asked again or put right outside by an
 * administrator, and what the tax service had not decided, looked at again (decision 044).
 */
import { asc, eq, lte, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { MINUTE_MS, toKstDateString } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { log } from "#app/platform/log.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { ascending, page, type Page } from "#app/platform/page.server.ts"
import type { ProviderCashReceipt } from "#app/platform/payments/cash-receipt.ts"
import { getPaymentPort } from "#app/platform/payments/port.server.ts"
import { hasRight, type Actor, type Member } from "../../accounts/rules.ts"
import {
  ISSUED_BY_HAND_CODE,
  maskIdentityNumber,
  planCashReceiptCall,
  type CashReceiptKind,
  type CashReceiptQueue,
  type CashReceiptState,
} from "../cash-receipt-rules.ts"
import type { CloseCashReceiptForm } from "../forms.ts"
import { cashReceipts, payments } from "../schema.server.ts"
import {
  applyCashReceiptAnswer,
  executeCashReceipt,
  openCondition,
  type PreparedCall,
} from "./cash-receipts.server.ts"

const PAGE_SIZE = 30

/** True of receipts that the provider refused and that are still owed: the predicate of an index. */
const refusedCondition = sql`${cashReceipts.failureCode} is not null and (${cashReceipts.state} = 'issued'
  or ${cashReceipts.refundedWon} < ${cashReceipts.amountWon})`

export type OfficeCashReceipt = {
  id: string
  groupId: string
  title: string
  kind: CashReceiptKind
  state: CashReceiptState
  maskedNumber: string
  businessNumber: string
  /** What is to be issued, or to be cancelled of it. */
  amountWon: number
  call: "issue" | "cancel"
  failureCode: string | null
  /** Taken by the provider, not decided by the tax service. */
  pendingSince: Date | null
  createdAt: Date
  payerId: string
}

/** The receipts of a queue, the oldest first; null for others than administrators. */
export async function findOfficeCashReceipts(
  actor: Actor,
  { queue, cursor }: { queue: CashReceiptQueue; cursor: string | null },
): Promise<Page<OfficeCashReceipt> | null> {
  if (!hasRight(actor, "money")) return null
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({ receipt: cashReceipts, payerId: payments.buyerId, sortKeys })
        .from(cashReceipts)
        .innerJoin(payments, eq(payments.id, cashReceipts.paymentId)),
    order: ascending(queue, [cashReceipts.createdAt, "time"], [cashReceipts.id, "id"]),
    filter: queue === "refused" ? refusedCondition : openCondition,
    cursor,
    size: PAGE_SIZE,
  })
  return { ...found, rows: found.rows.map(({ receipt, payerId }) => toOfficeReceipt(receipt, payerId)) }
}

function toOfficeReceipt(receipt: typeof cashReceipts.$inferSelect, payerId: string): OfficeCashReceipt {
  const { id, groupId, kind, state, businessNumber, failureCode, pendingSince, createdAt } = receipt
  const leftWon = receipt.amountWon - receipt.refundedWon
  const call = state === "issued" ? "cancel" : "issue"
  return {
    id,
    groupId,
    kind,
    state,
    businessNumber,
    failureCode,
    pendingSince,
    createdAt,
    payerId,
    call,
    title: receipt.orderName,
    maskedNumber: maskIdentityNumber(kind, receipt.identityNumber),
    amountWon: call === "issue" ? leftWon : receipt.issuedWon - receipt.cancelledWon - leftWon,
  }
}

/**
 * An administrator has a refused receipt asked for again, as a call of its own. Refusals: `not_found`,
 * `involved` (they paid it), `not_now` (asked again already, or nothing is owed any more).
 */
export function retryCashReceipt(
  actor: Actor,
  receiptId: string,
): Promise<Outcome<"not_found" | "involved" | "not_now">> {
  return inTransaction(async (tx) => {
    if (!hasRight(actor, "money")) return refuse("not_found")
    const refused = await lockRefusedReceipt(tx, actor, receiptId)
    if (!refused.ok) return refused
    const { receipt, state, plan } = refused
    if (receipt.failureCode === ISSUED_BY_HAND_CODE) return refuse("not_now")
    await tx
      .update(cashReceipts)
      .set({ state, failureCode: null, askingWon: null, asked: sql`${cashReceipts.asked} + 1` })
      .where(eq(cashReceipts.id, receiptId))
    await audit(tx, actor, {
      action: "cash_receipt.retry",
      subject: { kind: "cash_receipt", id: receiptId, title: receipt.orderName },
      note: formatWon(plan.amountWon),
      before: { cashReceipt: "refused", reason: receipt.failureCode },
      after: { cashReceipt: "requested" },
    })
    await emit(tx, "cash_receipt.due", { receiptId })
    return ok()
  })
}

/**
 * An administrator tells by which `approvalNumber` the tax service took outside what the provider had
 * refused: the receipt counts as issued by hand, or what went back of it as cancelled. Refusals as of
 * {@link retryCashReceipt}.
 */
export function closeCashReceipt(
  actor: Actor,
  { receiptId, approvalNumber, note }: z.output<typeof CloseCashReceiptForm>,
): Promise<Outcome<"not_found" | "involved" | "not_now">> {
  return inTransaction(async (tx) => {
    if (!hasRight(actor, "money")) return refuse("not_found")
    const refused = await lockRefusedReceipt(tx, actor, receiptId)
    if (!refused.ok) return refused
    const { receipt, payerId, plan } = refused
    const changes = toClosedReceipt(receipt, plan, approvalNumber)
    await tx
      .update(cashReceipts)
      .set({ ...changes, failureCode: null, askingWon: null })
      .where(eq(cashReceipts.id, receiptId))
    await audit(tx, actor, {
      action: "cash_receipt.close",
      subject: { kind: "cash_receipt", id: receiptId, title: receipt.orderName },
      note: `${formatWon(plan.amountWon)} · 승인번호 ${approvalNumber} · ${note}`,
      before: { cashReceipt: "refused", reason: receipt.failureCode },
      after: { cashReceipt: plan.call === "issue" ? "issued" : "cancelled" },
    })
    await emit(tx, "cash_receipt.moved", { receiptId, groupId: receipt.groupId, buyerId: payerId })
    return ok()
  })
}

/** What a receipt is once `plan` was done by hand; a receipt so issued is unknown to the provider. */
function toClosedReceipt(
  receipt: ReceiptRow,
  { call, amountWon }: RefusedCall,
  issueNumber: string,
): Partial<typeof cashReceipts.$inferInsert> {
  if (call === "issue")
    return {
      state: "issued",
      issuedWon: amountWon,
      issueNumber,
      receiptKey: null,
      receiptUrl: null,
      issuedAt: now(),
    }
  const cancelledWon = receipt.cancelledWon + amountWon
  return { cancelledWon, state: cancelledWon === receipt.issuedWon ? "cancelled" : receipt.state }
}

type ReceiptRow = typeof cashReceipts.$inferSelect
type RefusedCall = Exclude<ReturnType<typeof planCashReceiptCall>, "withdraw" | null>

/** Locks a receipt whose call the provider refused and that is still owed, with that call. */
async function lockRefusedReceipt(
  tx: Transaction,
  { userId }: Member,
  receiptId: string,
): Promise<
  Outcome<
    "not_found" | "involved" | "not_now",
    { receipt: ReceiptRow; payerId: string; state: CashReceiptState; plan: RefusedCall }
  >
> {
  const [row] = await tx
    .select({ receipt: cashReceipts, payerId: payments.buyerId })
    .from(cashReceipts)
    .innerJoin(payments, eq(payments.id, cashReceipts.paymentId))
    .where(eq(cashReceipts.id, receiptId))
    .for("update", { of: cashReceipts })
  if (!row) return refuse("not_found")
  const { receipt, payerId } = row
  if (payerId === userId) return refuse("involved")
  const state = receipt.state === "failed" ? "requested" : receipt.state
  const plan = planCashReceiptCall({ ...receipt, state })
  if (receipt.failureCode === null || plan === null || plan === "withdraw") return refuse("not_now")
  return ok({ receipt, payerId, state, plan })
}

const RECHECK_AFTER_MS = 10 * MINUTE_MS
const MAX_RECHECKED = 50

/**
 * Looks again at the calls that the tax service had not decided, by the provider's list of their day; a job
 * calls it. Returns how many were looked at.
 */
export async function recheckPendingCashReceipts(): Promise<number> {
  const rows = await db()
    .select({ receipt: cashReceipts, provider: payments.provider })
    .from(cashReceipts)
    .innerJoin(payments, eq(payments.id, cashReceipts.paymentId))
    .where(lte(cashReceipts.pendingSince, new Date(now().getTime() - RECHECK_AFTER_MS)))
    .orderBy(asc(cashReceipts.pendingSince))
    .limit(MAX_RECHECKED)
  const days = Map.groupBy(
    rows,
    (row) => `${row.provider} ${toKstDateString(row.receipt.pendingSince ?? now())}`,
  )
  await forEachIsolated([...days], { what: "cash receipts of a day", id: ([day]) => day }, ([day, waiting]) =>
    recheckDay(day.slice(-10), waiting),
  )
  return rows.length
}

type Waiting = { receipt: typeof cashReceipts.$inferSelect; provider: PreparedCall["provider"] }

/** Reads the provider's list of `day` until each of `waiting` was found in it. */
async function recheckDay(day: string, waiting: readonly Waiting[]): Promise<void> {
  const port = getPaymentPort(waiting[0]?.provider ?? "toss")
  const left = new Set(waiting)
  let cursor: string | null = null
  do {
    const list = await port.listCashReceipts(day, cursor)
    if (list.kind === "refused") log().error({ day, reason: list.code }, "no list of cash receipts")
    if (list.kind !== "receipts") return
    for (const one of left) {
      const said = list.receipts.find((receipt) => isCallOf(one.receipt, receipt))
      if (!said) continue
      left.delete(one)
      await applyDecision(one, said)
    }
    // A page that goes on after itself would be read for ever.
    cursor = list.next === cursor ? null : list.next
  } while (cursor !== null && left.size > 0)
}

const isCallOf = (receipt: Waiting["receipt"], said: ProviderCashReceipt): boolean =>
  said.receiptKey === receipt.receiptKey &&
  said.issueNumber === receipt.pendingNumber &&
  said.transactionType === (receipt.state === "issued" ? "CANCEL" : "CONFIRM")

/** Applies what was decided of a call, and asks on where money went back meanwhile. */
async function applyDecision({ receipt, provider }: Waiting, said: ProviderCashReceipt): Promise<void> {
  if (said.issueStatus === "IN_PROGRESS") return
  const call = receipt.state === "issued" ? "cancel" : "issue"
  const prepared: PreparedCall = { receipt, call, amountWon: receipt.askingWon ?? 0, provider }
  await inTransaction((tx) =>
    applyCashReceiptAnswer(
      tx,
      prepared,
      said.issueStatus === "FAILED"
        ? { kind: "refused", code: said.failure?.code ?? "FAILED" }
        : { kind: "receipt", receipt: said },
    ),
  )
  await executeCashReceipt({ receiptId: receipt.id })
}
