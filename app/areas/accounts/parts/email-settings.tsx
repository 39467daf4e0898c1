import { TextField } from "#app/ui/field.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { ServiceAlert, useServiceMode } from "#app/ui/service-alert.tsx"
import { OwnPasswordField } from "./own-password-field.tsx"
import { SettingsForm, SettingsSection } from "./settings-form.tsx"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

/**
 * The address one signs in with, and the way to another one; for those whom a provider sent without one, to
 * the first.
 */
export function EmailSettings({
  email,
  hasPassword,
  answer,
}: {
  email: string | null
  hasPassword: boolean
  answer: ScreenAnswer
}) {
  const { typed, errors, problem } = answer.of("email")
  const mode = useServiceMode("mail")
  const text =
    email === null
      ? "간편 로그인에서 이메일을 받지 못했어요. 견적 소식과 계정 안내를 이 주소로 보내요."
      : "바꾸면 지금 주소로 알려 드리고, 7일 동안 되돌릴 수 있어요."
  return (
    <SettingsSection id="email" title={email === null ? "이메일을 알려 주세요" : "이메일"} text={text}>
      {email === null ? null : <p className="mb-5 text-base font-semibold break-all">{email}</p>}
      <ServiceAlert service="mail" offText="그래서 이메일을 바꿀 수 없어요." className="mb-5" />
      {mode === "off" ? (
        <FormAlert message={problem} />
      ) : (
        <SettingsForm
          intent="email"
          problem={problem}
          submitLabel="확인 메일 받기"
          buttonClass={email === null ? "btn-primary" : "btn-tint"}
        >
          <TextField
            label={email === null ? "이메일" : "새 이메일"}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            defaultValue={typed("email")}
            error={errors.email}
          />
          <OwnPasswordField hasPassword={hasPassword ? "yes" : "no"} error={errors.password} />
        </SettingsForm>
      )}
    </SettingsSection>
  )
}
