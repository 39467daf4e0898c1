/**
 * Defines the tables of money: payments, refunds, payouts, the ledger. Their foreign keys to the tables of
 * what is paid stand in the database alone: money knows none of them.
 */
import { timestamp, bigint, boolean, date, pgTable, uuid, text, integer } from "drizzle-orm/pg-core"
import { SELLER_STATES } from "#app/platform/payouts/payout.ts"
import { users } from "../accounts/schema.server.ts"
import { DAY_STATES, DIFFERENCE_KINDS, DIFFERENCE_SUBJECTS } from "./office-rules.ts"
import { ASKED_CASH_RECEIPT_KINDS, CASH_RECEIPT_KINDS, CASH_RECEIPT_STATES } from "./cash-receipt-rules.ts"
import {
  PAYMENT_METHODS,
  PAYMENT_STATES,
  REFUND_STATES,
  PAYOUT_STATES,
  PAYOUT_SOURCES,
  ACCOUNT_CHECK_STATES,
  LEDGER_KINDS,
  LEDGER_ACCOUNTS,
  CHARGE_STATES,
} from "./rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

/** An amount that may be a sum: 8 bytes in the database, a safe whole number here. */
const won = (name: string) => bigint(name, { mode: "number" })

export const charges = pgTable("charges", {
  id: uuid().primaryKey(),
  kind: text({ enum: ["order_part", "deal"] }).notNull(),
  subjectId: uuid("subject_id").notNull(),
  payerId: uuid("payer_id")
    .notNull()
    .references(() => users.id),
  payeeId: uuid("payee_id")
    .notNull()
    .references(() => users.id),
  title: text().notNull(),
  amountWon: won("amount_won").notNull(),
  payerFeeWon: won("payer_fee_won").notNull(),
  payeeFeeWon: won("payee_fee_won").notNull(),
  state: text({ enum: CHARGE_STATES }).notNull(),
  dueAt: at("due_at").notNull(),
  releasedWon: won("released_won").notNull().default(0),
  refundedWon: won("refunded_won").notNull().default(0),
  heldWon: won("held_won").notNull().default(0),
  refundBank: text("refund_bank").notNull().default(""),
  refundAccount: text("refund_account").notNull().default(""),
  refundHolder: text("refund_holder").notNull().default(""),
  askedAt: at("asked_at").notNull(),
  heldAt: at("held_at"),
  settledAt: at("settled_at"),
})

export const payments = pgTable("payments", {
  id: uuid().primaryKey(),
  groupId: uuid("group_id").notNull(),
  buyerId: uuid("buyer_id")
    .notNull()
    .references(() => users.id),
  provider: text({ enum: ["simulator", "toss"] }).notNull(),
  method: text({ enum: PAYMENT_METHODS }).notNull(),
  amountWon: won("amount_won").notNull(),
  state: text({ enum: PAYMENT_STATES }).notNull(),
  paymentKey: text("payment_key").unique(),
  secret: text(),
  methodText: text("method_text").notNull().default(""),
  bank: text(),
  accountNumber: text("account_number"),
  dueAt: at("due_at"),
  receiptUrl: text("receipt_url"),
  cashReceiptKind: text("cash_receipt_kind", { enum: ASKED_CASH_RECEIPT_KINDS }),
  cashReceiptNumber: text("cash_receipt_number"),
  failureCode: text("failure_code"),
  failureMessage: text("failure_message"),
  unknownAt: at("unknown_at"),
  approvedAt: at("approved_at"),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
})

/** A cash receipt for each seller of a payment; `orderId` is the seller's part of the purchase. */
export const cashReceipts = pgTable("cash_receipts", {
  id: uuid().primaryKey(),
  paymentId: uuid("payment_id")
    .notNull()
    .references(() => payments.id),
  groupId: uuid("group_id").notNull(),
  orderId: uuid("order_id").notNull(),
  kind: text({ enum: CASH_RECEIPT_KINDS }).notNull(),
  identityNumber: text("identity_number").notNull(),
  businessNumber: text("business_number").notNull(),
  orderName: text("order_name").notNull(),
  amountWon: won("amount_won").notNull(),
  refundedWon: won("refunded_won").notNull().default(0),
  issuedWon: won("issued_won").notNull().default(0),
  cancelledWon: won("cancelled_won").notNull().default(0),
  askingWon: won("asking_won"),
  asked: integer().notNull().default(1),
  state: text({ enum: CASH_RECEIPT_STATES }).notNull(),
  receiptKey: text("receipt_key").unique(),
  issueNumber: text("issue_number"),
  receiptUrl: text("receipt_url"),
  failureCode: text("failure_code"),
  pendingSince: at("pending_since"),
  pendingNumber: text("pending_number"),
  createdAt: at("created_at").notNull(),
  issuedAt: at("issued_at"),
})

export const refunds = pgTable("refunds", {
  id: uuid().primaryKey(),
  groupId: uuid("group_id").notNull(),
  orderId: uuid("order_id"),
  paymentId: uuid("payment_id")
    .notNull()
    .references(() => payments.id),
  amountWon: won("amount_won").notNull(),
  reason: text().notNull(),
  state: text({ enum: REFUND_STATES }).notNull(),
  bank: text(),
  accountNumber: text("account_number"),
  accountHolder: text("account_holder"),
  failureCode: text("failure_code"),
  tries: integer().notNull().default(0),
  asked: integer().notNull().default(1),
  setOffWon: won("set_off_won").notNull().default(0),
  createdAt: at("created_at").notNull(),
  doneAt: at("done_at"),
})

export const chargebacks = pgTable("chargebacks", {
  id: uuid().primaryKey(),
  paymentId: uuid("payment_id")
    .notNull()
    .references(() => payments.id),
  groupId: uuid("group_id").notNull(),
  transactionKey: text("transaction_key").notNull().unique(),
  amountWon: won("amount_won").notNull(),
  reason: text().notNull(),
  cancelledAt: at("cancelled_at").notNull(),
  createdAt: at("created_at").notNull(),
  note: text().notNull().default(""),
  closedBy: uuid("closed_by").references(() => users.id),
  closedAt: at("closed_at"),
})

export const payouts = pgTable("payouts", {
  id: uuid().primaryKey(),
  sellerId: uuid("seller_id").notNull(),
  amountWon: won("amount_won").notNull(),
  state: text({ enum: PAYOUT_STATES }).notNull(),
  bank: text().notNull(),
  accountNumber: text("account_number").notNull(),
  accountHolder: text("account_holder").notNull(),
  failureReason: text("failure_reason").notNull().default(""),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
  source: text({ enum: PAYOUT_SOURCES }).notNull().default("shop"),
  coversUntil: at("covers_until"),
  provider: text({ enum: ["toss", "simulator"] }),
  providerRef: text("provider_ref").unique(),
  providerPayoutId: text("provider_payout_id").unique(),
  providerSellerId: text("provider_seller_id"),
  sentAt: at("sent_at"),
  /** Who asked for a transfer that two have to begin. */ startAskedBy: uuid("start_asked_by"),
  startAskedAt: at("start_asked_at"),
})

export const payoutAccounts = pgTable("payout_accounts", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  bank: text().notNull(),
  accountNumber: text("account_number").notNull(),
  accountHolder: text("account_holder").notNull(),
  checkedAt: at("checked_at").notNull(),
  businessNumber: text("business_number").notNull().default(""),
  sellerRef: text("seller_ref").notNull().unique(),
  provider: text({ enum: ["toss", "simulator"] }),
  sellerId: text("seller_id").unique(),
  sellerState: text("seller_state", { enum: SELLER_STATES }),
  isRegistrationDue: boolean("is_registration_due").notNull().default(true),
  sellerProblem: text("seller_problem").notNull().default(""),
  holdReason: text("hold_reason").notNull().default(""),
  updatedAt: at("updated_at").notNull(),
})

export const accountChecks = pgTable("account_checks", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  bank: text().notNull(),
  accountNumber: text("account_number").notNull(),
  accountHolder: text("account_holder").notNull(),
  wordHash: text("word_hash").notNull(),
  state: text({ enum: ACCOUNT_CHECK_STATES }).notNull(),
  tries: integer().notNull().default(0),
  askedAt: at("asked_at").notNull(),
  expiresAt: at("expires_at").notNull(),
})

export const payoutProblems = pgTable("payout_problems", {
  sellerId: uuid("seller_id").primaryKey(),
  tries: integer().notNull(),
  failure: text().notNull(),
  failedAt: at("failed_at").notNull(),
})

export const ledger = pgTable("ledger", {
  id: uuid().primaryKey(),
  posting: text().notNull(),
  kind: text({ enum: LEDGER_KINDS }).notNull(),
  account: text({ enum: LEDGER_ACCOUNTS }).notNull(),
  amountWon: won("amount_won").notNull(),
  groupId: uuid("group_id"),
  orderId: uuid("order_id"),
  lineId: uuid("line_id"),
  sellerId: uuid("seller_id"),
  payoutId: uuid("payout_id").references(() => payouts.id),
  at: at("at").notNull(),
})

export const reconciliationDays = pgTable("reconciliation_days", {
  day: date().primaryKey(),
  provider: text({ enum: ["simulator", "toss"] }).notNull(),
  state: text({ enum: DAY_STATES }).notNull(),
  tries: integer().notNull().default(0),
  failure: text().notNull().default(""),
  paidCount: integer("paid_count").notNull().default(0),
  paidWon: won("paid_won").notNull().default(0),
  returnedCount: integer("returned_count").notNull().default(0),
  returnedWon: won("returned_won").notNull().default(0),
  startedAt: at("started_at").notNull(),
})

export const reconciliationDifferences = pgTable("reconciliation_differences", {
  id: uuid().primaryKey(),
  day: date()
    .notNull()
    .references(() => reconciliationDays.day),
  key: text().notNull(),
  kind: text({ enum: DIFFERENCE_KINDS }).notNull(),
  subject: text({ enum: DIFFERENCE_SUBJECTS }).notNull(),
  paymentId: uuid("payment_id").references(() => payments.id),
  paymentKey: text("payment_key").notNull(),
  transactionKey: text("transaction_key").notNull().default(""),
  ourWon: won("our_won"),
  theirWon: won("their_won"),
  ourState: text("our_state").notNull().default(""),
  theirState: text("their_state").notNull().default(""),
  happenedAt: at("happened_at").notNull(),
  foundAt: at("found_at").notNull(),
  goneAt: at("gone_at"),
  note: text().notNull().default(""),
  settledBy: uuid("settled_by").references(() => users.id),
  settledAt: at("settled_at"),
})
