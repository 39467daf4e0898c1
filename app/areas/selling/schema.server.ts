/** Defines the tables of the seller dashboard: applications with documents and decisions, product files. */
import { timestamp, jsonb, pgTable, uuid, integer, primaryKey, text } from "drizzle-orm/pg-core"
import { sellers } from "../shop/schema.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { SELLER_STATES } from "../shop/rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const sellerDocuments = pgTable(
  "seller_documents",
  {
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => sellers.userId),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.position] })],
)

export const sellerDecisions = pgTable("seller_decisions", {
  id: uuid().primaryKey(),
  sellerId: uuid("seller_id")
    .notNull()
    .references(() => sellers.userId),
  actorId: uuid("actor_id").notNull(),
  fromState: text("from_state", { enum: SELLER_STATES }).notNull(),
  toState: text("to_state", { enum: SELLER_STATES }).notNull(),
  reason: text().notNull().default(""),
  at: at("at").notNull(),
})

export const productFiles = pgTable("product_files", {
  id: uuid().primaryKey(),
  sellerId: uuid("seller_id")
    .notNull()
    .references(() => sellers.userId),
  name: text().notNull(),
  /** What passed the form, without its pictures. */
  products: jsonb().$type<unknown[]>().notNull(),
  createdAt: at("created_at").notNull(),
})
