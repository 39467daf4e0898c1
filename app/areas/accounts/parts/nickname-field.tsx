import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { TextField } from "#app/ui/field.tsx"

/** The nickname, filled with `suggestion`; `help` says who sees it and when it can be changed. */
export const NicknameField = ({
  suggestion,
  help,
  answer: { typed, errors },
}: {
  suggestion: string
  help: string
  answer: Pick<ScreenAnswer, "typed" | "errors">
}) => (
  <TextField
    label="별명"
    name="nickname"
    autoComplete="nickname"
    maxLength={12}
    defaultValue={typed("nickname", suggestion)}
    error={errors.nickname}
    help={help}
  />
)
