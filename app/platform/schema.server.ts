/**
 * The tables of the platform: the audit log, settings, events, messages, limits, pictures, drafts,
 * submissions, the demo town's marker.
 */
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core"
import { UPLOAD_PURPOSES } from "../basics/upload-purposes.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const outbox = pgTable("outbox", {
  id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  type: text().notNull(),
  payload: jsonb().notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
  handledAt: at("handled_at"),
  tries: integer().notNull().default(0),
  failure: text(),
  retryAt: at("retry_at"),
})

export const messages = pgTable("messages", {
  id: uuid().primaryKey(),
  channel: text({ enum: ["mail", "sms"] }).notNull(),
  recipient: text().notNull(),
  subject: text().notNull().default(""),
  body: text().notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  hits: integer().notNull(),
  resetsAt: at("resets_at").notNull(),
})

export const pictures = pgTable("pictures", {
  id: uuid().primaryKey(),
  /** The member whose it is; null while it is a visitor's. */
  ownerId: uuid("owner_id"),
  /** The visitor's id of the draft cookie; null for a member's. */
  visitorId: uuid("visitor_id"),
  purpose: text({ enum: [...UPLOAD_PURPOSES, "job", "shop"] }).notNull(),
  storageKey: text("storage_key").notNull(),
  originalName: text("original_name").notNull(),
  alt: text().notNull().default(""),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  placeholder: text().notNull(),
  /** Of the largest file; null for pictures of before they had one. */
  sha256: text(),
  createdAt: at("created_at").notNull().defaultNow(),
  attachedAt: at("attached_at"),
})

export const drafts = pgTable(
  "drafts",
  {
    owner: text().notNull(),
    form: text().notNull(),
    content: jsonb().notNull(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.form] })],
)

export const submissions = pgTable(
  "submissions",
  {
    key: uuid().notNull(),
    actorId: uuid("actor_id").notNull(),
    form: text().notNull(),
    result: jsonb().notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.actorId, table.form, table.key] })],
)

export const demoTown = pgTable("demo_town", {
  part: text().primaryKey(),
  createdAt: at("created_at").notNull(),
})

/** Written by `audit` alone; the database refuses every change. */
export const auditLog = pgTable("audit_log", {
  id: uuid().primaryKey(),
  at: at("at").notNull(),
  actorId: uuid("actor_id").notNull(),
  action: text().notNull(),
  subjectKind: text("subject_kind").notNull(),
  subjectId: text("subject_id").notNull(),
  subjectTitle: text("subject_title").notNull().default(""),
  note: text().notNull().default(""),
  before: jsonb().$type<Record<string, unknown>>(),
  after: jsonb().$type<Record<string, unknown>>(),
})

/** The chain over the audit log: each hash covers a line and the hash before it. */
export const auditLinks = pgTable("audit_links", {
  seq: bigint({ mode: "number" }).primaryKey(),
  entryId: uuid("entry_id")
    .notNull()
    .references(() => auditLog.id),
  hash: text().notNull(),
})

export const settingVersions = pgTable(
  "setting_versions",
  {
    key: text().notNull(),
    version: integer().notNull(),
    value: jsonb().notNull(),
    savedBy: uuid("saved_by").notNull(),
    savedAt: at("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.version] })],
)

/** Which relay number of the simulator leads where; `ref` names what it is for. */
export const simulatedRelays = pgTable("simulated_relays", {
  ref: text().primaryKey(),
  number: text().notNull().unique(),
  phone: text().notNull(),
})

/**
 * Which timeline the rows are of (decision 094): read by statements written out, which ask two servers.
 * @public
 */
export const replicationState = pgTable("replication_state", {
  isOnly: boolean("is_only").primaryKey().default(true),
  timeline: integer().notNull(),
})
