/** Owns the estimate calculator of the expert tools: what is typed, and what it comes to. Pure; nothing is kept. */
import { z } from "zod"
import { checkbox, integer, listOf, multiline, optional, optionalText, text, wonAmount } from "#app/basics/form.ts"

export const MOST_LINES = 20

export const EstimateForm = z.object({
  client: optionalText({ label: "받는 분", max: 30 }),
  work: optionalText({ label: "작업 이름", max: 60 }),
  from: optionalText({ label: "보내는 곳", max: 60 }),
  lines: listOf(
    z.object({
      name: text({ label: "항목 이름", max: 60 }),
      quantity: integer({ label: "수량", min: 1, max: 9_999 }),
      unit: optionalText({ label: "단위", max: 10 }),
      unitPriceWon: wonAmount({ label: "단가", max: 1_000_000_000 }),
    }),
    { label: "항목", min: 1, max: MOST_LINES },
  ),
  discountWon: optional(wonAmount({ label: "할인", max: 1_000_000_000 })),
  vat: checkbox({ label: "부가세" }),
  note: optional(multiline({ label: "남길 말", max: 500 })),
})
export type EstimateInput = z.output<typeof EstimateForm>

export type Estimate = {
  lines: { name: string; quantity: number; unit: string; unitPriceWon: number; amountWon: number }[]
  subtotalWon: number
  discountWon: number
  /** 부가가치세법 §30: 10 %, cut to whole won. */
  vatWon: number
  totalWon: number
}

/** What the lines come to, in whole won. A discount takes away no more than there is. */
export function estimateOf(input: Pick<EstimateInput, "lines" | "discountWon" | "vat">): Estimate {
  const lines = input.lines.map((line) => ({ ...line, unit: line.unit ?? "식", amountWon: line.quantity * line.unitPriceWon }))
  const subtotalWon = lines.reduce((sum, line) => sum + line.amountWon, 0)
  const discountWon = Math.min(input.discountWon ?? 0, subtotalWon)
  const vatWon = input.vat ? Math.floor((subtotalWon - discountWon) / 10) : 0
  return { lines, subtotalWon, discountWon, vatWon, totalWon: subtotalWon - discountWon + vatWon }
}
