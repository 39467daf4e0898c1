import { ExternalLink } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatWon } from "#app/basics/won.ts"
import { intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { ProductBadge } from "../../selling/parts/state-badges.tsx"
import { DEPARTMENT_LABELS } from "../../shop/rules.ts"
import { decideProduct } from "../../selling/service/products.server.ts"
import { findProductForAdmin } from "../../selling/service/approvals.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { DecisionButtons } from "../parts/decision-buttons.tsx"
import { PRODUCT_DECISION_TEXTS } from "../parts/decision-texts.ts"
import type { Route } from "./+types/admin-product"
import { ProductDecisionForm } from "#app/areas/selling/forms.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  return (await findProductForAdmin(actor, params.productId)) ?? notFound()
})

const DONE_MESSAGES = {
  publish: "판매를 시작했어요",
  reject: "반려했어요",
  hide: "상품을 숨겼어요",
  show: "상품을 다시 보이게 했어요",
} as const

const answerForm = intents<{ actor: Member; productId: string }>((intent) => ({
  "": intent({
    form: ProductDecisionForm,
    hidden: ["move", "seen"],
    run: ({ actor, productId }, decision) => decideProduct(actor, { productId, ...decision }),
    done: (_, { move }) => DONE_MESSAGES[move],
    problems: {
      moved_on: "그사이 판매자가 고쳤거나 이미 결정된 상품이에요. 지금 내용을 확인해 주세요.",
      reason_needed: { field: "reason", sentence: "이유를 적어 주세요. 판매자에게 그대로 전해져요." },
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { productId } = params
  if (!isId(productId)) notFound()
  return answerForm(
    await request.formData(),
    { actor, productId },
    { to: href("/admin/products/:productId", { productId }) },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `${loaderData.title} 심사` : "상품 심사") },
  { name: "robots", content: "noindex" },
]

export default function AdminProduct({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!view) return null
  return (
    <AdminLayout current="products">
      <PageHeader
        title={view.title}
        back={{ href: href("/admin/products"), label: "상품 심사" }}
        text={[view.brand, DEPARTMENT_LABELS[view.department]].filter(Boolean).join(" · ")}
      >
        <ProductBadge state={view.state} hidden={view.hiddenReason !== null} />
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-4">
          <Card className="md:p-6">
            <h2 className="mb-3 text-lg font-bold">
              사진 <span className="num text-ink-3">{view.pictures.length}</span>
            </h2>
            {view.pictures.length > 0 ? (
              <Gallery pictures={view.pictures} layout="grid" label={view.title} />
            ) : (
              <p className="text-base text-ink-3">사진이 없어요.</p>
            )}
            <h2 className="mt-7 text-lg font-bold">설명</h2>
            <p className="mt-3 text-base whitespace-pre-line">{view.description}</p>
          </Card>
          <Prices view={view} />
          <Card className="md:p-6">
            <h2 className="text-lg font-bold">상품정보제공고시</h2>
            <dl className="mt-4 grid gap-2.5 text-base">
              {view.notice.map((row) => (
                <div key={row.label} className="grid grid-cols-[9rem_1fr] gap-3">
                  <dt className="text-ink-3">{row.label}</dt>
                  <dd className="min-w-0">{row.value}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </div>
        <div className="grid gap-4 lg:sticky lg:top-20">
          <Decision view={view} answer={answer} />
          <Card>
            <h2 className="text-lg font-bold">판매자</h2>
            <p className="mt-2 text-base">
              <Link
                to={href("/admin/users/shop-owners/:sellerId", { sellerId: view.sellerId })}
                className="font-semibold hover:underline"
              >
                {view.sellerName}
              </Link>
            </p>
            <p className="mt-1 text-sm text-ink-3">
              판매 {formatNumber(view.sold)}개 · 후기 {formatNumber(view.reviewCount)}개
            </p>
          </Card>
        </div>
      </div>
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** What each option costs, and what else is said about the price. */
function Prices({ view }: { view: View }) {
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">가격과 옵션</h2>
      <table className="num mt-3 w-full text-base">
        <caption className="sr-only">옵션마다의 가격과 재고</caption>
        <thead className="text-left text-sm text-ink-3">
          <tr>
            <th scope="col" className="py-2 font-normal">
              {view.optionLabel || "옵션"}
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              가격
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              재고
            </th>
          </tr>
        </thead>
        <tbody>
          {view.variants.map((variant) => (
            <tr key={variant.id} className="border-t border-base-300">
              <td className="py-2.5">{variant.name || "기본"}</td>
              <td className="py-2.5 text-right font-semibold">{formatWon(variant.priceWon)}</td>
              <td className="py-2.5 text-right">{formatNumber(variant.stock)}개</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-ink-3">
        {[
          view.listPriceWon === null ? "정가 없음" : `정가 ${formatWon(view.listPriceWon)}`,
          view.freeShipping ? "무료배송" : "상점 배송비",
          view.madeToOrder ? "주문 제작" : null,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </Card>
  )
}

/** What an admin can decide about the version that is shown, and what was decided last. */
function Decision({ view, answer }: { view: View; answer: ScreenAnswer }) {
  return (
    <Card>
      <h2 className="text-lg font-bold">결정</h2>
      <div className="mt-3 grid gap-2">
        <DecisionButtons
          moves={
            view.state === "proposed"
              ? ["publish", "reject"]
              : view.hiddenReason === null
                ? ["hide"]
                : ["show"]
          }
          texts={PRODUCT_DECISION_TEXTS}
          withReason={["reject", "hide"]}
          seen={view.updatedAt}
          answer={answer}
        />
        <Link
          to={href("/shopping/product/:productId", { productId: view.id })}
          className="btn btn-quiet w-full"
        >
          상품 페이지로 보기 <ExternalLink size={16} />
        </Link>
      </div>
      {view.decisionReason || view.hiddenReason ? (
        <p className="mt-4 rounded-lg bg-fill p-3 text-sm whitespace-pre-line">
          {view.hiddenReason ?? view.decisionReason}
        </p>
      ) : null}
    </Card>
  )
}
