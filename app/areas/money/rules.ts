/** Defines the words, states and transitions of money: payments, refunds, payouts, the ledger. Pure. */
import { type Transition, findTransition } from "#app/basics/transitions.ts"
import type { FormValues } from "#app/basics/form.ts"

export const LIMITS = {
  /** A payment under way keeps what is paid for at least this long. */
  paymentHoldMinutes: 10,
  depositHours: 24,
  /** The hour in Korea at which payouts are made, on working days. */
  payoutHour: 10,
  /** A word of one won: how long it can be told, how often wrongly, and how many are sent in a day. */
  accountCheckMinutes: 5,
  accountCheckTries: 3,
  accountChecksPerDay: 5,
} as const

/** `easy_pay`: before each of them had its name. */
export const PAYMENT_METHODS = [
  "card",
  "transfer",
  "virtual_account",
  "kakao_pay",
  "naver_pay",
  "toss_pay",
  "easy_pay",
] as const

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  card: "신용·체크카드",
  transfer: "계좌이체",
  virtual_account: "가상계좌",
  kakao_pay: "카카오페이",
  naver_pay: "네이버페이",
  toss_pay: "토스페이",
  easy_pay: "간편결제",
}

/** What a payer can choose today. */
export const OFFERED_PAYMENT_METHODS = [
  "card",
  "transfer",
  "virtual_account",
  "kakao_pay",
  "naver_pay",
  "toss_pay",
] as const satisfies readonly PaymentMethod[]

export type OfferedPaymentMethod = (typeof OFFERED_PAYMENT_METHODS)[number]

/** Toss' names (korea.md §1). */
export const PAYMENT_STATES = [
  "READY",
  "IN_PROGRESS",
  "WAITING_FOR_DEPOSIT",
  "DONE",
  "ABORTED",
  "EXPIRED",
  "PARTIAL_CANCELED",
  "CANCELED",
] as const

export type PaymentState = (typeof PAYMENT_STATES)[number]

export type PaymentMove = "begin" | "wait" | "done" | "abort" | "expire" | "cancel_part" | "cancel_all"

export const PAYMENT_TRANSITIONS: readonly Transition<PaymentState, PaymentMove, "system">[] = [
  { move: "begin", from: ["READY"], to: "IN_PROGRESS", by: ["system"] },
  { move: "wait", from: ["READY", "IN_PROGRESS"], to: "WAITING_FOR_DEPOSIT", by: ["system"] },
  { move: "done", from: ["READY", "IN_PROGRESS", "WAITING_FOR_DEPOSIT"], to: "DONE", by: ["system"] },
  { move: "abort", from: ["READY", "IN_PROGRESS"], to: "ABORTED", by: ["system"] },
  { move: "expire", from: ["READY", "IN_PROGRESS", "WAITING_FOR_DEPOSIT"], to: "EXPIRED", by: ["system"] },
  { move: "cancel_part", from: ["DONE", "PARTIAL_CANCELED"], to: "PARTIAL_CANCELED", by: ["system"] },
  {
    move: "cancel_all",
    from: ["DONE", "PARTIAL_CANCELED", "WAITING_FOR_DEPOSIT"],
    to: "CANCELED",
    by: ["system"],
  },
]

export const findPaymentTransition = (move: PaymentMove, from: PaymentState) =>
  findTransition(PAYMENT_TRANSITIONS, { move, from, role: "system" })

/** A charge that the market holds; `paying` waits for a deposit. */
export const CHARGE_STATES = [
  "asked",
  "paying",
  "held",
  "released",
  "refunding",
  "refunded",
  "expired",
  "withdrawn",
] as const

export type ChargeState = (typeof CHARGE_STATES)[number]

export type ChargeTransition =
  | "await_deposit"
  | "pay"
  | "expire"
  | "withdraw"
  | "release_rest"
  | "refund_rest"
  | "return"
  | "close"

/**
 * Complete: what is not here is refused. Parts are released and refunded while the charge is held; the last
 * of them moves it on. `close`: a charge of which both had a part ends as released when the refund is paid.
 */
export const CHARGE_TRANSITIONS: readonly Transition<ChargeState, ChargeTransition, "system">[] = [
  { move: "await_deposit", from: ["asked"], to: "paying", by: ["system"] },
  { move: "pay", from: ["asked", "paying"], to: "held", by: ["system"] },
  { move: "expire", from: ["asked", "paying"], to: "expired", by: ["system"] },
  { move: "withdraw", from: ["asked", "paying"], to: "withdrawn", by: ["system"] },
  { move: "release_rest", from: ["held"], to: "released", by: ["system"] },
  { move: "refund_rest", from: ["held"], to: "refunding", by: ["system"] },
  { move: "return", from: ["refunding"], to: "refunded", by: ["system"] },
  { move: "close", from: ["refunding"], to: "released", by: ["system"] },
]

/** Who bears the fee of a charge: the payer on top of the price, or the payee out of it. */
export type ChargeFee = {
  payer: "payer" | "payee"
  /** In hundredths of a percent. */
  bps: number
}

export const PAYOUT_STATES = ["pending", "processing", "paid", "failed"] as const

export type PayoutState = (typeof PAYOUT_STATES)[number]

export const PAYOUT_STATE_LABELS: Record<PayoutState, string> = {
  pending: "지급 예정",
  processing: "지급 중",
  paid: "지급 완료",
  failed: "지급 실패",
}

/** Who is paid: a shop by an administrator's hand, a person by the provider. */
export const PAYOUT_SOURCES = ["shop", "person"] as const

/**
 * A payout that the bank sends back was paid before: `paid→failed` is possible (marketplace.md, Shop). The
 * system moves those that the provider pays, as it says.
 */
export const PAYOUT_TRANSITIONS: readonly Transition<
  PayoutState,
  "start" | "pay" | "fail",
  "admin" | "system"
>[] = [
  { move: "start", from: ["pending"], to: "processing", by: ["admin", "system"] },
  { move: "pay", from: ["processing"], to: "paid", by: ["admin", "system"] },
  { move: "fail", from: ["processing", "paid"], to: "failed", by: ["admin", "system"] },
]

/** An account that somebody says is theirs: one won is on its way to it, the word was told, or was not. */
export const ACCOUNT_CHECK_STATES = ["asked", "checked", "failed"] as const

export type AccountCheckState = (typeof ACCOUNT_CHECK_STATES)[number]

export const ACCOUNT_CHECK_TRANSITIONS: readonly Transition<AccountCheckState, "check" | "fail", "system">[] =
  [
    { move: "check", from: ["asked"], to: "checked", by: ["system"] },
    { move: "fail", from: ["asked"], to: "failed", by: ["system"] },
  ]

/** An account number of which the last four digits are shown. */
export const maskAccountNumber = (account: string): string => account.replace(/\d(?=(?:\D*\d){4})/g, "*")

/** `guarantee`: what the market itself bears, such as money that a card company took back after a release. */
export const LEDGER_ACCOUNTS = ["outside", "held", "refunding", "seller", "platform", "guarantee"] as const

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

export const LEDGER_KINDS = [
  "payment",
  "refund_due",
  "refund",
  "refund_back",
  "sale",
  "sale_back",
  "order_rest",
  "release",
  "chargeback",
  "payout",
  "payout_returned",
] as const

export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** Money that a payer's bank took back: not looked at by an administrator yet, or looked at. */
export const CHARGEBACK_QUEUES = ["open", "closed"] as const

export type ChargebackQueue = (typeof CHARGEBACK_QUEUES)[number]

// ── What admins look through

export const PAYMENT_STATE_LABELS: Record<PaymentState, string> = {
  READY: "결제 전",
  IN_PROGRESS: "결제 중",
  WAITING_FOR_DEPOSIT: "입금 대기",
  DONE: "결제 완료",
  ABORTED: "결제 실패",
  EXPIRED: "기한 지남",
  PARTIAL_CANCELED: "부분 취소",
  CANCELED: "모두 취소",
}

export const LEDGER_KIND_LABELS: Record<LedgerKind, string> = {
  payment: "결제",
  refund_due: "환불 결정",
  refund: "환불",
  refund_back: "환불 되돌아옴",
  sale: "구매확정",
  sale_back: "확정 뒤 반품",
  order_rest: "배송비 등 나머지",
  release: "지급 확정",
  chargeback: "카드사 취소",
  payout: "정산 지급",
  payout_returned: "정산 되돌아옴",
}

export const LEDGER_ACCOUNT_LABELS: Record<LedgerAccount, string> = {
  outside: "결제사",
  held: "보관",
  refunding: "환불 중",
  seller: "받을 사람",
  platform: "바로일당",
  guarantee: "보증금",
}

/** `account_waiting`: a deposit goes back to an account, which its buyer has not told yet or told wrong. */
export const REFUND_STATES = ["requested", "account_waiting", "done", "failed"] as const

export type RefundState = (typeof REFUND_STATES)[number]

/** What is missing of an account that money goes back to, beside its fields. */
export function findMissingAccountFields(values: FormValues): Record<string, string> {
  const messages = {
    bank: "은행을 골라 주세요.",
    accountNumber: "계좌번호를 입력해 주세요.",
    accountHolder: "예금주를 입력해 주세요.",
  }
  return Object.fromEntries(
    Object.entries(messages).filter(([name]) => ([values[name] ?? ""].flat()[0] ?? "").trim() === ""),
  )
}

export const REFUND_STATE_LABELS: Record<RefundState, string> = {
  requested: "환불 중",
  account_waiting: "구매자 계좌 기다림",
  done: "환불 완료",
  failed: "환불 실패",
}

/** How far somebody is on the way to being paid: what they have to do, or wait for. */
export type PayeeStatus = "no_account" | "registering" | "approval" | "kyc" | "refused" | "on_hold" | "ready"

/** A month as addresses say it: `YYYY-MM`. */
export const isMonth = (text: string): boolean => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text)

/** A price with its tax, as tax invoices and receipts say it. The tax is a part of the price, cut down. */
export function splitVat(priceWon: number): { supplyWon: number; vatWon: number } {
  const vatWon = Math.floor(priceWon / 11)
  return { supplyWon: priceWon - vatWon, vatWon }
}
