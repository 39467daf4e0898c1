/** The tables of trust: blocks, reports with their pictures and history, sanctions. */
import { integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core"
import type { SubjectKind } from "../../basics/subject.ts"
import { pictures } from "../../platform/schema.server.ts"
import { users } from "../accounts/schema.server.ts"
import type { ReportTransition, ReportReason, ReportRole, ReportState, SanctionKind } from "./rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const blocks = pgTable(
  "blocks",
  {
    blockerId: uuid("blocker_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    blockedId: uuid("blocked_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.blockerId, table.blockedId] })],
)

export const reports = pgTable("reports", {
  id: uuid().primaryKey(),
  reporterId: uuid("reporter_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  subjectKind: text("subject_kind").$type<SubjectKind>().notNull(),
  subjectId: uuid("subject_id").notNull(),
  subjectTitle: text("subject_title").notNull(),
  accusedId: uuid("accused_id").references(() => users.id, { onDelete: "set null" }),
  reason: text().$type<ReportReason>().notNull(),
  details: text().notNull().default(""),
  state: text().$type<ReportState>().notNull(),
  decidedBy: uuid("decided_by").references(() => users.id, { onDelete: "set null" }),
  decidedAt: at("decided_at"),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export const reportPictures = pgTable(
  "report_pictures",
  {
    reportId: uuid("report_id")
      .notNull()
      .references(() => reports.id, { onDelete: "cascade" }),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.position] })],
)

export const reportEvents = pgTable("report_events", {
  id: uuid().primaryKey(),
  reportId: uuid("report_id")
    .notNull()
    .references(() => reports.id, { onDelete: "cascade" }),
  move: text().$type<ReportTransition | "file">().notNull(),
  fromState: text("from_state").$type<ReportState>(),
  toState: text("to_state").$type<ReportState>().notNull(),
  actorId: uuid("actor_id"),
  actorRole: text("actor_role").$type<ReportRole>().notNull(),
  note: text().notNull().default(""),
  at: at("at").notNull().defaultNow(),
})

export const sanctions = pgTable("sanctions", {
  id: uuid().primaryKey(),
  /** Null where the back office decided by itself. */
  reportId: uuid("report_id").references(() => reports.id, { onDelete: "cascade" }),
  kind: text().$type<SanctionKind>().notNull(),
  userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
  reason: text().notNull(),
  endsAt: at("ends_at"),
  decidedBy: uuid("decided_by").references(() => users.id, { onDelete: "set null" }),
  createdAt: at("created_at").notNull().defaultNow(),
  liftedAt: at("lifted_at"),
})
