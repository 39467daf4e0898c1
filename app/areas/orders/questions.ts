/**
 * Owns what a request asks in each category: services, their questions, and how answers become the text of a
 * request.
 */
import { isBlank } from "#app/basics/initials.ts"
import { settingOr } from "#app/basics/settings.ts"
import type { Answer, Category } from "./rules.ts"
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

const shipped: Readonly<Record<Category, QuestionSet>> = {
  repair,
  interior,
  moving,
  demolition,
  installation,
}

/**
 * What was answered, by id of the question: a value, a list of values, a number in digits, or {@link UNSURE}.
 */
export type Answers = Readonly<Record<string, string | readonly string[]>>

/** The questions in force for a category. */
export const questionSet = (category: Category): QuestionSet =>
  settingOr(`questions.${category}`, shipped[category])

/** The services of a category, in the order offered. */
export const servicesOf = (category: Category): readonly Service[] => questionSet(category).services

/** The service with this id in this category, else null. */
export function findService(category: Category, serviceId: string | null | undefined): Service | null {
  return questionSet(category).services.find((service) => service.id === serviceId) ?? null
}

/** How a stored `orders.service` is called; what is no longer offered is called as it was stored. */
export const serviceLabel = (category: Category, serviceId: string): string =>
  findService(category, serviceId)?.label ?? serviceId

/**
 * The questions of a service after the first one, in the order asked. Empty for a service that is not
 * offered.
 */
export function questionsOf(category: Category, serviceId: string): readonly Question[] {
  const wanted = findService(category, serviceId)?.questions ?? []
  const { questions } = questionSet(category)
  return wanted.flatMap((id) => questions.filter((question) => question.id === id))
}

export type ReadAnswer = { ok: true; value: string | string[] } | { ok: false; problem: string }

/**
 * Reads what was sent as the answer to `question`: one value, several, or none. Refuses with the sentence for
 * the field.
 */
export function readAnswer(question: Question, sent: string | readonly string[] | undefined): ReadAnswer {
  const values = [...new Set((sent === undefined ? [] : [sent].flat()).filter((value) => !isBlank(value)))]
  const [first] = values
  if (first === undefined)
    return refused(
      question.kind === "number"
        ? `숫자를 입력해 주세요. 모르면 '${question.wayOut.label}'를 눌러 주세요.`
        : "하나를 골라 주세요.",
    )
  if (values.includes(UNSURE))
    return values.length === 1
      ? { ok: true, value: UNSURE }
      : refused(`'${question.wayOut.label}'와 다른 답은 함께 고를 수 없어요. 하나를 빼 주세요.`)
  if (question.kind === "choices") {
    const chosen = question.options
      .filter((option) => values.includes(option.value))
      .map((option) => option.value)
    return chosen.length === values.length ? { ok: true, value: chosen } : refused("목록에서 골라 주세요.")
  }
  if (values.length > 1) return refused("답은 하나만 보낼 수 있어요. 다시 골라 주세요.")
  if (question.kind === "choice")
    return question.options.some((option) => option.value === first)
      ? { ok: true, value: first }
      : refused("목록에서 골라 주세요.")
  const digits = first.replace(/[,\s]/g, "").replace(/^0+(?=\d)/, "")
  if (!/^\d{1,9}$/.test(digits)) return refused("소수점 없는 숫자로 입력해 주세요.")
  const amount = Number(digits)
  if (amount < question.min || amount > question.max)
    return refused(`${question.min}~${question.max.toLocaleString("en-US")} 사이의 숫자를 입력해 주세요.`)
  return { ok: true, value: digits }
}

const refused = (problem: string): ReadAnswer => ({ ok: false, problem })

/** Of answers kept from before, those that still answer a question of this service. */
export function answersInForce(
  category: Category,
  serviceId: string,
  kept: Readonly<Record<string, unknown>>,
): Record<string, string | string[]> {
  const found: [string, string | string[]][] = []
  for (const question of questionsOf(category, serviceId)) {
    const value = Object.hasOwn(kept, question.id) ? kept[question.id] : undefined
    const sent =
      typeof value === "string" || (Array.isArray(value) && value.every((one) => typeof one === "string"))
        ? value
        : undefined
    const read = readAnswer(question, sent)
    if (read.ok) found.push([question.id, read.value])
  }
  return Object.fromEntries(found)
}

/** One answer in words: "실크 벽지", "24평", "변기, 수전", "잘 모르겠어요". Null where there is none. */
function answerText(question: Question, value: string | readonly string[] | undefined): string | null {
  if (value === undefined) return null
  if (value === UNSURE) return question.wayOut.label
  if (question.kind === "number") return `${Number(value).toLocaleString("en-US")}${question.unit}`
  const labels = question.options
    .filter((option) => [value].flat().includes(option.value))
    .map((option) => option.label)
  return labels.length > 0 ? labels.join(", ") : null
}

/** The answers as a request keeps them: as asked and as answered, in the order asked. */
export function toAnswers(category: Category, serviceId: string, answers: Answers): Answer[] {
  return questionsOf(category, serviceId).flatMap((question) => {
    const answer = answerText(question, answers[question.id])
    return answer === null ? [] : [{ question: question.text, label: question.label, answer }]
  })
}

/** A title of at most 60 characters: "24평 아파트 실크 도배 견적 부탁드려요". What is not known is left out. */
export function proposeTitle(category: Category, serviceId: string, answers: Answers): string {
  const service = findService(category, serviceId)
  if (!service) return "견적 부탁드려요"
  const asked = questionsOf(category, serviceId)
  const filled = service.title.replace(/\{([a-z-]+)(?:\|([^}]+))?\}/g, (_, id: string, otherwise = "") => {
    const question = asked.find((one) => one.id === id)
    return (question && inTitle(question, answers[id])) || otherwise
  })
  return filled.replace(/\s+/g, " ").trim()
}

/** A title names at most this many of several chosen things, then "등". */
const MOST_NAMED = 2

function inTitle(question: Question, value: string | readonly string[] | undefined): string {
  if (value === undefined || value === UNSURE) return ""
  if (question.kind === "number") return answerText(question, value) ?? ""
  const words = question.options
    .filter((option) => [value].flat().includes(option.value))
    .flatMap((option) => option.inTitle ?? [])
  return words.slice(0, MOST_NAMED).join("·") + (words.length > MOST_NAMED ? " 등" : "")
}
