import { data, redirect } from "react-router"
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { parseForm, valuesOf, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { withNewRow, withoutRow } from "#app/basics/form-rows.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { findDraft } from "#app/platform/drafts.server.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import { findPictures } from "#app/platform/pictures.server.ts"
import { titleOf } from "#app/shell/brand.ts"
import { FormProblem, useFirstErrorFocus } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { useSteady } from "#app/ui/steady.ts"
import { notFound, requireMemberKeeping } from "../../accounts/guards.server.ts"
import { ProductForm, SubmissionForm } from "../forms.ts"
import { requireOwner } from "../guards.server.ts"
import { combineOptions } from "../options.ts"
import { ProductFormFields } from "../parts/seller-product-form.tsx"
import { ProductBadge } from "../parts/seller-state.tsx"
import { isNoticeKind, noticeField, noticeKindOf, NOTICES, relabelNotice } from "../disclosure.ts"
import { arrivalText, LIMITS } from "../rules.ts"
import { findOwnSeller } from "../service/seller-application.server.ts"
import { draftOfProduct, newProductDraft, saveProduct } from "../service/seller-products.server.ts"
import { findOwnProduct } from "../service/seller-shelf.server.ts"
import type { Route } from "./+types/seller-product"

export const handle = {
  bar: "detail",
  title: (view: { productId: string | null }) => (view.productId ? "상품 고치기" : "상품 올리기"),
  back: "/shopping/admin/products",
  ground: "white",
} satisfies ScreenHandle<{ productId: string | null }>

const Draft = z.object({ values: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })

const valuesOfProduct = ({
  product,
  variants,
}: NonNullable<Awaited<ReturnType<typeof findOwnProduct>>>): FormValues => {
  const kind = noticeKindOf(product.notice)
  const said = new Map(product.notice.map((row) => [row.label, row.value]))
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
      NOTICES[kind].rows.map((label, place) => [noticeField(place), said.get(label) ?? ""]),
    ),
    ...Object.fromEntries(
      variants.flatMap((variant, place) =>
        Object.entries({
          id: variant.id,
          was: String(variant.stock),
          name: variant.name,
          priceWon: String(variant.priceWon),
          stock: String(variant.stock),
        }).map(([name, value]) => [`variants[${place}].${name}`, value]),
      ),
    ),
  }
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireOwner(context, request)
  const productId = "productId" in params ? (params.productId ?? null) : null
  const name = productId === null ? newProductDraft : isId(productId) ? draftOfProduct(productId) : notFound()
  const [own, found, kept] = await Promise.all([
    findOwnSeller(actor),
    productId === null ? null : findOwnProduct(actor, productId),
    findDraft(actor.userId, name),
  ])
  if (!own || (productId !== null && !found)) notFound()
  if (own.seller.state !== "approved") throw redirect("/shopping/admin")
  const draft = Draft.safeParse(kept?.content)
  const values: FormValues = draft.success
    ? draft.data.values
    : found
      ? valuesOfProduct(found)
      : { noticeKind: "general" }
  const pictures = draft.success
    ? await findPictures([values.pictureIds ?? []].flat().filter(isId).slice(0, LIMITS.pictures), {
        ownerId: actor.userId,
        purpose: "product",
      })
    : (found?.pictures ?? [])
  return {
    productId,
    draft: name,
    saved: draft.success,
    values,
    pictures,
    submissionKey: newId(),
    product: found
      ? { title: found.product.title, state: found.product.state, reason: found.product.decisionReason }
      : null,
    shop: {
      name: own.seller.name,
      arrival: arrivalText(own.seller.dispatchDays, now()),
      free: own.seller.shippingWon === 0,
    },
  }
}

const noErrors: FormErrors = {}
const PROBLEMS = {
  not_allowed: "지금은 상품을 올릴 수 없어요. 상점 상태를 확인해 주세요.",
  stock_moved: "고치는 동안 상품이 팔려 재고가 달라졌어요. 새로고침해서 지금 재고를 확인해 주세요.",
  unknown_option: "그사이 옵션이 바뀌었어요. 새로고침한 뒤 다시 고쳐 주세요.",
} as const
const DONE = {
  draft: "상품을 저장했어요",
  proposed: "심사를 요청했어요",
  published: "바로 반영했어요",
  hidden: "저장했어요",
  rejected: "저장했어요",
} as const

/** Without scripts the lines on the screen are still those of the kind that was chosen before. */
function relabel(sent: FormData): void {
  const [from, to] = ["noticeFor", "noticeKind"].map((name) => String(sent.get(name) ?? ""))
  if (!from || !to || from === to || !isNoticeKind(from) || !isNoticeKind(to)) return
  const lines = relabelNotice((name) => String(sent.get(name) ?? ""), from, to)
  NOTICES[from].rows.forEach((_label, place) => sent.delete(noticeField(place)))
  for (const [name, value] of lines) sent.set(name, value)
  sent.set("noticeFor", to)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const productId = "productId" in params ? (params.productId ?? null) : null
  if (productId !== null && !isId(productId)) notFound()
  const sent = await request.formData()
  await requireMemberKeeping(
    context,
    request,
    productId === null ? newProductDraft : draftOfProduct(productId),
    { values: valuesOf(sent) },
  )
  const actor = requireOwner(context, request)
  if (productId !== null && !(await findOwnProduct(actor, productId))) notFound()
  const {
    ids,
    pictures,
    problem: pictureProblem,
  } = await collectPictures(sent, {
    ownerId: actor.userId,
    purpose: "product",
    name: "pictureIds",
    max: LIMITS.pictures,
  })
  sent.delete("pictureIds[]")
  sent.delete("pictureIdsFiles")
  for (const id of ids) sent.append("pictureIds[]", id)
  relabel(sent)
  const values = valuesOf(sent)
  const intent = [values.intent ?? ""].flat().at(-1) ?? ""
  const shown = (next: FormValues) =>
    data({ errors: noErrors, values: next, pictures, problem: null, fresh: newId() }, { status: 200 })
  if (intent === "combine") return shown(combineOptions(values))
  if (intent === "kind") return shown(values)
  if (intent === "add:variants")
    return shown(withNewRow(values, "variants", { id: "", was: "", name: "", priceWon: "", stock: "" }))
  const removed = /^remove:variants:(\d{1,3})$/.exec(intent)
  if (removed) return shown(withoutRow(values, "variants", Number(removed[1])))
  const again = (errors: FormErrors, problem: string | null, status: 400 | 403 | 409) =>
    data({ errors, values, pictures, problem, fresh: "" }, { status })
  const form = parseForm(ProductForm, sent)
  if (!form.ok || pictureProblem)
    return again(
      { ...(form.ok ? {} : form.errors), ...(pictureProblem ? { pictureIds: pictureProblem } : {}) },
      null,
      400,
    )
  const key = parseForm(SubmissionForm, sent)
  if (!key.ok) return again({}, "양식이 오래됐어요. 새로고침한 뒤 다시 저장해 주세요.", 400)
  const done = await saveProduct(actor, productId, form.value, {
    propose: intent === "propose",
    submissionKey: key.value.submissionKey,
  })
  if (done.ok)
    return redirectWithNotice(
      done.state === "proposed"
        ? "/shopping/admin/products?tab=proposed"
        : done.state === "draft" || done.state === "rejected"
          ? `/shop/edit/${done.productId}`
          : "/shopping/admin/products",
      DONE[done.state],
    )
  if (done.reason === "not_found") notFound()
  if (done.reason === "pictures_missing")
    return again({ pictureIds: "사진을 찾지 못했어요. 사진을 다시 올려 주세요." }, null, 400)
  return again({}, PROBLEMS[done.reason], done.reason === "not_allowed" ? 403 : 409)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.productId ? "상품 고치기" : "상품 올리기") },
  { name: "robots", content: "noindex" },
]

export default function SellerProduct({ loaderData, actionData: answer }: Route.ComponentProps) {
  const view = useSteady(loaderData)
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
      <FormProblem problem={answer?.problem} className="my-5" />
      <ProductFormFields
        key={`${view.draft} ${view.submissionKey} ${answer?.fresh ?? ""}`}
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
