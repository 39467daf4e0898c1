/** What a buyer sees of purchases: the one being made, the list, one in full. */
import { and, desc, eq, inArray, or, sql } from "drizzle-orm"
import type { SelectedFields } from "drizzle-orm/pg-core"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { preparedQuery, db } from "#app/platform/db.server.ts"
import { getTrackingProvider } from "#app/platform/services.server.ts"
import type { ParcelStation } from "#app/platform/tracking/tracking.ts"
import type { Actor } from "../../accounts/rules.ts"
import { describePromisedArrival, type LineState, type ParcelState } from "../rules.ts"
import { parcels } from "../parcel-schema.server.ts"
import { orderGroups, orderLines, sellers, shopOrders } from "../schema.server.ts"
import { calculateSendBy, describeLineArrival } from "./arrival.server.ts"
import { hasOpenClaim } from "./sale-sql.server.ts"
import type {
  ClaimSummary,
  LineView,
  ListedPurchase,
  PurchaseDetail,
  PurchaseSummary,
  PurchaseView,
  SellerOrderView,
} from "../views.ts"
import { findLineTransition, type LineRow } from "./transitions.server.ts"
import { calculateLineCancelRefundWon } from "./after-sale.server.ts"
import { refunds } from "../../money/schema.server.ts"
import { toCashReceiptsView } from "../../money/service/cash-receipt-sql.server.ts"
import {
  isPaymentConfirming,
  isRefundAccountMissing,
  isRefunding,
  selectOwnPayments,
  wasPaidOrAwaitedDeposit,
} from "../../money/service/payment-sql.server.ts"
import { descending, page } from "#app/platform/page.server.ts"
import { isOpenClaim, listAvailableClaims } from "../claim-rules.ts"

const PAGE_SIZE = 10

type TrackedLine = LineRow & { parcelState: ParcelState | null }

const toLineView = (line: TrackedLine): LineView => ({
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
  parcelState: line.parcelState,
  deliveredAt: line.deliveredAt?.toISOString() ?? null,
  deliverySource: line.deliverySource,
  isMissing: line.missingAt !== null,
})

const toPurchaseSummary = (purchase: typeof orderGroups.$inferSelect): PurchaseSummary => ({
  id: purchase.id,
  number: purchase.number,
  state: purchase.state,
  itemsWon: purchase.itemsWon,
  shippingWon: purchase.shippingWon,
  discountWon: purchase.discountWon,
  totalWon: purchase.totalWon,
  recipient: purchase.recipient,
  phone: purchase.phone,
  zonecode: purchase.zonecode,
  address: purchase.address,
  addressDetail: purchase.addressDetail,
  request: purchase.request,
  couponId: purchase.couponId,
  expiresAt: purchase.expiresAt.toISOString(),
  paidAt: purchase.paidAt?.toISOString() ?? null,
  createdAt: purchase.createdAt.toISOString(),
  refundBank: purchase.refundBank,
})

const selectSellerOrderRows = <More extends SelectedFields>(more: More) =>
  db()
    .select({
      ...more,
      purchase: orderGroups,
      sellerOrder: shopOrders,
      line: orderLines,
      parcelState: parcels.state,
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
    .leftJoin(
      parcels,
      and(
        eq(parcels.orderId, orderLines.orderId),
        eq(parcels.carrier, orderLines.carrier),
        eq(parcels.trackingNumber, orderLines.trackingNumber),
      ),
    )

const findSellerOrders = async (groupIds: readonly string[]) =>
  groupIds.length === 0
    ? []
    : groupBySellerOrder(
        await selectSellerOrderRows({})
          .where(inArray(shopOrders.groupId, [...groupIds]))
          .orderBy(shopOrders.id, orderLines.id),
      )

type SellerOrderRows = {
  sellerOrder: typeof shopOrders.$inferSelect
  seller: SellerOrderView["seller"]
  lines: TrackedLine[]
}

function groupBySellerOrder(rows: Awaited<ReturnType<typeof selectSellerOrderRows>>): SellerOrderRows[] {
  const sellerOrders = new Map<string, SellerOrderRows>()
  for (const row of rows) {
    const existing = sellerOrders.get(row.sellerOrder.id)
    const line = { ...row.line, parcelState: row.parcelState }
    if (existing) existing.lines.push(line)
    else
      sellerOrders.set(row.sellerOrder.id, {
        sellerOrder: row.sellerOrder,
        seller: {
          id: row.sellerOrder.sellerId,
          name: row.sellerName,
          direct: row.direct,
          phone: row.phone,
          businessName: row.businessName,
          businessNumber: row.businessNumber,
        },
        lines: [line],
      })
  }
  return [...sellerOrders.values()]
}

const ownSellerOrdersQuery = preparedQuery(["groupId", "buyerId"], (own) =>
  selectSellerOrderRows({ attempts: selectOwnPayments(own.groupId) })
    .where(and(eq(orderGroups.id, own.groupId), eq(orderGroups.buyerId, own.buyerId)))
    .orderBy(shopOrders.id, orderLines.id),
)

/** The purchase that the buyer is making or has just made; null for everybody else. */
export async function findPurchase(
  actor: Actor,
  groupId: string,
): Promise<(PurchaseView & { rows: SellerOrderRows[] }) | null> {
  if (actor.kind !== "member" || !isId(groupId)) return null
  const rows = await ownSellerOrdersQuery({ groupId, buyerId: actor.userId })
  if (!rows[0]) return null
  const { purchase, attempts } = rows[0]
  const sellerOrders = groupBySellerOrder(rows)
  const payment =
    attempts.find((each) => each.approvedAt !== null) ??
    attempts.find((each) => each.state === "WAITING_FOR_DEPOSIT") ??
    attempts[0]
  // How it ended is being asked: until that is known the goods are kept, however late it is.
  const isConfirming = purchase.state === "pending" && attempts.some((each) => each.state === "IN_PROGRESS")
  return {
    purchase: toPurchaseSummary(purchase),
    asking: isConfirming,
    isOver:
      purchase.state === "expired" ||
      (purchase.state === "pending" && !isConfirming && purchase.expiresAt <= now()),
    sellerOrders: sellerOrders.map(({ sellerOrder, seller, lines }) => ({
      id: sellerOrder.id,
      seller,
      itemsWon: sellerOrder.itemsWon,
      shippingWon: sellerOrder.shippingWon,
      discountWon: sellerOrder.discountWon,
      refundedWon: sellerOrder.refundedWon,
      feeWon: sellerOrder.feeWon,
      freeFromWon: sellerOrder.freeFromWon,
      returnWon: sellerOrder.returnWon,
      arrivalText: describePromisedArrival(sellerOrder.arrivesOn, now()),
      lines: lines.map(toLineView),
    })),
    refundedWon: sellerOrders.reduce((sum, { sellerOrder }) => sum + sellerOrder.refundedWon, 0),
    payment: payment
      ? {
          id: payment.id,
          isSimulated: payment.provider === "simulator",
          state: payment.state,
          method: payment.method,
          methodText: payment.methodText.replace(/^카드 /, ""),
          bank: payment.bank,
          accountNumber: payment.accountNumber,
          dueAt: toIsoTime(payment.dueAt),
          approvedAt: toIsoTime(payment.approvedAt),
          failureMessage: payment.failureMessage,
          // The provider's own slip; the simulator has none.
          receiptUrl: payment.receiptUrl?.startsWith("https://") ? payment.receiptUrl : null,
          ...toCashReceiptsView(
            { ...payment, approvedAt: payment.approvedAt === null ? null : new Date(payment.approvedAt) },
            sellerOrders.map((row) => row.sellerOrder),
          ),
        }
      : null,
    rows: sellerOrders,
  }
}

/** A moment of the database to the millisecond, as everything else here says it. */
const toIsoTime = (time: string | null) => (time === null ? null : new Date(time).toISOString())

const PURCHASE_ORDER = descending("newest", [orderGroups.createdAt, "time"], [orderGroups.id, "id"])

/** The buyer's purchases, newest first; what was never placed is left out. */
export async function findPurchases(
  actor: Actor,
  after: string | null,
): Promise<{ purchases: ListedPurchase[]; next: string | null }> {
  if (actor.kind !== "member") return { purchases: [], next: null }
  const purchaseId = sql`order_groups.id`
  const isConfirming = sql<boolean>`(order_groups.state = 'pending' and ${isPaymentConfirming(purchaseId)})`
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          purchase: orderGroups,
          needsAccount: isRefundAccountMissing(purchaseId),
          refunding: isRefunding(purchaseId),
          isConfirming,
          sortKeys,
        })
        .from(orderGroups),
    order: PURCHASE_ORDER,
    filter: and(
      eq(orderGroups.buyerId, actor.userId),
      or(
        inArray(orderGroups.state, ["paid", "waiting_deposit"]),
        and(
          eq(orderGroups.state, "pending"),
          sql`${orderGroups.expiresAt} > ${now().toISOString()}::timestamptz`,
        ),
        isConfirming,
        wasPaidOrAwaitedDeposit(purchaseId),
      ),
    ),
    cursor: after,
    size: PAGE_SIZE,
  })
  const purchaseRows = found.rows.map((row) => row.purchase)
  const pagePurchases = purchaseRows.slice(0, PAGE_SIZE)
  const ids = pagePurchases.map((purchase) => purchase.id)
  const [sellerOrders, offered] = await Promise.all([findSellerOrders(ids), findLineStates(ids)])
  const histories = new Map(offered.map((row) => [row.lineId, row]))
  return {
    purchases: pagePurchases.map((purchase) => {
      const own = sellerOrders.filter(({ sellerOrder }) => sellerOrder.groupId === purchase.id)
      const matchingRow = found.rows.find((row) => row.purchase.id === purchase.id)
      return {
        ...toPurchaseSummary(purchase),
        needsAccount: matchingRow?.needsAccount ?? false,
        refunding: matchingRow?.refunding ?? false,
        isConfirming: matchingRow?.isConfirming ?? false,
        refundedWon: own.reduce((sum, { sellerOrder }) => sum + sellerOrder.refundedWon, 0),
        lines: own.flatMap(({ sellerOrder, seller, lines }) =>
          lines.map((line) => ({
            ...toLineView(line),
            sellerName: seller.name,
            arrivalText: describeLineArrival(line.shippedAt, sellerOrder.arrivesOn, now()),
            ...listLineOffers(line, histories.get(line.id)),
          })),
        ),
      }
    }),
    next: found.cursor,
  }
}

/** Whether lines of purchases were reviewed, and are claimed now. */
const findLineStates = async (groupIds: readonly string[]) =>
  groupIds.length === 0
    ? []
    : db()
        .select({ lineId: orderLines.id, reviewed: isReviewed, claimed: hasOpenClaim(LINE_ID) })
        .from(orderLines)
        .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
        .where(inArray(shopOrders.groupId, [...groupIds]))

/** What the list offers for a line: a review, a return or an exchange. */
const listLineOffers = (line: LineRow, state: { reviewed: boolean; claimed: boolean } | undefined) => ({
  canReview: isReviewable(line) && state?.reviewed === false,
  claimKinds: state?.claimed ? [] : listAvailableClaims(line, now()).map((offer) => offer.kind),
})

const isReviewable = (line: LineRow) => line.state === "confirmed" || line.state === "delivered"

const LINE_ID = sql`order_lines.id`
const isReviewed = sql<boolean>`exists (select from product_reviews r where r.line_id = order_lines.id)`

/** What has happened to lines, all of it in one query. */
const findLineHistories = (lineIds: readonly string[]) =>
  db()
    .select({
      lineId: orderLines.id,
      reviewed: isReviewed,
      parcel: sql<{ stations: ParcelStation[] } | null>`(select json_build_object('stations', p.stations)
        from parcels p where p.order_id = order_lines.order_id and p.carrier = order_lines.carrier
          and p.tracking_number = order_lines.tracking_number)`,
      claims: sql<
        ClaimSummary[]
      >`coalesce((select json_agg(json_build_object('id', c.id, 'kind', c.kind, 'state', c.state,
        'decisionReason', c.decision_reason, 'withheldWon', c.kept_won, 'optionName', c.option_name)
        order by c.created_at desc)
        from claims c where c.line_id = order_lines.id), '[]')`,
      events: sql<
        { toState: LineState; at: string }[]
      >`coalesce((select json_agg(json_build_object('toState', e.to_state, 'at', e.at) order by e.at)
        from line_events e where e.line_id = order_lines.id), '[]')`,
    })
    .from(orderLines)
    .where(inArray(orderLines.id, [...lineIds]))

/** What its buyer can say of the arrival of a line now. */
const listArrivalMoves = (line: LineRow, isClaimed: boolean) => ({
  canConfirm: !isClaimed && findLineTransition(line, "confirm", "buyer") !== undefined,
  canReportMissing:
    !isClaimed &&
    line.deliverySource !== "buyer" &&
    findLineTransition(line, "report_missing", "buyer") !== undefined,
})

/** One purchase in full: its lines with what can be done to them now, claims, refunds and history. */
export async function findPurchaseDetail(actor: Actor, groupId: string): Promise<PurchaseDetail | null> {
  const found = await findPurchase(actor, groupId)
  if (!found) return null
  const { rows, ...purchase } = found
  const lineIds = rows.flatMap(({ lines }) => lines.map((line) => line.id))
  const [histories, refundRows] = await Promise.all([
    findLineHistories(lineIds),
    db().select().from(refunds).where(eq(refunds.groupId, groupId)).orderBy(desc(refunds.createdAt)),
  ])
  const at = now()
  return {
    ...purchase,
    withheldWon: histories.reduce(
      (sum, history) => sum + history.claims.reduce((all, claim) => all + claim.withheldWon, 0),
      0,
    ),
    sellerOrders: purchase.sellerOrders.map((sellerOrder) => {
      const row = rows.find((each) => each.sellerOrder.id === sellerOrder.id)
      const arrivesOn = row?.sellerOrder.arrivesOn ?? null
      return {
        ...sellerOrder,
        lines: (row?.lines ?? []).map((line) => {
          const history = histories.find((each) => each.lineId === line.id)
          const [claim] = history?.claims ?? []
          const open = history?.claims.find((each) => isOpenClaim(each.state))
          const canCancel = row !== undefined && findLineTransition(line, "cancel", "buyer") !== undefined
          return {
            ...toLineView(line),
            arrivalText: describeLineArrival(line.shippedAt, arrivesOn, at),
            canCancel,
            sendBy:
              (line.state === "paid" || line.state === "preparing") && line.paidAt
                ? calculateSendBy(line.paidAt, arrivesOn, at)
                : null,
            cancelWon: canCancel
              ? calculateLineCancelRefundWon(row.sellerOrder, row.lines, line, "buyer")
              : 0,
            ...listArrivalMoves(line, open !== undefined),
            parcel: history?.parcel
              ? { stations: history.parcel.stations, isSimulated: getTrackingProvider() === "simulator" }
              : null,
            claimKinds: open ? [] : listAvailableClaims(line, at).map((offer) => offer.kind),
            canReview: isReviewable(line) && history?.reviewed === false,
            claim: claim
              ? { ...claim, canWithdraw: claim.state === "requested" || claim.state === "approved" }
              : null,
            events: history?.events ?? [],
          }
        }),
      }
    }),
    refunds: refundRows.map((refund) => ({
      id: refund.id,
      amountWon: refund.amountWon,
      reason: refund.reason,
      state: refund.state,
      isAccountRejected: refund.state === "account_waiting" && refund.failureCode !== null,
      at: (refund.doneAt ?? refund.createdAt).toISOString(),
    })),
  }
}
