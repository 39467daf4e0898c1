import { TextField } from "#app/ui/field.tsx"

type PasswordState = "yes" | "no" | "unknown"

/**
 * Asks for the password of now before something of the account is changed; `hasPassword` says whether there
 * is one.
 */
export function OwnPasswordField({
  hasPassword,
  error,
  help,
  required = true,
}: {
  hasPassword: PasswordState
  error?: string
  help?: string
  required?: boolean
}) {
  if (hasPassword === "no")
    return (
      <p className="text-sm text-ink-3">간편 로그인을 쓰고 있어서, 로그인한 지 10분 안에 바꿀 수 있어요.</p>
    )
  const unknownHelp = "간편 로그인만 쓴다면 비워 두세요. 로그인한 지 10분 안에 할 수 있어요."
  return (
    <TextField
      label="지금 비밀번호"
      name="password"
      type="password"
      autoComplete="current-password"
      error={error}
      required={required && hasPassword === "yes"}
      help={help ?? (hasPassword === "unknown" ? unknownHelp : undefined)}
    />
  )
}
