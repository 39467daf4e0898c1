/** What is shared from another app becomes the draft of a new item. */
import { z } from "zod"
import type { FormValues } from "#app/basics/form.ts"
import { normaliseText } from "#app/basics/korean.ts"
import { truncateText } from "#app/basics/truncate-text.ts"
import { ADDRESS_FULL_TEXT, findDraft, saveDraft, type DraftWriter } from "#app/platform/drafts.server.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import { toPictureOwner } from "#app/platform/pictures.server.ts"
import { LIMITS } from "../rules.ts"
import { NEW_ITEM_DRAFT_NAME } from "./save-item.server.ts"

/** The draft of an item; `isShared` until its form was opened: what the form presets is not in it yet. */
export const ItemDraft = z.object({
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  isShared: z.boolean().optional(),
})

const readText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? normaliseText(value).trim() : ""
}

/**
 * Adds what was shared to the draft of `owner`'s new item: photos in `pictureIdsFiles`, and `title`, `text`
 * and `url` where the draft has no words of its own. Returns the sentence to say where something was left
 * out, else null.
 */
export async function startSharedItem(
  owner: DraftWriter,
  form: FormData,
): Promise<{ problem: string | null }> {
  const draft = ItemDraft.safeParse((await findDraft(owner, NEW_ITEM_DRAFT_NAME))?.content)
  const values: FormValues = draft.success ? { ...draft.data.values } : {}
  form.delete("pictureIds[]")
  for (const id of [values.pictureIds ?? []].flat()) form.append("pictureIds[]", id)
  const { ids, problem } = await collectPictures(form, {
    ...toPictureOwner(owner),
    purpose: "item",
    name: "pictureIds",
    max: LIMITS.pictures,
  })
  values.pictureIds = ids
  const text = [readText(form, "text"), readText(form, "url")].filter(Boolean).join("\n")
  values.title ||= truncateText(readText(form, "title").replaceAll("\n", " "), LIMITS.title)
  values.description ||= truncateText(text, LIMITS.description)
  const saved = await saveDraft(owner, NEW_ITEM_DRAFT_NAME, {
    values,
    isShared: !draft.success || draft.data.isShared === true,
  })
  if (saved.ok) return { problem }
  return {
    problem:
      saved.reason === "address_full"
        ? ADDRESS_FULL_TEXT
        : "공유한 것을 담지 못했어요. 여기에서 사진을 다시 골라 주세요.",
  }
}
