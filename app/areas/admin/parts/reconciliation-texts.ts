/** What the screens of the daily reconciliation say and show alike. */
import type { Tone } from "#app/ui/badge.tsx"
import type { DayState } from "../../money/office-rules.ts"

/** A day of which every difference was settled is looked after. */
export const getDayTone = ({ state, openCount }: { state: DayState; openCount: number }): Tone =>
  state === "agreed" ? "ok" : state === "silent" ? "warn" : openCount > 0 ? "refused" : "done"

export const RERUN_PROBLEMS = {
  not_over: { field: "day", sentence: "아직 끝나지 않은 날이에요. 어제까지의 날을 골라 주세요." },
  off: { sentence: "결제가 꺼져 있어서 물어볼 결제사가 없어요.", status: 503 },
  silent: {
    sentence: "결제사가 거래 목록을 주지 않았어요. 한 시간마다 다시 물어보니 잠시 뒤에 확인해 주세요.",
    status: 503,
  },
} as const
