/**
 * Changing what the product is set to: questions of the request flow, wages, company, keywords. Each
 * saving is a version and a line of the audit log.
 */
import { newId } from "#app/basics/ids.ts"
import { keywords, type Keywords } from "#app/basics/keywords.ts"
import type { SettingName, Settings } from "#app/basics/settings.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { readSetting, readSettings, saveSetting } from "#app/platform/settings.server.ts"
import { brand, type Company } from "#app/basics/brand.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { minimumWages, type MinimumWage } from "../../jobs/service/minimum-wages.server.ts"
import { getOfficeLimits, type OfficeLimits } from "../../money/office-rules.ts"
import { getQuestionSet, type Question, type QuestionSet } from "../../orders/questions.ts"
import { CATEGORY_LABELS, type Category } from "../../orders/rules.ts"
import { QUESTION_LIMITS, type QuestionInput } from "../settings-forms.ts"
import { findOfferProblem, formatLabels, moveOne } from "../offer-rules.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"
export type Saved = Outcome<"not_found" | "changed">

export type AuditDetails = { title: string; before: Record<string, unknown>; after: Record<string, unknown> }

export async function saveWithAudit<Name extends SettingName>(
  actor: Actor,
  name: Name,
  version: number,
  value: Settings[Name],
  auditDetails: AuditDetails,
): Promise<Saved> {
  if (!hasRight(actor, "settings")) return refuse("not_found")
  return inTransaction(async (tx) => {
    const saved = await saveSetting(tx, actor, name, version, value)
    if (!saved.ok) return saved
    await audit(tx, actor, {
      action: `setting.${name.split(".")[0]}`,
      subject: { kind: "setting", id: name, title: auditDetails.title },
      before: auditDetails.before,
      after: auditDetails.after,
    })
    return ok()
  })
}

/** The fields in which two flat values differ. */
export function diffFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Pick<AuditDetails, "before" | "after"> {
  const changed = Object.keys(after).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const pick = (value: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((field) => [field, value[field] ?? null]))
  return { before: pick(before), after: pick(after) }
}

// ── Company, keywords, wages

/**
 * The company's data, the keywords and the wages in force, each with its version; null for anybody but an
 * admin.
 */
export async function findSettings(actor: Actor) {
  if (!hasRight(actor, "settings")) return null
  const found = await readSettings("company", "keywords", "wages", "officeLimits")
  const { company, keywords: words, wages, officeLimits: limits } = found
  return {
    company: { version: company.version, value: { ...brand.company, ...company.value } },
    keywords: { version: words.version, value: words.value ?? keywords() },
    limits: { version: limits.version, value: limits.value ?? getOfficeLimits() },
    wages: { version: wages.version, value: wages.value ?? minimumWages() },
  }
}

/** Saves from how many won on two administrators decide. Refusals: `not_found`, `changed`. */
export async function saveOfficeLimits(actor: Actor, version: number, limits: OfficeLimits): Promise<Saved> {
  const details = diffFields(getOfficeLimits(), limits)
  return saveWithAudit(actor, "officeLimits", version, limits, {
    title: "두 사람이 확인하는 금액",
    ...details,
  })
}

/**
 * Saves the company's data of the footer. Refusals: `not_found` (no admin), `changed` (somebody saved
 * meanwhile).
 */
export async function saveCompany(actor: Actor, version: number, company: Company): Promise<Saved> {
  return saveWithAudit(actor, "company", version, company, {
    title: "회사 정보",
    ...diffFields(brand.company, company),
  })
}

/** Saves the recommended keywords. Refusals as {@link saveCompany}. */
export async function saveKeywords(actor: Actor, version: number, words: Keywords): Promise<Saved> {
  return saveWithAudit(actor, "keywords", version, words, {
    title: "추천 검색어",
    ...diffFields(keywords(), words),
  })
}

/** Saves the minimum wages by year, each from its 1 January on. Refusals as {@link saveCompany}. */
export async function saveWages(
  actor: Actor,
  version: number,
  rows: readonly { year: number; hourWon: number }[],
): Promise<Saved> {
  const table: MinimumWage[] = [...rows]
    .sort((a, b) => a.year - b.year)
    .map(({ year, hourWon }) => ({ from: `${year}-01-01`, year, hourWon }))
  const byYear = (wages: readonly MinimumWage[]) =>
    Object.fromEntries(wages.map((row) => [String(row.year), row.hourWon]))
  return saveWithAudit(actor, "wages", version, table, {
    title: "최저임금",
    ...diffFields(byYear(minimumWages()), byYear(table)),
  })
}

// ── Questions

/** What a category asks, with its version; null for anybody but an admin. */
export async function findQuestions(
  actor: Actor,
  category: Category,
): Promise<{ set: QuestionSet; version: number } | null> {
  if (!hasRight(actor, "settings")) return null
  const { value, version } = await readSetting(`questions.${category}`)
  return { set: value ?? getQuestionSet(category), version }
}

/** Answers keep their value as long as they keep their label: drafts that chose one are still answered. */
function toOptions(input: QuestionInput, before: Question | undefined) {
  const previousOptions = before && before.kind !== "number" ? before.options : []
  return input.options.map(({ label, description }) => {
    const sameLabelOption = previousOptions.find((option) => option.label === label)
    return {
      ...(sameLabelOption ?? { value: `a-${newId().slice(-8)}` }),
      label,
      ...(description ? { description } : {}),
    }
  })
}

function toQuestion(input: QuestionInput, id: string, before: Question | undefined): Question {
  const asked = {
    id,
    text: input.text,
    label: input.label,
    ...(input.help ? { help: input.help } : {}),
    wayOut: { ...before?.wayOut, label: input.wayOut },
  }
  if (input.kind === "number")
    return {
      ...asked,
      kind: "number",
      unit: input.unit ?? "",
      min: input.min ?? 0,
      max: input.max ?? 1,
      placeholder: before?.kind === "number" ? before.placeholder : String(input.min ?? 1),
    }
  const options = toOptions(input, before).map(({ description, ...option }) => ({
    ...option,
    ...(description ? { description } : {}),
  }))
  return { ...asked, kind: input.kind, options }
}

/**
 * Adds a question (`id` null) or changes one; the services that are named ask it, new ones as their last.
 * Requests that were sent keep their questions as they were asked. Refusals: `not_found` (no admin, no such
 * question or service), `changed` (somebody saved meanwhile), `too_many` (a service would ask more than
 * twelve).
 */
export async function saveQuestion(
  actor: Actor,
  category: Category,
  id: string | null,
  input: QuestionInput,
): Promise<Saved | Refusal<"too_many">> {
  const found = await findQuestions(actor, category)
  if (!found) return refuse("not_found")
  if (found.version !== input.version) return refuse("changed")
  const { set } = found
  const before = id === null ? undefined : set.questions.find((question) => question.id === id)
  if (id !== null && !before) return refuse("not_found")
  if (input.services.some((service) => !set.services.some((each) => each.id === service)))
    return refuse("not_found")
  const question = toQuestion(input, id ?? `q-${newId().slice(-10)}`, before)
  const services = set.services.map((service) => {
    const shouldAsk = input.services.includes(service.id)
    const asked = service.questions.includes(question.id)
    if (shouldAsk === asked) return service
    return {
      ...service,
      questions: shouldAsk
        ? [...service.questions, question.id]
        : service.questions.filter((each) => each !== question.id),
    }
  })
  if (services.some((service) => service.questions.length > QUESTION_LIMITS.perService))
    return refuse("too_many")
  const questions = before
    ? set.questions.map((each) => (each.id === question.id ? question : each))
    : [...set.questions, question]
  const auditDetails = {
    title: `${CATEGORY_LABELS[category]} 질문`,
    before: before
      ? {
          title: before.text,
          questions:
            before.kind === "number" ? before.unit : before.options.map((option) => option.label).join(", "),
        }
      : {},
    after: {
      title: question.text,
      questions:
        question.kind === "number"
          ? question.unit
          : question.options.map((option) => option.label).join(", "),
    },
  }
  return saveWithAudit(
    actor,
    `questions.${category}`,
    input.version,
    { ...set, version: set.version + 1, questions, services },
    auditDetails,
  )
}

/** Moves a question within a service, or takes it out of it. Refusals: `not_found`, `changed`. */
export async function moveQuestion(
  actor: Actor,
  category: Category,
  input: { version: number; intent: "up" | "down" | "remove"; service: string; question: string },
): Promise<Saved> {
  const found = await findQuestions(actor, category)
  const service = found?.set.services.find((each) => each.id === input.service)
  if (!found || !service?.questions.includes(input.question)) return refuse("not_found")
  if (found.version !== input.version) return refuse("changed")
  const questions =
    input.intent === "remove"
      ? service.questions.filter((each) => each !== input.question)
      : moveOne(service.questions, input.question, input.intent)
  const services = found.set.services.map((each) =>
    each.id === service.id ? { ...service, questions } : each,
  )
  const formatQuestionLabels = (ids: readonly string[]) =>
    ids.map((id) => found.set.questions.find((each) => each.id === id)?.label ?? id).join(", ")
  const auditDetails = {
    title: `${CATEGORY_LABELS[category]} · ${service.label}`,
    before: { questions: formatQuestionLabels(service.questions) },
    after: { questions: formatQuestionLabels(questions) },
  }
  return saveWithAudit(
    actor,
    `questions.${category}`,
    input.version,
    { ...found.set, version: found.set.version + 1, services },
    auditDetails,
  )
}

/**
 * Changes how a service is called and described, and whether new requests are offered it; its id stays, so
 * that what was sent keeps its service. Refusals: `not_found`, `changed`, `taken` (another one is called so),
 * `last` (nothing would be offered any more).
 */
export async function saveService(
  actor: Actor,
  category: Category,
  input: { version: number; service: string; label: string; description: string; isHidden: boolean },
): Promise<Saved | Refusal<"taken" | "last">> {
  const found = await findQuestions(actor, category)
  const before = found?.set.services.find(({ id }) => id === input.service)
  if (!found || !before) return refuse("not_found")
  if (found.version !== input.version) return refuse("changed")
  const { label, description, isHidden } = input
  const problem = findOfferProblem(before.id, { label, isHidden }, found.set.services)
  if (problem) return refuse(problem)
  const after = { ...before, label, description, isHidden }
  return saveWithAudit(
    actor,
    `questions.${category}`,
    input.version,
    {
      ...found.set,
      version: found.set.version + 1,
      services: found.set.services.map((each) => (each.id === before.id ? after : each)),
    },
    {
      title: `${CATEGORY_LABELS[category]} · ${label}`,
      ...diffFields(toServiceWords(before), toServiceWords(after)),
    },
  )
}

const toServiceWords = ({ label, description, isHidden = false }: QuestionSet["services"][number]) => ({
  service: label,
  description,
  hidden: isHidden,
})

/** Moves a service among those of its category. Refusals: `not_found`, `changed`. */
export async function moveService(
  actor: Actor,
  category: Category,
  input: { version: number; service: string; to: "up" | "down" },
): Promise<Saved> {
  const found = await findQuestions(actor, category)
  const moved = found?.set.services.find(({ id }) => id === input.service)
  if (!found || !moved) return refuse("not_found")
  if (found.version !== input.version) return refuse("changed")
  const services = moveOne(found.set.services, moved, input.to)
  return saveWithAudit(
    actor,
    `questions.${category}`,
    input.version,
    { ...found.set, version: found.set.version + 1, services },
    {
      title: `${CATEGORY_LABELS[category]} 서비스 순서`,
      before: { services: formatLabels(found.set.services) },
      after: { services: formatLabels(services) },
    },
  )
}
