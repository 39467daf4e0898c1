/** What sellers are told of their shop and their products, and people of their questions. */
import type { Events } from "#app/platform/events.server.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { ProductState } from "../../shop/rules.ts"
import { sellers, products, productQuestions } from "../../shop/schema.server.ts"
import { eq } from "drizzle-orm"
import { notify } from "../../notifications/service/notify.server.ts"
import { payouts } from "../../money/schema.server.ts"
import { formatWon } from "#app/basics/won.ts"
import { href } from "react-router"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "seller.applied": { sellerId: string }
    "seller.decided": { sellerId: string; toState: string }
    "product.decided": { productId: string; sellerId: string; toState: ProductState }
    "product.answered": { questionId: string; productId: string; askerId: string }
  }
}

const NOTIFICATION_KIND = "shop" as const

const SELLER_DASHBOARD_PATH = href("/shopping/admin")

const SELLER_DECISION_TITLES: Partial<Record<string, string>> = {
  approved: "입점이 승인됐어요. 첫 상품을 올려 보세요",
  needs_info: "입점 신청에 보완할 것이 있어요",
  rejected: "입점 신청이 반려됐어요. 사유를 확인하고 다시 신청해 주세요",
  suspended: "상점 판매가 정지됐어요",
  terminated: "입점 계약이 끝났어요",
}

/** Subscriber of "seller.decided". */
export async function notifySellerDecided(
  { sellerId, toState }: Events["seller.decided"],
  tx: Transaction,
): Promise<void> {
  const [seller] = await tx
    .select({ reason: sellers.decisionReason, decidedAt: sellers.decidedAt })
    .from(sellers)
    .where(eq(sellers.userId, sellerId))
  const isApproved = toState === "approved"
  await notify(tx, [
    {
      userId: sellerId,
      kind: NOTIFICATION_KIND,
      title: SELLER_DECISION_TITLES[toState] ?? "상점 상태가 바뀌었어요",
      text: seller?.reason ?? "",
      href: isApproved ? SELLER_DASHBOARD_PATH : href("/shop/apply"),
      deduplicationKey: `seller.decided:${sellerId}:${toState}:${seller?.decidedAt?.getTime() ?? 0}`,
    },
  ])
}

/** Subscriber of "payout.moved". */
export async function notifyPayoutMoved(
  { payoutId, sellerId, toState }: Events["payout.moved"],
  tx: Transaction,
): Promise<void> {
  const [payout] = await tx
    .select({ amountWon: payouts.amountWon, reason: payouts.failureReason, source: payouts.source })
    .from(payouts)
    .where(eq(payouts.id, payoutId))
  // Whoever is paid as a person is told of it by money itself.
  if (payout?.source !== "shop") return
  const title =
    toState === "paid"
      ? `정산금 ${formatWon(payout.amountWon)}을 보냈어요`
      : "정산금을 보내지 못했어요. 계좌를 확인해 주세요"
  await notify(tx, [
    {
      userId: sellerId,
      kind: NOTIFICATION_KIND,
      title,
      text: payout.reason,
      href: `${SELLER_DASHBOARD_PATH}/settlement`,
      deduplicationKey: `payout:${payoutId}:${toState}`,
    },
  ])
}

/** Subscriber of "product.decided". */
export async function notifyProductDecided(
  { productId, sellerId, toState }: Events["product.decided"],
  tx: Transaction,
): Promise<void> {
  const [product] = await tx
    .select({ title: products.title, updatedAt: products.updatedAt })
    .from(products)
    .where(eq(products.id, productId))
  await notify(tx, [
    {
      userId: sellerId,
      kind: NOTIFICATION_KIND,
      title: toState === "published" ? "상품을 판매하기 시작했어요" : "상품 심사가 반려됐어요",
      text: product?.title ?? "",
      href: `${SELLER_DASHBOARD_PATH}/products`,
      deduplicationKey: `product.decided:${productId}:${toState}:${product?.updatedAt.getTime() ?? 0}`,
    },
  ])
}

export async function notifyQuestionAnswered(
  { questionId, productId, askerId }: Events["product.answered"],
  tx: Transaction,
): Promise<void> {
  const [row] = await tx
    .select({ answer: productQuestions.answer })
    .from(productQuestions)
    .where(eq(productQuestions.id, questionId))
  await notify(tx, [
    {
      userId: askerId,
      kind: NOTIFICATION_KIND,
      title: "상품 문의에 답변이 달렸어요",
      text: row?.answer ?? "",
      href: `${href("/shopping/product/:productId", { productId })}#questions`,
      deduplicationKey: `product.answered:${questionId}`,
    },
  ])
}
