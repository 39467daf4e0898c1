import { Link, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { CANCEL_SALE } from "../cancel-sale.server.ts"
import { requireSeller } from "../guards.server.ts"
import { PriceSaleFacts } from "../parts/price-sale-row.tsx"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { PriceSalesQuery } from "../price-sale-form.ts"
import { findPriceSales } from "../service/price-sales.server.ts"
import type { Route } from "./+types/seller-discounts"

const PATH = href("/shopping/admin/discounts")

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { after } = readQuery(PriceSalesQuery, new URL(request.url).searchParams)
  return { isFirst: after === null, ...(await findPriceSales(actor, after)) }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  cancel: intent(CANCEL_SALE),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  return answerForm(await request.formData(), { actor }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("할인 예약") },
  { name: "robots", content: "noindex" },
]

export default function SellerDiscounts({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <SellerLayout current="discounts">
      <PageHeader
        title="할인 예약"
        text="정한 때에 가격이 내려가고, 끝나면 저절로 돌아와요. 찜한 분께는 한 번 알려 드려요."
      >
        <Link to={href("/shopping/admin/products")} className="btn btn-line">
          할인할 상품 고르기
        </Link>
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      {view.rows.length === 0 ? (
        <EmptyState
          art="cart"
          title="예약한 할인이 없어요"
          text="상품 목록에서 ‘할인’을 눌러 기간과 할인가를 정해 보세요."
          action={{ href: href("/shopping/admin/products"), label: "상품 목록 보기" }}
        />
      ) : (
        <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
          {view.rows.map((sale) => (
            <li key={sale.id} className="flex items-start gap-3.5 p-4 md:px-5">
              <Thumbnail pictureId={sale.pictureId} size={56} isDimmed={sale.state === "ended"} />
              <div className="min-w-0 flex-1">
                <h2 className="mb-1.5 truncate text-base font-semibold">
                  <Link
                    to={href("/shopping/admin/discounts/:productId", { productId: sale.productId })}
                    className="hover:underline"
                  >
                    {sale.title}
                  </Link>
                </h2>
                <PriceSaleFacts sale={sale} label={sale.title} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={view.isFirst}
        nextCursor={view.next}
        buildHref={(after) => getListUrl(PATH, {}, { after })}
      />
    </SellerLayout>
  )
}
