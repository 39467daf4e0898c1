/** What administrators see of payouts: the list with its search, sums by state, some by their ids. */
import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { toPrefixPattern } from "#app/basics/like-pattern.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { countCapped, countCappedAnyOf, isInAnyOf } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { byAge, page, pageFiltered } from "#app/platform/page.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { officePeople, selectIdsByName } from "../../accounts/service/people.server.ts"
import { needsSecondForPayout } from "../office-rules.ts"
import { maskAccountNumber, PAYOUT_STATES, PAYOUT_TRANSITIONS, type PayoutState } from "../rules.ts"
import { payouts } from "../schema.server.ts"
import { getPayees } from "./payees.server.ts"

const PAGE_SIZE = 30

export type PayoutFilter = {
  state: PayoutState
  /** The number of a payout or its id, an account's number or its last digits (four at least), an amount, the
   * beginning of a name or an account's holder, or a bank. */
  term: string
  /** Those that are transferred by hand alone. */
  shopsOnly?: boolean
}

/** What a term may mean, each looked up by its own index; null without one. */
function buildTermConditions(typed: string): readonly SQL[] | null {
  const word = typed.trim()
  const term: unknown = word
  if (word === "") return null
  if (isId(term)) return [eq(payouts.id, term)]
  if (/^[0-9a-f]{12}$/i.test(word) && !/^\d+$/.test(word))
    return [sql`right(payouts.id::text, 12) = ${word.toLowerCase()}`]
  const won = /^[\d,]+\s*원?$/.test(word) ? Number(word.replaceAll(/\D/g, "")) : Number.NaN
  const ofAmount = Number.isSafeInteger(won) ? [sql`payouts.amount_won = ${won}`] : []
  if (/[,원]/.test(word) && ofAmount.length > 0) return ofAmount
  const digits = word.replaceAll(/[\s-]/g, "")
  if (/^\d{4,20}$/.test(digits))
    return [
      sql`right(translate(payouts.account_number, '- ', ''), 4) = ${digits.slice(-4)}
        and translate(payouts.account_number, '- ', '') like ${`%${digits}`}`,
      sql`right(payouts.id::text, 12) = ${digits}`,
      ...ofAmount,
    ]
  return [
    sql`payouts.seller_id in ${selectIdsByName(word)}`,
    sql`payouts.account_holder like ${toPrefixPattern(word)}`,
    sql`payouts.bank in (${word}, ${`${word}은행`})`,
  ]
}

const buildWhere = ({ state, shopsOnly }: PayoutFilter): SQL | undefined =>
  and(eq(payouts.state, state), shopsOnly ? eq(payouts.source, "shop") : undefined)

const PAYOUT_TABLE = { table: payouts, id: payouts.id }

/** How many payouts `filter` finds, at most `maxRows` (null: all); 0 for anybody but an admin. */
export async function countFilteredPayouts(
  actor: Actor,
  filter: PayoutFilter,
  maxRows?: number | null,
): Promise<number> {
  if (!hasRight(actor, "money")) return 0
  const where = buildWhere(filter)
  const terms = buildTermConditions(filter.term)
  return terms ? countCappedAnyOf(PAYOUT_TABLE, where, terms, maxRows) : countCapped(payouts, where, maxRows)
}

/** Of the table payouts: the newest of a person, which failed and holds up the next. */
const canRetryPayout = sql<boolean>`(payouts.source = 'person' and payouts.state = 'failed'
  and exists (select from payout_accounts a where a.user_id = payouts.seller_id and a.hold_reason <> '')
  and not exists (select from payouts later where later.seller_id = payouts.seller_id
    and later.source = 'person' and later.id > payouts.id))`

const PAYOUT_ORDERS = byAge([payouts.createdAt, "time"], [payouts.id, "id"])
/** Who waits longest comes first, and of what is over the last. */
const isPayoutOpen = (state: PayoutState) => state === "pending" || state === "processing"

const selectPayouts = (sortKeys: SQL<string[]>) =>
  db()
    .select({
      id: payouts.id,
      sellerId: payouts.sellerId,
      amountWon: payouts.amountWon,
      state: payouts.state,
      bank: payouts.bank,
      accountNumber: payouts.accountNumber,
      accountHolder: payouts.accountHolder,
      failureReason: payouts.failureReason,
      createdAt: payouts.createdAt,
      source: payouts.source,
      startAskedBy: payouts.startAskedBy,
      startAsker: sql<string | null>`(select o.name from office_people o
          where o.user_id = payouts.start_asked_by)`,
      personName: officePeople.name,
      canRetry: canRetryPayout,
      sortKeys,
    })
    .from(payouts)
    .leftJoin(officePeople, eq(officePeople.userId, payouts.sellerId))

/**
 * A page of the payouts that `filter` finds, those that wait the oldest first, those that are over the newest
 * first; `limit` is for exports. Two queries; null for anybody but an admin.
 */
export async function findPayouts(
  actor: Actor,
  { filter, cursor, limit = PAGE_SIZE }: { filter: PayoutFilter; cursor: string | null; limit?: number },
) {
  if (!hasRight(actor, "money")) return null
  const where = buildWhere(filter)
  const terms = buildTermConditions(filter.term)
  const list = { order: PAYOUT_ORDERS[isPayoutOpen(filter.state) ? "oldest" : "newest"], cursor, size: limit }
  const found = terms
    ? await pageFiltered({
        ...list,
        ...PAYOUT_TABLE,
        from: (sortKeys, fitting) => selectPayouts(sortKeys).innerJoin(fitting, sql`found.id = payouts.id`),
        listed: sql`${where}`,
        filter: isInAnyOf(PAYOUT_TABLE, terms),
        fits: sql`${or(...terms)}`,
      })
    : await page({ ...list, from: selectPayouts, filter: where })
  const names = await getPayees().findNames(found.rows.map((row) => row.sellerId))
  return {
    rows: found.rows.map(({ personName, startAskedBy, ...row }) => ({
      ...row,
      isStartAskedBySelf: startAskedBy === actor.userId,
      name: (row.source === "person" ? personName : names.get(row.sellerId)) ?? "",
      // Who is paid by the provider is paid by no hand.
      accountNumber: row.source === "person" ? maskAccountNumber(row.accountNumber) : row.accountNumber,
      createdAt: row.createdAt.toISOString(),
    })),
    cursor: found.cursor,
  }
}

/** How many payouts `term` finds in each state, and of how many won; empty for anybody but an admin. */
export async function sumPayouts(
  actor: Actor,
  term: string,
): Promise<{ state: PayoutState; count: number; won: number }[]> {
  if (!hasRight(actor, "money")) return []
  const terms = buildTermConditions(term)
  const sums = await db()
    .select({
      state: payouts.state,
      count: sql<number>`count(*)::int`,
      won: sql<string>`sum(${payouts.amountWon})`,
    })
    .from(payouts)
    .where(terms ? isInAnyOf(PAYOUT_TABLE, terms) : undefined)
    .groupBy(payouts.state)
  const sumByState = new Map(sums.map((row) => [row.state, row]))
  return PAYOUT_STATES.map((state) => ({
    state,
    count: sumByState.get(state)?.count ?? 0,
    won: Number(sumByState.get(state)?.won ?? 0),
  }))
}

/**
 * The payouts of shops among `ids`, with what the actor can do now: over the limit one admin asks and another
 * begins the transfer. Empty for anybody but an admin.
 */
export async function findPayoutsByIds(actor: Actor, ids: readonly string[]) {
  if (!hasRight(actor, "money")) return []
  const rows = await db()
    .select({
      id: payouts.id,
      sellerId: payouts.sellerId,
      accountHolder: payouts.accountHolder,
      accountNumber: payouts.accountNumber,
      bank: payouts.bank,
      amountWon: payouts.amountWon,
      state: payouts.state,
      startAskedBy: payouts.startAskedBy,
      changedAt: payouts.updatedAt,
    })
    .from(payouts)
    .where(and(inArray(payouts.id, [...ids]), eq(payouts.source, "shop")))
    .orderBy(payouts.createdAt, payouts.id)
  const names = await getPayees().findNames(rows.map((row) => row.sellerId))
  return rows.map(({ sellerId, accountHolder, accountNumber, bank, startAskedBy, ...row }) => {
    const needsSecond = needsSecondForPayout(row.amountWon)
    return {
      ...row,
      title: names.get(sellerId) ?? accountHolder,
      detail: `${bank} ${accountNumber} · ${accountHolder}`,
      moves: listMoves(PAYOUT_TRANSITIONS, row.state, "admin"),
      movesToAsk: needsSecond && startAskedBy === null ? ["start"] : [],
      movesAskedBySelf: needsSecond && startAskedBy === actor.userId ? ["start"] : [],
    }
  })
}
