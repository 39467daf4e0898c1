/** What administrators see of held charges: the list, one by its number, and what is held since when. */
import { and, count, eq, gt, inArray, isNull, lte, min, or, sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { countCapped } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { byAge, page, type ListOrder, type Page } from "#app/platform/page.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { officePeople, selectIdsByName } from "../../accounts/service/people.server.ts"
import {
  CHARGE_QUEUE_STATES,
  HELD_AGES,
  HELD_AGE_DAYS,
  type ChargeQueue,
  type HeldAge,
} from "../office-rules.ts"
import type { ChargeState, PaymentState } from "../rules.ts"
import { charges } from "../schema.server.ts"
import type { LedgerEntryView, PaymentView, RefundView } from "../views.ts"
import type { ChargeKind } from "./held-charges.server.ts"
import { selectLedger, selectPayments, selectRefunds } from "./payment-sql.server.ts"

const PAGE_SIZE = 30

const payers = alias(officePeople, "payers")
const payees = alias(officePeople, "payees")

export type ChargeFilter = {
  queue: ChargeQueue
  kind: ChargeKind | null
  /** Of charges that are held alone. */
  age: HeldAge | null
  /**
   * The number of a charge; the id of a charge, of what it is for or of its payment; the provider's key of
   * the payment; the beginning of the name of who pays or is paid.
   */
  term: string
  /** Further things that `term` names, by their ids: the parts of an order. */
  subjectIds: readonly string[]
}

export type AdminChargeRow = {
  id: string
  kind: ChargeKind
  /** Null where they have left. */
  payer: string | null
  payee: string | null
  title: string
  state: ChargeState
  /** What the payer pays, with their fee. */
  totalWon: number
  heldWon: number
  releasedWon: number
  refundedWon: number
  askedAt: Date
  heldAt: Date | null
  settledAt: Date | null
  /** The newest attempt that reached the provider; null where there is none. */
  payment: { id: string; state: PaymentState; methodText: string; receiptUrl: string | null } | null
}

/** Since `days` full days, and no longer. */
const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS)

function ageCondition(age: HeldAge): SQL | undefined {
  const { from, to } = HELD_AGE_DAYS[age]
  return and(
    eq(charges.state, "held"),
    from === 0 ? undefined : lte(charges.heldAt, daysAgo(from)),
    to === null ? undefined : gt(charges.heldAt, daysAgo(to + 1)),
  )
}

function searchCondition({ term: typed, subjectIds }: ChargeFilter): SQL | undefined {
  const term: unknown = typed.trim()
  if (term === "") return undefined
  if (isId(term))
    return or(
      eq(charges.id, term),
      eq(charges.subjectId, term),
      subjectIds.length > 0 ? inArray(charges.subjectId, [...subjectIds]) : undefined,
      sql`${charges.id} in (select group_id from payments where id = ${term}::uuid)`,
    )
  const word = typed.trim()
  if (/^[0-9a-f]{12}$/i.test(word)) return sql`right(${charges.id}::text, 12) = ${word.toLowerCase()}`
  const isPerson = (column: typeof charges.payerId | typeof charges.payeeId) =>
    sql`${column} in ${selectIdsByName(word)}`
  return or(
    isPerson(charges.payerId),
    isPerson(charges.payeeId),
    sql`${charges.id} in (select group_id from payments where payment_key = ${word})`,
  )
}

const buildWhere = (filter: ChargeFilter): SQL | undefined =>
  and(
    filter.queue === "all" ? undefined : inArray(charges.state, [...CHARGE_QUEUE_STATES[filter.queue]]),
    filter.kind === null ? undefined : eq(charges.kind, filter.kind),
    filter.age === null ? undefined : ageCondition(filter.age),
    searchCondition(filter),
  )

/** What is held comes with what is held longest, all else with the newest. */
const orderOf = (queue: ChargeQueue): ListOrder =>
  queue === "held"
    ? byAge([charges.heldAt, "time"], [charges.id, "id"]).oldest
    : byAge([charges.askedAt, "time"], [charges.id, "id"]).newest

const isPayer = and(eq(payers.userId, charges.payerId), isNull(payers.leftAt))
const isPayee = and(eq(payees.userId, charges.payeeId), isNull(payees.leftAt))

const ROW_COLUMNS = {
  id: charges.id,
  kind: charges.kind,
  payer: payers.name,
  payee: payees.name,
  title: charges.title,
  state: charges.state,
  totalWon: sql<number>`(${charges.amountWon} + ${charges.payerFeeWon})::bigint`,
  heldWon: charges.heldWon,
  releasedWon: charges.releasedWon,
  refundedWon: charges.refundedWon,
  askedAt: charges.askedAt,
  heldAt: charges.heldAt,
  settledAt: charges.settledAt,
  payment: sql<AdminChargeRow["payment"]>`(select jsonb_build_object('id', p.id, 'state', p.state,
    'methodText', p.method_text, 'receiptUrl', p.receipt_url) from payments p
    where p.group_id = ${charges.id} and p.payment_key is not null
    order by p.created_at desc, p.id desc limit 1)`,
}

/** A page of the charges that `filter` finds; `limit` is for exports. Null for anybody but an admin. */
export async function findChargesForAdmin(
  actor: Actor,
  { filter, cursor, limit = PAGE_SIZE }: { filter: ChargeFilter; cursor: string | null; limit?: number },
): Promise<Page<AdminChargeRow> | null> {
  if (!hasRight(actor, "money")) return null
  return page({
    from: (sortKeys) =>
      db()
        .select({ ...ROW_COLUMNS, sortKeys })
        .from(charges)
        .leftJoin(payers, isPayer)
        .leftJoin(payees, isPayee),
    order: orderOf(filter.queue),
    filter: buildWhere(filter),
    cursor,
    size: limit,
  })
}

export type AdminChargeRecords = AdminChargeRow & {
  subjectId: string
  payerId: string
  payeeId: string
  payments: PaymentView[]
  refunds: RefundView[]
  ledger: LedgerEntryView[]
}

/** One charge with all attempts to pay it, its refunds and its ledger; null for anybody but an admin. */
export async function findChargeForAdmin(actor: Actor, chargeId: string): Promise<AdminChargeRecords | null> {
  if (!hasRight(actor, "money") || !isId(chargeId)) return null
  const id = sql`${charges.id}`
  const [row] = await db()
    .select({
      ...ROW_COLUMNS,
      subjectId: charges.subjectId,
      payerId: charges.payerId,
      payeeId: charges.payeeId,
      payments: selectPayments(id),
      refunds: selectRefunds(id),
      ledger: selectLedger(id),
    })
    .from(charges)
    .leftJoin(payers, isPayer)
    .leftJoin(payees, isPayee)
    .where(eq(charges.id, chargeId))
  return row ?? null
}

/** How many charges `filter` finds, at most `maxRows` (null: all); 0 for anybody but an admin. */
export async function countFilteredCharges(
  actor: Actor,
  filter: ChargeFilter,
  maxRows?: number | null,
): Promise<number> {
  return hasRight(actor, "money") ? countCapped(charges, buildWhere(filter), maxRows) : 0
}

export type HeldMoney = {
  count: number
  won: number
  /** Since when what is held longest is held. */
  oldest: Date | null
  ages: { age: HeldAge; count: number; won: number }[]
  /** Owed back to payers, and not at their banks yet. */
  refundingWon: number
}

/** What is held in all, by how long it has been; null for anybody but an admin. One query. */
export async function sumHeldMoney(actor: Actor, kind: ChargeKind | null): Promise<HeldMoney | null> {
  if (!hasRight(actor, "money")) return null
  const isOfKind = kind === null ? undefined : eq(charges.kind, kind)
  const ages = HELD_AGES.map(
    (age) => sql`jsonb_build_object('age', ${age}::text,
      'count', count(*) filter (where ${ageCondition(age)}),
      'won', coalesce(sum(${charges.heldWon}) filter (where ${ageCondition(age)}), 0))`,
  )
  const [sums] = await db()
    .select({
      ages: sql<HeldMoney["ages"]>`jsonb_build_array(${sql.join(ages, sql`, `)})`,
      count: count(),
      won: sql<number>`coalesce(sum(${charges.heldWon}), 0)::bigint`,
      oldest: min(charges.heldAt),
      refundingWon: sql<number>`(select coalesce(sum(r.amount_won), 0)::bigint from refunds r
        join charges c on c.id = r.group_id
        where r.state <> 'done' and (${kind}::text is null or c.kind = ${kind}::text))`,
    })
    .from(charges)
    .where(and(eq(charges.state, "held"), isOfKind))
  return sums ?? null
}
