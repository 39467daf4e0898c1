/**
 * Owns the way from an unfinished request to a request: keeping it, finding it again after signing in,
 * sending it once.
 */
import { and, eq } from "drizzle-orm"
import type { z } from "zod"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction, type Executor } from "#app/platform/db.server.ts"
import {
  getDraftOwner,
  ensureDraftOwner,
  findDraft,
  removeDraft,
  saveDraft,
} from "#app/platform/drafts.server.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import { findPictures, toPictureOwner } from "#app/platform/pictures.server.ts"
import { submissions } from "#app/platform/schema.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { CreateOrderForm } from "../forms.ts"
import {
  listQuestionAnswers,
  applyStep,
  toCreateOrderForm,
  EMPTY_DRAFTS,
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
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

/** What was typed in a session that had just ended waits here until its owner is back. */
const INTERRUPTED_STEP_DRAFT_NAME = "order-late"

/** Who sends a form, and from where. */
type FormSender = { actor: Actor; request: Request; address: string }

export type StoredDrafts = RequestDrafts & {
  /** ISO text; null where nothing is kept. */ savedAt: string | null
  /** Something waits in the late draft. */ interrupted: boolean
}

/** The unfinished requests of this person; what was typed in an ended session is in its place already. */
export async function findRequestDrafts(actor: Actor): Promise<StoredDrafts> {
  const owner = getDraftOwner(actor)
  const [storedDrafts, storedInterruptedStep] = await Promise.all([
    findDraft(owner, REQUEST_DRAFT_NAME),
    actor.kind === "member" ? findDraft(owner, INTERRUPTED_STEP_DRAFT_NAME) : null,
  ])
  const parsedDrafts = storedDrafts ? parseDrafts(storedDrafts.content) : EMPTY_DRAFTS
  const interrupted = parseInterruptedStep(storedInterruptedStep?.content)
  const savedAt = storedDrafts?.updatedAt.toISOString() ?? null
  if (!interrupted) return { ...parsedDrafts, savedAt, interrupted: false }
  const form = new FormData()
  for (const [name, value] of interrupted.fields) form.append(name, value)
  const previousDraft = parsedDrafts.drafts[interrupted.category] ?? createEmptyDraft(newId())
  const stepOutcome = applyStep(interrupted.category, previousDraft, interrupted.step, form)
  if (!stepOutcome.ok) return { ...parsedDrafts, savedAt, interrupted: true }
  return {
    last: interrupted.category,
    drafts: { ...parsedDrafts.drafts, [interrupted.category]: stepOutcome.draft },
    savedAt,
    interrupted: true,
  }
}

/**
 * Keeps `draft` beside the unfinished requests of other categories. `setCookie` is to be sent where it is not
 * null. Refuses what is too large (`not_kept`), and what the visitors of an address may not store any more
 * (`address_full`).
 */
export async function saveRequestDraft(
  sender: FormSender,
  storedDrafts: StoredDrafts,
  category: Category,
  draft: RequestDraft | undefined,
): Promise<Outcome<"not_kept" | "address_full", { setCookie: string | null }>> {
  const { owner, setCookie } = ensureDraftOwner(sender.actor, sender.request, sender.address)
  const drafts = { ...storedDrafts.drafts, [category]: draft }
  if (Object.values(drafts).every((storedDraft) => storedDraft === undefined)) {
    if (storedDrafts.interrupted) await removeDraft(owner, INTERRUPTED_STEP_DRAFT_NAME)
    await removeDraft(owner, REQUEST_DRAFT_NAME)
    return ok({ setCookie: null })
  }
  const content = { last: draft ? category : null, drafts }
  const save = (executor: Executor) => saveDraft(owner, REQUEST_DRAFT_NAME, content, executor)
  // The interrupted step goes only with the draft that takes it up.
  const savedOutcome = storedDrafts.interrupted
    ? await inTransaction(async (tx) => {
        await removeDraft(owner, INTERRUPTED_STEP_DRAFT_NAME, tx)
        return save(tx)
      })
    : await save(db())
  if (!savedOutcome.ok) return refuse(savedOutcome.reason === "address_full" ? "address_full" : "not_kept")
  return ok({ setCookie })
}

/**
 * Keeps one step for somebody whose session has just ended. It goes to them when they sign in, beside the
 * draft they have there.
 */
export async function saveInterruptedStep(
  sender: FormSender,
  step: InterruptedStep,
): Promise<{ setCookie: string | null }> {
  const { owner, setCookie } = ensureDraftOwner(sender.actor, sender.request, sender.address)
  const savedOutcome = await saveDraft(owner, INTERRUPTED_STEP_DRAFT_NAME, step)
  return { setCookie: savedOutcome.ok ? setCookie : null }
}

/** The request that this person made of the draft with this key within the last week, or null. */
export async function findSubmittedRequest(actor: Actor, submissionKey: string): Promise<string | null> {
  if (actor.kind !== "member") return null
  const [submission] = await db()
    .select({ result: submissions.result })
    .from(submissions)
    .where(
      and(
        eq(submissions.actorId, actor.userId),
        eq(submissions.form, "order"),
        eq(submissions.key, submissionKey),
      ),
    )
  const result = submission?.result
  return typeof result === "object" &&
    result !== null &&
    "orderId" in result &&
    typeof result.orderId === "string"
    ? result.orderId
    : null
}

export type SendRefusal = "not_customer" | "pictures_missing" | "expert_missing"

/**
 * Makes the request of a finished draft and forgets the draft. Refusals: those of `createOrder`, and
 * `not_valid` with a sentence by field where the draft no longer holds (a wanted day that has passed).
 */
export async function submitRequest(
  sender: FormSender,
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
  sender: FormSender,
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
