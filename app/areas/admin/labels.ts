/** What the back office calls what people have and what admins did. */
import { href } from "react-router"
import type { KeywordSection } from "#app/basics/keywords.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import type { Company } from "#app/basics/brand.ts"
import { OFFICE_ROLE_LABELS } from "./role-labels.ts"
import { ARTICLE_STATE_LABELS, TICKET_PRIORITY_LABELS, TICKET_STATE_LABELS } from "../content/rules.ts"
import { APPLICATION_STATE_LABELS, CLOSE_REASON_LABELS, SEEK_STATE_LABELS } from "../jobs/rules.ts"
import { ORDER_STATE_LABELS } from "../orders/rules.ts"
import { PRODUCT_STATE_LABELS } from "../shop/rules.ts"
import { BAN_LABELS, SANCTION_LABELS, STATE_LABELS } from "../trust/rules.ts"
import type { AuditArea, HistoryKind, Queue, WorkKind } from "./rules.ts"
import { CHARGE_STATE_LABELS, DAY_STATE_LABELS } from "#app/areas/money/office-rules.ts"
import { PAYOUT_STATE_LABELS, REFUND_STATE_LABELS } from "#app/areas/money/rules.ts"
import { CLAIM_STATE_LABELS } from "#app/areas/shop/claim-rules.ts"
import { ITEM_STATE_LABELS } from "#app/areas/market/item-state-rules.ts"

export const COMPANY_LABELS: Record<keyof Company, string> = {
  name: "상호",
  representative: "대표자",
  address: "주소",
  email: "이메일",
  supportPhone: "고객센터 전화",
  businessNumber: "사업자등록번호",
  mailOrderNumber: "통신판매업 신고번호",
  jobInformationNumber: "직업정보제공사업 신고번호",
  hosting: "호스팅 제공자",
  privacyOfficer: "개인정보 보호책임자",
}
export const KEYWORD_PLACE_LABELS: Record<KeywordSection, string> = {
  all: "기본",
  shopping: "쇼핑",
  marketplace: "중고거래",
  jobs: "일자리",
  repair: "집수리",
  interior: "인테리어",
}

export const HISTORY_LABELS: Record<HistoryKind, string> = {
  order: "견적 요청",
  work: "맡은 작업",
  item: "중고 물건",
  hire: "구인 글",
  seek: "구직 글",
  product: "상품",
  purchase: "쇼핑 주문",
  ticket: "문의",
  reported: "받은 신고",
  filed: "한 신고",
  paid: "안심결제",
  payout: "받은 지급",
  sanction: "제재",
  sign_in: "로그인",
  data: "내 정보 파일",
  left: "탈퇴",
}

const reportStates = Object.fromEntries(
  Object.entries(STATE_LABELS).map(([state, { label }]) => [state, label]),
)
const HISTORY_STATE_LABELS: Record<HistoryKind, Readonly<Record<string, string>>> = {
  order: ORDER_STATE_LABELS,
  work: ORDER_STATE_LABELS,
  item: ITEM_STATE_LABELS,
  hire: { open: "모집 중", ...CLOSE_REASON_LABELS },
  seek: SEEK_STATE_LABELS,
  product: PRODUCT_STATE_LABELS,
  purchase: {
    pending: "결제 대기",
    waiting_deposit: "입금 대기",
    paid: "결제완료",
    partly_refunded: "부분 취소",
    refunded: "환불 완료",
    expired: "결제 안 함",
  },
  ticket: TICKET_STATE_LABELS,
  reported: reportStates,
  filed: reportStates,
  paid: CHARGE_STATE_LABELS,
  payout: PAYOUT_STATE_LABELS,
  sanction: SANCTION_LABELS,
  sign_in: { open: "이용 중", over: "끝남" },
  data: { waiting: "만드는 중", ready: "준비됨", gone: "기간 지남" },
  left: { left: "탈퇴함" },
}
export const getHistoryStateLabel = (kind: HistoryKind, state: string): string =>
  HISTORY_STATE_LABELS[kind][state] ??
  (state === "hidden" ? "숨김" : state === "deleted" ? "삭제" : state === "closed" ? "마감" : state)

/** Where an admin looks at it. */
export function getHistoryHref(kind: HistoryKind, id: string): string {
  switch (kind) {
    case "order":
    case "work":
      return href("/admin/orders/:orderId", { orderId: id })
    case "item":
      return href("/marketplace/:itemId", { itemId: id })
    case "hire":
      return href("/jobs/hire/:hireId", { hireId: id })
    case "seek":
      return href("/jobs/seek/:seekId", { seekId: id })
    case "product":
      return href("/shopping/product/:productId", { productId: id })
    case "ticket":
      return href("/admin/tickets/:ticketId", { ticketId: id })
    case "reported":
    case "filed":
      return href("/admin/reports/:reportId", { reportId: id })
    case "paid":
      return href("/admin/charges/:chargeId", { chargeId: id })
    case "payout":
      return href("/admin/payouts")
    case "sanction":
      return "#sanctions"
    case "sign_in":
    case "data":
    case "left":
      return "#sessions"
    case "purchase":
      return href("/admin/purchases/:groupId", { groupId: id })
  }
}

export const QUEUE_LINKS: Record<Queue, { label: string; unit: string; href: string }> = {
  disputes: { label: "조정할 분쟁", unit: "건", href: `${href("/admin/orders")}?queue=disputed` },
  warranties: { label: "검토할 하자보수", unit: "건", href: href("/admin/warranties") },
  deals: { label: "결정할 중고거래", unit: "건", href: href("/admin/deals") },
  reports: { label: "볼 신고", unit: "건", href: href("/admin/reports") },
  appeals: { label: "이의 제기", unit: "건", href: `${href("/admin/reports")}?queue=appealed` },
  experts: { label: "심사할 전문가", unit: "명", href: href("/admin/experts") },
  papers: { label: "확인할 보험 증권", unit: "장", href: `${href("/admin/experts")}?queue=insurance` },
  sellers: { label: "심사할 판매자", unit: "명", href: href("/admin/users/shop-owners") },
  noshows: { label: "노쇼 이의", unit: "건", href: href("/admin/appeals") },
  late_wages: { label: "3일 넘게 늦은 임금", unit: "건", href: href("/admin/late-wages") },
  products: { label: "심사할 상품", unit: "개", href: href("/admin/products") },
  claims: { label: "3일 넘은 취소·반품", unit: "건", href: `${href("/admin/claims")}?queue=late` },
  tickets: { label: "답할 문의", unit: "건", href: href("/admin/tickets") },
  admins: { label: "확인할 관리자 요청", unit: "명", href: `${href("/admin/users")}?kind=admin` },
  payouts: { label: "보내지 못한 지급", unit: "건", href: `${href("/admin/payouts")}?state=failed` },
  transfers: { label: "확인할 이체", unit: "건", href: href("/admin/payouts") },
  refunds: { label: "확인할 환불", unit: "건", href: href("/admin/refunds") },
  chargebacks: { label: "확인할 카드사 취소", unit: "건", href: href("/admin/chargebacks") },
  cash_receipts: { label: "거절된 현금영수증", unit: "건", href: href("/admin/cash-receipts") },
  old_charges: { label: "60일 넘게 보관한 돈", unit: "건", href: `${href("/admin/charges")}?age=older` },
  reconciliation: {
    label: "결제사와 다른 기록",
    unit: "건",
    href: `${href("/admin/reconciliation")}?queue=open`,
  },
  events: { label: "처리하지 못한 이벤트", unit: "건", href: href("/admin/failed-work") },
  jobs: { label: "실패한 작업", unit: "건", href: `${href("/admin/failed-work")}?kind=jobs` },
  access: { label: "점검할 접속 기록", unit: "달", href: href("/admin/access") },
  company: { label: "회사 정보를 넣어 주세요", unit: "건", href: href("/admin/settings") },
}

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

export const WORK_KIND_LABELS: Record<WorkKind, string> = { events: "이벤트", jobs: "작업" }

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
  ...COMPANY_LABELS,
  ...KEYWORD_PLACE_LABELS,
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
  report: reportStates,
  ticket: TICKET_STATE_LABELS,
  order: ORDER_STATE_LABELS,
  product: PRODUCT_STATE_LABELS,
  payout: PAYOUT_STATE_LABELS,
  application: { ...APPLICATION_STATE_LABELS, filed: "검토 중", upheld: "노쇼 유지" },
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
  kind: SANCTION_LABELS,
  reconciliation: DAY_STATE_LABELS,
  difference: { open: "확인 전", settled: "확인함" },
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
      : [{ field: FIELD_LABELS[field] ?? field, before: beforeText, after: afterText }]
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

/** A browser in words, from what it calls itself. */
export function formatDevice(agent: string | null): string {
  if (!agent) return "알 수 없는 기기"
  const system = /iPhone|iPad/.test(agent)
    ? "iPhone·iPad"
    : /Android/.test(agent)
      ? "Android"
      : /Windows/.test(agent)
        ? "Windows"
        : /Mac OS/.test(agent)
          ? "Mac"
          : /Linux/.test(agent)
            ? "Linux"
            : "기기"
  const browser = /KAKAOTALK/i.test(agent)
    ? "카카오톡"
    : /SamsungBrowser/.test(agent)
      ? "삼성 인터넷"
      : /Edg/.test(agent)
        ? "Edge"
        : /Chrome|CriOS/.test(agent)
          ? "Chrome"
          : /Firefox/.test(agent)
            ? "Firefox"
            : /Safari/.test(agent)
              ? "Safari"
              : "브라우저"
  return `${system} · ${browser}`
}
