import { href, redirect } from "react-router"
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { getFormValues, type FormValues } from "#app/basics/form.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { findDraft } from "#app/platform/drafts.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { findPictures } from "#app/platform/pictures.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { useInitialValue } from "#app/ui/initial-value.ts"
import { notFound, requireMemberOrSaveDraft } from "../../accounts/guards.server.ts"
import { requireSeller } from "../guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { applyDisclosureKind, FORM_CHANGES } from "../product-form-changes.ts"
import { ProductFormFields } from "../parts/product-form.tsx"
import { ProductBadge } from "../parts/state-badges.tsx"
import { disclosureFieldName, disclosureKindOf, DISCLOSURES } from "../../shop/disclosure.ts"
import { formatArrival } from "../../shop/service/arrival.server.ts"
import { LIMITS } from "../../shop/rules.ts"
import { findOwnSeller } from "../service/application.server.ts"
import { productDraftName, NEW_PRODUCT_DRAFT_NAME, saveProduct } from "../service/products.server.ts"
import { findOwnProduct } from "../service/stock.server.ts"
import type { Route } from "./+types/seller-product"
import { ProductSubmission } from "#app/areas/selling/forms.ts"

export const handle = {
  bar: "task",
  title: (view: { productId: string | null }) => (view.productId ? "상품 고치기" : "상품 올리기"),
  backHref: href("/shopping/admin/products"),
  background: "white",
} satisfies ScreenHandle<{ productId: string | null }>

const Draft = z.object({ values: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })

/** Counted from 1; nothing where the first one shows the option. */
const formatPictureNumber = (index: number) => (index > 0 ? String(index + 1) : "")

const toFormValues = ({
  product,
  variants,
  pictures,
}: NonNullable<Awaited<ReturnType<typeof findOwnProduct>>>): FormValues => {
  const kind = disclosureKindOf(product.notice)
  const valueByLabel = new Map(product.notice.map((row) => [row.label, row.value]))
  return {
    title: product.title,
    brand: product.brand,
    department: product.department,
    description: product.description,
    optionLabel: product.optionLabel,
    listPriceWon: product.listPriceWon === null ? "" : String(product.listPriceWon),
    freeShipping: product.freeShipping ? "on" : "",
    madeToOrder: product.madeToOrder ? "on" : "",
    noticeKind: kind,
    ...Object.fromEntries(
      DISCLOSURES[kind].rows.map((label, index) => [
        disclosureFieldName(index),
        valueByLabel.get(label) ?? "",
      ]),
    ),
    ...Object.fromEntries(
      variants.flatMap((variant, index) =>
        Object.entries({
          id: variant.id,
          was: String(variant.stock),
          name: variant.name,
          priceWon: String(variant.priceWon),
          stock: String(variant.stock),
          picture: formatPictureNumber(pictures.findIndex(({ id }) => id === variant.pictureId)),
        }).map(([name, value]) => [`variants[${index}].${name}`, value]),
      ),
    ),
  }
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const productId = "productId" in params ? (params.productId ?? null) : null
  const name =
    productId === null ? NEW_PRODUCT_DRAFT_NAME : isId(productId) ? productDraftName(productId) : notFound()
  const [ownSeller, ownProduct, storedDraft] = await Promise.all([
    findOwnSeller(actor),
    productId === null ? null : findOwnProduct(actor, productId),
    findDraft(actor.userId, name),
  ])
  if (!ownSeller || (productId !== null && !ownProduct)) notFound()
  if (ownSeller.seller.state !== "approved") throw redirect(href("/shopping/admin"))
  const draft = Draft.safeParse(storedDraft?.content)
  const values: FormValues = draft.success
    ? draft.data.values
    : ownProduct
      ? toFormValues(ownProduct)
      : { noticeKind: "general" }
  const pictures = draft.success
    ? await findPictures([values.pictureIds ?? []].flat().filter(isId).slice(0, LIMITS.pictures), {
        ownerId: actor.userId,
        purpose: "product",
      })
    : (ownProduct?.pictures ?? [])
  return {
    productId,
    draft: name,
    saved: draft.success,
    values,
    pictures,
    submissionKey: newId(),
    product: ownProduct
      ? {
          title: ownProduct.product.title,
          state: ownProduct.product.state,
          reason: ownProduct.product.decisionReason,
        }
      : null,
    shop: {
      name: ownSeller.seller.name,
      arrivalText: formatArrival(ownSeller.seller, now()),
      hasFreeShipping: ownSeller.seller.shippingWon === 0,
    },
  }
}

const DONE_MESSAGES = {
  draft: "상품을 저장했어요",
  proposed: "심사를 요청했어요",
  published: "바로 반영했어요",
  hidden: "저장했어요",
  rejected: "저장했어요",
} as const

const PICTURES = [{ name: "pictureIds", purpose: "product", max: LIMITS.pictures }] as const

type FormContext = { actor: Member; productId: string | null }

const answerForm = intents<FormContext, { formVersion: string }>((intent) => {
  /** Shows the form again as one of its own buttons changes it: nothing is checked and nothing saved. */
  const change = (changed: (typeof FORM_CHANGES)["add"]) =>
    intent({
      pictures: PICTURES,
      run: async (_context, _value, { values, argument }) => ok({ values: changed(values, argument) }),
      done: ({ values }) => ({ values, intent: "", shown: { formVersion: newId() } }),
      problems: {},
    })
  const save = (propose: boolean) =>
    intent({
      form: ProductSubmission,
      pictures: PICTURES,
      hidden: ["submissionKey"],
      run: ({ actor, productId }, { submissionKey, ...product }) =>
        saveProduct(actor, productId, product, { propose, submissionKey }),
      done: ({ productId, state }) => ({
        to:
          state === "proposed"
            ? `${href("/shopping/admin/products")}?tab=proposed`
            : state === "draft" || state === "rejected"
              ? href("/shop/edit/:productId", { productId })
              : href("/shopping/admin/products"),
        flash: DONE_MESSAGES[state],
      }),
      problems: {
        not_allowed: {
          sentence: "지금은 상품을 올릴 수 없어요. 상점 상태를 확인해 주세요.",
          status: 403,
        },
        stock_moved: "고치는 동안 상품이 팔려 재고가 달라졌어요. 새로고침해서 지금 재고를 확인해 주세요.",
        changed: "다른 곳에서 상품을 고쳤어요. 새로고침해서 지금 내용을 확인해 주세요.",
        on_sale: "할인 중인 가격은 바꿀 수 없어요. 할인을 먼저 끝내 주세요.",
        unknown_option: "그사이 옵션이 바뀌었어요. 새로고침한 뒤 다시 고쳐 주세요.",
        pictures_missing: {
          field: "pictureIds",
          sentence: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
        },
      },
    })
  return {
    keep: save(false),
    propose: save(true),
    combine: change(FORM_CHANGES.combine),
    fill: change(FORM_CHANGES.fill),
    view: change(FORM_CHANGES.view),
    kind: change(FORM_CHANGES.kind),
    empty: change(FORM_CHANGES.empty),
    add: change(FORM_CHANGES.add),
    remove: change(FORM_CHANGES.remove),
  }
})

export async function action({ params, request, context }: Route.ActionArgs) {
  const productId = "productId" in params ? (params.productId ?? null) : null
  if (productId !== null && !isId(productId)) notFound()
  const form = await request.formData()
  await requireMemberOrSaveDraft(
    context,
    request,
    productId === null ? NEW_PRODUCT_DRAFT_NAME : productDraftName(productId),
    { values: getFormValues(form) },
  )
  const actor = requireSeller(context, request)
  if (productId !== null && !(await findOwnProduct(actor, productId))) notFound()
  applyDisclosureKind(form)
  return answerForm(form, { actor, productId }, { to: href("/shopping/admin/products") })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.productId ? "상품 고치기" : "상품 올리기") },
  { name: "robots", content: "noindex" },
]

export default function SellerProduct({ loaderData, actionData }: Route.ComponentProps) {
  const view = useInitialValue(loaderData)
  const answer = useActionAnswer(actionData)
  const formVersion = actionData?.shown?.formVersion ?? ""
  return (
    <Page className="lg:max-w-[66rem]">
      <h1 className="sr-only md:hidden">{view.productId ? "상품 고치기" : "상품 올리기"}</h1>
      <div className="hidden md:block">
        <PageHeader
          title={view.product?.title ?? "상품 올리기"}
          back={{ href: href("/shopping/admin/products"), label: "상품" }}
          text={
            view.product
              ? undefined
              : "올린 상품은 담당자가 확인한 뒤 판매를 시작해요. 보통 하루 안에 끝나요."
          }
        >
          {view.product ? <ProductBadge state={view.product.state} /> : null}
        </PageHeader>
      </div>
      {view.product?.reason ? (
        <div className="mt-4 mb-6 rounded-lg bg-warn-tint p-4 md:mt-0">
          <p className="text-sm font-semibold text-warn-ink">반려한 이유</p>
          <p className="mt-1 text-base whitespace-pre-line">{view.product.reason}</p>
        </div>
      ) : null}
      <FormAlert message={answer.problem} className="my-5" />
      <ProductFormFields
        key={`${view.draft} ${view.submissionKey} ${formVersion}`}
        draft={view.draft}
        saved={view.saved}
        state={view.product?.state ?? null}
        values={answer.wasSent ? answer.values : view.values}
        errors={answer.errors}
        pictures={answer.pictures ?? view.pictures}
        submissionKey={view.submissionKey}
        shop={view.shop}
      />
    </Page>
  )
}
