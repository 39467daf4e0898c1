/** Defines what administrators look through of held charges and of the daily reconciliation. Pure. */
import { getSettingOr } from "#app/basics/settings.ts"
import { PAYMENT_STATE_LABELS, REFUND_STATE_LABELS, type ChargeState } from "./rules.ts"

/** From how many won on a second administrator is needed: for a transfer, and for a refund by the office. */
export type OfficeLimits = { payoutWon: number; refundWon: number }

declare module "#app/basics/settings.ts" {
  interface Settings {
    officeLimits: OfficeLimits
  }
}

export const DEFAULT_OFFICE_LIMITS: OfficeLimits = { payoutWon: 3_000_000, refundWon: 500_000 }

export const getOfficeLimits = (): OfficeLimits => getSettingOr("officeLimits", DEFAULT_OFFICE_LIMITS)

/** Whether one administrator asks for a transfer of `amountWon`, and another begins it. */
export const needsSecondForPayout = (amountWon: number): boolean => amountWon >= getOfficeLimits().payoutWon

export const CHARGE_KINDS = ["order_part", "deal"] as const

export const CHARGE_KIND_LABELS: Record<(typeof CHARGE_KINDS)[number], string> = {
  order_part: "견적 요청",
  deal: "중고거래",
}

export const CHARGE_QUEUES = ["held", "waiting", "refunding", "released", "refunded", "ended", "all"] as const

export type ChargeQueue = (typeof CHARGE_QUEUES)[number]

export const CHARGE_QUEUE_STATES: Record<Exclude<ChargeQueue, "all">, readonly ChargeState[]> = {
  held: ["held"],
  waiting: ["asked", "paying"],
  refunding: ["refunding"],
  released: ["released"],
  refunded: ["refunded"],
  ended: ["expired", "withdrawn"],
}

export const CHARGE_QUEUE_LABELS: Record<ChargeQueue, string> = {
  held: "보관 중",
  waiting: "결제 기다림",
  refunding: "환불 중",
  released: "지급 확정",
  refunded: "환불 완료",
  ended: "결제 안 함",
  all: "전체",
}

export const CHARGE_STATE_TONES = {
  asked: "open",
  paying: "open",
  held: "progress",
  released: "ok",
  refunding: "warn",
  refunded: "done",
  expired: "done",
  withdrawn: "done",
} as const satisfies Record<ChargeState, string>

export const CHARGE_STATE_LABELS: Record<ChargeState, string> = {
  asked: "결제 요청",
  paying: "입금 대기",
  held: "보관 중",
  released: "지급 확정",
  refunding: "환불 중",
  refunded: "환불 완료",
  expired: "기한 지남",
  withdrawn: "요청 거둠",
}

/** How many days money has been held; the last one waits for an administrator. */
export const HELD_AGES = ["week", "month", "two_months", "older"] as const

export type HeldAge = (typeof HELD_AGES)[number]

/** Full days since the money came, both ends included; null: without an end. */
export const HELD_AGE_DAYS: Record<HeldAge, { from: number; to: number | null }> = {
  week: { from: 0, to: 7 },
  month: { from: 8, to: 30 },
  two_months: { from: 31, to: 60 },
  older: { from: 61, to: null },
}

export const HELD_AGE_LABELS: Record<HeldAge, string> = {
  week: "7일까지",
  month: "8~30일",
  two_months: "31~60일",
  older: "60일 넘음",
}

/** The number of a charge, as its rows and exports show it and the search takes it. */
export const formatChargeNumber = (chargeId: string): string => chargeId.slice(-12).toUpperCase()

// ── The daily reconciliation

/** `silent`: the provider has not given its list yet. */
export const DAY_STATES = ["agreed", "different", "silent"] as const

export type DayState = (typeof DAY_STATES)[number]

/** What we do not know, what the provider does not know, and what both know otherwise. */
export const DIFFERENCE_KINDS = ["missing_here", "missing_there", "amount", "state"] as const

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** A difference is about a payment, or about what went back of one. */
export const DIFFERENCE_SUBJECTS = ["payment", "refund"] as const

export type DifferenceSubject = (typeof DIFFERENCE_SUBJECTS)[number]

export const DAY_QUEUES = ["all", "open", "silent"] as const

export type DayQueue = (typeof DAY_QUEUES)[number]

export const DAY_QUEUE_LABELS: Record<DayQueue, string> = {
  all: "모든 날",
  open: "확인할 차이",
  silent: "답을 기다리는 날",
}

export const DAY_STATE_LABELS: Record<DayState, string> = {
  agreed: "일치",
  different: "차이 있음",
  silent: "답 없음",
}

const DIFFERENCE_LABELS: Record<DifferenceSubject, Record<DifferenceKind, string>> = {
  payment: {
    missing_here: "우리 기록에 없는 결제",
    missing_there: "결제사에 없는 결제",
    amount: "결제 금액이 달라요",
    state: "결제 상태가 달라요",
  },
  refund: {
    missing_here: "우리 기록에 없는 취소",
    missing_there: "결제사에 없는 환불",
    amount: "환불 금액이 달라요",
    state: "환불 상태가 달라요",
  },
}

export const getDifferenceLabel = (difference: {
  subject: DifferenceSubject
  kind: DifferenceKind
}): string => DIFFERENCE_LABELS[difference.subject][difference.kind]

const STATE_LABELS: Readonly<Record<string, string>> = { ...PAYMENT_STATE_LABELS, ...REFUND_STATE_LABELS }

/** The state of one side in words; where it knows nothing, that. */
export const getSideLabel = (state: string): string =>
  state === "" ? "기록 없음" : (STATE_LABELS[state] ?? state)

/** How many days back a day may be compared by hand: as long as the provider keeps its list at hand. */
export const MAX_RECONCILED_DAYS_BACK = 365
