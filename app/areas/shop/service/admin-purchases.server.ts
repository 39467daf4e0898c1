/**
 * What admins see of purchases: the list over all shops, and one with its lines, claims and every won.
 */
import { and, eq, or, sql, type SQL } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { toPrefixPattern } from "#app/basics/like-pattern.ts"
import { countCapped, countCappedDistinct } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { pageMerged } from "#app/platform/merged-page.server.ts"
import { type ListOrder, ascending, descending, page } from "#app/platform/page.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { type PurchaseState, type LineState } from "../rules.ts"
import { orderGroups, orderLines, sellers, shopOrders } from "../schema.server.ts"
import type { ClaimView, LineEventView, AdminPurchaseView } from "../views.ts"
import {
  findSearch,
  isPurchaseIn,
  purchaseId,
  refundedWon,
  selectFoundIds,
  selectNamed,
} from "./purchase-filters.server.ts"
import { selectClaimPictures } from "./sale-sql.server.ts"
import { returnFeeSql } from "./claim-events.server.ts"
import type { PaymentMethod } from "../../money/rules.ts"
import {
  isChargeOfPayment,
  isRefunding,
  selectLedger,
  selectPaymentMethod,
  selectPayments,
  selectRefunds,
} from "../../money/service/payment-sql.server.ts"
import type { PaymentView, LedgerEntryView } from "../../money/views.ts"
import {
  type PurchasePaymentFilter,
  type PurchaseFulfilmentFilter,
  type PurchaseSort,
} from "../filter-rules.ts"

const PAGE_SIZE = 30

export type PurchaseFilter = {
  pay: PurchasePaymentFilter | null
  work: PurchaseFulfilmentFilter | null
  /**
   * The number of an order or its id, the id of a payment, the beginning of a buyer's name, a part of a
   * product's or a shop's.
   */
  term: string
}

/** One by its number, by a part of it, by its id or that of a payment; undefined where `term` is none. */
function numberCondition(term: string): SQL | undefined {
  const typed: unknown = term.trim()
  if (isId(typed))
    return sql`${or(sql`${purchaseId} = ${typed}::uuid`, isChargeOfPayment(purchaseId, typed))}`
  return /^\d{8}-\d{1,8}$/.test(term.trim())
    ? sql`order_groups.number like ${toPrefixPattern(term)}`
    : undefined
}

/** How the purchases of `filter` are found: in the order of the list, or by the condition `where`. */
function planPurchases(filter: PurchaseFilter, sort: PurchaseSort) {
  const term = filter.term.trim()
  const number = numberCondition(term)
  const search = number ? null : findSearch({ ...filter, term }, sort)
  const isNamed = term === "" || number ? number : sql`${purchaseId} in ${selectNamed(term)}`
  return { search, where: and(isPurchaseIn(filter), isNamed) }
}

const SORT_ORDERS: Record<PurchaseSort, ListOrder> = {
  newest: descending("newest", [orderGroups.createdAt, "time"], [orderGroups.id, "id"]),
  oldest: ascending("oldest", [orderGroups.createdAt, "time"], [orderGroups.id, "id"]),
  amount: descending("amount", [orderGroups.totalWon, "integer"], [orderGroups.id, "id"]),
}

export type AdminPurchaseRow = {
  id: string
  number: string
  state: PurchaseState
  buyerId: string
  buyer: string
  totalWon: number
  refundedWon: number
  refunding: boolean
  method: PaymentMethod | null
  createdAt: string
  paidAt: string | null
  /** The first line's, and how many there are. */
  title: string
  pictureId: string | null
  lines: number
  shops: string[]
  openClaims: number
  /** Every state that one of its lines is in. */
  states: LineState[]
}

/** Rows of a list of purchases, joined with those that `found` holds where it is given. */
const selectPurchases = (sortKeys: SQL<string[]>, found: SQL | null) => {
  const rows = db()
    .select({
      id: orderGroups.id,
      number: orderGroups.number,
      state: orderGroups.state,
      buyerId: orderGroups.buyerId,
      totalWon: orderGroups.totalWon,
      createdAt: orderGroups.createdAt,
      paidAt: orderGroups.paidAt,
      sortKeys,
      buyer: sql<
        string | null
      >`(select p.name from office_people p where p.user_id = order_groups.buyer_id and left_at is null)`,
      refundedWon,
      refunding: isRefunding(purchaseId),
      method: selectPaymentMethod(purchaseId),
      goods: sql<{
        title: string
        pictureId: string | null
        lines: number
        states: LineState[]
        shops: string[]
      } | null>`(
        select jsonb_build_object('title', (array_agg(l.title
          order by l.id))[1], 'pictureId', (array_agg(l.picture_id
          order by l.id))[1], 'lines', count(*), 'states', jsonb_agg(distinct l.state), 'shops',
          jsonb_agg(distinct s.name))
        from shop_orders o join order_lines l on l.order_id = o.id join sellers s on s.user_id = o.seller_id
          where o.group_id = order_groups.id)`,
      openClaims: sql<number>`(select count(*)::int from shop_orders o join claims c on c.order_id = o.id
            where o.group_id = order_groups.id and c.state in ('requested', 'approved', 'collecting',
            'collected'))`,
    })
    .from(orderGroups)
  return found ? rows.innerJoin(found, sql`found.id = order_groups.id`) : rows
}

/**
 * A page of the purchases that `filter` finds; `limit` is for exports. One query; empty for anybody but an
 * admin.
 */
export async function findPurchasesForAdmin(
  actor: Actor,
  options: { filter: PurchaseFilter; sort: PurchaseSort; cursor: string | null; limit?: number },
): Promise<{ rows: AdminPurchaseRow[]; cursor: string | null }> {
  if (!hasRight(actor, "people")) return { rows: [], cursor: null }
  const { filter, sort } = options
  const { search, where } = planPurchases(filter, sort)
  const list = {
    order: SORT_ORDERS[sort],
    cursor: options.cursor,
    size: options.limit ?? PAGE_SIZE,
  }
  const { rows: shown, cursor } =
    search !== null
      ? await pageMerged({ ...list, ...search, from: selectPurchases })
      : await page({ ...list, from: (sortKeys) => selectPurchases(sortKeys, null), filter: where })
  return {
    cursor,
    rows: shown.map(({ goods, buyer, createdAt, paidAt, ...row }) => ({
      ...row,
      buyer: buyer ?? "탈퇴한 회원",
      createdAt: createdAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
      title: goods?.title ?? "",
      pictureId: goods?.pictureId ?? null,
      lines: goods?.lines ?? 0,
      states: goods?.states ?? [],
      shops: goods?.shops ?? [],
    })),
  }
}

/** How many purchases `filter` finds, at most `maxRows` (null: all); 0 for anybody but an admin. */
export async function countFilteredPurchases(
  actor: Actor,
  filter: PurchaseFilter,
  maxRows?: number | null,
): Promise<number> {
  if (!hasRight(actor, "people")) return 0
  const { search, where } = planPurchases(filter, "newest")
  return search
    ? countCappedDistinct(selectFoundIds(search), maxRows)
    : countCapped(orderGroups, where, maxRows)
}

/**
 * One purchase with all that an admin decides by: every shop's order with its lines and claims, the payments
 * and refunds, its lines of the ledger. Two queries; null for anybody but an admin, and where there is none.
 */
export async function findPurchaseForAdmin(
  actor: Actor,
  groupId: unknown,
): Promise<AdminPurchaseView | null> {
  if (!hasRight(actor, "people") || !isId(groupId)) return null
  const [[head], rows] = await Promise.all([selectHead(groupId), selectLines(groupId)])
  if (!head) return null
  const { purchase } = head
  const sellerOrders = groupBySeller(rows)
  return {
    id: purchase.id,
    number: purchase.number,
    state: purchase.state,
    buyerId: purchase.buyerId,
    recipient: purchase.recipient,
    phone: purchase.phone,
    address: [purchase.zonecode, purchase.address, purchase.addressDetail].filter(Boolean).join(" "),
    request: purchase.request,
    itemsWon: purchase.itemsWon,
    shippingWon: purchase.shippingWon,
    discountWon: purchase.discountWon,
    totalWon: purchase.totalWon,
    createdAt: purchase.createdAt.toISOString(),
    paidAt: purchase.paidAt?.toISOString() ?? null,
    coupon: head.coupon,
    payments: head.payments,
    refunds: head.refunds,
    ledger: head.ledger,
    sellerOrders,
    refundedWon: sellerOrders.reduce((sum, sellerOrder) => sum + sellerOrder.refundedWon, 0),
    sums: summarizeLedger(head.ledger, head.payments, sellerOrders),
  }
}

/** A purchase with its money; nothing where it was never placed. */
const selectHead = (groupId: string) =>
  db()
    .select({
      purchase: orderGroups,
      coupon: sql<string | null>`(select c.name from coupons c where c.id = order_groups.coupon_id)`,
      payments: selectPayments(purchaseId),
      refunds: selectRefunds(purchaseId),
      ledger: selectLedger(purchaseId),
    })
    .from(orderGroups)
    .where(and(eq(orderGroups.id, groupId), sql`order_groups.consented_at is not null`))

/** Every line with what happened to it and what was claimed about it. */
const selectLines = (groupId: string) =>
  db()
    .select({
      sellerOrder: shopOrders,
      line: orderLines,
      seller: sellers.name,
      events: sql<
        LineEventView[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'move', e.move, 'toState', e.to_state,
        'role', e.actor_role, 'at', e.at) order by e.at, e.id) from line_events e
        where e.line_id = ${orderLines.id}), '[]')`,
      claims: sql<
        ClaimView[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'state', c.state,
        'reason', c.reason, 'detail', c.detail, 'fault', c.fault, 'feeWon', ${returnFeeSql("c")},
        'newOptionName', c.option_name,
        'createdAt', c.created_at,
        'photos', ${selectClaimPictures(sql`c.id`)},
        'events', coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'move', e.move, 'toState',
          e.to_state, 'role', e.actor_role, 'reason', e.reason, 'at', e.at) order by e.at, e.id)
          from claim_events e where e.claim_id = c.id), '[]'))
        order by c.created_at desc, c.id desc) from claims c where c.line_id = ${orderLines.id}), '[]')`,
    })
    .from(shopOrders)
    .innerJoin(orderLines, eq(orderLines.orderId, shopOrders.id))
    .innerJoin(sellers, eq(sellers.userId, shopOrders.sellerId))
    .where(eq(shopOrders.groupId, groupId))
    .orderBy(shopOrders.id, orderLines.id)

function groupBySeller(rows: Awaited<ReturnType<typeof selectLines>>): AdminPurchaseView["sellerOrders"] {
  const firstRows = [...new Map(rows.map((row) => [row.sellerOrder.id, row])).values()]
  return firstRows.map(({ sellerOrder, seller }) => ({
    id: sellerOrder.id,
    sellerId: sellerOrder.sellerId,
    seller,
    itemsWon: sellerOrder.itemsWon,
    shippingWon: sellerOrder.shippingWon,
    discountWon: sellerOrder.discountWon,
    refundedWon: sellerOrder.refundedWon,
    heldWon: sellerOrder.paidAt
      ? sellerOrder.itemsWon +
        sellerOrder.shippingWon -
        sellerOrder.discountWon -
        sellerOrder.refundedWon -
        sellerOrder.releasedWon
      : 0,
    lines: rows
      .filter((row) => row.sellerOrder.id === sellerOrder.id)
      .map(({ line, events, claims }) => ({
        id: line.id,
        productId: line.productId,
        title: line.title,
        optionName: line.optionName,
        pictureId: line.pictureId,
        unitWon: line.unitWon,
        quantity: line.quantity,
        discountWon: line.discountWon,
        state: line.state,
        carrier: line.carrier,
        trackingNumber: line.trackingNumber,
        endReason: line.endReason,
        isMissing: line.missingAt !== null,
        claims,
        events,
      })),
  }))
}

/**
 * What became of every won that was paid; `isBalanced` where the payments, the ledger and the orders say the
 * same.
 */
function summarizeLedger(
  lines: readonly LedgerEntryView[],
  payments: readonly PaymentView[],
  sellerOrders: readonly { heldWon: number }[],
): AdminPurchaseView["sums"] {
  const sum = (matches: (line: LedgerEntryView) => boolean) =>
    lines.reduce((total, line) => total + (matches(line) ? line.amountWon : 0), 0)
  const paidWon = -sum((line) => line.account === "outside" && line.kind === "payment")
  const sellerWon = sum((line) => line.account === "seller")
  const platformWon = sum((line) => line.account === "platform")
  const returnedWon = sum((line) => line.account === "outside" && line.kind !== "payment")
  const refundingWon = sum((line) => line.account === "refunding")
  const heldWon = sum((line) => line.account === "held")
  const chargedWon = payments.reduce(
    (total, { state, amountWon, approvedAt }) =>
      total +
      (approvedAt !== null && ["DONE", "PARTIAL_CANCELED", "CANCELED"].includes(state) ? amountWon : 0),
    0,
  )
  return {
    paidWon,
    sellerWon,
    platformWon,
    returnedWon,
    refundingWon,
    heldWon,
    isBalanced:
      paidWon === chargedWon &&
      paidWon === sellerWon + platformWon + returnedWon + refundingWon + heldWon &&
      heldWon === sellerOrders.reduce((total, sellerOrder) => total + sellerOrder.heldWon, 0),
  }
}
