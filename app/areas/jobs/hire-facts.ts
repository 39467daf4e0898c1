/** The facts of a post that its card says, and by which the list is filtered. */

export const HIRE_FACTS = ["sameDay", "beginners", "urgent", "short"] as const
export type HireFact = (typeof HIRE_FACTS)[number]
export const HIRE_FACT_LABELS: Record<HireFact, string> = {
  sameDay: "당일지급",
  beginners: "초보 가능",
  urgent: "급구",
  short: "단기",
}
/** What each means, beside its checkbox. */
export const HIRE_FACT_TEXTS: Record<HireFact, string> = {
  sameDay: "일한 날 임금을 받아요",
  beginners: "처음이어도 할 수 있어요",
  urgent: "첫 근무가 48시간 안에 시작해요",
  short: "일주일 안에 끝나요",
}
/** A post is 급구 where its first shift begins within so long: nobody can claim it by hand. */
export const URGENT_LEAD_MS = 48 * 3_600_000
