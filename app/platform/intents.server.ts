/**
 * How the action of a screen reads its forms: which form belongs to which `intent`, what is done with
 * it, and the sentence for each refusal.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import { data, redirect } from "react-router"
import type { z } from "zod"
import type { ActionAnswer } from "../basics/action-answer.ts"
import { FORM_ERROR_KEY, parseForm, getFormValues, type FormErrors, type FormValues } from "../basics/form.ts"
import { redirectWithFlash } from "./flash.server.ts"
import type { Outcome } from "./outcome.ts"
import { collectPictures } from "./picture-forms.server.ts"
import type { PicturePurpose } from "./pictures.server.ts"
import type { PictureView } from "../basics/picture-view.ts"

type RefusalOf<Result> = Extract<Result, { ok: false }>
type ReasonOf<Result> = RefusalOf<Result> extends { reason: infer Reason extends string } ? Reason : never
type ValueOf<Result> = Extract<Result, { ok: true }>

/** Answers 404: what is hidden from a person does not exist. */
export const HIDDEN = Symbol("hidden")

/**
 * The answer to a refusal: a sentence about the form (409), one beside a field (400) or with another status,
 * or 404.
 */
type Answered =
  | string
  | { field: string; sentence: string; status?: number }
  | { sentence: string; status: number; headers?: HeadersInit; values?: FormValues }
  | {
      errors: FormErrors
      problem: string | null
      status: number
      values?: FormValues | undefined
      headers?: HeadersInit | undefined
    }
  | typeof HIDDEN
type Problem<Refused> = Answered | ((refusal: Refused, typed: FormValues) => Answered)

/** Those of some refusals that can have this reason. */
type RefusalFor<Refused, Reason extends string> = Refused extends { reason: infer Reasons }
  ? Reason extends Reasons
    ? Refused
    : never
  : never

/** A sentence for every reason that the service can give, `not_found` alone being 404 where none is given. */
type Problems<Result> = {
  [Reason in Exclude<ReasonOf<Result>, "not_found">]: Problem<RefusalFor<RefusalOf<Result>, Reason>>
} & { not_found?: Answered }

/** Answers what was sent, without a word: the page shows by itself what was done. */
export const STAY = Symbol("stay")

/**
 * Where a screen goes after something was done; `flash` is shown there once. `values` fill the form that was
 * sent anew, under `intent` where it is another's, and `shown` is given to the page: nothing was changed.
 */
type Next<Shown> =
  | string
  | null
  | { to: string; flash?: string }
  | { values: FormValues; intent?: string; shown?: Shown }
  | { shown: Shown }
  | Response
  | typeof STAY

/** What was sent besides the form: the intent's argument (`prices:3` of `remove:prices:3`) and all text. */
type Sent = { argument: string; values: FormValues }

/** `leavesForeign`: what is not the owner's is left for the service to refuse, instead of taken out. */
type PictureField = { name: string; purpose: PicturePurpose; max: number; leavesForeign?: boolean }

type Definition<Context, Shown, Schema extends z.ZodType, Result extends Outcome<string>> = {
  /** What may be sent; absent where the intent alone says all. */
  form?: Schema
  /** Changes a form before it is read: leaves out rows in which nothing was typed, for example. */
  prepare?: (form: FormData) => FormData
  /** Pictures that the form sends as ids in `name[]`, or as files from a browser without scripts. */
  pictures?: readonly PictureField[]
  /** Fields that nobody sees: what is wrong with one is said about the form as a whole. */
  hidden?: readonly string[]
  run: (context: Context, value: z.output<Schema>, sent: Sent) => Promise<Result>
  /** The word shown on the next screen, or where to go instead of `to`. */
  done:
    | Next<Shown>
    | ((
        result: ValueOf<Result>,
        value: z.output<Schema>,
        context: Context,
      ) => Next<Shown> | Promise<Next<Shown>>)
  problems: Problems<Result>
}

type Handler<Context> = (
  sent: { intent: string; argument: string; form: FormData },
  context: Context,
  to: string,
) => Promise<unknown>
/** Describes one intent of a screen, as {@link intents} gives it to `define`. */
export type DefineIntent<Context, Shown = never> = <Schema extends z.ZodType, Result extends Outcome<string>>(
  definition: Definition<Context, Shown, Schema, Result>,
) => Handler<Context>

const refusedForms = new AsyncLocalStorage<string>()

/**
 * Handles a request whose form is not read: its screen answers 409 with `problem`, and keeps what was typed.
 */
export const withRefusedForm = <Result>(problem: string, handle: () => Result): Result =>
  refusedForms.run(problem, handle)

const UNKNOWN_INTENT = "무엇을 하려는지 알 수 없어요. 새로고침한 뒤 다시 시도해 주세요."

const answer = <Shown>(
  status: number,
  fields: ActionAnswer & { shown?: Shown },
  headers?: HeadersInit,
): Answering<Shown> => data(fields, { status, ...(headers && { headers }) })
type Answering<Shown> = ReturnType<typeof data<ActionAnswer & { shown?: Shown }>>

function notFound(): never {
  throw data(null, { status: 404 })
}

function answerRefusal(answered: Answered | undefined, sent: ActionAnswer): Answering<never> {
  if (answered === undefined || answered === HIDDEN) notFound()
  if (typeof answered === "string") return answer(409, { ...sent, problem: answered })
  if ("errors" in answered) {
    const { errors, problem, status, headers, values = sent.values } = answered
    return answer(status, { ...sent, errors, problem, values }, headers)
  }
  if ("field" in answered)
    return answer(answered.status ?? 400, { ...sent, errors: { [answered.field]: answered.sentence } })
  const { sentence, status, headers, values = sent.values } = answered
  return answer(status, { ...sent, problem: sentence, values }, headers)
}

function goOn<Shown>(next: Next<Shown>, to: string, sent: ActionAnswer): Response | Answering<Shown> {
  if (next === STAY) return answer(200, sent)
  if (next instanceof Response) return next
  if (next === null) return redirect(to)
  if (typeof next === "string") return redirectWithFlash(to, next)
  if ("values" in next || "shown" in next) return answer(200, { ...sent, ...next })
  return next.flash === undefined ? redirect(next.to) : redirectWithFlash(next.to, next.flash)
}

/** The owner of pictures that come with a form. */
type Owner = { actor: { userId: string } }

async function takePictures(
  form: FormData,
  context: unknown,
  fields: readonly PictureField[],
): Promise<{ pictures: PictureView[]; errors: FormErrors }> {
  const ownerId = (context as Owner).actor.userId
  const pictures: PictureView[] = []
  const errors: FormErrors = {}
  for (const field of fields) {
    const found = await collectPictures(form, { ownerId, ...field })
    const foreignIds = field.leavesForeign
      ? form.getAll(`${field.name}[]`).filter((id) => !found.ids.includes(String(id)))
      : []
    form.delete(`${field.name}[]`)
    for (const id of [...found.ids, ...foreignIds]) form.append(`${field.name}[]`, id)
    form.delete(`${field.name}Files`)
    form.delete(`${field.name}Order[]`)
    pictures.push(...found.pictures)
    if (found.problem !== null) errors[field.name] = found.problem
  }
  return { pictures, errors }
}

function answerInvalid(
  sent: ActionAnswer,
  errors: FormErrors,
  hidden: readonly string[] = [],
): Answering<never> {
  const unseen = [FORM_ERROR_KEY, ...hidden].find((name) => errors[name] !== undefined)
  return answer(400, { ...sent, errors, problem: unseen === undefined ? null : (errors[unseen] ?? null) })
}

function handlerOf<Context, Shown, Schema extends z.ZodType, Result extends Outcome<string>>(
  definition: Definition<Context, Shown, Schema, Result>,
): Handler<Context> {
  return async ({ intent, argument, form }, context, to) => {
    const taken = definition.pictures && (await takePictures(form, context, definition.pictures))
    const sent: ActionAnswer = {
      intent,
      problem: null,
      errors: {},
      values: getFormValues(form),
      ...(taken && { pictures: taken.pictures }),
    }
    const parsed = definition.form
      ? parseForm(definition.form, definition.prepare ? definition.prepare(form) : form)
      : { ok: true as const, value: undefined as z.output<Schema> }
    if (!parsed.ok) return answerInvalid(sent, { ...parsed.errors, ...taken?.errors }, definition.hidden)
    if (taken && Object.keys(taken.errors).length > 0) return answerInvalid(sent, taken.errors)
    const result = await definition.run(context, parsed.value, { argument, values: sent.values })
    if (result.ok) {
      const { done } = definition
      const next =
        typeof done === "function" ? await done(result as ValueOf<Result>, parsed.value, context) : done
      return goOn(next, to, sent)
    }
    const problems = definition.problems as Record<string, Problem<unknown> | undefined>
    const problem = problems[result.reason]
    return answerRefusal(typeof problem === "function" ? problem(result, sent.values) : problem, sent)
  }
}

/**
 * Makes the reader of a screen's forms. `define` is given a function that describes one intent:
 *
 *     const answerForm = intents<{ actor: Member; orderId: string }>((intent) => ({
 *       accept: intent({
 *         form: AcceptProposalForm,
 *         run: ({ actor, orderId }, value) => acceptProposal(actor, { orderId, ...value }),
 *         done: "전문가를 선택했어요",
 *         problems: { not_now: "그사이 상태가 바뀌었어요.", no_phone: { field: "phone", sentence: "…" } },
 *       }),
 *     }))
 *
 * A reason without a sentence does not compile. The reader takes the form, what its intents need, and the
 * address to go on at; it answers 400 beside the fields, 409 with a sentence, 404 for what is hidden, and
 * 400 for an intent that the screen does not have. A screen with one form names its only intent "" and sends
 * none. What follows a colon is an argument: `remove:lines:3` is the intent `remove` with `lines:3`. `Shown`
 * is what an intent that changes nothing has the page show.
 */
export function intents<Context, Shown = never>(
  define: (intent: DefineIntent<Context, Shown>) => Record<string, Handler<Context>>,
): (form: FormData, context: Context, options: { to: string }) => Promise<Response | Answering<Shown>> {
  const handlers = define(handlerOf)
  return async (form, context, { to }) => {
    const sent = form.get("intent") ?? ""
    const [, intent = "", argument = ""] =
      (typeof sent === "string" ? /^([^:]*)(?::(.*))?$/s.exec(sent) : null) ?? []
    const handler = typeof sent === "string" && Object.hasOwn(handlers, intent) ? handlers[intent] : undefined
    if (!handler)
      return answer(400, { intent: "", problem: UNKNOWN_INTENT, errors: {}, values: getFormValues(form) })
    const refusal = refusedForms.getStore()
    if (refusal !== undefined)
      return answer(409, { intent, problem: refusal, errors: {}, values: getFormValues(form) })
    return (await handler({ intent, argument, form }, context, to)) as Response | Answering<Shown>
  }
}
