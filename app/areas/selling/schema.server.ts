/** Defines the tables of the seller dashboard: applications and decisions, product files, lowered prices. */
import { timestamp, jsonb, pgTable, uuid, integer, primaryKey, text } from "drizzle-orm/pg-core"
import { products, sellers, variants } from "../shop/schema.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { SELLER_STATES } from "../shop/rules.ts"
import { PRICE_SALE_STATES } from "./rules.ts"

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
  /** When its owner wanted it taken over. */
  askedAt: at("asked_at"),
  doneCount: integer("done_count").notNull().default(0),
  /** When all of it was taken over; its products are here no more. */
  finishedAt: at("finished_at"),
})

/** `regularWon`: what the option cost before, while the sale runs. */
export type SaleOption = { variantId: string; saleWon: number; regularWon?: number }

export const priceSales = pgTable("price_sales", {
  id: uuid().primaryKey(),
  sellerId: uuid("seller_id")
    .notNull()
    .references(() => sellers.userId),
  productId: uuid("product_id")
    .notNull()
    .references(() => products.id),
  state: text({ enum: PRICE_SALE_STATES }).notNull(),
  options: jsonb().$type<SaleOption[]>().notNull(),
  /** The struck price that comes back when it ends. */
  listBeforeWon: integer("list_before_won"),
  startsAt: at("starts_at").notNull(),
  endsAt: at("ends_at").notNull(),
  createdAt: at("created_at").notNull(),
})

/** Written by a trigger, whoever changes a price. */
export const variantPrices = pgTable("variant_prices", {
  id: uuid().primaryKey().defaultRandom(),
  variantId: uuid("variant_id")
    .notNull()
    .references(() => variants.id, { onDelete: "cascade" }),
  priceWon: integer("price_won").notNull(),
  until: at("until").notNull(),
})
