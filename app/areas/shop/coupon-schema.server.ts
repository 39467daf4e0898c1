/** The table of who was given which coupon. */
import { pgTable, primaryKey, timestamp, uuid } from "drizzle-orm/pg-core"
import { users } from "../accounts/schema.server.ts"
import { coupons } from "./schema.server.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const couponHolders = pgTable(
  "coupon_holders",
  {
    couponId: uuid("coupon_id")
      .notNull()
      .references(() => coupons.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    givenAt: at("given_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.couponId, table.userId] })],
)
