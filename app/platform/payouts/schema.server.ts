/** The tables of the payout simulator. */
import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core"

const at = (name: string) => timestamp(name, { withTimezone: true })

export type SimulatedSeller = {
  id: string
  refSellerId: string
  status: string
  account: { accountNumber: string }
}

export type SimulatedPayout = {
  id: string
  refPayoutId: string
  destination: string
  status: string
  amount: { currency: string; value: number }
  error: { code: string; message: string } | null
}

export const simulatedSellers = pgTable("simulated_sellers", {
  id: text().primaryKey(),
  ref: text().notNull().unique(),
  seller: jsonb().$type<SimulatedSeller>().notNull(),
  updatedAt: at("updated_at").notNull(),
})

export const simulatedPayouts = pgTable("simulated_payouts", {
  id: text().primaryKey(),
  ref: text().notNull().unique(),
  payout: jsonb().$type<SimulatedPayout>().notNull(),
  updatedAt: at("updated_at").notNull(),
})
