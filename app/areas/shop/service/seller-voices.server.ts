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
import { productQuestions, productReviews, products } from "../schema.server.ts"
import type { PictureView } from "../views.ts"

const PAGE = 20
type Input = { waiting: boolean; after: string | null }

const nameOf = (column: typeof productQuestions.askerId | typeof productReviews.authorId) =>
  sql<string | null>`(select p.name from people p where p.user_id = ${column})`
const firstPicture = sql<
  string | null
>`(select picture_id from product_pictures where product_id = ${products.id} order by position limit 1)`
const beyondOf = (after: string | null): { at: string; id: string } | null => {
  const place = decodeCursor(after, [isTimestamp, isId])
  return place && { at: place[0], id: place[1] }
}

/**
 * Questions about the actor's products: those that wait the oldest first, or all the newest first; 20 a page.
 */
export async function findOwnQuestions(actor: Actor, { waiting, after }: Input) {
  if (actor.kind !== "member") return { rows: [], next: null, waitingCount: 0 }
  const key = beyondOf(after)
  const place = sql`(${productQuestions.createdAt}, ${productQuestions.id})`
  const own = eq(productQuestions.sellerId, actor.userId)
  const open = and(own, isNull(productQuestions.answer))
  const [rows, [counted]] = await Promise.all([
    db()
      .select({
        id: productQuestions.id,
        body: productQuestions.body,
        secret: productQuestions.secret,
        answer: productQuestions.answer,
        createdAt: productQuestions.createdAt,
        asker: nameOf(productQuestions.askerId),
        productId: products.id,
        title: products.title,
        pictureId: firstPicture,
        place: exactTime(productQuestions.createdAt),
      })
      .from(productQuestions)
      .innerJoin(products, eq(products.id, productQuestions.productId))
      .where(
        and(
          waiting ? open : own,
          key
            ? waiting
              ? sql`${place} > (${key.at}::timestamptz, ${key.id}::uuid)`
              : sql`${place} < (${key.at}::timestamptz, ${key.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(
        waiting ? asc(productQuestions.createdAt) : desc(productQuestions.createdAt),
        waiting ? asc(productQuestions.id) : desc(productQuestions.id),
      )
      .limit(PAGE + 1),
    db()
      .select({ count: sql<number>`count(*)::int` })
      .from(productQuestions)
      .where(open),
  ])
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return {
    rows: rows.slice(0, PAGE).map((row) => ({
      ...row,
      asker: maskName(row.asker ?? "고객"),
      createdAt: row.createdAt.toISOString(),
    })),
    next: last ? encodeCursor([last.place, last.id]) : null,
    waitingCount: counted?.count ?? 0,
  }
}

/**
 * Reviews of the actor's products, the newest first, 20 a page; `waiting` only those without a reply. With
 * how the stars are spread.
 */
export async function findOwnReviews(actor: Actor, { waiting, after }: Input) {
  if (actor.kind !== "member") return { rows: [], next: null, waitingCount: 0, stars: [] }
  const key = beyondOf(after)
  const own = and(eq(productReviews.sellerId, actor.userId), isNull(productReviews.hiddenAt))
  const [rows, spread] = await Promise.all([
    db()
      .select({
        id: productReviews.id,
        rating: productReviews.rating,
        body: productReviews.body,
        optionName: productReviews.optionName,
        reply: productReviews.reply,
        createdAt: productReviews.createdAt,
        author: nameOf(productReviews.authorId),
        productId: products.id,
        title: products.title,
        pictureId: firstPicture,
        place: exactTime(productReviews.createdAt),
        photos: sql<PictureView[]>`coalesce((select json_agg(${pictureJson("p")} order by rp.position)
          from product_review_pictures rp join pictures p on p.id = rp.picture_id
            where rp.review_id = ${productReviews.id}), '[]')`,
      })
      .from(productReviews)
      .innerJoin(products, eq(products.id, productReviews.productId))
      .where(
        and(
          own,
          waiting ? isNull(productReviews.reply) : undefined,
          key
            ? sql`(${productReviews.createdAt}, ${productReviews.id}) < (${key.at}::timestamptz,
              ${key.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(desc(productReviews.createdAt), desc(productReviews.id))
      .limit(PAGE + 1),
    db()
      .select({
        rating: productReviews.rating,
        count: sql<number>`count(*)::int`,
        waiting: sql<number>`(count(*) filter (where ${productReviews.reply} is null))::int`,
      })
      .from(productReviews)
      .where(own)
      .groupBy(productReviews.rating),
  ])
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return {
    rows: rows.slice(0, PAGE).map((row) => ({
      ...row,
      author: maskName(row.author ?? "고객"),
      createdAt: row.createdAt.toISOString(),
    })),
    next: last ? encodeCursor([last.place, last.id]) : null,
    waitingCount: spread.reduce((sum, row) => sum + row.waiting, 0),
    stars: [5, 4, 3, 2, 1].map((stars) => ({
      stars,
      count: spread.find((row) => row.rating === stars)?.count ?? 0,
    })),
  }
}
