import { Check } from "lucide-react"
import type { DealState } from "../deal-rules.ts"
import type { DealView } from "../views.ts"

const PARCEL_STEPS = ["결제", "발송", "도착", "완료"] as const
const MEETING_STEPS = ["결제", "만남", "완료"] as const
/** How many steps are behind; deals that ended otherwise, or whose thing goes back, have none. */
const COMPLETED_PARCEL_STEPS: Partial<Record<DealState, number>> = {
  asked: 0,
  paid: 1,
  sent: 2,
  received: 3,
  done: 4,
}
const COMPLETED_MEETING_STEPS: Partial<Record<DealState, number>> = { asked: 0, paid: 1, done: 3 }

/** How far the deal has come. */
export function DealSteps({ deal }: { deal: Pick<DealView, "state" | "method"> }) {
  const isParcel = deal.method === "parcel"
  const steps = isParcel ? PARCEL_STEPS : MEETING_STEPS
  const completed = (isParcel ? COMPLETED_PARCEL_STEPS : COMPLETED_MEETING_STEPS)[deal.state]
  if (completed === undefined) return null
  return (
    <ol aria-label="진행 단계" className="flex">
      {steps.map((step, index) => {
        const isPast = index < completed
        const isCurrent = index === completed
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
                  `${index <= completed ? "bg-primary" : "bg-base-300"}`
                }
              />
            )}
            <span
              aria-hidden
              className={
                "relative z-1 grid size-6 place-items-center rounded-full " +
                (isPast
                  ? "bg-primary text-primary-content"
                  : `border-2 bg-base-100 ${isCurrent ? "border-primary" : "border-base-300"}`)
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
