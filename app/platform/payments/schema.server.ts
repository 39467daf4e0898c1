/** The tables of the payment simulator. */
import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core"
import type { ProviderCashReceipt } from "./cash-receipt.ts"
import type { ProviderPayment } from "./payment.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const simulatedPayments = pgTable("simulated_payments", {
  paymentKey: text("payment_key").primaryKey(),
  orderId: text("order_id").notNull().unique(),
  payment: jsonb().$type<ProviderPayment>().notNull(),
  script: text().notNull().default(""),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
})

export const simulatedAnswers = pgTable(
  "simulated_answers",
  {
    key: text().notNull(),
    call: text().notNull(),
    status: integer().notNull(),
    body: jsonb().notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.call] })],
)

export const simulatedCashReceipts = pgTable("simulated_cash_receipts", {
  receiptKey: text("receipt_key").primaryKey(),
  receipt: jsonb().$type<ProviderCashReceipt>().notNull(),
  cancelledWon: bigint("cancelled_won", { mode: "number" }).notNull().default(0),
  createdAt: at("created_at").notNull(),
})
