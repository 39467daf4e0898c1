import { Form, useRevalidator } from "react-router"
import { formatTime } from "#app/basics/time.ts"
import { BANK_NAMES } from "#app/platform/payments/payment.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { SelectField, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Card } from "#app/ui/section.tsx"
import { Countdown } from "../../accounts/parts/countdown.tsx"
import { OwnPasswordField } from "../../accounts/parts/own-password-field.tsx"
import type { AccountCheckView } from "../views.ts"

type FormAnswer = ReturnType<ScreenAnswer["of"]>

/** The second step: the word that one won brought. */
export function WordForm({
  check,
  remainingMs,
  answer,
}: {
  check: AccountCheckView
  remainingMs: number
  answer: FormAnswer
}) {
  const { revalidate } = useRevalidator()
  return (
    <Card className="md:p-6">
      <p className="text-sm font-semibold text-primary-ink">2단계</p>
      <h2 className="mt-1 text-lg font-bold">입금자 이름 뒤의 숫자를 알려 주세요</h2>
      <p className="mt-2 text-base text-ink-2">
        {check.bank} <span className="num">{check.maskedNumber}</span> 계좌로 1원을 보냈어요. 입금자 이름이{" "}
        <b className="font-semibold text-base-content">
          ‘{check.senderPrefix}
          <span aria-hidden>○○○</span>
          <span className="sr-only">와 숫자 세 자리</span>’
        </b>
        처럼 보여요.
      </p>
      {check.practiceSender ? (
        <p className="mt-3 rounded-lg bg-warn-tint p-3.5 text-sm font-medium text-warn-ink">
          연습: 실제로 1원을 보내지 않아요. 통장에 찍힌 이름은 ‘{check.practiceSender}’예요.
        </p>
      ) : null}
      <Form method="post" noValidate className="mt-5 grid gap-5" preventScrollReset>
        <input type="hidden" name="intent" value="word" />
        <FormAlert message={answer.problem} />
        <TextField
          label="숫자 3자리"
          name="word"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          error={answer.errors.word}
          help={
            `${formatTime(check.expiresAt)}까지 입력할 수 있어요.` +
            (answer.errors.word ? "" : ` ${check.triesLeft}번 남았어요.`)
          }
          suffix={
            <Countdown key={check.expiresAt} durationMs={remainingMs} onEnd={() => void revalidate()} />
          }
        />
        <SubmitButton className="btn btn-primary btn-lg w-full">확인하기</SubmitButton>
      </Form>
    </Card>
  )
}

function AccountFields({ answer, hasPassword }: { answer: FormAnswer; hasPassword: boolean }) {
  return (
    <>
      <SelectField
        label="은행"
        name="bank"
        placeholder="골라 주세요"
        options={BANK_NAMES.map((value) => ({ value, label: value }))}
        defaultValue={answer.typed("bank")}
        error={answer.errors.bank}
      />
      <TextField
        label="계좌번호"
        name="accountNumber"
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        defaultValue={answer.typed("accountNumber")}
        error={answer.errors.accountNumber}
      />
      <TextField
        label="예금주"
        name="accountHolder"
        maxLength={30}
        defaultValue={answer.typed("accountHolder")}
        error={answer.errors.accountHolder}
        help="본인이나 내 사업자의 이름이어야 해요."
      />
      <OwnPasswordField
        hasPassword={hasPassword ? "yes" : "no"}
        error={answer.errors.password}
        help="돈을 받을 계좌라서 본인인지 물어봐요. 바꾸면 메일로 알려 드리고, 7일 동안 되돌릴 수 있어요."
      />
    </>
  )
}

/** The first step: which account. Once one won is on its way it stands behind a summary. */
export function AccountForm({
  hasOpenCheck,
  hasAccount,
  hasPassword,
  isOff,
  answer,
  overProblem,
}: {
  hasOpenCheck: boolean
  hasAccount: boolean
  hasPassword: boolean
  isOff: boolean
  answer: FormAnswer
  /** Why the word of a check that is over was not taken. */
  overProblem: string | null
}) {
  if (isOff)
    return (
      <Card className="md:p-6">
        <p className="text-base text-ink-2">
          지금은 계좌를 확인하지 못해요. 받을 돈은 그대로 보관하고, 다시 열리면 알려 드릴게요.
        </p>
        <FormAlert message={answer.problem} className="mt-4" />
      </Card>
    )
  const form = (
    <Form method="post" noValidate className="mt-5 grid gap-5" preventScrollReset>
      <input type="hidden" name="intent" value="ask" />
      <FormAlert message={answer.problem ?? overProblem} />
      <AccountFields answer={answer} hasPassword={hasPassword} />
      <SubmitButton className={`btn btn-lg w-full ${hasOpenCheck ? "btn-line" : "btn-primary"}`}>
        1원 보내기
      </SubmitButton>
    </Form>
  )
  if (!hasOpenCheck)
    return (
      <Card className="md:p-6">
        <p className="text-sm font-semibold text-primary-ink">1단계</p>
        <h2 className="mt-1 text-lg font-bold">{hasAccount ? "바꿀 계좌" : "어디로 받을까요?"}</h2>
        {form}
      </Card>
    )
  return (
    <details open={answer.wasSent} className="card-line p-4 md:p-6">
      <summary className="cursor-pointer text-base font-semibold">1원 다시 보내기 · 다른 계좌로 하기</summary>
      {form}
    </details>
  )
}
