/**
 * Owns a request while it is written: what a draft of it holds, its steps, their order, and what each step
 * takes.
 */
import { z } from "zod"
import { choice, parseForm, wonAmount, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { isSigunguCode } from "#app/basics/regions.ts"
import { isDateString } from "#app/basics/time.ts"
import { orderFields, type CreateOrderForm } from "./forms.ts"
import {
  answersInForce,
  findService,
  proposeTitle,
  questionsOf,
  readAnswer,
  toAnswers,
  UNSURE,
} from "./questions.ts"
import { CATEGORIES, LIMITS, SCHEDULES, type Answer, type Category } from "./rules.ts"

/** Name of the draft: it holds the unfinished requests of every category. */
export const REQUEST_FORM = "order"

const idOrNull = z.string().refine(isId).nullable().catch(null)

/**
 * What is kept may be older than the present rules, or typed by hand: each field is either in force or asked
 * for again.
 */
const DraftSchema = z.object({
  /** Fresh with each draft: makes one request of however many sendings. */
  key: z.string().refine(isId),
  service: z.string().max(40).nullable().catch(null),
  answers: z.record(z.string(), z.unknown()).catch({}),
  regionCode: z.string().refine(isSigunguCode).nullable().catch(null),
  schedule: z.enum(SCHEDULES).nullable().catch(null),
  wantedOn: z.string().refine(isDateString).nullable().catch(null),
  /** In won; "open" is 견적 보고 정할게요. */
  budget: z
    .union([z.number().int().min(0).max(LIMITS.totalWon), z.literal("open")])
    .nullable()
    .catch(null),
  pictureIds: z.array(z.string().refine(isId)).max(LIMITS.photos).nullable().catch(null),
  description: z.string().max(4_000).nullable().catch(null),
  /** Only where the proposed title was changed. */
  title: z.string().max(120).nullable().catch(null),
  expertId: idOrNull,
})
export type RequestDraft = z.output<typeof DraftSchema>

const draftOrNone = DraftSchema.optional().catch(undefined)
const DraftsSchema = z.object({
  last: z.enum(CATEGORIES).nullable().catch(null),
  drafts: z
    .object({
      repair: draftOrNone,
      interior: draftOrNone,
      moving: draftOrNone,
      demolition: draftOrNone,
      installation: draftOrNone,
    })
    .catch({}),
})
export type RequestDrafts = z.output<typeof DraftsSchema>

export const NO_DRAFTS: RequestDrafts = { last: null, drafts: {} }

/** Reads what was kept; nothing of it is taken on trust. */
export const readDrafts = (content: unknown): RequestDrafts => DraftsSchema.catch(NO_DRAFTS).parse(content)

const LateSchema = z.object({
  category: z.enum(CATEGORIES),
  step: z.string().max(40),
  fields: z.array(z.tuple([z.string().max(40), z.string().max(8_000)])).max(40),
})
/** One step as it was sent when the session had just ended. */
export type LateStep = z.output<typeof LateSchema>

/** Reads a kept late step; null where there is none. */
export function readLate(content: unknown): LateStep | null {
  const read = LateSchema.safeParse(content)
  return read.success ? read.data : null
}

/** A request of which nothing is known yet. */
export const emptyDraft = (submissionKey: string): RequestDraft => ({
  key: submissionKey,
  service: null,
  answers: {},
  regionCode: null,
  schedule: null,
  wantedOn: null,
  budget: null,
  pictureIds: null,
  description: null,
  title: null,
  expertId: null,
})

// ── Steps

const LAST_STEPS = ["region", "date", "budget", "photos", "description", "summary"] as const
/** Words in an address that no question may be called by. */
export const RESERVED_STEPS: readonly string[] = ["category", "resume", "service", ...LAST_STEPS]

/**
 * Every step of a request in order, by its word in the address: the service, its questions, then what every
 * request asks.
 */
export const stepsOf = (category: Category, service: string | null): readonly string[] => [
  "service",
  ...(service ? questionsOf(category, service).map((question) => question.id) : []),
  ...LAST_STEPS,
]

function isAnswered(category: Category, draft: RequestDraft, step: string): boolean {
  switch (step) {
    case "service":
      return findService(category, draft.service) !== null
    case "region":
      return draft.regionCode !== null
    case "date":
      return draft.schedule !== null && (draft.schedule !== "date" || draft.wantedOn !== null)
    case "budget":
      return draft.budget !== null
    case "photos":
      return draft.pictureIds !== null
    case "description":
      return draft.description !== null
    case "summary":
      return false
    default:
      return (
        draft.service !== null && Object.hasOwn(answersInForce(category, draft.service, draft.answers), step)
      )
  }
}

/** The first step without an answer; the summary when all have one. */
export const openStep = (category: Category, draft: RequestDraft): string =>
  stepsOf(category, draft.service).find((step) => !isAnswered(category, draft, step)) ?? "summary"

/** True when everything before `step` is answered, so that it may be shown. */
export function isReachable(category: Category, draft: RequestDraft, step: string): boolean {
  const steps = stepsOf(category, draft.service)
  const place = steps.indexOf(step)
  return place >= 0 && place <= steps.indexOf(openStep(category, draft))
}

// ── What each step takes

export const CategoryForm = z.object({ category: choice(CATEGORIES, "분야") })
const AnswerForm = z.object({
  answer: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch([]),
})
const RegionForm = z.object({ regionCode: orderFields.regionCode })
const DateForm = z.object({ schedule: orderFields.schedule, wantedOn: z.unknown().optional() })
const DayForm = z.object({ wantedOn: orderFields.wantedOn }).superRefine((form, context) => {
  if (form.wantedOn === null)
    context.addIssue({ code: "custom", path: ["wantedOn"], message: "희망 날짜를 골라 주세요." })
})
const BudgetForm = z.object({ budget: wonAmount({ label: "예산", min: 10_000, max: LIMITS.totalWon }) })
const PhotosForm = z.object({ pictureIds: orderFields.pictureIds })
const DescriptionForm = z.object({ description: orderFields.description, title: orderFields.title })

export type Applied =
  | { ok: true; draft: RequestDraft }
  | { ok: false; errors: FormErrors; values: FormValues }

/**
 * The draft with what a step's form says. `intent=skip` takes the step's way out. Refuses with a sentence by
 * field; a word that is no step of this request changes nothing.
 */
export function applyStep(category: Category, draft: RequestDraft, step: string, form: FormData): Applied {
  const skips = form.get("intent") === "skip"
  const done = (change: Partial<RequestDraft>): Applied => ({ ok: true, draft: { ...draft, ...change } })
  switch (step) {
    case "service":
      return applyService(category, draft, form)
    case "region": {
      const read = parseForm(RegionForm, form)
      return read.ok ? done({ regionCode: read.value.regionCode }) : read
    }
    case "date": {
      const read = parseForm(DateForm, form)
      if (!read.ok) return read
      if (read.value.schedule !== "date") return done({ schedule: read.value.schedule, wantedOn: null })
      const day = parseForm(DayForm, form)
      return day.ok ? done({ schedule: "date", wantedOn: day.value.wantedOn }) : day
    }
    case "budget": {
      if (skips) return done({ budget: "open" })
      const read = parseForm(BudgetForm, form)
      return read.ok ? done({ budget: read.value.budget }) : read
    }
    case "photos": {
      if (skips) return done({ pictureIds: [] })
      const read = parseForm(PhotosForm, form)
      return read.ok ? done({ pictureIds: read.value.pictureIds }) : read
    }
    case "description": {
      const read = parseForm(DescriptionForm, form)
      if (!read.ok) return read
      const proposed = proposeTitle(
        category,
        draft.service ?? "",
        answersInForce(category, draft.service ?? "", draft.answers),
      )
      return done({
        description: read.value.description,
        title: read.value.title === proposed ? null : read.value.title,
      })
    }
    default:
      return applyAnswer(category, draft, step, form, skips)
  }
}

function applyService(category: Category, draft: RequestDraft, form: FormData): Applied {
  const read = parseForm(AnswerForm, form)
  if (!read.ok) return read
  const sent = [read.value.answer ?? []].flat()
  const service = sent.length === 1 ? findService(category, sent[0]) : null
  if (service) return { ok: true, draft: { ...draft, service: service.id } }
  return {
    ok: false,
    errors: { answer: sent.length === 0 ? "필요한 서비스를 골라 주세요." : "서비스를 목록에서 골라 주세요." },
    values: valuesOf(form),
  }
}

function applyAnswer(
  category: Category,
  draft: RequestDraft,
  step: string,
  form: FormData,
  skips: boolean,
): Applied {
  const question = draft.service
    ? questionsOf(category, draft.service).find((one) => one.id === step)
    : undefined
  if (!question) return { ok: true, draft }
  const read = parseForm(AnswerForm, form)
  if (!read.ok) return read
  const answer = readAnswer(question, skips ? UNSURE : read.value.answer)
  if (!answer.ok) return { ok: false, errors: { answer: answer.problem }, values: valuesOf(form) }
  return { ok: true, draft: { ...draft, answers: { ...draft.answers, [question.id]: answer.value } } }
}

/** What was typed, as `parseForm` echoes it. */
function valuesOf(form: FormData): FormValues {
  const read = parseForm(z.never(), form)
  return read.ok ? {} : read.values
}

// ── The finished request

/** The title as it would be sent now. */
export const titleOf = (category: Category, draft: RequestDraft): string =>
  draft.title ??
  proposeTitle(category, draft.service ?? "", answersInForce(category, draft.service ?? "", draft.answers))

/** The answers in words, as they would be sent now. */
export const answersOf = (category: Category, draft: RequestDraft): Answer[] =>
  draft.service
    ? toAnswers(category, draft.service, answersInForce(category, draft.service, draft.answers))
    : []

/** The draft as the form of a new request reads it, so that one set of rules judges both. */
export const formOf = (category: Category, draft: RequestDraft): z.input<typeof CreateOrderForm> => ({
  title: titleOf(category, draft),
  description: draft.description ?? "",
  regionCode: draft.regionCode ?? "",
  schedule: draft.schedule ?? "",
  wantedOn: draft.wantedOn ?? "",
  budgetMinWon: "",
  budgetMaxWon: typeof draft.budget === "number" ? String(draft.budget) : "",
  pictureIds: draft.pictureIds ?? [],
  service: draft.service ?? "",
  address: "",
  contactPhone: "",
  thirdPartyConsent: "",
  invitedExpertId: draft.expertId ?? "",
  submissionKey: draft.key,
})

/** Which step asks for a field of the finished request, to send people back there. */
export const STEP_OF_FIELD: Readonly<Record<string, string>> = {
  title: "description",
  description: "description",
  regionCode: "region",
  schedule: "date",
  wantedOn: "date",
  budgetMaxWon: "budget",
  pictureIds: "photos",
  service: "service",
}
