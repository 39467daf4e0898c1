/**
 * Taking the payment: confirmed once, its outcome applied once, whoever brings the news; what is unknown
 * is asked again.
 */
import { timingSafeEqual } from "node:crypto"
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { isRecord } from "#app/basics/record.ts"
import { HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db, inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { log } from "#app/platform/log.server.ts"
import { countPaymentOutcome } from "#app/platform/metrics.server.ts"
import {
  parseProviderTime,
  type ProviderPayment,
  type ProviderResult,
} from "#app/platform/payments/payment.ts"
import { getPaymentPort } from "#app/platform/payments/port.server.ts"
import { writeTogether } from "#app/platform/write-together.server.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import { claimReadyPayment, getHoldEnd, type ReturnedPayment } from "./claim-payment.server.ts"
import { lockCharge, type LockedCharge } from "./charges.server.ts"
import { createPaymentPosting } from "../postings.ts"
import { insertEntries } from "./ledger.server.ts"
import { createCashReceipts } from "./cash-receipts.server.ts"
import { toPaymentColumns } from "./payment-columns.server.ts"
import { createFullRefund, executeRefunds } from "./refunds.server.ts"
import { recordChargebacks } from "./chargebacks.server.ts"
import { commitRefusal, ok, refuse, type Refusal } from "#app/platform/outcome.ts"
import { LIMITS, type PaymentState, findPaymentTransition } from "#app/areas/money/rules.ts"
import { payments } from "#app/areas/money/schema.server.ts"

type PaymentRow = typeof payments.$inferSelect
type Concerned = { groupId?: string; message?: string }
type ApplyResult =
  | { ok: true; groupId: string; state: PaymentState }
  | (Refusal<"not_found" | "expired" | "amount" | "failed" | "unknown"> & Concerned)
export type PayResult = ApplyResult | (Refusal<"foreign"> & Concerned)

/**
 * Confirms what the buyer agreed to at the provider. `paymentKey` and `amountWon` come back with the buyer
 * and are compared with what was saved before. However often it is called, the buyer is charged once.
 * Refusals: `not_found`, `expired` (the goods went back to the shelf), `amount` (not what was saved),
 * `foreign` (the key of another payment), `failed` (the provider refused: `message`), `unknown` (being asked
 * again).
 */
export async function confirmPayment(
  actor: Actor,
  paymentId: string,
  returned: ReturnedPayment,
): Promise<PayResult> {
  if (actor.kind !== "member" || !isId(paymentId)) return refuse("not_found")
  const attempt = await claimPayment(actor, paymentId, returned).catch(
    async (error: unknown): Promise<PayResult> => {
      if (violatedConstraint(error) !== "payments_payment_key_key") throw error
      const [ownPayment] = await db()
        .select({ groupId: payments.groupId })
        .from(payments)
        .where(eq(payments.id, paymentId))
      return { ...refuse("foreign"), ...ownPayment }
    },
  )
  if (!("ask" in attempt)) return attempt
  return requestAndApplyOutcome(attempt.ask, "confirm")
}

/** Marks the attempt as being paid and gives it, to ask the provider about; or says why there is none. */
async function claimPayment(
  { userId }: Member,
  paymentId: string,
  returned: ReturnedPayment,
): Promise<{ ask: PaymentRow } | PayResult> {
  const claimed = await claimReadyPayment(userId, paymentId, returned)
  if (claimed) return { ask: claimed }
  return inTransaction(async (tx): Promise<{ ask: PaymentRow } | PayResult> => {
    const locked = await lockPayment(tx, paymentId)
    if (!locked || locked.payment.buyerId !== userId) return refuse("not_found")
    const { payment, charge } = locked
    if (payment.state === "IN_PROGRESS" && payment.paymentKey === returned.paymentKey) return { ask: payment }
    if (payment.state !== "READY")
      return payment.state === "ABORTED"
        ? toFailedResult(payment)
        : payment.state === "EXPIRED"
          ? { ...refuse("expired"), groupId: charge.id }
          : toSettledResult(payment)
    if (payment.amountWon !== returned.amountWon || payment.amountWon !== charge.amountWon)
      return { ...refuse("amount"), groupId: charge.id }
    const at = now()
    if (charge.state !== "asked" || charge.expiresAt <= at)
      return { ...refuse("expired"), groupId: charge.id }
    // While the provider is asked, the goods are not given to others.
    const holdEnd = getHoldEnd(at)
    if (holdEnd > charge.expiresAt) await charge.extend(holdEnd)
    const updates = { state: "IN_PROGRESS" as const, paymentKey: returned.paymentKey, updatedAt: at }
    await tx.update(payments).set(updates).where(eq(payments.id, paymentId))
    return { ask: { ...payment, ...updates } }
  })
}

/** What the provider said stays written, a refusal too. */
async function requestAndApplyOutcome(payment: PaymentRow, mode: "confirm" | "look"): Promise<ApplyResult> {
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
  const { result, refundIds } = await inTransaction((tx) => applyOutcome(tx, payment.id, outcome))
  countPaymentOutcome(payment.provider, result.ok ? result.state : result.reason)
  await executeRefunds(refundIds)
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

const toSettledResult = (payment: PaymentRow): ApplyResult =>
  ok({ groupId: payment.groupId, state: payment.state })
const toFailedResult = (payment: PaymentRow): ApplyResult => ({
  ...refuse("failed"),
  groupId: payment.groupId,
  message: payment.failureMessage ?? "",
})

/** `refundIds`: the refunds to pay after the commit. */
type AppliedOutcome = { result: ApplyResult; refundIds: readonly string[] }

const withoutRefund = (result: ApplyResult): AppliedOutcome => ({ result, refundIds: [] })

/** Writes what the provider says, once: the second time nothing changes. */
async function applyOutcome(
  tx: Transaction,
  paymentId: string,
  outcome: ProviderResult,
): Promise<AppliedOutcome> {
  const locked = await lockPayment(tx, paymentId)
  if (!locked) return withoutRefund(refuse("not_found"))
  const { payment, charge } = locked
  if (outcome.kind === "unknown") return withoutRefund(await recordUnknown(tx, locked))
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
      return applyPaidPayment(tx, payment, charge, said)
    case "PARTIAL_CANCELED":
    case "CANCELED":
      return applyCancelledPayment(tx, locked, said)
    default:
      return withoutRefund({ ...refuse("unknown"), groupId: charge.id })
  }
}

/** The provider did not say how a payment ended: it is asked again. */
async function recordUnknown(tx: Transaction, { payment, charge }: LockedPayment): Promise<ApplyResult> {
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
  if (!isLate && !findPaymentTransition("done", payment.state)) return withoutRefund(toSettledResult(payment))
  if (payment.approvedAt !== null) return withoutRefund(toSettledResult(payment))
  const paymentWrites = [
    tx
      .update(payments)
      .set({ ...toPaymentColumns(said), state: "DONE", approvedAt: now() })
      .where(eq(payments.id, payment.id)),
    insertEntries(tx, createPaymentPosting(payment)),
  ]
  // The goods may be somebody else's by now: the money goes back.
  if (isLate || charge.state === "paid") {
    await writeTogether(tx, paymentWrites)
    return {
      result: { ...refuse("expired"), groupId: charge.id },
      refundIds: [await createFullRefund(tx, payment)],
    }
  }
  await charge.markPaid(paymentWrites)
  await createCashReceipts(tx, payment, charge)
  return withoutRefund(ok({ groupId: charge.id, state: "DONE" }))
}

/**
 * The provider says that a payment was cancelled. One that we never saw paid has brought nothing: a deposit
 * that was called off, or a card payment taken back before its first news. Where a part of such a payment is
 * left, nobody can say what it is for: it is asked about again.
 */
async function applyCancelledPayment(
  tx: Transaction,
  locked: LockedPayment,
  said: ProviderPayment,
): Promise<AppliedOutcome> {
  const { payment } = locked
  if (payment.approvedAt !== null) {
    const refundIds: string[] = []
    await recordChargebacks(tx, locked, said, refundIds)
    return { result: toSettledResult(payment), refundIds }
  }
  if (said.status === "CANCELED") return withoutRefund(await applyStoppedPayment(tx, locked, said))
  log().error({ payment: payment.id }, "the first news of a payment is that a part of it was cancelled")
  return withoutRefund(await recordUnknown(tx, locked))
}

const isEqualConstantTime = (first: string, second: string) => {
  const [a, b] = [Buffer.from(first), Buffer.from(second)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Takes a webhook of the provider. Nothing in it is believed: it only says which payment to ask about. A
 * deposit's secret must be the one that was stored. False for what is not a webhook of a payment of ours.
 */
export async function receiveWebhook(body: unknown): Promise<boolean> {
  if (!isRecord(body)) return false
  const isStatusChange = body.eventType === "PAYMENT_STATUS_CHANGED" && isRecord(body.data)
  const orderId = isStatusChange && isRecord(body.data) ? body.data.orderId : body.orderId
  if (!isId(orderId)) return false
  const [payment] = await db().select().from(payments).where(eq(payments.id, orderId))
  if (!payment || payment.state === "READY") return false
  if (
    !isStatusChange &&
    !(
      typeof body.secret === "string" &&
      payment.secret !== null &&
      isEqualConstantTime(body.secret, payment.secret)
    )
  )
    return false
  await requestAndApplyOutcome(payment, "look")
  return true
}

/**
 * The buyer wants to know now how the payment of `groupId` ended. As `confirmPayment`, but for `foreign`;
 * `not_found` where nothing is being asked.
 */
export async function recheckOwnPayment(actor: Actor, groupId: string): Promise<ApplyResult> {
  if (actor.kind !== "member" || !isId(groupId)) return refuse("not_found")
  const [payment] = await db()
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.groupId, groupId),
        eq(payments.buyerId, actor.userId),
        eq(payments.state, "IN_PROGRESS"),
      ),
    )
  return payment ? requestAndApplyOutcome(payment, "confirm") : refuse("not_found")
}

/**
 * Asks the provider about payments whose end is not known, and about deposits; a job calls it. Returns how
 * many.
 */
export async function recheckOpenPayments(): Promise<number> {
  const updatedBefore = new Date(now().getTime() - MINUTE_MS)
  const openPayments = await db()
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.state, ["IN_PROGRESS", "WAITING_FOR_DEPOSIT"]),
        lte(payments.updatedAt, updatedBefore),
      ),
    )
    .orderBy(asc(payments.updatedAt))
    .limit(50)
  await forEachIsolated(openPayments, { what: "payment", id: (payment) => payment.id }, async (payment) => {
    await db()
      .update(payments)
      .set({ updatedAt: now() })
      .where(
        and(
          eq(payments.id, payment.id),
          sql`${payments.updatedAt} = ${payment.updatedAt.toISOString()}::timestamptz`,
        ),
      )
    // A confirmation that never arrived is sent again under its own key; one that did answers as it did then.
    await requestAndApplyOutcome(payment, payment.state === "IN_PROGRESS" ? "confirm" : "look")
  })
  return openPayments.length
}
