/** The buttons of the form of a product that change the form itself. Scripts do most of it on the page. */
import type { FormValues } from "#app/basics/form.ts"
import { changeRows } from "#app/basics/form-rows.ts"
import {
  DISCLOSURES,
  disclosureFieldName,
  fillEmptyDisclosures,
  isDisclosureKind,
  relabelDisclosure,
} from "../shop/disclosure.ts"
import { combineOptions, fillOptions } from "./option-combinations.ts"

const EMPTY_VARIANT = { id: "", was: "", name: "", priceWon: "", stock: "", picture: "" }

const changeVariants =
  (move: "add" | "remove") =>
  (values: FormValues, argument: string): FormValues =>
    changeRows(move, argument, values, { variants: EMPTY_VARIANT })?.values ?? values

/** Writes the words of the button where no fact stands. */
function fillDisclosures(values: FormValues, filler: string): FormValues {
  const kind = values.noticeKind
  if (typeof kind !== "string" || !isDisclosureKind(kind) || (filler !== "details" && filler !== "none"))
    return values
  const names = DISCLOSURES[kind].rows.map((_label, index) => disclosureFieldName(index))
  const facts = fillEmptyDisclosures(
    names.map((name) => [values[name] ?? ""].flat()[0] ?? ""),
    filler,
  )
  return { ...values, ...Object.fromEntries(names.map((name, index) => [name, facts[index] ?? ""])) }
}

/** What the buttons change of the form's values, by their intent. */
export const FORM_CHANGES: Readonly<
  Record<
    "combine" | "fill" | "view" | "kind" | "empty" | "add" | "remove",
    (values: FormValues, argument: string) => FormValues
  >
> = {
  combine: combineOptions,
  fill: fillOptions,
  view: (values, argument) => ({ ...values, optionView: argument === "list" ? "list" : "" }),
  kind: (values) => values,
  empty: fillDisclosures,
  add: changeVariants("add"),
  remove: changeVariants("remove"),
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
