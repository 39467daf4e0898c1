/** Where the back office opens what it finds, and what can be done with it. */
import { href } from "react-router"
import type { RecordKind } from "#app/basics/record-kind.ts"
import { TICKET_STATE_LABELS } from "../content/rules.ts"
import { EXPERT_STATE_LABELS } from "../experts/rules.ts"
import { DEAL_STATE_LABELS } from "../market/deal-rules.ts"
import { CHARGE_STATE_LABELS } from "../money/office-rules.ts"
import { SELLER_STATE_LABELS } from "../shop/rules.ts"
import { getHistoryHref, getHistoryStateLabel } from "./labels.ts"

export const RECORD_LABELS: Record<RecordKind, string> = {
  person: "회원",
  expert: "전문가",
  seller: "판매자",
  order: "견적 요청",
  purchase: "쇼핑 주문",
  item: "중고 물건",
  product: "상품",
  ticket: "문의",
  report: "신고",
  deal: "중고거래",
  charge: "안심결제",
}

export function getRecordHref(kind: RecordKind, id: string): string {
  switch (kind) {
    case "person":
      return href("/admin/users/:userId", { userId: id })
    case "expert":
      return href("/admin/expert/:expertId", { expertId: id })
    case "seller":
      return href("/admin/users/shop-owners/:sellerId", { sellerId: id })
    case "product":
      return href("/admin/products/:productId", { productId: id })
    case "deal":
      return href("/admin/deals/:dealId", { dealId: id })
    case "charge":
      return href("/admin/charges/:chargeId", { chargeId: id })
    case "report":
      return href("/admin/reports/:reportId", { reportId: id })
    default:
      return getHistoryHref(kind, id)
  }
}

/** The state of what was found, in words; of a person the address. */
export function describeRecord(kind: RecordKind, detail: string): string {
  if (kind === "person") return detail
  const labels: Partial<Record<RecordKind, Readonly<Record<string, string>>>> = {
    expert: EXPERT_STATE_LABELS,
    seller: SELLER_STATE_LABELS,
    ticket: TICKET_STATE_LABELS,
    deal: DEAL_STATE_LABELS,
    charge: CHARGE_STATE_LABELS,
  }
  const label = labels[kind]?.[detail]
  if (label !== undefined) return label
  if (kind === "report") return getHistoryStateLabel("reported", detail)
  if (kind === "order" || kind === "purchase" || kind === "item" || kind === "product")
    return getHistoryStateLabel(kind, detail)
  return detail
}

export type Command = { href: string; label: string; detail: string; group: string }

const search = (path: string, q: string) => `${path}?${new URLSearchParams({ q })}`

/** What one may do next with what was found. */
export function listRecordCommands(kind: RecordKind, id: string, title: string): Command[] {
  const group = `${title} 다루기`
  if (kind === "person")
    return [
      { group, href: `${getRecordHref("person", id)}#decision`, label: "주의·이용 정지", detail: title },
      { group, href: search("/admin/orders", title), label: "견적 요청 모아 보기", detail: title },
      { group, href: search("/admin/purchases", title), label: "쇼핑 주문 모아 보기", detail: title },
      { group, href: `/admin/audit?about=${id}`, label: "감사 기록 보기", detail: title },
    ]
  if (kind === "order")
    return [
      {
        group,
        href: href("/admin/orders/:orderId/proposals", { orderId: id }),
        label: "받은 견적 비교하기",
        detail: title,
      },
    ]
  if (kind === "product")
    return [
      {
        group,
        href: href("/shopping/product/:productId", { productId: id }),
        label: "상품 화면 보기",
        detail: title,
      },
    ]
  return []
}

/** What is done often, whatever was typed. */
export const COMMON_COMMANDS: readonly Command[] = [
  { group: "하기", href: href("/admin/notice-manage"), label: "공지 쓰기", detail: "공지사항" },
  { group: "하기", href: href("/admin/faq-manage"), label: "자주 묻는 질문 쓰기", detail: "자주 묻는 질문" },
  { group: "하기", href: href("/admin/career-manage"), label: "채용 글 쓰기", detail: "채용" },
  { group: "하기", href: href("/admin/settings/coupons"), label: "쿠폰 만들기", detail: "쿠폰" },
]
