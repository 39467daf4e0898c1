/** Answers the buttons that add a row to a list of a form, or take one out, where no script does it. */
import { data } from "react-router"
import type { ActionAnswer } from "../basics/action-answer.ts"
import { getFormValues, type FormValues } from "../basics/form.ts"
import { withNewRow, withoutRow } from "../basics/form-rows.ts"

/**
 * Reads `intent` as `add:list` or `remove:list:number`, of the lists that `newRows` names with what a new row
 * holds, and gives the form back with its rows changed, its intent being the list's name; null for any other
 * intent.
 */
export function answerRowButton(form: FormData, newRows: Readonly<Record<string, FormValues>>) {
  const [move, list = "", number] = String(form.get("intent") ?? "").split(":")
  const newRow = Object.hasOwn(newRows, list) ? newRows[list] : undefined
  if (!newRow || (move !== "add" && move !== "remove")) return null
  const values = getFormValues(form)
  const changed = move === "add" ? withNewRow(values, list, newRow) : withoutRow(values, list, Number(number))
  return data<ActionAnswer>({ intent: list, problem: null, errors: {}, values: changed })
}
