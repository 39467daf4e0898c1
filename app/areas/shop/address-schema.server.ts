/** The table of where buyers have things sent. */
import { boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { users } from "../accounts/schema.server.ts"

export const deliveryAddresses = pgTable("delivery_addresses", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  recipient: text().notNull(),
  phone: text().notNull(),
  zonecode: text().notNull(),
  address: text().notNull(),
  addressDetail: text("address_detail").notNull().default(""),
  request: text().notNull().default(""),
  isDefault: boolean("is_default").notNull().default(false),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
})
