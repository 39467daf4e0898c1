/**
 * The tables of notifications: what people are told, how they want it, what is on its way, their
 * browsers, our keys.
 */
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { users } from "../accounts/schema.server.ts"
import type { DeliveryChannel, DeliveryState, NotificationKind, Switches } from "./rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const notifications = pgTable("notifications", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  kind: text().$type<NotificationKind>().notNull(),
  title: text().notNull(),
  text: text().notNull().default(""),
  href: text().notNull(),
  once: text().notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
  readAt: at("read_at"),
  inApp: boolean("in_app").notNull().default(true),
})

export const notificationSettings = pgTable("notification_settings", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  switches: jsonb().$type<Switches>().notNull().default({}),
  quiet: boolean().notNull().default(true),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export const notificationDeliveries = pgTable(
  "notification_deliveries",
  {
    notificationId: uuid("notification_id")
      .notNull()
      .references(() => notifications.id, { onDelete: "cascade" }),
    channel: text().$type<DeliveryChannel>().notNull(),
    state: text().$type<DeliveryState>().notNull(),
    dueAt: at("due_at").notNull(),
    tries: integer().notNull().default(0),
    failure: text(),
    doneAt: at("done_at"),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.channel] })],
)

export const pushSubscriptions = pgTable("push_subscriptions", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  endpoint: text().notNull().unique(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  device: text(),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const productKeys = pgTable("product_keys", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
})
