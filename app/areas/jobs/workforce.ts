/** 상시 근로자 of a workplace: from five on premiums are owed (근로기준법 §11, §56; decision 082). */
import type { EmployerKind } from "./rules.ts"

export const WORKFORCES = ["five_or_more", "under_five"] as const
export type Workforce = (typeof WORKFORCES)[number]
export const WORKFORCE_LABELS: Record<Workforce, string> = {
  five_or_more: "5명 이상",
  under_five: "5명 미만",
}

/** The workforce that counts: of a household, which the law leaves out (근로기준법 §11 ①), under five. */
export const getWorkforce = (hire: {
  employerKind: EmployerKind
  workforce: Workforce | null
}): Workforce | null => (hire.employerKind === "person" ? "under_five" : hire.workforce)
