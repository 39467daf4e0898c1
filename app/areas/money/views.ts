/** Defines the views of money that screens show. */
import type { CashReceiptKind, CashReceiptState } from "./cash-receipt-rules.ts"
import type {
  PaymentMethod,
  PaymentState,
  RefundState,
  LedgerKind,
  LedgerAccount,
  PayeeStatus,
} from "./rules.ts"

/** A cash receipt of what one seller was paid. */
export type CashReceiptView = {
  sellerOrderId: string
  kind: CashReceiptKind
  state: CashReceiptState
  /** 010-****-1234. */
  maskedNumber: string
  issueNumber: string | null
  receiptUrl: string | null
  /** What it is for now, without what went back. */
  amountWon: number
}

// ── What admins see of a purchase

/** Whose business a paper about money is of; empty texts where they run none. */
export type PayeeBusiness = { name: string; businessNumber: string; representative: string }

export type PaymentView = {
  id: string
  provider: string
  method: PaymentMethod
  methodText: string
  amountWon: number
  state: PaymentState
  paymentKey: string | null
  failureMessage: string | null
  unknownAt: string | null
  approvedAt: string | null
  createdAt: string
}

export type RefundView = {
  id: string
  amountWon: number
  reason: string
  state: RefundState
  failureCode: string | null
  account: string | null
  createdAt: string
  doneAt: string | null
}

export type LedgerEntryView = {
  id: string
  posting: string
  kind: LedgerKind
  account: LedgerAccount
  amountWon: number
  at: string
}

// ── What people see of the money that is held for them

export type PayeeAccountView = {
  status: PayeeStatus
  /** Why the provider refuses the account, or why the last payout failed. */
  reason: string
  bank: string
  maskedNumber: string
  accountHolder: string
}

/** A check that waits for its word. */
export type AccountCheckView = {
  bank: string
  maskedNumber: string
  expiresAt: string
  triesLeft: number
  /** What the sender's name begins with. */
  senderPrefix: string
  /** The sender's name, where one won is sent for practice alone. */
  practiceSender: string | null
}

export type PersonChargeView = {
  id: string
  subjectId: string
  kind: "order_part" | "deal"
  title: string
  amountWon: number
  /** Of the price: what nobody has decided about yet. */
  heldWon: number
  /** What the market is going to take of it. */
  heldFeeWon: number
  releasedWon: number
  /** What the market took of the released price, and what is left of it. */
  feeWon: number
  netWon: number
  releasedAt: string | null
  payout: { state: "waiting" | "on_way" | "paid"; /** YYYY-MM-DD in Korea. */ day: string } | null
}

/** One month of the calendar in Korea (YYYY-MM), in won. */
export type MoneyMonth = { month: string; count: number; netWon: number; feeWon: number }

/** All that a person sees of their money, in won; `rows` is one page of what it is for. */
export type PersonMoneyView = {
  heldWon: number
  owedWon: number
  onWayWon: number
  paidWon: number
  account: PayeeAccountView
  rows: PersonChargeView[]
  next: string | null
  months: MoneyMonth[]
  /** YYYY-MM-DD in Korea: when the next payouts are made. */
  payoutDay: string
}

export type AccountSettingsView = {
  account: PayeeAccountView
  check: AccountCheckView | null
  remainingMs: number
  hasPassword: boolean
  /** Who is paid signs in with more than a password. */
  isGuarded: boolean
  /** Nobody's account can be checked now. */
  isOff: boolean
}
