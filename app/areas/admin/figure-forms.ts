/** How the address of the figures is read, and its form; apart from the rules, which the page needs. */
import { z } from "zod"
import { choice, dateString, optional, regionCode, text } from "#app/basics/form-fields.ts"
import { FIGURE_VIEWS, STEPS, toSpan, VIEW_FIGURES, type FigureFilter } from "./figure-rules.ts"

const day = optional(dateString({ label: "날짜" })).catch(null)
export const AdminFiguresQuery = z.object({
  view: choice(FIGURE_VIEWS, "보기").catch("orders"),
  from: day,
  to: day,
  step: optional(choice(STEPS, "간격")).catch(null),
  category: optional(text({ label: "분야", max: 40 })).catch(null),
  region: optional(regionCode({ label: "지역", widest: "sido" })).catch(null),
})

export const FigureMailForm = z.object({ wanted: choice(["on", "off"], "받기") })

/** What a query asks for; a view that is not told apart so takes no category and no region. */
export function toFigureFilter(query: z.output<typeof AdminFiguresQuery>, today: string): FigureFilter {
  const { categoryName, hasRegions } = VIEW_FIGURES[query.view]
  return {
    span: toSpan(query, today),
    category: categoryName ? query.category : null,
    region: hasRegions && query.region ? query.region.slice(0, 2) : null,
  }
}
