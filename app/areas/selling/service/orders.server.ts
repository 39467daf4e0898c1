/** What an owner reads of the orders of their shop, and taking several of them in hand at once. */
import { and, asc, eq, inArray, isNotNull, sql, type SQL } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { maskName } from "#app/basics/korean.ts"
import { countCappedByState } from "#app/platform/capped-count.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { isFinalLineState, type LineState } from "../../shop/rules.ts"
import { orderGroups, orderLines, shopOrders } from "../../shop/schema.server.ts"
import { hasLineIn, hasOpenClaim, selectSellerOrderLines } from "../../shop/service/sale-sql.server.ts"
import {
  findAllOrders,
  findOrdersByState,
  findOrdersByTerm,
  isIdAbout,
  mayBeOrderNumber,
} from "../../shop/service/seller-order-search.server.ts"
import {
  findLineTransition,
  lockSellerOrder,
  transitionLines,
} from "../../shop/service/transitions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { pageMerged } from "#app/platform/merged-page.server.ts"
import { byAge } from "#app/platform/page.server.ts"
import {
  SELLER_ORDER_TABS,
  type SellerOrderTab,
  SELLER_ORDER_TAB_STATES,
} from "#app/areas/shop/filter-rules.ts"
import { isOpenClaim } from "#app/areas/shop/claim-rules.ts"

const PAGE_SIZE = 20

/** How many lines of the actor's shop are in each tab, as far as lists are counted. */
export async function countOwnLines(actor: Actor): Promise<{ tab: SellerOrderTab; count: number }[]> {
  if (actor.kind !== "member") return []
  const ownLines = sql`(select state from ${orderLines} where ${eq(orderLines.sellerId, actor.userId)}) own`
  const counts = await countCappedByState(ownLines, sql`own.state`, SELLER_ORDER_TAB_STATES.all)
  return SELLER_ORDER_TABS.map((tab) => ({
    tab,
    count: SELLER_ORDER_TAB_STATES[tab].reduce((sum, state) => sum + counts[state], 0),
  }))
}

const ORDER_ID = sql`${shopOrders.id}`

const selectSellerOrders = (sortKeys: SQL<string[]>) =>
  db()
    .select({
      id: shopOrders.id,
      number: orderGroups.number,
      buyerId: shopOrders.buyerId,
      recipient: orderGroups.recipient,
      phone: orderGroups.phone,
      zonecode: orderGroups.zonecode,
      address: orderGroups.address,
      addressDetail: orderGroups.addressDetail,
      request: orderGroups.request,
      itemsWon: shopOrders.itemsWon,
      shippingWon: shopOrders.shippingWon,
      discountWon: shopOrders.discountWon,
      refundedWon: shopOrders.refundedWon,
      paidAt: shopOrders.paidAt,
      arrivesOn: shopOrders.arrivesOn,
      lines: selectSellerOrderLines(ORDER_ID),
      sortKeys,
    })
    .from(shopOrders)
    .innerJoin(orderGroups, eq(orderGroups.id, shopOrders.groupId))

const ORDERS = byAge([shopOrders.createdAt, "time"], [shopOrders.id, "id"])

/**
 * A text that fewer of a tab's first orders have than fill a page is looked for by its indexes. A single
 * letter has none.
 */
const getMaxWalkRows = (term: string) => (term.length > 1 ? 200 : 2_000)

async function findOrderPage(sellerId: SQL, tab: SellerOrderTab, q: string | null, cursor: string | null) {
  const states = SELLER_ORDER_TAB_STATES[tab]
  const branches = tab === "all" ? findAllOrders(sellerId) : findOrdersByState(sellerId, states)
  const list = {
    order: ORDERS[tab === "to_send" ? "oldest" : "newest"],
    cursor,
    size: PAGE_SIZE,
    from: (sortKeys: SQL<string[]>, rows: SQL) =>
      selectSellerOrders(sortKeys).innerJoin(rows, sql`found.id = ${ORDER_ID}`),
  }
  if (q === null) return pageMerged({ ...list, branches })
  const fits = isIdAbout(q)
  if (mayBeOrderNumber(q)) return pageMerged({ ...list, branches, fits })
  const near = await pageMerged({ ...list, branches, fits, maxRows: getMaxWalkRows(q) })
  if (near.cursor !== null) return near
  return pageMerged({
    ...list,
    branches: findOrdersByTerm(sellerId, q),
    ...(tab === "all" ? {} : { fits: (id: SQL) => hasLineIn(id, states) }),
  })
}

/**
 * Paid orders of the actor's shop that have a line in the tab, with all their lines; what waits to be sent
 * the oldest first, else the newest first, 20 a page. `q` is an order number, or a part of a recipient's name
 * or a product's title. To whom and where goods go is shown, and found, until the order is over and no claim
 * is open.
 */
export async function findOwnSellerOrders(
  actor: Actor,
  input: { tab: SellerOrderTab; q: string | null; after: string | null },
) {
  if (actor.kind !== "member") return { sellerOrders: [], next: null }
  const { tab, q, after: cursor } = input
  const found = await findOrderPage(sql`${actor.userId}::uuid`, tab, q, cursor)
  return { sellerOrders: found.rows.map(toSellerOrder), next: found.cursor }
}

/** A paid order of the actor's shop as {@link findOwnSellerOrders} gives it; null where it is not theirs. */
export async function findOwnSellerOrder(actor: Actor, orderId: string) {
  if (actor.kind !== "member" || !isId(orderId)) return null
  const [row] = await selectSellerOrders(sql<string[]>`null`).where(
    and(eq(shopOrders.id, orderId), eq(shopOrders.sellerId, actor.userId), isNotNull(shopOrders.paidAt)),
  )
  return row ? toSellerOrder(row) : null
}

type SellerOrderRow = Omit<Awaited<ReturnType<typeof selectSellerOrders>>[number], "sortKeys">

/** An order as its seller sees it. */
function toSellerOrder(row: SellerOrderRow) {
  // What the buyer agreed to pass on is for delivery, returns and exchanges.
  const isClosed = row.lines.every(
    (line) => isFinalLineState(line.state) && !(line.claim && isOpenClaim(line.claim.state)),
  )
  return {
    id: row.id,
    number: row.number,
    buyerId: row.buyerId,
    recipient: isClosed ? maskName(row.recipient) : row.recipient,
    deliveryAddress: isClosed
      ? null
      : {
          phone: row.phone,
          zonecode: row.zonecode,
          address: `${row.address} ${row.addressDetail}`.trim(),
          request: row.request,
        },
    shippingWon: row.shippingWon,
    totalWon: row.itemsWon + row.shippingWon - row.discountWon,
    refundedWon: row.refundedWon,
    paidAt: row.paidAt?.toISOString() ?? null,
    arrivesOn: row.arrivesOn,
    lines: row.lines,
  }
}

/** The lines that wait to be sent, for a file: oldest first, at most 500. */
export async function findLinesToShip(actor: Actor) {
  if (actor.kind !== "member") return []
  return db()
    .select({
      lineId: orderLines.id,
      number: orderGroups.number,
      title: orderLines.title,
      optionName: orderLines.optionName,
      quantity: orderLines.quantity,
      recipient: orderGroups.recipient,
      phone: orderGroups.phone,
      zonecode: orderGroups.zonecode,
      address: orderGroups.address,
      addressDetail: orderGroups.addressDetail,
      request: orderGroups.request,
    })
    .from(orderLines)
    .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
    .innerJoin(orderGroups, eq(orderGroups.id, shopOrders.groupId))
    .where(and(eq(orderLines.sellerId, actor.userId), inArray(orderLines.state, ["paid", "preparing"])))
    .orderBy(asc(orderLines.paidAt), asc(orderLines.id))
    .limit(500)
}

/**
 * Which of `lineIds` are the actor's to send: their state and whether a claim is open, by line, in one query.
 */
export async function findLinesForParcels(
  actor: Actor,
  lineIds: readonly string[],
): Promise<Map<string, { state: LineState; title: string; claimed: boolean }>> {
  if (actor.kind !== "member" || lineIds.length === 0) return new Map()
  const rows = await db()
    .select({
      id: orderLines.id,
      state: orderLines.state,
      title: orderLines.title,
      claimed: hasOpenClaim(sql`order_lines.id`),
    })
    .from(orderLines)
    .where(and(inArray(orderLines.id, [...lineIds]), eq(orderLines.sellerId, actor.userId)))
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Begins to prepare those of `lineIds` that are new, an order at a time; the others are left. Refusals:
 * `not_found` (one is not the actor's), `not_now` (none is new).
 */
export async function prepareLines(
  actor: Actor,
  lineIds: readonly string[],
): Promise<Outcome<"not_found" | "not_now", { prepared: number }>> {
  if (actor.kind !== "member") return refuse("not_found")
  const { userId } = actor
  const rows = await db()
    .select({ id: orderLines.id, orderId: orderLines.orderId })
    .from(orderLines)
    .where(and(inArray(orderLines.id, [...lineIds]), eq(orderLines.sellerId, userId)))
  if (rows.length !== lineIds.length) return refuse("not_found")
  let prepared = 0
  // One transaction an order: the order's row is the lock, and one that moved on does not hold up the others.
  for (const orderId of [...new Set(rows.map((row) => row.orderId))].sort()) {
    await inTransaction(async (tx) => {
      const locked = await lockSellerOrder(tx, orderId)
      const preparableLines =
        locked?.lines.filter(
          (line) => lineIds.includes(line.id) && findLineTransition(line, "prepare", "seller"),
        ) ?? []
      if (
        locked &&
        (await transitionLines(tx, locked.sellerOrder, preparableLines, {
          move: "prepare",
          role: "seller",
          actorId: userId,
        }))
      )
        prepared += preparableLines.length
    })
  }
  return prepared > 0 ? ok({ prepared }) : refuse("not_now")
}
