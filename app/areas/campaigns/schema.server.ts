/** The tables of banners, and of campaigns with those who got them. */
import { integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { pictures } from "#app/platform/schema.server.ts"
import { users } from "../accounts/schema.server.ts"
import { coupons } from "../shop/schema.server.ts"
import {
  BANNER_AUDIENCES,
  BANNER_KINDS,
  BANNER_PLACES,
  CAMPAIGN_STATES,
  type CampaignAudience,
} from "./rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const banners = pgTable("banners", {
  id: uuid().primaryKey(),
  kind: text({ enum: BANNER_KINDS }).notNull(),
  place: text({ enum: BANNER_PLACES }).notNull(),
  title: text().notNull(),
  text: text().notNull().default(""),
  href: text().notNull(),
  pictureId: uuid("picture_id").references(() => pictures.id),
  productIds: uuid("product_ids").array().notNull().default([]),
  audience: text({ enum: BANNER_AUDIENCES }).notNull(),
  regionCode: text("region_code"),
  position: integer().notNull().default(0),
  startsAt: at("starts_at").notNull(),
  endsAt: at("ends_at").notNull(),
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
})

export const campaigns = pgTable("campaigns", {
  id: uuid().primaryKey(),
  /** What colleagues call it. */ name: text().notNull(),
  title: text().notNull().default(""),
  text: text().notNull().default(""),
  href: text().notNull().default("/"),
  couponId: uuid("coupon_id").references(() => coupons.id),
  audience: text().$type<CampaignAudience>().notNull(),
  regionCode: text("region_code"),
  state: text({ enum: CAMPAIGN_STATES }).notNull(),
  people: integer().notNull().default(0),
  handled: integer().notNull().default(0),
  reachedId: uuid("reached_id"),
  told: integer().notNull().default(0),
  delivered: integer().notNull().default(0),
  opened: integer().notNull().default(0),
  version: integer().notNull().default(1),
  createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
  createdAt: at("created_at").notNull(),
  startedAt: at("started_at"),
  endedAt: at("ended_at"),
  countedAt: at("counted_at"),
})

export const campaignRecipients = pgTable(
  "campaign_recipients",
  {
    campaignId: uuid("campaign_id")
      .notNull()
      .references(() => campaigns.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.userId] })],
)
