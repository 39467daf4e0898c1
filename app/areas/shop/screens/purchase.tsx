import { Printer } from "#app/ui/icons.tsx"
import { href, Link } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { isId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatDate } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { OpenChatButton } from "../../chat/parts/open-chat.tsx"
import { PurchaseLine } from "../parts/purchase-line.tsx"
import { PurchasePayment, RefundAccountRequest } from "../parts/purchase-payment.tsx"
import { answerPurchaseForm } from "../purchase-forms.server.ts"
import { findPurchaseDetail } from "../service/purchases.server.ts"
import type { PurchaseDetail, PurchaseLineView, PurchaseSummary, SellerOrderView } from "../views.ts"
import type { Route } from "./+types/purchase"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const purchase = await findPurchaseDetail(actor, params.groupId)
  if (!purchase) notFound()
  return purchase
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { groupId } = params
  if (!isId(groupId)) notFound()
  const to = href("/shopping/orders/:groupId", { groupId })
  return answerPurchaseForm(await request.formData(), { actor, groupId }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("주문 상세") },
  { name: "robots", content: "noindex" },
]

export default function Purchase({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { purchase } = view
  const refundsWithoutAccount = view.refunds.filter((refund) => refund.state === "account_waiting")
  return (
    <Page>
      <PageHeader
        title={`${formatDate(purchase.createdAt)} 주문`}
        back={{ href: href("/shopping/orders"), label: "주문 내역" }}
        text={
          <>
            주문번호 <span className="num">{purchase.number}</span>
          </>
        }
      >
        {purchase.paidAt ? (
          <Link
            to={href("/shopping/orders/:groupId/receipt", { groupId: purchase.id })}
            className="btn btn-line btn-sm"
          >
            <Printer size={16} /> 영수증
          </Link>
        ) : null}
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      {refundsWithoutAccount.length > 0 ? (
        <RefundAccountRequest refunds={refundsWithoutAccount} answer={answer.of("refund_account")} />
      ) : null}
      <div
        className={
          "grid gap-3 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]"
        }
      >
        <div className="grid min-w-0 content-start gap-3 md:gap-4">
          {view.sellerOrders.map((sellerOrder) => (
            <SellerOrderCard key={sellerOrder.id} sellerOrder={sellerOrder} view={view} answer={answer} />
          ))}
        </div>
        <aside className="grid content-start gap-3 md:gap-4">
          <PurchasePayment view={view} answer={answer.of("cash_receipt")} />
          {purchase.recipient ? <DeliveryAddress purchase={purchase} /> : null}
        </aside>
      </div>
    </Page>
  )
}

/** What one seller sends, line by line. */
function SellerOrderCard({
  sellerOrder,
  view,
  answer,
}: {
  sellerOrder: SellerOrderView<PurchaseLineView>
  view: PurchaseDetail
  answer: ScreenAnswer
}) {
  const { seller, shippingWon } = sellerOrder
  return (
    <section aria-label={seller.name} className="card-line">
      <header
        className={"flex items-center justify-between gap-3 border-b border-base-300 px-4 py-3.5 md:px-5"}
      >
        <div className="min-w-0">
          <h2 className="text-base font-bold">
            {seller.name}{" "}
            <span className="text-sm font-normal text-ink-3">{seller.direct ? "직접판매" : "중개"}</span>
          </h2>
          <p className="mt-0.5 text-sm text-ink-2">
            배송비 {shippingWon === 0 ? "무료" : formatWon(shippingWon)}
          </p>
        </div>
        {view.purchase.paidAt ? (
          <OpenChatButton
            kind="product"
            id={sellerOrder.lines[0]?.productId ?? ""}
            className="btn btn-line btn-sm"
            formClassName="flex-none"
          >
            판매자 문의
          </OpenChatButton>
        ) : null}
      </header>
      <ul className="divide-y divide-base-300">
        {sellerOrder.lines.map((line) => (
          <li key={line.id} className="px-4 py-5 md:px-5">
            <PurchaseLine
              line={line}
              view={view}
              returnFeeWon={sellerOrder.returnWon}
              answer={answer.of("cancel").about("lineId", line.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DeliveryAddress({ purchase }: { purchase: PurchaseSummary }) {
  return (
    <section className="card-line p-4 md:p-5">
      <h2 className="mb-3 text-lg font-bold">받는 곳</h2>
      <p className="text-base font-semibold">{purchase.recipient}</p>
      <p className="mt-1 text-base text-ink-2">{formatPhone(purchase.phone)}</p>
      <p className="mt-1 text-base text-ink-2">
        ({purchase.zonecode}) {purchase.address} {purchase.addressDetail}
      </p>
      {purchase.request ? <p className="mt-2 text-sm text-ink-3">{purchase.request}</p> : null}
    </section>
  )
}
