/** Names the kinds, states and moves of claims, and says what a buyer may claim until when. */
import type { Transition } from "#app/basics/transitions.ts"
import { LIMITS, type LineState } from "./rules.ts"
import { formatWon } from "#app/basics/won.ts"

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
  if (state === "requested") return "판매자가 확인하고 있어요. 답이 오면 알려 드려요."
  if (kind === "cancel") return null
  if (state === "approved") return "판매자가 승인했어요. 받은 그대로 포장해 두면 택배 기사가 가지러 가요."
  if (state === "collecting") return "상품이 판매자에게 돌아가고 있어요."
  if (state === "collected")
    return kind === "return"
      ? `판매자가 상품을 받았어요. 확인하고 ${LIMITS.refundWithinDays}영업일 안에 환불해요.`
      : "판매자가 상품을 받았어요. 새 상품을 보내면 알려 드려요."
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
 * confirmation. What its buyer has not got cannot go back. A thing made to order goes back only where it
 * differs. Confirming pays the seller and takes no right from the buyer: the days to return go on.
 */
export function listAvailableClaims(
  line: {
    state: LineState
    deliveredAt: Date | null
    confirmedAt: Date | null
    missingAt: Date | null
    madeToOrder: boolean
  },
  at: Date,
): { kind: ClaimKind; faults: Fault[] }[] {
  if (line.state === "preparing") return [{ kind: "cancel", faults: ["buyer", "seller"] }]
  if (line.missingAt !== null) return []
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

export const CLAIM_EVENT_LABELS: Record<ClaimMove | "request", string> = {
  request: "신청",
  approve: "승인",
  reject: "거절",
  collect: "수거 시작",
  receive: "받음",
  complete: "완료",
  withdraw: "철회",
}
