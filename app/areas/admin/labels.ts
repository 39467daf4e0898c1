/** What the back office calls what people have, its queues and its settings. */
import { href } from "react-router"
import type { KeywordSection } from "#app/basics/keywords.ts"
import type { Company } from "#app/basics/brand.ts"
import { TICKET_STATE_LABELS } from "../content/rules.ts"
import { CLOSE_REASON_LABELS, SEEK_STATE_LABELS } from "../jobs/rules.ts"
import { ORDER_STATE_LABELS } from "../orders/rules.ts"
import type { WordKind } from "../search/rules.ts"
import { PRODUCT_STATE_LABELS } from "../shop/rules.ts"
import { SANCTION_LABELS, STATE_LABELS } from "../trust/rules.ts"
import type { HistoryKind, Queue, WorkKind } from "./rules.ts"
import { CHARGE_STATE_LABELS } from "#app/areas/money/office-rules.ts"
import { PAYOUT_STATE_LABELS } from "#app/areas/money/rules.ts"
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

export const REPORT_STATE_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
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
  reported: REPORT_STATE_LABELS,
  filed: REPORT_STATE_LABELS,
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

export const WORD_KIND_LABELS: Record<WordKind, string> = {
  noun: "새 낱말",
  synonym: "같은 말",
  misspelling: "오타",
  ignored: "쓰지 않음",
}
export const WORK_KIND_LABELS: Record<WorkKind, string> = { events: "이벤트", jobs: "작업" }

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
