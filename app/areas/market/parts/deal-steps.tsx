import { ProgressSteps } from "#app/ui/progress-steps.tsx"
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
  const completed = (isParcel ? COMPLETED_PARCEL_STEPS : COMPLETED_MEETING_STEPS)[deal.state]
  if (completed === undefined) return null
  return <ProgressSteps labels={isParcel ? PARCEL_STEPS : MEETING_STEPS} completed={completed} />
}
