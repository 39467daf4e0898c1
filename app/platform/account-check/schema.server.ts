/** The table of the simulator of one-won checks: what reached which account. */
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"

export const simulatedTransfers = pgTable("simulated_transfers", {
  id: uuid().primaryKey(),
  accountNumber: text("account_number").notNull(),
  senderName: text("sender_name").notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
})
