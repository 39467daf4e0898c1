/**
 * What the provider says of those it pays and of payouts: the objects of Toss Payments' payouts, version 2,
 * as far as the product reads them.
 */
import { asRecord } from "../../basics/record.ts"
import { BANK_NAMES, bankCode } from "../payments/payment.ts"

/** Who can be paid: `PARTIALLY_APPROVED` less than 10,000,000 won a week, `APPROVED` without a limit. */
export const SELLER_STATES = ["APPROVAL_REQUIRED", "PARTIALLY_APPROVED", "KYC_REQUIRED", "APPROVED"] as const
export type SellerState = (typeof SELLER_STATES)[number]

export const isPayable = (state: SellerState | null): boolean =>
  state === "PARTIALLY_APPROVED" || state === "APPROVED"

export type ProviderSeller = { id: string; refSellerId: string; status: SellerState }

const PAYOUT_STATUSES = ["REQUESTED", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELED"] as const
type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

export type ProviderPayout = {
  id: string
  refPayoutId: string
  status: PayoutStatus
  amountWon: number
  error: { code: string; message: string } | null
}

/** What the provider can pay out, in won. */
export type ProviderBalance = { availableWon: number }

/**
 * What a call came to. "unknown": it may or may not have happened, and must be asked again, never guessed.
 */
export type PayoutResult<Value> =
  | { kind: "done"; value: Value }
  | { kind: "refused"; code: string; message: string }
  | { kind: "unknown"; code: string }

const asText = (value: unknown): string => (typeof value === "string" ? value : "")
const findWord = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value)

/** Reads a seller; null for what is none. */
export function readSeller(body: unknown): ProviderSeller | null {
  const { id, refSellerId, status } = asRecord(body)
  const state = findWord(SELLER_STATES, status)
  return asText(id) && asText(refSellerId) && state
    ? { id: asText(id), refSellerId: asText(refSellerId), status: state }
    : null
}

/** Reads a payout; null for what is none. */
export function readPayout(body: unknown): ProviderPayout | null {
  const { id, refPayoutId, status, amount, error } = asRecord(body)
  const { value, currency } = asRecord(amount)
  const known = findWord(PAYOUT_STATUSES, status)
  if (!asText(id) || !asText(refPayoutId) || !known) return null
  if (typeof value !== "number" || !Number.isSafeInteger(value) || currency !== "KRW") return null
  const { code, message } = asRecord(error)
  return {
    id: asText(id),
    refPayoutId: asText(refPayoutId),
    status: known,
    amountWon: value,
    error: asText(code) ? { code: asText(code), message: asText(message) } : null,
  }
}

/** Reads the payouts that one request made: a list, or an object with the list as its `items`. */
export function readPayouts(body: unknown): ProviderPayout[] | null {
  const items: unknown = Array.isArray(body) ? body : asRecord(body).items
  if (!Array.isArray(items)) return null
  const read = items.map(readPayout)
  return read.every((payout) => payout !== null) ? read : null
}

export function readBalance(body: unknown): ProviderBalance | null {
  const { value } = asRecord(asRecord(body).availableAmount)
  return typeof value === "number" && Number.isSafeInteger(value) ? { availableWon: value } : null
}

// Like those of payments, these tell nothing about how it ended (korea.md §1).
const UNKNOWN_RESULT_CODES = new Set([
  "PROVIDER_ERROR",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
  "IDEMPOTENT_REQUEST_PROCESSING",
  "DUPLICATED_REF_PAYOUT_ID",
])

/** Reads an answer by its status and body, which `read` turns into what was asked for. */
export function parsePayoutAnswer<Value>(
  status: number,
  body: unknown,
  read: (entityBody: unknown) => Value | null,
): PayoutResult<Value> {
  if (status === 200) {
    const value = read(asRecord(body).entityBody)
    return value === null ? { kind: "unknown", code: "UNREADABLE" } : { kind: "done", value }
  }
  const error = asRecord(asRecord(body).error)
  const code = asText(error.code) || "UNREADABLE"
  // 401: our own keys are wrong, which is nobody's failed payout.
  const isUnknown = status >= 500 || [401, 408, 409, 429].includes(status) || code === "UNREADABLE"
  return isUnknown || UNKNOWN_RESULT_CODES.has(code)
    ? { kind: "unknown", code }
    : { kind: "refused", code, message: asText(error.message) }
}

/**
 * The three digits that all banks of Korea know a bank by, of its name: payouts and one-won checks take
 * these, payments the provider's two. The name where there is none.
 */
export function getStandardBankCode(bank: string): string {
  if (bank === "국민은행") return "004"
  return BANK_NAMES.includes(bank) ? `0${bankCode(bank)}` : bank
}

/** Who is registered, with the account that they are paid to. */
export type SellerRegistration = {
  refSellerId: string
  name: string
  email: string
  /** 01012345678. */
  phone: string
  bank: string
  accountNumber: string
  accountHolder: string
  /** The business that is paid; null for a person. */
  business: { name: string; representative: string; businessNumber: string } | null
}

/** The way to a provider that pays people out. */
export type PayoutPort = {
  name: "toss" | "simulator"
  registerSeller(seller: SellerRegistration, idempotencyKey: string): Promise<PayoutResult<ProviderSeller>>
  /** Tells the provider another account of a seller that it knows. */
  updateSeller(
    id: string,
    seller: SellerRegistration,
    idempotencyKey: string,
  ): Promise<PayoutResult<ProviderSeller>>
  findSeller(id: string): Promise<PayoutResult<ProviderSeller>>
  findBalance(): Promise<PayoutResult<ProviderBalance>>
  /** Pays today; the same key asks again how it went, for fifteen days. */
  requestPayout(
    payout: { refPayoutId: string; sellerId: string; amountWon: number },
    idempotencyKey: string,
  ): Promise<PayoutResult<ProviderPayout>>
  findPayout(id: string): Promise<PayoutResult<ProviderPayout>>
}
