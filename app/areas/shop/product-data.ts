/** What search engines read of a product: schema.org's Product. */
import { pictureUrl } from "#app/ui/picture.tsx"
import type { PageProduct } from "./views.ts"

/** Describes a product for sale, with its page at `origin` and `path`; `isPaused`: its seller is away. */
export const buildProductData = (
  product: PageProduct,
  { origin, path, isPaused }: { origin: string; path: string; isPaused: boolean },
) => ({
  "@context": "https://schema.org",
  "@type": "Product",
  name: product.title,
  sku: product.id,
  description: product.description.slice(0, 500),
  image: product.pictures.map((each) => origin + pictureUrl(each.id, 1280)),
  ...(product.brand ? { brand: { "@type": "Brand", name: product.brand } } : {}),
  offers: {
    "@type": "Offer",
    url: origin + path,
    price: product.priceWon,
    priceCurrency: "KRW",
    itemCondition: "https://schema.org/NewCondition",
    seller: { "@type": "Organization", name: product.seller.name },
    availability:
      "https://schema.org/" +
      `${!isPaused && product.variants.some((variant) => variant.stock > 0) ? "InStock" : "OutOfStock"}`,
  },
  ...(product.rating === null
    ? {}
    : {
        aggregateRating: {
          "@type": "AggregateRating",
          ratingValue: product.rating,
          reviewCount: product.reviewCount,
        },
      }),
})
