import { formatWon } from "#app/basics/won.ts"
import type { SellerOrderView } from "../views.ts"
import { Thumbnail } from "./thumbnail.tsx"

/** What is being bought, seller by seller, with what each asks for the parcel. */
export function CheckoutGoods({ sellerOrders }: { sellerOrders: readonly SellerOrderView[] }) {
  return (
    <section aria-labelledby="goods" className="card-line p-4 md:p-6">
      <h2 id="goods" className="mb-1 text-lg font-bold">
        주문 상품
      </h2>
      {sellerOrders.map((sellerOrder) => (
        <div key={sellerOrder.id} className="border-b border-base-300 py-4 last:border-0 last:pb-0">
          <p className="mb-1 flex items-baseline justify-between gap-3 text-sm">
            <b className="font-semibold">
              {sellerOrder.seller.name}{" "}
              <span className="font-normal text-ink-3">
                {sellerOrder.seller.direct ? "직접판매" : "중개"}
              </span>
            </b>
            <span className="text-ink-2">
              배송비 {sellerOrder.shippingWon === 0 ? "무료" : formatWon(sellerOrder.shippingWon)}
            </span>
          </p>
          {sellerOrder.arrivalText ? (
            <p className="mb-3 text-sm font-semibold text-ok-ink">{sellerOrder.arrivalText}</p>
          ) : null}
          <ul className="grid gap-3">
            {sellerOrder.lines.map((line) => (
              <li key={line.id} className="flex flex-wrap gap-x-3 gap-y-1">
                <Thumbnail pictureId={line.pictureId} size={64} />
                <div className="min-w-0 flex-1 basis-28">
                  <p className="line-clamp-2 text-base font-medium">{line.title}</p>
                  <p className="text-sm text-ink-3">
                    {[line.optionName, `${line.quantity}개`].filter(Boolean).join(" · ")}
                  </p>
                </div>
                <b className="ml-auto flex-none font-semibold">{formatWon(line.unitWon * line.quantity)}</b>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
