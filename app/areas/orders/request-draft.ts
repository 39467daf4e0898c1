/**
 * A request while it is written: what a draft of it holds, its steps, their order, and what each step
 * takes.
 */
import { z } from "zod"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { isSigunguCode } from "#app/basics/regions.ts"
import { isDateString } from "#app/basics/time.ts"
import {
  getWizardProgress,
  isStepReachable,
  SUMMARY_STEP,
  type WizardProgress,
} from "#app/platform/wizard.ts"
import { orderFields, type CreateOrderForm } from "./forms.ts"
import {
  filterValidAnswers,
  findService,
  suggestTitle,
  listServiceQuestions,
  parseAnswer,
  toQuestionAnswers,
  UNSURE,
} from "./questions.ts"
import { CATEGORIES, LIMITS, SCHEDULES, type QuestionAnswer, type Category } from "./rules.ts"
import { wonAmount, choice } from "#app/basics/form-fields.ts"

/** Name of the draft: it holds the unfinished requests of every category. */
export const REQUEST_DRAFT_NAME = "order"

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

const optionalDraft = DraftSchema.optional().catch(undefined)
const DraftsSchema = z.object({
  last: z.enum(CATEGORIES).nullable().catch(null),
  drafts: z
    .object({
      repair: optionalDraft,
      interior: optionalDraft,
      moving: optionalDraft,
      demolition: optionalDraft,
      installation: optionalDraft,
    })
    .catch({}),
})
export type RequestDrafts = z.output<typeof DraftsSchema>

export const EMPTY_DRAFTS: RequestDrafts = { last: null, drafts: {} }

/** Reads what was kept; nothing of it is taken on trust. */
export const parseDrafts = (content: unknown): RequestDrafts =>
  DraftsSchema.catch(EMPTY_DRAFTS).parse(content)

const InterruptedStepSchema = z.object({
  category: z.enum(CATEGORIES),
  step: z.string().max(40),
  fields: z.array(z.tuple([z.string().max(40), z.string().max(8_000)])).max(40),
})
/** One step as it was sent when the session had just ended. */
export type InterruptedStep = z.output<typeof InterruptedStepSchema>

/** Reads a kept late step; null where there is none. */
export function parseInterruptedStep(content: unknown): InterruptedStep | null {
  const parsed = InterruptedStepSchema.safeParse(content)
  return parsed.success ? parsed.data : null
}

/** A request of which nothing is known yet. */
export const createEmptyDraft = (submissionKey: string): RequestDraft => ({
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

const FINAL_STEPS = ["region", "date", "budget", "photos", "description", SUMMARY_STEP] as const
/** Words in an address that no question may be called by. */
export const RESERVED_STEPS: readonly string[] = ["category", "resume", "service", ...FINAL_STEPS]

/**
 * Every step of a request in order, by its word in the address: the service, its questions, then what every
 * request asks.
 */
export const listSteps = (category: Category, service: string | null): readonly string[] => [
  "service",
  ...(service ? listServiceQuestions(category, service).map((question) => question.id) : []),
  ...FINAL_STEPS,
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
    default:
      return (
        draft.service !== null &&
        Object.hasOwn(filterValidAnswers(category, draft.service, draft.answers), step)
      )
  }
}

/** How far a draft has come. */
export const getRequestProgress = (category: Category, draft: RequestDraft): WizardProgress =>
  getWizardProgress(listSteps(category, draft.service).slice(0, -1), (step) =>
    isAnswered(category, draft, step),
  )

/** The first step without an answer; the summary when all have one. */
export const findFirstOpenStep = (category: Category, draft: RequestDraft): string =>
  getRequestProgress(category, draft).firstOpenStep

/** True when everything before `step` is answered, so that it may be shown. */
export const isReachable = (category: Category, draft: RequestDraft, step: string): boolean =>
  isStepReachable(getRequestProgress(category, draft), step)

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

export type StepOutcome =
  | { ok: true; draft: RequestDraft }
  | { ok: false; errors: FormErrors; values: FormValues }

/**
 * The draft with what a step's form says; `isSkipped` takes the step's way out. Refuses with a sentence by
 * field; a word that is no step of this request changes nothing.
 */
export function applyStep(
  category: Category,
  draft: RequestDraft,
  step: string,
  form: FormData,
  isSkipped = false,
): StepOutcome {
  const withChange = (change: Partial<RequestDraft>): StepOutcome => ({
    ok: true,
    draft: { ...draft, ...change },
  })
  switch (step) {
    case "service":
      return applyService(category, draft, form)
    case "region": {
      const parsed = parseForm(RegionForm, form)
      return parsed.ok ? withChange({ regionCode: parsed.value.regionCode }) : parsed
    }
    case "date": {
      const parsed = parseForm(DateForm, form)
      if (!parsed.ok) return parsed
      if (parsed.value.schedule !== "date")
        return withChange({ schedule: parsed.value.schedule, wantedOn: null })
      const day = parseForm(DayForm, form)
      return day.ok ? withChange({ schedule: "date", wantedOn: day.value.wantedOn }) : day
    }
    case "budget": {
      if (isSkipped) return withChange({ budget: "open" })
      const parsed = parseForm(BudgetForm, form)
      return parsed.ok ? withChange({ budget: parsed.value.budget }) : parsed
    }
    case "photos": {
      if (isSkipped) return withChange({ pictureIds: [] })
      const parsed = parseForm(PhotosForm, form)
      return parsed.ok ? withChange({ pictureIds: parsed.value.pictureIds }) : parsed
    }
    case "description": {
      const parsed = parseForm(DescriptionForm, form)
      if (!parsed.ok) return parsed
      const suggestedTitle = suggestTitle(
        category,
        draft.service ?? "",
        filterValidAnswers(category, draft.service ?? "", draft.answers),
      )
      return withChange({
        description: parsed.value.description,
        title: parsed.value.title === suggestedTitle ? null : parsed.value.title,
      })
    }
    default:
      return applyAnswer(category, draft, step, form, isSkipped)
  }
}

function applyService(category: Category, draft: RequestDraft, form: FormData): StepOutcome {
  const parsed = parseForm(AnswerForm, form)
  if (!parsed.ok) return parsed
  const selectedIds = [parsed.value.answer ?? []].flat()
  const service = selectedIds.length === 1 ? findService(category, selectedIds[0]) : null
  if (service) return { ok: true, draft: { ...draft, service: service.id } }
  return {
    ok: false,
    errors: {
      answer: selectedIds.length === 0 ? "필요한 서비스를 골라 주세요." : "서비스를 목록에서 골라 주세요.",
    },
    values: echoFormValues(form),
  }
}

function applyAnswer(
  category: Category,
  draft: RequestDraft,
  step: string,
  form: FormData,
  isSkipped: boolean,
): StepOutcome {
  const question = draft.service
    ? listServiceQuestions(category, draft.service).find((one) => one.id === step)
    : undefined
  if (!question) return { ok: true, draft }
  const parsed = parseForm(AnswerForm, form)
  if (!parsed.ok) return parsed
  const answer = parseAnswer(question, isSkipped ? UNSURE : parsed.value.answer)
  if (!answer.ok) return { ok: false, errors: { answer: answer.problem }, values: echoFormValues(form) }
  return { ok: true, draft: { ...draft, answers: { ...draft.answers, [question.id]: answer.value } } }
}

/** What was typed, as `parseForm` echoes it. */
function echoFormValues(form: FormData): FormValues {
  const parsed = parseForm(z.never(), form)
  return parsed.ok ? {} : parsed.values
}

// ── The finished request

/** The title as it would be sent now. */
export const getRequestTitle = (category: Category, draft: RequestDraft): string =>
  draft.title ??
  suggestTitle(
    category,
    draft.service ?? "",
    filterValidAnswers(category, draft.service ?? "", draft.answers),
  )

/** The answers in words, as they would be sent now. */
export const listQuestionAnswers = (category: Category, draft: RequestDraft): QuestionAnswer[] =>
  draft.service
    ? toQuestionAnswers(category, draft.service, filterValidAnswers(category, draft.service, draft.answers))
    : []

/** The draft as the form of a new request reads it, so that one set of rules judges both. */
export const toCreateOrderForm = (
  category: Category,
  draft: RequestDraft,
): z.input<typeof CreateOrderForm> => ({
  title: getRequestTitle(category, draft),
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
export const STEP_BY_FIELD: Readonly<Record<string, string>> = {
  title: "description",
  description: "description",
  regionCode: "region",
  schedule: "date",
  wantedOn: "date",
  budgetMaxWon: "budget",
  pictureIds: "photos",
  service: "service",
}
