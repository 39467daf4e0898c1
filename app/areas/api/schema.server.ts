/** Defines the tables of the door for programs: keys, and the answers that are given again. */
import { integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { users } from "../accounts/schema.server.ts"
import type { ApiScope } from "./rules.ts"

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
