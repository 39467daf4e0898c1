import { now } from "#app/basics/clock.ts"
import { formatDateTime, formatDateWithWeekday } from "#app/basics/time.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea, TextField } from "#app/ui/field.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import {
  CORRECTION_STATE_LABELS,
  CORRECTION_TONES,
  HOURS_SOURCE_LABELS,
  isOpenToCorrection,
  MARK_MOVE_LABELS,
  WORK_DAY_STATE_LABELS,
  WORK_DAY_TONES,
} from "../work-rules.ts"
import type { CorrectionView, WorkDayView, WorkRecord } from "../work-views.ts"
import { computePlannedPay } from "../payslip.ts"
import { CallOffDialog, CallOffLaw, formatNotice } from "./call-off.tsx"
import { formatDuration } from "./format.ts"
import { ButtonForm, FactList } from "./job-parts.tsx"
import { formatClock, formatHours, formatProof, getCountedHours } from "./work-format.ts"

type CardProps = { record: WorkRecord; day: WorkDayView; answer: ScreenAnswer }

/** A day of work: what was agreed, what was recorded, what counts, and the corrections of it. */
export function WorkDayCard({ record, day, answer }: CardProps) {
  const counted = getCountedHours(day)
  const wage = record.wages.find((each) => each.id === day.wageId)
  const isCorrectable =
    record.role !== "admin" &&
    record.state !== "no_show" &&
    day.calledOff === null &&
    wage !== undefined &&
    isOpenToCorrection(wage.state) &&
    new Date(day.startsAt) <= now() &&
    !day.corrections.some((correction) => correction.state === "asked")
  return (
    <article className="card-line p-5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-lg font-bold">{formatDateWithWeekday(day.date, now())}</h3>
        <StateBadge tone={WORK_DAY_TONES[day.state]}>{WORK_DAY_STATE_LABELS[day.state]}</StateBadge>
      </div>
      <div className="mt-4">
        <FactList
          rows={[
            {
              label: "계약",
              value: `${formatHours(day.startsAt, day.endsAt)} · 휴게 ${day.breakMinutes}분`,
            },
            ...(day.startedAt && day.state !== "ended"
              ? [{ label: "출근", value: formatClock(day.startedAt) }]
              : []),
            ...(counted
              ? [
                  {
                    label: "인정 시간",
                    value: (
                      <>
                        <b className="font-semibold">{formatDuration(counted.minutes)}</b>{" "}
                        <span className="text-ink-3">
                          {formatHours(counted.startsAt, counted.endsAt)} · 휴게 {counted.breakMinutes}분
                        </span>
                      </>
                    ),
                  },
                  { label: "근거", value: HOURS_SOURCE_LABELS[day.source] },
                ]
              : []),
          ]}
        />
      </div>
      {day.calledOff ? <CalledOff record={record} day={day} /> : null}
      <MarkList day={day} />
      {day.corrections.map((correction) => (
        <Correction key={correction.id} record={record} correction={correction} answer={answer} />
      ))}
      <FormAlert className="mt-4" message={answer.about("workDayId", day.id).of("ask", "call_off").problem} />
      {isCorrectable ? <CorrectionDialog day={day} answer={answer} /> : null}
      {record.role === "employer" && day.state === "planned" && new Date(day.startsAt) > now() ? (
        <div className="mt-4">
          <CallOffDialog
            trigger="이 날 취소하기"
            title={`${formatDateWithWeekday(day.date, now())} 근무를 취소할까요?`}
            startsAt={day.startsAt}
            plannedWon={getPlannedWon(record, day)}
            fields={{ workDayId: day.id }}
            answer={answer.about("workDayId", day.id).of("call_off")}
          />
        </div>
      ) : null}
    </article>
  )
}

const getPlannedWon = ({ contract }: WorkRecord, day: WorkDayView) =>
  computePlannedPay(contract, [
    { start: formatClock(day.startsAt), end: formatClock(day.endsAt), breakMinutes: day.breakMinutes },
  ])

/** A day that the employer called off: when, why, and what the law says of it. */
function CalledOff({ record, day }: Pick<CardProps, "record" | "day">) {
  if (!day.calledOff) return null
  return (
    <section aria-label="근무 취소" className="mt-4 grid gap-3 rounded-lg bg-warn-tint p-4">
      <div>
        <p className="text-base font-semibold">
          {record.businessName}에서 {formatNotice(day.startsAt, new Date(day.calledOff.at))}에 취소했어요
        </p>
        <p className="mt-1 text-base whitespace-pre-line text-ink-2">{day.calledOff.reason}</p>
      </div>
      <CallOffLaw plannedWon={getPlannedWon(record, day)} />
    </section>
  )
}

function MarkList({ day }: { day: WorkDayView }) {
  if (day.marks.length === 0) return null
  return (
    <details className="group mt-4 border-t border-base-300 pt-3">
      <summary className="hit cursor-pointer text-sm font-medium text-ink-2">
        현장 기록 {day.marks.length}건
      </summary>
      <ol className="mt-2 grid gap-1.5 text-sm">
        {day.marks.map((mark) => (
          <li key={`${mark.at}-${mark.move}`} className="flex gap-3">
            <span className="num w-12 flex-none text-ink-3">{formatClock(mark.at)}</span>
            <span className="w-16 flex-none">{MARK_MOVE_LABELS[mark.move]}</span>
            <span className="text-ink-3">{formatProof(mark)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

function Correction({
  record,
  correction,
  answer,
}: {
  record: WorkRecord
  correction: CorrectionView
  answer: ScreenAnswer
}) {
  const isOwn = correction.askedBy === record.role
  const ownAnswer = answer.about("correctionId", correction.id)
  const asker = correction.askedBy === "worker" ? `${record.workerName}님` : record.businessName
  return (
    <section aria-label="시간 정정" className="mt-4 rounded-lg bg-base-200 p-4">
      <p className="flex items-center justify-between gap-3 text-sm text-ink-3">
        <span>
          {asker} · {formatDateTime(correction.createdAt, now())}
        </span>
        <StateBadge tone={CORRECTION_TONES[correction.state]}>
          {CORRECTION_STATE_LABELS[correction.state]}
        </StateBadge>
      </p>
      <p className="mt-2 text-base font-semibold">
        {formatHours(correction.startsAt, correction.endsAt)} · 휴게 {correction.breakMinutes}분
      </p>
      <p className="mt-1 text-base whitespace-pre-line text-ink-2">{correction.reason}</p>
      <FormAlert className="mt-3" message={ownAnswer.problem} />
      {correction.state === "asked" && record.role !== "admin" ? (
        <div className={`mt-4 grid gap-2 ${isOwn ? "" : "grid-cols-2"}`}>
          {isOwn ? (
            <AnswerButton correction={correction} value="withdraw" className="btn btn-line">
              요청 거두기
            </AnswerButton>
          ) : (
            <>
              <AnswerButton correction={correction} value="refuse" className="btn btn-line">
                거절하기
              </AnswerButton>
              <AnswerButton correction={correction} value="accept" className="btn btn-primary">
                받아들이기
              </AnswerButton>
            </>
          )}
        </div>
      ) : null}
    </section>
  )
}

const AnswerButton = ({
  correction,
  value,
  className,
  children,
}: {
  correction: CorrectionView
  value: string
  className: string
  children: string
}) => (
  <ButtonForm intent="answer" fields={{ correctionId: correction.id, answer: value }} className={className}>
    {children}
  </ButtonForm>
)

function CorrectionDialog({ day, answer }: { day: WorkDayView; answer: ScreenAnswer }) {
  const ownAnswer = answer.about("workDayId", day.id).of("ask")
  const recorded = getCountedHours(day)
  const counted = recorded?.minutes ? recorded : null
  const start = formatClock(counted?.startsAt ?? day.startedAt ?? day.startsAt)
  const end = formatClock(counted?.endsAt ?? day.endsAt)
  return (
    <div className="mt-4">
      <ConfirmDialog
        trigger={<button type="button">시간 정정 요청하기</button>}
        triggerClassName="btn btn-quiet w-full"
        title="시간을 어떻게 고칠까요?"
        text="상대방이 받아들이면 이 시간으로 임금을 다시 계산해요."
        confirmLabel="요청하기"
        defaultOpen={ownAnswer.hasErrors}
      >
        <input type="hidden" name="intent" value="ask" />
        <input type="hidden" name="workDayId" value={day.id} />
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="시작 시간"
            name="start"
            placeholder="09:00"
            maxLength={5}
            defaultValue={ownAnswer.typed("start", start)}
            error={ownAnswer.errors.start}
          />
          <TextField
            label="끝난 시간"
            name="end"
            placeholder="18:00"
            maxLength={5}
            defaultValue={ownAnswer.typed("end", end)}
            error={ownAnswer.errors.end}
          />
        </div>
        <TextField
          label="쉰 시간"
          name="breakMinutes"
          inputMode="numeric"
          suffix="분"
          defaultValue={ownAnswer.typed("breakMinutes", String(counted?.breakMinutes ?? day.breakMinutes))}
          error={ownAnswer.errors.breakMinutes}
        />
        <TextArea
          label="이유"
          name="reason"
          rows={3}
          maxLength={300}
          placeholder="예: 마무리가 늦어져 30분 더 일했어요."
          defaultValue={ownAnswer.typed("reason")}
          error={ownAnswer.errors.reason}
        />
      </ConfirmDialog>
    </div>
  )
}
