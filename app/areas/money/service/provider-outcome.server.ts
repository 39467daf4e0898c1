/** What the provider says of a payment: asked for, and written once, whoever brings the news. */
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { pipelined, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { log } from "#app/platform/log.server.ts"
import {
  bankName,
  parseProviderTime,
  type ProviderResult,
  type ProviderPayment,
} from "#app/platform/payments/payment.ts"
import { getPaymentPort } from "#app/platform/payments/port.server.ts"
import { lockCharge, type LockedCharge } from "./charges.server.ts"
import { createPaymentPosting } from "../postings.ts"
import { postEntries } from "./ledger.server.ts"
import { createFullRefund, executeRefunds } from "./refunds.server.ts"
import { commitRefusal, ok, refuse, type Refusal } from "#app/platform/outcome.ts"
import { LIMITS, type PaymentState, findPaymentTransition } from "#app/areas/money/rules.ts"
import { payments } from "#app/areas/money/schema.server.ts"

export type PaymentRow = typeof payments.$inferSelect
export type Concerned = { groupId?: string; message?: string }
export type ApplyResult =
  | { ok: true; groupId: string; state: PaymentState }
  | (Refusal<"not_found" | "expired" | "amount" | "failed" | "unknown"> & Concerned)
/** What the provider said stays written, a refusal too. */
export async function requestAndApplyOutcome(
  payment: PaymentRow,
  mode: "confirm" | "look",
): Promise<ApplyResult> {
  const port = getPaymentPort(payment.provider)
  const paymentKey = payment.paymentKey ?? ""
  let outcome: ProviderResult =
    mode === "confirm"
      ? // A key of its own for every payment and amount: the provider does not compare bodies.
        await port.confirm({
          paymentKey,
          orderId: payment.id,
          amountWon: payment.amountWon,
          idempotencyKey: `confirm-${payment.id}-${payment.amountWon}-${paymentKey}`.slice(0, 300),
        })
      : { kind: "unknown", code: "ASKED_AGAIN" }
  if (outcome.kind === "unknown")
    outcome = paymentKey === "" ? await port.findByOrder(payment.id) : await port.find(paymentKey)
  const { result, refundId } = await inTransaction((tx) => applyOutcome(tx, payment.id, outcome))
  await executeRefunds([refundId])
  return result.ok ? result : commitRefusal(result)
}

type LockedPayment = { charge: LockedCharge; payment: PaymentRow }

/** The payment with what it is for, which is locked first. */
export async function lockPayment(tx: Transaction, paymentId: string): Promise<LockedPayment | null> {
  const chargeId = tx.select({ id: payments.groupId }).from(payments).where(eq(payments.id, paymentId))
  const charge = await lockCharge(tx, chargeId)
  if (!charge) return null
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for("update")
  return payment ? { charge, payment } : null
}

export const toSettledResult = (payment: PaymentRow): ApplyResult =>
  ok({ groupId: payment.groupId, state: payment.state })
export const toFailedResult = (payment: PaymentRow): ApplyResult => ({
  ...refuse("failed"),
  groupId: payment.groupId,
  message: payment.failureMessage ?? "",
})

type AppliedOutcome = { result: ApplyResult; refundId: string | null }

const withoutRefund = (result: ApplyResult): AppliedOutcome => ({ result, refundId: null })

/** Writes what the provider says, once: the second time nothing changes. */
async function applyOutcome(
  tx: Transaction,
  paymentId: string,
  outcome: ProviderResult,
): Promise<AppliedOutcome> {
  const locked = await lockPayment(tx, paymentId)
  if (!locked) return withoutRefund(refuse("not_found"))
  const { payment, charge } = locked
  if (outcome.kind === "unknown") return withoutRefund(await keepUnknown(tx, locked))
  if (outcome.kind === "refused") return withoutRefund(await abortAttempt(tx, locked, outcome))
  const said = outcome.payment
  if (said.orderId !== payment.id || said.totalAmount !== payment.amountWon) {
    log().error(
      { payment: paymentId, said: said.orderId, amount: said.totalAmount },
      "the provider speaks of another payment or amount",
    )
    return withoutRefund({ ...refuse("amount"), groupId: charge.id })
  }
  switch (said.status) {
    case "ABORTED":
    case "EXPIRED":
      return withoutRefund(await applyStoppedPayment(tx, locked, said))
    case "WAITING_FOR_DEPOSIT":
      return withoutRefund(await startDepositWait(tx, payment, charge, said))
    case "DONE":
    case "PARTIAL_CANCELED":
    case "CANCELED":
      return applyPaidPayment(tx, payment, charge, said)
    default:
      return withoutRefund({ ...refuse("unknown"), groupId: charge.id })
  }
}

/** The provider did not say how a payment ended: it is asked again. */
async function keepUnknown(tx: Transaction, { payment, charge }: LockedPayment): Promise<ApplyResult> {
  if (payment.state !== "IN_PROGRESS") return toSettledResult(payment)
  const at = now()
  await tx
    .update(payments)
    .set({ unknownAt: payment.unknownAt ?? at, updatedAt: at })
    .where(eq(payments.id, payment.id))
  return { ...refuse("unknown"), groupId: charge.id }
}

/** The provider refused the attempt: another may follow. */
async function abortAttempt(
  tx: Transaction,
  { payment, charge }: LockedPayment,
  refusal: { code: string; message: string },
): Promise<ApplyResult> {
  if (!findPaymentTransition("abort", payment.state))
    return payment.state === "ABORTED" ? toFailedResult(payment) : toSettledResult(payment)
  await tx
    .update(payments)
    .set({
      state: "ABORTED",
      failureCode: refusal.code,
      failureMessage: refusal.message,
      unknownAt: null,
      updatedAt: now(),
    })
    .where(eq(payments.id, payment.id))
  await charge.onFailed()
  return { ...refuse("failed"), groupId: charge.id, message: refusal.message }
}

/** The provider ended the payment before anything was paid. */
async function applyStoppedPayment(
  tx: Transaction,
  { payment, charge }: LockedPayment,
  said: ProviderPayment,
): Promise<ApplyResult> {
  const row = findPaymentTransition(said.status === "ABORTED" ? "abort" : "expire", payment.state)
  if (row) {
    await tx
      .update(payments)
      .set({
        state: row.to,
        failureCode: said.failure?.code ?? said.status,
        failureMessage: said.failure?.message ?? "",
        unknownAt: null,
        updatedAt: now(),
      })
      .where(eq(payments.id, payment.id))
    if (charge.state === "waiting_deposit") await charge.expire(false)
    else await charge.onFailed()
  }
  return { ...refuse("failed"), groupId: charge.id, message: said.failure?.message ?? "" }
}

const toPaymentColumns = (said: ProviderPayment) => ({
  paymentKey: said.paymentKey,
  secret: said.secret,
  receiptUrl: said.receipt?.url ?? null,
  unknownAt: null,
  updatedAt: now(),
  methodText: said.card
    ? `카드 ${said.card.number}`
    : said.easyPay
      ? said.easyPay.provider
      : said.virtualAccount
        ? `${bankName(said.virtualAccount.bankCode)} 가상계좌`
        : (said.method ?? ""),
  ...(said.virtualAccount
    ? {
        bank: bankName(said.virtualAccount.bankCode),
        accountNumber: said.virtualAccount.accountNumber,
        dueAt: parseProviderTime(said.virtualAccount.dueDate),
      }
    : {}),
})

async function startDepositWait(
  tx: Transaction,
  payment: PaymentRow,
  charge: LockedCharge,
  said: ProviderPayment,
): Promise<ApplyResult> {
  if (!findPaymentTransition("wait", payment.state) || charge.state !== "asked")
    return toSettledResult(payment)
  const dueAt = said.virtualAccount
    ? parseProviderTime(said.virtualAccount.dueDate)
    : new Date(now().getTime() + LIMITS.depositHours * HOUR_MS)
  await tx
    .update(payments)
    .set({ ...toPaymentColumns(said), dueAt, state: "WAITING_FOR_DEPOSIT" })
    .where(eq(payments.id, payment.id))
  await charge.awaitDeposit(dueAt)
  return ok({ groupId: charge.id, state: "WAITING_FOR_DEPOSIT" })
}

async function applyPaidPayment(
  tx: Transaction,
  payment: PaymentRow,
  charge: LockedCharge,
  said: ProviderPayment,
): Promise<AppliedOutcome> {
  const isLate = payment.state === "EXPIRED" || charge.state === "expired"
  if (!isLate && !findPaymentTransition("done", payment.state))
    return { result: toSettledResult(payment), refundId: null }
  if (payment.approvedAt !== null) return { result: toSettledResult(payment), refundId: null }
  const at = now()
  await pipelined([
    tx
      .update(payments)
      .set({ ...toPaymentColumns(said), state: "DONE", approvedAt: at })
      .where(eq(payments.id, payment.id)),
    postEntries(tx, createPaymentPosting(payment)),
  ])
  // The goods may be somebody else's by now: the money goes back.
  if (isLate || charge.state === "paid")
    return {
      result: { ...refuse("expired"), groupId: charge.id },
      refundId: await createFullRefund(tx, payment),
    }
  await charge.markPaid()
  return { result: ok({ groupId: charge.id, state: "DONE" }), refundId: null }
}
