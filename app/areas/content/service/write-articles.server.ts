/**
 * How admins write: every saving is a version, publishing follows the transition table, time publishes
 * what is due.
 */
import { and, eq, inArray, lte, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { buildNameKeys } from "#app/basics/name-search.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit, auditMany } from "#app/platform/audit.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emitMany } from "#app/platform/events.server.ts"
import { hasRight, type Actor, type Member } from "../../accounts/rules.ts"
import type { ArticleForm } from "../forms.ts"
import {
  CONSENT_PAGES,
  ARTICLE_TRANSITIONS,
  CATEGORIES_BY_KIND,
  type ArticleDetails,
  type ArticleKind,
  type ArticleTransition,
  type ArticleState,
  type PageSlug,
} from "../rules.ts"
import { articles, articleVersions } from "../schema.server.ts"
import { cleanHtml, toPlainText } from "./html.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

type ArticleInput = z.output<typeof ArticleForm>

/** When the form wants it published: null for not yet. Times are Seoul's. */
function getPublishTime(input: ArticleInput): Date | null {
  if (input.publishing === "now") return now()
  if (input.publishing === "later" && input.publishOn)
    return new Date(`${input.publishOn}T${input.publishTime || "09:00"}:00+09:00`)
  return null
}

type ArticleRow = typeof articles.$inferSelect

const TRANSITION_BY_PUBLISHING = { now: "publish", later: "schedule" } as const

/**
 * Writes a new article or a new version of one. `version` in the form is the one that was read: whoever saves
 * over somebody else's newer one is refused. Refusals: `forbidden` (no admin), `not_found`, `empty` (nothing
 * is left after cleaning), `category` (not of this kind), `past` (the moment of publishing has gone by),
 * `changed` (somebody saved meanwhile), `not_now` (its state does not allow it).
 */
export async function saveArticle(
  actor: Actor,
  target: { id: string } | { slug: PageSlug } | null,
  input: ArticleInput,
): Promise<
  Outcome<"forbidden" | "not_found" | "empty" | "category" | "past" | "changed" | "not_now", { id: string }>
> {
  if (!hasRight(actor, "content")) return refuse("forbidden")
  const body = await cleanHtml(input.body)
  if (toPlainText(body) === "") return refuse("empty")
  const category = input.category ?? ""
  if (input.kind !== "page" && !CATEGORIES_BY_KIND[input.kind].includes(category)) return refuse("category")
  const publishTime = getPublishTime(input)
  if (input.publishing === "later" && publishTime && publishTime.getTime() <= now().getTime())
    return refuse("past")
  return inTransaction(async (tx) => {
    const found = await lockArticle(tx, target, input.kind)
    if (found === "missing") return refuse("not_found")
    if (found && input.version !== null && input.version !== found.version) return refuse("changed")
    const state = getSavedState(found?.state ?? "draft", input.publishing)
    if (state === null) return refuse("not_now")
    const slug = target && "slug" in target ? target.slug : (found?.slug ?? null)
    const id = found?.id ?? newId()
    const values = toArticleValues({ ...input, body, category }, { found, slug, state, publishTime })
    await writeVersion(tx, actor, { id, kind: input.kind, slug, isNew: found === null, values })
    if (state === "published") await emitAgreementChanges(tx, [{ slug, facts: values.facts }])
    await auditArticle(tx, actor, { id, kind: input.kind, found, values })
    return ok({ id })
  })
}

/** What is being read stays up while a new version of it is saved; all else follows the table. */
function getSavedState(from: ArticleState, publishing: ArticleInput["publishing"]): ArticleState | null {
  if (from === "published" && publishing === "now") return "published"
  if (publishing === "draft") return from === "draft" || from === "scheduled" ? "draft" : null
  const move: ArticleTransition = TRANSITION_BY_PUBLISHING[publishing]
  return findTransition(ARTICLE_TRANSITIONS, { move, from, role: "admin" })?.to ?? null
}

function getPublishedAt(found: ArticleRow | null, state: ArticleState, at: Date): Date | null {
  const isNewlyPublished = state === "published" && found?.state !== "published"
  return isNewlyPublished ? at : (found?.publishedAt ?? null)
}

/** The row of an article as it is after being saved as `state`. */
function toArticleValues(
  input: ArticleInput & { category: string },
  {
    found,
    slug,
    state,
    publishTime,
  }: { found: ArticleRow | null; slug: string | null; state: ArticleState; publishTime: Date | null },
) {
  const at = now()
  return {
    title: input.title,
    body: input.body,
    category: input.category,
    facts: toArticleDetails(input, slug, found?.facts ?? {}),
    pinned: input.kind === "notice" && input.pinned,
    position: input.position ?? found?.position ?? 0,
    state,
    version: (found?.version ?? (slug ? 1 : 0)) + 1,
    publishAt: state === "scheduled" ? publishTime : null,
    publishedAt: getPublishedAt(found, state, at),
    updatedAt: at,
    ...buildNameKeys([input.title, toPlainText(input.body).slice(0, 4_000)]),
  }
}
type ArticleValues = ReturnType<typeof toArticleValues>

async function writeVersion(
  tx: Transaction,
  editor: Member,
  article: { id: string; kind: ArticleKind; slug: string | null; isNew: boolean; values: ArticleValues },
): Promise<void> {
  const { id, kind, slug, isNew, values } = article
  const { title, body, facts, version, updatedAt } = values
  if (isNew) await tx.insert(articles).values({ id, kind, slug, createdAt: updatedAt, ...values })
  else await tx.update(articles).set(values).where(eq(articles.id, id))
  await tx
    .insert(articleVersions)
    .values({ articleId: id, version, title, body, facts, editedBy: editor.userId, editedAt: updatedAt })
}

function auditArticle(
  tx: Transaction,
  actor: Member,
  article: { id: string; kind: ArticleKind; found: ArticleRow | null; values: ArticleValues },
): Promise<void> {
  const { id, kind, found, values } = article
  const { title, state, version, publishAt } = values
  return audit(tx, actor, {
    action: found ? "article.edit" : "article.write",
    subject: { kind, id, title },
    ...(found ? { before: { title: found.title, state: found.state, version: found.version } } : {}),
    after: { title, state, version, ...(publishAt ? { publishAt: publishAt.toISOString() } : {}) },
  })
}

async function lockArticle(
  tx: Transaction,
  target: { id: string } | { slug: PageSlug } | null,
  kind: ArticleKind,
) {
  if (target === null) return kind === "page" ? "missing" : null
  const condition =
    "slug" in target ? eq(articles.slug, target.slug) : isId(target.id) ? eq(articles.id, target.id) : null
  if (condition === null) return "missing"
  const [row] = await tx
    .select()
    .from(articles)
    .where(and(condition, eq(articles.kind, kind)))
    .for("update")
  return row ?? ("slug" in target ? null : "missing")
}

function toArticleDetails(input: ArticleInput, slug: string | null, before: ArticleDetails): ArticleDetails {
  if (input.kind === "career") {
    return {
      ...(input.place && { place: input.place }),
      ...(input.employment && { employment: input.employment }),
      ...(input.closesOn && { closesOn: input.closesOn }),
    }
  }
  if (input.kind !== "page" || !CONSENT_PAGES.some((consentPage) => consentPage === slug)) return {}
  return input.reconsent ? { consentVersion: toKstDateString(now()) } : before
}

/**
 * Published pages that members are to agree to anew say so; those who have agreed to this version are not
 * asked.
 */
async function emitAgreementChanges(
  tx: Transaction,
  pages: readonly { slug: string | null; facts: ArticleDetails }[],
): Promise<void> {
  await emitMany(
    tx,
    "agreement.changed",
    pages.flatMap(({ slug, facts }) =>
      (slug === "terms" || slug === "privacy") && facts.consentVersion
        ? [{ kind: slug, version: facts.consentVersion }]
        : [],
    ),
  )
}

type ListTransition = "publish" | "unschedule" | "archive" | "restore"

/**
 * Moves an article along its states without changing its text. Refusals: `forbidden`, `not_found`, `not_now`.
 */
export async function transitionArticle(
  actor: Actor,
  id: string,
  move: ListTransition,
): Promise<Outcome<"forbidden" | "not_found" | "not_now">> {
  if (!hasRight(actor, "content")) return refuse("forbidden")
  const outcome = await transitionArticles(actor, [id], move)
  return outcome.transitionedCount === 1 ? ok() : refuse(outcome.refusedCount === 1 ? "not_now" : "not_found")
}

/**
 * As {@link transitionArticle}, for several at once: those whose state allows it move together, each with its
 * line in the audit log. Returns how many moved, and how many are there but were refused; nothing for anybody
 * but an admin.
 */
export async function transitionArticles(
  actor: Actor,
  ids: readonly string[],
  move: ListTransition,
): Promise<{ transitionedCount: number; refusedCount: number }> {
  const validIds = ids.filter((id) => isId(id))
  if (!hasRight(actor, "content") || validIds.length === 0) return { transitionedCount: 0, refusedCount: 0 }
  return inTransaction(async (tx) => {
    const rows = await tx
      .select({
        id: articles.id,
        kind: articles.kind,
        title: articles.title,
        state: articles.state,
        slug: articles.slug,
        facts: articles.facts,
      })
      .from(articles)
      .where(inArray(articles.id, validIds))
      .orderBy(articles.id)
      .for("update")
    const transitions = rows.flatMap((row) => {
      const transition = findTransition(ARTICLE_TRANSITIONS, { move, from: row.state, role: "admin" })
      return transition ? [{ row, to: transition.to }] : []
    })
    const to = transitions[0]?.to
    if (to === undefined) return { transitionedCount: 0, refusedCount: rows.length }
    const at = now()
    await tx
      .update(articles)
      .set({ state: to, publishAt: null, updatedAt: at, ...(to === "published" ? { publishedAt: at } : {}) })
      .where(
        inArray(
          articles.id,
          transitions.map(({ row }) => row.id),
        ),
      )
    if (to === "published")
      await emitAgreementChanges(
        tx,
        transitions.map(({ row }) => row),
      )
    await auditMany(
      tx,
      actor,
      transitions.map(({ row }) => ({
        action: `article.${move}` as const,
        subject: { kind: row.kind, id: row.id, title: row.title },
        before: { state: row.state },
        after: { state: to },
      })),
    )
    return { transitionedCount: transitions.length, refusedCount: rows.length - transitions.length }
  })
}

/** Publishes what is due; a job calls it every minute. */
export async function publishDueArticles(): Promise<void> {
  const at = now()
  await inTransaction(async (tx) => {
    const published = await tx
      .update(articles)
      .set({ state: "published", publishedAt: sql`${articles.publishAt}`, publishAt: null, updatedAt: at })
      .where(and(eq(articles.state, "scheduled"), lte(articles.publishAt, at)))
      .returning({ slug: articles.slug, facts: articles.facts })
    await emitAgreementChanges(tx, published)
  })
}
