/** The tables of the search: entries, the words they are written in, and terms that are looked for. */
import { sql } from "drizzle-orm"
import { date, integer, jsonb, pgTable, primaryKey, real, text, timestamp, uuid } from "drizzle-orm/pg-core"
import type { SubjectCard, SubjectKind } from "../../basics/subject.ts"
import type { SearchTab, WordKind } from "./rules.ts"

const clock = sql`clock_timestamp()`

export type IndexedCard = Omit<SubjectCard, "kind" | "id" | "title">

export const searchEntries = pgTable(
  "search_entries",
  {
    tab: text().$type<SearchTab>().notNull(),
    kind: text().$type<SubjectKind>().notNull(),
    id: uuid().notNull(),
    title: text().notNull(),
    card: jsonb().$type<IndexedCard>().notNull(),
    titleWords: text("title_words").notNull(),
    titleJoined: text("title_joined").notNull(),
    allWords: text("all_words").notNull(),
    allJoined: text("all_joined").notNull(),
    initials: text().notNull(),
    tokens: text().array().notNull(),
    marks: text().array().notNull(),
    priceWon: integer("price_won"),
    priceLow: integer("price_low")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(price_won, 2147483647)`),
    priceHigh: integer("price_high")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(price_won, -1)`),
    rank: real().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    indexedAt: timestamp("indexed_at", { withTimezone: true }).notNull().default(clock),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)

export const searchCommon = pgTable("search_common", {
  token: text().primaryKey(),
  things: integer().notNull(),
})

export const searchWords = pgTable("search_words", {
  key: text().primaryKey(),
  word: text().notNull(),
  near: text().array().notNull(),
  initials: text().notNull().default(""),
  uses: integer().notNull().default(1),
  seenAt: timestamp("seen_at", { withTimezone: true }).notNull().default(clock),
})

export const searchTerms = pgTable(
  "search_terms",
  {
    day: date({ mode: "string" }).notNull(),
    term: text().notNull(),
    who: text().notNull(),
    tab: text().$type<SearchTab | "all">().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.term, table.who] })],
)

export const searchPopular = pgTable("search_popular", {
  term: text().primaryKey(),
  key: text().notNull(),
  initials: text().notNull().default(""),
  tab: text().$type<SearchTab | "all">().notNull(),
  people: integer().notNull(),
  countedAt: timestamp("counted_at", { withTimezone: true }).notNull(),
})

export const sitemapParts = pgTable(
  "sitemap_parts",
  {
    kind: text().notNull(),
    part: integer().notNull(),
    afterId: uuid("after_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.part] })],
)

/**
 * How far the last nightly rebuild has come: in one row, with its day in Korea, how many things were read and
 * how many entries were not as they should be.
 */
export const searchRebuild = pgTable("search_rebuild", {
  id: integer().primaryKey(),
  day: date({ mode: "string" }).notNull(),
  startedAt: timestamp("started_at", { withTimezone: true, mode: "string" }).notNull(),
  kind: text(),
  afterId: uuid("after_id"),
  finishedAt: timestamp("finished_at", { withTimezone: true, mode: "string" }),
  read: integer().notNull().default(0),
  changed: integer().notNull().default(0),
})

export const searchVocabulary = pgTable("search_vocabulary", {
  key: text().primaryKey(),
  word: text().notNull(),
  kind: text().$type<WordKind>().notNull(),
  noun: text(),
  tab: text().$type<SearchTab>(),
  addedAt: timestamp("added_at", { withTimezone: true }).notNull(),
})

export const searchMisses = pgTable(
  "search_misses",
  {
    day: date({ mode: "string" }).notNull(),
    key: text().notNull(),
    term: text().notNull(),
    who: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.day, table.who] })],
)
