/** What buyers say to an owner: questions that wait for an answer, reviews that may get a reply. */
import { and, eq, isNull, sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { productQuestions, productReviews, products } from "../../shop/schema.server.ts"
import { selectFirstPictureId, selectReviewPictures } from "../../shop/service/product-sql.server.ts"
import { byAge, descending, page } from "#app/platform/page.server.ts"

const PAGE_SIZE = 20
type FeedbackQuery = { waiting: boolean; after: string | null }

const personNameSql = (column: typeof productQuestions.askerId | typeof productReviews.authorId) =>
  sql<string | null>`(select p.name from people p where p.user_id = ${column})`
const QUESTION_ORDERS = byAge([productQuestions.createdAt, "time"], [productQuestions.id, "id"])

/**
 * Questions about the actor's products: those that wait the oldest first, or all the newest first; 20 a page.
 */
export async function findOwnQuestions(actor: Actor, { waiting, after }: FeedbackQuery) {
  if (actor.kind !== "member") return { rows: [], next: null, waitingCount: 0 }
  const ownRows = eq(productQuestions.sellerId, actor.userId)
  const unanswered = and(ownRows, isNull(productQuestions.answer))
  const [found, [counted]] = await Promise.all([
    page({
      from: (sortKeys) =>
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
            pictureId: selectFirstPictureId(sql`${products.id}`),
            sortKeys,
          })
          .from(productQuestions)
          .innerJoin(products, eq(products.id, productQuestions.productId)),
      order: QUESTION_ORDERS[waiting ? "oldest" : "newest"],
      filter: waiting ? unanswered : ownRows,
      cursor: after,
      size: PAGE_SIZE,
    }),
    db()
      .select({ count: sql<number>`count(*)::int` })
      .from(productQuestions)
      .where(unanswered),
  ])
  return {
    rows: found.rows.map((row) => ({
      ...row,
      asker: row.asker ?? "고객",
      createdAt: row.createdAt.toISOString(),
    })),
    next: found.cursor,
    waitingCount: counted?.count ?? 0,
  }
}

const REVIEW_ORDER = descending("newest", [productReviews.createdAt, "time"], [productReviews.id, "id"])

/**
 * Reviews of the actor's products, the newest first, 20 a page; `waiting` only those without a reply. With
 * how the stars are spread.
 */
export async function findOwnReviews(actor: Actor, { waiting, after }: FeedbackQuery) {
  if (actor.kind !== "member") return { rows: [], next: null, waitingCount: 0, stars: [] }
  const ownRows = and(eq(productReviews.sellerId, actor.userId), isNull(productReviews.hiddenAt))
  const unanswered = and(ownRows, isNull(productReviews.reply))
  const [found, ratingCounts] = await Promise.all([
    page({
      from: (sortKeys) =>
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
            pictureId: selectFirstPictureId(sql`${products.id}`),
            photos: selectReviewPictures(sql`${productReviews.id}`),
            sortKeys,
          })
          .from(productReviews)
          .innerJoin(products, eq(products.id, productReviews.productId)),
      order: REVIEW_ORDER,
      filter: waiting ? unanswered : ownRows,
      cursor: after,
      size: PAGE_SIZE,
    }),
    db()
      .select({
        rating: productReviews.rating,
        count: sql<number>`count(*)::int`,
        // Apart from the stars: each is counted from an index alone.
        waiting: sql<number>`(select count(*)::int from ${productReviews} where ${unanswered})`,
      })
      .from(productReviews)
      .where(ownRows)
      .groupBy(productReviews.rating),
  ])
  return {
    rows: found.rows.map((row) => ({
      ...row,
      author: row.author ?? "고객",
      createdAt: row.createdAt.toISOString(),
    })),
    next: found.cursor,
    waitingCount: ratingCounts[0]?.waiting ?? 0,
    stars: [5, 4, 3, 2, 1].map((stars) => ({
      stars,
      count: ratingCounts.find((row) => row.rating === stars)?.count ?? 0,
    })),
  }
}
