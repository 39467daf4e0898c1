import { href, redirect } from "react-router"
import type { z } from "zod"
import { getFormValues, type FormValues } from "#app/basics/form.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { findDraft } from "#app/platform/drafts.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { findPictures } from "#app/platform/pictures.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { useInitialValue } from "#app/ui/initial-value.ts"
import { notFound, requireMember, requireMemberOrSaveDraft } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { ItemForm, NewItemForm } from "../forms.ts"
import { ItemFormFields } from "../parts/item-form.tsx"
import { canEditItem, LIMITS } from "../rules.ts"
import { findItem } from "../service/find-item.server.ts"
import { ItemDraft } from "../service/shared-item.server.ts"
import { createItem, itemDraftName, editItem, NEW_ITEM_DRAFT_NAME } from "../service/save-item.server.ts"
import type { ItemView } from "../views.ts"
import type { Route } from "./+types/post-item"

export const handle = {
  bar: "task",
  title: (view: { itemId: string | null }) => (view.itemId ? "물건 고치기" : "판매하기"),
  backHref: href("/marketplace"),
  background: "white",
} satisfies ScreenHandle<{ itemId: string | null }>

const toFormValues = (item: ItemView): FormValues => ({
  title: item.title,
  category: item.category,
  condition: item.condition,
  free: item.priceWon === 0 ? "on" : "",
  priceWon: item.priceWon === 0 ? "" : String(item.priceWon),
  negotiable: item.negotiable ? "on" : "",
  methods: [...(item.direct ? ["direct"] : []), ...(item.parcel ? ["parcel"] : [])],
  parcelFeeBy: item.parcelFeeBy ?? "",
  safe: item.safe ? "on" : "",
  parcelFeeWon: item.parcelFeeBy === "buyer" && item.safe ? String(item.parcelFeeWon) : "",
  regionCode: item.regionCode,
  defects: item.defects,
  description: item.description,
})

/** What the form holds at first: its draft, or what the item says, or what most people choose. */
function getFirstValues(
  actor: Member,
  draft: z.infer<typeof ItemDraft> | null,
  item: ItemView | null,
): FormValues {
  const presets = { regionCode: actor.profile?.regionCode ?? "", methods: ["direct"], negotiable: "on" }
  if (draft) return { ...(draft.isShared && presets), ...draft.values }
  return item ? toFormValues(item) : presets
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  if (actor.profile === null) throw redirect(href("/my-info"))
  const itemId = "itemId" in params ? params.itemId : null
  if (itemId !== null && !isId(itemId)) notFound()
  const itemData = itemId === null ? null : await findItem(actor, itemId)
  if (itemId !== null && (itemData?.role !== "seller" || !canEditItem(itemData.item.state))) notFound()
  const name = itemId === null ? NEW_ITEM_DRAFT_NAME : itemDraftName(itemId)
  const draft = ItemDraft.safeParse((await findDraft(actor.userId, name))?.content)
  const values = getFirstValues(actor, draft.success ? draft.data : null, itemData?.item ?? null)
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

const itemPictures = [{ name: "pictureIds", purpose: "item", max: LIMITS.pictures }] as const
const pictures_missing = {
  field: "pictureIds",
  sentence: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
}

const answerNewItem = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: NewItemForm,
    pictures: itemPictures,
    hidden: ["submissionKey"],
    run: ({ actor }, item) => createItem(actor, item),
    done: ({ itemId }) => ({ to: href("/marketplace/:itemId", { itemId }), flash: "물건을 올렸어요" }),
    problems: {
      not_allowed: { sentence: "프로필을 먼저 완성해 주세요.", status: 403 },
      too_many: `하루에 ${LIMITS.maxPostsPerDay}개까지 올릴 수 있어요. 내일 다시 올려 주세요.`,
      pictures_missing,
    },
  }),
}))

const answerEditedItem = intents<{ actor: Member; itemId: string }>((intent) => ({
  "": intent({
    form: ItemForm,
    pictures: itemPictures,
    run: ({ actor, itemId }, item) => editItem(actor, itemId, item),
    done: "물건 정보를 고쳤어요",
    problems: {
      not_now: "거래가 끝난 물건은 고칠 수 없어요.",
      paid_safely: "안심결제로 거래하는 동안에는 고칠 수 없어요.",
      pictures_missing,
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const itemId = "itemId" in params ? params.itemId : null
  if (itemId !== null && !isId(itemId)) notFound()
  const form = await request.formData()
  const actor = await requireMemberOrSaveDraft(
    context,
    request,
    itemId === null ? NEW_ITEM_DRAFT_NAME : itemDraftName(itemId),
    { values: getFormValues(form) },
  )
  if (itemId === null) return answerNewItem(form, { actor }, { to: href("/marketplace") })
  if ((await findItem(actor, itemId))?.role !== "seller") notFound()
  return answerEditedItem(form, { actor, itemId }, { to: href("/marketplace/:itemId", { itemId }) })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.itemId ? "물건 고치기" : "판매하기") },
  { name: "robots", content: "noindex" },
]

export default function PostItem({ loaderData, actionData }: Route.ComponentProps) {
  const view = useInitialValue(loaderData)
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <h1 className="sr-only md:hidden">{view.itemId ? "물건 고치기" : "판매하기"}</h1>
      <div className="hidden md:block">
        <PageHeader
          title={view.itemId ? "물건 고치기" : "판매하기"}
          back={
            view.itemId
              ? { href: href("/marketplace/:itemId", { itemId: view.itemId }), label: "물건" }
              : { href: href("/marketplace"), label: "중고거래" }
          }
        />
      </div>
      <div className="pt-4 md:pt-0">
        <FormAlert message={answer.problem} className="mb-6" />
        <ItemFormFields
          key={view.draft}
          draft={view.draft}
          saved={view.saved}
          values={answer.wasSent ? answer.values : view.values}
          errors={answer.errors}
          pictures={answer.pictures ?? view.pictures}
          submissionKey={view.submissionKey}
          submitLabel={view.itemId ? "저장하기" : "올리기"}
        />
      </div>
    </Page>
  )
}
