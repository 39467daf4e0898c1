import { Check } from "lucide-react"
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
  const completedSteps = COMPLETED_STEPS_BY_STATE[state]
  if (completedSteps === undefined) return null
  return (
    <ol aria-label="진행 단계" className="flex">
      {STEP_LABELS.map((step, index) => {
        const isPast = index < completedSteps
        const isCurrent = index === completedSteps
        return (
          <li
            key={step}
            aria-current={isCurrent ? "step" : undefined}
            className="relative flex flex-1 flex-col items-center gap-2"
          >
            {index > 0 && (
              <span
                aria-hidden
                className={
                  "absolute top-[0.6875rem] right-1/2 h-0.5 w-full " +
                  `${index <= completedSteps ? "bg-primary" : "bg-base-300"}`
                }
              />
            )}
            <span
              aria-hidden
              className={
                "relative z-1 grid size-6 place-items-center rounded-full " +
                (isPast
                  ? "bg-primary text-primary-content"
                  : isCurrent
                    ? "border-2 border-primary bg-base-100"
                    : "border-2 border-base-300 bg-base-100")
              }
            >
              {isPast ? (
                <Check size={14} strokeWidth={2.5} />
              ) : isCurrent ? (
                <span className="size-2 rounded-full bg-primary" />
              ) : null}
            </span>
            <span
              className={
                "text-xs whitespace-nowrap md:text-sm " +
                `${isCurrent ? "font-semibold text-base-content" : isPast ? "text-ink-2" : "text-ink-3"}`
              }
            >
              {step}
              <span className="sr-only">{isPast ? " 마침" : isCurrent ? " 진행 중" : ""}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
