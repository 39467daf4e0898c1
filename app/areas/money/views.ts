/** Defines the views of money that screens show. */
import type { PaymentMethod, PaymentState, RefundState, LedgerKind, LedgerAccount } from "./rules.ts"

// ── What admins see of a purchase

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
