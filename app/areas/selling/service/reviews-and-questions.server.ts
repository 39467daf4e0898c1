/** Owns what buyers say to an owner: questions that wait for an answer, reviews that may get a reply. */
import { and, asc, desc, eq, isNull, sql } from "drizzle-orm"
import { isTimestamp } from "#app/basics/column-values.ts"
import { decodeCursor, encodeCursor } from "#app/basics/cursor.ts"
import { isId } from "#app/basics/ids.ts"
import { maskName } from "#app/basics/korean.ts"
import { db } from "#app/platform/db.server.ts"
import { exactTime } from "#app/platform/keyset.server.ts"
import { pictureJson } from "#app/platform/pictures.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { productQuestions, productReviews, products } from "../../shop/schema.server.ts"
import type { PictureView } from "../../shop/views.ts"

const PAGE_SIZE = 20
type FeedbackQuery = { waiting: boolean; after: string | null }

const personNameSql = (column: typeof productQuestions.askerId | typeof productReviews.authorId) =>
  sql<string | null>`(select p.name from people p where p.user_id = ${column})`
const firstPictureSql = sql<
  string | null
>`(select picture_id from product_pictures where product_id = ${products.id} order by position limit 1)`
const decodePageCursor = (after: string | null): { at: string; id: string } | null => {
  const cursor = decodeCursor(after, [isTimestamp, isId])
  return cursor && { at: cursor[0], id: cursor[1] }
}

/**
 * Questions about the actor's products: those that wait the oldest first, or all the newest first; 20 a page.
 */
export async function findOwnQuestions(actor: Actor, { waiting, after }: FeedbackQuery) {
  if (actor.kind !== "member") return { rows: [], next: null, waitingCount: 0 }
  const cursorKey = decodePageCursor(after)
  const cursor = sql`(${productQuestions.createdAt}, ${productQuestions.id})`
  const ownRows = eq(productQuestions.sellerId, actor.userId)
  const unanswered = and(ownRows, isNull(productQuestions.answer))
  const [rows, [counted]] = await Promise.all([
    db()
      .select({
        id: productQuestions.id,
        body: productQuestions.body,
        secret: productQuestions.secret,
        answer: productQuestions.answer,
        createdAt: productQuestions.createdAt,
        asker: personNameSql(productQuestions.askerId),
        productId: products.id,
        title: products.title,
        pictureId: firstPictureSql,
        cursor: exactTime(productQuestions.createdAt),
      })
      .from(productQuestions)
      .innerJoin(products, eq(products.id, productQuestions.productId))
      .where(
        and(
          waiting ? unanswered : ownRows,
          cursorKey
            ? waiting
              ? sql`${cursor} > (${cursorKey.at}::timestamptz, ${cursorKey.id}::uuid)`
              : sql`${cursor} < (${cursorKey.at}::timestamptz, ${cursorKey.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(
        waiting ? asc(productQuestions.createdAt) : desc(productQuestions.createdAt),
        waiting ? asc(productQuestions.id) : desc(productQuestions.id),
      )
      .limit(PAGE_SIZE + 1),
    db()
      .select({ count: sql<number>`count(*)::int` })
      .from(productQuestions)
      .where(unanswered),
  ])
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1] : undefined
  return {
    rows: rows.slice(0, PAGE_SIZE).map((row) => ({
      ...row,
      asker: maskName(row.asker ?? "고객"),
      createdAt: row.createdAt.toISOString(),
    })),
    next: last ? encodeCursor([last.cursor, last.id]) : null,
    waitingCount: counted?.count ?? 0,
  }
}

/**
 * Reviews of the actor's products, the newest first, 20 a page; `waiting` only those without a reply. With
 * how the stars are spread.
 */
export async function findOwnReviews(actor: Actor, { waiting, after }: FeedbackQuery) {
  if (actor.kind !== "member") return { rows: [], next: null, waitingCount: 0, stars: [] }
  const cursorKey = decodePageCursor(after)
  const ownRows = and(eq(productReviews.sellerId, actor.userId), isNull(productReviews.hiddenAt))
  const [rows, ratingCounts] = await Promise.all([
    db()
      .select({
        id: productReviews.id,
        rating: productReviews.rating,
        body: productReviews.body,
        optionName: productReviews.optionName,
        reply: productReviews.reply,
        createdAt: productReviews.createdAt,
        author: personNameSql(productReviews.authorId),
        productId: products.id,
        title: products.title,
        pictureId: firstPictureSql,
        cursor: exactTime(productReviews.createdAt),
        photos: sql<PictureView[]>`coalesce((select json_agg(${pictureJson("p")} order by rp.position)
          from product_review_pictures rp join pictures p on p.id = rp.picture_id
            where rp.review_id = ${productReviews.id}), '[]')`,
      })
      .from(productReviews)
      .innerJoin(products, eq(products.id, productReviews.productId))
      .where(
        and(
          ownRows,
          waiting ? isNull(productReviews.reply) : undefined,
          cursorKey
            ? sql`(${productReviews.createdAt}, ${productReviews.id}) < (${cursorKey.at}::timestamptz,
              ${cursorKey.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(desc(productReviews.createdAt), desc(productReviews.id))
      .limit(PAGE_SIZE + 1),
    db()
      .select({
        rating: productReviews.rating,
        count: sql<number>`count(*)::int`,
        waiting: sql<number>`(count(*) filter (where ${productReviews.reply} is null))::int`,
      })
      .from(productReviews)
      .where(ownRows)
      .groupBy(productReviews.rating),
  ])
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1] : undefined
  return {
    rows: rows.slice(0, PAGE_SIZE).map((row) => ({
      ...row,
      author: maskName(row.author ?? "고객"),
      createdAt: row.createdAt.toISOString(),
    })),
    next: last ? encodeCursor([last.cursor, last.id]) : null,
    waitingCount: ratingCounts.reduce((sum, row) => sum + row.waiting, 0),
    stars: [5, 4, 3, 2, 1].map((stars) => ({
      stars,
      count: ratingCounts.find((row) => row.rating === stars)?.count ?? 0,
    })),
  }
}
