import type { ReactNode } from "react"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { Card } from "#app/ui/section.tsx"

export type DecisionTexts = {
  label: string
  title: string
  text: string
  buttonClass: string
  tone?: "danger"
}

/** A move that an admin can make: what its button and its question say, and whether it has a reason. */
export type DecisionMove = { move: string; texts: DecisionTexts; hasReason: boolean }

/**
 * What an admin can decide about an applicant now, each behind a question. `answer` is that to what was sent,
 * `first` stands before the moves.
 */
export function DecisionMoves({
  moves,
  emptyText,
  answer,
  first,
}: {
  moves: readonly DecisionMove[]
  emptyText: string
  answer: ScreenAnswer
  first?: ReactNode
}) {
  return (
    <Card>
      <h2 className="text-lg font-bold">결정</h2>
      {moves.length === 0 && !first ? <p className="mt-2 text-base text-ink-3">{emptyText}</p> : null}
      <div className="mt-3 grid gap-2">
        {first}
        {moves.map(({ move, texts, hasReason }) => {
          const answered = answer.about("move", move)
          return (
            <ConfirmDialog
              key={move}
              trigger={texts.label}
              triggerClassName={texts.buttonClass}
              title={texts.title}
              text={texts.text}
              confirmLabel={texts.label}
              tone={texts.tone ?? "primary"}
              defaultOpen={answered.hasErrors}
            >
              <input type="hidden" name="move" value={move} />
              {hasReason ? (
                <TextArea
                  label="이유"
                  name="reason"
                  rows={4}
                  maxLength={500}
                  defaultValue={answered.typed("reason")}
                  error={answered.errors.reason}
                />
              ) : null}
            </ConfirmDialog>
          )
        })}
      </div>
    </Card>
  )
}
