import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea } from "#app/ui/field.tsx"
import type { DecisionTexts } from "./decision-texts.ts"

/** The keys of moves that are made all day. */
const SHORTCUTS: Readonly<Record<string, string>> = { approve: "a", publish: "a", reject: "r" }

/**
 * A button for each of `moves` that has texts, with a question behind it. Those of `withReason` ask why;
 * `seen` is the version that is decided about. `answer` is that to what was sent.
 */
export const DecisionButtons = <Move extends string>({
  moves,
  texts: textsByMove,
  withReason,
  seen,
  answer,
}: {
  moves: readonly Move[]
  texts: Partial<Record<Move, DecisionTexts>>
  withReason: readonly string[]
  seen?: string
  answer: ScreenAnswer
}) =>
  moves.map((move) => {
    const texts = textsByMove[move]
    if (!texts) return null
    const { label, title, text, buttonClass, tone = "primary" } = texts
    const answered = answer.about("move", move)
    return (
      <ConfirmDialog
        key={move}
        trigger={label}
        triggerClassName={buttonClass}
        title={title}
        text={text}
        confirmLabel={label}
        tone={tone}
        defaultOpen={answered.hasErrors}
        shortcut={SHORTCUTS[move]}
      >
        <input type="hidden" name="move" value={move} />
        {seen === undefined ? null : <input type="hidden" name="seen" value={seen} />}
        {withReason.includes(move) ? (
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
  })
