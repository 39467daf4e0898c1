/**
 * Taking the payment: confirmed once, its outcome applied once, whoever brings the news; what is unknown
 * is asked again.
 */
import { timingSafeEqual } from "node:crypto"
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { db, inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import {
  lockPayment,
  requestAndApplyOutcome,
  toFailedResult,
  toSettledResult,
  type ApplyResult,
  type Concerned,
  type PaymentRow,
} from "./provider-outcome.server.ts"
import { refuse, type Refusal } from "#app/platform/outcome.ts"
import { LIMITS } from "#app/areas/money/rules.ts"
import { payments } from "#app/areas/money/schema.server.ts"

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
  returned: { paymentKey: string; amountWon: number },
): Promise<PayResult> {
  if (actor.kind !== "member" || !isId(paymentId)) return refuse("not_found")
  const attempt = await inTransaction(async (tx): Promise<{ ask: PaymentRow } | PayResult> => {
    const locked = await lockPayment(tx, paymentId)
    if (!locked || locked.payment.buyerId !== actor.userId) return refuse("not_found")
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
    const reservedUntil = new Date(at.getTime() + LIMITS.paymentHoldMinutes * MINUTE_MS)
    if (reservedUntil > charge.expiresAt) await charge.extend(reservedUntil)
    const updates = { state: "IN_PROGRESS" as const, paymentKey: returned.paymentKey, updatedAt: at }
    await tx.update(payments).set(updates).where(eq(payments.id, paymentId))
    return { ask: { ...payment, ...updates } }
  }).catch(async (error: unknown): Promise<PayResult> => {
    if (violatedConstraint(error) !== "payments_payment_key_key") throw error
    const [ownPayment] = await db()
      .select({ groupId: payments.groupId })
      .from(payments)
      .where(eq(payments.id, paymentId))
    return { ...refuse("foreign"), ...ownPayment }
  })
  if (!("ask" in attempt)) return attempt
  return requestAndApplyOutcome(attempt.ask, "confirm")
}

/**
 * The buyer left the provider's window, or it refused there: the attempt is over, the goods stay reserved.
 */
export async function abortPayment(
  actor: Actor,
  paymentId: string,
  failure: { code: string; message: string },
): Promise<{ groupId: string } | null> {
  if (actor.kind !== "member" || !isId(paymentId)) return null
  return inTransaction(async (tx) => {
    const locked = await lockPayment(tx, paymentId)
    if (!locked || locked.payment.buyerId !== actor.userId) return null
    if (locked.payment.state === "READY") {
      await tx
        .update(payments)
        .set({
          state: "ABORTED",
          failureCode: failure.code,
          failureMessage: failure.message,
          updatedAt: now(),
        })
        .where(eq(payments.id, paymentId))
    }
    return { groupId: locked.charge.id }
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null
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
