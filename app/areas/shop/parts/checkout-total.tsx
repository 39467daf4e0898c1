import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { useServiceMode } from "#app/ui/service-alert.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { WITHDRAWAL_PERIODS } from "../claim-rules.ts"
import type { PurchaseView } from "../views.ts"
import { PurchaseConsents } from "./purchase-consents.tsx"
import { toCouponRows, TotalRows } from "./total-rows.tsx"

/** What is to be paid, what is agreed to with it, and the button; no button while nobody takes payments. */
export function CheckoutTotal({
  checkout: { purchase, sellerOrders },
  offWon,
  answer,
}: {
  checkout: Pick<PurchaseView, "purchase" | "sellerOrders">
  /** What the chosen coupon takes off. */ offWon: number
  answer: ScreenAnswer
}) {
  const canTakePayments = useServiceMode("payments") !== "off"
  const totalWon = purchase.itemsWon + purchase.shippingWon - offWon
  const madeToOrder = sellerOrders.flatMap((sellerOrder) =>
    sellerOrder.lines.flatMap((line) => (line.madeToOrder ? line.title : [])),
  )
  return (
    <>
      <aside>
        <div className="card-line mt-3 p-4 md:sticky md:top-24 md:mt-0 md:p-6">
          <h2 className="mb-4 text-lg font-bold">결제 금액</h2>
          <TotalRows
            rows={[
              { label: "상품 금액", won: purchase.itemsWon },
              { label: "배송비", won: purchase.shippingWon },
              ...toCouponRows(offWon),
            ]}
            sum={{ label: "총 결제 금액", won: totalWon }}
          />
          <div className="mt-4 border-t border-base-300 pt-2">
            <PurchaseConsents
              sellers={sellerOrders.map((sellerOrder) => sellerOrder.seller.name)}
              madeToOrder={[...new Set(madeToOrder)]}
              errors={answer.errors}
              values={answer.values}
            />
          </div>
          <TermsOfPurchase isBrokered={sellerOrders.some(({ seller }) => !seller.direct)} />
          {canTakePayments ? (
            <div className="hidden md:mt-5 md:block">
              <PayButton totalWon={totalWon} width="w-full" />
            </div>
          ) : null}
        </div>
      </aside>
      {canTakePayments ? (
        <StickyBar phoneOnly>
          <PayButton totalWon={totalWon} width="flex-1" />
        </StickyBar>
      ) : null}
    </>
  )
}

const PayButton = ({ totalWon, width }: { totalWon: number; width: "w-full" | "flex-1" }) => (
  <SubmitButton className={`btn btn-primary btn-lg ${width}`}>{formatWon(totalWon)} 결제하기</SubmitButton>
)

function TermsOfPurchase({ isBrokered }: { isBrokered: boolean }) {
  return (
    <ul className="mt-4 grid gap-1 text-sm text-ink-3">
      {isBrokered ? (
        <li>
          중개 상품은 바로일당이 통신판매중개자로서 거래 당사자가 아니며, 상품과 거래에 대한 책임은 판매자에게
          있어요.
        </li>
      ) : null}
      <li>
        받은 날부터 {WITHDRAWAL_PERIODS.changeOfMindDays}일 안에 청약을 철회할 수 있어요. 상품이 설명과 다르면
        3개월 안에 할 수 있어요.
      </li>
      <li>미성년자가 보호자 동의 없이 산 것은 취소할 수 있어요.</li>
    </ul>
  )
}
