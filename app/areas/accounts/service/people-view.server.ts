/**
 * What other areas may show of a member in their lists: they join `people`, and see nothing of the
 * profile behind it. `name` is the public one of a member: the name that an approved expert trades under,
 * else the nickname. `shopName` is for the seller role alone (decision 052). No legal name is in it.
 */
import { pgView, text, timestamp, uuid } from "drizzle-orm/pg-core"

export const people = pgView("people", {
  userId: uuid("user_id").notNull(),
  name: text("name").notNull(),
  avatarId: uuid("avatar_id"),
  regionCode: text("region_code"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  /** When the member left; their name is not shown any more. */
  leftAt: timestamp("left_at", { withTimezone: true }),
  /** The name of their shop while it may sell; null where they have none. */
  shopName: text("shop_name"),
}).existing()
