/**
 * The daily reconciliation: what the provider lists of a day is compared with our payments and refunds, and
 * each difference is named. All is compared first and written in one transaction, so that a run that was
 * killed leaves nothing behind and can be made again.
 */
import { and, eq, gte, inArray, isNotNull, isNull, lt, min, or, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { addDays, endOfKstDay, getKstFields, startOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { env } from "#app/platform/env.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { log } from "#app/platform/log.server.ts"
import { countFailure } from "#app/platform/metrics.server.ts"
import type { ProviderPayment } from "#app/platform/payments/payment.ts"
import { getPaymentPort } from "#app/platform/payments/port.server.ts"
import type { ProviderTransaction } from "#app/platform/payments/transactions.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import {
  compareMissingPayment,
  comparePayments,
  compareReturns,
  findForeignReturns,
  findUnequalReturns,
  type DayRange,
  type Difference,
  type OurPayment,
  type OurRefund,
} from "../reconciliation.ts"
import {
  chargebacks,
  payments,
  reconciliationDays,
  reconciliationDifferences,
  refunds,
} from "../schema.server.ts"
import { getRefundTag } from "./chargebacks.server.ts"
import { receiveWebhook } from "./payments.server.ts"

/** A day is tried until it has been compared, this long. */
const MAX_DAYS_BACK = 14
/** The hour in Korea from which the day before is compared: the provider has booked all of it by then. */
const FIRST_HOUR = 4
/** A day with differences that nobody has settled is compared again each night, this long. */
const MAX_DAYS_AGAIN = 7

type Provider = "toss" | "simulator"
type Port = ReturnType<typeof getPaymentPort>

/** Whose list is compared; null where there is nobody to ask. Refunds go on while payments are off. */
const getReconciledProvider = (): Provider | null =>
  getPaymentProvider() ?? (env().TOSS_SECRET_KEY ? "toss" : null)

/** The provider did not say what it was asked: the whole day is tried again. */
class SilentProvider extends Error {
  readonly code: string
  constructor(code: string) {
    super(`The payment provider did not give its list: ${code}`)
    this.code = code
  }
}

async function listTransactions(port: Port, range: DayRange): Promise<ProviderTransaction[]> {
  const transactions = new Map<string, ProviderTransaction>()
  for (let cursor: string | null = null; ;) {
    const answer = await port.listTransactions(range.from, new Date(range.to.getTime() - 1), cursor)
    if (answer.kind !== "transactions") throw new SilentProvider(answer.code)
    for (const transaction of answer.transactions) transactions.set(transaction.transactionKey, transaction)
    if (answer.next === null || answer.next === cursor) return [...transactions.values()]
    cursor = answer.next
  }
}

/** What the provider says of a payment; null where it does not know it. */
async function findAtProvider(port: Port, payment: OurPayment): Promise<ProviderPayment | null> {
  const answer =
    payment.paymentKey === null ? await port.findByOrder(payment.id) : await port.find(payment.paymentKey)
  if (answer.kind === "payment") return answer.payment
  if (answer.kind === "refused" && answer.code === "NOT_FOUND_PAYMENT") return null
  throw new SilentProvider(answer.code)
}

type Ours = { payments: Map<string, OurPayment>; refunds: OurRefund[] }

/** Our payments that the list names or that were paid on the day, and all that went back of them or on it. */
async function findOurs(provider: Provider, { from, to }: DayRange, orderIds: string[]): Promise<Ours> {
  const isListed = (column: typeof payments.id | typeof refunds.paymentId) =>
    sql`${column} = any(${sql.param(orderIds)}::uuid[])`
  const during = (column: typeof refunds.doneAt | typeof chargebacks.cancelledAt) =>
    and(gte(column, from), lt(column, to))
  const touched = sql`${payments.id} in (
    select payment_id from refunds where state = 'done' and ${during(refunds.doneAt)}
    union all select payment_id from chargebacks where ${during(chargebacks.cancelledAt)})`
  const rows = await db()
    .select({
      id: payments.id,
      paymentKey: payments.paymentKey,
      amountWon: payments.amountWon,
      state: payments.state,
      approvedAt: payments.approvedAt,
    })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        or(isListed(payments.id), and(gte(payments.approvedAt, from), lt(payments.approvedAt, to)), touched),
      ),
    )
  const ids = rows.map(({ id }) => id)
  const [ownRefunds, takenBack] = await Promise.all([
    db().select().from(refunds).where(inArray(refunds.paymentId, ids)),
    db().select().from(chargebacks).where(inArray(chargebacks.paymentId, ids)),
  ])
  return {
    payments: new Map(rows.map((row) => [row.id, row])),
    refunds: [
      ...ownRefunds
        // What was set off whole was never asked of the provider.
        .filter(({ amountWon, setOffWon }) => amountWon > setOffWon)
        .map(({ id, paymentId, amountWon, setOffWon, state, doneAt }) => ({
          id,
          paymentId,
          amountWon: amountWon - setOffWon,
          state,
          doneAt,
          match: { tag: getRefundTag(id) },
        })),
      ...takenBack.map(({ id, paymentId, amountWon, cancelledAt, transactionKey }) => ({
        id,
        paymentId,
        amountWon,
        state: "done" as const,
        doneAt: cancelledAt,
        match: { transactionKey },
      })),
    ],
  }
}

type Comparison = { listed: ProviderTransaction[]; differences: Difference[] }

/** Compares without writing. Throws {@link SilentProvider} where an answer is missing. */
async function compareDay(provider: Provider, range: DayRange): Promise<Comparison> {
  const port = getPaymentPort(provider)
  const listed = await listTransactions(port, range)
  const orderIds = [...new Set(listed.map(({ orderId }) => orderId))].filter(isId)
  const ours = await findOurs(provider, range, orderIds)
  const { differences, missing } = comparePayments(range, listed, ours.payments)
  differences.push(...findForeignReturns(listed, ours.payments))
  for (const payment of missing)
    differences.push(...compareMissingPayment(range, payment, await findAtProvider(port, payment)))
  for (const payment of findUnequalReturns(range, listed, ours)) {
    const own = ours.refunds.filter(({ paymentId }) => paymentId === payment.id)
    differences.push(...compareReturns(range, payment, await findAtProvider(port, payment), own))
  }
  return { listed, differences }
}

type DifferenceRow = typeof reconciliationDifferences.$inferSelect

const hasChanged = (row: DifferenceRow, found: Difference): boolean =>
  row.kind !== found.kind ||
  row.ourWon !== found.ourWon ||
  row.theirWon !== found.theirWon ||
  row.ourState !== found.ourState ||
  row.theirState !== found.theirState

/**
 * Writes what differs on a day. What was found before and is no more is said to be gone; what has changed
 * since an administrator settled it is open again. Returns the open ones.
 */
async function saveDifferences(
  tx: Transaction,
  day: string,
  differences: readonly Difference[],
): Promise<DifferenceRow[]> {
  const at = now()
  const isOfDay = eq(reconciliationDifferences.day, day)
  const rows = await tx.select().from(reconciliationDifferences).where(isOfDay).for("update")
  const byKey = new Map(rows.map((row) => [row.key, row]))
  for (const found of differences) {
    const row = byKey.get(found.key)
    if (!row) await tx.insert(reconciliationDifferences).values({ id: newId(), day, ...found, foundAt: at })
    else if (row.goneAt !== null || hasChanged(row, found))
      await tx
        .update(reconciliationDifferences)
        .set({ ...found, goneAt: null, ...(hasChanged(row, found) && REOPENED) })
        .where(eq(reconciliationDifferences.id, row.id))
  }
  const foundKeys = new Set(differences.map(({ key }) => key))
  const gone = rows.filter((row) => row.goneAt === null && row.settledAt === null && !foundKeys.has(row.key))
  if (gone.length > 0)
    await tx
      .update(reconciliationDifferences)
      .set({ goneAt: at })
      .where(
        inArray(
          reconciliationDifferences.id,
          gone.map(({ id }) => id),
        ),
      )
  return tx.select().from(reconciliationDifferences).where(and(isOfDay, isOpenDifference))
}

const REOPENED = { note: "", settledBy: null, settledAt: null }

/** Found, not gone since, and not settled by anybody. */
export const isOpenDifference = and(
  isNull(reconciliationDifferences.settledAt),
  isNull(reconciliationDifferences.goneAt),
)

/** Of the table reconciliation_days: whether something differs that nobody has settled. */
export const hasOpenDifference = sql<boolean>`exists (select from reconciliation_differences d
  where d.day = reconciliation_days.day and d.settled_at is null and d.gone_at is null)`

const sumWon = (transactions: readonly ProviderTransaction[]) =>
  transactions.reduce((sum, { amountWon }) => sum + amountWon, 0)

/** Writes the result of a day, unless a run that began later has written its own. Returns what is open. */
function saveDay(
  day: string,
  provider: Provider,
  startedAt: Date,
  { listed, differences }: Comparison,
): Promise<DifferenceRow[]> {
  const paid = listed.filter(({ status }) => status === "DONE")
  const returned = listed.filter(({ status }) => status === "CANCELED" || status === "PARTIAL_CANCELED")
  const result = {
    provider,
    state: differences.length > 0 ? ("different" as const) : ("agreed" as const),
    tries: 0,
    failure: "",
    paidCount: paid.length,
    paidWon: sumWon(paid),
    returnedCount: returned.length,
    returnedWon: sumWon(returned),
    startedAt,
  }
  return inTransaction(async (tx) => {
    const [saved] = await tx
      .insert(reconciliationDays)
      .values({ day, ...result })
      .onConflictDoUpdate({
        target: reconciliationDays.day,
        set: result,
        setWhere: sql`${reconciliationDays.startedAt} <= ${startedAt.toISOString()}::timestamptz`,
      })
      .returning({ day: reconciliationDays.day })
    return saved ? saveDifferences(tx, day, differences) : []
  })
}

/** Says that the provider did not answer; what was compared before stands. */
async function saveSilence(day: string, provider: Provider, code: string): Promise<void> {
  const failure = code.slice(0, 100)
  await db()
    .insert(reconciliationDays)
    .values({ day, provider, state: "silent", tries: 1, failure, startedAt: now() })
    .onConflictDoUpdate({
      target: reconciliationDays.day,
      set: { tries: sql`${reconciliationDays.tries} + 1`, failure, startedAt: now() },
      setWhere: eq(reconciliationDays.state, "silent"),
    })
  countFailure("reconciliation_silent")
  log().error({ day, failure }, "the payment provider did not give its list, and is asked again")
}

/**
 * The provider is asked anew, as by a webhook, about payments of ours that it knows otherwise: a webhook that
 * never came is made up for, and the next run finds the difference gone.
 */
const recheckPayments = (open: readonly DifferenceRow[]) =>
  forEachIsolated(
    [...new Set(open.flatMap(({ paymentId, kind }) => (paymentId && kind !== "amount" ? [paymentId] : [])))],
    { what: "reconciliation_recheck", id: (paymentId) => paymentId },
    async (orderId) => {
      await receiveWebhook({ eventType: "PAYMENT_STATUS_CHANGED", data: { orderId } })
    },
  )

type DayOutcome = { state: "agreed" | "different" | "silent" | "off"; open: readonly DifferenceRow[] }

/**
 * Compares the provider's list of a day (YYYY-MM-DD in Korea, over already) with ours, and writes what
 * differs, without a word to anybody. As {@link reconcileDay}, with what is open.
 */
export async function compareAndSaveDay(day: string): Promise<DayOutcome> {
  const provider = getReconciledProvider()
  if (provider === null) return { state: "off", open: [] }
  const startedAt = now()
  const range = { from: startOfKstDay(day), to: new Date(endOfKstDay(day).getTime() + 1) }
  let comparison: Comparison
  try {
    comparison = await compareDay(provider, range)
  } catch (error) {
    if (!(error instanceof SilentProvider)) throw error
    await saveSilence(day, provider, error.code)
    return { state: "silent", open: [] }
  }
  const open = await saveDay(day, provider, startedAt, comparison)
  return { state: comparison.differences.length > 0 ? "different" : "agreed", open }
}

/**
 * Compares a day, and says where something differs. Made again it gives the same. `silent` where the provider
 * did not answer, `off` where there is nobody to ask.
 */
export async function reconcileDay(day: string): Promise<DayOutcome["state"]> {
  const { state, open } = await compareAndSaveDay(day)
  if (open.length > 0) {
    countFailure("reconciliation_difference")
    log().error(
      { day, differences: open.map(({ kind, subject, paymentKey }) => ({ kind, subject, paymentKey })) },
      "the provider's list is not what we know",
    )
    await recheckPayments(open)
  }
  return state
}

/**
 * The days that are due: those of the last fortnight, since the first payment, that were not compared yet,
 * and those of the last week of which something is open, once a day.
 */
async function findDueDays(): Promise<string[]> {
  const today = toKstDateString(now())
  const lastDay = addDays(today, getKstFields(now()).hour < FIRST_HOUR ? -2 : -1)
  const [first] = await db()
    .select({ at: min(payments.approvedAt) })
    .from(payments)
    .where(isNotNull(payments.approvedAt))
  if (!first?.at) return []
  const firstDay = toKstDateString(first.at)
  const known = await db()
    .select({
      day: reconciliationDays.day,
      state: reconciliationDays.state,
      startedAt: reconciliationDays.startedAt,
      isOpen: hasOpenDifference,
    })
    .from(reconciliationDays)
    .where(gte(reconciliationDays.day, addDays(today, -MAX_DAYS_BACK)))
  const byDay = new Map(known.map((row) => [row.day, row]))
  const days = Array.from({ length: MAX_DAYS_BACK }, (_, index) => addDays(today, index - MAX_DAYS_BACK))
  return days.filter((day) => {
    if (day < firstDay || day > lastDay) return false
    const row = byDay.get(day)
    if (!row || row.state === "silent") return true
    const isRecent = day >= addDays(today, -MAX_DAYS_AGAIN)
    return row.isOpen && isRecent && row.startedAt < startOfKstDay(today)
  })
}

/** Compares every day that is due; a job calls it. */
export async function reconcileDueDays(): Promise<void> {
  await forEachIsolated(await findDueDays(), { what: "reconciliation", id: (day) => day }, async (day) => {
    await reconcileDay(day)
  })
}
