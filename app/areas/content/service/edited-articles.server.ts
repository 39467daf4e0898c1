/** Reads articles for those who write them: lists, one with its versions, and the fixed pages. */
import type { ArticleState, ArticleSort, ArticleKind, PageSlug } from "../rules.ts"
import { type ListOrder, descending, ascending, page } from "#app/platform/page.server.ts"
import { articles, articleVersions } from "../schema.server.ts"
import { type Actor, hasRight } from "../../accounts/rules.ts"
import { buildNameKeys } from "#app/basics/name-search.ts"
import { db } from "#app/platform/db.server.ts"
import { and, eq, sql, desc, asc } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { isPageSlug } from "./read-articles.server.ts"
import { now } from "#app/basics/clock.ts"
import { PAGES } from "../texts/pages.ts"
import { isInt4 } from "#app/basics/column-values.ts"

const PAGE_SIZE = 30

export type AdminArticleRow = {
  id: string
  title: string
  category: string
  state: ArticleState
  pinned: boolean
  position: number
  version: number
  publishAt: string | null
  updatedAt: string
}

const ORDER_BY_SORT: Record<ArticleSort, ListOrder> = {
  changed: descending("changed", [articles.updatedAt, "time"], [articles.id, "id"]),
  oldest: ascending("oldest", [articles.updatedAt, "time"], [articles.id, "id"]),
  title: ascending("title", [articles.title, "text"], [articles.id, "id"]),
}

/**
 * A page of all articles of `kind` in the back office; with `term` those whose words hold it. Empty for
 * anybody but an admin.
 */
export async function listAllArticles(
  actor: Actor,
  options: {
    kind: ArticleKind
    state: ArticleState | null
    term: string
    sort: ArticleSort
    cursor: string | null
  },
): Promise<{ rows: AdminArticleRow[]; cursor: string | null }> {
  if (!hasRight(actor, "content")) return { rows: [], cursor: null }
  const key = buildNameKeys([options.term]).searchKey.split(" ")[0] ?? ""
  const { rows: shown, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: articles.id,
          title: articles.title,
          category: articles.category,
          state: articles.state,
          pinned: articles.pinned,
          position: articles.position,
          version: articles.version,
          publishAt: articles.publishAt,
          updatedAt: articles.updatedAt,
          sortKeys,
        })
        .from(articles),
    order: ORDER_BY_SORT[options.sort],
    filter: and(
      eq(articles.kind, options.kind),
      options.state ? eq(articles.state, options.state) : undefined,
      key === "" ? undefined : sql`position(${key} in ${articles.searchKey}) > 0`,
    ),
    cursor: options.cursor,
    size: PAGE_SIZE,
  })
  return {
    rows: shown.map((row) => ({
      ...row,
      publishAt: row.publishAt?.toISOString() ?? null,
      updatedAt: row.updatedAt.toISOString(),
    })),
    cursor,
  }
}

/** How many articles of `kind` are in each state. */
export async function countArticles(
  actor: Actor,
  kind: ArticleKind,
): Promise<Partial<Record<ArticleState, number>>> {
  if (!hasRight(actor, "content")) return {}
  const rows = await db()
    .select({ state: articles.state, count: sql<number>`count(*)::int` })
    .from(articles)
    .where(eq(articles.kind, kind))
    .groupBy(articles.state)
  return Object.fromEntries(rows.map((row) => [row.state, row.count]))
}

export type EditableArticle = typeof articles.$inferSelect & {
  versions: { version: number; title: string; editedBy: string | null; editedAt: string }[]
}

/**
 * An article with its versions, the newest first; null where there is none or for anybody but an admin. A
 * page that was never edited is its first version.
 */
export async function findEditableArticle(
  actor: Actor,
  target: { id: string } | { slug: string },
): Promise<EditableArticle | null> {
  if (!hasRight(actor, "content")) return null
  if ("id" in target && !isId(target.id)) return null
  if ("slug" in target && !isPageSlug(target.slug)) return null
  const [row] = await db()
    .select()
    .from(articles)
    .where("id" in target ? eq(articles.id, target.id) : eq(articles.slug, target.slug))
  if (!row) return "slug" in target && isPageSlug(target.slug) ? buildFirstVersion(target.slug) : null
  const versions = await db()
    .select({
      version: articleVersions.version,
      title: articleVersions.title,
      editedBy: articleVersions.editedBy,
      editedAt: articleVersions.editedAt,
    })
    .from(articleVersions)
    .where(eq(articleVersions.articleId, row.id))
    .orderBy(desc(articleVersions.version))
    .limit(50)
  return {
    ...row,
    versions: versions.map((version) => ({ ...version, editedAt: version.editedAt.toISOString() })),
  }
}

function buildFirstVersion(slug: PageSlug): EditableArticle {
  const at = now()
  return {
    id: "",
    kind: "page",
    slug,
    ...PAGES[slug],
    category: "",
    facts: {},
    pinned: false,
    position: 0,
    state: "published",
    publishAt: null,
    publishedAt: null,
    version: 1,
    searchKey: "",
    searchChoseong: "",
    createdAt: at,
    updatedAt: at,
    versions: [],
  }
}

/** The text of an earlier version, to look at or to take up again; null where there is none. */
export async function findVersion(
  actor: Actor,
  id: string,
  version: number,
): Promise<{ title: string; body: string } | null> {
  if (!hasRight(actor, "content") || !isId(id) || !isInt4(version)) return null
  const [row] = await db()
    .select({ title: articleVersions.title, body: articleVersions.body })
    .from(articleVersions)
    .where(and(eq(articleVersions.articleId, id), eq(articleVersions.version, version)))
  return row ?? null
}

/** All pages of the product with the state of their text, for the back office. */
export async function listPages(
  actor: Actor,
): Promise<{ slug: PageSlug; title: string; version: number; updatedAt: string | null }[]> {
  if (!hasRight(actor, "content")) return []
  const rows = await db()
    .select({
      slug: articles.slug,
      title: articles.title,
      version: articles.version,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(eq(articles.kind, "page"))
    .orderBy(asc(articles.slug))
  return (Object.keys(PAGES) as PageSlug[]).map((slug) => {
    const row = rows.find((each) => each.slug === slug)
    return {
      slug,
      title: row?.title ?? PAGES[slug].title,
      version: row?.version ?? 1,
      updatedAt: row?.updatedAt.toISOString() ?? null,
    }
  })
}
