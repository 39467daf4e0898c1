/** Payouts: made of the balance of each payee, and moved as the bank moves them. */
import { and, desc, eq, inArray, not, notInArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isBusinessDay, addBusinessDays } from "#app/basics/business-days.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { toKstDateString, getKstFields } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { formatWon } from "#app/basics/won.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, errorCode, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { hasRight, type Actor, type Member } from "../../accounts/rules.ts"
import { createPayoutPosting, createReturnedPayoutPosting } from "../postings.ts"
import { needsSecondForPayout } from "../office-rules.ts"
import { postEntries } from "./ledger.server.ts"
import { isOwedToPerson, selectSellerBalance } from "./payment-sql.server.ts"
import { getPayees } from "./payees.server.ts"
import { sendPendingPayouts } from "./payout-requests.server.ts"
import { createPersonPayouts } from "./person-payouts.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { LIMITS, maskAccountNumber, type PayoutState, PAYOUT_TRANSITIONS } from "#app/areas/money/rules.ts"
import { payouts, payoutProblems, ledger } from "#app/areas/money/schema.server.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "payout.moved": { payoutId: string; sellerId: string; toState: "paid" | "failed" }
  }
}

const MAX_PROBLEMS = 50

/**
 * What a payee has of us, in won: the balance, what is on its way to them and what was paid out; with their
 * newest payouts, and the day of the next ones.
 */
export async function findPayeeMoney(payeeId: string) {
  const [[sums], newestPayouts] = await Promise.all([
    db().execute<{ balance: string; on_way: string; paid: string }>(sql`
      select ${selectSellerBalance(sql`${payeeId}::uuid`)} as balance,
        coalesce(sum(amount_won) filter (where state in ('pending', 'processing')), 0)::text as on_way,
        coalesce(sum(amount_won) filter (where state = 'paid'), 0)::text as paid
      from payouts where seller_id = ${payeeId}::uuid and source = 'shop'`),
    db()
      .select()
      .from(payouts)
      .where(and(eq(payouts.sellerId, payeeId), eq(payouts.source, "shop")))
      .orderBy(desc(payouts.createdAt), desc(payouts.id))
      .limit(10),
  ])
  return {
    balanceWon: Number(sums?.balance ?? 0),
    pendingPayoutWon: Number(sums?.on_way ?? 0),
    paidWon: Number(sums?.paid ?? 0),
    payoutDay: nextPayoutDay(),
    payouts: newestPayouts.map((row) => ({
      id: row.id,
      amountWon: row.amountWon,
      state: row.state,
      account: `${row.bank} ${maskAccountNumber(row.accountNumber)}`,
      failureReason: row.failureReason,
      at: row.createdAt.toISOString(),
    })),
  }
}

/** The day of the next payouts (YYYY-MM-DD in Korea): banks rest at weekends and on public holidays. */
export function nextPayoutDay(): string {
  const at = now()
  const today = toKstDateString(at)
  return isBusinessDay(today) && getKstFields(at).hour < LIMITS.payoutHour ? today : addBusinessDays(at, 1)
}

/**
 * Pays out on working days, and on no other; a job calls it every weekday. Returns how many payouts were
 * made.
 */
export async function runDailyPayouts(): Promise<number> {
  if (!isBusinessDay(toKstDateString(now()))) return 0
  const ofShops = await runPayouts()
  const ofPeople = await createPersonPayouts()
  await sendPendingPayouts()
  return ofShops + ofPeople
}

/**
 * Makes a payout of every seller's balance that is above 0 and has an account, once: a balance that is on its
 * way is no balance any more. One that fails is noted for the office, and the others are made. Returns how
 * many were made.
 */
export async function runPayouts(): Promise<number> {
  const sellersDue = await db().execute<{ seller_id: string }>(sql`
    select seller_id from ledger where account = 'seller' and seller_id is not null
      and not ${isOwedToPerson} group by seller_id
      having sum(amount_won) > 0 order by seller_id`)
  let createdCount = 0
  await forEachIsolated(
    sellersDue,
    { what: "payout", id: (row) => row.seller_id },
    async ({ seller_id: sellerId }) => {
      if (await inTransaction((tx) => createPayout(tx, sellerId))) createdCount += 1
    },
    ({ seller_id: sellerId }, error) => recordPayoutProblem(sellerId, errorCode(error)),
  )
  // Whose balance went another way has no problem any more.
  await db()
    .delete(payoutProblems)
    .where(
      notInArray(
        payoutProblems.sellerId,
        sellersDue.map((row) => row.seller_id),
      ),
    )
  return createdCount
}

/** Pays a seller's balance out to their account. False where there is nothing to pay, or no account. */
async function createPayout(tx: Transaction, sellerId: string): Promise<boolean> {
  const account = await getPayees().lockAccount(tx, sellerId)
  const [sum] = await tx
    .select({ won: sql<string>`coalesce(sum(${ledger.amountWon}), 0)` })
    .from(ledger)
    .where(and(eq(ledger.sellerId, sellerId), eq(ledger.account, "seller"), not(isOwedToPerson)))
  const amountWon = Number(sum?.won ?? 0)
  if (!Number.isSafeInteger(amountWon)) throw new RangeError("The balance is too large to be exact")
  await tx.delete(payoutProblems).where(eq(payoutProblems.sellerId, sellerId))
  if (!account || amountWon <= 0 || account.accountNumber === "") return false
  const at = now()
  const id = newId()
  await tx.insert(payouts).values({
    id,
    sellerId,
    amountWon,
    state: "pending",
    ...account,
    createdAt: at,
    updatedAt: at,
  })
  await postEntries(tx, createPayoutPosting({ id, sellerId, amountWon }))
  return true
}

async function recordPayoutProblem(sellerId: string, failure: string): Promise<void> {
  const failedAt = now()
  await db()
    .insert(payoutProblems)
    .values({ sellerId, tries: 1, failure, failedAt })
    .onConflictDoUpdate({
      target: payoutProblems.sellerId,
      set: { tries: sql`${payoutProblems.tries} + 1`, failure, failedAt },
    })
}

/**
 * Sellers whose payout could not be made, those tried most often first, at most 50; empty for anybody but an
 * admin.
 */
export async function findPayoutProblems(
  actor: Actor,
): Promise<{ sellerId: string; name: string; tries: number; failure: string; at: string }[]> {
  if (!hasRight(actor, "money")) return []
  const rows = await db()
    .select({
      sellerId: payoutProblems.sellerId,
      tries: payoutProblems.tries,
      failure: payoutProblems.failure,
      at: payoutProblems.failedAt,
    })
    .from(payoutProblems)
    .orderBy(desc(payoutProblems.tries), payoutProblems.sellerId)
    .limit(MAX_PROBLEMS)
  const names = await getPayees().findNames(rows.map((row) => row.sellerId))
  return rows.map((row) => ({ ...row, name: names.get(row.sellerId) ?? "", at: row.at.toISOString() }))
}

/**
 * An admin moves a payout as the bank does. What failed, also after it was paid, is the seller's balance
 * again and goes out with the next run. A transfer over the limit is begun by a second admin: the first asks,
 * and it `waits`. Refusals: `not_found`, `not_now`, `reason_needed`, `second_needed` (asked by oneself).
 */
export async function transitionPayout(
  actor: Actor,
  payoutId: string,
  move: "start" | "pay" | "fail",
  reason: string,
): Promise<
  Outcome<"not_found" | "not_now" | "reason_needed" | "second_needed", { state: PayoutState; waits: boolean }>
> {
  if (!hasRight(actor, "money") || !isId(payoutId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for("update")
    // What the provider pays moves as the provider says.
    if (payout?.source !== "shop") return refuse("not_found")
    const row = findTransition(PAYOUT_TRANSITIONS, { move, from: payout.state, role: "admin" })
    if (!row) return refuse("not_now")
    if (move === "fail" && reason === "") return refuse("reason_needed")
    if (move === "start" && needsSecondForPayout(payout.amountWon)) {
      if (payout.startAskedBy === actor.userId) return refuse("second_needed")
      if (payout.startAskedBy === null) return askToStart(tx, actor, payout)
    }
    await tx
      .update(payouts)
      .set({ state: row.to, failureReason: move === "fail" ? reason : "", updatedAt: now() })
      .where(eq(payouts.id, payoutId))
    if (move === "fail") await postEntries(tx, createReturnedPayoutPosting(payout))
    await audit(tx, actor, {
      action: `payout.${move}`,
      subject: {
        kind: "payout",
        id: payoutId,
        title: `${payout.accountHolder} ${formatWon(payout.amountWon)}`,
      },
      note: move === "fail" ? reason : "",
      before: { state: payout.state },
      after: { state: row.to },
    })
    if (row.to === "paid" || row.to === "failed")
      await emit(tx, "payout.moved", { payoutId, sellerId: payout.sellerId, toState: row.to })
    return ok({ state: row.to, waits: false })
  })
}

/** Writes down that one admin wants the transfer begun; another begins it. */
async function askToStart(tx: Transaction, actor: Member, payout: typeof payouts.$inferSelect) {
  await tx
    .update(payouts)
    .set({ startAskedBy: actor.userId, startAskedAt: now(), updatedAt: now() })
    .where(eq(payouts.id, payout.id))
  await audit(tx, actor, {
    action: "payout.ask_start",
    subject: {
      kind: "payout",
      id: payout.id,
      title: `${payout.accountHolder} ${formatWon(payout.amountWon)}`,
    },
  })
  return ok({ state: payout.state, waits: true })
}

/** The payouts of persons, not of shops, among `payoutIds`: what was sent to whom, in won. */
export const findPersonPayouts = (tx: Transaction, payoutIds: readonly string[]) =>
  tx
    .select({ payoutId: payouts.id, payeeId: payouts.sellerId, amountWon: payouts.amountWon })
    .from(payouts)
    .where(and(inArray(payouts.id, [...payoutIds]), eq(payouts.source, "person")))
