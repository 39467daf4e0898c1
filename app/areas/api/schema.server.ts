/** Defines the tables of the door for programs: keys, answers that are given again, webhooks. */
import { integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { users } from "../accounts/schema.server.ts"
import { WEBHOOK_EVENTS, WEBHOOK_STATES, type ApiScope, type WebhookEvent } from "./rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const apiKeys = pgTable("api_keys", {
  id: uuid().primaryKey(),
  ownerId: uuid("owner_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  name: text().notNull(),
  prefix: text().notNull(),
  keyHash: text("key_hash").notNull().unique(),
  scopes: text().array().$type<ApiScope[]>().notNull(),
  createdAt: at("created_at").notNull(),
  lastUsedAt: at("last_used_at"),
  revokedAt: at("revoked_at"),
})

export const apiAnswers = pgTable(
  "api_answers",
  {
    keyId: uuid("key_id")
      .notNull()
      .references(() => apiKeys.id, { onDelete: "cascade" }),
    idempotencyKey: text("idempotency_key").notNull(),
    fingerprint: text().notNull(),
    status: integer(),
    body: text().notNull().default(""),
    createdAt: at("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.idempotencyKey] })],
)

export const webhookEndpoints = pgTable("webhook_endpoints", {
  id: uuid().primaryKey(),
  ownerId: uuid("owner_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  url: text().notNull(),
  events: text().array().$type<WebhookEvent[]>().notNull(),
  secretVersion: integer("secret_version").notNull().default(1),
  rotatedAt: at("rotated_at"),
  failingSince: at("failing_since"),
  disabledAt: at("disabled_at"),
  createdAt: at("created_at").notNull(),
})

export const webhookDeliveries = pgTable("webhook_deliveries", {
  id: uuid().primaryKey(),
  endpointId: uuid("endpoint_id")
    .notNull()
    .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
  event: text({ enum: WEBHOOK_EVENTS }).notNull(),
  body: text().notNull(),
  state: text({ enum: WEBHOOK_STATES }).notNull(),
  tries: integer().notNull().default(0),
  nextTryAt: at("next_try_at").notNull(),
  status: integer(),
  problem: text().notNull().default(""),
  createdAt: at("created_at").notNull(),
  sentAt: at("sent_at"),
})
