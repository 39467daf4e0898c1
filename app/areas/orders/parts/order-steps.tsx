import { Check } from "lucide-react"
import type { OrderState } from "../rules.ts"

const STEPS = ["견적 모집", "전문가 선택", "작업", "확인", "완료"] as const
/** How many steps are behind, and so which one is under way. Orders that ended otherwise have none. */
const behind: Partial<Record<OrderState, number>> = {
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
  const done = behind[state]
  if (done === undefined) return null
  return (
    <ol aria-label="진행 단계" className="flex">
      {STEPS.map((step, place) => {
        const past = place < done
        const present = place === done
        return (
          <li
            key={step}
            aria-current={present ? "step" : undefined}
            className="relative flex flex-1 flex-col items-center gap-2"
          >
            {place > 0 && (
              <span
                aria-hidden
                className={
                  "absolute top-[0.6875rem] right-1/2 h-0.5 w-full " +
                  `${place <= done ? "bg-primary" : "bg-base-300"}`
                }
              />
            )}
            <span
              aria-hidden
              className={`relative z-1 grid size-6 place-items-center rounded-full ${past ? "bg-primary text-primary-content" : present ? "border-2 border-primary bg-base-100" : "border-2 border-base-300 bg-base-100"}`}
            >
              {past ? (
                <Check size={14} strokeWidth={2.5} />
              ) : present ? (
                <span className="size-2 rounded-full bg-primary" />
              ) : null}
            </span>
            <span
              className={
                "text-xs whitespace-nowrap md:text-sm " +
                `${present ? "font-semibold text-base-content" : past ? "text-ink-2" : "text-ink-3"}`
              }
            >
              {step}
              <span className="sr-only">{past ? " 마침" : present ? " 진행 중" : ""}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
