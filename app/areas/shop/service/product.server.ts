/** The page of one product: what it is, from whom, its options, reviews and questions. */
import { and, desc, eq, isNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { productFavorites, productQuestions, productReviews, products, sellers } from "../schema.server.ts"
import { selectProductPictures, selectReviewPictures, selectVariants } from "./product-sql.server.ts"
import type { PictureView, ProductView } from "../views.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { descending, exactTime, page } from "#app/platform/page.server.ts"
import { hideContacts } from "../../../basics/contacts.ts"

/** A product whatever its state, with pictures and options; null where there is none. */
async function loadProduct(productId: string): Promise<ProductView | null> {
  const [row] = await db()
    .select({
      product: products,
      seller: sellers,
      pictures: selectProductPictures(sql`${products.id}`),
      variants: selectVariants(sql`${products.id}`),
    })
    .from(products)
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(eq(products.id, productId))
  if (!row) return null
  const { product, seller } = row
  return {
    id: product.id,
    title: product.title,
    brand: product.brand,
    department: product.department,
    description: product.description,
    optionLabel: product.optionLabel,
    priceWon: product.priceWon,
    listPriceWon: product.listPriceWon,
    discountPercent: product.discountPercent,
    freeShipping: product.freeShipping,
    madeToOrder: product.madeToOrder,
    disclosure: product.notice,
    dealUntil: product.dealUntil && product.dealUntil > now() ? product.dealUntil.toISOString() : null,
    sold: product.sold,
    reviewCount: product.reviewCount,
    rating: product.reviewCount > 0 ? Math.round((product.ratingSum / product.reviewCount) * 10) / 10 : null,
    pictures: row.pictures,
    variants: row.variants,
    isForSale: product.state === "published" && product.hiddenAt === null && seller.state === "approved",
    hiddenReason: product.hiddenAt ? product.hiddenReason : null,
    seller: {
      id: seller.userId,
      name: seller.name,
      intro: seller.intro,
      direct: seller.direct,
      businessName: seller.businessName,
      representative: seller.representative,
      businessNumber: seller.businessNumber,
      mailOrderNumber: seller.mailOrderNumber,
      phone: seller.phone,
      email: seller.email,
      address: seller.address,
      shippingWon: seller.shippingWon,
      freeFromWon: seller.freeFromWon,
      returnWon: seller.returnWon,
      dispatchDays: seller.dispatchDays,
    },
  }
}

const loadProductCached = cacheBriefly(loadProduct)

/**
 * A product that is for sale, cached (decision 009), or, as it is now, one that is the actor's own; an admin
 * sees all. Null otherwise.
 */
export async function findProduct(
  actor: Actor,
  productId: string,
): Promise<{ product: ProductView; own: boolean } | null> {
  if (!isId(productId)) return null
  const cached = await loadProductCached(productId)
  const own = cached !== null && actor.kind === "member" && actor.userId === cached.seller.id
  if (cached?.isForSale && !own && !isAdmin(actor)) return { product: cached, own }
  // What is not for everybody, and what whoever looks may just have changed, is read for each.
  const product = await loadProduct(productId)
  return product && (product.isForSale || own || isAdmin(actor)) ? { product, own } : null
}

type ProductReviewView = {
  id: string
  author: string
  rating: number
  body: string
  optionName: string
  createdAt: string
  reply: string | null
  photos: PictureView[]
}
type ReviewPage = {
  reviews: ProductReviewView[]
  next: string | null
  /** How many of each, from one star to five. */ stars: number[]
}
const REVIEWS_PAGE_SIZE = 10
const QUESTIONS_PAGE_SIZE = 10

/**
 * A page of reviews, newest first, with their pictures, and how the stars are spread; cached. A cursor beyond
 * the last begins at the first.
 */
export const findProductReviews = cacheBriefly(loadReviews)

const REVIEW_ORDER = descending("newest", [productReviews.createdAt, "time"], [productReviews.id, "id"])

async function loadReviews(productId: string, after: string | null): Promise<ReviewPage> {
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: productReviews.id,
          rating: productReviews.rating,
          body: productReviews.body,
          optionName: productReviews.optionName,
          reply: productReviews.reply,
          createdAt: productReviews.createdAt,
          author: sql<
            string | null
          >`(select p.name from people p where p.user_id = product_reviews.author_id)`,
          photos: selectReviewPictures(sql`product_reviews.id`),
          // The same for every row, so that the database counts once.
          ratingCounts: sql<
            Record<string, number>
          >`(select json_object_agg(s.rating, s.reviews) from (select r.rating, count(*) as reviews
            from product_reviews r where r.product_id = ${productId}::uuid and r.hidden_at is null
            group by r.rating) s)`,
          sortKeys,
        })
        .from(productReviews),
    order: REVIEW_ORDER,
    filter: and(eq(productReviews.productId, productId), isNull(productReviews.hiddenAt)),
    cursor: after,
    size: REVIEWS_PAGE_SIZE,
  })
  if (found.rows.length === 0 && after) return loadReviews(productId, null)
  return {
    reviews: found.rows.map(({ id, rating, body, optionName, reply, photos, author, createdAt }) => ({
      id,
      rating,
      body,
      optionName,
      reply,
      photos,
      author: author ?? "고객",
      createdAt: createdAt.toISOString(),
    })),
    next: found.cursor,
    stars: [1, 2, 3, 4, 5].map((stars) => found.rows[0]?.ratingCounts[stars] ?? 0),
  }
}

type QuestionRow = {
  id: string
  askerId: string
  asker: string | null
  body: string
  secret: boolean
  answer: string | null
  createdAt: string
}

const questionColumns = {
  id: productQuestions.id,
  askerId: productQuestions.askerId,
  body: productQuestions.body,
  secret: productQuestions.secret,
  answer: productQuestions.answer,
  createdAt: productQuestions.createdAt,
  asker: sql<string | null>`(select p.name from people p where p.user_id = ${productQuestions.askerId})`,
}

async function loadQuestions(productId: string): Promise<QuestionRow[]> {
  const rows = await db()
    .select(questionColumns)
    .from(productQuestions)
    .where(eq(productQuestions.productId, productId))
    .orderBy(desc(productQuestions.createdAt), desc(productQuestions.id))
    .limit(QUESTIONS_PAGE_SIZE)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

const loadQuestionsCached = cacheBriefly(loadQuestions)

/**
 * What a product page shows that depends on who looks: whether it has their heart, and the newest questions,
 * of which a secret one is read by its asker, the seller and admins alone. What is everybody's is cached;
 * one's own newest question is there at once.
 */
export async function findFavoriteAndQuestions(actor: Actor, product: { id: string; sellerId: string }) {
  const isOwner = actor.kind === "member" && actor.userId === product.sellerId
  const [cached, own] = await Promise.all([
    isOwner || isAdmin(actor) ? loadQuestions(product.id) : loadQuestionsCached(product.id),
    actor.kind === "member" ? loadOwnFavoriteAndQuestion(actor.userId, product.id) : null,
  ])
  const newestQuestions =
    own?.asked && !cached.some((row) => row.id === own.asked?.id) ? [own.asked, ...cached] : cached
  const canRead = (row: QuestionRow) =>
    !row.secret || isOwner || isAdmin(actor) || (actor.kind === "member" && actor.userId === row.askerId)
  return {
    favorite: own?.favorite ?? false,
    questions: newestQuestions.map((row) => ({
      id: row.id,
      asker: row.asker ?? "고객",
      secret: row.secret,
      body: canRead(row) ? row.body : null,
      answer: canRead(row) ? row.answer : null,
      isAnswered: row.answer !== null,
      createdAt: row.createdAt,
    })),
  }
}

const OWN_QUESTION_WINDOW_MS = 60_000

async function loadOwnFavoriteAndQuestion(
  userId: string,
  productId: string,
): Promise<{ favorite: boolean; asked: QuestionRow | null }> {
  const since = new Date(now().getTime() - OWN_QUESTION_WINDOW_MS).toISOString()
  const [row] = await db().execute<{ favorite: boolean; asked: QuestionRow | null }>(sql`
    select exists (select from product_favorites f
      where f.user_id = ${userId}::uuid and f.product_id = ${productId}::uuid) as favorite,
      (select json_build_object('id', q.id, 'askerId', q.asker_id, 'asker', (select p.name from people p
        where p.user_id = q.asker_id), 'body', q.body, 'secret', q.secret, 'answer', q.answer,
          'createdAt', ${exactTime(sql`q.created_at`)})
        from product_questions q where q.product_id = ${productId}::uuid and q.asker_id = ${userId}::uuid
          and q.created_at > ${since}::timestamptz order by q.created_at desc, q.id desc limit 1) as asked`)
  return row ?? { favorite: false, asked: null }
}

/**
 * Asks the seller about a product that is for sale; contacts are taken out. Refusals: `not_found`,
 * `own_product`.
 */
export async function askQuestion(
  actor: Actor,
  productId: string,
  input: { body: string; secret: boolean },
): Promise<Outcome<"not_found" | "own_product">> {
  if (actor.kind !== "member" || !isId(productId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [product] = await tx
      .select({ sellerId: products.sellerId })
      .from(products)
      .innerJoin(sellers, eq(sellers.userId, products.sellerId))
      .where(
        and(
          eq(products.id, productId),
          eq(products.state, "published"),
          isNull(products.hiddenAt),
          eq(sellers.state, "approved"),
        ),
      )
    if (!product) return refuse("not_found")
    if (product.sellerId === actor.userId) return refuse("own_product")
    const questionId = newId()
    await tx.insert(productQuestions).values({
      id: questionId,
      productId,
      sellerId: product.sellerId,
      askerId: actor.userId,
      body: hideContacts(input.body),
      secret: input.secret,
      createdAt: now(),
    })
    await emit(tx, "product.asked", { questionId, productId, sellerId: product.sellerId })
    return ok()
  })
}

/**
 * The seller answers a question once. Refusals: `not_found` (not about their product), `not_now` (answered
 * already).
 */
export async function answerQuestion(
  actor: Actor,
  questionId: string,
  answer: string,
): Promise<Outcome<"not_found" | "not_now">> {
  if (actor.kind !== "member" || !isId(questionId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(productQuestions)
      .where(and(eq(productQuestions.id, questionId), eq(productQuestions.sellerId, actor.userId)))
      .for("update")
    if (!row) return refuse("not_found")
    if (row.answer !== null) return refuse("not_now")
    await tx
      .update(productQuestions)
      .set({ answer, answeredAt: now() })
      .where(eq(productQuestions.id, questionId))
    await emit(tx, "product.answered", { questionId, productId: row.productId, askerId: row.askerId })
    return ok()
  })
}

/** Puts a heart on a product or takes it away; doing it twice changes nothing. */
export async function setProductFavorite(
  actor: Actor,
  productId: string,
  isFavorite: boolean,
): Promise<void> {
  if (actor.kind !== "member" || !isId(productId)) return
  const ownFavorite = and(
    eq(productFavorites.userId, actor.userId),
    eq(productFavorites.productId, productId),
  )
  if (!isFavorite) await db().delete(productFavorites).where(ownFavorite)
  else
    await db().execute(
      sql`insert into product_favorites (product_id, user_id, created_at) select id, ${actor.userId}::uuid,
        ${now().toISOString()}::timestamptz from products where id = ${productId}::uuid
        on conflict do nothing`,
    )
}
