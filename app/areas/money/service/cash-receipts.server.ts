/**
 * Cash receipts (현금영수증) of what was paid in cash: owed in the transaction in which the money arrives or goes
 * back, issued and cancelled at the provider after it, asked again until its answer is known (decision 044).
 */
import { and, asc, eq, inArray, isNull, lt, lte, ne, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit, emitMany } from "#app/platform/events.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { log } from "#app/platform/log.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import type { CashReceiptResult } from "#app/platform/payments/cash-receipt.ts"
import { parseProviderTime } from "#app/platform/payments/payment.ts"
import { getPaymentPort } from "#app/platform/payments/port.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import {
  chooseCashReceipt,
  isCashMethod,
  isCashReceiptAskable,
  ISSUED_BY_HAND_CODE,
  planCashReceiptCall,
  type CashReceiptWish,
} from "../cash-receipt-rules.ts"
import { cashReceipts, payments, refunds } from "../schema.server.ts"
import { lockCharge, type CashReceiptPart, type Charge } from "./charges.server.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    /** The provider is to be asked about a receipt. */
    "cash_receipt.due": { receiptId: string }
    "cash_receipt.moved": { receiptId: string; groupId: string; buyerId: string }
  }
}

type PaymentRow = typeof payments.$inferSelect
type ReceiptRow = typeof cashReceipts.$inferSelect

const getWish = (payment: PaymentRow): CashReceiptWish | null =>
  payment.cashReceiptKind && payment.cashReceiptNumber
    ? { kind: payment.cashReceiptKind, identityNumber: payment.cashReceiptNumber }
    : null

/**
 * Owes the receipts of a payment that has just arrived for a locked charge: as its payer wished, and where
 * they did not, those that the law demands. Nothing for cards, and for charges without sellers of their own.
 */
export async function createCashReceipts(
  tx: Transaction,
  payment: PaymentRow,
  charge: Charge,
): Promise<void> {
  if (!isCashMethod(payment.method) || !charge.findCashReceiptParts) return
  const parts = await charge.findCashReceiptParts()
  await saveReceipts(tx, payment, {
    wish: getWish(payment),
    parts: parts.map((part) => ({ ...part, refundedWon: 0 })),
  })
}

/** A part of a payment that lacks a receipt, with what went back of it. */
type PartWithoutReceipt = CashReceiptPart & { refundedWon: number }

/** Writes receipts of parts of a payment: new ones, and in place of those that the provider refused. */
async function saveReceipts(
  tx: Transaction,
  payment: PaymentRow,
  { wish, parts }: { wish: CashReceiptWish | null; parts: readonly PartWithoutReceipt[] },
): Promise<void> {
  const at = now()
  const rows = parts.flatMap((part) => {
    const chosen = chooseCashReceipt(wish, part.amountWon)
    return chosen
      ? [
          {
            id: newId(),
            paymentId: payment.id,
            groupId: payment.groupId,
            orderId: part.id,
            ...chosen,
            businessNumber: part.businessNumber,
            orderName: part.title,
            amountWon: part.amountWon,
            refundedWon: part.refundedWon,
            state: "requested" as const,
            createdAt: at,
          },
        ]
      : []
  })
  if (rows.length === 0) return
  const saved = await tx
    .insert(cashReceipts)
    .values(rows)
    .onConflictDoUpdate({
      target: [cashReceipts.paymentId, cashReceipts.orderId],
      set: {
        kind: sql`excluded.kind`,
        identityNumber: sql`excluded.identity_number`,
        refundedWon: sql`excluded.refunded_won`,
        state: "requested",
        failureCode: null,
        askingWon: null,
        asked: sql`${cashReceipts.asked} + 1`,
      },
      setWhere: eq(cashReceipts.state, "failed"),
    })
    .returning({ id: cashReceipts.id })
  await emitMany(
    tx,
    "cash_receipt.due",
    saved.map(({ id }) => ({ receiptId: id })),
  )
}

/** What went back of a part has no receipt any more; called when the money is back. */
export async function reduceCashReceipts(
  tx: Transaction,
  refund: { paymentId: string; orderId: string | null; amountWon: number },
): Promise<void> {
  const reduced = await tx
    .update(cashReceipts)
    .set({
      refundedWon:
        refund.orderId === null
          ? cashReceipts.amountWon
          : sql`least(${cashReceipts.amountWon}, ${cashReceipts.refundedWon} + ${refund.amountWon}::bigint)`,
    })
    .where(
      and(
        eq(cashReceipts.paymentId, refund.paymentId),
        refund.orderId === null ? undefined : eq(cashReceipts.orderId, refund.orderId),
      ),
    )
    .returning({ id: cashReceipts.id })
  if (reduced.length > 0)
    await emitMany(
      tx,
      "cash_receipt.due",
      reduced.map(({ id }) => ({ receiptId: id })),
    )
}

/**
 * The payer of `groupId` asks for receipts that were not asked for at the payment, or that the provider
 * refused. Refusals: `not_found` (not theirs), `not_now` (not paid in cash, too long ago, all gone back, or
 * every part has one).
 */
export async function requestCashReceipt(
  actor: Actor,
  groupId: string,
  wish: CashReceiptWish,
): Promise<Outcome<"not_found" | "not_now">> {
  if (actor.kind !== "member" || !isId(groupId)) return refuse("not_found")
  return inTransaction(async (tx): Promise<Outcome<"not_found" | "not_now">> => {
    const charge = await lockCharge(tx, groupId)
    if (charge?.payerId !== actor.userId) return refuse("not_found")
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.groupId, groupId), inArray(payments.state, ["DONE", "PARTIAL_CANCELED"])))
      .for("update")
    if (!payment || !charge.findCashReceiptParts || !isCashReceiptAskable(payment, now()))
      return refuse("not_now")
    const parts = await findPartsWithoutReceipt(tx, payment, await charge.findCashReceiptParts())
    if (parts.length === 0) return refuse("not_now")
    await saveReceipts(tx, payment, { wish, parts })
    return ok()
  })
}

/** Those of `parts` that lack a receipt; a part that went back whole needs none. */
async function findPartsWithoutReceipt(
  tx: Transaction,
  payment: PaymentRow,
  parts: readonly CashReceiptPart[],
): Promise<PartWithoutReceipt[]> {
  const live = await tx
    .select({ orderId: cashReceipts.orderId })
    .from(cashReceipts)
    .where(and(eq(cashReceipts.paymentId, payment.id), ne(cashReceipts.state, "failed")))
  const refunded = await tx
    .select({ orderId: refunds.orderId, won: sql<string>`sum(${refunds.amountWon})::text` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.state, "done")))
    .groupBy(refunds.orderId)
  return parts
    .filter((part) => !live.some((row) => row.orderId === part.id))
    .map((part) => ({
      ...part,
      refundedWon: Number(refunded.find((row) => row.orderId === part.id)?.won ?? 0),
    }))
    .filter((part) => part.refundedWon < part.amountWon)
}

export type PreparedCall = {
  receipt: ReceiptRow
  call: "issue" | "cancel"
  amountWon: number
  provider: PaymentRow["provider"]
}

/**
 * Chooses the next call about a receipt and keeps its amount: a call without an answer is sent again as it
 * was. Null where nothing is to be asked.
 */
async function prepareCall(tx: Transaction, receiptId: string): Promise<PreparedCall | null> {
  const [row] = await tx
    .select({ receipt: cashReceipts, provider: payments.provider })
    .from(cashReceipts)
    .innerJoin(payments, eq(payments.id, cashReceipts.paymentId))
    .where(eq(cashReceipts.id, receiptId))
    .for("update", { of: cashReceipts })
  // What the tax service has not decided is looked at again, and not sent again.
  if (!row || row.receipt.failureCode !== null || row.receipt.pendingSince !== null) return null
  const { receipt, provider } = row
  const plan = planCashReceiptCall(receipt)
  if (plan === null) return null
  if (plan === "withdraw") {
    // A call that may have arrived is asked about first: what it issued is then cancelled.
    if (receipt.askingWon !== null) return { receipt, call: "issue", amountWon: receipt.askingWon, provider }
    await tx.update(cashReceipts).set({ state: "cancelled" }).where(eq(cashReceipts.id, receiptId))
    return null
  }
  if (plan.call === "cancel" && receipt.receiptKey === null) {
    await tx
      .update(cashReceipts)
      .set({ failureCode: ISSUED_BY_HAND_CODE })
      .where(eq(cashReceipts.id, receiptId))
    return null
  }
  const amountWon = receipt.askingWon ?? plan.amountWon
  await tx.update(cashReceipts).set({ askingWon: amountWon }).where(eq(cashReceipts.id, receiptId))
  return { receipt, call: plan.call, amountWon, provider }
}

/** Subscriber of "cash_receipt.due": asks the provider until it agrees with what is left of the payment. */
export async function executeCashReceipt({ receiptId }: { receiptId: string }): Promise<void> {
  // At most: issued, cancelled for what went back meanwhile, and found in order.
  for (let round = 0; round < 3; round++) {
    const prepared = await inTransaction((tx) => prepareCall(tx, receiptId))
    if (!prepared) return
    const answer = await callProvider(prepared)
    if (answer.kind === "unknown") return
    await inTransaction((tx) => applyCashReceiptAnswer(tx, prepared, answer))
  }
}

function callProvider({ receipt, call, amountWon, provider }: PreparedCall): Promise<CashReceiptResult> {
  const port = getPaymentPort(provider)
  if (call === "cancel")
    return port.cancelCashReceipt({
      receiptKey: receipt.receiptKey ?? "",
      amountWon,
      // What was cancelled before tells one cancellation from the next.
      idempotencyKey: `cash-cancel-${receipt.id}-${receipt.cancelledWon}-${amountWon}-${receipt.asked}`,
    })
  return port.issueCashReceipt({
    orderId: receipt.id,
    orderName: receipt.orderName,
    amountWon,
    type: receipt.kind === "expense" ? "지출증빙" : "소득공제",
    identityNumber: receipt.identityNumber,
    businessNumber: receipt.businessNumber,
    idempotencyKey: `cash-issue-${receipt.id}-${receipt.asked}`,
  })
}

/** Writes what the provider said of a prepared call, once. */
export async function applyCashReceiptAnswer(
  tx: Transaction,
  prepared: PreparedCall,
  answer: Exclude<CashReceiptResult, { kind: "unknown" }>,
): Promise<void> {
  const { call } = prepared
  const { id } = prepared.receipt
  const [row] = await tx
    .select({ receipt: cashReceipts, buyerId: payments.buyerId })
    .from(cashReceipts)
    .innerJoin(payments, eq(payments.id, cashReceipts.paymentId))
    .where(eq(cashReceipts.id, id))
    .for("update", { of: cashReceipts })
  // Another process has applied the same answer before.
  if (!row || !isSameCall(row.receipt, prepared.receipt)) return
  const changes = toChanges(row.receipt, call, answer)
  if (answer.kind === "refused")
    log().error({ receipt: id, call, reason: answer.code }, "the provider refused a cash receipt")
  await tx.update(cashReceipts).set(changes).where(eq(cashReceipts.id, id))
  await emit(tx, "cash_receipt.moved", {
    receiptId: id,
    groupId: row.receipt.groupId,
    buyerId: row.buyerId,
  })
}

const isSameCall = (current: ReceiptRow, prepared: ReceiptRow): boolean =>
  current.askingWon !== null &&
  current.state === prepared.state &&
  current.asked === prepared.asked &&
  current.cancelledWon === prepared.cancelledWon

function toChanges(
  receipt: ReceiptRow,
  call: PreparedCall["call"],
  answer: Exclude<CashReceiptResult, { kind: "unknown" }>,
): Partial<typeof cashReceipts.$inferInsert> {
  const decided = { askingWon: null, pendingSince: null, pendingNumber: null }
  if (answer.kind === "refused")
    return { ...decided, failureCode: answer.code, ...(call === "issue" && { state: "failed" as const }) }
  const { amount, issueNumber, issueStatus, receiptKey, receiptUrl, requestedAt } = answer.receipt
  if (issueStatus === "IN_PROGRESS")
    return { receiptKey, pendingNumber: issueNumber, pendingSince: toRequestTime(requestedAt) }
  if (call === "issue")
    return {
      ...decided,
      state: "issued",
      issuedWon: amount,
      receiptKey,
      issueNumber,
      receiptUrl,
      issuedAt: now(),
    }
  const cancelledWon = receipt.cancelledWon + amount
  return {
    ...decided,
    cancelledWon,
    ...(cancelledWon === receipt.issuedWon && { state: "cancelled" as const }),
  }
}

/** The provider lists a call under the day on which it says to have taken it. */
function toRequestTime(requestedAt: string): Date {
  const time = parseProviderTime(requestedAt)
  return Number.isNaN(time.getTime()) ? now() : time
}

/** True of receipts of which provider and refunds do not agree yet: the predicate of an index. */
export const openCondition = sql`${cashReceipts.failureCode} is null and (${cashReceipts.state} = 'requested'
  or (${cashReceipts.state} = 'issued' and ${cashReceipts.issuedWon} - ${cashReceipts.cancelledWon}
    > ${cashReceipts.amountWon} - ${cashReceipts.refundedWon}))`

/** Asks about the receipts of which the provider's answer is not known; a job calls it. Returns how many. */
export async function executeOpenCashReceipts(): Promise<number> {
  const before = new Date(now().getTime() - MINUTE_MS)
  const open = await db()
    .select({ receiptId: cashReceipts.id })
    .from(cashReceipts)
    .where(and(openCondition, isNull(cashReceipts.pendingSince), lte(cashReceipts.createdAt, before)))
    .orderBy(asc(cashReceipts.createdAt))
    .limit(50)
  await forEachIsolated(open, { what: "cash receipt", id: (row) => row.receiptId }, executeCashReceipt)
  return open.length
}

/** Empties the numbers of receipts, and of wishes for them, from before `cutoff`. */
export async function forgetCashReceiptNumbers(tx: Transaction, cutoff: Date): Promise<void> {
  await tx
    .update(cashReceipts)
    .set({ identityNumber: "" })
    .where(and(lt(cashReceipts.createdAt, cutoff), ne(cashReceipts.identityNumber, "")))
  await tx
    .update(payments)
    .set({ cashReceiptNumber: null })
    .where(and(lt(payments.createdAt, cutoff), sql`${payments.cashReceiptNumber} is not null`))
}
