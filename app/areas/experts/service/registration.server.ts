/** The registration while it is written: its draft, where it stands, and what of it is still open. */
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { valuesToForm, replaceFields, withoutBlankRows, withRows } from "#app/basics/form-rows.ts"
import { isId } from "#app/basics/ids.ts"
import { getDraftOwner, findDraft } from "#app/platform/drafts.server.ts"
import { findPictures, toPictureOwner } from "#app/platform/pictures.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import {
  ExpertApplicationForm,
  PREFILLED_FIELDS,
  STEP_FORMS,
  type ExpertApplication,
} from "../application-form.ts"
import {
  APPLICATION_STEPS,
  canReapply,
  canEditApplication,
  type ApplicationStep,
  type ExpertState,
} from "../rules.ts"
import type { PictureView } from "../views.ts"
import { findOwnApplication, findOwnApplicationState } from "./application-queries.server.ts"
import { ok } from "#app/platform/outcome.ts"

/** Name of the draft. */
export const REGISTRATION_DRAFT_NAME = "expert-registration"

/**
 * What sending will do: a new application, a change of one that waits, or the answer to an admin's question.
 */
export type RegistrationMode = "apply" | "edit" | "resubmit"

export type Registration = {
  /** Where the actor's application stands; null where there is none. */
  applicationState: { state: ExpertState; reason: string; appliedAt: Date } | null
  /** Null where nothing can be written: admins, and applications that are under review or decided. */
  mode: RegistrationMode | null
  values: FormValues
  /** False while nothing has been typed. */
  isStarted: boolean
  pictures: Record<string, PictureView>
}

/** The actor's registration as it is written now: the draft, else what was sent in before. */
export async function loadRegistration(actor: Actor): Promise<Registration> {
  const owner = getDraftOwner(actor)
  const [applicationState, draft] = await Promise.all([
    findOwnApplicationState(actor),
    findDraft(owner, REGISTRATION_DRAFT_NAME),
  ])
  const mode = isAdmin(actor) ? null : getMode(applicationState?.state ?? null)
  if (mode === null) return { applicationState, mode, values: {}, isStarted: false, pictures: {} }
  if (draft) {
    const values = parseDraftValues(draft.content)
    const pictures = owner ? await findPictures(pictureIdsIn(values).filter(isId), toPictureOwner(owner)) : []
    return {
      applicationState,
      mode,
      values,
      isStarted: Object.keys(values).length > 0,
      pictures: Object.fromEntries(pictures.map((picture) => [picture.id, picture])),
    }
  }
  const sentApplication = applicationState && (await findOwnApplication(actor))
  if (!sentApplication) return { applicationState, mode, values: {}, isStarted: false, pictures: {} }
  const pictures = [
    ...sentApplication.certificates.map(({ picture }) => picture),
    ...sentApplication.portfolio.flatMap(({ before, after }) => [before, after]),
  ]
  return {
    applicationState,
    mode,
    values: toFormValues(sentApplication),
    isStarted: true,
    pictures: Object.fromEntries(pictures.flatMap((picture) => (picture ? [[picture.id, picture]] : []))),
  }
}

function getMode(state: ExpertState | null): RegistrationMode | null {
  if (canReapply(state)) return "apply"
  if (state === null || !canEditApplication(state)) return null
  return state === "needs_info" ? "resubmit" : "edit"
}

/** The content of the draft; what else is in it was not written by our page. */
function parseDraftValues(content: unknown): FormValues {
  const values =
    typeof content === "object" && content !== null && "values" in content ? content.values : null
  if (typeof values !== "object" || values === null) return {}
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | string[]] => {
      const value: unknown = entry[1]
      return (
        typeof value === "string" || (Array.isArray(value) && value.every((one) => typeof one === "string"))
      )
    }),
  )
}

/** The names of a question's fields. */
export const listStepFields = (step: ApplicationStep): string[] => Object.keys(STEP_FORMS[step].shape)

/** The answers with those of one question replaced. */
export const replaceStepAnswers = (
  values: FormValues,
  step: ApplicationStep,
  typed: FormValues,
): FormValues => replaceFields(values, listStepFields(step), typed)

const LIST_FIELDS = ["prices", "certificates", "portfolio"] as const

/** The answers without rows in which nothing was typed. */
const removeBlankRows = (values: FormValues): FormValues =>
  LIST_FIELDS.reduce((rest, list) => withoutBlankRows(rest, list, PREFILLED_FIELDS[list]), values)

/** Judges the answer to one question. */
export function validateStep(
  step: ApplicationStep,
  values: FormValues,
): { ok: true } | { ok: false; errors: FormErrors } {
  const parsed = parseForm(STEP_FORMS[step], valuesToForm(removeBlankRows(values)))
  return parsed.ok ? ok() : { ok: false, errors: parsed.errors }
}

/** The whole application, or the questions that are still open in their order. */
export function validateRegistration(
  values: FormValues,
): { ok: true; application: ExpertApplication } | { ok: false; open: ApplicationStep[] } {
  const parsed = parseForm(ExpertApplicationForm, valuesToForm(removeBlankRows(values)))
  if (parsed.ok) return ok({ application: parsed.value })
  const fieldNames = new Set(Object.keys(parsed.errors).map((field) => /^\w+/.exec(field)?.[0] ?? ""))
  const open = APPLICATION_STEPS.filter((step) => listStepFields(step).some((field) => fieldNames.has(field)))
  return { ok: false, open: open.length > 0 ? open : [...APPLICATION_STEPS] }
}

function pictureIdsIn(values: FormValues): string[] {
  return Object.entries(values).flatMap(([field, value]) =>
    /\.(?:picture|before|after)$/.test(field) ? [value].flat() : [],
  )
}

type SentApplication = NonNullable<Awaited<ReturnType<typeof findOwnApplication>>>

/** What was sent in, as it would have been typed. */
function toFormValues({ expert, categories, regions, certificates, portfolio }: SentApplication): FormValues {
  const toText = (value: number | string | null) => (value === null ? "" : String(value))
  const one = (id: string | null) => (id ? [id] : [])
  const base: FormValues = {
    categories,
    regions,
    name: expert.name,
    oneLine: expert.oneLine,
    introduction: expert.introduction,
    careerYears: toText(expert.careerYears),
    businessNumber: formatBusinessNumber(expert.businessNumber),
    businessName: expert.businessName,
    representative: expert.representative,
  }
  const withPrices = withRows(
    base,
    "prices",
    expert.prices.map(({ name, unit, priceWon }) => ({ name, unit, priceWon: toText(priceWon) })),
  )
  const withCertificates = withRows(
    withPrices,
    "certificates",
    certificates.map(({ name, issuer, acquiredOn, pictureId }) => ({
      name,
      issuer,
      acquiredOn: toText(acquiredOn),
      picture: one(pictureId),
    })),
  )
  return withRows(
    withCertificates,
    "portfolio",
    portfolio.map((item) => ({
      title: item.title,
      category: item.category,
      priceWon: toText(item.priceWon),
      areaPyeong: toText(item.areaPyeong),
      before: one(item.beforeId),
      after: one(item.afterId),
    })),
  )
}
