/** Decides about several things: each by the service that decides about one, in its own transaction. */
import { sql } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { isAdmin, type Actor, type Member } from "../../accounts/rules.ts"
import { findTicketsByIds } from "../../content/service/office-tickets.server.ts"
import { closeTicket, reopenTicket } from "../../content/service/tickets.server.ts"
import { decideApplication } from "../../experts/service/application.server.ts"
import { findApplicationsByIds } from "../../experts/service/application-queries.server.ts"
import type { ExpertTransition } from "../../experts/rules.ts"
import { findPayoutsByIds } from "../../money/service/payout-lists.server.ts"
import { transitionPayout } from "../../money/service/payouts.server.ts"
import { decideSeller } from "../../selling/service/application.server.ts"
import { findProductsByIds, findSellersByIds } from "../../selling/service/approvals.server.ts"
import { decideProduct } from "../../selling/service/products.server.ts"
import { findReportsByIds } from "../../trust/service/report-queue.server.ts"
import { decideReport } from "../../trust/service/transitions.server.ts"
import type { SellerMove } from "../../selling/rules.ts"
import { getReasonReaders, isBulkMove, type BulkKind, type BulkMove } from "../bulk-rules.ts"

/** One of the things that were chosen. `changedAt` is when it last changed. */
type BulkRow = {
  id: string
  title: string
  detail: string
  state: string
  moves: readonly string[]
  changedAt: Date
  /** Where it is about money. */ amountWon?: number
  /** Of its moves, those that a second person makes after one asked, and those that the actor asked for. */
  movesToAsk?: readonly string[]
  movesAskedBySelf?: readonly string[]
}
type BulkSource<Move extends string> = {
  find(actor: Actor, ids: readonly string[]): Promise<BulkRow[]>
  decide(actor: Actor, row: BulkRow, move: Move, reason: string): Promise<Outcome<string, object>>
}

const SOURCES: { [Kind in BulkKind]: BulkSource<BulkMove<Kind>> } = {
  experts: {
    find: findApplicationsByIds,
    decide: (actor, { id }, move: ExpertTransition, reason) =>
      decideApplication(actor, { expertId: id, move, reason }),
  },
  sellers: {
    find: findSellersByIds,
    decide: (actor, { id }, move: SellerMove, reason) => decideSeller(actor, { sellerId: id, move, reason }),
  },
  products: {
    find: findProductsByIds,
    decide: (actor, { id, changedAt }, move, reason) =>
      decideProduct(actor, { productId: id, move, reason, seen: changedAt.toISOString() }),
  },
  tickets: {
    find: findTicketsByIds,
    decide: (actor, { id }, move) => (move === "close" ? closeTicket(actor, id) : reopenTicket(actor, id)),
  },
  reports: {
    find: findReportsByIds,
    decide: (actor, { id }, move, reason) => decideReport(actor, id, { intent: move, reason }),
  },
  payouts: {
    find: findPayoutsByIds,
    decide: (actor, { id }, move, reason) => transitionPayout(actor, id, move, reason),
  },
}
const getSource = (kind: BulkKind) => SOURCES[kind] as BulkSource<BulkMove>

/** The names of the colleagues who have the cases about `ids`, by id, in one query. */
async function findHolders(actor: Member, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db().execute<{ id: string; name: string | null }>(sql`
    select c.target_id as id, p.name from admin_cases c left join office_people p on p.user_id = c.holder_id
      where c.target_id = any(${sql.param([...ids])}::uuid[]) and c.closed_at is null
        and c.holder_id is not null and c.holder_id <> ${actor.userId}::uuid
        and not exists (select from admin_cases own where own.target_id = c.target_id
          and own.closed_at is null and own.holder_id = ${actor.userId}::uuid)`)
  return new Map(rows.map((row) => [row.id, row.name ?? "동료"]))
}

export type BulkPreviewRow = Pick<BulkRow, "id" | "title" | "detail" | "state"> & {
  /** Why nothing will happen to it: a colleague has it, its state does not allow it, or one asked oneself. */
  obstacle: { kind: "held"; by: string } | { kind: "state" } | { kind: "asked" } | null
  /** A second person makes it: it is only asked for. */ isOnlyAsked: boolean
  amountWon: number | null
}

/**
 * What would happen to each of `ids` with `move`, in two queries; without a move, how each is now. Null for
 * anybody but an admin.
 */
export async function previewBulk(
  actor: Actor,
  { kind, move, ids }: { kind: BulkKind; move: BulkMove | null; ids: readonly string[] },
): Promise<BulkPreviewRow[] | null> {
  if (!isAdmin(actor)) return null
  const known = [...new Set(ids)].filter(isId)
  const [rows, holders] = await Promise.all([getSource(kind).find(actor, known), findHolders(actor, known)])
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    detail: row.detail,
    state: row.state,
    obstacle: move === null ? null : findObstacle(row, move, holders.get(row.id)),
    isOnlyAsked: move !== null && (row.movesToAsk ?? []).includes(move),
    amountWon: row.amountWon ?? null,
  }))
}

function findObstacle(
  { moves, movesAskedBySelf = [] }: BulkRow,
  move: BulkMove,
  holder: string | undefined,
): BulkPreviewRow["obstacle"] {
  if (holder !== undefined) return { kind: "held", by: holder }
  if (!moves.includes(move)) return { kind: "state" }
  return movesAskedBySelf.includes(move) ? { kind: "asked" } : null
}

/**
 * Makes `move` for each of `ids` that allows it, that no colleague has, and that has not changed since
 * `seenAt`; the others, `leftIds`, stay as they are. `waitingCount` of them wait for a second admin.
 * Refusals: `not_found` (no admin, no such move of this kind), `reason_needed`, `nothing` (not one could be
 * decided).
 */
export async function decideInBulk(
  actor: Actor,
  input: { kind: BulkKind; move: BulkMove; ids: readonly string[]; seenAt: string; reason: string },
): Promise<
  Outcome<
    "not_found" | "reason_needed" | "nothing",
    { decidedIds: string[]; leftIds: string[]; waitingCount: number }
  >
> {
  const { kind, move, reason, seenAt } = input
  if (!isAdmin(actor) || !isBulkMove(kind, move)) return refuse("not_found")
  if (getReasonReaders(move) && reason === "") return refuse("reason_needed")
  const ids = [...new Set(input.ids)].filter(isId)
  const source = getSource(kind)
  const [rows, holders] = await Promise.all([source.find(actor, ids), findHolders(actor, ids)])
  const due = rows.filter(
    (row) => findObstacle(row, move, holders.get(row.id)) === null && row.changedAt.toISOString() <= seenAt,
  )
  const decidedIds: string[] = []
  let waitingCount = 0
  for (const row of due) {
    const outcome = await source.decide(actor, row, move, reason)
    if (!outcome.ok) continue
    decidedIds.push(row.id)
    if ("waits" in outcome && outcome.waits === true) waitingCount += 1
  }
  if (decidedIds.length === 0) return refuse("nothing")
  return ok({ decidedIds, leftIds: ids.filter((id) => !decidedIds.includes(id)), waitingCount })
}
