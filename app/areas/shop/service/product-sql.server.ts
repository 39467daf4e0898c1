/**
 * What statements read of products beside their rows, of this area and of others, so that a list stays one
 * query. `productId` is an expression: the id of the product.
 */
import { sql, type SQL } from "drizzle-orm"
import { pictureJson } from "#app/platform/pictures.server.ts"
import { containsText } from "#app/platform/text-match.server.ts"
import type { PictureView, VariantView } from "../views.ts"

/** Selects the picture that lists show. */
export const selectFirstPictureId = (productId: SQL) => sql<string | null>`(select pp.picture_id
  from product_pictures pp where pp.product_id = ${productId} order by pp.position limit 1)`

/** Selects the picture that shows an option: its own (`pictureId`), or that of its product. */
export const selectOptionPictureId = (productId: SQL, pictureId: SQL) =>
  sql<string | null>`coalesce(${pictureId}, ${selectFirstPictureId(productId)})`

/** Selects all pictures in their order. */
export const selectProductPictures = (productId: SQL) => sql<PictureView[]>`coalesce((
  select json_agg(${pictureJson("p")} order by pp.position)
  from product_pictures pp join pictures p on p.id = pp.picture_id
  where pp.product_id = ${productId}), '[]')`

/** Selects the options that are offered. */
export const selectVariants = (productId: SQL) => sql<VariantView[]>`coalesce((
  select json_agg(json_build_object('id', v.id, 'name', v.name, 'priceWon', v.price_won, 'stock', v.stock,
    'pictureId', v.picture_id)
    order by v.position, v.id)
  from variants v where v.product_id = ${productId} and v.retired_at is null), '[]')`

/** Selects how many options are offered. */
export const selectVariantCount = (productId: SQL) => sql<number>`(select count(*)::int
  from variants v where v.product_id = ${productId} and v.retired_at is null)`

/** Selects how many pieces of all options there are. */
export const selectStock = (productId: SQL) => sql<number>`coalesce((select sum(v.stock)
  from variants v where v.product_id = ${productId} and v.retired_at is null), 0)::int`

/** Selects how many products of the seller `sellerId`, an expression, are for sale. */
export const selectPublishedCount = (sellerId: SQL) => sql<number>`(select count(*)::int
  from products p where p.seller_id = ${sellerId} and p.state = 'published')`

/** Selects the ids of products that have `text` in their title, brand or seller's name, each by its index. */
export const selectProductIdsByText = (text: string) => sql`
  select id from products where ${containsText(sql`title`, text)}
  union select id from products where ${containsText(sql`brand`, text)}
  union select p.id from sellers s join products p on p.seller_id = s.user_id
    where ${containsText(sql`s.name`, text)}`

/** Selects the pictures of the review `reviewId`, an expression. */
export const selectReviewPictures = (reviewId: SQL) => sql<PictureView[]>`coalesce((
  select json_agg(${pictureJson("p")} order by rp.position)
  from product_review_pictures rp join pictures p on p.id = rp.picture_id
  where rp.review_id = ${reviewId}), '[]')`
