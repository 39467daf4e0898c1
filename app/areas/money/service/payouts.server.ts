/**
 * Owns what becomes of sellers' money: the settlement they read, the payouts of their balance, and their
 * states.
 */
import { and, desc, eq, inArray, notInArray, sql } from "drizzle-orm"
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
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { orderLines, sellers } from "../../shop/schema.server.ts"
import "../../shop/service/events.server.ts"
import { postEntries } from "./ledger.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { LIMITS, PAYOUT_STATES, type PayoutState, PAYOUT_TRANSITIONS } from "#app/areas/money/rules.ts"
import { hasSellerDashboard } from "#app/areas/selling/rules.ts"
import { payouts, payoutProblems, ledger } from "#app/areas/money/schema.server.ts"
import { ascending, descending, page } from "#app/platform/page.server.ts"

const PAGE_SIZE = 30
const MAX_PROBLEMS = 50

type Sums = {
  balance: string
  held: string
  on_way: string
  paid: string
  sold: string
  commission: string
  parcels: string
}

const LEDGER_ORDER = descending("newest", [ledger.at, "time"], [ledger.id, "id"])

/**
 * The settlement of the actor's own shop: sums in won, the lines of its account (the newest first, 30 a
 * page), the newest payouts. A sale's line tells goods, the platform's coupon and the commission frozen at
 * the sale; together they are what was credited.
 */
export async function findSettlement(actor: Actor, after: string | null) {
  if (actor.kind !== "member" || !hasSellerDashboard(actor.sellerState)) return null
  const id = actor.userId
  const [[sums], found, paid] = await Promise.all([
    db().execute<Sums>(sql`
      select coalesce((select sum(amount_won) from ledger
        where seller_id = ${id}::uuid and account = 'seller'), 0)::text as balance,
        coalesce((select sum(items_won + shipping_won - discount_won - refunded_won - released_won)
          from shop_orders where seller_id = ${id}::uuid and paid_at is not null), 0)::text as held,
        coalesce((select sum(amount_won) from payouts
          where seller_id = ${id}::uuid and state in ('pending', 'processing')), 0)::text as on_way,
        coalesce((select sum(amount_won) from payouts
          where seller_id = ${id}::uuid and state = 'paid'), 0)::text as paid,
        coalesce((select sum(unit_won * quantity - discount_won + platform_discount_won) from order_lines
          where seller_id = ${id}::uuid and state = 'confirmed'), 0)::text as sold,
        coalesce((select sum(commission_won) from order_lines
          where seller_id = ${id}::uuid and state = 'confirmed'), 0)::text as commission,
        -- Of what was returned after its confirmation, the way back stayed.
        coalesce((select sum(e.amount_won) from ledger e left join order_lines l on l.id = e.line_id
          where e.seller_id = ${id}::uuid and e.account = 'seller' and (e.kind = 'order_rest'
            or e.kind in ('sale', 'sale_back') and l.state = 'returned')), 0)::text as parcels`),
    page({
      from: (sortKeys) =>
        db()
          .select({
            id: ledger.id,
            kind: ledger.kind,
            amountWon: ledger.amountWon,
            at: ledger.at,
            title: orderLines.title,
            optionName: orderLines.optionName,
            quantity: orderLines.quantity,
            goodsWon: sql<
              number | null
            >`${orderLines.unitWon} * ${orderLines.quantity} - ${orderLines.discountWon} +
              ${orderLines.platformDiscountWon}`,
            commissionWon: orderLines.commissionWon,
            number: sql<string | null>`(select g.number from order_groups g where g.id = ${ledger.groupId})`,
            sortKeys,
          })
          .from(ledger)
          .leftJoin(orderLines, eq(orderLines.id, ledger.lineId)),
      order: LEDGER_ORDER,
      filter: and(eq(ledger.sellerId, id), eq(ledger.account, "seller")),
      cursor: after,
      size: PAGE_SIZE,
    }),
    db()
      .select()
      .from(payouts)
      .where(eq(payouts.sellerId, id))
      .orderBy(desc(payouts.createdAt), desc(payouts.id))
      .limit(10),
  ])
  return {
    balanceWon: Number(sums?.balance ?? 0),
    heldWon: Number(sums?.held ?? 0),
    pendingPayoutWon: Number(sums?.on_way ?? 0),
    paidWon: Number(sums?.paid ?? 0),
    soldWon: Number(sums?.sold ?? 0),
    commissionWon: Number(sums?.commission ?? 0),
    shippingFeesWon: Number(sums?.parcels ?? 0),
    rows: found.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    next: found.cursor,
    payoutDay: nextPayoutDay(),
    payouts: paid.map((row) => ({
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
function nextPayoutDay(): string {
  const at = now()
  const today = toKstDateString(at)
  return isBusinessDay(today) && getKstFields(at).hour < LIMITS.payoutHour ? today : addBusinessDays(at, 1)
}

/**
 * Pays out on working days, and on no other; a job calls it every weekday. Returns how many payouts were
 * made.
 */
export async function runDailyPayouts(): Promise<number> {
  return isBusinessDay(toKstDateString(now())) ? runPayouts() : 0
}

const maskAccountNumber = (account: string) => account.replace(/\d(?=(?:\D*\d){4})/g, "*")

/**
 * Makes a payout of every seller's balance that is above 0 and has an account, once: a balance that is on its
 * way is no balance any more. One that fails is noted for the office, and the others are made. Returns how
 * many were made.
 */
export async function runPayouts(): Promise<number> {
  const sellersDue = await db().execute<{ seller_id: string }>(sql`
    select seller_id from ledger where account = 'seller' and seller_id is not null group by seller_id
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
  const [seller] = await tx.select().from(sellers).where(eq(sellers.userId, sellerId)).for("update")
  const [sum] = await tx
    .select({ won: sql<string>`coalesce(sum(${ledger.amountWon}), 0)` })
    .from(ledger)
    .where(and(eq(ledger.sellerId, sellerId), eq(ledger.account, "seller")))
  const amountWon = Number(sum?.won ?? 0)
  if (!Number.isSafeInteger(amountWon)) throw new RangeError("The balance is too large to be exact")
  await tx.delete(payoutProblems).where(eq(payoutProblems.sellerId, sellerId))
  if (!seller || amountWon <= 0 || seller.accountNumber === "") return false
  const at = now()
  const id = newId()
  await tx.insert(payouts).values({
    id,
    sellerId,
    amountWon,
    state: "pending",
    bank: seller.bank,
    accountNumber: seller.accountNumber,
    accountHolder: seller.accountHolder,
    createdAt: at,
    updatedAt: at,
  })
  await postEntries(
    tx,
    `payout:${id}`,
    "payout",
    { seller: -amountWon, outside: amountWon },
    { sellerId, payoutId: id },
  )
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
  if (!isAdmin(actor)) return []
  const rows = await db()
    .select({
      sellerId: sellers.userId,
      name: sellers.name,
      tries: payoutProblems.tries,
      failure: payoutProblems.failure,
      at: payoutProblems.failedAt,
    })
    .from(payoutProblems)
    .innerJoin(sellers, eq(sellers.userId, payoutProblems.sellerId))
    .orderBy(desc(payoutProblems.tries), payoutProblems.sellerId)
    .limit(MAX_PROBLEMS)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/**
 * An admin moves a payout as the bank does. What failed, also after it was paid, is the seller's balance
 * again and goes out with the next run. Refusals: `not_found`, `not_now`, `reason_needed`.
 */
export async function transitionPayout(
  actor: Actor,
  payoutId: string,
  move: "start" | "pay" | "fail",
  reason: string,
): Promise<Outcome<"not_found" | "not_now" | "reason_needed", { state: PayoutState }>> {
  if (!isAdmin(actor) || !isId(payoutId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for("update")
    if (!payout) return refuse("not_found")
    const row = findTransition(PAYOUT_TRANSITIONS, { move, from: payout.state, role: "admin" })
    if (!row) return refuse("not_now")
    if (move === "fail" && reason === "") return refuse("reason_needed")
    await tx
      .update(payouts)
      .set({ state: row.to, failureReason: move === "fail" ? reason : "", updatedAt: now() })
      .where(eq(payouts.id, payoutId))
    if (move === "fail")
      await postEntries(
        tx,
        `payout_returned:${payoutId}`,
        "payout_returned",
        { seller: payout.amountWon, outside: -payout.amountWon },
        { sellerId: payout.sellerId, payoutId },
      )
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
    return ok({ state: row.to })
  })
}

const PAYOUT_ORDER = ascending("oldest", [payouts.createdAt, "time"], [payouts.id, "id"])

/**
 * Payouts in one state, the oldest first, 30 a page, with counts and sums of each state; null for anybody but
 * an admin.
 */
export async function findPayouts(actor: Actor, input: { state: PayoutState; after: string | null }) {
  if (!isAdmin(actor)) return null
  const [found, sums] = await Promise.all([
    page({
      from: (sortKeys) =>
        db()
          .select({
            id: payouts.id,
            sellerId: payouts.sellerId,
            name: sellers.name,
            amountWon: payouts.amountWon,
            state: payouts.state,
            bank: payouts.bank,
            accountNumber: payouts.accountNumber,
            accountHolder: payouts.accountHolder,
            failureReason: payouts.failureReason,
            createdAt: payouts.createdAt,
            sortKeys,
          })
          .from(payouts)
          .innerJoin(sellers, eq(sellers.userId, payouts.sellerId)),
      order: PAYOUT_ORDER,
      filter: inArray(payouts.state, [input.state]),
      cursor: input.after,
      size: PAGE_SIZE,
    }),
    db()
      .select({
        state: payouts.state,
        count: sql<number>`count(*)::int`,
        won: sql<string>`sum(${payouts.amountWon})`,
      })
      .from(payouts)
      .groupBy(payouts.state),
  ])
  return {
    rows: found.rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    next: found.cursor,
    sums: PAYOUT_STATES.map((state) => ({
      state,
      count: sums.find((row) => row.state === state)?.count ?? 0,
      won: Number(sums.find((row) => row.state === state)?.won ?? 0),
    })),
  }
}
