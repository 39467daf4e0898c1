/**
 * The tables of second-hand: items with their pictures, history, views, wishes and talks, price offers,
 * keyword alerts, reviews of deals.
 */
import { boolean, integer, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { pictures } from "../../platform/schema.server.ts"
import { users } from "../accounts/schema.server.ts"
import type { Condition, DealRole, FeePayer, ItemCategory, ItemState, OfferState } from "./rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const items = pgTable("items", {
  id: uuid().primaryKey(),
  sellerId: uuid("seller_id")
    .notNull()
    .references(() => users.id),
  title: text().notNull(),
  category: text().$type<ItemCategory>().notNull(),
  condition: text().$type<Condition>().notNull(),
  priceWon: integer("price_won").notNull(),
  negotiable: boolean().notNull(),
  direct: boolean().notNull(),
  parcel: boolean().notNull(),
  parcelFeeBy: text("parcel_fee_by").$type<FeePayer>(),
  regionCode: text("region_code").notNull(),
  defects: text().notNull().default(""),
  description: text().notNull(),
  state: text().$type<ItemState>().notNull(),
  buyerId: uuid("buyer_id").references(() => users.id),
  dealWon: integer("deal_won"),
  reservedAt: at("reserved_at"),
  soldAt: at("sold_at"),
  bumpedAt: at("bumped_at").notNull(),
  hiddenAt: at("hidden_at"),
  hiddenReason: text("hidden_reason").notNull().default(""),
  putAwayAt: at("put_away_at"),
  deletedAt: at("deleted_at"),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export const itemPictures = pgTable(
  "item_pictures",
  {
    itemId: uuid("item_id")
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.position] })],
)

export const itemEvents = pgTable("item_events", {
  id: uuid().primaryKey(),
  itemId: uuid("item_id")
    .notNull()
    .references(() => items.id, { onDelete: "cascade" }),
  move: text().notNull(),
  fromState: text("from_state").$type<ItemState>(),
  toState: text("to_state").$type<ItemState>().notNull(),
  actorId: uuid("actor_id"),
  note: text().notNull().default(""),
  at: at("at").notNull().defaultNow(),
})

export const itemViews = pgTable(
  "item_views",
  {
    itemId: uuid("item_id")
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    shard: smallint().notNull(),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.shard] })],
)

export const itemWishes = pgTable(
  "item_wishes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    itemId: uuid("item_id")
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.userId] })],
)

export const itemTalks = pgTable(
  "item_talks",
  {
    itemId: uuid("item_id")
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.userId] })],
)

export const priceOffers = pgTable("price_offers", {
  id: uuid().primaryKey(),
  itemId: uuid("item_id")
    .notNull()
    .references(() => items.id, { onDelete: "cascade" }),
  buyerId: uuid("buyer_id")
    .notNull()
    .references(() => users.id),
  priceWon: integer("price_won").notNull(),
  state: text().$type<OfferState>().notNull(),
  expiresAt: at("expires_at").notNull(),
  decidedAt: at("decided_at"),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const keywordAlerts = pgTable("keyword_alerts", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  keyword: text().notNull(),
  words: text().array().notNull(),
  head: text().notNull(),
  category: text().$type<ItemCategory>(),
  regionCode: text("region_code"),
  minWon: integer("min_won"),
  maxWon: integer("max_won"),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const dealReviews = pgTable("deal_reviews", {
  id: uuid().primaryKey(),
  itemId: uuid("item_id")
    .notNull()
    .references(() => items.id, { onDelete: "cascade" }),
  writerId: uuid("writer_id")
    .notNull()
    .references(() => users.id),
  subjectId: uuid("subject_id")
    .notNull()
    .references(() => users.id),
  role: text().$type<DealRole>().notNull(),
  good: boolean().notNull(),
  tags: text().array().notNull(),
  body: text().notNull().default(""),
  createdAt: at("created_at").notNull().defaultNow(),
})
