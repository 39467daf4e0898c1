/**
 * An expert's own work for the dashboard: proposals, jobs under way, earnings, numbers; and what a
 * rating needs to know of an order.
 */
import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { toKstDateString, getKstFields } from "#app/basics/time.ts"
import { db, type Executor } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import {
  PROPOSAL_TAB_STATES,
  ACTIVE_ORDER_STATES,
  type Category,
  type OrderState,
  type ProposalState,
  type ProposalTab,
  type Schedule,
} from "../rules.ts"
import { orders, proposals } from "../schema.server.ts"
import type { Page } from "../views.ts"
import { descending, page } from "#app/platform/page.server.ts"
import { selectAcceptedChangesWon } from "./order-sql.server.ts"
import { toIsoOrNull } from "./view-mappers.server.ts"

const PAGE_SIZE = 20
const MAX_ACTIVE_ORDERS = 100

const addedWon = selectAcceptedChangesWon(sql`orders.id`)

export type OwnProposal = {
  proposalId: string
  orderId: string
  title: string
  category: Category
  service: string
  regionCode: string
  orderState: OrderState
  state: ProposalState
  totalWon: number
  version: number
  createdAt: string
  /** When this version was sent. */
  sentAt: string
  viewedAt: string | null
  validUntil: string
}

const PROPOSAL_ORDER = descending("newest", [proposals.createdAt, "time"], [proposals.id, "id"])

/** A page of the actor's own proposals, newest first. */
export async function findOwnProposals(
  actor: Actor,
  options: { tab: ProposalTab; cursor?: string | null },
): Promise<Page<OwnProposal>> {
  if (actor.kind !== "member") return { rows: [], cursor: null }
  const { rows, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          proposalId: proposals.id,
          orderId: proposals.orderId,
          title: orders.title,
          category: orders.category,
          service: orders.service,
          regionCode: orders.regionCode,
          orderState: orders.state,
          state: proposals.state,
          totalWon: proposals.totalWon,
          version: proposals.version,
          sentAt: proposals.sentAt,
          viewedAt: proposals.viewedAt,
          validUntil: proposals.validUntil,
          createdAt: proposals.createdAt,
          sortKeys,
        })
        .from(proposals)
        .innerJoin(orders, eq(orders.id, proposals.orderId)),
    order: PROPOSAL_ORDER,
    filter: and(
      eq(proposals.expertId, actor.userId),
      inArray(proposals.state, [...PROPOSAL_TAB_STATES[options.tab]]),
    ),
    cursor: options.cursor ?? null,
    size: PAGE_SIZE,
  })
  return {
    rows: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      sentAt: row.sentAt.toISOString(),
      viewedAt: toIsoOrNull(row.viewedAt),
      validUntil: row.validUntil.toISOString(),
    })),
    cursor,
  }
}

export type ExpertActiveOrder = {
  orderId: string
  customerId: string
  title: string
  category: Category
  service: string
  regionCode: string
  state: OrderState
  schedule: Schedule
  wantedOn: string | null
  /** YYYY-MM-DD as proposed. */
  earliestStart: string
  payableWon: number
  pendingChangeOrders: number
  matchedAt: string | null
  deliveredAt: string | null
}

/** The actor's orders under way, those that wait longest first; at most 100. */
export async function findExpertActiveOrders(actor: Actor): Promise<ExpertActiveOrder[]> {
  if (actor.kind !== "member") return []
  const rows = await db()
    .select({
      orderId: orders.id,
      customerId: orders.customerId,
      title: orders.title,
      category: orders.category,
      service: orders.service,
      regionCode: orders.regionCode,
      state: orders.state,
      schedule: orders.schedule,
      wantedOn: orders.wantedOn,
      earliestStart: proposals.earliestStart,
      agreedWon: orders.agreedWon,
      addedWon,
      pendingChangeOrders: sql<number>`(select count(*)::int from change_orders c
        where c.order_id = orders.id and c.state = 'proposed')`,
      matchedAt: orders.matchedAt,
      deliveredAt: orders.deliveredAt,
    })
    .from(orders)
    .innerJoin(proposals, eq(proposals.id, orders.acceptedProposalId))
    .where(and(eq(orders.expertId, actor.userId), inArray(orders.state, [...ACTIVE_ORDER_STATES])))
    .orderBy(asc(orders.matchedAt), asc(orders.id))
    .limit(MAX_ACTIVE_ORDERS)
  return rows.map(({ agreedWon, addedWon: addedAmountWon, ...row }) => ({
    ...row,
    payableWon: (agreedWon ?? 0) + addedAmountWon,
    matchedAt: toIsoOrNull(row.matchedAt),
    deliveredAt: toIsoOrNull(row.deliveredAt),
  }))
}

/**
 * `month` is YYYY-MM in Korea; `earnedWon` what its completed orders came to, accepted change orders
 * included.
 */
export type MonthlyEarnings = { month: string; earnedWon: number; orders: number }

/**
 * The actor's completed orders by month, the last `months` of them with this one, oldest first; months
 * without work are there with 0.
 */
export async function findExpertEarnings(actor: Actor, months = 12): Promise<MonthlyEarnings[]> {
  if (actor.kind !== "member") return []
  const { year, month } = getKstFields(now())
  const monthNames = Array.from({ length: months }, (_, offset) => {
    const at = new Date(Date.UTC(year, month - months + offset, 1))
    return `${at.getUTCFullYear()}-${String(at.getUTCMonth() + 1).padStart(2, "0")}`
  })
  const monthOf = sql<string>`to_char(${orders.completedAt} at time zone 'Asia/Seoul', 'YYYY-MM')`
  const rows = await db()
    .select({ month: monthOf, earnedWon: sql<string>`sum(orders.agreed_won + ${addedWon})`, orders: count() })
    .from(orders)
    .where(
      and(
        eq(orders.expertId, actor.userId),
        eq(orders.state, "completed"),
        sql`${orders.completedAt} >= ${`${monthNames[0]}-01`}::date::timestamp at time zone 'Asia/Seoul'`,
      ),
    )
    .groupBy(sql`1`)
  const rowsByMonth = new Map(rows.map((row) => [row.month, row]))
  return monthNames.map((name) => ({
    month: name,
    earnedWon: Number(rowsByMonth.get(name)?.earnedWon ?? 0),
    orders: rowsByMonth.get(name)?.orders ?? 0,
  }))
}

export type ExpertWorkCounts = {
  /** Proposals that wait for an answer. */
  waiting: number
  sent: number
  accepted: number
  /** Orders under way. */
  working: number
  /** Of those, delivered and waiting for the customer. */
  delivered: number
  completed: number
  /** Requests that came in for this expert by name and wait for a proposal. */
  invitations: number
}

/** The numbers at the top of the actor's dashboard, in one query. */
export async function countExpertWork(actor: Actor): Promise<ExpertWorkCounts> {
  const noCounts: ExpertWorkCounts = {
    waiting: 0,
    sent: 0,
    accepted: 0,
    working: 0,
    delivered: 0,
    completed: 0,
    invitations: 0,
  }
  if (actor.kind !== "member") return noCounts
  const me = sql`${actor.userId}::uuid`
  const [row] = await db().execute<ExpertWorkCounts>(sql`
    select p.waiting, p.sent, p.accepted, o.working, o.delivered, o.completed, i.invitations
    from (select count(*) filter (where state in ('sent', 'viewed'))::int as waiting, count(*)::int as sent,
      count(*) filter (where state = 'accepted')::int as accepted
          from proposals where expert_id = ${me}) p,
         (select count(*) filter (where state = any(${sql.param([...ACTIVE_ORDER_STATES])}))::int as working,
           count(*) filter (where state = 'delivered')::int as delivered,
                 count(*) filter (where state = 'completed')::int as completed
          from orders where expert_id = ${me}) o,
         (select count(*)::int as invitations from orders r
           where r.invited_expert_id = ${me} and r.state = 'open' and r.hidden_at is null
            and not exists (select from proposals q where q.order_id = r.id and q.expert_id = ${me})) i`)
  return row ?? noCounts
}

/** What a rating is about. `payableWon` is what the work came to. */
export type OrderToRate = {
  orderId: string
  customerId: string
  expertId: string
  category: Category
  service: string
  title: string
  regionCode: string
  payableWon: number
  /** YYYY-MM-DD. */
  completedOn: string
}

/**
 * The actor's own completed orders with this expert, newest first; the experts' service leaves out the rated
 * ones.
 */
export function findCompletedOrdersWith(actor: Actor, expertId: string): Promise<OrderToRate[]> {
  return actor.kind === "member"
    ? completed(sql`${orders.customerId} = ${actor.userId}::uuid and ${orders.expertId} = ${expertId}::uuid`)
    : Promise.resolve([])
}

/** One completed order of which the actor is the customer or the chosen expert; null for all others. */
export async function findOrderToRate(actor: Actor, orderId: string): Promise<OrderToRate | null> {
  if (actor.kind !== "member") return null
  const [order] = await completed(
    sql`${orders.id} = ${orderId}::uuid and ${actor.userId}::uuid in (${orders.customerId},
      ${orders.expertId})`,
  )
  return order ?? null
}

async function completed(condition: ReturnType<typeof sql>): Promise<OrderToRate[]> {
  const rows = await db()
    .select({
      orderId: orders.id,
      customerId: orders.customerId,
      expertId: orders.expertId,
      category: orders.category,
      service: orders.service,
      title: orders.title,
      regionCode: orders.regionCode,
      agreedWon: orders.agreedWon,
      addedWon,
      completedAt: orders.completedAt,
    })
    .from(orders)
    .where(and(condition, eq(orders.state, "completed")))
    .orderBy(desc(orders.completedAt), desc(orders.id))
    .limit(50)
  return rows.flatMap(({ agreedWon, addedWon: addedAmountWon, completedAt, expertId, ...row }) =>
    expertId && completedAt
      ? [
          {
            ...row,
            expertId,
            payableWon: (agreedWon ?? 0) + addedAmountWon,
            completedOn: toKstDateString(completedAt),
          },
        ]
      : [],
  )
}

/** Whose the proposals `proposalIds` are, of which order, and how they stand. */
export const findProposalStates = (executor: Executor, proposalIds: readonly string[]) =>
  executor
    .select({
      proposalId: proposals.id,
      orderId: proposals.orderId,
      expertId: proposals.expertId,
      state: proposals.state,
    })
    .from(proposals)
    .where(inArray(proposals.id, [...proposalIds]))
