/** How purchases are found by their goods, their money and a term, in the order of a list. */
import { and, sql, type SQL, type SQLWrapper } from "drizzle-orm"
import type { PageBranch } from "#app/platform/merged-page.server.ts"
import { containsText } from "#app/platform/text-match.server.ts"
import { selectIdsByName } from "../../accounts/service/people.server.ts"
import { isMoneyStuck } from "../../money/service/payment-sql.server.ts"
import {
  SELLER_ORDER_TAB_STATES,
  type PurchaseFulfilmentFilter,
  type PurchasePaymentFilter,
  type PurchaseSort,
} from "../filter-rules.ts"
import { OPEN_CLAIM } from "./sale-sql.server.ts"

/** The id of the purchase that a statement is about. */
export const purchaseId = sql`order_groups.id`

/** Selects what was refunded of the purchase. */
export const refundedWon = sql<number>`(select coalesce(sum(o.refunded_won), 0)::bigint from shop_orders o
  where o.group_id = order_groups.id)`

/** What was never placed is nobody's purchase. */
const isPlaced = sql`order_groups.consented_at is not null`

const PAYMENT_CONDITIONS: Record<PurchasePaymentFilter, SQL> = {
  paid: sql`order_groups.state = 'paid' and ${refundedWon} = 0`,
  partly: sql`order_groups.state = 'paid' and ${refundedWon} > 0 and ${refundedWon} < order_groups.total_won`,
  refunded: sql`order_groups.state = 'paid' and ${refundedWon} > 0
    and ${refundedWon} >= order_groups.total_won`,
  waiting: sql`order_groups.state in ('pending', 'waiting_deposit')`,
  expired: sql`order_groups.state = 'expired'`,
  stuck: isMoneyStuck(purchaseId),
}

type Goods = Exclude<PurchaseFulfilmentFilter, "claim">

/** Written out: the indexes are of these very states. */
const listStates = (work: Goods) => SELLER_ORDER_TAB_STATES[work].map((state) => sql.raw(`'${state}'`))

/** Of one purchase, whether it has goods in `work`. A limit is never turned into a join. */
const hasGoodsIn = (work: PurchaseFulfilmentFilter): SQL =>
  work === "claim"
    ? sql`(select true from shop_orders o join claims c on c.order_id = o.id
        where o.group_id = order_groups.id
        and c.state in ${OPEN_CLAIM} limit 1)`
    : sql`(select true from shop_orders o join order_lines l on l.order_id = o.id
        where o.group_id = order_groups.id and l.state in (${sql.join(listStates(work), sql`, `)}) limit 1)`

export type PurchaseStates = { pay: PurchasePaymentFilter | null; work: PurchaseFulfilmentFilter | null }

/** Of one purchase, whether it was placed and is as `pay` and `work` say. */
export const isPurchaseIn = ({ pay, work }: PurchaseStates): SQL =>
  sql`${and(isPlaced, pay ? PAYMENT_CONDITIONS[pay] : undefined, work ? hasGoodsIn(work) : undefined)}`

/** The same of the purchase `id`. */
const isIdIn = (states: PurchaseStates) => (id: SQLWrapper) =>
  sql`(select ${isPurchaseIn(states)} from order_groups where ${purchaseId} = ${id})`

/** What finds the purchases of a list, and what is asked of each that was found. */
export type PurchaseSearch = { branches: PageBranch[]; fits?: (id: SQL) => SQL }

const keysOf = (sort: PurchaseSort, time: SQL, won: SQL, id: SQL) => [sort === "amount" ? won : time, id]
const groupKeys = (sort: PurchaseSort) =>
  keysOf(sort, sql`order_groups.created_at`, sql`order_groups.total_won`, purchaseId)
const lineKeys = (sort: PurchaseSort) =>
  keysOf(sort, sql`l.group_created_at`, sql`l.group_total_won`, sql`l.group_id`)
/** Asked of the key alone, so that an index of it has all that is read. */
const isCopied = (sort: PurchaseSort) =>
  sql`${sort === "amount" ? sql`l.group_total_won` : sql`l.group_created_at`} is not null`

/** Lines without a copy: those that wait for a payment, and of before until the job has filled them. */
const findByBareLines = (sort: PurchaseSort, where: SQL): PageBranch => ({
  table: sql`order_lines l join shop_orders o on o.id = l.order_id
    join order_groups on order_groups.id = o.group_id`,
  keys: groupKeys(sort),
  where: sql`l.group_id is null and ${isPlaced} and ${where}`,
})

function findByWork(work: PurchaseFulfilmentFilter, sort: PurchaseSort): PageBranch[] {
  const byLines = (where: SQL): PageBranch => ({
    table: sql`order_lines l`,
    keys: lineKeys(sort),
    where: sql`${isCopied(sort)} and ${where}`,
  })
  if (work !== "claim") {
    const states = listStates(work)
    return [
      ...states.map((state) => byLines(sql`l.state = ${state}`)),
      findByBareLines(sort, sql`l.state in (${sql.join(states, sql`, `)})`),
    ]
  }
  const isOpen = sql`c.state in ${OPEN_CLAIM}`
  return [
    {
      table: sql`claims c join order_lines l on l.id = c.line_id`,
      keys: lineKeys(sort),
      where: sql`${isCopied(sort)} and ${isOpen}`,
    },
    findByBareLines(sort, sql`exists (select from claims c where c.line_id = l.id and ${isOpen})`),
  ]
}

/**
 * Orders with a refund, of one purchase together: what was refunded of it stands in no other. Their index has
 * them in the order of the list, which is to be said: the planner would group them in another.
 */
function selectRefunds(sort: PurchaseSort): SQL {
  const way = sql.raw(sort === "oldest" ? "asc" : "desc")
  return sql`(select created_at, group_id, sum(refunded_won) as won from shop_orders where refunded_won > 0
    group by created_at, group_id order by created_at ${way}, group_id ${way}) r
    join order_groups on order_groups.id = r.group_id`
}

const findByRefunds = (pay: "partly" | "refunded", sort: PurchaseSort, named: SQL | null): PageBranch => ({
  table: selectRefunds(sort),
  keys: keysOf(sort, sql`r.created_at`, sql`order_groups.total_won`, sql`r.group_id`),
  where: sql`${and(
    sql`order_groups.state = 'paid'`,
    sql`r.won ${sql.raw(pay === "partly" ? "<" : ">=")} order_groups.total_won`,
    named ? sql`r.group_id in ${named}` : undefined,
  )}`,
})

/**
 * The purchases of the shops that `term` names. Each shop is read by itself: the planner would walk all
 * purchases in the order of the list, also where no shop has that name.
 */
const selectOfShops = (term: string) => sql`(
  select user_id from sellers where ${containsText(sql`name`, term)} offset 0) shop
  cross join lateral (select g.* from shop_orders o join order_groups g on g.id = o.group_id
    where o.seller_id = shop.user_id offset 0) order_groups`

/**
 * What finds the purchases that `term` is about: by number, name of the buyer, title of a product and name of
 * a shop, each by its own index.
 */
function findByTerm(term: string, sort: PurchaseSort): PageBranch[] {
  const ofProduct = sql`l.product_id in (select id from products p where ${containsText(sql`p.title`, term)})`
  const among = (table: SQL, where: SQL): PageBranch => ({
    table,
    keys: groupKeys(sort),
    where: sql`${isPlaced} and ${where}`,
  })
  return [
    among(sql`order_groups`, sql`order_groups.number = ${term.trim()}`),
    among(sql`order_groups`, sql`order_groups.buyer_id in ${selectIdsByName(term)}`),
    { table: sql`order_lines l`, keys: lineKeys(sort), where: sql`${isCopied(sort)} and ${ofProduct}` },
    findByBareLines(sort, ofProduct),
    among(selectOfShops(term), sql`true`),
  ]
}

/** The ids of all purchases that `term` is about, for a filter that leaves few. */
export const selectNamed = (term: string) =>
  sql`(select value from (${selectFoundIds({ branches: findByTerm(term, "newest") })}) named offset 0)`

/** Whether purchases in `pay` are few, and have an index of their own which is not that of refunds. */
const isWaitingOrOver = (pay: PurchasePaymentFilter | null) =>
  pay === "waiting" || pay === "expired" || pay === "stuck"

/**
 * What finds the purchases in `pay` and `work` that `term` (or "") is about, in the order of the list; null
 * where their conditions do. What is confirmed is nearly everything: its dearest are walked to.
 */
export function findSearch(
  { pay, work, term }: PurchaseStates & { term: string },
  sort: PurchaseSort,
): PurchaseSearch | null {
  if (isWaitingOrOver(pay)) return null
  if (pay === "partly" || pay === "refunded") {
    const branches = [findByRefunds(pay, sort, term === "" ? null : selectNamed(term))]
    return work ? { branches, fits: isIdIn({ pay: null, work }) } : { branches }
  }
  if (term !== "") {
    const branches = findByTerm(term, sort)
    return pay || work ? { branches, fits: isIdIn({ pay, work }) } : { branches }
  }
  if (work === null || (work === "confirmed" && sort === "amount")) return null
  const branches = findByWork(work, sort)
  return pay ? { branches, fits: isIdIn({ pay, work: null }) } : { branches }
}

/** A statement of the ids that `search` finds, as rows of value; some of them more than once. */
export function selectFoundIds({ branches, fits }: PurchaseSearch): SQL {
  const found = sql.join(
    branches.map(
      ({ table, keys, where }) => sql`select ${keys.at(-1)} as value from ${table} where ${where}`,
    ),
    sql` union all `,
  )
  // Asked of what is found alone: the planner would ask before the rest is looked at.
  return fits ? sql`select value from (${found} offset 0) found where ${fits(sql`found.value`)}` : found
}
