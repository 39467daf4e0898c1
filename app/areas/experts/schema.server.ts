/**
 * The tables of experts: registration and profile, categories, regions, portfolio, certificates,
 * questions, favourites, reviews.
 */
import { sql } from "drizzle-orm"
import { date, integer, jsonb, pgTable, primaryKey, real, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { pictures } from "../../platform/schema.server.ts"
import { users } from "../accounts/schema.server.ts"
import type { Category } from "../orders/rules.ts"
import type { ExpertBadge, ExpertState, InsurancePaperState, Vacation } from "./rules.ts"
import type { ExpertPrice } from "./prices.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const experts = pgTable("experts", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  state: text().$type<ExpertState>().notNull(),
  name: text().notNull(),
  oneLine: text("one_line").notNull(),
  introduction: text().notNull(),
  careerYears: integer("career_years").notNull(),
  businessNumber: text("business_number").notNull(),
  businessName: text("business_name").notNull(),
  representative: text().notNull(),
  workHours: text("work_hours").notNull().default(""),
  warranty: text().notNull().default(""),
  priceFromWon: integer("price_from_won"),
  priceFromUnit: text("price_from_unit").notNull().default(""),
  prices: jsonb().$type<ExpertPrice[]>().notNull().default([]),
  badges: jsonb().$type<ExpertBadge[]>().notNull().default([]),
  vacations: jsonb().$type<Vacation[]>().notNull().default([]),
  avatarId: uuid("avatar_id").references(() => pictures.id, { onDelete: "set null" }),
  coverId: uuid("cover_id").references(() => pictures.id, { onDelete: "set null" }),
  stateReason: text("state_reason").notNull().default(""),
  appliedAt: at("applied_at").notNull(),
  reviewingAt: at("reviewing_at"),
  decidedAt: at("decided_at"),
  hiddenAt: at("hidden_at"),
  hiddenReason: text("hidden_reason").notNull().default(""),
  hires: integer().notNull().default(0),
  repeatHires: integer("repeat_hires").notNull().default(0),
  reviewCount: integer("review_count").notNull().default(0),
  ratingSum: integer("rating_sum").notNull().default(0),
  ratingRank: real("rating_rank").notNull().default(0),
  /** The shown rating in tenths, 0 while there is none; see shownRating in the rules. */
  ratingTenths: integer("rating_tenths")
    .notNull()
    .generatedAlwaysAs(
      sql`case when review_count >= 3 then (rating_sum * 20 + review_count) / (review_count * 2) else 0 end`,
    ),
  responseMinutes: integer("response_minutes"),
  warrantyClaimCount: integer("warranty_claim_count").notNull().default(0),
  warrantyLateCount: integer("warranty_late_count").notNull().default(0),
  favoriteCount: integer("favorite_count").notNull().default(0),
  searchKey: text("search_key").notNull().default(""),
  searchChoseong: text("search_choseong").notNull().default(""),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export const expertCategories = pgTable(
  "expert_categories",
  {
    expertId: uuid("expert_id")
      .notNull()
      .references(() => experts.userId, { onDelete: "cascade" }),
    category: text().$type<Category>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.category, table.expertId] })],
)

export const expertRegions = pgTable(
  "expert_regions",
  {
    expertId: uuid("expert_id")
      .notNull()
      .references(() => experts.userId, { onDelete: "cascade" }),
    regionCode: text("region_code").notNull(),
  },
  (table) => [primaryKey({ columns: [table.regionCode, table.expertId] })],
)

export const expertPortfolio = pgTable("expert_portfolio", {
  id: uuid().primaryKey(),
  expertId: uuid("expert_id")
    .notNull()
    .references(() => experts.userId, { onDelete: "cascade" }),
  title: text().notNull(),
  description: text().notNull().default(""),
  category: text().$type<Category>().notNull(),
  priceWon: integer("price_won"),
  areaPyeong: integer("area_pyeong"),
  doneOn: date("done_on", { mode: "string" }),
  beforeId: uuid("before_id").references(() => pictures.id, { onDelete: "set null" }),
  afterId: uuid("after_id")
    .notNull()
    .references(() => pictures.id),
  position: integer().notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const expertCertificates = pgTable("expert_certificates", {
  id: uuid().primaryKey(),
  expertId: uuid("expert_id")
    .notNull()
    .references(() => experts.userId, { onDelete: "cascade" }),
  name: text().notNull(),
  issuer: text().notNull(),
  acquiredOn: date("acquired_on", { mode: "string" }),
  pictureId: uuid("picture_id").references(() => pictures.id, { onDelete: "set null" }),
  verifiedAt: at("verified_at"),
})

export const insurancePapers = pgTable("insurance_papers", {
  id: uuid().primaryKey(),
  expertId: uuid("expert_id")
    .notNull()
    .references(() => experts.userId, { onDelete: "cascade" }),
  insurer: text().notNull(),
  expiresOn: date("expires_on", { mode: "string" }).notNull(),
  state: text().$type<InsurancePaperState>().notNull(),
  reason: text().notNull().default(""),
  createdAt: at("created_at").notNull(),
  decidedAt: at("decided_at"),
  decidedBy: uuid("decided_by"),
})

export const insurancePaperPictures = pgTable(
  "insurance_paper_pictures",
  {
    paperId: uuid("paper_id")
      .notNull()
      .references(() => insurancePapers.id, { onDelete: "cascade" }),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.paperId, table.position] })],
)

export const expertQuestions = pgTable("expert_questions", {
  id: uuid().primaryKey(),
  expertId: uuid("expert_id")
    .notNull()
    .references(() => experts.userId, { onDelete: "cascade" }),
  askerId: uuid("asker_id").references(() => users.id, { onDelete: "set null" }),
  question: text().notNull(),
  answer: text(),
  askedAt: at("asked_at").notNull().defaultNow(),
  answeredAt: at("answered_at"),
})

export const expertFavorites = pgTable(
  "expert_favorites",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expertId: uuid("expert_id")
      .notNull()
      .references(() => experts.userId, { onDelete: "cascade" }),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.expertId] })],
)

export const expertDecisions = pgTable("expert_decisions", {
  id: uuid().primaryKey(),
  expertId: uuid("expert_id")
    .notNull()
    .references(() => experts.userId, { onDelete: "cascade" }),
  actorId: uuid("actor_id").notNull(),
  fromState: text("from_state").notNull(),
  toState: text("to_state").notNull(),
  reason: text().notNull().default(""),
  at: at("at").notNull().defaultNow(),
})

export const reviews = pgTable("reviews", {
  id: uuid().primaryKey(),
  orderId: uuid("order_id").notNull(),
  expertId: uuid("expert_id")
    .notNull()
    .references(() => experts.userId),
  customerId: uuid("customer_id")
    .notNull()
    .references(() => users.id),
  category: text().$type<Category>().notNull(),
  rating: integer().notNull(),
  finish: integer().notNull(),
  priceMatch: integer("price_match").notNull(),
  punctuality: integer().notNull(),
  kindness: integer().notNull(),
  tags: text().array().notNull().default([]),
  body: text().notNull(),
  photoCount: integer("photo_count").notNull().default(0),
  paidWon: integer("paid_won"),
  reply: text(),
  repliedAt: at("replied_at"),
  publishAt: at("publish_at").notNull(),
  publishedAt: at("published_at"),
  editedAt: at("edited_at"),
  removedAt: at("removed_at"),
  removedReason: text("removed_reason").notNull().default(""),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const reviewPhotos = pgTable(
  "review_photos",
  {
    reviewId: uuid("review_id")
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.position] })],
)

export const reviewVersions = pgTable(
  "review_versions",
  {
    reviewId: uuid("review_id")
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    content: jsonb().notNull(),
    at: at("at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.version] })],
)

export const customerReviews = pgTable("customer_reviews", {
  orderId: uuid("order_id").primaryKey(),
  expertId: uuid("expert_id")
    .notNull()
    .references(() => experts.userId),
  customerId: uuid("customer_id")
    .notNull()
    .references(() => users.id),
  rating: integer().notNull(),
  body: text().notNull().default(""),
  createdAt: at("created_at").notNull().defaultNow(),
})
