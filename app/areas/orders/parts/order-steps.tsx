import { ProgressSteps } from "#app/ui/progress-steps.tsx"
import type { OrderState } from "../rules.ts"

const STEP_LABELS = ["견적 모집", "전문가 선택", "작업", "확인", "완료"] as const
/** How many steps are behind, and so which one is under way. Orders that ended otherwise have none. */
const COMPLETED_STEPS_BY_STATE: Partial<Record<OrderState, number>> = {
  draft: 0,
  open: 0,
  matched: 1,
  in_progress: 2,
  delivered: 3,
  changes_requested: 2,
  disputed: 3,
  completed: 5,
}

/** How far the order has come, in five steps. */
export function OrderSteps({ state }: { state: OrderState }) {
  const completed = COMPLETED_STEPS_BY_STATE[state]
  return completed === undefined ? null : <ProgressSteps labels={STEP_LABELS} completed={completed} />
}
