/**
 * Refunds and cancellations that the office begins itself: by one colleague up to the limit, by two over it.
 * What is given back, and how much, the areas say whose money it is.
 */
import { and, eq, getTableColumns, inArray, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { formatWon } from "#app/basics/won.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { byAge, page, type Page } from "#app/platform/page.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hasRight, type Actor, type Member } from "../../accounts/rules.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { getOfficeLimits } from "../../money/office-rules.ts"
import type { RefundState } from "../../money/rules.ts"
import { selectLeastRefundState } from "../../money/service/payment-sql.server.ts"
import { executeRefunds } from "../../money/service/refunds.server.ts"
import { cancelOrderByOffice } from "../../orders/service/work.server.ts"
import { refundLinesByOffice } from "../../shop/service/office-refund.server.ts"
import type { Fault } from "../../shop/claim-rules.ts"
import { OFFICE_REFUND_TRANSITIONS, type OfficeRefundMove, type OfficeRefundQueue } from "../refund-rules.ts"
import { officeRefunds } from "../schema.server.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "office_refund.moved": { refundId: string }
  }
}

export type OfficeRefundSubject =
  | { kind: "purchase"; subjectId: string; lineIds: readonly string[]; fault: Fault }
  | { kind: "order"; subjectId: string }
const { refundIds: refundIdsColumn, ...refundColumns } = getTableColumns(officeRefunds)
type RefundRow = Omit<typeof officeRefunds.$inferSelect, "refundIds">
type NotPossible = "not_found" | "not_now" | "claim_open" | "reason_needed" | "split_needed"
type GivenBack = { title: string; amountWon: number; refundIds: string[] }

/** Gives the money back by the rules of what it was paid for. */
const giveBack = (
  tx: Transaction,
  actor: Actor,
  subject: OfficeRefundSubject,
  reason: string,
): Promise<Outcome<NotPossible, GivenBack>> =>
  subject.kind === "order"
    ? cancelOrderByOffice(tx, actor, { orderId: subject.subjectId, reason })
    : refundLinesByOffice(tx, actor, {
        purchaseId: subject.subjectId,
        lineIds: subject.lineIds,
        fault: subject.fault,
        reason,
      })

const toSubject = (row: RefundRow): OfficeRefundSubject =>
  row.kind === "order"
    ? { kind: "order", subjectId: row.subjectId }
    : { kind: "purchase", subjectId: row.subjectId, lineIds: row.lineIds, fault: row.fault }

/**
 * What would go back now, in won, and whether a second person would be needed: all of it is done and undone
 * again, so that it says what will happen. Refusals as {@link askOfficeRefund}.
 */
export async function quoteOfficeRefund(
  actor: Actor,
  { subject, reason }: { subject: OfficeRefundSubject; reason: string },
): Promise<Outcome<NotPossible, Quote>> {
  if (!hasRight(actor, "trade") || !isId(subject.subjectId)) return refuse("not_found")
  let quote: Quote | null = null
  const undone = await inTransaction(async (tx) => {
    const given = await giveBack(tx, actor, subject, reason)
    if (!given.ok) return given
    const { title, amountWon } = given
    quote = { title, amountWon, needsSecond: amountWon >= getOfficeLimits().refundWon }
    // A refusal undoes what was written.
    return refuse("not_now")
  })
  return quote === null ? undone : ok<Quote>(quote)
}

type Quote = { title: string; amountWon: number; needsSecond: boolean }

/**
 * What came of a refund: `waits` for a second person, or how far the money is, null where none went back.
 */
type Asked = { waits: boolean; amountWon: number; refundState: RefundState | null }

/**
 * Gives money back, or asks a colleague of the finances for it where it is the limit or more. `key` is an id
 * of the form: sent twice, it is done once. `amountWon` is what was shown, null where nothing was. Refusals:
 * `not_found` (no right, one's own business), `not_now`, `claim_open`, `reason_needed`, `split_needed`,
 * `changed` (it would be another sum now), `waiting` (somebody asked for it already).
 */
export async function askOfficeRefund(
  actor: Actor,
  refund: { key: string; subject: OfficeRefundSubject; reason: string; amountWon: number | null },
): Promise<Outcome<NotPossible | "changed" | "waiting", Asked>> {
  if (!hasRight(actor, "trade") || !isId(refund.subject.subjectId)) return refuse("not_found")
  const earlier = await findByKey(actor, refund.key)
  if (earlier) return earlier
  const quoted = await quoteOfficeRefund(actor, refund)
  // Who sent the same form at the same moment may have been a step ahead.
  if (!quoted.ok) return (await findByKey(actor, refund.key)) ?? quoted
  if (refund.amountWon !== null && refund.amountWon !== quoted.amountWon) return refuse("changed")
  try {
    return quoted.needsSecond
      ? await inTransaction((tx) => writeRequest(tx, actor, refund, quoted))
      : await refundAtOnce(actor, refund, quoted)
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === "office_refunds_waiting") return refuse("waiting")
    if (constraint !== "office_refunds_pkey") throw error
    return (await findByKey(actor, refund.key)) ?? refuse("not_now")
  }
}

const refundState = selectLeastRefundState(sql`${refundIdsColumn}`)
const selectOfficeRefunds = <More extends object>(more: More) =>
  db()
    .select({ refund: refundColumns, refundState, ...more })
    .from(officeRefunds)

/** What the form of `key` came to, where it was sent before. */
async function findByKey(actor: Member, key: string) {
  const [found] = await selectOfficeRefunds({}).where(eq(officeRefunds.id, key))
  if (found?.refund.askedBy !== actor.userId) return undefined
  const { refund, refundState: state } = found
  return ok({ waits: refund.state === "waiting", amountWon: refund.amountWon, refundState: state })
}

type Request = { key: string; subject: OfficeRefundSubject; reason: string }

const toRow = (
  actor: Member,
  { key, subject, reason }: Request,
  given: { title: string; amountWon: number },
) => ({
  id: key,
  kind: subject.kind,
  subjectId: subject.subjectId,
  title: given.title,
  lineIds: subject.kind === "purchase" ? [...subject.lineIds] : [],
  fault: subject.kind === "purchase" ? subject.fault : ("seller" as const),
  reason,
  amountWon: given.amountWon,
  askedBy: actor.userId,
  askedAt: now(),
})

/** Writes down what a colleague is asked for; nothing moves yet. */
async function writeRequest(tx: Transaction, actor: Member, refund: Request, quote: Quote) {
  const { title, amountWon } = quote
  await tx.insert(officeRefunds).values({ ...toRow(actor, refund, quote), state: "waiting" })
  await auditRefund(tx, actor, "ask_refund", { ...refund.subject, title, reason: refund.reason, amountWon })
  await emit(tx, "office_refund.moved", { refundId: refund.key })
  return ok({ waits: true, amountWon, refundState: null })
}

async function refundAtOnce(
  actor: Member,
  refund: Request,
  quote: Quote,
): Promise<Outcome<NotPossible | "changed", Asked>> {
  const done = await inTransaction(async (tx) => {
    // The row comes first: who sends the same form meanwhile waits for its key.
    await tx
      .insert(officeRefunds)
      .values({ ...toRow(actor, refund, quote), state: "done", decidedBy: actor.userId, decidedAt: now() })
    const given = await giveBack(tx, actor, refund.subject, refund.reason)
    if (!given.ok) return given
    if (given.amountWon !== quote.amountWon) return refuse("changed")
    await tx.update(officeRefunds).set({ refundIds: given.refundIds }).where(eq(officeRefunds.id, refund.key))
    await auditRefund(tx, actor, "office_refund", { ...refund.subject, ...given, reason: refund.reason })
    return given
  })
  if (!done.ok) return done
  await executeRefunds(done.refundIds)
  return ok({
    waits: false,
    amountWon: done.amountWon,
    refundState: await findRefundState(refund.key),
  })
}

/** How far the money of an office's refund is; null where none went back. */
async function findRefundState(id: string): Promise<RefundState | null> {
  const [found] = await selectOfficeRefunds({}).where(eq(officeRefunds.id, id))
  return found?.refundState ?? null
}

/** Writes a line of the audit log; that an order was cancelled stands there already, with who and why. */
const auditRefund = async (
  tx: Transaction,
  actor: Member,
  deed: "office_refund" | "ask_refund" | "refuse_refund" | "withdraw_refund",
  about: { kind: RefundRow["kind"]; subjectId: string; title: string; reason: string; amountWon: number },
) => {
  if (about.kind === "order" && deed === "office_refund") return
  await audit(tx, actor, {
    action: `${about.kind}.${deed}`,
    subject: { kind: about.kind, id: about.subjectId, title: about.title },
    note: `${formatWon(about.amountWon)} · ${about.reason}`,
  })
}

/**
 * Another colleague confirms or refuses what was asked for, or the asker takes it back. Confirmed, it is done
 * at once; `refundState` says how far. Refusals: `not_found` (no right to it), `not_now` (decided before,
 * one's own asking, or the rules do not allow it any more), `changed` (it would be another sum than was asked
 * for).
 */
export async function decideOfficeRefund(
  actor: Actor,
  refundId: string,
  move: OfficeRefundMove,
): Promise<
  Outcome<"not_found" | "not_now" | "changed", { amountWon: number; refundState: RefundState | null }>
> {
  const isAllowed = move === "withdraw" ? hasRight(actor, "trade") : hasRight(actor, "money")
  if (!isAllowed || actor.kind !== "member" || !isId(refundId)) return refuse("not_found")
  const refundIds: string[] = []
  const decided = await inTransaction(
    async (tx): Promise<Outcome<"not_found" | "not_now" | "changed", { amountWon: number }>> => {
      const [row] = await tx.select().from(officeRefunds).where(eq(officeRefunds.id, refundId)).for("update")
      if (!row) return refuse("not_found")
      const role = row.askedBy === actor.userId ? "asker" : "other"
      const transition = findTransition(OFFICE_REFUND_TRANSITIONS, { move, from: row.state, role })
      if (!transition) return refuse("not_now")
      if (move === "confirm") {
        const given = await giveBack(tx, actor, toSubject(row), row.reason)
        if (!given.ok) return refuse(given.reason === "not_found" ? "not_found" : "not_now")
        if (given.amountWon !== row.amountWon) return refuse("changed")
        refundIds.push(...given.refundIds)
      }
      await tx
        .update(officeRefunds)
        .set({ state: transition.to, decidedBy: actor.userId, decidedAt: now(), refundIds })
        .where(eq(officeRefunds.id, refundId))
      const deed = move === "confirm" ? ("office_refund" as const) : (`${move}_refund` as const)
      await auditRefund(tx, actor, deed, row)
      await emit(tx, "office_refund.moved", { refundId })
      return ok({ amountWon: row.amountWon })
    },
  )
  if (!decided.ok) return decided
  await executeRefunds(refundIds)
  return ok({ ...decided, refundState: await findRefundState(refundId) })
}

export type OfficeRefundView = Omit<RefundRow, "lineIds" | "askedAt" | "decidedAt"> & {
  /** How far the money is; null where none has gone back. */ refundState: RefundState | null
  lines: number
  asker: string
  decider: string | null
  isOwn: boolean
  askedAt: string
  decidedAt: string | null
}

async function toViews(
  actor: Member,
  rows: readonly { refund: RefundRow; refundState: RefundState | null }[],
): Promise<OfficeRefundView[]> {
  const names = await findOfficeNames(
    actor,
    rows.flatMap(({ refund }) => [refund.askedBy, ...(refund.decidedBy ? [refund.decidedBy] : [])]),
  )
  return rows.map(({ refund: { lineIds, askedAt, decidedAt, ...row }, refundState: state }) => ({
    ...row,
    refundState: state,
    lines: lineIds.length,
    asker: names.get(row.askedBy)?.name ?? "동료",
    decider: row.decidedBy && (names.get(row.decidedBy)?.name ?? "동료"),
    isOwn: row.askedBy === actor.userId,
    askedAt: askedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}

const ORDERS = byAge([officeRefunds.askedAt, "time"], [officeRefunds.id, "id"])

/** Refunds of the office, the oldest of those that wait first; null for whom they do not concern. */
export async function findOfficeRefunds(
  actor: Actor,
  { queue, cursor }: { queue: OfficeRefundQueue; cursor: string | null },
): Promise<Page<OfficeRefundView> | null> {
  if (!hasRight(actor, "people")) return null
  const states: RefundRow["state"][] = queue === "waiting" ? ["waiting"] : ["done", "refused", "withdrawn"]
  const found = await page({
    from: (sortKeys) => selectOfficeRefunds({ sortKeys }),
    order: ORDERS[queue === "waiting" ? "oldest" : "newest"],
    filter: inArray(officeRefunds.state, states),
    cursor,
    size: 30,
  })
  return {
    cursor: found.cursor,
    rows: await toViews(actor, found.rows),
  }
}

/** The refund of an order or a purchase that waits for a second person; null where none does. */
export async function findWaitingOfficeRefund(
  actor: Actor,
  subjectId: string,
): Promise<OfficeRefundView | null> {
  if (!hasRight(actor, "people")) return null
  const rows = await selectOfficeRefunds({}).where(
    and(eq(officeRefunds.subjectId, subjectId), eq(officeRefunds.state, "waiting")),
  )
  const [view] = await toViews(actor, rows)
  return view ?? null
}

/** What waits for whoever looks after the money, a statement: rows of queue, id, target, title and since. */
export const selectQueueEntries = (): SQL[] => [
  sql`select 'refunds' as queue, id, null::uuid as target,
    title || ' ' || to_char(amount_won, 'FM999,999,999,999') || '원' as title, asked_at as since
    from office_refunds where state = 'waiting'`,
]
