/**
 * What the long forms share on the server: the draft of one, a step that was sent when the session had
 * just ended, and what is answered to a step that was not taken.
 */
import { href, redirect } from "react-router"
import type { FormErrors, FormValues } from "../basics/form.ts"
import { db, inTransaction, type Executor } from "./db.server.ts"
import {
  ADDRESS_FULL_TEXT,
  ensureDraftOwner,
  findDraft,
  getDraftOwner,
  removeDraft,
  saveDraft,
  type DraftAuthor,
} from "./drafts.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "./outcome.ts"

/** Who sends a form, and from where. */
export type FormSender<Author extends DraftAuthor = DraftAuthor> = {
  actor: Author
  request: Request
  address: string
}

/** Why a draft was not saved: it is too large, or visitors of the address may not store any more. */
export type UnsavedReason = "not_kept" | "address_full"

/** What was typed in a session that had just ended waits here until its owner is back. */
const getInterruptedName = (name: string) => `${name}-late`

/** Reads which step an address asks for, and whether one comes to it from the summary. */
export function parseStepQuery(request: Request): { step: string | null; edit: boolean } {
  const query = new URL(request.url).searchParams
  return { step: query.get("step"), edit: query.get("edit") === "1" }
}

/**
 * Finds the draft `name`, which `parse` reads. A step that was interrupted by the end of a session is put in
 * its place by `resume`, null where it cannot be read. `savedAt` is ISO text, null where nothing is kept.
 */
export async function findWizardDraft<Draft>(
  author: DraftAuthor,
  name: string,
  parse: (content: unknown) => Draft,
  resume: (draft: Draft, interruptedStep: unknown) => Draft | null,
): Promise<{ draft: Draft; savedAt: string | null; interrupted: boolean }> {
  const owner = getDraftOwner(author)
  const [stored, interruptedStep] = await Promise.all([
    findDraft(owner, name),
    author.kind === "member" ? findDraft(owner, getInterruptedName(name)) : null,
  ])
  const draft = parse(stored?.content)
  const resumed = interruptedStep ? resume(draft, interruptedStep.content) : null
  const savedAt = stored?.updatedAt.toISOString() ?? null
  return { draft: resumed ?? draft, savedAt, interrupted: resumed !== null }
}

/**
 * Keeps `content` as the draft `name`; null forgets it. `interrupted` says that an interrupted step went into
 * it: that goes only with the draft that takes it up. `setCookie` is to be sent where it is not null.
 */
export async function saveWizardDraft(
  sender: FormSender,
  name: string,
  content: unknown,
  interrupted: boolean,
): Promise<Outcome<UnsavedReason, { setCookie: string | null }>> {
  const { owner, setCookie } = ensureDraftOwner(sender.actor, sender.request, sender.address)
  if (content === null) {
    if (interrupted) await removeDraft(owner, getInterruptedName(name))
    await removeDraft(owner, name)
    return ok({ setCookie: null })
  }
  const save = (executor: Executor) => saveDraft(owner, name, content, executor)
  const saved = interrupted
    ? await inTransaction(async (tx) => {
        await removeDraft(owner, getInterruptedName(name), tx)
        return save(tx)
      })
    : await save(db())
  if (!saved.ok) return refuse(saved.reason === "address_full" ? "address_full" : "not_kept")
  return ok({ setCookie })
}

/**
 * Keeps one step for somebody whose session has just ended. It goes to them when they sign in, beside the
 * draft they have there. `setCookie` is to be sent where it is not null.
 */
export async function saveWizardInterruptedStep(
  sender: FormSender,
  name: string,
  step: unknown,
): Promise<{ setCookie: string | null }> {
  const { owner, setCookie } = ensureDraftOwner(sender.actor, sender.request, sender.address)
  const saved = await saveDraft(owner, getInterruptedName(name), step)
  return { setCookie: saved.ok ? setCookie : null }
}

/** What is answered to a step that was not taken: with what was typed, unless `values` are others. */
type StepAnswer = {
  problem?: string
  errors?: FormErrors
  values?: FormValues | undefined
  headers?: HeadersInit
}

export type StepRefusal = Refusal<
  "not_taken",
  { status: number; problem: string | null; errors: FormErrors } & Pick<StepAnswer, "values" | "headers">
>

/** Refuses a step; `not_taken: (refusal) => refusal` among the `problems` of its intent answers it. */
export const refuseStep = (status: number, answer: StepAnswer): StepRefusal =>
  refuse("not_taken", { problem: null, errors: {}, ...answer, status })

/** Refuses a step whose draft could not be saved. */
export const refuseUnsaved = (reason: UnsavedReason, values?: FormValues): StepRefusal =>
  reason === "address_full"
    ? refuseStep(429, { problem: ADDRESS_FULL_TEXT, values })
    : refuseStep(413, { problem: "쓴 내용이 너무 길어 저장하지 못했어요. 설명을 조금 줄여 주세요.", values })

/** The headers that give a visitor the cookie of their drafts; none where there is nothing to give. */
export const cookieHeaders = (setCookie: string | null): HeadersInit =>
  setCookie ? { "Set-Cookie": setCookie } : {}

/** Sends to sign in, and back to `returnTo` afterwards. */
export const redirectToSignIn = (returnTo: string, setCookie: string | null = null): Response =>
  redirect(`${href("/login")}?${new URLSearchParams({ returnTo })}`, { headers: cookieHeaders(setCookie) })
