/** What the form of a proposal answers about the template of its service. */
import type { FormValues } from "#app/basics/form.ts"
import { pickFields } from "#app/basics/form-rows.ts"
import { newId } from "#app/basics/ids.ts"
import type { DefineIntent } from "#app/platform/intents.server.ts"
import { ok, refuse } from "#app/platform/outcome.ts"
import type { Member } from "../accounts/rules.ts"
import type { Category } from "./rules.ts"
import type { ProposalView } from "./views.ts"
import {
  findProposalTemplate,
  OWN_FIELDS,
  saveProposalTemplate,
} from "./service/proposal-templates.server.ts"

const REFUSAL_MESSAGES = {
  not_allowed: "지금은 견적을 저장할 수 없어요. 등록 상태를 확인해 주세요.",
  too_large: "내용이 너무 길어 저장하지 못했어요. 줄여서 다시 저장해 주세요.",
} as const
const NO_TEMPLATE_MESSAGE = "저장한 견적이 없어요."

/** What the page of a proposal shows after something that changed nothing. */
export type ShownProposal = {
  preview?: ProposalView
  rowsKey?: string
  /** Another one draws the form anew. */
  formKey?: string
  isTemplateSaved?: boolean
}

export type TemplateContext = {
  actor: Member
  order: { category: Category; service: string }
  typed: FormValues
}

/** Describes keeping what is typed as the template of the request's service, and filling the form with it. */
export const templateIntents = <Context extends TemplateContext>(
  intent: DefineIntent<Context, ShownProposal>,
) => ({
  save_template: intent({
    run: ({ actor, order, typed }) => saveProposalTemplate(actor, order, typed),
    done: (_result, _value, { typed }) => ({ values: typed, shown: { isTemplateSaved: true } }),
    problems: REFUSAL_MESSAGES,
  }),
  use_template: intent({
    run: async ({ actor, order }) => {
      const template = await findProposalTemplate(actor, order)
      return template ? ok({ template }) : refuse("no_template")
    },
    done: ({ template }, _value, { typed }) => ({
      values: { ...pickFields(typed, OWN_FIELDS), ...template.values },
      shown: { formKey: newId() },
    }),
    problems: { no_template: NO_TEMPLATE_MESSAGE },
  }),
})
