/** What things of the inbox are called, and where they are decided. */
import { href } from "react-router"
import { QUEUE_LINKS } from "./labels.ts"
import type { InboxQueue } from "./inbox-rules.ts"

/** Where a thing of the inbox is decided. */
export function getCaseHref(queue: InboxQueue, target: string | null): string {
  if (target === null) return QUEUE_LINKS[queue].href
  switch (queue) {
    case "experts":
    case "papers":
      return href("/admin/expert/:expertId", { expertId: target })
    case "sellers":
      return href("/admin/users/shop-owners/:sellerId", { sellerId: target })
    case "products":
      return href("/admin/products/:productId", { productId: target })
    case "disputes":
    case "warranties":
      return href("/admin/orders/:orderId", { orderId: target })
    case "deals":
      return href("/admin/deals/:dealId", { dealId: target })
    case "reports":
    case "appeals":
      return href("/admin/reports/:reportId", { reportId: target })
    case "noshows":
      return href("/admin/appeals/:applicationId", { applicationId: target })
    case "claims":
      return href("/admin/purchases/:groupId", { groupId: target })
    case "tickets":
      return href("/admin/tickets/:ticketId", { ticketId: target })
    default:
      return QUEUE_LINKS[queue].href
  }
}

/** What a thing of the inbox is called. */
export const CASE_LABELS: Record<InboxQueue, string> = {
  disputes: "분쟁",
  warranties: "하자보수",
  deals: "중고거래 문제",
  reports: "신고",
  appeals: "이의 제기",
  noshows: "노쇼 이의",
  late_wages: "늦은 임금",
  experts: "전문가 심사",
  papers: "보험 증권",
  sellers: "판매자 심사",
  products: "상품 심사",
  claims: "취소·반품",
  tickets: "문의",
  payouts: "지급 실패",
  transfers: "확인할 이체",
  refunds: "확인할 환불",
  chargebacks: "카드사 취소",
  cash_receipts: "현금영수증",
  old_charges: "오래 보관한 돈",
}
