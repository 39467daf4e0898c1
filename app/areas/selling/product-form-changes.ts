/** The buttons of the form of a product that change the form itself. Scripts do most of it on the page. */
import type { FormValues } from "#app/basics/form.ts"
import { withNewRow, withoutRow } from "#app/basics/form-rows.ts"
import { isDisclosureKind, disclosureFieldName, DISCLOSURES, relabelDisclosure } from "../shop/disclosure.ts"
import { combineOptions, fillOptions } from "./option-combinations.ts"

const EMPTY_VARIANT = { id: "", was: "", name: "", priceWon: "", stock: "" }

/** What the button that sent `form` changes of its values; null where it saves them. */
export function getFormChange(form: FormData): ((values: FormValues) => FormValues) | null {
  const intent = String(form.get("intent") ?? "")
  if (intent === "combine") return combineOptions
  if (intent === "fill") return fillOptions
  if (intent === "kind") return (values) => values
  if (intent === "add:variants") return (values) => withNewRow(values, "variants", EMPTY_VARIANT)
  const removed = /^remove:variants:(\d{1,3})$/.exec(intent)
  return removed && ((values) => withoutRow(values, "variants", Number(removed[1])))
}

/** Without scripts the lines on the screen are still those of the kind that was chosen before. */
export function applyDisclosureKind(form: FormData): void {
  const [from, to] = ["noticeFor", "noticeKind"].map((name) => String(form.get(name) ?? ""))
  if (!from || !to || from === to || !isDisclosureKind(from) || !isDisclosureKind(to)) return
  const relabelledFields = relabelDisclosure((name) => String(form.get(name) ?? ""), from, to)
  DISCLOSURES[from].rows.forEach((_label, index) => form.delete(disclosureFieldName(index)))
  for (const [name, value] of relabelledFields) form.set(name, value)
  form.set("noticeFor", to)
}
