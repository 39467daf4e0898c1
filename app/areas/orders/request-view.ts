/** Owns what the request flow shows at each step, worked out from the draft. */
import { looksLikeContact } from "#app/basics/korean.ts"
import { regionName } from "#app/basics/regions.ts"
import { addDays, formatDateWithWeekday } from "#app/basics/time.ts"
import { formatManwon } from "#app/basics/won.ts"
import { answersInForce, questionSet, questionsOf, serviceLabel, UNSURE } from "./questions.ts"
import { usualRange } from "./price-text.ts"
import { answersOf, stepsOf, titleOf, type RequestDraft } from "./request.ts"
import { CATEGORY_LABELS, SCHEDULE_LABELS, type Category, type Schedule } from "./rules.ts"
import type { PictureView } from "./views.ts"

type Choice = { value: string; label: string; description?: string }

export type StepContent =
  | {
      kind: "choice"
      text: string
      help: string | null
      several: boolean
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
export type Beside = {
  /** Today in Korea, YYYY-MM-DD. */
  today: string
  pictures: PictureView[]
  /** What this service has usually cost, in won. */
  usual: { lowWon: number; highWon: number } | null
  expertName: string | null
}

/** What to show at `step`; a word that is no step of this request shows the service's question. */
export function contentOf(
  category: Category,
  draft: RequestDraft,
  step: string,
  beside: Beside,
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
        min: beside.today,
        max: addDays(beside.today, 365),
      }
    case "budget":
      return {
        kind: "budget",
        value: typeof draft.budget === "number" ? String(draft.budget) : "",
        open: draft.budget === "open",
        guide: beside.usual
          ? `비슷한 요청은 보통 ${usualRange(beside.usual.lowWon, beside.usual.highWon)}이 들었어요.`
          : null,
      }
    case "photos":
      return { kind: "photos", pictures: beside.pictures }
    case "description":
      return {
        kind: "description",
        description: draft.description ?? "",
        title: titleOf(category, draft),
        hint: HINTS[category],
      }
    case "summary":
      return summaryOf(category, draft, beside)
    default:
      return questionContent(category, draft, step)
  }
}

function questionContent(category: Category, draft: RequestDraft, step: string): StepContent {
  const question = draft.service
    ? questionsOf(category, draft.service).find((one) => one.id === step)
    : undefined
  if (!question) {
    const { text, help, services } = questionSet(category)
    const choices = services.map(({ id, label, description }) => ({ value: id, label, description }))
    return {
      kind: "choice",
      text,
      help,
      several: false,
      choices,
      chosen: draft.service ? [draft.service] : [],
    }
  }
  const kept = answersInForce(category, draft.service ?? "", draft.answers)[question.id]
  const { text, help = null, label, wayOut } = question
  if (question.kind === "number") {
    const value = typeof kept === "string" && kept !== UNSURE ? kept : ""
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
    ...question.options.map(({ value, label: said, description }) => ({
      value,
      label: said,
      ...(description ? { description } : {}),
    })),
    { value: UNSURE, ...wayOut },
  ]
  return {
    kind: "choice",
    text,
    help,
    several: question.kind === "choices",
    choices,
    chosen: kept === undefined ? [] : [kept].flat(),
  }
}

function summaryOf(category: Category, draft: RequestDraft, beside: Beside): StepContent {
  const answers = answersOf(category, draft)
  const asked = draft.service ? questionsOf(category, draft.service) : []
  const lines: SummaryLine[] = [
    {
      label: "서비스",
      value: `${CATEGORY_LABELS[category]} · ${serviceLabel(category, draft.service ?? "")}`,
      step: "service",
    },
    ...answers.map(({ question, label, answer }) => ({
      label,
      value: answer,
      step: asked.find((one) => one.text === question)?.id ?? "service",
    })),
    { label: "지역", value: regionName(draft.regionCode ?? ""), step: "region" },
    { label: "날짜", value: whenText(draft), step: "date" },
    {
      label: "예산",
      value: typeof draft.budget === "number" ? formatManwon(draft.budget) : "견적 보고 정할게요",
      step: "budget",
      strong: typeof draft.budget === "number",
    },
    {
      label: "사진",
      value: beside.pictures.length > 0 ? `${beside.pictures.length}장` : "없음",
      step: "photos",
      pictures: true,
    },
    { label: "설명", value: draft.description || "없음", step: "description" },
  ]
  return {
    kind: "summary",
    title: titleOf(category, draft),
    lines,
    pictures: beside.pictures,
    expert: beside.expertName,
    contactWarning: looksLikeContact(draft.description ?? "") || looksLikeContact(titleOf(category, draft)),
    submissionKey: draft.key,
  }
}

const whenText = (draft: RequestDraft): string =>
  draft.schedule === "date" && draft.wantedOn
    ? formatDateWithWeekday(draft.wantedOn)
    : draft.schedule
      ? SCHEDULE_LABELS[draft.schedule]
      : ""

const HINTS: Record<Category, string> = {
  repair: "예: 세면대 아래에서 물이 조금씩 떨어져요. 일주일쯤 됐고, 15년 된 아파트예요.",
  interior: "예: 거실 한쪽 벽에 곰팡이가 있었어요. 짐은 전날 다 빼 둘 수 있어요.",
  moving: "예: 역삼동 3층(엘리베이터 없음)에서 잠실동 12층으로 가요. 피아노가 한 대 있어요.",
  demolition: "예: 베란다에 곰팡이가 심해요. 주차는 지하 2층에 할 수 있어요.",
  installation: "예: 벽에 구멍은 뚫려 있어요. 토요일 오전이면 좋겠어요.",
}

/** How far `step` is: counting from 1. Before a service is chosen the number of its questions is a guess. */
export function placeOf(
  category: Category,
  draft: RequestDraft,
  step: string,
): { place: number; of: number } {
  const steps = stepsOf(category, draft.service)
  const guess = draft.service ? 0 : 3
  return { place: Math.max(1, steps.indexOf(step) + 1), of: steps.length + guess }
}
