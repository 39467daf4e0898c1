/**
 * Money on its way back: owed in the transaction that decides it, paid through the provider after it,
 * asked again until it is known.
 */
import { and, asc, eq, inArray, isNotNull, lt, lte, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { log } from "#app/platform/log.server.ts"
import type { ProviderResult, ProviderPayment } from "#app/platform/payments/payment.ts"
import { getPaymentPort } from "#app/platform/payments/port.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { findSetOffWon, getRefundTag } from "./chargebacks.server.ts"
import { reduceCashReceipts } from "./cash-receipts.server.ts"
import { findCharge, lockCharge, type RefundAccount } from "./charges.server.ts"
import { createRefundDuePosting, createRefundPaidPosting } from "../postings.ts"
import { postEntries } from "./ledger.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { findPaymentTransition } from "#app/areas/money/rules.ts"
import { payments, refunds } from "#app/areas/money/schema.server.ts"

const CHARGED_STATES = ["DONE", "PARTIAL_CANCELED", "CANCELED"] as const

/**
 * Owes `amountWon` of what was paid of a locked charge to its payer; `orderId` names the part of a purchase
 * that it is of. Returns the refund to pay after the commit.
 */
export async function createRefund(
  tx: Transaction,
  refund: { groupId: string; orderId: string | null; amountWon: number; reason: string },
): Promise<string> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.groupId, refund.groupId), inArray(payments.state, [...CHARGED_STATES])))
  if (!payment) throw new Error(`The charge ${refund.groupId} was never paid`)
  return insertRefund(tx, { ...refund, paymentId: payment.id })
}

/** Owes a whole payment that came when the order was over. */
export const createFullRefund = (
  tx: Transaction,
  payment: { id: string; groupId: string; amountWon: number },
): Promise<string> =>
  insertRefund(tx, {
    groupId: payment.groupId,
    orderId: null,
    paymentId: payment.id,
    amountWon: payment.amountWon,
    reason: "주문 시간이 지난 뒤 결제되었어요",
  })

async function insertRefund(
  tx: Transaction,
  refund: { groupId: string; orderId: string | null; paymentId: string; amountWon: number; reason: string },
): Promise<string> {
  const id = newId()
  const account = (await findCharge(tx, refund.groupId))?.refundAccount
  await tx.insert(refunds).values({
    id,
    ...refund,
    bank: account?.bank,
    accountNumber: account?.accountNumber,
    accountHolder: account?.holder,
    state: "requested",
    createdAt: now(),
  })
  await postEntries(tx, createRefundDuePosting({ ...refund, id }))
  return id
}

/**
 * Pays what was owed through the provider. What stays unknown is asked again by the job; what the provider
 * refuses waits for an admin.
 */
export async function executeRefunds(ids: readonly (string | null)[]): Promise<void> {
  for (const id of ids) {
    if (id === null) continue
    try {
      await executeRefund(id)
    } catch (error) {
      // It is owed already, and the job tries again.
      log().error({ err: error, refund: id }, "a refund could not be paid now")
    }
  }
}

/** What refunds give back together, in won. */
export async function sumRefunds(tx: Transaction, ids: readonly string[]): Promise<number> {
  const [sum] = await tx
    .select({ won: sql<number>`coalesce(sum(${refunds.amountWon}), 0)::bigint` })
    .from(refunds)
    .where(inArray(refunds.id, [...ids]))
  return Number(sum?.won ?? 0)
}

type RefundRow = typeof refunds.$inferSelect
type LockedRefund = { refund: RefundRow; payment: typeof payments.$inferSelect }

/** The refund with its payment, both locked; what they are for is locked first. */
async function lockRefund(tx: Transaction, id: string): Promise<LockedRefund | null> {
  await lockCharge(tx, tx.select({ id: refunds.groupId }).from(refunds).where(eq(refunds.id, id)))
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for("update")
  if (!refund) return null
  const [payment] = await tx.select().from(payments).where(eq(payments.id, refund.paymentId)).for("update")
  return payment ? { refund, payment } : null
}

/**
 * Sets a refund that was never asked for off against what its payer has got back by chargebacks, and counts
 * the try. Returns what is to be asked of the provider, and null where nothing is.
 */
async function prepareRefund(tx: Transaction, id: string): Promise<LockedRefund | null> {
  const locked = await lockRefund(tx, id)
  if (locked?.refund.state !== "requested" || locked.payment.paymentKey === null) return null
  const { payment } = locked
  const isAsked = locked.refund.tries > 0
  const setOffWon = isAsked
    ? locked.refund.setOffWon
    : Math.min(locked.refund.amountWon, await findSetOffWon(tx, payment.id, id))
  const refund = { ...locked.refund, setOffWon }
  const isCovered = setOffWon === refund.amountWon
  const isAccountMissing = payment.method === "virtual_account" && !refund.accountNumber
  if (isCovered || !isAccountMissing)
    await tx
      .update(refunds)
      .set({ setOffWon, tries: refund.tries + 1 })
      .where(eq(refunds.id, id))
  if (isCovered) await completeRefund(tx, refund)
  else if (isAccountMissing) await markAccountNeeded(tx, id, null)
  else return { refund, payment }
  return null
}

async function executeRefund(id: string): Promise<void> {
  const due = await inTransaction((tx) => prepareRefund(tx, id))
  if (!due) return
  const { refund, payment } = due
  const port = getPaymentPort(payment.provider)
  const account =
    payment.method === "virtual_account"
      ? {
          bank: refund.bank ?? "",
          accountNumber: refund.accountNumber ?? "",
          holderName: refund.accountHolder ?? "",
        }
      : null
  const amountWon = refund.amountWon - refund.setOffWon
  let outcome: ProviderResult = await port.cancel({
    paymentKey: payment.paymentKey ?? "",
    amountWon,
    reason: `${refund.reason} ${getRefundTag(id)}`,
    idempotencyKey: `refund-${id}-${amountWon}${refund.asked > 1 ? `-${refund.asked}` : ""}`,
    account,
  })
  // Whatever is not a clear yes is looked up: it may have been done before.
  if (outcome.kind !== "payment") {
    const lookup = await port.find(payment.paymentKey ?? "")
    if (lookup.kind === "payment" && isRefundInPayment(lookup.payment, id)) outcome = lookup
  }
  await inTransaction((tx) => applyRefundOutcome(tx, id, outcome))
}

const isRefundInPayment = (payment: ProviderPayment, id: string) =>
  payment.cancels?.some((cancel) => cancel.cancelReason.includes(getRefundTag(id))) ?? false

const WRONG_ACCOUNT_CODE = "INVALID_REFUND_ACCOUNT_INFO"

/**
 * Leaves an open refund to its buyer, who alone knows the account, and asks them; `failureCode` where they
 * told a wrong one.
 */
async function markAccountNeeded(tx: Transaction, id: string, failureCode: string | null): Promise<void> {
  const [waitingRefund] = await tx
    .update(refunds)
    .set({ state: "account_waiting", failureCode })
    .where(and(eq(refunds.id, id), eq(refunds.state, "requested")))
    .returning({ groupId: refunds.groupId })
  if (waitingRefund) await (await findCharge(tx, waitingRefund.groupId))?.onRefundAccountNeeded(id)
}

async function applyRefundOutcome(tx: Transaction, id: string, outcome: ProviderResult): Promise<void> {
  const locked = await lockRefund(tx, id)
  if (!locked || locked.refund.state === "done" || outcome.kind === "unknown") return
  if (outcome.kind === "refused" && outcome.code === WRONG_ACCOUNT_CODE)
    return markAccountNeeded(tx, id, outcome.code)
  if (outcome.kind === "refused") {
    await tx.update(refunds).set({ state: "failed", failureCode: outcome.code }).where(eq(refunds.id, id))
    log().error({ refund: id, reason: outcome.code }, "the provider refused a refund")
    return
  }
  const { refund, payment } = locked
  const move = outcome.payment.balanceAmount === 0 ? "cancel_all" : "cancel_part"
  const row = findPaymentTransition(move, payment.state)
  if (row)
    await tx.update(payments).set({ state: row.to, updatedAt: now() }).where(eq(payments.id, payment.id))
  await completeRefund(tx, refund)
}

/** Its payer has the money of a locked refund: from the provider, or before by a chargeback. */
async function completeRefund(tx: Transaction, refund: RefundRow): Promise<void> {
  await tx
    .update(refunds)
    .set({ state: "done", failureCode: null, doneAt: now() })
    .where(eq(refunds.id, refund.id))
  await postEntries(tx, createRefundPaidPosting(refund))
  await reduceCashReceipts(tx, refund)
  await (await findCharge(tx, refund.groupId))?.onRefunded(refund.id)
}

/**
 * Keeps the account with a locked charge, and sends to it what waits for one. Returns the refunds to pay
 * after the commit.
 */
export async function saveRefundAccount(
  tx: Transaction,
  groupId: string,
  account: RefundAccount,
): Promise<string[]> {
  await (await findCharge(tx, groupId))?.saveRefundAccount(account)
  const resumedRefunds = await tx
    .update(refunds)
    .set({
      state: "requested",
      asked: sql`${refunds.asked} + 1`,
      failureCode: null,
      bank: account.bank,
      accountNumber: account.accountNumber,
      accountHolder: account.holder,
    })
    .where(and(eq(refunds.groupId, groupId), eq(refunds.state, "account_waiting")))
    .returning({ id: refunds.id })
  return resumedRefunds.map((row) => row.id)
}

/**
 * The buyer tells where a deposit goes back to; what waited for it is paid. `sent`: all (`done`), the
 * provider wants another account (`wrong_account`), or its answer is still to come (`later`). Refusals:
 * `not_found`, `not_now` (nothing waits for an account).
 */
export async function submitRefundAccount(
  actor: Actor,
  groupId: string,
  account: RefundAccount,
): Promise<Outcome<"not_found" | "not_now", { sent: "done" | "wrong_account" | "later" }>> {
  if (actor.kind !== "member" || !isId(groupId)) return refuse("not_found")
  const saved = await inTransaction(
    async (tx): Promise<Outcome<"not_found" | "not_now", { ids: string[] }>> => {
      const charge = await lockCharge(tx, groupId)
      if (charge?.payerId !== actor.userId) return refuse("not_found")
      const [waitingRefund] = await tx
        .select({ id: refunds.id })
        .from(refunds)
        .where(and(eq(refunds.groupId, groupId), eq(refunds.state, "account_waiting")))
        .limit(1)
      return waitingRefund ? ok({ ids: await saveRefundAccount(tx, groupId, account) }) : refuse("not_now")
    },
  )
  if (!saved.ok) return saved
  await executeRefunds(saved.ids)
  const after = await db()
    .select({ state: refunds.state })
    .from(refunds)
    .where(inArray(refunds.id, saved.ids))
  return ok({
    sent: after.some((row) => row.state === "account_waiting")
      ? "wrong_account"
      : after.every((row) => row.state === "done")
        ? "done"
        : "later",
  })
}

/**
 * An admin asks anew for a refund that the provider refused, or that waits for its buyer, with the account
 * that they told. Returns what became of it. Refusals: `not_found`, `not_now` (it was not refused, or
 * somebody asked meanwhile), `account_missing`.
 */
export async function retryRefund(
  actor: Actor,
  groupId: string,
  refundId: string,
  account: RefundAccount | null,
): Promise<Outcome<"not_found" | "not_now" | "account_missing", { paid: boolean }>> {
  if (!hasRight(actor, "money") || !isId(refundId)) return refuse("not_found")
  const outcome = await inTransaction(
    async (tx): Promise<Outcome<"not_found" | "not_now" | "account_missing">> => {
      const [refund] = await tx
        .select()
        .from(refunds)
        .where(and(eq(refunds.id, refundId), eq(refunds.groupId, groupId)))
        .for("update")
      if (!refund) return refuse("not_found")
      if (refund.state !== "failed" && refund.state !== "account_waiting") return refuse("not_now")
      if (refund.state === "account_waiting" && account === null) return refuse("account_missing")
      const charge = await findCharge(tx, groupId)
      if (!charge) return refuse("not_found")
      await tx
        .update(refunds)
        .set({
          state: "requested",
          asked: sql`${refunds.asked} + 1`,
          // What was refused was not paid: it may be set off against a chargeback that came meanwhile.
          ...(refund.state === "failed" && { tries: 0 }),
          failureCode: null,
          ...(account && {
            bank: account.bank,
            accountNumber: account.accountNumber,
            accountHolder: account.holder,
          }),
        })
        .where(eq(refunds.id, refundId))
      if (account) await charge.onRefundAccountTold()
      await audit(tx, actor, {
        action: `${charge.kind}.retry_refund`,
        subject: { kind: charge.kind, id: groupId, title: charge.title },
        note: `${formatWon(refund.amountWon)} · ${refund.failureCode ?? ""}`,
        before: { refund: refund.state },
        after: { refund: "requested" },
      })
      return ok()
    },
  )
  if (!outcome.ok) return outcome
  await executeRefunds([refundId])
  const [after] = await db().select({ state: refunds.state }).from(refunds).where(eq(refunds.id, refundId))
  return ok({ paid: after?.state === "done" })
}

/** Pays the refunds whose end is not known yet; a job calls it. */
export async function executeOpenRefunds(): Promise<number> {
  const before = new Date(now().getTime() - MINUTE_MS)
  const openRefunds = await db()
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.state, "requested"), lte(refunds.createdAt, before)))
    .orderBy(asc(refunds.createdAt))
    .limit(50)
  await executeRefunds(openRefunds.map((row) => row.id))
  return openRefunds.length
}

/** Empties the accounts of refunds that were paid before `cutoff`. */
export async function forgetRefundAccounts(tx: Transaction, cutoff: Date): Promise<void> {
  await tx
    .update(refunds)
    .set({ bank: null, accountNumber: null, accountHolder: null })
    .where(
      and(
        eq(refunds.state, "done"),
        lt(refunds.doneAt, cutoff),
        lt(refunds.createdAt, cutoff),
        isNotNull(refunds.accountNumber),
      ),
    )
}
