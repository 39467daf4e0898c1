/** Ways around the market in what the customer reads of a proposal. */
import { hasContact } from "#app/basics/contacts.ts"
import type { FormValues } from "#app/basics/form.ts"
import { withRows } from "#app/basics/form-rows.ts"
import type { PlanPart } from "./payment-rules.ts"

const READ_BY_CUSTOMER =
  /^(?:message|extraChargeRule|included|excluded|lines\[\d+\]\.name|plan\[\d+\]\.(?:name|task|materials))$/

/** Names the fields of `values` that the customer reads and that hold a phone number or an account. */
export const findContactFields = (values: FormValues): string[] =>
  Object.entries(values)
    .filter(([field, value]) => READ_BY_CUSTOMER.test(field) && [value].flat().some(hasContact))
    .map(([field]) => field)

type ReadContent = {
  message: string
  extraChargeRule: string
  included: string[]
  excluded: string[]
  lines: readonly { name: string }[]
  plan: readonly Pick<PlanPart, "name" | "task" | "materials">[]
}

/** What is read of a proposal as its form names it. */
export function toReadValues(content: ReadContent): FormValues {
  const { message, extraChargeRule, included, excluded } = content
  const lines = content.lines.map(({ name }) => ({ name }))
  const plan = content.plan.map(({ name, task, materials }) => ({ name, task, materials }))
  return withRows(withRows({ message, extraChargeRule, included, excluded }, "lines", lines), "plan", plan)
}
