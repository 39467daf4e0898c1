import { withJosa } from "#app/basics/korean.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { PhoneField } from "#app/ui/field.tsx"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { ServiceAlert, useServiceMode } from "#app/ui/service-alert.tsx"
import { OwnPasswordField } from "./own-password-field.tsx"
import { SentCodeField } from "./sent-code-field.tsx"
import { SettingsForm, SettingsSection } from "./settings-form.tsx"
import { ResendButton } from "./resend-button.tsx"
import { useCodeEnd } from "./code-end.ts"
import { Countdown } from "./countdown.tsx"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

type PhoneSettingsProps = {
  phone: string | null
  isVerified: boolean
  code: { phone: string; leftMs: number; resendInMs: number } | null
  hasPassword: boolean
  answer: ScreenAnswer
}

/** The phone number and its proof by a code of 6 digits. */
export function PhoneSettings({ phone, isVerified, code, hasPassword, answer }: PhoneSettingsProps) {
  const sendCodeForm = answer.of("send-code")
  const checkCodeForm = answer.of("check-code")
  const { problem: endProblem, end } = useCodeEnd(code !== null)
  const mode = useServiceMode("sms")
  return (
    <SettingsSection id="phone" title="휴대폰 번호" text="전문가를 고른 뒤에만 그 전문가에게 보여요.">
      <div className="mb-5 flex items-center gap-2">
        <span className="num text-base font-semibold">
          {phone ? formatPhone(phone) : "등록한 번호가 없어요"}
        </span>
        {phone &&
          (isVerified ? (
            <StateBadge tone="ok">인증됨</StateBadge>
          ) : (
            <StateBadge tone="warn">인증 전</StateBadge>
          ))}
      </div>
      {code && (
        <div className="mb-6 rounded-xl bg-base-200 p-4">
          <SettingsForm
            intent="check-code"
            problem={checkCodeForm.problem}
            submitLabel="인증하기"
            buttonClass="btn-primary"
          >
            <SentCodeField
              error={checkCodeForm.errors.code}
              help={`${withJosa(formatPhone(code.phone), "으로/로")} 보낸 6자리 숫자예요.`}
              suffix={<Countdown key={code.leftMs} durationMs={code.leftMs} onEnd={end} />}
            />
          </SettingsForm>
        </div>
      )}
      <ServiceAlert service="sms" offText="그래서 번호를 인증하거나 바꿀 수 없어요." className="mb-5" />
      {mode === "off" ? (
        <FormAlert message={sendCodeForm.problem} />
      ) : (
        <SettingsForm
          intent="send-code"
          problem={sendCodeForm.problem ?? endProblem}
          submitLabel="인증번호 받기"
          submitButton={
            code && (
              <ResendButton
                key={code.leftMs}
                intent="send-code"
                label="인증번호 다시 받기"
                waitMs={code.resendInMs}
              />
            )
          }
        >
          <PhoneField
            label={phone ? "인증하거나 바꿀 번호" : "휴대폰 번호"}
            name="phone"
            defaultValue={sendCodeForm.typed("phone", code?.phone ?? phone ?? "")}
            error={sendCodeForm.errors.phone}
          />
          {phone ? (
            <OwnPasswordField
              hasPassword={hasPassword ? "yes" : "no"}
              error={sendCodeForm.errors.password}
              required={false}
              help="다른 번호로 바꿀 때만 필요해요."
            />
          ) : null}
        </SettingsForm>
      )}
    </SettingsSection>
  )
}
