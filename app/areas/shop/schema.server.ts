/**
 * The tables of the shop: sellers, products, orders and their lines, claims, payments, refunds, the
 * ledger.
 */
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core"
import { pictures } from "#app/platform/schema.server.ts"
import { users } from "../accounts/schema.server.ts"
import type { DisclosureRow } from "./disclosure.ts"
import type { ShopVacation } from "./vacation-rules.ts"
import {
  DELIVERY_SOURCES,
  DEPARTMENTS,
  LINE_STATES,
  PRODUCT_STATES,
  PURCHASE_STATES,
  SELLER_STATES,
} from "./rules.ts"
import { CLAIM_KINDS, CLAIM_STATES, type ClaimMove, FAULTS } from "./claim-rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })
/** An amount that may be a sum: 8 bytes in the database, a safe whole number here. */
const won = (name: string) => bigint(name, { mode: "number" })

export const sellers = pgTable("sellers", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  state: text({ enum: SELLER_STATES }).notNull(),
  name: text().notNull(),
  intro: text().notNull().default(""),
  businessName: text("business_name").notNull(),
  representative: text().notNull(),
  businessNumber: text("business_number").notNull(),
  mailOrderNumber: text("mail_order_number").notNull().default(""),
  phone: text().notNull(),
  email: text().notNull(),
  address: text().notNull(),
  direct: boolean().notNull().default(false),
  shippingWon: integer("shipping_won").notNull().default(3000),
  freeFromWon: integer("free_from_won"),
  returnWon: integer("return_won").notNull().default(3000),
  dispatchDays: integer("dispatch_days").notNull().default(1),
  commissionBps: integer("commission_bps").notNull().default(800),
  bank: text().notNull().default(""),
  accountNumber: text("account_number").notNull().default(""),
  accountHolder: text("account_holder").notNull().default(""),
  decisionReason: text("decision_reason").notNull().default(""),
  decidedBy: uuid("decided_by"),
  vacation: jsonb().$type<ShopVacation>(),
  appliedAt: at("applied_at").notNull().defaultNow(),
  decidedAt: at("decided_at"),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export const products = pgTable("products", {
  id: uuid().primaryKey(),
  sellerId: uuid("seller_id")
    .notNull()
    .references(() => sellers.userId),
  state: text({ enum: PRODUCT_STATES }).notNull(),
  department: text({ enum: DEPARTMENTS }).notNull(),
  title: text().notNull(),
  brand: text().notNull().default(""),
  description: text().notNull().default(""),
  optionLabel: text("option_label").notNull().default(""),
  priceWon: integer("price_won").notNull(),
  listPriceWon: integer("list_price_won"),
  discountPercent: integer("discount_percent").notNull().default(0),
  freeShipping: boolean("free_shipping").notNull().default(false),
  madeToOrder: boolean("made_to_order").notNull().default(false),
  notice: jsonb().$type<DisclosureRow[]>().notNull().default([]),
  dealUntil: at("deal_until"),
  decisionReason: text("decision_reason").notNull().default(""),
  sold: integer().notNull().default(0),
  reviewCount: integer("review_count").notNull().default(0),
  ratingSum: integer("rating_sum").notNull().default(0),
  rank: real().notNull().default(0),
  ratingRank: real("rating_rank").notNull().default(0),
  searchKey: text("search_key").notNull().default(""),
  publishedAt: at("published_at"),
  hiddenAt: at("hidden_at"),
  hiddenReason: text("hidden_reason").notNull().default(""),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export const productPictures = pgTable(
  "product_pictures",
  {
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
)

export const variants = pgTable("variants", {
  id: uuid().primaryKey(),
  productId: uuid("product_id")
    .notNull()
    .references(() => products.id),
  name: text().notNull().default(""),
  priceWon: integer("price_won").notNull(),
  stock: integer().notNull(),
  position: integer().notNull().default(0),
  pictureId: uuid("picture_id").references(() => pictures.id, { onDelete: "set null" }),
  retiredAt: at("retired_at"),
})

export const coupons = pgTable("coupons", {
  id: uuid().primaryKey(),
  code: text().notNull().unique(),
  name: text().notNull(),
  sellerId: uuid("seller_id").references(() => sellers.userId),
  kind: text({ enum: ["amount", "percent"] }).notNull(),
  value: integer().notNull(),
  maxWon: integer("max_won"),
  minWon: integer("min_won").notNull().default(0),
  startsAt: at("starts_at").notNull(),
  endsAt: at("ends_at").notNull(),
  /** For those alone who were given it. */ isGiven: boolean("is_given").notNull().default(false),
})

export const orderGroups = pgTable("order_groups", {
  id: uuid().primaryKey(),
  number: text().notNull().unique(),
  buyerId: uuid("buyer_id")
    .notNull()
    .references(() => users.id),
  state: text({ enum: PURCHASE_STATES }).notNull(),
  source: text({ enum: ["cart", "direct"] }).notNull(),
  recipient: text().notNull().default(""),
  phone: text().notNull().default(""),
  zonecode: text().notNull().default(""),
  address: text().notNull().default(""),
  addressDetail: text("address_detail").notNull().default(""),
  request: text().notNull().default(""),
  couponId: uuid("coupon_id").references(() => coupons.id),
  itemsWon: won("items_won").notNull(),
  shippingWon: won("shipping_won").notNull(),
  discountWon: won("discount_won").notNull().default(0),
  totalWon: won("total_won").notNull(),
  consentedAt: at("consented_at"),
  /** 개인정보 제3자 제공: to the sellers of the goods. */
  thirdPartyConsentAt: at("third_party_consent_at"),
  /** That what is made to order does not go back on a change of mind (전자상거래법 시행령 §21). */
  madeToOrderConsentAt: at("made_to_order_consent_at"),
  refundBank: text("refund_bank").notNull().default(""),
  refundAccount: text("refund_account").notNull().default(""),
  refundHolder: text("refund_holder").notNull().default(""),
  expiresAt: at("expires_at").notNull(),
  paidAt: at("paid_at"),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const shopOrders = pgTable("shop_orders", {
  id: uuid().primaryKey(),
  groupId: uuid("group_id")
    .notNull()
    .references(() => orderGroups.id),
  sellerId: uuid("seller_id")
    .notNull()
    .references(() => sellers.userId),
  buyerId: uuid("buyer_id")
    .notNull()
    .references(() => users.id),
  itemsWon: won("items_won").notNull(),
  shippingWon: won("shipping_won").notNull(),
  discountWon: won("discount_won").notNull().default(0),
  feeWon: integer("fee_won").notNull(),
  freeFromWon: integer("free_from_won"),
  returnWon: integer("return_won").notNull(),
  refundedWon: won("refunded_won").notNull().default(0),
  retainedWon: won("retained_won").notNull().default(0),
  releasedWon: won("released_won").notNull().default(0),
  arrivesOn: date("arrives_on"),
  paidAt: at("paid_at"),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const orderLines = pgTable("order_lines", {
  id: uuid().primaryKey(),
  orderId: uuid("order_id")
    .notNull()
    .references(() => shopOrders.id),
  sellerId: uuid("seller_id")
    .notNull()
    .references(() => sellers.userId),
  productId: uuid("product_id")
    .notNull()
    .references(() => products.id),
  variantId: uuid("variant_id")
    .notNull()
    .references(() => variants.id),
  title: text().notNull(),
  optionName: text("option_name").notNull().default(""),
  pictureId: uuid("picture_id"),
  unitWon: won("unit_won").notNull(),
  quantity: integer().notNull(),
  freeShipping: boolean("free_shipping").notNull().default(false),
  madeToOrder: boolean("made_to_order").notNull().default(false),
  discountWon: won("discount_won").notNull().default(0),
  platformDiscountWon: won("platform_discount_won").notNull().default(0),
  commissionWon: won("commission_won").notNull().default(0),
  state: text({ enum: LINE_STATES }).notNull(),
  carrier: text(),
  trackingNumber: text("tracking_number"),
  paidAt: at("paid_at"),
  shippedAt: at("shipped_at"),
  deliveredAt: at("delivered_at"),
  deliverySource: text("delivery_source", { enum: DELIVERY_SOURCES }),
  missingAt: at("missing_at"),
  arrivalAsked: integer("arrival_asked").notNull().default(0),
  confirmedAt: at("confirmed_at"),
  endedAt: at("ended_at"),
  endReason: text("end_reason").notNull().default(""),
  restocked: boolean().notNull().default(false),
  /**
   * Of the purchase, copied by the database when a line leaves `payment_waiting`: its id, and of one that was
   * placed, when it was begun and what it costs. Null until then, and in a line of before until the job came.
   */
  groupId: uuid("group_id"),
  groupCreatedAt: at("group_created_at"),
  groupTotalWon: won("group_total_won"),
})

export const lineEvents = pgTable("line_events", {
  id: uuid().primaryKey(),
  lineId: uuid("line_id")
    .notNull()
    .references(() => orderLines.id),
  move: text().notNull(),
  fromState: text("from_state"),
  toState: text("to_state").notNull(),
  actorRole: text("actor_role", { enum: ["buyer", "seller", "admin", "system"] }).notNull(),
  actorId: uuid("actor_id"),
  at: at("at").notNull(),
})

export const claims = pgTable("claims", {
  id: uuid().primaryKey(),
  lineId: uuid("line_id")
    .notNull()
    .references(() => orderLines.id),
  orderId: uuid("order_id")
    .notNull()
    .references(() => shopOrders.id),
  sellerId: uuid("seller_id")
    .notNull()
    .references(() => sellers.userId),
  buyerId: uuid("buyer_id")
    .notNull()
    .references(() => users.id),
  kind: text({ enum: CLAIM_KINDS }).notNull(),
  state: text({ enum: CLAIM_STATES }).notNull(),
  reason: text().notNull(),
  detail: text().notNull().default(""),
  /** How the carrier gets what goes back. */
  pickupNote: text("pickup_note").notNull().default(""),
  fault: text({ enum: FAULTS }).notNull(),
  feeWon: integer("fee_won").notNull().default(0),
  /** The first claim of those that go back together; null where the buyer pays no way back. */
  parcelId: uuid("parcel_id").references((): AnyPgColumn => claims.id),
  /** What of the way back was taken off this claim's refund. */
  withheldWon: won("kept_won").notNull().default(0),
  decisionReason: text("decision_reason").notNull().default(""),
  /** Of an exchange: what it brings. */
  variantId: uuid("variant_id").references(() => variants.id),
  optionName: text("option_name").notNull().default(""),
  /** The title of the line, copied by the database; null until the job has filled a claim of before. */
  title: text(),
  createdAt: at("created_at").notNull(),
  decidedAt: at("decided_at"),
  updatedAt: at("updated_at").notNull(),
})

export const claimEvents = pgTable("claim_events", {
  id: uuid().primaryKey(),
  claimId: uuid("claim_id")
    .notNull()
    .references(() => claims.id, { onDelete: "cascade" }),
  move: text().$type<ClaimMove | "request">().notNull(),
  toState: text("to_state", { enum: CLAIM_STATES }).notNull(),
  actorRole: text("actor_role", { enum: ["buyer", "seller", "admin", "system"] }).notNull(),
  actorId: uuid("actor_id"),
  reason: text().notNull().default(""),
  at: at("at").notNull(),
})

export const claimPictures = pgTable(
  "claim_pictures",
  {
    claimId: uuid("claim_id")
      .notNull()
      .references(() => claims.id, { onDelete: "cascade" }),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.claimId, table.position] })],
)

export const productReviews = pgTable("product_reviews", {
  id: uuid().primaryKey(),
  productId: uuid("product_id")
    .notNull()
    .references(() => products.id),
  lineId: uuid("line_id")
    .notNull()
    .unique()
    .references(() => orderLines.id),
  authorId: uuid("author_id")
    .notNull()
    .references(() => users.id),
  sellerId: uuid("seller_id")
    .notNull()
    .references(() => sellers.userId),
  rating: integer().notNull(),
  body: text().notNull(),
  optionName: text("option_name").notNull().default(""),
  reply: text(),
  repliedAt: at("replied_at"),
  hiddenAt: at("hidden_at"),
  hiddenReason: text("hidden_reason").notNull().default(""),
  /** How many found it helpful: counted from review_marks. */
  helpfulCount: integer("helpful_count").notNull().default(0),
  createdAt: at("created_at").notNull(),
})

export const productReviewPictures = pgTable(
  "product_review_pictures",
  {
    reviewId: uuid("review_id")
      .notNull()
      .references(() => productReviews.id, { onDelete: "cascade" }),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.position] })],
)

export const productQuestions = pgTable("product_questions", {
  id: uuid().primaryKey(),
  productId: uuid("product_id")
    .notNull()
    .references(() => products.id),
  sellerId: uuid("seller_id")
    .notNull()
    .references(() => sellers.userId),
  askerId: uuid("asker_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  body: text().notNull(),
  secret: boolean().notNull().default(false),
  answer: text(),
  answeredAt: at("answered_at"),
  createdAt: at("created_at").notNull(),
})

export const productFavorites = pgTable(
  "product_favorites",
  {
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: at("created_at").notNull(),
    /** The lowest price that the person knows; null where the program before put the heart. */
    knownWon: integer("known_won"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
)
