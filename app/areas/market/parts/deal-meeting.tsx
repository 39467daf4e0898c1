/** The code of a meeting: shown by the buyer, typed or scanned by the seller. */
import type { ReactNode } from "react"
import { Form } from "react-router"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { QrCode } from "#app/ui/qr-code.tsx"
import { DEAL_LIMITS } from "../deal-rules.ts"
import type { DealView } from "../views.ts"

/** The buyer's side: six digits and their QR code, to be shown once the thing was looked at. */
export function MeetingCode({
  deal,
  qr,
  children,
}: {
  deal: DealView
  qr: { size: number; path: string } | null
  children: ReactNode
}) {
  const isLocked = deal.codeTries >= DEAL_LIMITS.codeTries
  return (
    <section className="rounded-xl bg-primary-tint p-5 text-center">
      <h2 className="text-lg font-bold">만나서 보여 줄 코드</h2>
      <p className="mt-1 text-base text-ink-2">
        물건을 확인한 뒤에 보여 주세요. 판매자가 입력하면 바로 지급이 확정돼요.
      </p>
      {isLocked ? (
        <p className="mt-4 rounded-lg bg-warn-tint p-4 text-base text-warn-ink">
          코드를 여러 번 틀려서 멈췄어요. 새 코드를 만들어 보여 주세요.
        </p>
      ) : (
        <>
          <p className="num mt-4 text-[2.5rem] leading-none font-bold tracking-[0.15em]">{deal.code}</p>
          {qr ? <QrCode code={qr} label="판매자가 찍을 QR 코드" className="mx-auto mt-4 w-44 p-1" /> : null}
        </>
      )}
      <p className="mt-4 text-sm text-ink-2">
        {deal.dueAt ? `${formatDateTime(deal.dueAt)}까지 만나지 않으면 전액 환불돼요.` : null}
      </p>
      <div className="mt-4 grid gap-2 md:grid-cols-2">
        {children}
        <Form method="post" className="grid">
          <SubmitButton name="intent" value="renew_code" className="btn btn-quiet btn-lg w-full">
            새 코드 만들기
          </SubmitButton>
        </Form>
      </div>
    </section>
  )
}

/** The seller's side: what the buyer shows is typed here; the QR code brings it along. */
export function TypeCode({
  deal,
  answer: screenAnswer,
  typedCode,
  children,
}: {
  deal: DealView
  answer: ScreenAnswer
  typedCode: string | null
  children: ReactNode
}) {
  const answer = screenAnswer.of("hand_over")
  return (
    <section className="rounded-xl bg-primary-tint p-5">
      <h2 className="text-lg font-bold">만나서 구매자의 코드를 입력해 주세요</h2>
      <p className="mt-1 text-base text-ink-2">
        코드를 입력하면 {formatWon(deal.priceWon + deal.parcelFeeWon)} 지급이 확정돼요. 입력하기 전에는 물건을
        건네지 마세요.
      </p>
      <Form method="post" noValidate className="mt-4 grid gap-4">
        <TextField
          label="구매자 코드"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          placeholder="6자리 숫자"
          help="구매자 화면의 QR 코드를 휴대폰 카메라로 찍으면 저절로 채워져요."
          defaultValue={answer.typed("code", typedCode ?? "")}
          error={answer.errors.code}
        />
        <SubmitButton name="intent" value="hand_over" className="btn btn-primary btn-lg">
          코드 확인하고 거래 마치기
        </SubmitButton>
      </Form>
      <div className="mt-2">{children}</div>
      <p className="mt-3 text-center text-sm text-ink-2">
        {deal.dueAt ? `${formatDateTime(deal.dueAt)}까지 만나지 않으면 구매자에게 환불돼요.` : null}
      </p>
    </section>
  )
}
