/** What the log of the office calls what was done: its areas, and the facts before and after a deed. */
import { href } from "react-router"
import { formatNumber } from "#app/basics/numbers.ts"
import { DAY_STATE_LABELS } from "#app/areas/money/office-rules.ts"
import { PAYOUT_STATE_LABELS, REFUND_STATE_LABELS } from "#app/areas/money/rules.ts"
import { CLAIM_STATE_LABELS } from "#app/areas/shop/claim-rules.ts"
import { ARTICLE_STATE_LABELS, TICKET_PRIORITY_LABELS, TICKET_STATE_LABELS } from "../content/rules.ts"
import { APPEAL_STATE_LABELS, APPLICATION_STATE_LABELS } from "../jobs/rules.ts"
import { WAGE_STATE_LABELS } from "../jobs/work-rules.ts"
import { DEAL_STATE_LABELS } from "../market/deal-rules.ts"
import { CATEGORY_LABELS } from "../orders/category-rules.ts"
import { ORDER_STATE_LABELS } from "../orders/rules.ts"
import { LINE_STATE_LABELS, PRODUCT_STATE_LABELS } from "../shop/rules.ts"
import { BAN_LABELS, SANCTION_LABELS } from "../trust/rules.ts"
import { COMPANY_LABELS, KEYWORD_PLACE_LABELS, REPORT_STATE_LABELS, WORD_KIND_LABELS } from "./labels.ts"
import { OFFICE_ROLE_LABELS } from "./role-labels.ts"
import type { AuditArea } from "./rules.ts"

export const AUDIT_AREA_LABELS: Record<AuditArea, string> = {
  person: "회원",
  admin: "관리자 권한",
  expert: "전문가",
  seller: "판매자",
  product: "상품",
  purchase: "쇼핑 주문",
  order: "견적 요청",
  deal: "중고 안심결제",
  application: "일자리",
  report: "신고",
  review: "후기",
  ticket: "문의",
  macro: "답변 문구",
  article: "글",
  setting: "설정",
  coupon: "쿠폰",
  banner: "배너·기획전",
  campaign: "캠페인",
  vocabulary: "검색 낱말",
  payout: "정산",
  chargeback: "카드사 취소",
  cash_receipt: "현금영수증",
  reconciliation: "결제사 대사",
  export: "내보내기",
  chat: "채팅",
  work: "실패한 일",
  case: "받은 일",
  access: "접속 기록",
  audit: "감사 기록",
}

/** What the facts are called, those of one kind of thing as `kind.fact`. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  state: "상태",
  bannedUntil: "정지",
  userType: "유형",
  role: "권한",
  officeRole: "맡은 일",
  labels: "꼬리표",
  title: "제목",
  version: "판",
  publishAt: "게시 예약",
  hidden: "숨김",
  priority: "급한 정도",
  ban: "정지 기간",
  removed: "삭제",
  lifted: "해제",
  kind: "종류",
  endsAt: "끝",
  people: "받을 사람",
  handled: "보낸 사람",
  figureMail: "메일 받기",
  rows: "줄",
  filter: "조건",
  percent: "수수료",
  questions: "질문",
  service: "서비스",
  services: "서비스 순서",
  description: "설명",
  category: "분야",
  bps: "수수료",
  hourWon: "시급",
  payoutWon: "이체",
  refundWon: "환불",
  year: "연도",
  claim: "신청",
  refund: "환불",
  reconciliation: "대조 결과",
  difference: "차이",
  cashReceipt: "현금영수증",
  insurance: "보험",
  reason: "거절 코드",
  chargeback: "카드사 취소",
  code: "쿠폰 번호",
  "coupon.kind": "할인",
  value: "할인 값",
  count: "다시 한 일",
  decision: "결정",
  outcome: "결정",
  held: "보관한 금액",
  expert: "전문가 몫",
  noun: "뜻하는 낱말",
  line: "상품 상태",
  payer: "수수료 내는 쪽",
  "application.handled": "확인",
  ...COMPANY_LABELS,
  ...KEYWORD_PLACE_LABELS,
  ...CATEGORY_LABELS,
}
const APPLICATION_STATE_TEXTS: Readonly<Record<string, string>> = {
  applied: "신청",
  reviewing: "심사 중",
  needs_info: "보완 중",
  approved: "승인",
  rejected: "반려",
  suspended: "정지",
  terminated: "종료",
}
/** What the states of each kind of thing are called. */
const STATE_LABELS_BY_KIND: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  notice: ARTICLE_STATE_LABELS,
  career: ARTICLE_STATE_LABELS,
  faq: ARTICLE_STATE_LABELS,
  page: ARTICLE_STATE_LABELS,
  report: REPORT_STATE_LABELS,
  ticket: TICKET_STATE_LABELS,
  order: ORDER_STATE_LABELS,
  product: PRODUCT_STATE_LABELS,
  payout: PAYOUT_STATE_LABELS,
  application: { ...WAGE_STATE_LABELS, ...APPEAL_STATE_LABELS, ...APPLICATION_STATE_LABELS },
  item: DEAL_STATE_LABELS,
  expert: APPLICATION_STATE_TEXTS,
  seller: APPLICATION_STATE_TEXTS,
}

/** What the values of other fields are called. */
const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  userType: { customer: "일반회원", expert: "전문가" },
  role: { user: "회원", admin: "관리자" },
  officeRole: OFFICE_ROLE_LABELS,
  ban: BAN_LABELS,
  priority: TICKET_PRIORITY_LABELS,
  claim: CLAIM_STATE_LABELS,
  refund: REFUND_STATE_LABELS,
  kind: { ...SANCTION_LABELS, ...WORD_KIND_LABELS, amount: "금액", percent: "비율" },
  reconciliation: DAY_STATE_LABELS,
  difference: { open: "확인 전", settled: "확인함" },
  chargeback: { open: "확인 전", closed: "확인함" },
  decision: { repair: "보수해야 해요", close: "하자가 아니에요" },
  outcome: { complete: "작업 완료", cancel: "요청 취소" },
  line: LINE_STATE_LABELS,
  payer: { customer: "고객", expert: "전문가" },
  cashReceipt: { refused: "거절", requested: "다시 요청", issued: "발급", cancelled: "취소" },
}

function formatAuditText(kind: string, field: string, text: string): string {
  const labels = field === "state" ? STATE_LABELS_BY_KIND[kind] : VALUE_LABELS[field]
  const label = labels?.[text]
  if (label !== undefined) return label
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return text
  return text.startsWith("2999") ? "계속" : text.slice(0, 10)
}

function formatAuditValue(kind: string, field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "없음"
  if (value === true) return "예"
  if (value === false) return "아니요"
  if (typeof value === "string") return formatAuditText(kind, field, value)
  if (typeof value === "number") return formatNumber(value)
  if (Array.isArray(value) && value.every((entry) => typeof entry === "string")) return value.join(", ")
  return JSON.stringify(value)
}

export type AuditChange = { field: string; before: string | null; after: string | null }

/** What changed, field by field, in words. */
export function describeAuditChanges(
  kind: string,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): AuditChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const truncate = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text)
  return fields.flatMap((field) => {
    const beforeText =
      before && field in before ? truncate(formatAuditValue(kind, field, before[field])) : null
    const afterText = after && field in after ? truncate(formatAuditValue(kind, field, after[field])) : null
    return beforeText === afterText
      ? []
      : [
          {
            field: FIELD_LABELS[`${kind}.${field}`] ?? FIELD_LABELS[field] ?? field,
            before: beforeText,
            after: afterText,
          },
        ]
  })
}

/** Where the thing of a line is looked at; null where there is no screen of it. */
export function getAuditHref(kind: string, id: string): string | null {
  const hrefs: Readonly<Record<string, string>> = {
    person: href("/admin/users/:userId", { userId: id }),
    expert: href("/admin/expert/:expertId", { expertId: id }),
    order: href("/admin/orders/:orderId", { orderId: id }),
    report: href("/admin/reports/:reportId", { reportId: id }),
    review: href("/admin/reviews/:reviewId", { reviewId: id }),
    ticket: href("/admin/tickets/:ticketId", { ticketId: id }),
    banner: href("/admin/banners/:bannerId", { bannerId: id }),
    campaign: href("/admin/campaigns/:campaignId", { campaignId: id }),
    notice: href("/admin/notices/:articleId", { articleId: id }),
    career: href("/admin/notices/:articleId", { articleId: id }),
    faq: href("/admin/notices/:articleId", { articleId: id }),
    setting: "/admin/settings",
    product: href("/admin/products/:productId", { productId: id }),
    seller: href("/admin/users/shop-owners/:sellerId", { sellerId: id }),
    purchase: href("/admin/purchases/:groupId", { groupId: id }),
    order_part: href("/admin/charges/:chargeId", { chargeId: id }),
    deal: href("/admin/charges/:chargeId", { chargeId: id }),
    payout: "/admin/payouts",
    chargeback: "/admin/chargebacks?queue=closed",
    cash_receipt: href("/admin/cash-receipts"),
    reconciliation: href("/admin/reconciliation/:day", { day: id }),
    coupon: "/admin/settings/coupons",
    vocabulary: "/admin/settings/vocabulary",
    work: "/admin/failed-work",
    rooms: "/admin/chat-list",
  }
  return hrefs[kind] ?? null
}
