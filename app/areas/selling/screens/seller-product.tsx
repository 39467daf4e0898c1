import { data, href, redirect } from "react-router"
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { parseForm, getFormValues, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { withNewRow, withoutRow } from "#app/basics/form-rows.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { findDraft } from "#app/platform/drafts.server.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import { findPictures } from "#app/platform/pictures.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FormAlert, useFirstErrorFocus } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { useInitialValue } from "#app/ui/initial-value.ts"
import { notFound, requireMemberOrSaveDraft } from "../../accounts/guards.server.ts"
import { requireSeller } from "../guards.server.ts"
import { combineOptions } from "../option-combinations.ts"
import { ProductFormFields } from "../parts/product-form.tsx"
import { ProductBadge } from "../parts/state-badges.tsx"
import {
  isDisclosureKind,
  disclosureFieldName,
  disclosureKindOf,
  DISCLOSURES,
  relabelDisclosure,
} from "../../shop/disclosure.ts"
import { formatArrival, LIMITS } from "../../shop/rules.ts"
import { findOwnSeller } from "../service/application.server.ts"
import { productDraftName, NEW_PRODUCT_DRAFT_NAME, saveProduct } from "../service/products.server.ts"
import { findOwnProduct } from "../service/stock.server.ts"
import type { Route } from "./+types/seller-product"
import { SubmissionForm, ProductForm } from "#app/areas/selling/forms.ts"

export const handle = {
  bar: "detail",
  title: (view: { productId: string | null }) => (view.productId ? "상품 고치기" : "상품 올리기"),
  backHref: "/shopping/admin/products",
  background: "white",
} satisfies ScreenHandle<{ productId: string | null }>

const Draft = z.object({ values: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })

const toFormValues = ({
  product,
  variants,
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
  if (ownSeller.seller.state !== "approved") throw redirect("/shopping/admin")
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
      arrivalText: formatArrival(ownSeller.seller.dispatchDays, now()),
      hasFreeShipping: ownSeller.seller.shippingWon === 0,
    },
  }
}

const noErrors: FormErrors = {}
const PROBLEMS = {
  not_allowed: "지금은 상품을 올릴 수 없어요. 상점 상태를 확인해 주세요.",
  stock_moved: "고치는 동안 상품이 팔려 재고가 달라졌어요. 새로고침해서 지금 재고를 확인해 주세요.",
  unknown_option: "그사이 옵션이 바뀌었어요. 새로고침한 뒤 다시 고쳐 주세요.",
} as const
const DONE_MESSAGES = {
  draft: "상품을 저장했어요",
  proposed: "심사를 요청했어요",
  published: "바로 반영했어요",
  hidden: "저장했어요",
  rejected: "저장했어요",
} as const

/** Without scripts the lines on the screen are still those of the kind that was chosen before. */
function applyDisclosureKind(formData: FormData): void {
  const [from, to] = ["noticeFor", "noticeKind"].map((name) => String(formData.get(name) ?? ""))
  if (!from || !to || from === to || !isDisclosureKind(from) || !isDisclosureKind(to)) return
  const relabelledFields = relabelDisclosure((name) => String(formData.get(name) ?? ""), from, to)
  DISCLOSURES[from].rows.forEach((_label, index) => formData.delete(disclosureFieldName(index)))
  for (const [name, value] of relabelledFields) formData.set(name, value)
  formData.set("noticeFor", to)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const productId = "productId" in params ? (params.productId ?? null) : null
  if (productId !== null && !isId(productId)) notFound()
  const formData = await request.formData()
  await requireMemberOrSaveDraft(
    context,
    request,
    productId === null ? NEW_PRODUCT_DRAFT_NAME : productDraftName(productId),
    { values: getFormValues(formData) },
  )
  const actor = requireSeller(context, request)
  if (productId !== null && !(await findOwnProduct(actor, productId))) notFound()
  const {
    ids,
    pictures,
    problem: pictureProblem,
  } = await collectPictures(formData, {
    ownerId: actor.userId,
    purpose: "product",
    name: "pictureIds",
    max: LIMITS.pictures,
  })
  formData.delete("pictureIds[]")
  formData.delete("pictureIdsFiles")
  for (const id of ids) formData.append("pictureIds[]", id)
  applyDisclosureKind(formData)
  const values = getFormValues(formData)
  const intent = [values.intent ?? ""].flat().at(-1) ?? ""
  const respondWith = (next: FormValues) =>
    data({ errors: noErrors, values: next, pictures, problem: null, formVersion: newId() }, { status: 200 })
  if (intent === "combine") return respondWith(combineOptions(values))
  if (intent === "kind") return respondWith(values)
  if (intent === "add:variants")
    return respondWith(withNewRow(values, "variants", { id: "", was: "", name: "", priceWon: "", stock: "" }))
  const removed = /^remove:variants:(\d{1,3})$/.exec(intent)
  if (removed) return respondWith(withoutRow(values, "variants", Number(removed[1])))
  const respondInvalid = (errors: FormErrors, problem: string | null, status: 400 | 403 | 409) =>
    data({ errors, values, pictures, problem, formVersion: "" }, { status })
  const form = parseForm(ProductForm, formData)
  if (!form.ok || pictureProblem)
    return respondInvalid(
      { ...(form.ok ? {} : form.errors), ...(pictureProblem ? { pictureIds: pictureProblem } : {}) },
      null,
      400,
    )
  const submission = parseForm(SubmissionForm, formData)
  if (!submission.ok) return respondInvalid({}, "양식이 오래됐어요. 새로고침한 뒤 다시 저장해 주세요.", 400)
  const outcome = await saveProduct(actor, productId, form.value, {
    propose: intent === "propose",
    submissionKey: submission.value.submissionKey,
  })
  if (outcome.ok)
    return redirectWithFlash(
      outcome.state === "proposed"
        ? "/shopping/admin/products?tab=proposed"
        : outcome.state === "draft" || outcome.state === "rejected"
          ? href("/shop/edit/:productId", { productId: outcome.productId })
          : "/shopping/admin/products",
      DONE_MESSAGES[outcome.state],
    )
  if (outcome.reason === "not_found") notFound()
  if (outcome.reason === "pictures_missing")
    return respondInvalid({ pictureIds: "사진을 찾지 못했어요. 사진을 다시 올려 주세요." }, null, 400)
  return respondInvalid({}, PROBLEMS[outcome.reason], outcome.reason === "not_allowed" ? 403 : 409)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.productId ? "상품 고치기" : "상품 올리기") },
  { name: "robots", content: "noindex" },
]

export default function SellerProduct({ loaderData, actionData: answer }: Route.ComponentProps) {
  const view = useInitialValue(loaderData)
  useFirstErrorFocus(answer?.errors)
  const values = answer?.values ?? view.values
  return (
    <Page className="lg:max-w-[66rem]">
      <h1 className="sr-only md:hidden">{view.productId ? "상품 고치기" : "상품 올리기"}</h1>
      <div className="hidden md:block">
        <PageHeader
          title={view.product?.title ?? "상품 올리기"}
          back={{ href: "/shopping/admin/products", label: "상품" }}
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
      <FormAlert message={answer?.problem} className="my-5" />
      <ProductFormFields
        key={`${view.draft} ${view.submissionKey} ${answer?.formVersion ?? ""}`}
        draft={view.draft}
        saved={view.saved}
        state={view.product?.state ?? null}
        values={values}
        errors={answer?.errors ?? {}}
        pictures={answer?.pictures ?? view.pictures}
        submissionKey={view.submissionKey}
        shop={view.shop}
      />
    </Page>
  )
}
