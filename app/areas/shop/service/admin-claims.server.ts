/** What admins see of claims over all shops: the queues with their counts. */
import { and, eq, or, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { toContainsPattern } from "#app/basics/like-pattern.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { countCapped, countCappedByState, isInAnyOf } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { byAge, page, pageFiltered } from "#app/platform/page.server.ts"
import { containsText } from "#app/platform/text-match.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { selectIdsByName } from "../../accounts/service/people.server.ts"
import { claims, orderGroups, orderLines, sellers, shopOrders } from "../schema.server.ts"
import { CLAIM_QUEUES, type ClaimQueue, CLAIM_QUEUE_STATES, CLAIM_LATE_DAYS } from "../filter-rules.ts"
import type { ClaimKind, ClaimState } from "../claim-rules.ts"

const PAGE_SIZE = 30

/**
 * With a term all queues are looked through: the number of an order, the beginning of a buyer's name, a part
 * of a product's or a shop's.
 */
export type ClaimFilter = { queue: ClaimQueue; kind: ClaimKind | null; term: string }

const lateBeforeText = () => new Date(now().getTime() - CLAIM_LATE_DAYS * DAY_MS).toISOString()

/** Where a term may stand: of each part, how it is told of one claim, and how its claims are found. */
function listTermConditions(term: string): { fits: SQL; found: SQL }[] {
  const shop = sql`${claims.sellerId} in (select user_id from sellers where ${containsText(sql`name`, term)})`
  const buyer = sql`${claims.buyerId} in ${selectIdsByName(term)}`
  const number = sql`${claims.orderId} in (select o.id from order_groups g
    join shop_orders o on o.group_id = g.id where g.number = ${term.trim()})`
  const untitled = sql`${claims.title} is null and (select ${containsText(sql`l.title`, term)}
    from order_lines l where l.id = ${claims.lineId})`
  const title = containsText(sql`${claims.title}`, term)
  return [
    ...[number, shop, buyer, untitled].map((condition) => ({ fits: condition, found: condition })),
    { fits: sql`${claims.title} ilike ${toContainsPattern(term)}`, found: title },
  ]
}

/** Written out: the index of the few that are under way is one of these very states. */
const isInQueue = (queue: ClaimQueue) =>
  sql`${claims.state} in (${sql.raw(CLAIM_QUEUE_STATES[queue].map((state) => `'${state}'`).join(", "))})`

const isOfKind = (kind: ClaimKind | null) => (kind ? eq(claims.kind, kind) : undefined)

/** All that `filter` finds. */
function buildWhere({ queue, kind, term }: ClaimFilter): SQL | undefined {
  if (term !== "")
    return and(
      isOfKind(kind),
      isInAnyOf(
        TABLE,
        listTermConditions(term).map(({ found }) => found),
      ),
    )
  return and(
    isOfKind(kind),
    isInQueue(queue),
    queue === "late" ? sql`${claims.createdAt} < ${lateBeforeText()}::timestamptz` : undefined,
  )
}
const TABLE = { table: claims, id: claims.id }

export type AdminClaimRow = {
  id: string
  groupId: string
  number: string
  kind: ClaimKind
  state: ClaimState
  reason: string
  title: string
  optionName: string
  pictureId: string | null
  quantity: number
  paidWon: number
  seller: string
  sellerId: string
  buyer: string
  createdAt: string
  updatedAt: string
}

const ORDERS = byAge([claims.createdAt, "time"], [claims.id, "id"])

/** Rows of the list, joined with those that `found` holds where it is given. */
function selectClaims(sortKeys: SQL<string[]>, found: SQL | null) {
  const rows = db()
    .select({
      id: claims.id,
      groupId: orderGroups.id,
      number: orderGroups.number,
      kind: claims.kind,
      state: claims.state,
      reason: claims.reason,
      title: orderLines.title,
      optionName: orderLines.optionName,
      pictureId: orderLines.pictureId,
      quantity: orderLines.quantity,
      paidWon: sql<number>`${orderLines.unitWon} * ${orderLines.quantity} - ${orderLines.discountWon}`,
      seller: sellers.name,
      sellerId: claims.sellerId,
      createdAt: claims.createdAt,
      updatedAt: claims.updatedAt,
      sortKeys,
      buyer: sql<
        string | null
      >`(select p.name from office_people p where p.user_id = ${claims.buyerId} and left_at is null)`,
    })
    .from(claims)
    .innerJoin(orderLines, eq(orderLines.id, claims.lineId))
    .innerJoin(shopOrders, eq(shopOrders.id, claims.orderId))
    .innerJoin(orderGroups, eq(orderGroups.id, shopOrders.groupId))
    .innerJoin(sellers, eq(sellers.userId, claims.sellerId))
  return found ? rows.innerJoin(found, sql`found.id = ${claims.id}`) : rows
}

/**
 * A page of the claims that `filter` finds, what waits longest first or `newest` first; `limit` is for
 * exports. Empty for anybody but an admin.
 */
export async function findClaimsForAdmin(
  actor: Actor,
  options: { filter: ClaimFilter; newest: boolean; cursor: string | null; limit?: number },
): Promise<{ rows: AdminClaimRow[]; cursor: string | null }> {
  if (!hasRight(actor, "people")) return { rows: [], cursor: null }
  const limit = options.limit ?? PAGE_SIZE
  const { term, kind } = options.filter
  const list = {
    order: ORDERS[options.newest ? "newest" : "oldest"],
    cursor: options.cursor,
    size: limit,
  }
  const filter = buildWhere(options.filter)
  const { rows: shown, cursor } =
    term === ""
      ? await page({ ...list, from: (sortKeys) => selectClaims(sortKeys, null), filter })
      : await pageFiltered({
          ...list,
          ...TABLE,
          from: selectClaims,
          listed: sql`true`,
          filter: sql`${filter}`,
          fits: sql`${and(isOfKind(kind), or(...listTermConditions(term).map(({ fits }) => fits)))}`,
        })
  return {
    cursor,
    rows: shown.map(({ buyer, createdAt, updatedAt, ...row }) => ({
      ...row,
      buyer: buyer ?? "탈퇴한 회원",
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
  }
}

/** How many claims `filter` finds; 0 for anybody but an admin. */
export async function countFilteredClaims(actor: Actor, filter: ClaimFilter): Promise<number> {
  if (!hasRight(actor, "people")) return 0
  return countCapped(claims, buildWhere(filter), null)
}

/** How many claims stand in each queue; null for anybody but an admin. */
export async function countClaimsByQueue(actor: Actor): Promise<Record<ClaimQueue, number> | null> {
  if (!hasRight(actor, "people")) return null
  const states = [...new Set(CLAIM_QUEUES.flatMap((queue) => CLAIM_QUEUE_STATES[queue]))]
  const [byState, late] = await Promise.all([
    countCappedByState(claims, claims.state, states),
    countCapped(
      claims,
      sql`${claims.state} = 'requested' and ${claims.createdAt} < ${lateBeforeText()}::timestamptz`,
    ),
  ])
  const counts = Object.fromEntries(
    CLAIM_QUEUES.map((queue) => [
      queue,
      CLAIM_QUEUE_STATES[queue].reduce((sum, state) => sum + byState[state], 0),
    ]),
  ) as Record<ClaimQueue, number>
  return { ...counts, late }
}
