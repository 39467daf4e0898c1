import { daysBetween, formatDateWithWeekday, toKstDateString } from "#app/basics/time.ts"
import { type Transition } from "#app/basics/transitions.ts"
import type { SellerState } from "../accounts/rules.ts"

/** The shelves of the shop; the words of specification §2's recommended keywords come first. */
export const DEPARTMENTS = [
  "living",
  "cleaning",
  "kitchen",
  "bath",
  "electric",
  "interior",
  "storage",
  "detergent",
  "furniture",
  "tools",
  "materials",
  "safety",
] as const
export type Department = (typeof DEPARTMENTS)[number]
export const DEPARTMENT_LABELS: Record<Department, string> = {
  living: "생활용품",
  cleaning: "청소용품",
  kitchen: "주방용품",
  bath: "욕실용품",
  electric: "조명·가전",
  interior: "인테리어",
  storage: "정리수납",
  detergent: "세제",
  furniture: "가구",
  tools: "공구",
  materials: "집수리 자재",
  safety: "안전용품",
}

// ── Sellers

export type { SellerState }
export const SELLER_STATES = [
  "applied",
  "needs_info",
  "approved",
  "rejected",
  "suspended",
  "terminated",
] as const satisfies readonly SellerState[]
export const SELLER_STATE_LABELS: Record<SellerState, string> = {
  applied: "심사 중",
  needs_info: "보완 요청",
  approved: "승인 완료",
  rejected: "반려",
  suspended: "판매 정지",
  terminated: "계약 종료",
}

// ── Products

export const PRODUCT_STATES = ["draft", "proposed", "published", "rejected", "hidden"] as const
export type ProductState = (typeof PRODUCT_STATES)[number]
export const PRODUCT_STATE_LABELS: Record<ProductState, string> = {
  draft: "작성 중",
  proposed: "심사 중",
  published: "판매 중",
  rejected: "반려",
  hidden: "판매 숨김",
}

/**
 * Whether a line of 상품정보제공고시 asks for a certificate, approval or report: the notice wants its number as large
 * as the price.
 */
export const isCertificateLabel = (label: string) => /인증|승인번호|신고번호/.test(label)

export const PRODUCT_SORTS = ["popular", "newest", "cheapest", "dearest", "rating", "discount"] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]
export const PRODUCT_SORT_LABELS: Record<ProductSort, string> = {
  popular: "인기순",
  newest: "최신순",
  cheapest: "낮은가격순",
  dearest: "높은가격순",
  rating: "평점순",
  discount: "할인순",
}

export const REVIEW_SORTS = ["helpful", "newest", "highest", "lowest"] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]
export const REVIEW_SORT_LABELS: Record<ReviewSort, string> = {
  helpful: "도움순",
  newest: "최신순",
  highest: "평점 높은순",
  lowest: "평점 낮은순",
}

// ── Order lines

export const LINE_STATES = [
  "payment_waiting",
  "paid",
  "preparing",
  "shipped",
  "delivered",
  "confirmed",
  "cancelled",
  "returned",
] as const
export type LineState = (typeof LINE_STATES)[number]
export const LINE_STATE_LABELS: Record<LineState, string> = {
  payment_waiting: "결제 대기",
  paid: "결제완료",
  preparing: "상품 준비 중",
  shipped: "배송 중",
  delivered: "배송완료",
  confirmed: "구매확정",
  cancelled: "취소 완료",
  returned: "반품 완료",
}
export type LineMove =
  | "pay"
  | "expire"
  | "prepare"
  | "ship"
  | "deliver"
  | "confirm"
  | "cancel"
  | "cancel_by_claim"
  | "sell_out"
  | "return"
  | "resend"
  | "report_missing"
  | "reship"
  | "lose"
  | "office_cancel"
  | "office_return"
export type LineActorRole = "buyer" | "seller" | "admin" | "system"
/**
 * marketplace.md, Shop. The system makes the moves that a payment, a claim or the clock decides. Complete:
 * what is not here is refused.
 */
export const LINE_TRANSITIONS: readonly Transition<LineState, LineMove, LineActorRole>[] = [
  { move: "pay", from: ["payment_waiting"], to: "paid", by: ["system"] },
  { move: "expire", from: ["payment_waiting"], to: "cancelled", by: ["system"] },
  { move: "prepare", from: ["paid"], to: "preparing", by: ["seller"] },
  { move: "ship", from: ["paid", "preparing"], to: "shipped", by: ["seller"] },
  { move: "deliver", from: ["shipped"], to: "delivered", by: ["buyer", "seller", "system"] },
  { move: "confirm", from: ["delivered"], to: "confirmed", by: ["buyer", "system"] },
  // Said to be delivered, and not there: the seller looks for it, sends it again or gives the money back.
  { move: "report_missing", from: ["delivered"], to: "shipped", by: ["buyer"] },
  { move: "reship", from: ["shipped"], to: "shipped", by: ["seller"] },
  { move: "lose", from: ["shipped"], to: "cancelled", by: ["seller", "admin"] },
  // The office gives money back by itself: before the parcel, and after it where the goods stay.
  { move: "office_cancel", from: ["paid", "preparing"], to: "cancelled", by: ["admin"] },
  { move: "office_return", from: ["shipped", "delivered", "confirmed"], to: "returned", by: ["admin"] },
  { move: "cancel", from: ["paid"], to: "cancelled", by: ["buyer"] },
  { move: "sell_out", from: ["paid", "preparing"], to: "cancelled", by: ["seller", "admin"] },
  { move: "cancel_by_claim", from: ["preparing"], to: "cancelled", by: ["system"] },
  // Confirming takes no right from the buyer: in its days a return goes on.
  { move: "return", from: ["shipped", "delivered", "confirmed"], to: "returned", by: ["system"] },
  { move: "resend", from: ["shipped", "delivered"], to: "shipped", by: ["system"] },
]
/**
 * These are over, and their money lies where it belongs; what was confirmed may still be returned in its
 * days.
 */
export const isFinalLineState = (state: LineState) =>
  state === "confirmed" || state === "cancelled" || state === "returned"
/** Goods that the buyer keeps or will keep. */
export const isActiveLineState = (state: LineState) => state !== "cancelled" && state !== "returned"

/** The way of a line that comes to its buyer, as its steps are shown. */
export const LINE_STEPS = ["결제", "준비", "배송", "도착", "확정"] as const
/** How many of the steps are behind a line in `state`; null for one that does not come. */
export function countLineSteps(state: LineState): number | null {
  const reached: Partial<Record<LineState, number>> = {
    payment_waiting: 0,
    paid: 1,
    preparing: 1,
    shipped: 2,
    delivered: 4,
    confirmed: 5,
  }
  return reached[state] ?? null
}

/** What a line that is on its way is called: by its carrier's word where there is one. */
export const getLineStateLabel = (line: {
  state: LineState
  parcelState: ParcelState | null
  isMissing: boolean
}): string => {
  if (line.state !== "shipped") return LINE_STATE_LABELS[line.state]
  if (line.isMissing) return "못 받음 확인 중"
  return line.parcelState === "out_for_delivery"
    ? PARCEL_STATE_LABELS.out_for_delivery
    : LINE_STATE_LABELS.shipped
}

// ── Payment

export const PURCHASE_STATES = ["pending", "waiting_deposit", "paid", "expired"] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]
/** 전자상거래법 §13 and §24: said before it is paid. */
export const ESCROW_TEXT =
  "구매안전서비스: 결제한 돈은 구매를 확정할 때까지 판매자에게 가지 않아요. 가상계좌로 낼 때는 결제대행사의 에스크로를 고를 수 있어요."

/**
 * What a payment is called: refunds count, so that what goes back never reads as paid; and while one is on
 * its way (`refunding`), never as gone. While the provider is asked how a payment ended (`isConfirming`),
 * nobody is told to pay.
 */
export function getPaymentLabel(purchase: {
  state: PurchaseState
  totalWon: number
  refundedWon: number
  refunding?: boolean
  isConfirming?: boolean
}): string {
  if (purchase.state === "pending") return purchase.isConfirming ? "결제 확인 중" : "결제 대기"
  if (purchase.state === "waiting_deposit") return "입금 대기"
  if (purchase.state === "expired") return "결제 취소"
  if (purchase.refundedWon > 0 && purchase.refunding) return "환불 중"
  return purchase.refundedWon === 0
    ? "결제완료"
    : purchase.refundedWon < purchase.totalWon
      ? "부분 취소"
      : "환불 완료"
}

/** Couriers whose numbers buyers can follow. `trackingUrlPrefix` goes before the number. */
export const CARRIERS = {
  cj: { label: "CJ대한통운", trackingUrlPrefix: "https://trace.cjlogistics.com/next/tracking.html?wblNo=" },
  hanjin: {
    label: "한진택배",
    trackingUrlPrefix: "https://www.hanjin.com/kor/CMS/DeliveryMgr/WaybillResult.do?mCode=MN038&wblnum=",
  },
  lotte: {
    label: "롯데택배",
    trackingUrlPrefix: "https://www.lotteglogis.com/home/reservation/tracking/linkView?InvNo=",
  },
  post: {
    label: "우체국택배",
    trackingUrlPrefix: "https://service.epost.go.kr/trace.RetrieveDomRigiTraceList.comm?sid1=",
  },
  logen: { label: "로젠택배", trackingUrlPrefix: "https://www.ilogen.com/web/personal/trace/" },
  direct: { label: "직접 배송", trackingUrlPrefix: null },
} as const satisfies Record<string, { label: string; trackingUrlPrefix: string | null }>
export const CARRIER_KEYS = [
  "cj",
  "hanjin",
  "lotte",
  "post",
  "logen",
  "direct",
] as const satisfies readonly (keyof typeof CARRIERS)[]
export type Carrier = (typeof CARRIER_KEYS)[number]
export const isCarrier = (value: unknown): value is Carrier => CARRIER_KEYS.some((key) => key === value)
export const getCarrierLabel = (carrier: string | null) => (isCarrier(carrier) ? CARRIERS[carrier].label : "")

/** marketplace.md, Shop, and korea.md §1 and §4. */
export const LIMITS = {
  /** Lines of one cart, pieces of one line. */
  cartLines: 50,
  quantity: 99,
  /** Options that are put into the cart or bought together from the page of a product. */
  selections: 20,
  /** Products that were looked at, as they are listed. */
  recentViews: 40,
  /** Options of which one person waits to hear. */
  restockAlerts: 100,
  variants: 40,
  /** Of one kind of 상품정보제공고시. */
  disclosureRows: 20,
  pictures: 10,
  reservationMinutes: 15,
  /** Of one buyer. */
  addresses: 10,
  /** Days after sending, or after the seller's word alone, on which a buyer is asked whether it is there. */
  askArrivalDays: [3, 8, 15],
  autoConfirmDays: 8,
  reviewBodyMin: 10,
  reviewBodyMax: 2_000,
  reviewPhotos: 5,
  claimPhotos: 5,
  /** Papers of an application to sell. */
  documents: 4,
  /** Rows of one file of parcels, and how many of them are sent at a time. */
  parcelRows: 500,
  parcelBatch: 25,
  /** Under this stock a variant counts as running out. */
  lowStockThreshold: 5,
  /** 전자상거래법 §15: sent within 3 working days of the payment. */
  dispatchWithinDays: 3,
  /** 전자상거래법 §18: refunded within 3 working days of the goods' return. */
  refundWithinDays: 3,
  questionLength: 500,
  priceWon: 50_000_000,
  /** Of one purchase with its parcels. */
  maxTotalWon: 1_000_000_000,
  /** Card payments begin here. */
  minTotalWon: 100,
} as const

/**
 * Percent by which `priceWon` lies under `listWon`, cut down, so that it never promises more than is true.
 */
export const calculateDiscountPercent = (priceWon: number, listWon: number | null) =>
  listWon !== null && listWon > priceWon
    ? Math.min(99, Math.floor(((listWon - priceWon) * 100) / listWon))
    : 0
export const ACTOR_ROLE_LABELS: Record<LineActorRole, string> = {
  buyer: "구매자",
  seller: "판매자",
  admin: "관리자",
  system: "자동",
}

/** 내일 도착, 모레 도착, 11월 27일 (금) 도착: `day` (YYYY-MM-DD in Korea) as it is said at `at`. */
export function formatArrivalDay(day: string, at: Date): string {
  const noon = new Date(`${day}T12:00:00+09:00`)
  const dayCount = daysBetween(at, noon)
  if (dayCount === 0) return "오늘 도착"
  if (dayCount === 1) return "내일 도착"
  return dayCount === 2 ? "모레 도착" : `${formatDateWithWeekday(day, at)} 도착`
}

/** When an order arrives, or that it should have, as it is said at `at`; null for a day nobody promised. */
export const describePromisedArrival = (day: string | null, at: Date): string | null =>
  day === null
    ? null
    : day < toKstDateString(at)
      ? `${formatDateWithWeekday(day, at)} 도착 예정이었어요`
      : `${formatArrivalDay(day, at)} 예정`

// ── Parcels

/** How far a parcel is, by its carrier; `waiting`: the carrier does not know it yet. */
export const PARCEL_STATES = [
  "waiting",
  "accepted",
  "picked_up",
  "in_transit",
  "out_for_delivery",
  "delivered",
] as const
export type ParcelState = (typeof PARCEL_STATES)[number]
export const PARCEL_STATE_LABELS: Record<ParcelState, string> = {
  waiting: "송장 등록",
  accepted: "접수",
  picked_up: "집화",
  in_transit: "이동 중",
  out_for_delivery: "배송 출발",
  delivered: "배송완료",
}

/** Who said that a line has arrived: only the carrier's and the buyer's word start the days to confirm. */
export const DELIVERY_SOURCES = ["carrier", "buyer", "seller", "assumed"] as const
export type DeliverySource = (typeof DELIVERY_SOURCES)[number]
