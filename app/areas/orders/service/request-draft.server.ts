/**
 * The way from an unfinished request to a request: keeping it, finding it again after signing in,
 * sending it once.
 */
import type { z } from "zod"
import { newId } from "#app/basics/ids.ts"
import { ensureDraftOwner, getDraftOwner } from "#app/platform/drafts.server.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import { findPictures, toPictureOwner } from "#app/platform/pictures.server.ts"
import { findSubmittedId } from "#app/platform/submissions.server.ts"
import {
  findWizardDraft,
  saveWizardDraft,
  saveWizardInterruptedStep,
  type FormSender,
  type UnsavedReason,
} from "#app/platform/wizard.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { CreateOrderForm } from "../forms.ts"
import {
  listQuestionAnswers,
  applyStep,
  toCreateOrderForm,
  parseDrafts,
  parseInterruptedStep,
  REQUEST_DRAFT_NAME,
  createEmptyDraft,
  type InterruptedStep,
  type RequestDraft,
  type RequestDrafts,
} from "../request-draft.ts"
import { LIMITS, type Category } from "../rules.ts"
import type { PictureView } from "../views.ts"
import { createOrder } from "./create-order.server.ts"
import { refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

type Sender = FormSender<Actor>

export type StoredDrafts = RequestDrafts & {
  /** ISO text; null where nothing is kept. */ savedAt: string | null
  /** Something waits in the late draft. */ interrupted: boolean
}

/** The unfinished requests of this person; what was typed in an ended session is in its place already. */
export async function findRequestDrafts(actor: Actor): Promise<StoredDrafts> {
  const { draft, ...rest } = await findWizardDraft(actor, REQUEST_DRAFT_NAME, parseDrafts, resumeStep)
  return { ...draft, ...rest }
}

/** Puts a step that was interrupted in its place, if it holds; null where it cannot be read. */
function resumeStep(stored: RequestDrafts, content: unknown): RequestDrafts | null {
  const interrupted = parseInterruptedStep(content)
  if (!interrupted) return null
  const { category, step, fields } = interrupted
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const draft = stored.drafts[category] ?? createEmptyDraft(newId())
  const outcome = applyStep(category, draft, step, form, form.get("intent") === "skip")
  return outcome.ok ? { last: category, drafts: { ...stored.drafts, [category]: outcome.draft } } : stored
}

/**
 * Keeps `draft` beside the unfinished requests of other categories. `setCookie` is to be sent where it is not
 * null. Refuses what is too large (`not_kept`), and what the visitors of an address may not store any more
 * (`address_full`).
 */
export async function saveRequestDraft(
  sender: Sender,
  storedDrafts: StoredDrafts,
  category: Category,
  draft: RequestDraft | undefined,
): Promise<Outcome<UnsavedReason, { setCookie: string | null }>> {
  const drafts = { ...storedDrafts.drafts, [category]: draft }
  const isEmpty = Object.values(drafts).every((storedDraft) => storedDraft === undefined)
  const content = isEmpty ? null : { last: draft ? category : null, drafts }
  return saveWizardDraft(sender, REQUEST_DRAFT_NAME, content, storedDrafts.interrupted)
}

/** Keeps one step for somebody whose session has just ended. */
export const saveInterruptedStep = (sender: Sender, step: InterruptedStep) =>
  saveWizardInterruptedStep(sender, REQUEST_DRAFT_NAME, step)

/** The request that this person made of the draft with this key within the last week, or null. */
export async function findSubmittedRequest(actor: Actor, submissionKey: string): Promise<string | null> {
  if (actor.kind !== "member") return null
  return findSubmittedId({ actorId: actor.userId, form: "order", key: submissionKey }, "orderId")
}

export type SendRefusal = "not_customer" | "not_offered" | "pictures_missing" | "expert_missing"

/**
 * Makes the request of a finished draft and forgets the draft. Refusals: those of `createOrder`, and
 * `not_valid` with a sentence by field where the draft no longer holds (a wanted day that has passed).
 */
export async function submitRequest(
  sender: Sender,
  storedDrafts: StoredDrafts,
  category: Category,
  draft: RequestDraft,
): Promise<
  Outcome<SendRefusal, { orderId: string }> | Refusal<"not_valid", { errors: Record<string, string> }>
> {
  const { actor } = sender
  const existingPictureIds = (await findDraftPictures(actor, draft)).map((picture) => picture.id)
  const parsed = CreateOrderForm.safeParse(
    toCreateOrderForm(category, { ...draft, pictureIds: existingPictureIds }),
  )
  if (!parsed.success) return refuse("not_valid", { errors: toFieldErrors(parsed.error) })
  const outcome = await createOrder(actor, {
    ...parsed.data,
    category,
    answers: listQuestionAnswers(category, draft),
  })
  if (outcome.ok) await saveRequestDraft(sender, storedDrafts, category, undefined)
  return outcome
}

function toFieldErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) errors[String(issue.path[0] ?? "form")] ??= issue.message
  return errors
}

/** The pictures of a draft that are there and this person's. A draft keeps its pictures as long as itself. */
export async function findDraftPictures(actor: Actor, draft: RequestDraft): Promise<PictureView[]> {
  const owner = getDraftOwner(actor)
  return owner ? findPictures(draft.pictureIds ?? [], { ...toPictureOwner(owner), purpose: "order" }) : []
}

/**
 * The draft with the pictures that the form of its step names or, without scripts, carries. `problem` is the
 * sentence about one that was refused.
 */
export async function collectDraftPictures(
  sender: Sender,
  draft: RequestDraft,
  form: FormData,
): Promise<{ draft: RequestDraft; problem: string | null }> {
  if (getDraftOwner(sender.actor) === null) return { draft: { ...draft, pictureIds: [] }, problem: null }
  const { owner } = ensureDraftOwner(sender.actor, sender.request, sender.address)
  const { ids, problem } = await collectPictures(form, {
    ...toPictureOwner(owner),
    purpose: "order",
    name: "pictureIds",
    max: LIMITS.photos,
  })
  return { draft: { ...draft, pictureIds: ids }, problem }
}
