/**
 * The tables of the back office: who asks for another admin, what was opened last, who has which case, what
 * was counted.
 */
import {
  bigint,
  boolean,
  date,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core"
import type { RecordKind } from "#app/basics/record-kind.ts"
import type { OfficeRole } from "../accounts/rules.ts"
import { users } from "../accounts/schema.server.ts"
import type { InboxQueue } from "./inbox-rules.ts"
import type { AccessDeed } from "./access-rules.ts"
import type { Metric } from "./figure-rules.ts"
import type { OfficeRefundState } from "./refund-rules.ts"
import type { ViewList } from "./view-rules.ts"
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
  officeRole: text("office_role").$type<OfficeRole>().notNull().default("owner"),
  state: text().$type<AdminRequestState>().notNull(),
  decidedBy: uuid("decided_by").references(() => users.id, { onDelete: "cascade" }),
  createdAt: at("created_at").notNull(),
  decidedAt: at("decided_at"),
})

export const adminRecentRecords = pgTable(
  "admin_recent_records",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().$type<RecordKind>().notNull(),
    recordId: uuid("record_id").notNull(),
    openedAt: at("opened_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.recordId] })],
)

export const adminCases = pgTable("admin_cases", {
  id: uuid().primaryKey(),
  queue: text().$type<InboxQueue>().notNull(),
  subjectId: uuid("subject_id").notNull(),
  targetId: uuid("target_id"),
  title: text().notNull(),
  since: at("since").notNull(),
  dueAt: at("due_at").notNull(),
  holderId: uuid("holder_id").references(() => users.id, { onDelete: "set null" }),
  snoozedUntil: at("snoozed_until"),
  note: text().notNull(),
  closedAt: at("closed_at"),
})

/** Money that the office gives back itself; the id is that of the form that asked for it. */
export const officeRefunds = pgTable("office_refunds", {
  id: uuid().primaryKey(),
  kind: text().$type<"purchase" | "order">().notNull(),
  subjectId: uuid("subject_id").notNull(),
  title: text().notNull(),
  lineIds: uuid("line_ids").array().notNull(),
  fault: text().$type<"buyer" | "seller">().notNull(),
  reason: text().notNull(),
  amountWon: bigint("amount_won", { mode: "number" }).notNull(),
  state: text().$type<OfficeRefundState>().notNull(),
  askedBy: uuid("asked_by").notNull(),
  askedAt: at("asked_at").notNull(),
  decidedBy: uuid("decided_by"),
  decidedAt: at("decided_at"),
  /** Of the money's own refunds, which say whether it has arrived. */
  refundIds: uuid("refund_ids").array().notNull().default([]),
})

/** Who looked at, changed or saved whose data; `people` is how many they are of. */
export const accessRecords = pgTable("access_records", {
  id: uuid().primaryKey(),
  at: at("at").notNull(),
  actorId: uuid("actor_id").notNull(),
  address: text().notNull(),
  deed: text().$type<AccessDeed>().notNull(),
  kind: text().notNull(),
  subjectId: text("subject_id").notNull(),
  personId: uuid("person_id"),
  people: integer().notNull(),
  note: text().notNull(),
})

/** The records of a month (YYYY-MM) were looked through. */
export const accessReviews = pgTable("access_reviews", {
  month: text().primaryKey(),
  reviewedBy: uuid("reviewed_by").notNull(),
  reviewedAt: at("reviewed_at").notNull(),
  note: text().notNull(),
})

/** What colleagues write about a member for one another. */
export const personNotes = pgTable("person_notes", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
  body: text().notNull(),
  createdAt: at("created_at").notNull(),
})

/** Filters and sort of a list of the office with a name. */
export const adminViews = pgTable("admin_views", {
  id: uuid().primaryKey(),
  list: text().$type<ViewList>().notNull(),
  ownerId: uuid("owner_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  name: text().notNull(),
  query: text().notNull(),
  isShared: boolean("is_shared").notNull(),
  createdAt: at("created_at").notNull(),
})

/** The columns of a list that a colleague leaves out, by their labels. */
export const adminHiddenColumns = pgTable(
  "admin_hidden_columns",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    list: text().$type<ViewList>().notNull(),
    labels: text().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list] })],
)

/** Words that colleagues know a member by. */
export const personLabels = pgTable(
  "person_labels",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    label: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.label] })],
)

/** What was counted by day, category and region; `source` is the area that counts it. */
export const figureDays = pgTable(
  "figure_days",
  {
    metric: text().$type<Metric>().notNull(),
    day: date({ mode: "string" }).notNull(),
    category: text().notNull(),
    region: text().notNull(),
    source: text().notNull(),
    value: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.metric, table.day, table.category, table.region] })],
)

/** From which day on each area is counted, and when it was last. */
export const figureSources = pgTable("figure_sources", {
  source: text().primaryKey(),
  countedFrom: date("counted_from", { mode: "string" }).notNull(),
  countedAt: at("counted_at").notNull(),
})

/** Customers by the month they joined in and one in which they did something; "" for all who joined. */
export const figureCohorts = pgTable(
  "figure_cohorts",
  {
    joinedMonth: text("joined_month").notNull(),
    activeMonth: text("active_month").notNull(),
    people: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.activeMonth, table.joinedMonth] })],
)

/** Who wants the figures of the day before by mail. */
export const figureMails = pgTable("figure_mails", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAt: at("created_at").notNull(),
})
