import { Link, href } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import type { CartSellerView } from "../views.ts"
import { CartRow } from "./cart-row.tsx"

/** What lies in the cart of one seller, with what the parcel costs. */
export function CartSeller({ seller, isOnly }: { seller: CartSellerView; isOnly: boolean }) {
  return (
    <section aria-label={seller.name} className="card-line overflow-hidden">
      <header className="border-b border-base-300 px-4 py-3.5 md:px-5">
        <h2 className="flex items-center gap-2 text-base font-bold">
          <Link to={`${href("/shopping")}?seller=${seller.sellerId}`} className="hover:underline">
            {seller.name}
          </Link>
          {seller.direct ? (
            <span
              className={
                "inline-flex h-5 items-center rounded-sm bg-open-tint px-1.5 text-xs font-semibold " +
                "text-open-ink"
              }
            >
              직접판매
            </span>
          ) : null}
        </h2>
        <p className="mt-0.5 text-sm text-ink-2">
          {seller.reopensOn ? (
            `판매자가 쉬고 있어요. ${seller.reopensOn}부터 주문할 수 있어요.`
          ) : (
            <>
              지금 주문하면 <b className="font-semibold text-ok-ink">{seller.arrivalText}</b> 예정
            </>
          )}
        </p>
        {seller.freeFromWon !== null && seller.feeWon > 0 && seller.itemsWon > 0 ? (
          <FreeShippingProgress seller={seller} freeFromWon={seller.freeFromWon} />
        ) : null}
      </header>
      <ul className="divide-y divide-base-300">
        {seller.lines.map((line) => (
          <li key={line.variantId} className="px-4 py-4 md:px-5">
            <CartRow line={line} />
          </li>
        ))}
      </ul>
      {isOnly ? null : <SellerTotal seller={seller} />}
    </section>
  )
}

/** What the goods of one seller cost; the total of the cart says the same where there is no other. */
const SellerTotal = ({ seller }: { seller: CartSellerView }) => (
  <footer
    className={
      "flex items-center justify-between border-t border-base-300 bg-base-200 px-4 py-3 text-sm " +
      "text-ink-2 md:px-5"
    }
  >
    <span>
      상품 {formatWon(seller.itemsWon)} · 배송비{" "}
      {seller.itemsWon === 0 ? "–" : seller.shippingWon === 0 ? "무료" : formatWon(seller.shippingWon)}
    </span>
    <b className="font-semibold text-base-content">{formatWon(seller.itemsWon + seller.shippingWon)}</b>
  </footer>
)

/** How much more has to be bought of a seller until the parcel costs nothing. */
function FreeShippingProgress({ seller, freeFromWon }: { seller: CartSellerView; freeFromWon: number }) {
  const isFree = seller.wonUntilFreeShipping === null
  const percent = isFree ? 100 : Math.min(100, Math.round((seller.itemsWon / freeFromWon) * 100))
  return (
    <div className="mt-2.5">
      <p className="text-sm text-ink-2">
        {seller.wonUntilFreeShipping === null ? (
          <b className="font-semibold text-ok-ink">무료배송이에요</b>
        ) : (
          <>
            <b className="font-semibold text-base-content">{formatWon(seller.wonUntilFreeShipping)}</b>
            {" 더 담으면 무료배송"}
          </>
        )}
      </p>
      <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-base-300">
        <div
          className={"h-full rounded-full " + (isFree ? "bg-success" : "bg-primary")}
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
