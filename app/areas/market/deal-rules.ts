/** The words, limits and transition table of deals that are paid safely. Pure. */
import { addBusinessDays } from "#app/basics/business-days.ts"
import { addDays, endOfKstDay, HOUR_MS, startOfKstDay, toKstDateString } from "#app/basics/time.ts"
import type { Transition } from "#app/basics/transitions.ts"
import type { DealMethod } from "./rules.ts"

/** safe-payment.md, Second-hand; docs/decisions/035-second-hand-payment.md. Amounts in won. */
export const DEAL_LIMITS = {
  minPriceWon: 1_000,
  maxPriceWon: 5_000_000,
  parcelFeeWon: 100_000,
  /** Nobody pays: the item is for sale again after so many minutes. */
  payMinutes: 30,
  /** Deals that one person begins for one item. */
  maxDealsPerBuyer: 3,
  /** Working days to send the parcel, and to send it back. */
  sendDays: 3,
  returnDays: 5,
  /** A parcel of which nobody says anything has arrived after so many days. */
  arriveDays: 3,
  /** Silence of the buyer confirms a parcel that has arrived. */
  confirmDays: 3,
  /** Silence of the seller brings a claim before an administrator. */
  answerDays: 3,
  /** Two who do not meet get their money and their thing back. */
  meetDays: 14,
  /** Wrong codes before the buyer must show a new one. */
  codeTries: 5,
  claimPhotos: 5,
  claimDetails: 1_000,
  /** Days after the end of a deal until its address is forgotten. */
  addressDays: 30,
} as const

/** Nobody pays a fee: the price reaches the seller whole. */
export const DEAL_FEE = { payer: "payee", bps: 0 } as const

export const DEAL_STATES = [
  "asked",
  "paid",
  "sent",
  "received",
  "claimed",
  "disputed",
  "returning",
  "sent_back",
  "done",
  "cancelled",
  "returned",
] as const
export type DealState = (typeof DEAL_STATES)[number]

export const DEAL_STATE_LABELS: Record<DealState, string> = {
  asked: "결제 기다림",
  paid: "결제 완료",
  sent: "배송 중",
  received: "확인 기다림",
  claimed: "문제 확인 중",
  disputed: "운영팀 확인 중",
  returning: "반품 보내는 중",
  sent_back: "반품 배송 중",
  done: "거래완료",
  cancelled: "거래 취소",
  returned: "환불함",
}
export const DEAL_STATE_TONES = {
  asked: "warn",
  paid: "progress",
  sent: "progress",
  received: "progress",
  claimed: "warn",
  disputed: "warn",
  returning: "warn",
  sent_back: "warn",
  done: "done",
  cancelled: "done",
  returned: "done",
} as const satisfies Record<DealState, string>

export type DealActorRole = "buyer" | "seller" | "admin" | "system"
export type DealMove =
  | "pay"
  | "lapse"
  | "cancel"
  | "expire"
  | "send"
  | "hand_over"
  | "arrive"
  | "confirm"
  | "claim"
  | "withdraw_claim"
  | "agree_return"
  | "agree_refund"
  | "refuse_claim"
  | "escalate"
  | "send_back"
  | "give_up_return"
  | "take_back"
  | "refuse_return"
  | "decide_refund"
  | "decide_return"
  | "decide_release"

/**
 * Complete: what is not here is refused. Money moves where a deal ends: to the seller at `done`, back to the
 * buyer at `cancelled` and `returned`. `send` is of parcels, `hand_over` of meetings.
 */
export const DEAL_TRANSITIONS: readonly Transition<DealState, DealMove, DealActorRole>[] = [
  { move: "pay", from: ["asked"], to: "paid", by: ["system"] },
  { move: "lapse", from: ["asked"], to: "cancelled", by: ["system"] },
  { move: "cancel", from: ["asked", "paid"], to: "cancelled", by: ["buyer", "seller", "system"] },
  { move: "expire", from: ["paid"], to: "cancelled", by: ["system"] },
  { move: "send", from: ["paid"], to: "sent", by: ["seller"] },
  { move: "hand_over", from: ["paid"], to: "done", by: ["seller"] },
  { move: "arrive", from: ["sent"], to: "received", by: ["buyer", "system"] },
  { move: "confirm", from: ["sent", "received"], to: "done", by: ["buyer"] },
  { move: "confirm", from: ["received"], to: "done", by: ["system"] },
  { move: "claim", from: ["sent", "received"], to: "claimed", by: ["buyer"] },
  { move: "withdraw_claim", from: ["claimed"], to: "done", by: ["buyer"] },
  { move: "agree_return", from: ["claimed"], to: "returning", by: ["seller"] },
  { move: "agree_refund", from: ["claimed"], to: "returned", by: ["seller"] },
  { move: "refuse_claim", from: ["claimed"], to: "disputed", by: ["seller"] },
  { move: "escalate", from: ["claimed"], to: "disputed", by: ["system"] },
  { move: "send_back", from: ["returning"], to: "sent_back", by: ["buyer"] },
  { move: "give_up_return", from: ["returning"], to: "done", by: ["system"] },
  { move: "take_back", from: ["sent_back"], to: "returned", by: ["seller", "system"] },
  { move: "refuse_return", from: ["sent_back"], to: "disputed", by: ["seller"] },
  { move: "decide_refund", from: ["disputed"], to: "returned", by: ["admin"] },
  { move: "decide_return", from: ["disputed"], to: "returning", by: ["admin"] },
  { move: "decide_release", from: ["disputed"], to: "done", by: ["admin"] },
]

/** What time does in a state when its moment has come. */
export const DUE_MOVES: Partial<Record<DealState, DealMove>> = {
  paid: "expire",
  sent: "arrive",
  received: "confirm",
  claimed: "escalate",
  returning: "give_up_return",
  sent_back: "take_back",
}

/** Until when a deal that came into `state` at `at` waits for its people; null where time does nothing. */
export function getDealDueAt(state: DealState, method: DealMethod, at: Date): Date | null {
  switch (state) {
    case "paid":
      return method === "parcel"
        ? endOfKstDay(addBusinessDays(at, DEAL_LIMITS.sendDays))
        : addDays(at, DEAL_LIMITS.meetDays)
    case "sent":
      return addDays(at, DEAL_LIMITS.arriveDays)
    case "received":
      return addDays(at, DEAL_LIMITS.confirmDays)
    case "claimed":
      return addDays(at, DEAL_LIMITS.answerDays)
    case "returning":
      return endOfKstDay(addBusinessDays(at, DEAL_LIMITS.returnDays))
    case "sent_back":
      return addDays(at, DEAL_LIMITS.arriveDays + DEAL_LIMITS.confirmDays)
    default:
      return null
  }
}

/** What somebody has to do before time does it; a parcel on its way is nobody's duty. */
export const REMINDED_STATES = ["paid", "received", "claimed", "returning", "sent_back"] as const
export type RemindedState = (typeof REMINDED_STATES)[number]

/**
 * Moments before this are spoken of at `at`: from six in the evening those of tomorrow, before it those of
 * today that nobody was reminded of.
 */
export const getDealReminderHorizon = (at: Date): Date =>
  startOfKstDay(addDays(toKstDateString(new Date(at.getTime() + 6 * HOUR_MS)), 1))

/** A deal that is over: what was held for it went to the seller or back. */
export const isDealOver = (state: DealState): boolean =>
  state === "done" || state === "cancelled" || state === "returned"
/** A deal whose money the market holds. */
export const isDealHeld = (state: DealState): boolean => state !== "asked" && !isDealOver(state)

/** Whether something of this price, in won, may be paid safely. */
export const canPaySafely = (priceWon: number): boolean =>
  priceWon >= DEAL_LIMITS.minPriceWon && priceWon <= DEAL_LIMITS.maxPriceWon

/** What can be wrong with what somebody got by parcel: a buyer, or a seller who got it back. */
export const GOODS_PROBLEMS = ["different", "broken", "missing"] as const
export type GoodsProblem = (typeof GOODS_PROBLEMS)[number]
/** What a claim is about; `charged_back` is what a bank does instead of a buyer's word. */
export const CLAIM_KINDS = [...GOODS_PROBLEMS, "charged_back"] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]
export const CLAIM_KIND_LABELS: Record<ClaimKind, string> = {
  different: "설명과 다른 물건이에요",
  broken: "깨지거나 고장 난 채로 왔어요",
  missing: "물건이 오지 않았어요",
  charged_back: "카드사가 결제를 되돌렸어요",
}

/** What a seller can say of what came back; of what did not come there is nothing to photograph. */
export const RETURN_PROBLEM_LABELS: Record<GoodsProblem, string> = {
  different: "보낸 물건이 아니에요",
  broken: "망가진 채로 돌아왔어요",
  missing: "물건이 돌아오지 않았어요",
}

/** How a claim ends: all goes back, all goes back once the thing is returned, or the seller gets it. */
export const CLAIM_OUTCOMES = ["refund", "return", "release"] as const
export type ClaimOutcome = (typeof CLAIM_OUTCOMES)[number]
export const CLAIM_OUTCOME_LABELS: Record<ClaimOutcome, string> = {
  refund: "구매자에게 환불",
  return: "물건을 돌려받은 뒤 환불",
  release: "판매자에게 지급",
}
