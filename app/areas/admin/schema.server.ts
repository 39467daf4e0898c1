/** The table of the back office: who asks for another admin. */
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { users } from "../accounts/schema.server.ts"
import type { AdminRequestState } from "./rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const adminRequests = pgTable("admin_requests", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  askedBy: uuid("asked_by")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  reason: text().notNull(),
  state: text().$type<AdminRequestState>().notNull(),
  decidedBy: uuid("decided_by").references(() => users.id, { onDelete: "cascade" }),
  createdAt: at("created_at").notNull(),
  decidedAt: at("decided_at"),
})
