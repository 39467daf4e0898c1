/**
 * What a request asks in each category: services, their questions, and how answers become the text of a
 * request.
 */
import { isBlank } from "#app/basics/initials.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { getSettingOr } from "#app/basics/settings.ts"
import type { QuestionAnswer, Category } from "./rules.ts"
import { UNSURE, type Question, type QuestionSet, type Service } from "./questions/build.ts"
import { demolition } from "./questions/demolition.ts"
import { installation } from "./questions/installation.ts"
import { interior } from "./questions/interior.ts"
import { moving } from "./questions/moving.ts"
import { repair } from "./questions/repair.ts"

export { UNSURE }
export type { Question, QuestionSet, Service }

declare module "#app/basics/settings.ts" {
  interface Settings {
    "questions.repair": QuestionSet
    "questions.interior": QuestionSet
    "questions.moving": QuestionSet
    "questions.demolition": QuestionSet
    "questions.installation": QuestionSet
  }
}

const DEFAULT_QUESTION_SETS: Readonly<Record<Category, QuestionSet>> = {
  repair,
  interior,
  moving,
  demolition,
  installation,
}

/**
 * What was answered, by id of the question: a value, a list of values, a number in digits, or {@link UNSURE}.
 */
export type AnswerValues = Readonly<Record<string, string | readonly string[]>>

/** The questions in force for a category. */
export const getQuestionSet = (category: Category): QuestionSet =>
  getSettingOr(`questions.${category}`, DEFAULT_QUESTION_SETS[category])

/** The services of a category that are offered, in their order. */
export const listServices = (category: Category): readonly Service[] =>
  getQuestionSet(category).services.filter((service) => !service.isHidden)

/** The service with this id in this category, else null. */
export function findService(category: Category, serviceId: string | null | undefined): Service | null {
  return getQuestionSet(category).services.find((service) => service.id === serviceId) ?? null
}

/** How a stored `orders.service` is called; what is no longer offered is called as it was stored. */
export const getServiceLabel = (category: Category, serviceId: string): string =>
  findService(category, serviceId)?.label ?? serviceId

/**
 * The questions of a service after the first one, in the order asked. Empty for a service that is not
 * offered.
 */
export function listServiceQuestions(category: Category, serviceId: string): readonly Question[] {
  const questionIds = findService(category, serviceId)?.questions ?? []
  const { questions } = getQuestionSet(category)
  return questionIds.flatMap((id) => questions.filter((question) => question.id === id))
}

export type ParsedAnswer = { ok: true; value: string | string[] } | { ok: false; problem: string }

/**
 * Reads what was sent as the answer to `question`: one value, several, or none. Refuses with the sentence for
 * the field.
 */
export function parseAnswer(
  question: Question,
  submitted: string | readonly string[] | undefined,
): ParsedAnswer {
  const values = [
    ...new Set((submitted === undefined ? [] : [submitted].flat()).filter((value) => !isBlank(value))),
  ]
  const [first] = values
  if (first === undefined)
    return rejectAnswer(
      question.kind === "number"
        ? `숫자를 입력해 주세요. 모르면 '${question.wayOut.label}'를 눌러 주세요.`
        : "하나를 골라 주세요.",
    )
  if (values.includes(UNSURE))
    return values.length === 1
      ? { ok: true, value: UNSURE }
      : rejectAnswer(`'${question.wayOut.label}'와 다른 답은 함께 고를 수 없어요. 하나를 빼 주세요.`)
  if (question.kind === "choices") {
    const chosen = question.options
      .filter((option) => values.includes(option.value))
      .map((option) => option.value)
    return chosen.length === values.length
      ? { ok: true, value: chosen }
      : rejectAnswer("목록에서 골라 주세요.")
  }
  if (values.length > 1) return rejectAnswer("답은 하나만 보낼 수 있어요. 다시 골라 주세요.")
  if (question.kind === "choice")
    return question.options.some((option) => option.value === first)
      ? { ok: true, value: first }
      : rejectAnswer("목록에서 골라 주세요.")
  const digits = first.replace(/[,\s]/g, "").replace(/^0+(?=\d)/, "")
  if (!/^\d{1,9}$/.test(digits)) return rejectAnswer("소수점 없는 숫자로 입력해 주세요.")
  const amount = Number(digits)
  if (amount < question.min || amount > question.max)
    return rejectAnswer(`${question.min}~${formatNumber(question.max)} 사이의 숫자를 입력해 주세요.`)
  return { ok: true, value: digits }
}

const rejectAnswer = (problem: string): ParsedAnswer => ({ ok: false, problem })

/** Of answers kept from before, those that still answer a question of this service. */
export function filterValidAnswers(
  category: Category,
  serviceId: string,
  storedAnswers: Readonly<Record<string, unknown>>,
): Record<string, string | string[]> {
  const validAnswers: [string, string | string[]][] = []
  for (const question of listServiceQuestions(category, serviceId)) {
    const value = Object.hasOwn(storedAnswers, question.id) ? storedAnswers[question.id] : undefined
    const submitted =
      typeof value === "string" || (Array.isArray(value) && value.every((one) => typeof one === "string"))
        ? value
        : undefined
    const parsed = parseAnswer(question, submitted)
    if (parsed.ok) validAnswers.push([question.id, parsed.value])
  }
  return Object.fromEntries(validAnswers)
}

/** One answer in words: "실크 벽지", "24평", "변기, 수전", "잘 모르겠어요". Null where there is none. */
function formatAnswer(question: Question, value: string | readonly string[] | undefined): string | null {
  if (value === undefined) return null
  if (value === UNSURE) return question.wayOut.label
  if (question.kind === "number") return `${formatNumber(Number(value))}${question.unit}`
  const labels = question.options
    .filter((option) => [value].flat().includes(option.value))
    .map((option) => option.label)
  return labels.length > 0 ? labels.join(", ") : null
}

/** The answers as a request keeps them: as asked and as answered, in the order asked. */
export function toQuestionAnswers(
  category: Category,
  serviceId: string,
  answers: AnswerValues,
): QuestionAnswer[] {
  return listServiceQuestions(category, serviceId).flatMap((question) => {
    const answer = formatAnswer(question, answers[question.id])
    return answer === null ? [] : [{ question: question.text, label: question.label, answer }]
  })
}

/** A title of at most 60 characters: "24평 아파트 실크 도배 견적 부탁드려요". What is not known is left out. */
export function suggestTitle(category: Category, serviceId: string, answers: AnswerValues): string {
  const service = findService(category, serviceId)
  if (!service) return "견적 부탁드려요"
  const serviceQuestions = listServiceQuestions(category, serviceId)
  const filledTemplate = service.title.replace(
    /\{([a-z-]+)(?:\|([^}]+))?\}/g,
    (_, id: string, fallback = "") => {
      const question = serviceQuestions.find((one) => one.id === id)
      return (question && formatTitlePart(question, answers[id])) || fallback
    },
  )
  return filledTemplate.replace(/\s+/g, " ").trim()
}

/** A title names at most this many of several chosen things, then "등". */
const MAX_NAMED_CHOICES = 2

function formatTitlePart(question: Question, value: string | readonly string[] | undefined): string {
  if (value === undefined || value === UNSURE) return ""
  if (question.kind === "number") return formatAnswer(question, value) ?? ""
  const words = question.options
    .filter((option) => [value].flat().includes(option.value))
    .flatMap((option) => option.inTitle ?? [])
  return words.slice(0, MAX_NAMED_CHOICES).join("·") + (words.length > MAX_NAMED_CHOICES ? " 등" : "")
}
