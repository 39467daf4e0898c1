/** What the buyers of the demo town gathered: hearts, what they looked at, alerts, and marks of reviews. */
import { sql } from "drizzle-orm"
import type postgres from "postgres"
import { productFavorites } from "#app/areas/shop/schema.server.ts"
import { productViews, restockAlerts, reviewMarks } from "#app/areas/shop/visit-schema.server.ts"
import { DAY_MS, MINUTE_MS } from "#app/basics/time.ts"
import { findDemoPeople, writePart, writeWithProgress, type DemoPerson, type RunStep } from "../parts.ts"
import { createRandom } from "../random.ts"
import { insertInBatches } from "../write.ts"

type Product = { id: string; sellerId: string; priceWon: number; at: string }
type Review = { id: string; authorId: string; at: string; hasPhoto: boolean; length: number }

/** Hearts and looks of one person, all after the product was there. */
function gather(person: DemoPerson, products: readonly Product[], present: Date, counts: [number, number]) {
  const random = createRandom(`visits/${person.name}/${person.id.slice(-12)}`)
  const [hearts, looks] = counts
  const foreign = products.filter((product) => product.sellerId !== person.id)
  const momentOf = (product: Product, days: number) => {
    const earliest = Math.max(Date.parse(product.at), present.getTime() - days * DAY_MS)
    return new Date(earliest + (present.getTime() - MINUTE_MS - earliest) * random.next())
  }
  return {
    favorites: random.sample(foreign, hearts).map((product) => ({
      userId: person.id,
      productId: product.id,
      createdAt: momentOf(product, 60),
      knownWon: product.priceWon,
    })),
    views: random.sample(foreign, looks).map((product) => ({
      userId: person.id,
      productId: product.id,
      viewedAt: momentOf(product, 14),
    })),
  }
}

/** Who found a review helpful: more people one with a picture, or one that says much. */
function markReview(review: Review, people: readonly DemoPerson[], present: Date) {
  const random = createRandom(`marks/${review.id}`)
  const most = review.hasPhoto ? 14 : review.length > 60 ? 8 : 3
  const from = Date.parse(review.at)
  return random
    .sample(people, random.int(0, most))
    .filter((person) => person.id !== review.authorId)
    .map((person) => ({
      reviewId: review.id,
      userId: person.id,
      createdAt: new Date(from + (present.getTime() - from) * random.next()),
    }))
}

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const people = await findDemoPeople(client)
  const products = await client<Product[]>`
    select id, seller_id as "sellerId", price_won as "priceWon", to_json(published_at) #>> '{}' as at
    from products where state = 'published' and hidden_at is null order by id`
  const reviews = await client<Review[]>`
    select r.id, r.author_id as "authorId", to_json(r.created_at) #>> '{}' as at, length(r.body) as length,
      exists (select from product_review_pictures p where p.review_id = r.id) as "hasPhoto"
    from product_reviews r where r.hidden_at is null order by r.id`
  const soldOut = await client<{ id: string }[]>`
    select v.id from variants v join products p on p.id = v.product_id
    where v.stock = 0 and v.retired_at is null and p.state = 'published' order by v.id`
  await writePart(client, part, async (tx, present) => {
    const demo = gather(people.demo.customer, products, present, [14, 18])
    const others = people.customers.map((person, index) =>
      gather(person, products, present, [index % 5, index % 7]),
    )
    const favorites = [demo, ...others].flatMap((gathered) => gathered.favorites)
    const marks = reviews.flatMap((review) => markReview(review, people.customers, present))
    const random = createRandom("restock")
    const waiting = [people.demo.customer, ...random.sample(people.customers, 12)]
    const alerts = waiting.flatMap((person) =>
      random.sample(soldOut, Math.min(soldOut.length, 2)).map((variant) => ({
        variantId: variant.id,
        userId: person.id,
        createdAt: new Date(present.getTime() - random.int(1, 9) * DAY_MS),
      })),
    )
    await writeWithProgress(step, "찜과 최근 본 상품", favorites.length, "개", async () => {
      await insertInBatches(tx, productFavorites, favorites)
      await insertInBatches(
        tx,
        productViews,
        [demo, ...others].flatMap((gathered) => gathered.views),
      )
      await insertInBatches(tx, restockAlerts, alerts)
      await insertInBatches(tx, reviewMarks, marks)
      await tx.execute(sql`
        update product_reviews r set helpful_count = n.marks
        from (select review_id, count(*) as marks from review_marks group by review_id) n
        where n.review_id = r.id`)
    })
  })
}
