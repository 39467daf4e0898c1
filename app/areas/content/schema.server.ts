/** The tables of content: articles with their versions, and tickets. */
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { users } from "../accounts/schema.server.ts"
import type {
  ArticleDetails,
  ArticleKind,
  ArticleState,
  TicketPriority,
  TicketState,
  TicketTopic,
} from "./rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const articles = pgTable("articles", {
  id: uuid().primaryKey(),
  kind: text().$type<ArticleKind>().notNull(),
  slug: text(),
  title: text().notNull(),
  body: text().notNull(),
  category: text().notNull().default(""),
  facts: jsonb().$type<ArticleDetails>().notNull().default({}),
  pinned: boolean().notNull().default(false),
  position: integer().notNull().default(0),
  state: text().$type<ArticleState>().notNull(),
  publishAt: at("publish_at"),
  publishedAt: at("published_at"),
  version: integer().notNull().default(1),
  searchKey: text("search_key").notNull().default(""),
  searchChoseong: text("search_choseong").notNull().default(""),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export const articleVersions = pgTable(
  "article_versions",
  {
    articleId: uuid("article_id")
      .notNull()
      .references(() => articles.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    facts: jsonb().$type<ArticleDetails>().notNull().default({}),
    editedBy: uuid("edited_by").references(() => users.id, { onDelete: "set null" }),
    editedAt: at("edited_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.version] })],
)

export const tickets = pgTable("tickets", {
  id: uuid().primaryKey(),
  userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
  name: text().notNull(),
  email: text().notNull(),
  topic: text().$type<TicketTopic>().notNull(),
  title: text().notNull(),
  state: text().$type<TicketState>().notNull(),
  priority: text().$type<TicketPriority>().notNull().default("normal"),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export const ticketMessages = pgTable("ticket_messages", {
  id: uuid().primaryKey(),
  ticketId: uuid("ticket_id")
    .notNull()
    .references(() => tickets.id, { onDelete: "cascade" }),
  authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
  byStaff: boolean("by_staff").notNull(),
  body: text().notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
})

/** What colleagues write about a ticket for one another. */
export const ticketNotes = pgTable("ticket_notes", {
  id: uuid().primaryKey(),
  ticketId: uuid("ticket_id")
    .notNull()
    .references(() => tickets.id, { onDelete: "cascade" }),
  authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
  body: text().notNull(),
  createdAt: at("created_at").notNull(),
})

/** Texts that answers are begun with. */
export const ticketMacros = pgTable("ticket_macros", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  body: text().notNull(),
  updatedAt: at("updated_at").notNull(),
})
