/** The tables of what buyers gather: carts that were merged, views, alerts, marks of reviews. */
import { pgTable, primaryKey, timestamp, uuid } from "drizzle-orm/pg-core"
import { users } from "../accounts/schema.server.ts"
import { productReviews, products, variants } from "./schema.server.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Carts of visitors that were put into a member's: each once. */
export const mergedCarts = pgTable("merged_carts", {
  id: uuid().primaryKey(),
  mergedAt: at("merged_at").notNull(),
})

export const productViews = pgTable(
  "product_views",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    viewedAt: at("viewed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
)

/** Who wants to know when an option can be bought again; gone once they were told. */
export const restockAlerts = pgTable(
  "restock_alerts",
  {
    variantId: uuid("variant_id")
      .notNull()
      .references(() => variants.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: at("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.variantId, table.userId] })],
)

/** Who found a review helpful. */
export const reviewMarks = pgTable(
  "review_marks",
  {
    reviewId: uuid("review_id")
      .notNull()
      .references(() => productReviews.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: at("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.userId] })],
)
