/** The tables of who was given a coupon, and who used it. */
import { pgTable, primaryKey, timestamp, uuid } from "drizzle-orm/pg-core"
import { users } from "../accounts/schema.server.ts"
import { coupons, orderGroups } from "./schema.server.ts"

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

export const couponUses = pgTable(
  "coupon_uses",
  {
    couponId: uuid("coupon_id")
      .notNull()
      .references(() => coupons.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    groupId: uuid("group_id")
      .notNull()
      .references(() => orderGroups.id, { onDelete: "cascade" }),
    usedAt: at("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.couponId, table.userId] })],
)
