/**
 * The tables of second-hand: items with their pictures, history, views, wishes and talks, price offers,
 * keyword alerts, reviews of deals.
 */
import { boolean, integer, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { RANGES } from "../../basics/distance.ts"
import { pictures } from "../../platform/schema.server.ts"
import { users } from "../accounts/schema.server.ts"
import { charges } from "../money/schema.server.ts"
import {
  CLAIM_KINDS,
  CLAIM_OUTCOMES,
  DEAL_STATES,
  GOODS_PROBLEMS,
  type DealActorRole,
  type DealMove,
} from "./deal-rules.ts"
import { DEAL_METHODS } from "./rules.ts"
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
  parcelFeeWon: integer("parcel_fee_won").notNull().default(0),
  safe: boolean().notNull().default(false),
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
  range: text({ enum: RANGES }).notNull().default("all"),
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

export const deals = pgTable("deals", {
  id: uuid().primaryKey(),
  itemId: uuid("item_id")
    .notNull()
    .references(() => items.id),
  buyerId: uuid("buyer_id")
    .notNull()
    .references(() => users.id),
  sellerId: uuid("seller_id")
    .notNull()
    .references(() => users.id),
  method: text({ enum: DEAL_METHODS }).notNull(),
  priceWon: integer("price_won").notNull(),
  parcelFeeWon: integer("parcel_fee_won").notNull(),
  state: text({ enum: DEAL_STATES }).notNull(),
  chargeId: uuid("charge_id").references(() => charges.id),
  wasReserved: boolean("was_reserved").notNull(),
  recipient: text().notNull().default(""),
  phone: text().notNull().default(""),
  zonecode: text().notNull().default(""),
  address: text().notNull().default(""),
  addressDetail: text("address_detail").notNull().default(""),
  request: text().notNull().default(""),
  codeNumber: integer("code_number").notNull().default(1),
  codeTries: integer("code_tries").notNull().default(0),
  carrier: text(),
  trackingNumber: text("tracking_number"),
  returnCarrier: text("return_carrier"),
  returnTrackingNumber: text("return_tracking_number"),
  dueAt: at("due_at"),
  remindedOf: at("reminded_of"),
  paidAt: at("paid_at"),
  sentAt: at("sent_at"),
  receivedAt: at("received_at"),
  endedAt: at("ended_at"),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
})

export const dealEvents = pgTable("deal_events", {
  id: uuid().primaryKey(),
  dealId: uuid("deal_id")
    .notNull()
    .references(() => deals.id, { onDelete: "cascade" }),
  move: text().$type<DealMove | "ask">().notNull(),
  fromState: text("from_state", { enum: DEAL_STATES }),
  toState: text("to_state", { enum: DEAL_STATES }).notNull(),
  role: text().$type<DealActorRole>().notNull(),
  actorId: uuid("actor_id"),
  note: text().notNull().default(""),
  at: at("at").notNull(),
})

export const dealClaims = pgTable("deal_claims", {
  id: uuid().primaryKey(),
  dealId: uuid("deal_id")
    .notNull()
    .unique()
    .references(() => deals.id, { onDelete: "cascade" }),
  kind: text({ enum: CLAIM_KINDS }).notNull(),
  details: text().notNull(),
  sellerNote: text("seller_note").notNull().default(""),
  returnProblem: text("return_problem", { enum: GOODS_PROBLEMS }),
  returnNote: text("return_note").notNull().default(""),
  outcome: text({ enum: CLAIM_OUTCOMES }),
  reason: text().notNull().default(""),
  decidedBy: uuid("decided_by").references(() => users.id),
  decidedAt: at("decided_at"),
  createdAt: at("created_at").notNull(),
})

export const dealClaimPictures = pgTable(
  "deal_claim_pictures",
  {
    claimId: uuid("claim_id")
      .notNull()
      .references(() => dealClaims.id, { onDelete: "cascade" }),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
    position: integer().notNull(),
    side: text({ enum: ["buyer", "seller"] })
      .notNull()
      .default("buyer"),
  },
  (table) => [primaryKey({ columns: [table.claimId, table.position] })],
)
