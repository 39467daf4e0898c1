import { now } from "#app/basics/clock.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { SelectField, TextArea } from "#app/ui/field.tsx"
import { CALL_OFF_REASONS, SHORT_NOTICE_MS, SHORT_NOTICE_SHOWN_DAYS } from "../call-off-rules.ts"

const IDLE_PAY_PERCENT = 70

/** How long before the beginning something is called off, in words. */
export function formatNotice(startsAt: string, at: Date): string {
  const hours = Math.floor((new Date(startsAt).getTime() - at.getTime()) / HOUR_MS)
  if (hours < 1) return "시작 1시간 안"
  return hours < 48 ? `시작 ${hours}시간 전` : `시작 ${Math.floor(hours / 24)}일 전`
}

const isShortNotice = (startsAt: string, at: Date): boolean =>
  new Date(startsAt).getTime() - at.getTime() < SHORT_NOTICE_MS

/**
 * What the law says about work that an employer calls off; `plannedWon` is what it would have paid, null
 * where that is not known. Open where somebody is about to do it.
 */
export function CallOffLaw({ plannedWon, isOpen = false }: { plannedWon: number | null; isOpen?: boolean }) {
  return (
    <details open={isOpen} className="text-sm text-ink-2">
      <summary className="hit w-fit cursor-pointer font-semibold text-base-content">
        법은 이렇게 정해요
      </summary>
      <ul className="mt-2 grid list-disc gap-1.5 pl-4">
        <li>
          사업장 사정으로 일하지 못하면 5명 이상 사업장은 평균임금의 {IDLE_PAY_PERCENT}% 이상을 휴업수당으로
          줘야 해요(근로기준법 제46조).
          {plannedWon === null
            ? ""
            : ` 약속한 임금으로 어림하면 ${formatWon(Math.ceil((plannedWon * IDLE_PAY_PERCENT) / 100))}이에요.`}
        </li>
        <li>5명 미만 사업장도 사업장 책임으로 일하지 못한 임금은 청구할 수 있어요(민법 제538조 제1항).</li>
        <li>
          확정한 채용을 취소하는 것은 해고로 볼 수 있어, 5명 이상 사업장은 정당한 이유가 있어야
          해요(근로기준법 제23조).
        </li>
        <li>태풍처럼 누구도 어쩔 수 없는 사정은 다를 수 있어요. 고용노동부 1350에서 상담해 주세요.</li>
      </ul>
    </details>
  )
}

/** Asks the employer why, and says what follows, before a hire or a day is called off. */
export function CallOffDialog({
  trigger,
  title,
  startsAt,
  plannedWon,
  fields = {},
  answer,
}: {
  trigger: string
  title: string
  startsAt: string
  plannedWon: number | null
  fields?: Readonly<Record<string, string>>
  answer: ScreenAnswer
}) {
  return (
    <ConfirmDialog
      trigger={<button type="button">{trigger}</button>}
      triggerClassName="btn btn-quiet w-full"
      title={title}
      text={
        `${formatNotice(startsAt, now())}이에요. 이유를 근로자에게 바로 알리고, 되돌릴 수 없어요.` +
        (isShortNotice(startsAt, now())
          ? ` 시작 24시간 안에 취소한 횟수는 공고에 ${SHORT_NOTICE_SHOWN_DAYS}일 동안 보여요.`
          : "")
      }
      confirmLabel="취소 알리기"
      cancelLabel="그대로 두기"
      tone="danger"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="call_off" />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SelectField
        label="이유"
        name="reason"
        options={CALL_OFF_REASONS.map((reason) => ({ value: reason, label: reason }))}
        placeholder="이유를 골라 주세요"
        defaultValue={answer.typed("reason")}
        error={answer.errors.reason}
      />
      <TextArea
        label="전할 말"
        name="note"
        rows={3}
        maxLength={300}
        placeholder="예: 새벽부터 비가 많이 와서 외벽 작업을 미뤘어요."
        defaultValue={answer.typed("note")}
        error={answer.errors.note}
      />
      <div className="rounded-lg bg-base-200 p-4">
        <CallOffLaw plannedWon={plannedWon} isOpen />
      </div>
    </ConfirmDialog>
  )
}
