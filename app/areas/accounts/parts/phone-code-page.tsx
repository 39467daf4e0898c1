import type { ReactNode } from "react"
import { Form, Link } from "react-router"
import { withJosa } from "#app/basics/korean.ts"
import { formatPhone } from "#app/basics/phone.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PhoneField } from "#app/ui/phone-field.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { AccountPage } from "./account-page.tsx"
import { useCodeEnd } from "./code-end.ts"
import { useCodeFocus } from "./code-focus.ts"
import { Countdown } from "./countdown.tsx"
import { ResendButton } from "./resend-button.tsx"
import { SentCodeField } from "./sent-code-field.tsx"

/**
 * A screen that sends a code to a checked phone number (`send` answers that form) and takes it (`check`):
 * `children` stand below the code's field, with the button that sends it.
 */
export function PhoneCodePage({
  title,
  text,
  code,
  send,
  check,
  otherWay,
  children,
}: {
  title: string
  text: string
  /** The code that this browser waits for. */
  code: { phone: string; leftMs: number; resendInMs: number } | null
  send: ScreenAnswer
  check: ScreenAnswer
  otherWay: { to: string; label: string }
  children: ReactNode
}) {
  const { problem: endProblem, end } = useCodeEnd(code !== null)
  return (
    <AccountPage bar="same" title={title} text={text}>
      <ServiceAlert service="sms" offText="이메일로 로그인해 주세요." className="mb-5" />
      {code ? (
        <div className="mb-8 rounded-xl bg-base-200 p-4">
          <p className="mb-4 text-base text-ink-2">
            {withJosa(formatPhone(code.phone), "으로/로")} 가입하고 인증한 계정이 있으면 인증번호가 도착해요.
          </p>
          <FormAlert message={check.problem} className="mb-4" />
          <CodeForm code={code} error={check.errors.code} onEnd={end}>
            {children}
          </CodeForm>
        </div>
      ) : null}
      <FormAlert message={send.problem ?? endProblem} className="mb-5" />
      <Form method="post" noValidate className="grid gap-5">
        <PhoneField
          label="휴대폰 번호"
          name="phone"
          defaultValue={send.typed("phone", code?.phone ?? "")}
          error={send.errors.phone}
        />
        {code ? (
          <ResendButton key={code.leftMs} label="인증번호 다시 받기" waitMs={code.resendInMs} />
        ) : (
          <SubmitButton className="btn btn-primary btn-lg w-full">인증번호 받기</SubmitButton>
        )}
      </Form>
      <p className="mt-8 text-center text-base">
        <Link to={otherWay.to} className="hit rounded-sm font-medium text-ink-2 underline underline-offset-2">
          {otherWay.label}
        </Link>
      </p>
    </AccountPage>
  )
}

function CodeForm({
  code,
  error,
  onEnd,
  children,
}: {
  code: { leftMs: number }
  error: string | undefined
  onEnd: () => void
  children: ReactNode
}) {
  useCodeFocus()
  return (
    <Form method="post" noValidate className="grid gap-4">
      <SentCodeField
        error={error}
        suffix={<Countdown key={code.leftMs} durationMs={code.leftMs} onEnd={onEnd} />}
      />
      {children}
    </Form>
  )
}
