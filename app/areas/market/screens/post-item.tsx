import { data, href, redirect } from "react-router"
import { z } from "zod"
import { parseForm, getFormValues, type FormErrors, type FormValues } from "#app/basics/form.ts"
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
import { notFound, requireMember, requireMemberOrSaveDraft } from "../../accounts/guards.server.ts"
import { ItemForm, SubmissionForm } from "../forms.ts"
import { ItemFormFields } from "../parts/item-form.tsx"
import { canEditItem, LIMITS } from "../rules.ts"
import { findItem } from "../service/find-item.server.ts"
import { createItem, itemDraftName, editItem, NEW_ITEM_DRAFT_NAME } from "../service/save-item.server.ts"
import type { ItemView } from "../views.ts"
import type { Route } from "./+types/post-item"

export const handle = {
  bar: "detail",
  title: (view: { itemId: string | null }) => (view.itemId ? "물건 고치기" : "판매하기"),
  backHref: "/marketplace",
  background: "white",
} satisfies ScreenHandle<{ itemId: string | null }>

const Draft = z.object({ values: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })

const toFormValues = (item: ItemView): FormValues => ({
  title: item.title,
  category: item.category,
  condition: item.condition,
  free: item.priceWon === 0 ? "on" : "",
  priceWon: item.priceWon === 0 ? "" : String(item.priceWon),
  negotiable: item.negotiable ? "on" : "",
  methods: [...(item.direct ? ["direct"] : []), ...(item.parcel ? ["parcel"] : [])],
  parcelFeeBy: item.parcelFeeBy ?? "",
  regionCode: item.regionCode,
  defects: item.defects,
  description: item.description,
})

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  if (actor.profile === null) throw redirect("/my-info")
  const itemId = "itemId" in params ? params.itemId : null
  if (itemId !== null && !isId(itemId)) notFound()
  const itemData = itemId === null ? null : await findItem(actor, itemId)
  if (itemId !== null && (itemData?.role !== "seller" || !canEditItem(itemData.item.state))) notFound()
  const name = itemId === null ? NEW_ITEM_DRAFT_NAME : itemDraftName(itemId)
  const draft = Draft.safeParse((await findDraft(actor.userId, name))?.content)
  const values: FormValues = draft.success
    ? draft.data.values
    : itemData
      ? toFormValues(itemData.item)
      : { regionCode: actor.profile.regionCode ?? "", methods: ["direct"], negotiable: "on" }
  const pictures = draft.success
    ? await findPictures([values.pictureIds ?? []].flat().filter(isId).slice(0, LIMITS.pictures), {
        ownerId: actor.userId,
        purpose: "item",
      })
    : (itemData?.item.pictures ?? [])
  return {
    itemId,
    draft: name,
    saved: draft.success,
    values,
    pictures,
    submissionKey: itemId === null ? newId() : null,
  }
}

const PROBLEMS = {
  not_allowed: "프로필을 먼저 완성해 주세요.",
  too_many: `하루에 ${LIMITS.maxPostsPerDay}개까지 올릴 수 있어요. 내일 다시 올려 주세요.`,
  not_now: "거래가 끝난 물건은 고칠 수 없어요.",
} as const

export async function action({ params, request, context }: Route.ActionArgs) {
  const itemId = "itemId" in params ? params.itemId : null
  if (itemId !== null && !isId(itemId)) notFound()
  const formData = await request.formData()
  const actor = await requireMemberOrSaveDraft(
    context,
    request,
    itemId === null ? NEW_ITEM_DRAFT_NAME : itemDraftName(itemId),
    { values: getFormValues(formData) },
  )
  if (itemId !== null && (await findItem(actor, itemId))?.role !== "seller") notFound()
  const {
    ids,
    pictures,
    problem: pictureProblem,
  } = await collectPictures(formData, {
    ownerId: actor.userId,
    purpose: "item",
    name: "pictureIds",
    max: LIMITS.pictures,
  })
  formData.delete("pictureIds[]")
  formData.delete("pictureIdsFiles")
  for (const id of ids) formData.append("pictureIds[]", id)
  const values = getFormValues(formData)
  const respondInvalid = (errors: FormErrors, problem: string | null, status: 400 | 403 | 409) =>
    data({ errors, values, pictures, problem }, { status })
  const form = parseForm(ItemForm, formData)
  const pictureErrors: FormErrors = pictureProblem ? { pictureIds: pictureProblem } : {}
  if (!form.ok) return respondInvalid({ ...form.errors, ...pictureErrors }, null, 400)
  if (pictureProblem) return respondInvalid(pictureErrors, null, 400)
  if (itemId !== null) {
    const outcome = await editItem(actor, itemId, form.value)
    if (outcome.ok) return redirectWithFlash(href("/marketplace/:itemId", { itemId }), "물건 정보를 고쳤어요")
    if (outcome.reason === "not_found") notFound()
    return outcome.reason === "pictures_missing"
      ? respondInvalid({ pictureIds: "사진을 찾지 못했어요. 사진을 다시 올려 주세요." }, null, 400)
      : respondInvalid({}, PROBLEMS[outcome.reason], 409)
  }
  const submission = parseForm(SubmissionForm, formData)
  if (!submission.ok) return respondInvalid({}, "양식이 오래됐어요. 새로고침한 뒤 다시 올려 주세요.", 400)
  const outcome = await createItem(actor, { ...form.value, ...submission.value })
  if (outcome.ok)
    return redirectWithFlash(href("/marketplace/:itemId", { itemId: outcome.itemId }), "물건을 올렸어요")
  if (outcome.reason === "pictures_missing")
    return respondInvalid({ pictureIds: "사진을 찾지 못했어요. 사진을 다시 올려 주세요." }, null, 400)
  return respondInvalid({}, PROBLEMS[outcome.reason], outcome.reason === "not_allowed" ? 403 : 409)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.itemId ? "물건 고치기" : "판매하기") },
  { name: "robots", content: "noindex" },
]

export default function PostItem({ loaderData, actionData: answer }: Route.ComponentProps) {
  const view = useInitialValue(loaderData)
  const errors: FormErrors = answer?.errors ?? {}
  useFirstErrorFocus(answer?.errors)
  return (
    <Page isNarrow>
      <h1 className="sr-only md:hidden">{view.itemId ? "물건 고치기" : "판매하기"}</h1>
      <div className="hidden md:block">
        <PageHeader
          title={view.itemId ? "물건 고치기" : "판매하기"}
          back={
            view.itemId
              ? { href: href("/marketplace/:itemId", { itemId: view.itemId }), label: "물건" }
              : { href: "/marketplace", label: "중고거래" }
          }
        />
      </div>
      <div className="pt-4 md:pt-0">
        <FormAlert message={answer?.problem} className="mb-6" />
        <ItemFormFields
          key={view.draft}
          draft={view.draft}
          saved={view.saved}
          values={answer?.values ?? view.values}
          errors={errors}
          pictures={answer?.pictures ?? view.pictures}
          submissionKey={view.submissionKey}
          submitLabel={view.itemId ? "저장하기" : "올리기"}
        />
      </div>
    </Page>
  )
}
