import { Form, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { formatWon } from "#app/basics/won.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { DateField, SelectField, WonField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { notFound } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { CANCEL_SALE } from "../cancel-sale.server.ts"
import { requireSeller } from "../guards.server.ts"
import { PriceSaleFacts } from "../parts/price-sale-row.tsx"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { PriceSaleForm } from "../price-sale-form.ts"
import { SALE_HOURS } from "../rules.ts"
import { findProductForSale, planPriceSale } from "../service/price-sales.server.ts"
import type { Route } from "./+types/seller-discount"

export const handle = {
  bar: "desk",
  title: "할인 정하기",
  backHref: href("/shopping/admin/discounts"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const product = await findProductForSale(requireSeller(context, request), params.productId)
  return { product: product ?? notFound() }
}

const answerForm = intents<{ actor: Member; productId: string }>((intent) => ({
  plan: intent({
    form: PriceSaleForm,
    run: ({ actor, productId }, sale) => planPriceSale(actor, productId, sale),
    done: () => ({ to: href("/shopping/admin/discounts"), flash: "할인을 예약했어요" }),
    problems: {
      not_allowed: { sentence: "지금은 판매할 수 없는 상점이에요. 상점 상태를 확인해 주세요.", status: 403 },
      unknown_option: "그사이 옵션이 바뀌었어요. 새로고침한 뒤 다시 정해 주세요.",
      not_lower: "지금 가격보다 낮지 않은 할인가가 있어요. 할인가를 다시 확인해 주세요.",
      overlaps: "이 상품에 겹치는 할인이 있어요. 기간을 바꾸거나 먼저 정한 할인을 취소해 주세요.",
    },
  }),
  cancel: intent(CANCEL_SALE),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  const { productId } = params
  const to = href("/shopping/admin/discounts/:productId", { productId })
  return answerForm(await request.formData(), { actor, productId }, { to })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `${loaderData.product.title} 할인` : "상품을 찾을 수 없어요") },
  { name: "robots", content: "noindex" },
]

type Product = Route.ComponentProps["loaderData"]["product"]

export default function SellerDiscount({ loaderData: { product }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <SellerLayout current="discounts">
      <PageHeader
        bar="same"
        title="할인 정하기"
        back={{ href: href("/shopping/admin/discounts"), label: "할인 예약" }}
        text={product.title}
      />
      <FormAlert message={answer.of("cancel").problem} className="mb-4" />
      {product.sales.length > 0 ? (
        <ul className="mb-4 overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
          {product.sales.map((sale) => (
            <li key={sale.id} className="p-4 md:px-5">
              <PriceSaleFacts sale={sale} label={product.title} />
            </li>
          ))}
        </ul>
      ) : null}
      <SaleForm product={product} answer={answer.of("plan")} />
    </SellerLayout>
  )
}

const HOUR_OPTIONS = SALE_HOURS.map((hour) => ({ value: hour, label: `${hour}시` }))

/** A day and its hour, below each other in large letters. */
const DAY_AND_HOUR_CLASSES =
  "flex flex-wrap items-start gap-2 *:min-w-0 *:first:flex-[2_1_9rem] *:last:flex-[1_1_7rem]"

function SaleForm({ product, answer }: { product: Product; answer: ScreenAnswer }) {
  const dateField = (name: string) => ({
    name,
    defaultValue: answer.typed(name),
    error: answer.errors[name],
    required: true,
  })
  return (
    <Form method="post" noValidate className="grid gap-4">
      <input type="hidden" name="intent" value="plan" />
      <FormAlert message={answer.problem ?? answer.errors.options} />
      <Card className="grid gap-6 md:p-6">
        <h2 className="text-lg font-bold">기간</h2>
        <div className="grid gap-6 md:grid-cols-2">
          <div className={DAY_AND_HOUR_CLASSES}>
            <DateField label="시작하는 날" {...dateField("startsOn")} />
            <SelectField
              label="시각"
              options={HOUR_OPTIONS}
              {...dateField("startsHour")}
              defaultValue={answer.typed("startsHour", "0")}
            />
          </div>
          <div className={DAY_AND_HOUR_CLASSES}>
            <DateField label="끝나는 날" {...dateField("endsOn")} />
            <SelectField
              label="시각"
              options={HOUR_OPTIONS}
              {...dateField("endsHour")}
              defaultValue={answer.typed("endsHour", "0")}
            />
          </div>
        </div>
        <p className="text-sm text-ink-3">
          1분 안에 반영돼요. 주문서를 연 구매자는 그때의 가격으로 15분 동안 결제할 수 있어요.
        </p>
      </Card>
      <Card className="grid gap-6 md:p-6">
        <div>
          <h2 className="text-lg font-bold">할인가</h2>
          <p className="mt-1 text-base text-ink-2">
            비워 둔 옵션은 그대로 팔아요. 할인 전 가격으로는 최근 20일 동안 가장 낮았던 가격이 보여요.
          </p>
        </div>
        {product.options.map((option, index) => (
          <div key={option.id}>
            <input type="hidden" name={`options[${index}].variantId`} value={option.id} />
            <WonField
              label={option.name || "할인가"}
              name={`options[${index}].saleWon`}
              placeholder="그대로"
              help={
                `지금 ${formatWon(option.priceWon)}` +
                (option.referenceWon < option.priceWon
                  ? ` · 할인 전 가격은 ${formatWon(option.referenceWon)}으로 보여요`
                  : "")
              }
              defaultValue={answer.typed(`options[${index}].saleWon`)}
              error={answer.errors[`options[${index}].saleWon`]}
              required={false}
            />
          </div>
        ))}
      </Card>
      <SubmitButton className="btn btn-primary btn-lg w-full sm:w-auto sm:justify-self-end sm:px-10">
        할인 예약하기
      </SubmitButton>
    </Form>
  )
}
