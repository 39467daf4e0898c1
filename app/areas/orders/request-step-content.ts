import { formatRegionName } from "#app/basics/regions.ts"
import { addDays, formatDateWithWeekday } from "#app/basics/time.ts"
import { formatManwon } from "#app/basics/won.ts"
import {
  filterValidAnswers,
  getQuestionSet,
  listServiceQuestions,
  getServiceLabel,
  UNSURE,
} from "./questions.ts"
import { formatUsualPriceRange } from "./format-price-range.ts"
import { listQuestionAnswers, listSteps, getRequestTitle, type RequestDraft } from "./request-draft.ts"
import { CATEGORY_LABELS, SCHEDULE_LABELS, type Category, type Schedule } from "./rules.ts"
import type { PictureView } from "./views.ts"
import { hasContact } from "#app/basics/contacts.ts"

type Choice = { value: string; label: string; description?: string }

export type StepContent =
  | {
      kind: "choice"
      text: string
      help: string | null
      isMultiple: boolean
      choices: Choice[]
      chosen: string[]
    }
  | {
      kind: "number"
      text: string
      help: string | null
      label: string
      unit: string
      placeholder: string
      wayOut: string
      value: string
    }
  | { kind: "region"; text: string; value: string }
  | { kind: "date"; schedule: Schedule | null; wantedOn: string; min: string; max: string }
  | { kind: "budget"; value: string; open: boolean; guide: string | null }
  | { kind: "photos"; pictures: PictureView[] }
  | { kind: "description"; description: string; title: string; hint: string }
  | {
      kind: "summary"
      title: string
      lines: SummaryLine[]
      pictures: PictureView[]
      expert: string | null
      contactWarning: boolean
      submissionKey: string
    }

type SummaryLine = {
  label: string
  value: string
  step: string
  strong?: boolean
  /** Shown as its pictures. */ pictures?: boolean
}

/** What a step needs beyond the draft. */
export type StepContext = {
  /** Today in Korea, YYYY-MM-DD. */
  today: string
  pictures: PictureView[]
  /** What this service has usually cost, in won. */
  usualPrice: { lowWon: number; highWon: number } | null
  expertName: string | null
}

/** What to show at `step`; a word that is no step of this request shows the service's question. */
export function buildStepContent(
  category: Category,
  draft: RequestDraft,
  step: string,
  context: StepContext,
): StepContent {
  switch (step) {
    case "region":
      return {
        kind: "region",
        text: category === "moving" ? "어디에서 출발하나요?" : "어디에서 작업하나요?",
        value: draft.regionCode ?? "",
      }
    case "date":
      return {
        kind: "date",
        schedule: draft.schedule,
        wantedOn: draft.wantedOn ?? "",
        min: context.today,
        max: addDays(context.today, 365),
      }
    case "budget":
      return {
        kind: "budget",
        value: typeof draft.budget === "number" ? String(draft.budget) : "",
        open: draft.budget === "open",
        guide: context.usualPrice
          ? `비슷한 요청은 보통 ${formatUsualPriceRange(context.usualPrice.lowWon, context.usualPrice.highWon)}` +
            "이 들었어요."
          : null,
      }
    case "photos":
      return { kind: "photos", pictures: context.pictures }
    case "description":
      return {
        kind: "description",
        description: draft.description ?? "",
        title: getRequestTitle(category, draft),
        hint: DESCRIPTION_PLACEHOLDERS[category],
      }
    case "summary":
      return buildSummary(category, draft, context)
    default:
      return buildQuestionContent(category, draft, step)
  }
}

function buildQuestionContent(category: Category, draft: RequestDraft, step: string): StepContent {
  const question = draft.service
    ? listServiceQuestions(category, draft.service).find((one) => one.id === step)
    : undefined
  if (!question) {
    const { text, help, services } = getQuestionSet(category)
    // What was chosen before it was hidden can still be asked for.
    const choices = services
      .filter(({ id, isHidden }) => !isHidden || id === draft.service)
      .map(({ id, label, description }) => ({ value: id, label, description }))
    return {
      kind: "choice",
      text,
      help,
      isMultiple: false,
      choices,
      chosen: draft.service ? [draft.service] : [],
    }
  }
  const currentAnswer = filterValidAnswers(category, draft.service ?? "", draft.answers)[question.id]
  const { text, help = null, label, wayOut } = question
  if (question.kind === "number") {
    const value = typeof currentAnswer === "string" && currentAnswer !== UNSURE ? currentAnswer : ""
    return {
      kind: "number",
      text,
      help,
      label,
      unit: question.unit,
      placeholder: question.placeholder,
      wayOut: wayOut.label,
      value,
    }
  }
  const choices = [
    ...question.options.map(({ value, label: optionLabel, description }) => ({
      value,
      label: optionLabel,
      ...(description ? { description } : {}),
    })),
    { value: UNSURE, ...wayOut },
  ]
  return {
    kind: "choice",
    text,
    help,
    isMultiple: question.kind === "choices",
    choices,
    chosen: currentAnswer === undefined ? [] : [currentAnswer].flat(),
  }
}

function buildSummary(category: Category, draft: RequestDraft, context: StepContext): StepContent {
  const answers = listQuestionAnswers(category, draft)
  const serviceQuestions = draft.service ? listServiceQuestions(category, draft.service) : []
  const lines: SummaryLine[] = [
    {
      label: "서비스",
      value: `${CATEGORY_LABELS[category]} · ${getServiceLabel(category, draft.service ?? "")}`,
      step: "service",
    },
    ...answers.map(({ question, label, answer }) => ({
      label,
      value: answer,
      step: serviceQuestions.find((one) => one.text === question)?.id ?? "service",
    })),
    { label: "지역", value: formatRegionName(draft.regionCode ?? ""), step: "region" },
    { label: "날짜", value: formatWantedSchedule(draft), step: "date" },
    {
      label: "예산",
      value: typeof draft.budget === "number" ? formatManwon(draft.budget) : "견적 보고 정할게요",
      step: "budget",
      strong: typeof draft.budget === "number",
    },
    {
      label: "사진",
      value: context.pictures.length > 0 ? `${context.pictures.length}장` : "없음",
      step: "photos",
      pictures: true,
    },
    { label: "설명", value: draft.description || "없음", step: "description" },
  ]
  return {
    kind: "summary",
    title: getRequestTitle(category, draft),
    lines,
    pictures: context.pictures,
    expert: context.expertName,
    contactWarning: hasContact(draft.description ?? "") || hasContact(getRequestTitle(category, draft)),
    submissionKey: draft.key,
  }
}

const formatWantedSchedule = (draft: RequestDraft): string =>
  draft.schedule === "date" && draft.wantedOn
    ? formatDateWithWeekday(draft.wantedOn)
    : draft.schedule
      ? SCHEDULE_LABELS[draft.schedule]
      : ""

const DESCRIPTION_PLACEHOLDERS: Record<Category, string> = {
  repair: "예: 세면대 아래에서 물이 조금씩 떨어져요. 일주일쯤 됐고, 15년 된 아파트예요.",
  interior: "예: 거실 한쪽 벽에 곰팡이가 있었어요. 짐은 전날 다 빼 둘 수 있어요.",
  moving: "예: 역삼동 3층(엘리베이터 없음)에서 잠실동 12층으로 가요. 피아노가 한 대 있어요.",
  demolition: "예: 베란다에 곰팡이가 심해요. 주차는 지하 2층에 할 수 있어요.",
  installation: "예: 벽에 구멍은 뚫려 있어요. 토요일 오전이면 좋겠어요.",
}

/** How far `step` is: counting from 1. Before a service is chosen the number of its questions is a guess. */
export function getStepProgress(
  category: Category,
  draft: RequestDraft,
  step: string,
): { current: number; of: number } {
  const steps = listSteps(category, draft.service)
  const estimatedQuestions = draft.service ? 0 : 3
  return { current: Math.max(1, steps.indexOf(step) + 1), of: steps.length + estimatedQuestions }
}
