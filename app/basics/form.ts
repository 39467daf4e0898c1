/**
 * Owns how every form and every query is read: from names and text to a checked value, or to a Korean
 * sentence per field.
 */
import { z } from "zod"
import { parseBusinessNumber } from "./business-number.ts"
import {
  emptyRoot,
  fieldName,
  graft,
  harvest,
  isSecret,
  maxItems,
  nameOf,
  pathOf,
  unreadable,
} from "./form-shape.ts"
import { isId } from "./ids.ts"
import { isCleanText, josa } from "./korean.ts"
import { isBlank } from "./initials.ts"
import { passwordHint } from "./password-hint.ts"
import { parsePhone } from "./phone.ts"
import { isRegionCode, isSigunguCode, wholeCountry } from "./regions.ts"
import { isDateString } from "./time.ts"
import { formatManwon, parseWonInput } from "./won.ts"

// ── Reading

/** A sentence for each field that is wrong, by the name the field has in the form (`"lines[0].name"`). */
export type FormErrors = Record<string, string>

/** What was typed, by field name, to fill the form again. No files, no passwords, no codes. */
export type FormValues = Record<string, string | string[]>

export type ParsedForm<Value> =
  | { ok: true; value: Value }
  | { ok: false; errors: FormErrors; values: FormValues }

/** The key in `errors` of what is wrong with the form as a whole. */
export const formError = "form"

const maxEntries = 2_000

const sentences = {
  uncleanText: "사용할 수 없는 글자가 들어 있어요. 지우고 다시 입력해 주세요.",
  fallback: "입력한 내용이 맞지 않아요. 다시 확인해 주세요.",
}

/**
 * Reads a form. Names make the shape: `tags[]` is a list, `lines[0].name` a list of objects (gaps in the
 * numbering close up, errors keep the name that was sent), a name sent twice a list too. Text is
 * NFC-normalised and trimmed (a password is not trimmed). Never throws for what was sent; `schema` must not
 * be asynchronous.
 */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): ParsedForm<z.output<Schema>> {
  const entries: [string, FormDataEntryValue][] = []
  for (const entry of form) {
    if (entries.length === maxEntries) return { ok: false, errors: { [formError]: unreadable }, values: {} }
    entries.push(entry)
  }
  const values = echo(entries)
  const root = emptyRoot()
  for (const [name, value] of entries) {
    const problem = graft(root, name, value)
    if (problem !== null) return { ok: false, errors: { [formError]: problem }, values }
  }

  const errors = emptyRecord<string>()
  for (const [name, value] of entries) {
    if (typeof value === "string" && !isCleanText(value)) errors[fieldName(name)] = sentences.uncleanText
  }
  const parsed = schema.safeParse(harvest(root), { error: () => sentences.fallback })
  if (parsed.success && Object.keys(errors).length === 0) return { ok: true, value: parsed.data }
  for (const issue of parsed.error?.issues ?? []) {
    errors[nameOf(root, issue.path) || formError] ??= issue.message
  }
  return { ok: false, errors, values }
}

/** What was typed into a form, to fill it again after a refusal that its schema did not make. */
export const valuesOf = (form: FormData): FormValues => echo([...form].slice(0, maxEntries))

/**
 * Reads the query of an address. A list page never fails for a bad address: give every field a
 * `.catch(default)`, which is also what a missing field gets. Names work as in `parseForm`; what cannot be
 * read is left out.
 */
export function readQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> {
  const entries = [...query].slice(0, maxEntries).filter(([, value]) => isCleanText(value))
  const root = emptyRoot()
  for (const [name, value] of entries) graft(root, name, value)
  const parsed = schema.safeParse(harvest(root))
  return parsed.success ? parsed.data : schema.parse({})
}

function echo(entries: readonly [string, FormDataEntryValue][]): FormValues {
  const values = emptyRecord<string | string[]>()
  for (const [name, value] of entries) {
    if (typeof value !== "string" || isSecret(name) || pathOf(name) === null) continue
    const field = fieldName(name)
    const typed = value.toWellFormed().replaceAll("\u0000", "")
    const before = values[field]
    values[field] = before === undefined ? (name === field ? typed : [typed]) : [before, typed].flat()
  }
  return values
}

// Without a prototype a field called "toString" is only a field.
function emptyRecord<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>
}

// ── Fields

const lengthOf = (value: string) => [...value].length
const topic = (label: string) => josa(label, "은/는")
const object = (label: string) => josa(label, "을/를")

/** One piece of text, with a sentence when it is missing, a list or a file. */
function single(label: string, ask = `${object(label)} 입력해 주세요.`) {
  return z.string({
    error: (issue) =>
      issue.input === undefined
        ? ask
        : Array.isArray(issue.input)
          ? `${topic(label)} 하나만 보낼 수 있어요. 다시 입력해 주세요.`
          : `${object(label)} 글자로 입력해 주세요.`,
  })
}

/** An unticked box is not sent at all, and Zod asks a transform nothing about a name that is missing. */
const present = (sent: unknown) => sent ?? ""

type Outcome<Value> = { value: Value } | { problem: string }

/** A field that is read by a function: either a value or the sentence that says what is wrong. */
function read<Value>(base: z.ZodType<string, unknown>, reader: (typed: string) => Outcome<Value>) {
  return base.transform((typed, context): Value => {
    const outcome = reader(typed)
    if ("value" in outcome) return outcome.value
    context.addIssue({ code: "custom", message: outcome.problem })
    return z.NEVER
  })
}

function lengthProblem(value: string, label: string, min: number, max: number): string | null {
  if (min > 0 && isBlank(value)) return `${object(label)} 입력해 주세요.`
  const length = lengthOf(value)
  if (length < min) return `${topic(label)} ${min}자 이상 입력해 주세요.`
  if (length > max)
    return `${topic(label)} ${max.toLocaleString("en-US")}자까지 쓸 수 있어요. 조금 줄여 주세요.`
  return null
}

type TextLimits = { label: string; min?: number; max: number }

/** A line of text of `min` (1) to `max` characters; breaks and runs of spaces become one space. */
export function text({ label, min = 1, max }: TextLimits) {
  return read<string>(single(label), (typed) => {
    const value = typed.replace(/\s+/g, " ").trim()
    const problem = lengthProblem(value, label, min, max)
    return problem === null ? { value } : { problem }
  })
}

/** A line of text that may be left out: null then. */
export function optionalText({ label, max }: { label: string; max: number }) {
  return optional(text({ label, min: 0, max }))
}

/** Text of several lines, `min` (1) to `max` characters; more than one empty line in a row becomes one. */
export function multiline({ label, min = 1, max }: TextLimits) {
  return read<string>(single(label), (typed) => {
    const value = typed
      .replace(/[^\S\n]+$/gm, "")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
    const problem = lengthProblem(value, label, min, max)
    return problem === null ? { value } : { problem }
  })
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
  return members.at(-1)?.[0]?.message ?? sentences.fallback
}

const emailShape = z.email()

/** An e-mail address in lower case. */
export function email({ label = "이메일" }: { label?: string } = {}) {
  return read<string>(single(label), (typed) => {
    if (typed === "") return { problem: `${object(label)} 입력해 주세요.` }
    const value = typed.toLowerCase()
    const fits = value.length <= 254 && value.indexOf("@") <= 64 && emailShape.safeParse(value).success
    return fits ? { value } : { problem: `${topic(label)} name@example.com처럼 써요. 다시 확인해 주세요.` }
  })
}

/** Longest password; the hash never sees more. */
const passwordMaxLength = 128

/**
 * A new password by KISA's rule: 8 characters of two kinds (letters, digits, others) or 10 of any, up to 128,
 * no character four times in a row. Pair it with `refusePersonalPassword`.
 */
export function password({ label = "비밀번호" }: { label?: string } = {}) {
  return read<string>(single(label), (value) => {
    const length = lengthOf(value)
    const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(value)).length
    if (value === "") return { problem: `${object(label)} 입력해 주세요.` }
    if (length > passwordMaxLength)
      return { problem: `${topic(label)} ${passwordMaxLength}자까지 쓸 수 있어요. 조금 줄여 주세요.` }
    if (length < 8 || (length < 10 && kinds < 2))
      return { problem: `${josa(label, "이/가")} 너무 짧거나 단순해요. ${passwordHint}으로 만들어 주세요.` }
    if (/(.)\1{3}/u.test(value)) return { problem: "같은 글자가 네 번 이어져요. 다른 글자를 섞어 주세요." }
    return { value }
  })
}

/** A password that exists already, at sign-in: only asked for, not judged. */
export function existingPassword({ label = "비밀번호" }: { label?: string } = {}) {
  return read<string>(single(label), (value) => {
    if (value === "") return { problem: `${object(label)} 입력해 주세요.` }
    return lengthOf(value) <= passwordMaxLength
      ? { value }
      : { problem: `${object(label)} 다시 확인해 주세요.` }
  })
}

/** The password of now, before something of the account is changed; empty for who has none. */
export const ownPassword = () => z.string().max(500).catch("").default("")

/**
 * The sentence for a password that holds its owner's e-mail name or phone number, or null. `phone` in any
 * form.
 */
export function personalPasswordProblem(
  value: string,
  owner: { email?: string | null; phone?: string | null },
): string | null {
  const local = owner.email?.split("@")[0]?.toLowerCase() ?? ""
  if (local.length >= 4 && value.toLowerCase().includes(local))
    return "비밀번호에 이메일 아이디가 들어 있어요. 다른 비밀번호를 써 주세요."
  const digits = owner.phone?.replace(/\D/g, "").slice(-8) ?? ""
  if (digits.length === 8 && value.replace(/\D/g, "").includes(digits))
    return "비밀번호에 휴대폰 번호가 들어 있어요. 다른 비밀번호를 써 주세요."
  return null
}

/**
 * For `.superRefine(...)` of a form's object: refuses a password that holds the e-mail's local part or the
 * phone number given in the same form. Takes the names of the fields; the sentence goes to the password's
 * field.
 */
export function refusePersonalPassword(names: { password?: string; email?: string; phone?: string } = {}) {
  const {
    password: passwordName = "password",
    email: emailName = "email",
    phone: phoneName = "phone",
  } = names
  return (form: Record<string, unknown>, context: z.RefinementCtx): void => {
    const word = (name: string) => (typeof form[name] === "string" ? form[name] : null)
    const problem = personalPasswordProblem(word(passwordName) ?? "", {
      email: word(emailName),
      phone: word(phoneName),
    })
    if (problem !== null) context.addIssue({ code: "custom", path: [passwordName], message: problem })
  }
}

/** A Korean mobile number, as `+821012345678`. */
export function phone({ label = "휴대폰 번호" }: { label?: string } = {}) {
  return read<string>(single(label), (typed) => {
    if (typed === "") return { problem: `${object(label)} 입력해 주세요.` }
    const value = parsePhone(typed)
    return value === null
      ? { problem: `${topic(label)} 010-1234-5678처럼 써요. 다시 확인해 주세요.` }
      : { value }
  })
}

type NumberLimits = { label: string; min?: number; max?: number }

/**
 * An amount in won, `"1,800,000"` or `"180만원"`, from `min` (0) to `max` (10억, so that it fits a 4-byte
 * integer).
 */
export function wonAmount({ label, min = 0, max = 1_000_000_000 }: NumberLimits) {
  return read<number>(single(label), (typed) => {
    if (typed === "") return { problem: `${object(label)} 입력해 주세요.` }
    const value = parseWonInput(typed)
    if (value === null) return { problem: `${topic(label)} 1,800,000처럼 숫자로 써요. 다시 확인해 주세요.` }
    if (value < min)
      return { problem: `${topic(label)} ${formatManwon(min)} 이상이어야 해요. 금액을 올려 주세요.` }
    if (value > max)
      return { problem: `${topic(label)} ${formatManwon(max)}까지 쓸 수 있어요. 금액을 낮춰 주세요.` }
    return { value }
  })
}

/** A whole number from `min` (0) to `max` (2,147,483,647, a 4-byte integer). */
export function integer({ label, min = 0, max = 2_147_483_647 }: NumberLimits) {
  return read<number>(single(label), (typed) => {
    if (typed === "") return { problem: `${object(label)} 입력해 주세요.` }
    const digits = typed.replaceAll(",", "")
    if (!/^-?\d{1,15}$/.test(digits)) return { problem: `${topic(label)} 소수점 없는 숫자로 입력해 주세요.` }
    const value = Number(digits) || 0
    if (value < min)
      return {
        problem: `${topic(label)} ${min.toLocaleString("en-US")} 이상이어야 해요. 숫자를 올려 주세요.`,
      }
    if (value > max)
      return {
        problem: `${topic(label)} ${max.toLocaleString("en-US")}까지 쓸 수 있어요. 숫자를 낮춰 주세요.`,
      }
    return { value }
  })
}

/** One of `list`. */
export function choice<const List extends readonly string[]>(list: List, label: string) {
  return read<List[number]>(single(label, `${object(label)} 골라 주세요.`), (typed) =>
    list.includes(typed) ? { value: typed } : { problem: `${object(label)} 목록에서 골라 주세요.` },
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
    present,
    z.unknown().transform((typed, context): List[number][] => {
      const sent = new Set<unknown>(typed === "" ? [] : [typed].flat())
      const chosen: List[number][] = list.filter((option) => sent.has(option))
      const problem =
        chosen.length !== sent.size
          ? `${object(label)} 목록에서 골라 주세요.`
          : chosen.length < min
            ? min === 1
              ? `${object(label)} 골라 주세요.`
              : `${object(label)} ${min}개 이상 골라 주세요.`
            : chosen.length > max
              ? `${topic(label)} ${max}개까지 고를 수 있어요. 몇 개를 빼 주세요.`
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
export function listOf<Item extends z.ZodType>(item: Item, { label, min = 0, max = maxItems }: NumberLimits) {
  const least =
    min === 1 ? `${object(label)} 하나 이상 넣어 주세요.` : `${object(label)} ${min}개 이상 넣어 주세요.`
  const items = z
    .array(item, { error: `${object(label)} 다시 입력해 주세요.` })
    .min(min, { error: least })
    .max(max, { error: `${topic(label)} ${max}개까지 넣을 수 있어요. 몇 개를 빼 주세요.` })
  return z.preprocess((sent) => sent ?? [], items)
}

/** A tick box: true when ticked, false when not sent. */
export function checkbox({ label = "선택 항목" }: { label?: string } = {}) {
  return z.preprocess(
    present,
    z.unknown().transform((typed, context): boolean => {
      if (typed === "" || typed === "false" || typed === "off" || typed === "0") return false
      if (typed === "on" || typed === "true" || typed === "1") return true
      context.addIssue({ code: "custom", message: `${object(label)} 다시 선택해 주세요.` })
      return z.NEVER
    }),
  )
}

/** A consent without which nothing goes on; `label` as in the text: `"이용약관"` → "이용약관에 동의해 주세요." */
export function requiredConsent(label: string) {
  return z.preprocess(
    present,
    z.unknown().transform((typed, context): true => {
      if (typed === "on" || typed === "true" || typed === "1") return true
      context.addIssue({ code: "custom", message: `${label}에 동의해 주세요.` })
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
  const ask = `${object(label)} 골라 주세요.`
  return read<string>(single(label, ask), (typed) => {
    const fits =
      widest === "sigungu"
        ? isSigunguCode(typed)
        : isRegionCode(typed) && (widest === "all" || typed !== wholeCountry)
    if (fits) return { value: typed }
    return {
      problem:
        typed === ""
          ? ask
          : isRegionCode(typed)
            ? `${topic(label)} ${widest === "sido" ? "시·도" : "시·군·구"}까지 골라 주세요.`
            : `${object(label)} 목록에서 다시 골라 주세요.`,
    }
  })
}

type Day = string | (() => string)

function inWords(date: string): string {
  const [year, month, day] = date.split("-").map(Number)
  return `${year}년 ${month}월 ${day}일`
}

/**
 * A calendar day `YYYY-MM-DD` that exists, from `min` to `max`; a function is asked anew each time, for
 * limits such as today.
 */
export function dateString({ label = "날짜", min, max }: { label?: string; min?: Day; max?: Day } = {}) {
  const day = (limit: Day | undefined) => (typeof limit === "function" ? limit() : limit)
  return read<string>(single(label, `${object(label)} 골라 주세요.`), (typed) => {
    if (typed === "") return { problem: `${object(label)} 골라 주세요.` }
    if (!isDateString(typed))
      return { problem: `${topic(label)} 달력에 있는 날이어야 해요. 2026-11-21처럼 입력해 주세요.` }
    const earliest = day(min)
    const latest = day(max)
    if (earliest !== undefined && typed < earliest)
      return { problem: `${topic(label)} ${inWords(earliest)}부터 고를 수 있어요. 다른 날을 골라 주세요.` }
    if (latest !== undefined && typed > latest)
      return { problem: `${topic(label)} ${inWords(latest)}까지 고를 수 있어요. 다른 날을 골라 주세요.` }
    return { value: typed }
  })
}

/** A business registration number with a right check digit, as ten digits. */
export function businessNumber({ label = "사업자등록번호" }: { label?: string } = {}) {
  return read<string>(single(label), (typed) => {
    if (typed === "") return { problem: `${object(label)} 입력해 주세요.` }
    const value = parseBusinessNumber(typed)
    return value === null
      ? { problem: `${object(label)} 확인해 주세요. 숫자 10자리가 맞지 않아요.` }
      : { value }
  })
}

/** The id of something stored, from a hidden field or a list. */
export function idField({ label = "항목" }: { label?: string } = {}) {
  const ask = `${object(label)} 골라 주세요.`
  return read<string>(single(label, ask), (typed) =>
    isId(typed)
      ? { value: typed }
      : { problem: typed === "" ? ask : `${object(label)} 찾지 못했어요. 새로고침한 뒤 다시 시도해 주세요.` },
  )
}

/**
 * The place in a list after which the next part begins, as the query has it; what cannot be read is the
 * beginning.
 */
export const listPlace = optional(text({ label: "위치", max: 400 })).catch(null)
