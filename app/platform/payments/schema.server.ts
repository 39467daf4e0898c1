/** The tables of the payment simulator. */
import { integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core"
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
