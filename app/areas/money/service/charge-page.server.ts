/** The page where a held charge is paid: what it shows to its payer, and how an attempt to pay begins. */
import { and, desc, eq, isNotNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import type { PaymentMethod } from "../rules.ts"
import { charges, payments, refunds } from "../schema.server.ts"
import { lockCharge, summarizeCharge } from "./charges.server.ts"
import { findChargeBusiness, getChargeTotalWon } from "./held-charges.server.ts"
import { createPaymentAttempt, expirePaymentAttempts } from "./payment-attempts.server.ts"

/**
 * A charge of its payer, with the newest attempt to pay it and whether a refund of it waits for an account;
 * null for everybody else.
 */
export async function findOwnCharge(actor: Actor, chargeId: string) {
  if (actor.kind !== "member" || !isId(chargeId)) return null
  const [charge] = await db()
    .select({
      id: charges.id,
      title: charges.title,
      amountWon: charges.amountWon,
      payerFeeWon: charges.payerFeeWon,
      state: charges.state,
      dueAt: charges.dueAt,
      isAccountNeeded: sql<boolean>`exists (select from refunds r where r.group_id = charges.id
        and r.state = 'account_waiting')`,
    })
    .from(charges)
    .where(and(eq(charges.id, chargeId), eq(charges.payerId, actor.userId)))
  if (!charge) return null
  const [[payment], summary] = await Promise.all([
    db()
      .select({
        id: payments.id,
        state: payments.state,
        bank: payments.bank,
        accountNumber: payments.accountNumber,
        failureMessage: payments.failureMessage,
        method: payments.method,
      })
      .from(payments)
      .where(eq(payments.groupId, chargeId))
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(1),
    summarizeCharge(chargeId),
  ])
  return {
    ...charge,
    dueAt: charge.dueAt.toISOString(),
    totalWon: getChargeTotalWon(charge),
    payment: payment ?? null,
    resultHref: summary?.resultHref ?? "/",
    notes: summary?.notes ?? [],
  }
}

/**
 * What its payer has paid for a charge, how, and what of it came back; null for everybody else and before it
 * is paid. Sums in won.
 */
export async function findChargeReceipt(actor: Actor, chargeId: string) {
  if (actor.kind !== "member" || !isId(chargeId)) return null
  const [row] = await db()
    .select({
      id: charges.id,
      kind: charges.kind,
      title: charges.title,
      amountWon: charges.amountWon,
      payerFeeWon: charges.payerFeeWon,
      refundedWon: sql<number>`(select coalesce(sum(${refunds.amountWon}), 0) from ${refunds}
        where ${refunds.groupId} = ${charges.id})`.mapWith(Number),
      payeeId: charges.payeeId,
      heldAt: charges.heldAt,
      isRefunding: sql<boolean>`exists (select from ${refunds} where ${refunds.groupId} = ${charges.id}
        and ${refunds.state} <> 'done')`,
      method: payments.method,
      methodText: payments.methodText,
      receiptUrl: payments.receiptUrl,
    })
    .from(charges)
    .innerJoin(payments, and(eq(payments.groupId, charges.id), isNotNull(payments.approvedAt)))
    .where(and(eq(charges.id, chargeId), eq(charges.payerId, actor.userId), isNotNull(charges.heldAt)))
    .orderBy(desc(payments.approvedAt))
    .limit(1)
  if (!row) return null
  const [people, summary, business] = await Promise.all([
    findPeople([row.payeeId]),
    summarizeCharge(chargeId),
    findChargeBusiness(row),
  ])
  return {
    ...row,
    business,
    heldAt: row.heldAt?.toISOString() ?? "",
    payeeName: people.get(row.payeeId)?.name ?? "탈퇴한 회원",
    resultHref: summary?.resultHref ?? "/",
  }
}

/**
 * Begins to pay a charge: an attempt that the provider's window finishes. Refusals: `not_found` (not the
 * payer's), `not_now` (paid, expired or withdrawn), `paying` (another attempt is being confirmed or waits for
 * its deposit), `payments_off`.
 */
export async function startChargePayment(
  actor: Actor,
  chargeId: string,
  method: PaymentMethod,
): Promise<Outcome<"not_found" | "not_now" | "paying" | "payments_off", { paymentId: string }>> {
  if (actor.kind !== "member" || !isId(chargeId)) return refuse("not_found")
  const provider = getPaymentProvider()
  if (provider === null) return refuse("payments_off")
  return inTransaction(async (tx) => {
    const charge = await lockCharge(tx, chargeId)
    if (charge?.payerId !== actor.userId) return refuse("not_found")
    if (charge.state === "waiting_deposit") return refuse("paying")
    const [underWay] = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.groupId, chargeId), eq(payments.state, "IN_PROGRESS")))
    if (underWay) return refuse("paying")
    if (charge.state !== "asked" || charge.expiresAt <= now()) return refuse("not_now")
    await expirePaymentAttempts(tx, [chargeId], ["READY"])
    const paymentId = newId()
    await createPaymentAttempt(tx, {
      id: paymentId,
      chargeId,
      payerId: actor.userId,
      provider,
      method,
      amountWon: charge.amountWon,
    })
    return ok({ paymentId })
  })
}
