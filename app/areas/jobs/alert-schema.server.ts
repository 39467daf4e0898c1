/** The table of job alerts: the new jobs that people wait for. */
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { RANGES } from "#app/basics/distance.ts"
import { users } from "../accounts/schema.server.ts"
import type { JobKind } from "./rules.ts"

export const jobAlerts = pgTable("job_alerts", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  kind: text().$type<JobKind>(),
  keyword: text().notNull(),
  words: text().array().notNull(),
  head: text().notNull(),
  regionCode: text("region_code"),
  range: text({ enum: RANGES }).notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
})
