/** What people are told of their orders, claims, products and shops. */
import { href } from "react-router"
import { and, count, eq, inArray, isNotNull, sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { withJosa } from "#app/basics/korean.ts"
import { formatWon } from "#app/basics/won.ts"
import { notify, type UserNotification } from "../../notifications/service/notify.server.ts"
import { type LineMove } from "../rules.ts"
import { claims, orderGroups, orderLines, products, shopOrders } from "../schema.server.ts"
import { getClaimKey, getLineKey, getNewSaleKey, getQuestionKey, getReviewKey } from "./notification-keys.ts"
import type { ClaimEvent, LineEvent, SellerOrderEvent } from "./events.server.ts"
import { payments, refunds } from "../../money/schema.server.ts"
import { askRefundAccount, notifyOfToldAccount } from "../../money/service/charge-notifications.server.ts"
import { CLAIM_KIND_LABELS, type ClaimMove } from "../claim-rules.ts"

const NOTIFICATION_KIND = "shop" as const
const purchasePath = (groupId: string) => href("/shopping/orders/:groupId", { groupId })
const SELLER_DESK_PATH = href("/shopping/admin")

/** Subscriber of "shop.paid", for all that were paid together: both sides of each. */
export async function notifyPaid(events: readonly SellerOrderEvent[], tx: Transaction): Promise<void> {
  const rows = await tx
    .select({
      orderId: orderLines.orderId,
      title: sql<string>`(array_agg(${orderLines.title} order by ${orderLines.id}))[1]`,
      lines: count(),
    })
    .from(orderLines)
    .where(
      inArray(
        orderLines.orderId,
        events.map((event) => event.orderId),
      ),
    )
    .groupBy(orderLines.orderId)
  const textBySellerOrder = new Map(
    rows.map(({ orderId, title, lines }) => [orderId, lines > 1 ? `${title} 외 ${lines - 1}건` : title]),
  )
  await notify(
    tx,
    events.flatMap((event): UserNotification[] => {
      const text = textBySellerOrder.get(event.orderId) ?? ""
      return [
        {
          userId: event.sellerId,
          kind: NOTIFICATION_KIND,
          title: "새 주문이 들어왔어요",
          text,
          href: `${SELLER_DESK_PATH}/orders`,
          deduplicationKey: getNewSaleKey(event.orderId),
        },
        {
          userId: event.buyerId,
          kind: NOTIFICATION_KIND,
          title: "결제를 완료했어요",
          text,
          href: purchasePath(event.groupId),
          deduplicationKey: `shop.paid:${event.groupId}`,
        },
      ]
    }),
  )
}

/** Subscriber of "shop.deposit_waiting". */
export async function notifyDepositWaiting(
  { groupId, buyerId }: Events["shop.deposit_waiting"],
  tx: Transaction,
): Promise<void> {
  const row = await findDepositAccount(tx, groupId)
  await notify(tx, [
    {
      userId: buyerId,
      kind: NOTIFICATION_KIND,
      title: "입금을 기다리고 있어요",
      text: row ? `${row.bank ?? ""} ${row.account ?? ""} · ${formatWon(row.totalWon)}` : "",
      href: purchasePath(groupId),
      deduplicationKey: `shop.deposit:${groupId}`,
    },
  ])
}

/**
 * Subscriber of "shop.expired": who was to pay into an account hears that it is closed; a checkout that was
 * left is nothing to tell.
 */
export async function notifyDepositExpired(
  { groupId, buyerId, byBuyer }: Events["shop.expired"],
  tx: Transaction,
): Promise<void> {
  const row = byBuyer ? undefined : await findDepositAccount(tx, groupId)
  if (!row) return
  await notify(tx, [
    {
      userId: buyerId,
      kind: NOTIFICATION_KIND,
      title: "입금 기한이 지나 주문이 취소됐어요",
      text: `${row.bank ?? ""} ${row.account ?? ""}에는 이제 입금하지 마세요. 다시 주문할 수 있어요.`,
      href: purchasePath(groupId),
      deduplicationKey: `shop.expired:${groupId}`,
    },
  ])
}

/** The account of a purchase; attempts by card before it have none. */
async function findDepositAccount(tx: Transaction, groupId: string) {
  const [row] = await tx
    .select({ bank: payments.bank, account: payments.accountNumber, totalWon: orderGroups.totalWon })
    .from(payments)
    .innerJoin(orderGroups, eq(orderGroups.id, payments.groupId))
    .where(and(eq(payments.groupId, groupId), isNotNull(payments.accountNumber)))
    .limit(1)
  return row
}

/** Asks buyers whether what was sent to them has arrived, in the transaction that counts the asking. */
export async function notifyArrivalAsked(
  tx: Transaction,
  lines: readonly { id: string; title: string; asked: number }[],
): Promise<void> {
  const rows = await tx
    .select({ lineId: orderLines.id, buyerId: shopOrders.buyerId, groupId: shopOrders.groupId })
    .from(orderLines)
    .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
    .where(
      inArray(
        orderLines.id,
        lines.map((line) => line.id),
      ),
    )
  const lineById = new Map(lines.map((line) => [line.id, line]))
  await notify(
    tx,
    rows.map(({ lineId, buyerId, groupId }) => ({
      userId: buyerId,
      kind: NOTIFICATION_KIND,
      title: "상품을 받으셨나요? 도착했는지 알려 주세요",
      text: lineById.get(lineId)?.title ?? "",
      href: purchasePath(groupId),
      deduplicationKey: `shop.ask_arrival:${lineId}:${lineById.get(lineId)?.asked ?? 0}`,
    })),
  )
}

const BUYER_LINE_TITLES: Partial<Record<LineMove, string>> = {
  ship: "상품을 보냈어요",
  deliver: "상품이 도착했어요. 확인하고 구매를 확정해 주세요",
  sell_out: "판매자가 주문을 취소했어요. 결제한 금액은 돌려드려요",
  resend: "교환 상품을 보냈어요",
  reship: "판매자가 상품을 다시 보냈어요",
  lose: "받지 못한 상품의 금액을 돌려드려요",
  return: "반품을 완료했어요",
  office_cancel: "고객센터가 주문을 취소했어요. 결제한 금액은 돌려드려요",
  office_return: "고객센터가 상품 금액을 환불했어요. 상품은 보내지 않아도 돼요",
}
/** Where no carrier says so. */
const SAID_DELIVERED_TITLE = "판매자가 도착했다고 알렸어요. 받으셨는지 확인해 주세요"
const SELLER_LINE_TITLES: Partial<Record<LineMove, string>> = {
  cancel: "구매자가 주문을 취소했어요",
  confirm: "구매가 확정됐어요",
  report_missing: "구매자가 상품을 못 받았대요. 확인해 주세요",
  office_cancel: "고객센터가 주문을 취소했어요. 보내지 마세요",
  office_return: "고객센터가 구매자에게 상품 금액을 환불했어요",
}

/** Subscriber of "shop.line_moved", for all that moved together. */
export async function notifyLineTransitions(events: readonly LineEvent[], tx: Transaction): Promise<void> {
  const relevantEvents = events.filter(
    (event) => BUYER_LINE_TITLES[event.move] || SELLER_LINE_TITLES[event.move],
  )
  if (relevantEvents.length === 0) return
  const rows = await tx
    .select({
      id: orderLines.id,
      title: orderLines.title,
      shippedAt: orderLines.shippedAt,
      deliverySource: orderLines.deliverySource,
    })
    .from(orderLines)
    .where(
      inArray(
        orderLines.id,
        relevantEvents.map((event) => event.lineId),
      ),
    )
  const lines = new Map(rows.map((row) => [row.id, row]))
  await notify(
    tx,
    relevantEvents.flatMap((event): UserNotification[] => {
      const line = lines.get(event.lineId)
      const deduplicationKey = getLineKey(event.move, {
        id: event.lineId,
        shippedAt: line?.shippedAt ?? null,
      })
      const [buyer, seller, text] = [
        event.move === "deliver" && line?.deliverySource === "seller"
          ? SAID_DELIVERED_TITLE
          : BUYER_LINE_TITLES[event.move],
        SELLER_LINE_TITLES[event.move],
        line?.title ?? "",
      ]
      return [
        ...(buyer
          ? [
              {
                userId: event.buyerId,
                kind: NOTIFICATION_KIND,
                title: buyer,
                text,
                href: purchasePath(event.groupId),
                deduplicationKey,
              },
            ]
          : []),
        ...(seller
          ? [
              {
                userId: event.sellerId,
                kind: NOTIFICATION_KIND,
                title: seller,
                text,
                href: `${SELLER_DESK_PATH}/orders`,
                deduplicationKey,
              },
            ]
          : []),
      ]
    }),
  )
}

const CLAIM_TITLES: Partial<Record<ClaimMove, string>> = {
  approve: "신청이 승인됐어요",
  reject: "신청이 거절됐어요",
  collect: "상품을 수거하러 가요",
  complete: "신청 처리가 끝났어요",
}

/** Subscriber of "shop.claim_moved". */
export async function notifyClaimTransition(event: ClaimEvent, tx: Transaction): Promise<void> {
  const [row] = await tx
    .select({ kind: claims.kind, title: orderLines.title, feeWon: claims.feeWon })
    .from(claims)
    .innerJoin(orderLines, eq(orderLines.id, claims.lineId))
    .where(eq(claims.id, event.claimId))
  if (!row) return
  const label = CLAIM_KIND_LABELS[row.kind]
  const once = getClaimKey(event.claimId, event.move)
  if (event.move === "request")
    await notify(tx, [
      {
        userId: event.sellerId,
        kind: NOTIFICATION_KIND,
        title: event.byAdmin
          ? `고객센터가 구매자 대신 ${withJosa(label, "을/를")} 신청했어요`
          : `${label} 신청이 들어왔어요`,
        text: row.title,
        href: `${SELLER_DESK_PATH}/claims`,
        deduplicationKey: once,
      },
      ...(event.byAdmin
        ? [
            {
              userId: event.buyerId,
              kind: NOTIFICATION_KIND,
              title: `고객센터가 ${withJosa(label, "을/를")} 대신 신청했어요`,
              text: `${row.title} · ${row.feeWon > 0 ? `반품비 ${formatWon(row.feeWon)}` : "반품비 없음"}`,
              href: purchasePath(event.groupId),
              deduplicationKey: `${once}:buyer`,
            },
          ]
        : []),
    ])
  else if (event.move === "withdraw")
    await notify(tx, [
      {
        userId: event.sellerId,
        kind: NOTIFICATION_KIND,
        title: `${label} 신청을 철회했어요`,
        text: row.title,
        href: `${SELLER_DESK_PATH}/claims`,
        deduplicationKey: once,
      },
    ])
  else if (CLAIM_TITLES[event.move]) {
    await notify(tx, [
      {
        userId: event.buyerId,
        kind: NOTIFICATION_KIND,
        title: `${label} ${CLAIM_TITLES[event.move]}`,
        text: row.title,
        href: purchasePath(event.groupId),
        deduplicationKey: once,
      },
      ...(event.byAdmin
        ? [
            {
              userId: event.sellerId,
              kind: NOTIFICATION_KIND,
              title: `바로일당이 ${label} 신청을 처리했어요`,
              text: row.title,
              href: `${SELLER_DESK_PATH}/claims`,
              deduplicationKey: `${once}:seller`,
            },
          ]
        : []),
    ])
  }
}

/** Subscriber of "shop.refunded". */
export async function notifyRefundDone(event: Events["shop.refunded"], tx: Transaction): Promise<void> {
  const [refund] = await tx
    .select({ amountWon: refunds.amountWon, reason: refunds.reason })
    .from(refunds)
    .where(eq(refunds.id, event.refundId))
  if (refund)
    await notify(tx, [
      {
        userId: event.buyerId,
        kind: NOTIFICATION_KIND,
        title: `${formatWon(refund.amountWon)}을 돌려드렸어요`,
        text: refund.reason,
        href: purchasePath(event.groupId),
        deduplicationKey: `shop.refunded:${event.refundId}`,
      },
    ])
}

/** Subscriber of "shop.account_needed": only the buyer knows where a deposit goes back to. */
export const notifyRefundAccountNeeded = (
  { refundId, groupId, buyerId }: Events["shop.account_needed"],
  tx: Transaction,
): Promise<void> =>
  askRefundAccount(tx, refundId, {
    userId: buyerId,
    kind: NOTIFICATION_KIND,
    href: `${purchasePath(groupId)}#refund-account`,
    untold: "가상계좌로 낸 돈은 계좌로 돌려드려요. 주문 상세에서 계좌를 알려 주세요",
    of: "shop.account_needed",
  })

/** Subscriber of "shop.refund_account_told". */
export const notifyRefundAccountChanged = (
  { groupId, buyerId, tellingId, byOffice }: Events["shop.refund_account_told"],
  tx: Transaction,
): Promise<void> =>
  notifyOfToldAccount(tx, {
    userId: buyerId,
    href: purchasePath(groupId),
    byOffice,
    deduplicationKey: `shop.refund_account:${tellingId}`,
  })

/** Tells the seller what somebody wrote about a product, with a link to `list` of their desk. */
async function notifySellerOfProduct(
  tx: Transaction,
  { productId, sellerId }: { productId: string; sellerId: string },
  told: { title: string; list: "reviews" | "questions"; deduplicationKey: string },
): Promise<void> {
  const [product] = await tx
    .select({ title: products.title })
    .from(products)
    .where(eq(products.id, productId))
  await notify(tx, [
    {
      userId: sellerId,
      kind: NOTIFICATION_KIND,
      title: told.title,
      text: product?.title ?? "",
      href: `${SELLER_DESK_PATH}/${told.list}`,
      deduplicationKey: told.deduplicationKey,
    },
  ])
}

/** Subscriber of "product.reviewed". */
export const notifyProductReviewed = (event: Events["product.reviewed"], tx: Transaction): Promise<void> =>
  notifySellerOfProduct(tx, event, {
    title: "새 상품 후기가 올라왔어요",
    list: "reviews",
    deduplicationKey: getReviewKey(event.reviewId),
  })

/** Subscriber of "product.asked". */
export const notifyProductAsked = (event: Events["product.asked"], tx: Transaction): Promise<void> =>
  notifySellerOfProduct(tx, event, {
    title: "새 상품 문의가 있어요",
    list: "questions",
    deduplicationKey: getQuestionKey(event.questionId),
  })
