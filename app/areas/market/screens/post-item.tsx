import { data, href, redirect } from "react-router"
import { z } from "zod"
import { parseForm, valuesOf, type FormErrors, type FormValues } from "#app/basics/form.ts"
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
import { notFound, requireMember, requireMemberKeeping } from "../../accounts/guards.server.ts"
import { ItemForm, SubmissionForm } from "../forms.ts"
import { ItemFormFields } from "../parts/item-form.tsx"
import { canEditItem, LIMITS } from "../rules.ts"
import { findItem } from "../service/find.server.ts"
import { createItem, draftOfItem, editItem, newItemDraft } from "../service/post.server.ts"
import type { ItemView } from "../views.ts"
import type { Route } from "./+types/post-item"

export const handle = {
  bar: "detail",
  title: (view: { itemId: string | null }) => (view.itemId ? "물건 고치기" : "판매하기"),
  back: "/marketplace",
  ground: "white",
} satisfies ScreenHandle<{ itemId: string | null }>

const Draft = z.object({ values: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })

const valuesOfItem = (item: ItemView): FormValues => ({
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
  const found = itemId === null ? null : await findItem(actor, itemId)
  if (itemId !== null && (found?.role !== "seller" || !canEditItem(found.item.state))) notFound()
  const name = itemId === null ? newItemDraft : draftOfItem(itemId)
  const draft = Draft.safeParse((await findDraft(actor.userId, name))?.content)
  const values: FormValues = draft.success
    ? draft.data.values
    : found
      ? valuesOfItem(found.item)
      : { regionCode: actor.profile.regionCode ?? "", methods: ["direct"], negotiable: "on" }
  const pictures = draft.success
    ? await findPictures([values.pictureIds ?? []].flat().filter(isId).slice(0, LIMITS.pictures), {
        ownerId: actor.userId,
        purpose: "item",
      })
    : (found?.item.pictures ?? [])
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
  too_many: `하루에 ${LIMITS.postsADay}개까지 올릴 수 있어요. 내일 다시 올려 주세요.`,
  not_now: "거래가 끝난 물건은 고칠 수 없어요.",
} as const

export async function action({ params, request, context }: Route.ActionArgs) {
  const itemId = "itemId" in params ? params.itemId : null
  if (itemId !== null && !isId(itemId)) notFound()
  const sent = await request.formData()
  const actor = await requireMemberKeeping(
    context,
    request,
    itemId === null ? newItemDraft : draftOfItem(itemId),
    { values: valuesOf(sent) },
  )
  if (itemId !== null && (await findItem(actor, itemId))?.role !== "seller") notFound()
  const {
    ids,
    pictures,
    problem: pictureProblem,
  } = await collectPictures(sent, {
    ownerId: actor.userId,
    purpose: "item",
    name: "pictureIds",
    max: LIMITS.pictures,
  })
  sent.delete("pictureIds[]")
  sent.delete("pictureIdsFiles")
  for (const id of ids) sent.append("pictureIds[]", id)
  const values = valuesOf(sent)
  const again = (errors: FormErrors, problem: string | null, status: 400 | 403 | 409) =>
    data({ errors, values, pictures, problem }, { status })
  const form = parseForm(ItemForm, sent)
  const wrongPicture: FormErrors = pictureProblem ? { pictureIds: pictureProblem } : {}
  if (!form.ok) return again({ ...form.errors, ...wrongPicture }, null, 400)
  if (pictureProblem) return again(wrongPicture, null, 400)
  if (itemId !== null) {
    const done = await editItem(actor, itemId, form.value)
    if (done.ok) return redirectWithNotice(href("/marketplace/:itemId", { itemId }), "물건 정보를 고쳤어요")
    if (done.reason === "not_found") notFound()
    return done.reason === "pictures_missing"
      ? again({ pictureIds: "사진을 찾지 못했어요. 사진을 다시 올려 주세요." }, null, 400)
      : again({}, PROBLEMS[done.reason], 409)
  }
  const key = parseForm(SubmissionForm, sent)
  if (!key.ok) return again({}, "양식이 오래됐어요. 새로고침한 뒤 다시 올려 주세요.", 400)
  const done = await createItem(actor, { ...form.value, ...key.value })
  if (done.ok)
    return redirectWithNotice(href("/marketplace/:itemId", { itemId: done.itemId }), "물건을 올렸어요")
  if (done.reason === "pictures_missing")
    return again({ pictureIds: "사진을 찾지 못했어요. 사진을 다시 올려 주세요." }, null, 400)
  return again({}, PROBLEMS[done.reason], done.reason === "not_allowed" ? 403 : 409)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.itemId ? "물건 고치기" : "판매하기") },
  { name: "robots", content: "noindex" },
]

export default function PostItem({ loaderData, actionData: answer }: Route.ComponentProps) {
  const view = useSteady(loaderData)
  const errors: FormErrors = answer?.errors ?? {}
  useFirstErrorFocus(answer?.errors)
  return (
    <Page narrow>
      <h1 className="sr-only md:hidden">{view.itemId ? "물건 고치기" : "판매하기"}</h1>
      <div className="hidden md:block">
        <PageHeader
          title={view.itemId ? "물건 고치기" : "판매하기"}
          back={
            view.itemId
              ? { href: `/marketplace/${view.itemId}`, label: "물건" }
              : { href: "/marketplace", label: "중고거래" }
          }
        />
      </div>
      <div className="pt-4 md:pt-0">
        <FormProblem problem={answer?.problem} className="mb-6" />
        <ItemFormFields
          key={view.draft}
          draft={view.draft}
          saved={view.saved}
          values={answer?.values ?? view.values}
          errors={errors}
          pictures={answer?.pictures ?? view.pictures}
          submissionKey={view.submissionKey}
          submit={view.itemId ? "저장하기" : "올리기"}
        />
      </div>
    </Page>
  )
}
