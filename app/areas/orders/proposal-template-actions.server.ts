/** What the form of a proposal answers about the template of its service. */
import { data } from "react-router"
import type { FormValues } from "#app/basics/form.ts"
import { newId } from "#app/basics/ids.ts"
import type { Member } from "../accounts/rules.ts"
import type { Category } from "./rules.ts"
import { findProposalTemplate, saveProposalTemplate } from "./service/proposal-templates.server.ts"

const REFUSAL_MESSAGES = {
  not_allowed: "지금은 견적을 저장할 수 없어요. 등록 상태를 확인해 주세요.",
  too_large: "내용이 너무 길어 저장하지 못했어요. 줄여서 다시 저장해 주세요.",
} as const
const NO_TEMPLATE_MESSAGE = "저장한 견적이 없어요."

type TemplateIntent = "save_template" | "use_template"
export const isTemplateIntent = (intent: string): intent is TemplateIntent =>
  intent === "save_template" || intent === "use_template"

/**
 * Keeps what is `typed` as the template of the request's service, or fills the form with it; `initial` is
 * what the form of this request begins with.
 */
export async function answerTemplateIntent(
  intent: TemplateIntent,
  actor: Member,
  order: { category: Category; service: string },
  { typed, initial }: { typed: FormValues; initial: FormValues },
) {
  if (intent === "save_template") {
    const saved = await saveProposalTemplate(actor, order, typed)
    return saved.ok
      ? { values: typed, isTemplateSaved: true }
      : data({ problem: REFUSAL_MESSAGES[saved.reason], values: typed }, { status: 409 })
  }
  const template = await findProposalTemplate(actor, order)
  if (!template) return data({ problem: NO_TEMPLATE_MESSAGE, values: typed }, { status: 409 })
  const version = typed.version ?? "1"
  return { values: { ...initial, version, ...template.values }, formKey: newId() }
}
