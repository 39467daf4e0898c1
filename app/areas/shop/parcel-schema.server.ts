/** The table of parcels, as their carriers tell of them. */
import { integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
import type { ParcelStation } from "#app/platform/tracking/tracking.ts"
import { PARCEL_STATES } from "./rules.ts"
import { shopOrders } from "./schema.server.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const parcels = pgTable("parcels", {
  id: uuid().primaryKey(),
  orderId: uuid("order_id")
    .notNull()
    .references(() => shopOrders.id),
  carrier: text().notNull(),
  trackingNumber: text("tracking_number").notNull(),
  state: text({ enum: PARCEL_STATES }).notNull().default("waiting"),
  deliveredAt: at("delivered_at"),
  stations: jsonb().$type<ParcelStation[]>().notNull().default([]),
  nextCheckAt: at("next_check_at"),
  checkedAt: at("checked_at"),
  failures: integer().notNull().default(0),
  failure: text().notNull().default(""),
  sentAt: at("sent_at").notNull(),
})
