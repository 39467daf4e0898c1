/** Owns the tables of notifications. */
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { users } from "../accounts/schema.server.ts"
import type { NotificationKind } from "./rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const notifications = pgTable("notifications", {
  id: uuid().primaryKey(),
  userId: uuid("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  kind: text().$type<NotificationKind>().notNull(),
  title: text().notNull(),
  text: text().notNull().default(""),
  href: text().notNull(),
  once: text().notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
  readAt: at("read_at"),
})
