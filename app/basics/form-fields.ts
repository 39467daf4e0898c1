/**
 * The fields that every form is built from. Each reads what was typed to a checked value, or to the Korean
 * sentence that says what is wrong.
 */
import { formatNumber } from "./numbers.ts"
import { withJosa } from "./korean.ts"
import { z } from "zod"
import { isBlank } from "./initials.ts"
import { parseWonInput, formatManwon } from "./won.ts"
import { MAX_LIST_ITEMS } from "./form-tree.ts"
import { isSigunguCode, isRegionCode, WHOLE_COUNTRY } from "./regions.ts"
import { isDateString } from "./time.ts"
import { parseBusinessNumber } from "./business-number.ts"
import { isId } from "./ids.ts"

/** What is said of a field whose schema has no sentence of its own. */
export const UNREADABLE_FIELD_TEXT = "입력한 내용이 맞지 않아요. 다시 확인해 주세요."

export const countCharacters = (value: string) => [...value].length

export const withTopicParticle = (label: string) => withJosa(label, "은/는")

export const withObjectParticle = (label: string) => withJosa(label, "을/를")

/** One piece of text, with a sentence when it is missing, a list or a file. */
export function requiredString(
  label: string,
  missingMessage = `${withObjectParticle(label)} 입력해 주세요.`,
) {
  return z.string({
    error: (issue) =>
      issue.input === undefined
        ? missingMessage
        : Array.isArray(issue.input)
          ? `${withTopicParticle(label)} 하나만 보낼 수 있어요. 다시 입력해 주세요.`
          : `${withObjectParticle(label)} 글자로 입력해 주세요.`,
  })
}

/** An unticked box is not sent at all, and Zod asks a transform nothing about a name that is missing. */
const emptyIfMissing = (sentValue: unknown) => sentValue ?? ""

type FieldResult<Value> = { value: Value } | { problem: string }

/** What programs may send as a field, in JSON Schema: a number, for example, that people type as text. */
type FieldDescription = Record<string, unknown>

/**
 * A field that is read by a function: either a value or the sentence that says what is wrong. `description`
 * is what the documentation for programs says of it.
 */
export function parsedField<Value>(
  base: z.ZodType<string, unknown>,
  parseTyped: (typed: string) => FieldResult<Value>,
  description: FieldDescription = { type: "string" },
) {
  return base
    .transform((typed, context): Value => {
      const outcome = parseTyped(typed)
      if ("value" in outcome) return outcome.value
      context.addIssue({ code: "custom", message: outcome.problem })
      return z.NEVER
    })
    .meta(description)
}

function getLengthProblem(value: string, label: string, min: number, max: number): string | null {
  if (min > 0 && isBlank(value)) return `${withObjectParticle(label)} 입력해 주세요.`
  const length = countCharacters(value)
  if (length < min) return `${withTopicParticle(label)} ${min}자 이상 입력해 주세요.`
  if (length > max)
    return `${withTopicParticle(label)} ${formatNumber(max)}자까지 쓸 수 있어요. 조금 줄여 주세요.`
  return null
}

type TextLimits = { label: string; min?: number; max: number }

const describeText = (title: string, minLength: number, maxLength: number) => ({
  type: "string",
  title,
  minLength,
  maxLength,
})

/** A line of text of `min` (1) to `max` characters; breaks and runs of spaces become one space. */
export function text({ label, min = 1, max }: TextLimits) {
  return parsedField<string>(
    requiredString(label),
    (typed) => {
      const value = typed.replace(/\s+/g, " ").trim()
      const problem = getLengthProblem(value, label, min, max)
      return problem === null ? { value } : { problem }
    },
    describeText(label, min, max),
  )
}

/** A line of text that may be left out: null then. */
export function optionalText({ label, max }: { label: string; max: number }) {
  return optional(text({ label, min: 0, max }))
}

/** Text of several lines, `min` (1) to `max` characters; more than one empty line in a row becomes one. */
export function multiline({ label, min = 1, max }: TextLimits) {
  return parsedField<string>(
    requiredString(label),
    (typed) => {
      const value = typed
        .replace(/[^\S\n]+$/gm, "")
        .replace(/\n{3,}/g, "\n\n")
        .trim()
      const problem = getLengthProblem(value, label, min, max)
      return problem === null ? { value } : { problem }
    },
    describeText(label, min, max),
  )
}

/** Makes any field one that may be left out: nothing typed or nothing sent gives null. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (typed) => (typed === undefined || (typeof typed === "string" && isBlank(typed)) ? null : typed),
    z.union([z.null(), schema], { error: (issue) => firstMessage(issue) }),
  )
}

// A union reports the messages of its members inside itself; the field's own one is the sentence to show.
function firstMessage(issue: z.core.$ZodRawIssue): string {
  const members = issue.code === "invalid_union" ? issue.errors : []
  return members.at(-1)?.[0]?.message ?? UNREADABLE_FIELD_TEXT
}

type NumberLimits = { label: string; min?: number; max?: number }

const describeNumber = (title: string, minimum: number, maximum: number) => ({
  type: "integer",
  title,
  minimum,
  maximum,
})

/**
 * An amount in won, `"1,800,000"` or `"180만원"`, from `min` (0) to `max` (10억, so that it fits a 4-byte
 * integer).
 */
export function wonAmount({ label, min = 0, max = 1_000_000_000 }: NumberLimits) {
  return parsedField<number>(
    requiredString(label),
    (typed) => {
      if (typed === "") return { problem: `${withObjectParticle(label)} 입력해 주세요.` }
      const value = parseWonInput(typed)
      if (value === null)
        return { problem: `${withTopicParticle(label)} 1,800,000처럼 숫자로 써요. 다시 확인해 주세요.` }
      if (value < min)
        return {
          problem: `${withTopicParticle(label)} ${formatManwon(min)} 이상이어야 해요. 금액을 올려 주세요.`,
        }
      if (value > max)
        return {
          problem: `${withTopicParticle(label)} ${formatManwon(max)}까지 쓸 수 있어요. 금액을 낮춰 주세요.`,
        }
      return { value }
    },
    describeNumber(label, min, max),
  )
}

/** A whole number from `min` (0) to `max` (2,147,483,647, a 4-byte integer). */
export function integer({ label, min = 0, max = 2_147_483_647 }: NumberLimits) {
  return parsedField<number>(
    requiredString(label),
    (typed) => {
      if (typed === "") return { problem: `${withObjectParticle(label)} 입력해 주세요.` }
      const digits = typed.replaceAll(",", "")
      if (!/^-?\d{1,15}$/.test(digits))
        return { problem: `${withTopicParticle(label)} 소수점 없는 숫자로 입력해 주세요.` }
      const value = Number(digits) || 0
      if (value < min)
        return {
          problem: `${withTopicParticle(label)} ${formatNumber(min)} 이상이어야 해요. 숫자를 올려 주세요.`,
        }
      if (value > max)
        return {
          problem: `${withTopicParticle(label)} ${formatNumber(max)}까지 쓸 수 있어요. 숫자를 낮춰 주세요.`,
        }
      return { value }
    },
    describeNumber(label, min, max),
  )
}

/** One of `list`. */
export function choice<const List extends readonly string[]>(list: List, label: string) {
  return parsedField<List[number]>(
    requiredString(label, `${withObjectParticle(label)} 골라 주세요.`),
    (typed) =>
      list.includes(typed)
        ? { value: typed }
        : { problem: `${withObjectParticle(label)} 목록에서 골라 주세요.` },
    { type: "string", title: label, enum: list },
  )
}

/**
 * Several of `list`, each once, in the order of `list`; `min` (0) to `max` (all of them). Takes `name[]` and
 * a name sent once or more.
 */
export function choices<const List extends readonly string[]>(
  list: List,
  { label = "항목", min = 0, max = list.length }: { label?: string; min?: number; max?: number } = {},
) {
  return z.preprocess(
    emptyIfMissing,
    z.unknown().transform((typed, context): List[number][] => {
      const sentValue = new Set<unknown>(typed === "" ? [] : [typed].flat())
      const chosen: List[number][] = list.filter((option) => sentValue.has(option))
      const problem =
        chosen.length !== sentValue.size
          ? `${withObjectParticle(label)} 목록에서 골라 주세요.`
          : chosen.length < min
            ? min === 1
              ? `${withObjectParticle(label)} 골라 주세요.`
              : `${withObjectParticle(label)} ${min}개 이상 골라 주세요.`
            : chosen.length > max
              ? `${withTopicParticle(label)} ${max}개까지 고를 수 있어요. 몇 개를 빼 주세요.`
              : null
      if (problem === null) return chosen
      context.addIssue({ code: "custom", message: problem })
      return z.NEVER
    }),
  )
}

/**
 * A list of `item`, `min` (0) to `max` (200) of them, from names such as `lines[0].name`; nothing sent is an
 * empty list.
 */
export function listOf<Item extends z.ZodType>(
  item: Item,
  { label, min = 0, max = MAX_LIST_ITEMS }: NumberLimits,
) {
  const tooFewMessage =
    min === 1
      ? `${withObjectParticle(label)} 하나 이상 넣어 주세요.`
      : `${withObjectParticle(label)} ${min}개 이상 넣어 주세요.`
  const items = z
    .array(item, { error: `${withObjectParticle(label)} 다시 입력해 주세요.` })
    .min(min, { error: tooFewMessage })
    .max(max, { error: `${withTopicParticle(label)} ${max}개까지 넣을 수 있어요. 몇 개를 빼 주세요.` })
  return z.preprocess((sentValue) => sentValue ?? [], items)
}

/** A tick box: true when ticked, false when not sent. */
export function checkbox({ label = "선택 항목" }: { label?: string } = {}) {
  return z.preprocess(
    emptyIfMissing,
    z
      .unknown()
      .transform((typed, context): boolean => {
        if (typed === "" || typed === "false" || typed === "off" || typed === "0") return false
        if (typed === "on" || typed === "true" || typed === "1") return true
        context.addIssue({ code: "custom", message: `${withObjectParticle(label)} 다시 선택해 주세요.` })
        return z.NEVER
      })
      .meta({ type: "boolean" }),
  )
}

/** A consent without which nothing goes on; `label` as in the text: `"이용약관"` → "이용약관에 동의해 주세요." */
export const requiredConsent = (label: string) => requiredCheck(`${label}에 동의해 주세요.`)

/** A box that has to be ticked; `sentence` asks for it. */
export function requiredCheck(sentence: string) {
  return z.preprocess(
    emptyIfMissing,
    z.unknown().transform((typed, context): true => {
      if (typed === "on" || typed === "true" || typed === "1") return true
      context.addIssue({ code: "custom", message: sentence })
      return z.NEVER
    }),
  )
}

/**
 * A region code. `widest` says how wide it may be: a 시·군·구 (so by default), a 시·도 as well, or the whole
 * country as well.
 */
export function regionCode({
  label = "지역",
  widest = "sigungu",
}: { label?: string; widest?: "sigungu" | "sido" | "all" } = {}) {
  const missingMessage = `${withObjectParticle(label)} 골라 주세요.`
  return parsedField<string>(requiredString(label, missingMessage), (typed) => {
    const isValid =
      widest === "sigungu"
        ? isSigunguCode(typed)
        : isRegionCode(typed) && (widest === "all" || typed !== WHOLE_COUNTRY)
    if (isValid) return { value: typed }
    return {
      problem:
        typed === ""
          ? missingMessage
          : isRegionCode(typed)
            ? `${withTopicParticle(label)} ${widest === "sido" ? "시·도" : "시·군·구"}까지 골라 주세요.`
            : `${withObjectParticle(label)} 목록에서 다시 골라 주세요.`,
    }
  })
}

type DayLimit = string | (() => string)

function formatDay(date: string): string {
  const [year, month, day] = date.split("-").map(Number)
  return `${year}년 ${month}월 ${day}일`
}

/**
 * A calendar day `YYYY-MM-DD` that exists, from `min` to `max`; a function is asked anew each time, for
 * limits such as today.
 */
export function dateString({
  label = "날짜",
  min,
  max,
}: { label?: string; min?: DayLimit; max?: DayLimit } = {}) {
  const day = (limit: DayLimit | undefined) => (typeof limit === "function" ? limit() : limit)
  return parsedField<string>(requiredString(label, `${withObjectParticle(label)} 골라 주세요.`), (typed) => {
    if (typed === "") return { problem: `${withObjectParticle(label)} 골라 주세요.` }
    if (!isDateString(typed))
      return {
        problem: `${withTopicParticle(label)} 달력에 있는 날이어야 해요. 2026-11-21처럼 입력해 주세요.`,
      }
    const earliest = day(min)
    const latest = day(max)
    if (earliest !== undefined && typed < earliest)
      return {
        problem: `${withTopicParticle(label)} ${formatDay(earliest)}부터 고를 수 있어요. 다른 날을 골라 주세요.`,
      }
    if (latest !== undefined && typed > latest)
      return {
        problem: `${withTopicParticle(label)} ${formatDay(latest)}까지 고를 수 있어요. 다른 날을 골라 주세요.`,
      }
    return { value: typed }
  })
}

/** A business registration number with a right check digit, as ten digits. */
export function businessNumber({ label = "사업자등록번호" }: { label?: string } = {}) {
  return parsedField<string>(requiredString(label), (typed) => {
    if (typed === "") return { problem: `${withObjectParticle(label)} 입력해 주세요.` }
    const value = parseBusinessNumber(typed)
    return value === null
      ? { problem: `${withObjectParticle(label)} 확인해 주세요. 숫자 10자리가 맞지 않아요.` }
      : { value }
  })
}

/** The id of something stored, from a hidden field or a list. */
export function idField({ label = "항목" }: { label?: string } = {}) {
  const missingMessage = `${withObjectParticle(label)} 골라 주세요.`
  return parsedField<string>(
    requiredString(label, missingMessage),
    (typed) =>
      isId(typed)
        ? { value: typed }
        : {
            problem:
              typed === ""
                ? missingMessage
                : `${withObjectParticle(label)} 찾지 못했어요. 새로고침한 뒤 다시 시도해 주세요.`,
          },
    { type: "string", title: label, format: "uuid" },
  )
}

/**
 * The place in a list after which the next part begins, as the query has it; what cannot be read is the
 * beginning.
 */
export const listCursor = optional(text({ label: "위치", max: 400 })).catch(null)

/** A part of a place on the earth, in degrees, as a browser gives it. */
const degrees = (max: number, problem: string) =>
  parsedField<number>(requiredString("위치"), (typed) => {
    const value = /^-?\d{1,3}(?:\.\d{1,20})?$/.test(typed) ? Number(typed) : Number.NaN
    return Math.abs(value) <= max ? { value } : { problem }
  })

/** The fields of a place as a browser gives it; `problem` is said of one that is no place on the earth. */
export const positionFields = (problem: string) => ({
  latitude: degrees(90, problem),
  longitude: degrees(180, problem),
  accuracyM: integer({ label: "위치 정확도", max: 1_000_000 }),
})

/** For `.superRefine(…, alwaysRun)`: the form as a whole is checked also where one of its fields is wrong. */
export const alwaysRun = { when: () => true }
