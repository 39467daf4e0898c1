import type { ComponentProps } from "react"
import { href } from "react-router"
import { formatDate } from "#app/basics/time.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { HeartButton } from "#app/ui/heart-button.tsx"
import { Rating } from "#app/ui/rating.tsx"
import { ServerHtml } from "#app/ui/server-html.tsx"
import type { PageProduct, ProductView } from "../views.ts"
import { PriceLines } from "./product-card.tsx"
import { ProductCoupons } from "./product-coupons.tsx"
import { DeliveryInfo } from "./product-info.tsx"

/** What a product is called, what it costs and when it comes. */
export function ProductHead({
  product,
  full,
  isWished,
  arrival,
  coupons,
  usedCouponIds,
}: {
  product: PageProduct
  /** With all that is said of its seller; undefined where the page brings it as HTML alone. */
  full: ProductView | undefined
  /** Null where it is one's own. */
  isWished: boolean | null
  /** Null where it is sold out. */
  arrival: string | null
  coupons: ComponentProps<typeof ProductCoupons>["coupons"]
  usedCouponIds: readonly string[]
}) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm text-ink-3">{product.brand || product.seller.name}</p>
          <h1 className="mt-1 text-xl font-bold md:text-2xl">{product.title}</h1>
        </div>
        {isWished === null ? null : (
          <HeartButton
            action={href("/shopping/product/:productId", { productId: product.id })}
            intent="favorite"
            isOn={isWished}
            label={`${product.title} 찜`}
            className={
              "-mt-1 -mr-2 grid size-11 flex-none cursor-pointer place-items-center rounded-full " +
              "hover:bg-fill"
            }
          />
        )}
      </div>
      <p className="mt-2 flex min-h-5 items-center gap-3 text-sm text-ink-3">
        {product.rating === null ? (
          "첫 후기를 기다려요"
        ) : (
          <a href="#reviews" className="hit rounded-sm">
            <Rating value={product.rating} count={product.reviewCount} />
          </a>
        )}
        {product.sold > 0 ? <span>{formatNumber(product.sold)}개 판매</span> : null}
      </p>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
        <div className="[&_p]:text-sm [&_p:last-child]:text-2xl [&_p:last-child_b]:text-2xl">
          <PriceLines
            card={product}
            showsFrom={product.variants.some((variant) => variant.priceWon > product.priceWon)}
          />
        </div>
        {product.dealUntil ? (
          <span className="mb-1 rounded-sm bg-sale-tint px-2 py-1 text-xs font-semibold text-sale">
            오늘특가 · {formatDate(new Date(Date.parse(product.dealUntil) - 1))}까지
          </span>
        ) : null}
      </div>
      {isWished === null ? null : (
        <ProductCoupons product={product} coupons={coupons} usedIds={usedCouponIds} />
      )}
      <div className="mt-4">
        <ServerHtml data={full} variant={String(arrival)}>
          {(shown) => <DeliveryInfo product={shown} arrival={arrival} />}
        </ServerHtml>
      </div>
    </>
  )
}
