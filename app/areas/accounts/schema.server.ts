/**
 * The tables of accounts: users, credentials, passkeys, sessions, verifications, profiles, consents, phone
 * codes, second factors, changes, departures.
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
import { RANGES } from "../../basics/distance.ts"
import { pictures } from "../../platform/schema.server.ts"
import {
  CHANGE_KINDS,
  type ChangeValue,
  type ExpertState,
  type OfficeRole,
  type SellerState,
} from "./rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const users = pgTable("users", {
  id: uuid().primaryKey(),
  email: text().notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  name: text().notNull(),
  image: text(),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export const credentials = pgTable("credentials", {
  id: uuid().primaryKey(),
  accountId: text("account_id").notNull(),
  providerId: text("provider_id").notNull(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  accessToken: text("access_token"),
  refreshToken: text("refresh_token"),
  idToken: text("id_token"),
  accessTokenExpiresAt: at("access_token_expires_at"),
  refreshTokenExpiresAt: at("refresh_token_expires_at"),
  scope: text(),
  password: text(),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

/** What a device signs in with instead of a password: its public half, and what the person calls it. */
export const passkeys = pgTable("passkeys", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  credentialId: text("credential_id").notNull().unique(),
  publicKey: text("public_key").notNull(),
  counter: bigint({ mode: "number" }).notNull().default(0),
  transports: text().array().notNull().default([]),
  name: text().notNull(),
  createdAt: at("created_at").notNull(),
  usedAt: at("used_at"),
})

export const sessions = pgTable("sessions", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  token: text().notNull().unique(),
  expiresAt: at("expires_at").notNull(),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
  staysSignedIn: boolean("kept").notNull().default(false),
  closingAt: at("closing_at"),
  passkeyId: uuid("passkey_id").references(() => passkeys.id, { onDelete: "set null" }),
})

export const verifications = pgTable("verifications", {
  id: uuid().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: at("expires_at").notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export type CartLine = { quantity: number; [field: string]: unknown }

export const profiles = pgTable("profiles", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  userType: text("user_type", { enum: ["customer", "expert"] })
    .notNull()
    .default("customer"),
  role: text({ enum: ["user", "admin"] })
    .notNull()
    .default("user"),
  /** Counts where the role is that of an administrator. */
  officeRole: text("office_role").$type<OfficeRole>().notNull().default("owner"),
  expertState: text("expert_state").$type<ExpertState>(),
  sellerState: text("seller_state").$type<SellerState>(),
  /** For contracts, payments and the office alone: read through service/legal-names.server.ts. */
  legalName: text("name").notNull(),
  /** What others call the person; null until the job has given one, and after leaving. */
  nickname: text(),
  nicknameChangedAt: at("nickname_changed_at"),
  phone: text(),
  phoneVerifiedAt: at("phone_verified_at"),
  regionCode: text("region_code"),
  sessionTimeoutMs: integer("session_timeout_ms"),
  avatarId: uuid("avatar_id").references(() => pictures.id, { onDelete: "set null" }),
  /** Superseded by notification_settings; stays until no running version reads it. */
  notificationChoices: jsonb("notification_choices").$type<Record<string, boolean>>().notNull().default({}),
  cart: jsonb().$type<CartLine[]>().notNull().default([]),
  bannedUntil: at("banned_until"),
  banReason: text("ban_reason"),
  leftAt: at("left_at"),
  /** When the member last did something, to the hour. */
  usedAt: at("used_at").notNull().defaultNow(),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export const consents = pgTable("consents", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  kind: text({ enum: ["terms", "privacy", "age14", "marketing", "location", "third_party"] }).notNull(),
  version: text().notNull(),
  granted: boolean().notNull(),
  givenAt: at("given_at").notNull().defaultNow(),
})

/** The version that members must have agreed to, where their agreement is asked for anew. */
export const agreements = pgTable("agreements", {
  kind: text({ enum: ["terms", "privacy"] }).primaryKey(),
  version: text().notNull(),
  askedAt: at("asked_at").notNull(),
})

export const phoneCodes = pgTable("phone_codes", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  phone: text().notNull(),
  codeHash: text("code_hash").notNull(),
  tries: integer().notNull().default(0),
  sentAt: at("sent_at").notNull(),
  expiresAt: at("expires_at").notNull(),
})

/** A code to sign in with a phone number; `userId` is null for a number that nobody has. */
export const signInCodes = pgTable("sign_in_codes", {
  id: uuid().primaryKey(),
  phone: text().notNull(),
  userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
  codeHash: text("code_hash").notNull(),
  tries: integer().notNull().default(0),
  sentAt: at("sent_at").notNull(),
  expiresAt: at("expires_at").notNull(),
  /** When the right code was entered to be told which account it is. */
  confirmedAt: at("confirmed_at"),
})

/** The secret that an authenticator app shares with us, encrypted; it counts once it is confirmed. */
export const secondFactors = pgTable("second_factors", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  secret: text().notNull(),
  confirmedAt: at("confirmed_at"),
  /** The step of 30 s of the last code that was taken. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Addresses from which a user has signed in, as keyed hashes. */
export const knownAddresses = pgTable(
  "known_addresses",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    addressHash: text("address_hash").notNull(),
    seenAt: at("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.addressHash] })],
)

/** Where members live: at most two places each. */
export const neighbourhoods = pgTable(
  "neighbourhoods",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    regionCode: text("region_code").notNull(),
    dong: text(),
    range: text({ enum: RANGES }).notNull().default("city"),
    chosenAt: at("chosen_at").notNull(),
    checkedAt: at("checked_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.regionCode] })],
)

/** What was changed of an account, while it can be taken back. */
export const accountChanges = pgTable("account_changes", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  kind: text({ enum: CHANGE_KINDS }).notNull(),
  before: jsonb().$type<ChangeValue>().notNull().default({}),
  after: jsonb().$type<ChangeValue>().notNull().default({}),
  changedAt: at("changed_at").notNull(),
  undoneAt: at("undone_at"),
})

/** An administrator looks as a member does, in one session of theirs, without changing anything. */
export const personViews = pgTable("person_views", {
  id: uuid().primaryKey(),
  sessionId: uuid("session_id")
    .notNull()
    .references(() => sessions.id, { onDelete: "cascade" }),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  reason: text().notNull(),
  startedAt: at("started_at").notNull(),
  endsAt: at("ends_at").notNull(),
  endedAt: at("ended_at"),
})

/** A file of a member's own data that they asked for. */
export const dataExports = pgTable("data_exports", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  state: text({ enum: ["waiting", "ready", "gone"] }).notNull(),
  askedAt: at("asked_at").notNull(),
  doneParts: integer("done_parts").notNull().default(0),
  totalParts: integer("total_parts").notNull(),
  bytes: bigint({ mode: "number" }),
  readyAt: at("ready_at"),
  expiresAt: at("expires_at"),
  fetchedAt: at("fetched_at"),
})

export const departures = pgTable("departures", {
  userId: uuid("user_id").primaryKey(),
  reason: text().notNull().default(""),
  leftAt: at("left_at").notNull().defaultNow(),
  record: jsonb().$type<{ email: string; name: string; phone: string | null }>(),
  retainUntil: at("keep_until"),
})
