/**
 * Owns the way through the wizards of posts: the draft is found, each step kept, the post made of it; wholly
 * without scripts as well.
 */
import { data, redirect } from "react-router"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { formOf, replaceFields, rowsOf, typedValues, withNewRow, withoutRow } from "#app/basics/form-rows.ts"
import { isId, newId } from "#app/basics/ids.ts"
import {
  ADDRESS_FULL,
  draftOwnerOf,
  ensureDraftOwner,
  findDraft,
  removeDraft,
  saveDraft,
} from "#app/platform/drafts.server.ts"
import type { Actor } from "../accounts/rules.ts"
import type { WizardStep } from "./forms.ts"
import type { z } from "zod"
import type { SummaryLine } from "./views.ts"
import {
  applyStep,
  emptyDraft,
  isReachable,
  openStep,
  readDraft,
  readLate,
  stepAfter,
  stepBefore,
  stepOfField,
  type LateStep,
  type PostDraft,
} from "./wizard.ts"

export type Flow<Schema extends z.ZodType> = {
  path: string
  /** Name of the draft. */
  form: string
  steps: readonly WizardStep[]
  whole: Schema
  /** Where one leaves to. */
  close: string
  create(
    actor: Actor,
    value: z.output<Schema>,
    draft: PostDraft,
  ): Promise<{ ok: true; href: string; notice: string } | { ok: false; problem: string }>
  /** What is offered where nothing was typed yet. */
  offered(actor: Actor): FormValues
  /** The post in lines, before it is sent. */
  lines(values: FormValues): SummaryLine[]
}

export type FlowAnswer = { errors?: FormErrors; values?: FormValues; problem?: string }

const hrefOf = (path: string, step: string, edit = false) =>
  `${path}?${new URLSearchParams({ step, ...(edit ? { edit: "1" } : {}) })}`
const placeIn = (request: Request) => {
  const query = new URL(request.url).searchParams
  return { step: query.get("step"), edit: query.get("edit") === "1" }
}

/** The unfinished post; what was typed in a session that had ended meanwhile is in its place already. */
async function findKept<Schema extends z.ZodType>(
  flow: Flow<Schema>,
  actor: Actor,
): Promise<{ draft: PostDraft | null; savedAt: string | null; late: boolean }> {
  const owner = draftOwnerOf(actor)
  const [kept, waiting] = await Promise.all([
    findDraft(owner, flow.form),
    actor.kind === "member" ? findDraft(owner, `${flow.form}-late`) : null,
  ])
  const draft = kept ? readDraft(kept.content) : null
  const savedAt = kept?.updatedAt.toISOString() ?? null
  const waited = readLate(waiting?.content)
  if (!waited) return { draft, savedAt, late: false }
  const applied = applyStep(flow.steps, draft ?? emptyDraft(newId()), waited.step, formOf(waited.values))
  return { draft: applied.ok ? applied.draft : draft, savedAt, late: true }
}

/** What the wizard's screen shows. */
export async function loadFlow<Schema extends z.ZodType>(flow: Flow<Schema>, actor: Actor, request: Request) {
  const { step, edit } = placeIn(request)
  const { draft: kept, savedAt } = await findKept(flow, actor)
  const begun = kept !== null && kept.done.length > 0
  if (!step && begun)
    return {
      view: "resume" as const,
      title: [kept.values.title ?? ""].flat()[0] ?? "",
      savedAt,
      continueHref: hrefOf(flow.path, openStep(flow.steps, kept)),
      close: flow.close,
    }
  const draft = kept ?? emptyDraft(newId())
  const first = flow.steps[0]?.id ?? ""
  if (!step) throw redirect(hrefOf(flow.path, first))
  if (!isReachable(flow.steps, draft, step)) throw redirect(hrefOf(flow.path, openStep(flow.steps, draft)))
  const before = stepBefore(flow.steps, step)
  const values = { ...flow.offered(actor), ...draft.values }
  return {
    view: "step" as const,
    step,
    key: draft.key,
    progress: {
      place: [...flow.steps.map(({ id }) => id), "summary"].indexOf(step) + 1,
      of: flow.steps.length + 1,
    },
    back: edit ? hrefOf(flow.path, "summary") : before ? hrefOf(flow.path, before) : flow.close,
    close: flow.close,
    saved: begun,
    signedIn: actor.kind === "member",
    values,
    lines: step === "summary" ? flow.lines(values) : [],
  }
}

/** What the wizard's form does: keeps a step, begins anew, or makes the post. */
export async function answerFlow<Schema extends z.ZodType>(
  flow: Flow<Schema>,
  actor: Actor,
  request: Request,
  of: { address: string; sessionEnded: boolean },
) {
  const { step: asked, edit } = placeIn(request)
  const form = await request.formData()
  const intent = String(form.get("intent") ?? "")
  const { owner, setCookie } = ensureDraftOwner(actor, request, of.address)
  const headers: HeadersInit = setCookie ? { "Set-Cookie": setCookie } : {}
  const first = flow.steps[0]?.id ?? ""
  if (intent === "restart") {
    await removeDraft(owner, flow.form)
    await removeDraft(owner, `${flow.form}-late`)
    throw redirect(hrefOf(flow.path, first))
  }
  const { draft: kept, late } = await findKept(flow, actor)
  const draft = kept ?? emptyDraft(newId())
  const step = asked ?? first
  if (step === "summary") return finish(flow, actor, kept, form)

  const typed = typedValues(form)
  delete typed.intent
  const fields = flow.steps.find(({ id }) => id === step)?.fields ?? []
  const shown = (values: FormValues) =>
    replaceFields({ ...flow.offered(actor), ...draft.values }, fields, values)
  if (intent === "add:slots")
    return data<FlowAnswer>({
      values: shown(withNewRow(typed, "slots", { ...rowsOf(typed, "slots").at(-1), date: "" })),
    })
  const removed = /^remove:slots:(\d{1,3})$/.exec(intent)
  if (removed) return data<FlowAnswer>({ values: shown(withoutRow(typed, "slots", Number(removed[1]))) })

  if (!isReachable(flow.steps, draft, step)) {
    if (!of.sessionEnded) throw redirect(hrefOf(flow.path, openStep(flow.steps, draft)))
    await saveDraft(owner, `${flow.form}-late`, { step, values: typed } satisfies LateStep)
    throw toSignIn(hrefOf(flow.path, step), setCookie)
  }
  const applied = applyStep(flow.steps, draft, step, form)
  if (!applied.ok)
    return data<FlowAnswer>({ errors: applied.errors, values: shown(applied.values) }, { status: 400 })
  const saved = await saveDraft(owner, flow.form, applied.draft)
  if (!saved.ok && saved.reason === "address_full") {
    return data<FlowAnswer>({ problem: ADDRESS_FULL, values: shown(typed) }, { status: 429 })
  }
  if (!saved.ok)
    return data<FlowAnswer>(
      { problem: "쓴 내용이 너무 길어 저장하지 못했어요. 설명을 조금 줄여 주세요." },
      { status: 413 },
    )
  if (late) await removeDraft(owner, `${flow.form}-late`)
  const next =
    edit || applied.draft.from !== null ? openStep(flow.steps, applied.draft) : stepAfter(flow.steps, step)
  throw redirect(hrefOf(flow.path, next), { headers })
}

async function finish<Schema extends z.ZodType>(
  flow: Flow<Schema>,
  actor: Actor,
  kept: PostDraft | null,
  form: FormData,
) {
  const key = form.get("submissionKey")
  // Sent before, from this very page: the way back or a second click shows what came of it.
  const draft = kept ?? (isId(key) ? emptyDraft(key) : null)
  if (!draft) throw redirect(flow.path)
  if (actor.kind === "visitor") throw toSignIn(hrefOf(flow.path, "summary"), null)
  const open = kept ? openStep(flow.steps, kept) : "summary"
  if (open !== "summary") throw redirect(hrefOf(flow.path, open))
  const read = parseForm(flow.whole, formOf(draft.values))
  if (!read.ok) {
    if (!kept) throw redirect(flow.path)
    return data<FlowAnswer>(
      {
        errors: Object.fromEntries(
          Object.entries(read.errors).map(([field, sentence]) => [stepOfField(flow.steps, field), sentence]),
        ),
      },
      { status: 400 },
    )
  }
  const made = await flow.create(actor, read.value, draft)
  return made.ok ? { redirect: made } : data<FlowAnswer>({ problem: made.problem }, { status: 409 })
}

const toSignIn = (returnTo: string, setCookie: string | null): Response =>
  redirect(`/login?${new URLSearchParams({ returnTo })}`, {
    headers: setCookie ? { "Set-Cookie": setCookie } : {},
  })
