import {
  addDays,
  daysBetween,
  formatDateWithWeekday,
  toKstDateString,
  getKstFields,
} from "#app/basics/time.ts"
import { type Transition } from "#app/basics/transitions.ts"
import { formatWon } from "#app/basics/won.ts"
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
  { move: "confirm", from: ["shipped", "delivered"], to: "confirmed", by: ["buyer"] },
  { move: "confirm", from: ["delivered"], to: "confirmed", by: ["system"] },
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

// ── Claims

export const CLAIM_KINDS = ["cancel", "return", "exchange"] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]
export const CLAIM_KIND_LABELS: Record<ClaimKind, string> = {
  cancel: "취소",
  return: "반품",
  exchange: "교환",
}
export const CLAIM_STATES = [
  "requested",
  "approved",
  "rejected",
  "collecting",
  "collected",
  "completed",
  "withdrawn",
] as const
export type ClaimState = (typeof CLAIM_STATES)[number]
export type ClaimMove = "approve" | "reject" | "collect" | "receive" | "complete" | "withdraw"
/**
 * marketplace.md, Shop: `requested→approved|rejected→collecting→collected→completed`, `→withdrawn`. A
 * cancelled line needs no collecting.
 */
export const CLAIM_TRANSITIONS: readonly Transition<ClaimState, ClaimMove, "buyer" | "seller" | "admin">[] = [
  { move: "approve", from: ["requested"], to: "approved", by: ["seller", "admin"] },
  { move: "reject", from: ["requested"], to: "rejected", by: ["seller", "admin"] },
  { move: "collect", from: ["approved"], to: "collecting", by: ["seller", "admin"] },
  { move: "receive", from: ["collecting"], to: "collected", by: ["seller", "admin"] },
  { move: "complete", from: ["approved", "collected"], to: "completed", by: ["seller", "admin"] },
  { move: "withdraw", from: ["requested", "approved"], to: "withdrawn", by: ["buyer"] },
]
export const isOpenClaim = (state: ClaimState) =>
  state === "requested" || state === "approved" || state === "collecting" || state === "collected"
export const CLAIM_STATE_LABELS: Record<ClaimState, string> = {
  requested: "신청",
  approved: "승인",
  rejected: "거절",
  collecting: "수거 중",
  collected: "수거 완료",
  completed: "완료",
  withdrawn: "철회",
}
/** What a claim is called in its state: 반품 신청, 교환 수거 중. */
export const formatClaimLabel = (kind: ClaimKind, state: ClaimState): string =>
  `${CLAIM_KIND_LABELS[kind]} ${CLAIM_STATE_LABELS[state]}`

/** What happens next to an open claim, in words for its buyer. */
export function getClaimNextStepText(kind: ClaimKind, state: ClaimState): string | null {
  if (state === "requested") return "판매자가 확인하고 있어요. 답이 오면 알려드려요."
  if (kind === "cancel") return null
  if (state === "approved") return "판매자가 승인했어요. 받은 그대로 포장해 두면 택배 기사가 가지러 가요."
  if (state === "collecting") return "상품이 판매자에게 돌아가고 있어요."
  if (state === "collected")
    return kind === "return"
      ? `판매자가 상품을 받았어요. 확인하고 ${LIMITS.refundWithinDays}영업일 안에 환불해요.`
      : "판매자가 상품을 받았어요. 새 상품을 보내면 알려드려요."
  return null
}

/**
 * How a claim came to its end, in words for its seller; null while it is open. What a return keeps back
 * (`feeWon`) was not given back.
 */
export function getClaimOutcomeText(claim: {
  kind: ClaimKind
  state: ClaimState
  fault: Fault
  paidWon: number
  feeWon: number
  decisionReason: string
}): string | null {
  if (claim.state === "withdrawn") return "구매자가 신청을 철회했어요."
  if (claim.state === "rejected")
    return claim.decisionReason === "" ? "신청을 거절했어요." : `거절한 이유: ${claim.decisionReason}`
  if (claim.state !== "completed") return null
  if (claim.kind === "exchange") return "교환 상품을 보냈어요."
  if (claim.kind === "cancel") return "취소하고 환불했어요."
  return claim.fault === "buyer"
    ? `${formatWon(claim.paidWon - claim.feeWon)}을 환불했어요.`
    : "반품비 없이 환불했어요."
}

/**
 * Who bears what a claim costs: an exchange costs the buyer nothing; a cancellation, and what came to
 * nothing, has nothing to bring back.
 */
export function getClaimCostText({
  kind,
  state,
  fault,
  feeWon,
}: {
  kind: ClaimKind
  state: ClaimState
  fault: Fault
  feeWon: number
}): string {
  if (kind === "cancel" || state === "rejected" || state === "withdrawn")
    return fault === "buyer" ? "구매자 사유" : "판매자 사유"
  if (kind === "exchange" || fault === "seller") return "판매자 부담"
  return feeWon > 0 ? `구매자 부담 · 반품비 ${formatWon(feeWon)}` : "구매자 부담"
}

export const FAULTS = ["buyer", "seller"] as const
export type Fault = (typeof FAULTS)[number]
/** Why something goes back, and who bears what that costs. */
export const CLAIM_REASONS = {
  changed_mind: { label: "마음이 바뀌었어요", fault: "buyer" },
  wrong_option: { label: "옵션을 잘못 골랐어요", fault: "buyer" },
  late: { label: "배송이 늦어요", fault: "seller" },
  broken: { label: "파손되거나 고장 나서 왔어요", fault: "seller" },
  different: { label: "설명과 다른 상품이에요", fault: "seller" },
  wrong_item: { label: "다른 상품이 왔어요", fault: "seller" },
} as const satisfies Record<string, { label: string; fault: Fault }>
export const CLAIM_REASON_KEYS = [
  "changed_mind",
  "wrong_option",
  "late",
  "broken",
  "different",
  "wrong_item",
] as const satisfies readonly (keyof typeof CLAIM_REASONS)[]
export type ClaimReason = (typeof CLAIM_REASON_KEYS)[number]
export const isClaimReason = (value: string): value is ClaimReason =>
  CLAIM_REASON_KEYS.some((key) => key === value)

/** Korean law (전자상거래법 §17): 7 days from receipt on a change of mind, 3 months where the goods differ. */
export const WITHDRAWAL_PERIODS = { changeOfMindDays: 7, differsDays: 90 } as const

/**
 * The claims that the buyer can make now on a line; `deliveredAt` counts, and where nobody said so the
 * confirmation. A thing made to order goes back only where it differs. Confirming pays the seller and takes
 * no right from the buyer: the days to return go on.
 */
export function listAvailableClaims(
  line: { state: LineState; deliveredAt: Date | null; confirmedAt: Date | null; madeToOrder: boolean },
  at: Date,
): { kind: ClaimKind; faults: Fault[] }[] {
  if (line.state === "preparing") return [{ kind: "cancel", faults: ["buyer", "seller"] }]
  const receivedAt = line.deliveredAt ?? line.confirmedAt
  const dayCount = receivedAt ? (at.getTime() - receivedAt.getTime()) / 86_400_000 : 0
  if (line.state !== "shipped" && line.state !== "delivered" && line.state !== "confirmed") return []
  const faults: Fault[] = [
    ...(dayCount <= WITHDRAWAL_PERIODS.changeOfMindDays && !line.madeToOrder ? (["buyer"] as const) : []),
    ...(dayCount <= WITHDRAWAL_PERIODS.differsDays ? (["seller"] as const) : []),
  ]
  if (faults.length === 0) return []
  return line.state === "confirmed"
    ? [{ kind: "return", faults }]
    : [
        { kind: "return", faults },
        { kind: "exchange", faults },
      ]
}

// ── Payment

export const PURCHASE_STATES = ["pending", "waiting_deposit", "paid", "expired"] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]
/** 전자상거래법 §13 and §24: said before it is paid. */
export const ESCROW_TEXT =
  "구매안전서비스: 결제한 돈은 구매를 확정할 때까지 판매자에게 가지 않아요. 가상계좌로 낼 때는 결제대행사의 에스크로를 고를 수 있어요."

/**
 * What a payment is called: refunds count, so that what goes back never reads as paid; and while one is on
 * its way (`refunding`), never as gone. While the provider is asked how a payment ended (`asking`), nobody is
 * told to pay.
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

/** Couriers whose numbers buyers can follow. `track` takes the number. */
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
  variants: 40,
  /** Of one kind of 상품정보제공고시. */
  disclosureRows: 20,
  pictures: 10,
  reservationMinutes: 15,
  autoDeliverDays: 3,
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

export const SELLER_ORDER_TABS = ["to_send", "sent", "delivered", "confirmed", "ended", "all"] as const
export type SellerOrderTab = (typeof SELLER_ORDER_TABS)[number]
export const SELLER_ORDER_TAB_LABELS: Record<SellerOrderTab, string> = {
  to_send: "보낼 주문",
  sent: "배송 중",
  delivered: "배송완료",
  confirmed: "구매확정",
  ended: "취소·반품",
  all: "전체",
}
export const SELLER_ORDER_TAB_STATES: Record<SellerOrderTab, readonly LineState[]> = {
  to_send: ["paid", "preparing"],
  sent: ["shipped"],
  delivered: ["delivered"],
  confirmed: ["confirmed"],
  ended: ["cancelled", "returned"],
  all: ["paid", "preparing", "shipped", "delivered", "confirmed", "cancelled", "returned"],
}
export const ACTOR_ROLE_LABELS: Record<LineActorRole, string> = {
  buyer: "구매자",
  seller: "판매자",
  admin: "관리자",
  system: "자동",
}
export const CLAIM_EVENT_LABELS: Record<ClaimMove | "request", string> = {
  request: "신청",
  approve: "승인",
  reject: "거절",
  collect: "수거 시작",
  receive: "받음",
  complete: "완료",
  withdraw: "철회",
}

/**
 * How far the money of a purchase is; `stuck` is a refund that the provider refused or that waits for an
 * account, or a payment whose end is not known.
 */
export const PURCHASE_PAYMENT_FILTERS = ["paid", "partly", "refunded", "waiting", "expired", "stuck"] as const
export type PurchasePaymentFilter = (typeof PURCHASE_PAYMENT_FILTERS)[number]
export const PURCHASE_PAYMENT_FILTER_LABELS: Record<PurchasePaymentFilter, string> = {
  paid: "결제완료",
  partly: "부분 취소",
  refunded: "환불 완료",
  waiting: "결제·입금 대기",
  expired: "결제 안 함",
  stuck: "확인할 돈",
}
/** Where the goods of a purchase are: one line of it at least. */
export const PURCHASE_FULFILMENT_FILTERS = [
  "to_send",
  "sent",
  "delivered",
  "confirmed",
  "ended",
  "claim",
] as const
export type PurchaseFulfilmentFilter = (typeof PURCHASE_FULFILMENT_FILTERS)[number]
export const PURCHASE_FULFILMENT_FILTER_LABELS: Record<PurchaseFulfilmentFilter, string> = {
  to_send: SELLER_ORDER_TAB_LABELS.to_send,
  sent: SELLER_ORDER_TAB_LABELS.sent,
  delivered: SELLER_ORDER_TAB_LABELS.delivered,
  confirmed: SELLER_ORDER_TAB_LABELS.confirmed,
  ended: SELLER_ORDER_TAB_LABELS.ended,
  claim: "신청 처리 중",
}
export const PURCHASE_SORTS = ["newest", "oldest", "amount"] as const
export type PurchaseSort = (typeof PURCHASE_SORTS)[number]

/** `late`: what sellers have not answered for days. */
export const CLAIM_QUEUES = ["late", "requested", "working", "rejected", "completed", "withdrawn"] as const
export type ClaimQueue = (typeof CLAIM_QUEUES)[number]
export const CLAIM_QUEUE_LABELS: Record<ClaimQueue, string> = {
  late: "3일 넘은 신청",
  requested: "답을 기다림",
  working: "처리 중",
  rejected: "거절",
  completed: "완료",
  withdrawn: "철회",
}
export const CLAIM_QUEUE_STATES: Record<ClaimQueue, readonly ClaimState[]> = {
  late: ["requested"],
  requested: ["requested"],
  working: ["approved", "collecting", "collected"],
  rejected: ["rejected"],
  completed: ["completed"],
  withdrawn: ["withdrawn"],
}
/** After these days without an answer an admin looks at a claim first. */
export const CLAIM_LATE_DAYS = 3

const kstNoonOf = (day: string) => new Date(`${day}T12:00:00+09:00`)
/** After this hour a parcel leaves a day later. */
const DISPATCH_CUTOFF_HOUR = 15

/**
 * When something ordered at `at` arrives: `dispatchDays` until it is sent and a day on the road, no parcels
 * on Sundays. 내일 도착, 모레 도착, 11월 27일 (금) 도착.
 */
export function formatArrival(dispatchDays: number, at: Date): string {
  let daysLeft = dispatchDays + 1 + (getKstFields(at).hour >= DISPATCH_CUTOFF_HOUR ? 1 : 0)
  let day = toKstDateString(at)
  while (daysLeft > 0) {
    day = addDays(day, 1)
    if (getKstFields(kstNoonOf(day)).weekday !== 0) daysLeft -= 1
  }
  const dayCount = daysBetween(at, kstNoonOf(day))
  return dayCount === 1
    ? "내일 도착"
    : dayCount === 2
      ? "모레 도착"
      : `${formatDateWithWeekday(day, at)} 도착`
}
