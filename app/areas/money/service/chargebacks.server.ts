/**
 * Money that the provider gave back although nobody here asked: a payer's bank took it, or an operator did it
 * at the provider. Each is posted once and borne by the market; what is owed to the payer afterwards is set
 * off against it (decision 036).
 */
import { and, eq, isNull, isNotNull, ne, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { formatWon } from "#app/basics/won.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { log } from "#app/platform/log.server.ts"
import { countFailure } from "#app/platform/metrics.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { byAge, page, type Page } from "#app/platform/page.server.ts"
import { parseProviderTime, type ProviderPayment } from "#app/platform/payments/payment.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { officePeople } from "../../accounts/service/people.server.ts"
import type { CloseChargebackForm } from "../forms.ts"
import { createChargebackPosting } from "../postings.ts"
import { findPaymentTransition, type ChargebackQueue } from "../rules.ts"
import { chargebacks, charges, payments, refunds } from "../schema.server.ts"
import { findCharge, type LockedCharge } from "./charges.server.ts"
import type { ChargeKind } from "./held-charges.server.ts"
import { postEntries } from "./ledger.server.ts"

const PAGE_SIZE = 30

type PaymentRow = typeof payments.$inferSelect
type Cancel = NonNullable<ProviderPayment["cancels"]>[number]

// The end of the id tells a refund of ours among the provider's cancellations.
export const getRefundTag = (refundId: string) => `[${refundId.slice(-12)}]`

/** What the provider cancelled of a payment without being asked by us. */
async function findUnaskedCancels(
  tx: Transaction,
  paymentId: string,
  said: ProviderPayment,
): Promise<Cancel[]> {
  const own = await tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.paymentId, paymentId))
  const tags = own.map(({ id }) => getRefundTag(id))
  return (said.cancels ?? []).filter(
    ({ cancelReason, cancelAmount, transactionKey }) =>
      Number.isSafeInteger(cancelAmount) &&
      cancelAmount > 0 &&
      typeof transactionKey === "string" &&
      !tags.some((tag) => cancelReason.includes(tag)),
  )
}

/**
 * Writes each cancellation that nobody here asked for, once: posted, borne by the market, and told to what
 * the payment was for. The payment and its charge are locked. Adds the refunds to pay after the commit to
 * `refundIds`. Returns whether there was a new one.
 */
export async function recordChargebacks(
  tx: Transaction,
  { charge, payment }: { charge: LockedCharge; payment: PaymentRow },
  said: ProviderPayment,
  refundIds: string[],
): Promise<boolean> {
  const unasked = await findUnaskedCancels(tx, payment.id, said)
  if (unasked.length === 0) return false
  const added = await tx
    .insert(chargebacks)
    .values(
      unasked.map((cancel) => ({
        id: newId(),
        paymentId: payment.id,
        groupId: charge.id,
        transactionKey: cancel.transactionKey,
        amountWon: cancel.cancelAmount,
        reason: cancel.cancelReason.slice(0, 200),
        cancelledAt: parseProviderTime(cancel.canceledAt),
        createdAt: now(),
      })),
    )
    .onConflictDoNothing()
    .returning()
  if (added.length === 0) return false
  for (const chargeback of added) {
    await postEntries(tx, createChargebackPosting(chargeback))
    countFailure("chargeback")
    log().error(
      { payment: payment.id, amountWon: chargeback.amountWon },
      "the provider gave back what nobody here asked for",
    )
  }
  const move = findPaymentTransition(said.balanceAmount === 0 ? "cancel_all" : "cancel_part", payment.state)
  if (move)
    await tx.update(payments).set({ state: move.to, updatedAt: now() }).where(eq(payments.id, payment.id))
  await charge.onChargedBack(refundIds)
  return true
}

/**
 * What the payer of a locked payment has got back by chargebacks and was not set off against another refund
 * than `refundId`, in won.
 */
export async function findSetOffWon(tx: Transaction, paymentId: string, refundId: string): Promise<number> {
  const sum = (column: typeof chargebacks.amountWon | typeof refunds.setOffWon) =>
    sql<number>`coalesce(sum(${column}), 0)::bigint`
  const [[takenBack], [setOff]] = await Promise.all([
    tx
      .select({ won: sum(chargebacks.amountWon) })
      .from(chargebacks)
      .where(eq(chargebacks.paymentId, paymentId)),
    tx
      .select({ won: sum(refunds.setOffWon) })
      .from(refunds)
      .where(and(eq(refunds.paymentId, paymentId), ne(refunds.id, refundId))),
  ])
  return Math.max(0, (takenBack?.won ?? 0) - (setOff?.won ?? 0))
}

// ── What administrators see

export type ChargebackCard = {
  id: string
  groupId: string
  amountWon: number
  reason: string
  cancelledAt: Date
  note: string
  closedBy: string | null
  closedAt: Date | null
  payerId: string
  paidWon: number
  methodText: string
  /** What the market holds for two people; null for a purchase, which keeps its own sums. */
  charge: { kind: ChargeKind; subjectId: string; payeeId: string; title: string; heldWon: number } | null
}

const QUEUE_FILTERS = {
  open: {
    filter: isNull(chargebacks.closedAt),
    order: byAge([chargebacks.createdAt, "time"], [chargebacks.id, "id"]).oldest,
  },
  closed: {
    filter: isNotNull(chargebacks.closedAt),
    order: byAge([chargebacks.closedAt, "time"], [chargebacks.id, "id"]).newest,
  },
}

/** The chargebacks of a queue, the oldest open one first, the newest closed one first; null for others. */
export async function findChargebacks(
  actor: Actor,
  { queue, cursor }: { queue: ChargebackQueue; cursor: string | null },
): Promise<Page<ChargebackCard> | null> {
  if (!hasRight(actor, "money")) return null
  return page({
    from: (sortKeys) =>
      db()
        .select({
          id: chargebacks.id,
          groupId: chargebacks.groupId,
          amountWon: chargebacks.amountWon,
          reason: chargebacks.reason,
          cancelledAt: chargebacks.cancelledAt,
          note: chargebacks.note,
          closedBy: officePeople.name,
          closedAt: chargebacks.closedAt,
          payerId: payments.buyerId,
          paidWon: payments.amountWon,
          methodText: payments.methodText,
          charge: {
            kind: charges.kind,
            subjectId: charges.subjectId,
            payeeId: charges.payeeId,
            title: charges.title,
            heldWon: charges.heldWon,
          },
          sortKeys,
        })
        .from(chargebacks)
        .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
        .leftJoin(charges, eq(charges.id, chargebacks.groupId))
        .leftJoin(officePeople, eq(officePeople.userId, chargebacks.closedBy)),
    ...QUEUE_FILTERS[queue],
    cursor,
    size: PAGE_SIZE,
  })
}

/**
 * An administrator has looked at a chargeback, and writes what was found out and done about it. Refusals:
 * `not_found`, `involved` (they paid it, or would get it), `not_now` (somebody was faster).
 */
export function closeChargeback(
  actor: Actor,
  { chargebackId, note }: z.output<typeof CloseChargebackForm>,
): Promise<Outcome<"not_found" | "involved" | "not_now">> {
  return inTransaction(async (tx) => {
    if (!hasRight(actor, "money")) return refuse("not_found")
    const [row] = await tx
      .select({ chargeback: chargebacks, payerId: payments.buyerId, payeeId: charges.payeeId })
      .from(chargebacks)
      .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
      .leftJoin(charges, eq(charges.id, chargebacks.groupId))
      .where(eq(chargebacks.id, chargebackId))
      .for("update", { of: chargebacks })
    if (!row) return refuse("not_found")
    const { chargeback } = row
    if (row.payerId === actor.userId || row.payeeId === actor.userId) return refuse("involved")
    if (chargeback.closedAt !== null) return refuse("not_now")
    await tx
      .update(chargebacks)
      .set({ note, closedBy: actor.userId, closedAt: now() })
      .where(eq(chargebacks.id, chargebackId))
    const charge = await findCharge(tx, chargeback.groupId)
    await audit(tx, actor, {
      action: "chargeback.close",
      subject: { kind: "chargeback", id: chargebackId, title: charge?.title ?? "" },
      note: `${formatWon(chargeback.amountWon)} · ${note}`,
      before: { chargeback: "open" },
      after: { chargeback: "closed" },
    })
    return ok()
  })
}
