/** What is for sale: options with their products and sellers, as the cart and a checkout look at them. */
import { eq, sql } from "drizzle-orm"
import { db, preparedQuery } from "#app/platform/db.server.ts"
import { selectCart, selectCartVariantIds, type CartLine } from "../../accounts/service/cart.server.ts"
import { selectOptionPictureId } from "./product-sql.server.ts"
import { products, sellers, variants } from "../schema.server.ts"

/** Whether an option may be bought, however many there are. */
const isForSale = sql<boolean>`(${variants.retiredAt} is null and ${products.state} = 'published'
  and ${products.hiddenAt} is null and ${sellers.state} = 'approved')`

const offerColumns = {
  variantId: variants.id,
  productId: products.id,
  sellerId: sellers.userId,
  title: products.title,
  optionName: variants.name,
  unitWon: variants.priceWon,
  listPriceWon: products.listPriceWon,
  stock: variants.stock,
  isForSale,
  freeShipping: products.freeShipping,
  madeToOrder: products.madeToOrder,
  sellerName: sellers.name,
  direct: sellers.direct,
  shippingWon: sellers.shippingWon,
  freeFromWon: sellers.freeFromWon,
  returnWon: sellers.returnWon,
  dispatchDays: sellers.dispatchDays,
  vacation: sellers.vacation,
  pictureId: selectOptionPictureId(sql`${products.id}`, sql`${variants.pictureId}`),
}

export type Offer = Awaited<ReturnType<typeof findOffers>>[number]

const offersQuery = preparedQuery(["variantIds"], ({ variantIds }) =>
  db()
    .select(offerColumns)
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(sql`${variants.id} = any(${variantIds}::uuid[])`)
    .orderBy(variants.id),
)

/** The options that exist of `variantIds`, in the order of ids; nothing is locked. */
export const findOffers = (variantIds: readonly string[]) => offersQuery({ variantIds })

type CartOffers = { cart: readonly CartLine[] | null; offers: Offer[] }

const splitCart = (rows: readonly (Offer & { cart: CartLine[] | null })[]): CartOffers => ({
  cart: rows[0]?.cart ?? null,
  offers: [...rows],
})

const offersBesideCartQuery = preparedQuery(["variantIds", "userId"], ({ variantIds, userId }) =>
  db()
    .select({ ...offerColumns, cart: selectCart(userId) })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(sql`${variants.id} = any(${variantIds}::uuid[])`)
    .orderBy(variants.id),
)

/** As {@link findOffers}, with the cart of `userId` as it is now; null where none of them exists. */
export const findOffersBesideCart = async (
  userId: string,
  variantIds: readonly string[],
): Promise<CartOffers> => splitCart(await offersBesideCartQuery({ variantIds, userId }))

const cartOffersQuery = preparedQuery(["userId"], ({ userId }) =>
  db()
    .select({ ...offerColumns, cart: selectCart(userId) })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(sql`${variants.id} in ${selectCartVariantIds(userId)}`)
    .orderBy(variants.id),
)

/** The cart of `userId` with the options in it; null where none of them exists. */
export const findCartOffers = async (userId: string): Promise<CartOffers> =>
  splitCart(await cartOffersQuery({ userId }))
