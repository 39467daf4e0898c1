/** What is computed from a proposal's form while one types, and the plan that is suggested for it. */
import { useEffect, useState, type RefObject } from "react"
import type { FormValues } from "#app/basics/form.ts"
import { formToValues, getRows, withRows } from "#app/basics/form-rows.ts"
import { parseWonInput } from "#app/basics/won.ts"
import { suggestPlan, type PlanPart } from "../payment-rules.ts"

/** `total` and `plannedWon`, what the parts come to, in won as far as they can be read; `days` of work. */
type Sums = { total: number; plannedWon: number; days: number }

const getText = (values: FormValues, field: string) => [values[field] ?? ""].flat()[0] ?? ""
const getWon = (values: FormValues, field: string) => parseWonInput(getText(values, field)) ?? 0
const getQuantity = (line: FormValues) =>
  Number(/^[\d,]{1,6}$/.exec(getText(line, "quantity"))?.[0].replaceAll(",", "") ?? 0)
const sumSafely = (amounts: readonly number[]) => {
  const sum = amounts.reduce((won, amount) => won + amount, 0)
  return Number.isSafeInteger(sum) ? sum : 0
}

/** Computes the sums of a form as it is typed; 0 beyond counting. The server counts them again. */
export const computeSums = (values: FormValues): Sums => ({
  total: sumSafely(getRows(values, "lines").map((line) => getWon(line, "unitPriceWon") * getQuantity(line))),
  plannedWon: sumSafely(getRows(values, "plan").map((part) => getWon(part, "amountWon"))),
  days: Math.min(Math.max(Math.floor(Number(getText(values, "days"))) || 1, 1), 365),
})

/** A part of a plan as the form has it. */
export const toPlanRow = (part: PlanPart): FormValues => ({
  name: part.name,
  amountWon: part.amountWon === 0 ? "" : String(part.amountWon),
  task: part.task,
  materials: part.materials,
  days: String(part.days),
})

/** The form with the plan that is suggested for what is typed so far. */
export function withSuggestedPlan(values: FormValues): FormValues {
  const { total, days } = computeSums(values)
  return withRows(values, "plan", suggestPlan(total, days).map(toPlanRow))
}

/** The sums of the form while one types. */
export function useLiveSums(form: RefObject<HTMLFormElement | null>, initialSums: Sums): Sums {
  const [sums, setSums] = useState(initialSums)
  useEffect(() => {
    const element = form.current
    if (!element) return undefined
    const update = () => {
      const next = computeSums(formToValues(new FormData(element)))
      // The sums are shown within what is watched: the same sums must change nothing.
      setSums((before) =>
        before.total === next.total && before.plannedWon === next.plannedWon && before.days === next.days
          ? before
          : next,
      )
    }
    // Removing a row is a change of the form that no field tells of.
    const observer = new MutationObserver(update)
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener("input", update)
    return () => {
      observer.disconnect()
      element.removeEventListener("input", update)
    }
  }, [form])
  return sums
}
