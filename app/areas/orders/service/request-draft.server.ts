/**
 * Owns the way from an unfinished request to a request: keeping it, finding it again after signing in,
 * sending it once.
 */
import { and, eq } from "drizzle-orm"
import type { z } from "zod"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import {
  draftOwnerOf,
  ensureDraftOwner,
  findDraft,
  removeDraft,
  saveDraft,
} from "#app/platform/drafts.server.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import { findPictures, pictureOwnerOf } from "#app/platform/pictures.server.ts"
import { submissions } from "#app/platform/schema.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { CreateOrderForm } from "../forms.ts"
import {
  answersOf,
  applyStep,
  formOf,
  NO_DRAFTS,
  readDrafts,
  readLate,
  REQUEST_FORM,
  emptyDraft,
  type LateStep,
  type RequestDraft,
  type RequestDrafts,
} from "../request.ts"
import { LIMITS, type Category } from "../rules.ts"
import type { PictureView } from "../views.ts"
import { createOrder } from "./create.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

/** What was typed in a session that had just ended waits here until its owner is back. */
const LATE_FORM = "order-late"

/** Who sends a form, and from where. */
type From = { actor: Actor; request: Request; address: string }

export type Kept = RequestDrafts & {
  /** ISO text; null where nothing is kept. */ savedAt: string | null
  /** Something waits in the late draft. */ late: boolean
}

/** The unfinished requests of this person; what was typed in an ended session is in its place already. */
export async function findRequestDrafts(actor: Actor): Promise<Kept> {
  const owner = draftOwnerOf(actor)
  const [kept, waiting] = await Promise.all([
    findDraft(owner, REQUEST_FORM),
    actor.kind === "member" ? findDraft(owner, LATE_FORM) : null,
  ])
  const found = kept ? readDrafts(kept.content) : NO_DRAFTS
  const late = readLate(waiting?.content)
  const savedAt = kept?.updatedAt.toISOString() ?? null
  if (!late) return { ...found, savedAt, late: false }
  const form = new FormData()
  for (const [name, value] of late.fields) form.append(name, value)
  const before = found.drafts[late.category] ?? emptyDraft(newId())
  const applied = applyStep(late.category, before, late.step, form)
  if (!applied.ok) return { ...found, savedAt, late: true }
  return {
    last: late.category,
    drafts: { ...found.drafts, [late.category]: applied.draft },
    savedAt,
    late: true,
  }
}

/**
 * Keeps `draft` beside the unfinished requests of other categories. `setCookie` is to be sent where it is not
 * null. Refuses what is too large (`not_kept`), and what the visitors of an address may not store any more
 * (`address_full`).
 */
export async function saveRequestDraft(
  from: From,
  kept: Kept,
  category: Category,
  draft: RequestDraft | undefined,
): Promise<Outcome<"not_kept" | "address_full", { setCookie: string | null }>> {
  const { owner, setCookie } = ensureDraftOwner(from.actor, from.request, from.address)
  const drafts = { ...kept.drafts, [category]: draft }
  if (kept.late) await removeDraft(owner, LATE_FORM)
  if (Object.values(drafts).every((one) => one === undefined)) {
    await removeDraft(owner, REQUEST_FORM)
    return ok({ setCookie: null })
  }
  const saved = await saveDraft(owner, REQUEST_FORM, { last: draft ? category : null, drafts })
  if (!saved.ok) return refuse(saved.reason === "address_full" ? "address_full" : "not_kept")
  return ok({ setCookie })
}

/**
 * Keeps one step for somebody whose session has just ended. It goes to them when they sign in, beside the
 * draft they have there.
 */
export async function saveLateStep(from: From, step: LateStep): Promise<{ setCookie: string | null }> {
  const { owner, setCookie } = ensureDraftOwner(from.actor, from.request, from.address)
  const saved = await saveDraft(owner, LATE_FORM, step)
  return { setCookie: saved.ok ? setCookie : null }
}

/** The request that this person made of the draft with this key within the last week, or null. */
export async function findSentRequest(actor: Actor, submissionKey: string): Promise<string | null> {
  if (actor.kind !== "member") return null
  const [sent] = await db()
    .select({ result: submissions.result })
    .from(submissions)
    .where(
      and(
        eq(submissions.actorId, actor.userId),
        eq(submissions.form, "order"),
        eq(submissions.key, submissionKey),
      ),
    )
  const result = sent?.result
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
export async function sendRequest(
  from: From,
  kept: Kept,
  category: Category,
  draft: RequestDraft,
): Promise<
  Outcome<SendRefusal, { orderId: string }> | Refusal<"not_valid", { errors: Record<string, string> }>
> {
  const { actor } = from
  const there = (await findDraftPictures(actor, draft)).map((picture) => picture.id)
  const read = CreateOrderForm.safeParse(formOf(category, { ...draft, pictureIds: there }))
  if (!read.success) return refuse("not_valid", { errors: sentencesOf(read.error) })
  const made = await createOrder(actor, { ...read.data, category, answers: answersOf(category, draft) })
  if (made.ok) await saveRequestDraft(from, kept, category, undefined)
  return made
}

function sentencesOf(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) errors[String(issue.path[0] ?? "form")] ??= issue.message
  return errors
}

/** The pictures of a draft that are there and this person's. A draft keeps its pictures as long as itself. */
export async function findDraftPictures(actor: Actor, draft: RequestDraft): Promise<PictureView[]> {
  const owner = draftOwnerOf(actor)
  return owner ? findPictures(draft.pictureIds ?? [], { ...pictureOwnerOf(owner), purpose: "order" }) : []
}

/**
 * The draft with the pictures that the form of its step names or, without scripts, carries. `problem` is the
 * sentence about one that was refused.
 */
export async function collectDraftPictures(
  from: From,
  draft: RequestDraft,
  form: FormData,
): Promise<{ draft: RequestDraft; problem: string | null }> {
  if (draftOwnerOf(from.actor) === null) return { draft: { ...draft, pictureIds: [] }, problem: null }
  const { owner } = ensureDraftOwner(from.actor, from.request, from.address)
  const { ids, problem } = await collectPictures(form, {
    ...pictureOwnerOf(owner),
    purpose: "order",
    name: "pictureIds",
    max: LIMITS.photos,
  })
  return { draft: { ...draft, pictureIds: ids }, problem }
}
