/** The table of titles that products had before. */
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { products } from "./schema.server.ts"

/** Written by the database when a product gets another title, by which what was sold under it is found. */
export const formerTitles = pgTable(
  "former_titles",
  {
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    title: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.title] })],
)
