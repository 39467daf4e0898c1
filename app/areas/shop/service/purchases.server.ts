/** Owns what a buyer sees of purchases: the one being made, the list, one in full. */
import { and, desc, eq, inArray, or, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { workingDayAfter } from "#app/basics/business-days.ts"
import { isTimestamp } from "#app/basics/column-values.ts"
import { decodeCursor, encodeCursor } from "#app/basics/cursor.ts"
import { isId } from "#app/basics/ids.ts"
import { cutText } from "#app/basics/korean.ts"
import { builtOnce, db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import {
  claimsOpenTo,
  isOpenClaim,
  LIMITS,
  type ClaimKind,
  type ClaimState,
  type LineState,
} from "../rules.ts"
import { orderGroups, orderLines, payments, refunds, sellers, shopOrders } from "../schema.server.ts"
import type { LineView } from "../views.ts"
import { canMoveLine, type LineRow } from "./lines.server.ts"
import { cancelRefund } from "./after-sale.server.ts"

const PER_PAGE = 10

const lineView = (line: LineRow): LineView => ({
  id: line.id,
  productId: line.productId,
  title: line.title,
  optionName: line.optionName,
  pictureId: line.pictureId,
  unitWon: line.unitWon,
  quantity: line.quantity,
  discountWon: line.discountWon,
  madeToOrder: line.madeToOrder,
  state: line.state,
  carrier: line.carrier,
  trackingNumber: line.trackingNumber,
  deliveredAt: line.deliveredAt?.toISOString() ?? null,
})

const groupView = (group: typeof orderGroups.$inferSelect) => ({
  id: group.id,
  number: group.number,
  state: group.state,
  itemsWon: group.itemsWon,
  shippingWon: group.shippingWon,
  discountWon: group.discountWon,
  totalWon: group.totalWon,
  recipient: group.recipient,
  phone: group.phone,
  zonecode: group.zonecode,
  address: group.address,
  addressDetail: group.addressDetail,
  request: group.request,
  couponId: group.couponId,
  expiresAt: group.expiresAt.toISOString(),
  paidAt: group.paidAt?.toISOString() ?? null,
  createdAt: group.createdAt.toISOString(),
  refundBank: group.refundBank,
})

const orderRows = () =>
  db()
    .select({
      group: orderGroups,
      order: shopOrders,
      line: orderLines,
      sellerName: sellers.name,
      direct: sellers.direct,
      phone: sellers.phone,
      businessName: sellers.businessName,
      businessNumber: sellers.businessNumber,
    })
    .from(orderGroups)
    .innerJoin(shopOrders, eq(shopOrders.groupId, orderGroups.id))
    .innerJoin(orderLines, eq(orderLines.orderId, shopOrders.id))
    .innerJoin(sellers, eq(sellers.userId, shopOrders.sellerId))

const ordersOf = async (groupIds: readonly string[]) =>
  groupIds.length === 0
    ? []
    : bySeller(
        await orderRows()
          .where(inArray(shopOrders.groupId, [...groupIds]))
          .orderBy(shopOrders.id, orderLines.id),
      )

function bySeller(rows: Awaited<ReturnType<typeof orderRows>>) {
  const orders = new Map<
    string,
    {
      order: (typeof rows)[number]["order"]
      seller: {
        id: string
        name: string
        direct: boolean
        phone: string
        businessName: string
        businessNumber: string
      }
      lines: LineRow[]
    }
  >()
  for (const row of rows) {
    const there = orders.get(row.order.id)
    if (there) there.lines.push(row.line)
    else
      orders.set(row.order.id, {
        order: row.order,
        seller: {
          id: row.order.sellerId,
          name: row.sellerName,
          direct: row.direct,
          phone: row.phone,
          businessName: row.businessName,
          businessNumber: row.businessNumber,
        },
        lines: [row.line],
      })
  }
  return [...orders.values()]
}

const ownOrders = builtOnce(["groupId", "buyerId"], (own) =>
  orderRows()
    .where(and(eq(orderGroups.id, own.groupId), eq(orderGroups.buyerId, own.buyerId)))
    .orderBy(shopOrders.id, orderLines.id),
)
const ownPayments = builtOnce(["groupId", "buyerId"], (own) =>
  db()
    .select()
    .from(payments)
    .where(and(eq(payments.groupId, own.groupId), eq(payments.buyerId, own.buyerId)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(10),
)

/** The purchase that the buyer is making or has just made; null for everybody else. */
export async function findPurchase(actor: Actor, groupId: string) {
  if (actor.kind !== "member" || !isId(groupId)) return null
  const own = { groupId, buyerId: actor.userId }
  const [rows, attempts] = await Promise.all([ownOrders(own), ownPayments(own)])
  const group = rows[0]?.group
  if (!group) return null
  const orders = bySeller(rows)
  const payment =
    attempts.find((each) => each.approvedAt !== null) ??
    attempts.find((each) => each.state === "WAITING_FOR_DEPOSIT") ??
    attempts[0]
  // How it ended is being asked: until that is known the goods are kept, however late it is.
  const asking = group.state === "pending" && attempts.some((each) => each.state === "IN_PROGRESS")
  return {
    group: groupView(group),
    asking,
    isOver: group.state === "expired" || (group.state === "pending" && !asking && group.expiresAt <= now()),
    orders: orders.map(({ order, seller, lines }) => ({
      id: order.id,
      seller,
      itemsWon: order.itemsWon,
      shippingWon: order.shippingWon,
      discountWon: order.discountWon,
      refundedWon: order.refundedWon,
      feeWon: order.feeWon,
      freeFromWon: order.freeFromWon,
      returnWon: order.returnWon,
      lines: lines.map(lineView),
    })),
    refundedWon: orders.reduce((sum, { order }) => sum + order.refundedWon, 0),
    payment: payment
      ? {
          id: payment.id,
          isTrial: payment.provider === "simulator",
          state: payment.state,
          method: payment.method,
          methodText: payment.methodText.replace(/^카드 /, ""),
          bank: payment.bank,
          accountNumber: payment.accountNumber,
          dueAt: payment.dueAt?.toISOString() ?? null,
          approvedAt: payment.approvedAt?.toISOString() ?? null,
          failureMessage: payment.failureMessage,
          // The provider's own slip; the simulator has none.
          receiptUrl: payment.receiptUrl?.startsWith("https://") ? payment.receiptUrl : null,
        }
      : null,
    rows: orders,
  }
}

const ownAttempt = builtOnce(["paymentId", "buyerId"], (own) =>
  db()
    .select({
      id: payments.id,
      groupId: payments.groupId,
      provider: payments.provider,
      method: payments.method,
      amountWon: payments.amountWon,
      state: payments.state,
      accountNumber: payments.accountNumber,
      bank: payments.bank,
      groupState: orderGroups.state,
      recipient: orderGroups.recipient,
      phone: orderGroups.phone,
      expiresAt: orderGroups.expiresAt,
      title: sql<string>`(select l.title from order_lines l join shop_orders o on o.id = l.order_id
        where o.group_id = ${orderGroups.id} order by l.id limit 1)`,
      lines: sql<number>`(select count(*)::int from order_lines l join shop_orders o on o.id = l.order_id
        where o.group_id = ${orderGroups.id})`,
    })
    .from(payments)
    .innerJoin(orderGroups, eq(orderGroups.id, payments.groupId))
    .where(and(eq(payments.id, own.paymentId), eq(payments.buyerId, own.buyerId))),
)

/** A payment attempt of the buyer, for the page where it is paid; null for everybody else. */
export async function findAttempt(actor: Actor, paymentId: string) {
  if (actor.kind !== "member" || !isId(paymentId)) return null
  const [row] = await ownAttempt({ paymentId, buyerId: actor.userId })
  if (!row) return null
  const { title, lines, expiresAt, ...attempt } = row
  return {
    ...attempt,
    expiresAt: expiresAt.toISOString(),
    orderName: lines > 1 ? `${cutText(title, 80)} 외 ${lines - 1}건` : cutText(title, 90),
  }
}

/** The buyer's purchases, newest first; what was never placed is left out. */
export async function findPurchases(actor: Actor, after: string | null) {
  if (actor.kind !== "member") return { purchases: [], next: null }
  const place = decodeCursor(after, [isTimestamp, isId])
  const beingAsked = sql<boolean>`(order_groups.state = 'pending' and exists (select from payments p
    where p.group_id = order_groups.id and p.state = 'IN_PROGRESS'))`
  const found = await db()
    .select({
      group: orderGroups,
      needsAccount: sql<boolean>`exists (select from refunds r
        where r.group_id = order_groups.id and r.state = 'account_waiting')`,
      refunding: sql<boolean>`exists (select from refunds r
        where r.group_id = order_groups.id and r.state <> 'done')`,
      asking: beingAsked,
    })
    .from(orderGroups)
    .where(
      and(
        eq(orderGroups.buyerId, actor.userId),
        or(
          inArray(orderGroups.state, ["paid", "waiting_deposit"]),
          and(
            eq(orderGroups.state, "pending"),
            sql`${orderGroups.expiresAt} > ${now().toISOString()}::timestamptz`,
          ),
          beingAsked,
          sql`exists (select from payments p where p.group_id = ${orderGroups.id}
            and p.state in ('DONE', 'CANCELED') or p.group_id = ${orderGroups.id}
            and p.account_number is not null)`,
        ),
        place
          ? sql`(${orderGroups.createdAt}, ${orderGroups.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(orderGroups.createdAt), desc(orderGroups.id))
    .limit(PER_PAGE + 1)
  const groups = found.map((row) => row.group)
  const shown = groups.slice(0, PER_PAGE)
  const orders = await ordersOf(shown.map((group) => group.id))
  const last = shown.at(-1)
  return {
    purchases: shown.map((group) => {
      const own = orders.filter(({ order }) => order.groupId === group.id)
      const facts = found.find((row) => row.group.id === group.id)
      return {
        ...groupView(group),
        needsAccount: facts?.needsAccount ?? false,
        refunding: facts?.refunding ?? false,
        asking: facts?.asking ?? false,
        refundedWon: own.reduce((sum, { order }) => sum + order.refundedWon, 0),
        lines: own.flatMap(({ seller, lines }) =>
          lines.map((line) => ({ ...lineView(line), sellerName: seller.name })),
        ),
      }
    }),
    next: last && groups.length > PER_PAGE ? encodeCursor([last.createdAt.toISOString(), last.id]) : null,
  }
}

type ClaimFacts = { id: string; kind: ClaimKind; state: ClaimState; decisionReason: string; keptWon: number }

/** What has happened to lines, all of it in one query. */
const historiesOf = (lineIds: readonly string[]) =>
  db()
    .select({
      lineId: orderLines.id,
      reviewed: sql<boolean>`exists (select from product_reviews r where r.line_id = order_lines.id)`,
      claims: sql<
        ClaimFacts[]
      >`coalesce((select json_agg(json_build_object('id', c.id, 'kind', c.kind, 'state', c.state,
        'decisionReason', c.decision_reason, 'keptWon', c.kept_won) order by c.created_at desc)
        from claims c where c.line_id = order_lines.id), '[]')`,
      events: sql<
        { toState: LineState; at: string }[]
      >`coalesce((select json_agg(json_build_object('toState', e.to_state, 'at', e.at) order by e.at)
        from line_events e where e.line_id = order_lines.id), '[]')`,
    })
    .from(orderLines)
    .where(inArray(orderLines.id, [...lineIds]))

/** One purchase in full: its lines with what can be done to them now, claims, refunds and history. */
export async function findPurchaseDetail(actor: Actor, groupId: string) {
  const found = await findPurchase(actor, groupId)
  if (!found) return null
  const { rows, ...purchase } = found
  const lineIds = rows.flatMap(({ lines }) => lines.map((line) => line.id))
  const [histories, back] = await Promise.all([
    historiesOf(lineIds),
    db().select().from(refunds).where(eq(refunds.groupId, groupId)).orderBy(desc(refunds.createdAt)),
  ])
  const at = now()
  return {
    ...purchase,
    /** Ways back that the buyer has paid: they are part of what is left. */
    keptWon: histories.reduce(
      (sum, history) => sum + history.claims.reduce((all, claim) => all + claim.keptWon, 0),
      0,
    ),
    orders: purchase.orders.map((order) => {
      const row = rows.find((each) => each.order.id === order.id)
      return {
        ...order,
        lines: (row?.lines ?? []).map((line) => {
          const history = histories.find((each) => each.lineId === line.id)
          const [claim] = history?.claims ?? []
          const open = history?.claims.find((each) => isOpenClaim(each.state))
          const canCancel = row !== undefined && canMoveLine(line, "cancel", "buyer") !== undefined
          return {
            ...lineView(line),
            canCancel,
            sendBy:
              (line.state === "paid" || line.state === "preparing") && line.paidAt
                ? workingDayAfter(line.paidAt, LIMITS.sendWithinDays)
                : null,
            cancelWon: canCancel ? cancelRefund(row.order, row.lines, line, "buyer") : 0,
            canConfirm: !open && canMoveLine(line, "confirm", "buyer") !== undefined,
            claimKinds: open ? [] : claimsOpenTo(line, at).map((offer) => offer.kind),
            canReview:
              line.state === "confirmed" || line.state === "delivered" ? history?.reviewed === false : false,
            claim: claim
              ? { ...claim, canWithdraw: claim.state === "requested" || claim.state === "approved" }
              : null,
            events: history?.events ?? [],
          }
        }),
      }
    }),
    refunds: back.map((refund) => ({
      id: refund.id,
      amountWon: refund.amountWon,
      reason: refund.reason,
      state: refund.state,
      wrongAccount: refund.state === "account_waiting" && refund.failureCode !== null,
      at: (refund.doneAt ?? refund.createdAt).toISOString(),
    })),
  }
}
