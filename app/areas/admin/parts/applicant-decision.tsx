import type { ComponentProps, ReactNode } from "react"
import { Card } from "#app/ui/section.tsx"
import { DecisionButtons } from "./decision-buttons.tsx"

type Props<Move extends string> = ComponentProps<typeof DecisionButtons<Move>> & {
  emptyText: string
  /** A form that stands before the buttons. */
  first?: ReactNode
}

/** What an admin can decide about an applicant now: an expert, or a seller. */
export const ApplicantDecision = <Move extends string>({ emptyText, first, ...buttons }: Props<Move>) => (
  <Card>
    <h2 className="text-lg font-bold">결정</h2>
    {buttons.moves.length === 0 ? <p className="mt-2 text-base text-ink-3">{emptyText}</p> : null}
    <div className="mt-3 grid gap-2">
      {first}
      <DecisionButtons {...buttons} />
    </div>
  </Card>
)
