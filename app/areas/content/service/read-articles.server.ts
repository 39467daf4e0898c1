/** What everybody reads: notices, careers, questions and answers, pages. */
import { href } from "react-router"
import { and, asc, desc, eq, sql } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { jsonRowsSubquery, type JsonSubquery } from "#app/platform/json-subqueries.server.ts"
import { parseNameSearch } from "#app/basics/name-search.ts"
import { db } from "#app/platform/db.server.ts"
import { brand } from "#app/basics/brand.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import {
  PAGE_SLUGS,
  type ArticleDetails,
  type ArticleKind,
  type ArticleState,
  type PageSlug,
} from "../rules.ts"
import { articles } from "../schema.server.ts"
import { PAGES } from "../texts/pages.ts"
import { toPlainText } from "./html.server.ts"
import { descending, page } from "#app/platform/page.server.ts"

const PAGE_SIZE = 20
const isPublished = eq(articles.state, "published")

export type ArticleRow = { id: string; title: string; category: string; pinned: boolean; publishedAt: string }
const rowColumns = {
  id: articles.id,
  title: articles.title,
  category: articles.category,
  pinned: articles.pinned,
  publishedAt: articles.publishedAt,
}

const NOTICE_ORDER = descending(
  "pinned",
  [articles.pinned, "boolean"],
  [articles.publishedAt, "time"],
  [articles.id, "id"],
)

/**
 * A page of the published notices, pinned ones first, then the newest. `cursor` goes on after a place; null
 * where there is no more.
 */
export async function listNotices(options: {
  category: string | null
  cursor: string | null
}): Promise<{ rows: ArticleRow[]; cursor: string | null }> {
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({ ...rowColumns, sortKeys })
        .from(articles),
    order: NOTICE_ORDER,
    filter: and(
      eq(articles.kind, "notice"),
      isPublished,
      options.category === null ? undefined : eq(articles.category, options.category),
    ),
    cursor: options.cursor,
    size: PAGE_SIZE,
  })
  const rows = found.rows
    .slice(0, PAGE_SIZE)
    .map((row) => ({ ...row, publishedAt: (row.publishedAt ?? new Date(0)).toISOString() }))
  return {
    rows,
    cursor: found.cursor,
  }
}

/** The newest published notices, for feeds and crawlers. */
export async function listNewestNotices(limit: number): Promise<ArticleRow[]> {
  const rows = await db()
    .select(rowColumns)
    .from(articles)
    .where(and(eq(articles.kind, "notice"), isPublished))
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, publishedAt: (row.publishedAt ?? new Date(0)).toISOString() }))
}

/** The newest published notices, pinned ones first, for the home screen. */
export const buildLatestNoticesQuery = (limit: number): JsonSubquery<ArticleRow[]> =>
  jsonRowsSubquery(
    rowColumns,
    sql`from ${articles} where ${and(eq(articles.kind, "notice"), isPublished)}
      order by ${desc(articles.pinned)}, ${desc(articles.publishedAt)}, ${desc(articles.id)} limit ${limit}`,
    (rows: ArticleRow[]) =>
      rows.map((row) => ({ ...row, publishedAt: new Date(row.publishedAt).toISOString() })),
  )

export type Article = {
  id: string
  kind: ArticleKind
  title: string
  /** Clean HTML. */
  body: string
  category: string
  facts: ArticleDetails
  state: ArticleState
  /** One line for search engines and shared links. */
  description: string
  publishedAt: string | null
  updatedAt: string
}

/** One article of `kind`; what is not published exists for admins alone. */
export async function findArticle(actor: Actor, kind: ArticleKind, id: string): Promise<Article | null> {
  if (!isId(id)) return null
  const [row] = await db()
    .select()
    .from(articles)
    .where(and(eq(articles.id, id), eq(articles.kind, kind), isAdmin(actor) ? undefined : isPublished))
  return row ? toArticle(row) : null
}

/** The notices before and after one, as readers leaf through them. */
export async function findNeighbourNotices(
  id: string,
  publishedAt: string,
): Promise<{ newer: ArticleRow | null; older: ArticleRow | null }> {
  const findNeighbour = async (newer: boolean) => {
    const place = newer
      ? sql`(${articles.publishedAt}, ${articles.id}) > (${publishedAt}::timestamptz, ${id}::uuid)`
      : sql`(${articles.publishedAt}, ${articles.id}) < (${publishedAt}::timestamptz, ${id}::uuid)`
    const order = newer
      ? [asc(articles.publishedAt), asc(articles.id)]
      : [desc(articles.publishedAt), desc(articles.id)]
    const [row] = await db()
      .select(rowColumns)
      .from(articles)
      .where(and(eq(articles.kind, "notice"), isPublished, place))
      .orderBy(...order)
      .limit(1)
    return row ? { ...row, publishedAt: (row.publishedAt ?? new Date(0)).toISOString() } : null
  }
  const [newer, older] = await Promise.all([findNeighbour(true), findNeighbour(false)])
  return { newer, older }
}

export type FaqEntry = { id: string; category: string; question: string; answer: string }

/**
 * The published questions with answers that fit `category` and every word of `term`; in the order of their
 * groups. One query.
 */
export async function listFaq(options: { category: string | null; term: string }): Promise<FaqEntry[]> {
  const words = parseNameSearch(options.term)
  if (words.some((word) => word === null)) return []
  const conditions = words.map(
    (word) =>
      word &&
      (word.keyField === "searchKey"
        ? sql`position(${word.key} in ${articles.searchKey}) > 0`
        : sql`position(${word.key} in ${articles.searchChoseong}) > 0`),
  )
  return db()
    .select({ id: articles.id, category: articles.category, question: articles.title, answer: articles.body })
    .from(articles)
    .where(
      and(
        eq(articles.kind, "faq"),
        isPublished,
        options.category === null ? undefined : eq(articles.category, options.category),
        ...conditions.flatMap((one) => one ?? []),
      ),
    )
    .orderBy(asc(articles.position), asc(articles.id))
    .limit(200)
}

export type CareerRow = {
  id: string
  title: string
  team: string
  place: string
  employment: string
  closesOn: string | null
}

/** The jobs at our company that are open on `today` (`YYYY-MM-DD`), the newest first. */
export async function listCareers(today: string): Promise<CareerRow[]> {
  const rows = await db()
    .select({ id: articles.id, title: articles.title, category: articles.category, facts: articles.facts })
    .from(articles)
    .where(
      and(
        eq(articles.kind, "career"),
        isPublished,
        sql`coalesce(${articles.facts} ->> 'closesOn', '9999-12-31') >= ${today}`,
      ),
    )
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(100)
  return rows.map(({ id, title, category, facts }) => ({
    id,
    title,
    team: category,
    place: facts.place ?? "",
    employment: facts.employment ?? "",
    closesOn: facts.closesOn ?? null,
  }))
}

export type PageText = {
  slug: PageSlug
  title: string
  body: string
  description: string
  version: number
  updatedAt: string | null
  consentVersion: string | null
}

/** The page at `slug`: its published text, or the first version, which comes with the product. */
export async function requirePage(slug: PageSlug): Promise<PageText> {
  const [row] = await db()
    .select({
      title: articles.title,
      body: articles.body,
      version: articles.version,
      facts: articles.facts,
      updatedAt: articles.publishedAt,
    })
    .from(articles)
    .where(and(eq(articles.slug, slug), isPublished))
  if (!row) {
    const { title } = PAGES[slug]
    const body = insertCompany(PAGES[slug].body)
    return {
      slug,
      title,
      body,
      description: toDescription(body),
      version: 1,
      updatedAt: null,
      consentVersion: null,
    }
  }
  const body = insertCompany(row.body)
  return {
    slug,
    title: row.title,
    body,
    description: toDescription(body),
    version: row.version,
    updatedAt: row.updatedAt?.toISOString() ?? null,
    consentVersion: row.facts.consentVersion ?? null,
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/**
 * Puts the company's data where a page says {회사} or {개인정보 보호책임자}; what is not known is asked for on the
 * contact page.
 */
function insertCompany(body: string): string {
  const { name, privacyOfficer, email, supportPhone } = brand.company
  const contactLines = [
    ["책임자:", privacyOfficer],
    ["이메일", email],
    ["전화", supportPhone],
  ].flatMap(([label, value]) => (value ? [`${label} ${escapeHtml(value)}`] : []))
  const officer =
    contactLines.length > 0
      ? contactLines.join(" · ")
      : `<a href="${href("/contact")}">문의하기</a>로 알려 주세요.`
  return body.replaceAll("{회사}", escapeHtml(name)).replaceAll("{개인정보 보호책임자}", officer)
}

export const isPageSlug = (value: unknown): value is PageSlug => PAGE_SLUGS.some((slug) => slug === value)

export const toDescription = (body: string): string => toPlainText(body).slice(0, 150)

function toArticle(row: typeof articles.$inferSelect): Article {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    category: row.category,
    facts: row.facts,
    state: row.state,
    description: toDescription(row.body),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  }
}
