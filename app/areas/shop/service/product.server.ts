/** The page of one product: what it is, from whom, its options, reviews and questions. */
import { and, desc, eq, isNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { getDatabaseOutage } from "#app/platform/database-watch.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import type { DisclosureRow } from "../disclosure.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { markAnsweredNotificationsRead } from "../../notifications/service/centre.server.ts"
import { productQuestions, products, sellers } from "../schema.server.ts"
import { selectRunningCoupons, type CouponOffer } from "./coupons.server.ts"
import { getQuestionKey } from "./notification-keys.ts"
import { selectProductPictures, selectVariants } from "./product-sql.server.ts"
import { selectReviewSummary, type ReviewSummary } from "./product-reviews.server.ts"
import type { ProductView } from "../views.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { exactTime } from "#app/platform/page.server.ts"
import { hideContacts } from "../../../basics/contacts.ts"

/** A product with what the law wants said of it, what is said of its reviews, and the coupons that count. */
type LoadedProduct = {
  product: ProductView
  disclosure: DisclosureRow[]
  reviewSummary: ReviewSummary
  coupons: CouponOffer[]
}

/** A product whatever its state, with pictures and options; null where there is none. */
async function loadProduct(productId: string): Promise<LoadedProduct | null> {
  const [row] = await db()
    .select({
      product: products,
      seller: sellers,
      pictures: selectProductPictures(sql`${products.id}`),
      variants: selectVariants(sql`${products.id}`),
      reviewSummary: selectReviewSummary(sql`${products.id}`),
      coupons: selectRunningCoupons(sql`${products.sellerId}`, now()),
    })
    .from(products)
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(eq(products.id, productId))
  if (!row) return null
  const { product, seller, reviewSummary, coupons } = row
  const view: ProductView = {
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
      vacation: seller.vacation,
    },
  }
  return { product: view, disclosure: product.notice, reviewSummary, coupons }
}

const loadProductCached = cacheBriefly(loadProduct)

/**
 * A product that is for sale, cached (decision 009), or, as it is now, one that is the actor's own; an admin
 * sees all. Null otherwise.
 */
export async function findProduct(
  actor: Actor,
  productId: string,
): Promise<(LoadedProduct & { own: boolean }) | null> {
  if (!isId(productId)) return null
  const cached = await loadProductCached(productId)
  const own = cached !== null && actor.kind === "member" && actor.userId === cached.product.seller.id
  if (cached?.product.isForSale && !own && !isAdmin(actor)) return { ...cached, own }
  // What is not for everybody, and what whoever looks may just have changed, is read for each.
  const loaded = await loadProduct(productId)
  return loaded && (loaded.product.isForSale || own || isAdmin(actor)) ? { ...loaded, own } : null
}

const QUESTIONS_PAGE_SIZE = 10

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

/** What of a product's page is the person's own. */
type OwnOfProduct = {
  favorite: boolean
  asked: QuestionRow | null
  /** Options of which they wait to hear. */
  alertIds: string[]
  /** Reviews that they found helpful. */
  markedIds: string[]
  /** Coupons that they have used. */
  usedCouponIds: string[]
}
const NOTHING_OWN: OwnOfProduct = {
  favorite: false,
  asked: null,
  alertIds: [],
  markedIds: [],
  usedCouponIds: [],
}

/**
 * What a product page shows that depends on who looks: what is their own, and the newest questions, of which
 * a secret one is read by its asker, the seller and admins alone. What is everybody's is cached; one's own
 * newest question is there at once. `isViewed` notes that a member has looked at the product.
 */
export async function findOwnAndQuestions(
  actor: Actor,
  product: { id: string; sellerId: string },
  options: { isViewed: boolean },
) {
  const isOwner = actor.kind === "member" && actor.userId === product.sellerId
  const [cached, own] = await Promise.all([
    isOwner || isAdmin(actor) ? loadQuestions(product.id) : loadQuestionsCached(product.id),
    actor.kind === "member" ? loadOwn(actor.userId, product.id, options.isViewed && !isOwner) : NOTHING_OWN,
  ])
  const { asked, ...ownOfProduct } = own
  const newestQuestions = asked && !cached.some((row) => row.id === asked.id) ? [asked, ...cached] : cached
  const canRead = (row: QuestionRow) =>
    !row.secret || isOwner || isAdmin(actor) || (actor.kind === "member" && actor.userId === row.askerId)
  return {
    ...ownOfProduct,
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

async function loadOwn(userId: string, productId: string, isViewed: boolean): Promise<OwnOfProduct> {
  const at = now()
  const since = new Date(at.getTime() - OWN_QUESTION_WINDOW_MS).toISOString()
  const [user, product] = [sql`${userId}::uuid`, sql`${productId}::uuid`]
  const viewed = sql`with viewed as (
      insert into product_views (user_id, product_id, viewed_at)
      values (${user}, ${product}, ${at.toISOString()}::timestamptz)
      on conflict (user_id, product_id) do update set viewed_at = excluded.viewed_at
    )`
  // While the primary is away a standby reads it, which notes nothing.
  const [row] = await db().execute<OwnOfProduct>(sql`
    ${isViewed && getDatabaseOutage() === undefined ? viewed : sql``}
    select exists (select from product_favorites f
      where f.user_id = ${user} and f.product_id = ${product}) as favorite,
      coalesce((select json_agg(a.variant_id) from restock_alerts a join variants v on v.id = a.variant_id
        where a.user_id = ${user} and v.product_id = ${product}), '[]') as "alertIds",
      coalesce((select json_agg(m.review_id) from review_marks m join product_reviews r on r.id = m.review_id
        where m.user_id = ${user} and r.product_id = ${product}), '[]') as "markedIds",
      coalesce((select json_agg(u.coupon_id) from coupon_uses u join coupons c on c.id = u.coupon_id
        where u.user_id = ${user} and c.ends_at > ${at.toISOString()}::timestamptz), '[]') as "usedCouponIds",
      (select json_build_object('id', q.id, 'askerId', q.asker_id, 'asker', (select p.name from people p
        where p.user_id = q.asker_id), 'body', q.body, 'secret', q.secret, 'answer', q.answer,
          'createdAt', ${exactTime(sql`q.created_at`)})
        from product_questions q where q.product_id = ${product} and q.asker_id = ${user}
          and q.created_at > ${since}::timestamptz order by q.created_at desc, q.id desc limit 1) as asked`)
  return row ?? NOTHING_OWN
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
    await markAnsweredNotificationsRead(tx, actor.userId, [getQuestionKey(questionId)])
    await emit(tx, "product.answered", { questionId, productId: row.productId, askerId: row.askerId })
    return ok()
  })
}
