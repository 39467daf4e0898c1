/**
 * The shape of what a request asks, and short ways to write it down. Everything here is data that JSON
 * can hold.
 */
import type { Category } from "../rules.ts"

/** One thing to tap. `inTitle` is how it reads in the proposed title; without it the title leaves it out. */
export type Option = { value: string; label: string; description?: string; inTitle?: string }

type Asked = {
  /** Unique in its set; also the name in an address and in a stored draft. */
  id: string
  /** As asked: "어떤 벽지를 생각하세요?" */
  text: string
  /** In the summary: "벽지" */
  label: string
  help?: string
  /** What to tap without an answer; stored as {@link UNSURE}. */
  wayOut: { label: string; description?: string }
}
export type ChoiceQuestion = Asked & { kind: "choice"; options: readonly Option[] }
export type ChoicesQuestion = Asked & { kind: "choices"; options: readonly Option[] }
export type NumberQuestion = Asked & {
  kind: "number"
  unit: string
  min: number
  max: number
  placeholder: string
}
export type Question = ChoiceQuestion | ChoicesQuestion | NumberQuestion

export type Service = {
  /** Unique in its set; stored as `orders.service`. */
  id: string
  label: string
  description: string
  /** Ids of its questions, in the order asked. */
  questions: readonly string[]
  /**
   * Proposed title; `{id|otherwise}` stands for the answer to a question as it reads in a title, or for
   * `otherwise`, or for nothing.
   */
  title: string
  /** No more offered to new requests; those that were sent keep its name. */
  isHidden?: boolean
}

/**
 * All that a category asks. A change of wording or order is a new version; a request keeps its questions as
 * they were asked.
 */
export type QuestionSet = {
  category: Category
  version: number
  /** The first question, which its services answer. */
  text: string
  help: string
  services: readonly Service[]
  questions: readonly Question[]
}

/** The value of every way out. */
export const UNSURE = "unsure"

const unsure = { label: "잘 모르겠어요", description: "전문가와 이야기하며 정할게요" }

export const option = (value: string, label: string, description?: string, inTitle?: string): Option => ({
  value,
  label,
  ...(description ? { description } : {}),
  ...(inTitle ? { inTitle } : {}),
})

type Extra = { help?: string; wayOut?: Asked["wayOut"] }

export const choice = (
  id: string,
  label: string,
  text: string,
  options: readonly Option[],
  extra: Extra = {},
): ChoiceQuestion => ({
  kind: "choice",
  id,
  label,
  text,
  options,
  wayOut: unsure,
  ...extra,
})

export const choices = (
  id: string,
  label: string,
  text: string,
  options: readonly Option[],
  extra: Extra = {},
): ChoicesQuestion => ({
  kind: "choices",
  id,
  label,
  text,
  options,
  wayOut: unsure,
  help: "여러 개 고를 수 있어요.",
  ...extra,
})

export const number = (
  id: string,
  label: string,
  text: string,
  limits: { unit: string; min: number; max: number; placeholder: string },
  extra: Extra = {},
): NumberQuestion => ({ kind: "number", id, label, text, ...limits, wayOut: unsure, ...extra })

// ── Asked in several categories

export const home = choice(
  "home",
  "공간",
  "어떤 공간인가요?",
  [
    option("apartment", "아파트", undefined, "아파트"),
    option("villa", "빌라·다세대", undefined, "빌라"),
    option("house", "단독주택", undefined, "주택"),
    option("officetel", "원룸·오피스텔", undefined, "오피스텔"),
    option("shop", "상가·사무실", undefined, "상가"),
  ],
  { wayOut: { label: "그 밖의 공간이에요", description: "마지막 설명에 적어 주세요" } },
)

export const size = number(
  "size",
  "크기",
  "몇 평인가요?",
  { unit: "평", min: 1, max: 500, placeholder: "24" },
  {
    help: "공급면적(분양 평수)으로 적어 주세요. 33㎡가 10평쯤이에요.",
  },
)

export const living = choice("living", "거주", "작업할 때 집이 비어 있나요?", [
  option("empty", "비어 있어요", "입주 전이거나 이사를 나간 뒤예요"),
  option("lived", "살고 있어요", "짐을 옮기거나 덮어야 해요"),
])
