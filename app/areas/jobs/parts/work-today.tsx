import { Smartphone } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Form, Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatDateTime } from "#app/basics/time.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { Checkbox, TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { WORK_LIMITS, type WorkDayState } from "../work-rules.ts"
import type { WorkDayView, WorkRecord } from "../work-views.ts"
import { ButtonForm } from "./job-parts.tsx"
import { PlaceForm } from "#app/ui/place-form.tsx"
import { formatClock } from "./work-format.ts"

function TodayPanel({
  title,
  text,
  isQuiet = false,
  children,
}: {
  title: string
  text?: string
  isQuiet?: boolean
  children?: ReactNode
}) {
  return (
    <section
      aria-label="지금 할 일"
      className={
        "rounded-xl p-5 md:p-6 " +
        (isQuiet ? "bg-base-200" : "bg-primary-tint [&_.btn-quiet]:[--btn-bg:var(--color-base-100)]")
      }
    >
      <h2 className="text-xl font-bold">{title}</h2>
      {text ? (
        <p className="mt-1 text-base text-ink-2" suppressHydrationWarning>
          {text}
        </p>
      ) : null}
      {children ? <div className="mt-5 grid gap-5">{children}</div> : null}
    </section>
  )
}

const OVER_STATES: readonly WorkDayState[] = ["ended", "absent", "called_off"]

/** What there is to do now, for whoever looks. */
export function WorkToday({
  record,
  answer,
  scannedCode,
}: {
  record: WorkRecord
  answer: ScreenAnswer
  scannedCode: string
}) {
  if (record.state === "called_off")
    return (
      <TodayPanel
        isQuiet
        title="사업장이 취소한 일이에요"
        text="이유와 법의 내용은 지원 내용에서 볼 수 있어요."
      />
    )
  const day = record.days.find((each) => !OVER_STATES.includes(each.state))
  if (!day) return <TodayPanel isQuiet title="근무가 끝났어요" text="기록과 임금을 아래에서 확인해 주세요." />
  if (record.state === "no_show")
    return (
      <TodayPanel
        isQuiet
        title="노쇼로 신고된 일이에요"
        text="사실과 다르면 지원 내용에서 이의를 제기할 수 있어요."
      />
    )
  if (record.role === "employer") return <EmployerToday record={record} day={day} />
  if (record.role === "admin") return <TodayPanel isQuiet title="운영자로 보고 있어요" />
  switch (day.state) {
    case "working":
      return <WorkingToday record={record} day={day} answer={answer} scannedCode={scannedCode} />
    case "resting":
      return (
        <TodayPanel
          title="쉬는 중이에요"
          text={`${formatClock(day.restingSince ?? day.startsAt)}부터 쉬고 있어요.`}
        >
          <ButtonForm
            intent="break"
            fields={{ workDayId: day.id, move: "resume" }}
            className="btn btn-primary btn-lg w-full"
          >
            다시 일하기
          </ButtonForm>
        </TodayPanel>
      )
    default:
      return <PlannedToday record={record} day={day} answer={answer} scannedCode={scannedCode} />
  }
}

type TodayProps = { record: WorkRecord; day: WorkDayView; answer: ScreenAnswer; scannedCode: string }

function PlannedToday({ record, day, answer, scannedCode }: TodayProps) {
  const opensAt = new Date(new Date(day.startsAt).getTime() - WORK_LIMITS.checkInLeadMs)
  if (opensAt > now())
    return (
      <TodayPanel
        isQuiet
        title={`${formatDateTime(day.startsAt, now())}에 시작해요`}
        text="시작 2시간 전부터 출근할 수 있어요. 현장에 도착하면 이 화면을 열어 주세요."
      />
    )
  if (new Date(day.endsAt) <= now())
    return (
      <TodayPanel
        isQuiet
        title="출근 기록이 없어요"
        text="일했다면 아래에서 시간 정정을 요청해 주세요. 사업장이 받아들이면 임금에 들어가요."
      />
    )
  return (
    <TodayPanel title="도착했나요?" text="사업장 화면에 뜬 숫자 6자리를 입력하면 출근이 기록돼요.">
      <ProofForms {...{ record, day, answer, scannedCode }} move="check_in" />
    </TodayPanel>
  )
}

function WorkingToday({ record, day, answer, scannedCode }: TodayProps) {
  return (
    <TodayPanel
      title="일하고 있어요"
      text={`${formatClock(day.startedAt ?? day.startsAt)}에 출근했어요. 끝나면 퇴근을 기록해 주세요.`}
    >
      <ButtonForm
        intent="break"
        fields={{ workDayId: day.id, move: "rest" }}
        className="btn btn-quiet btn-lg w-full"
      >
        쉬는 시간 시작
      </ButtonForm>
      <ProofForms {...{ record, day, answer, scannedCode }} move="check_out" />
    </TodayPanel>
  )
}

/** The two ways to show that one is there: the code of the workplace, or the distance to it. */
function ProofForms({
  record,
  day,
  answer,
  scannedCode,
  move,
}: TodayProps & { move: "check_in" | "check_out" }) {
  const verb = move === "check_in" ? "출근" : "퇴근"
  const codeAnswer = answer.of("code")
  return (
    <>
      <Form method="post" noValidate className="grid gap-3">
        <input type="hidden" name="workDayId" value={day.id} />
        <input type="hidden" name="move" value={move} />
        <TextField
          key={move}
          label="현장 코드"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          placeholder="숫자 6자리"
          defaultValue={scannedCode}
          error={codeAnswer.errors.code}
          help="30초마다 바뀌어요. QR 코드를 찍어도 돼요."
        />
        <SubmitButton name="intent" value="code" className="btn btn-primary btn-lg w-full">
          {verb}하기
        </SubmitButton>
      </Form>
      {record.hasPlace ? (
        <PlaceForm
          intent="place"
          fields={{ workDayId: day.id, move }}
          label={`위치로 ${verb}하기`}
          className="btn btn-quiet btn-lg w-full"
        >
          {record.hasPlaceConsent ? null : (
            <Checkbox
              name="consent"
              label="위치 확인에 동의해요 (선택)"
              description="근무지까지의 거리만 계산하고, 거리와 결과만 5년 보관해요. 좌표는 저장하지 않아요."
              error={answer.of("place").errors.consent}
            />
          )}
        </PlaceForm>
      ) : null}
    </>
  )
}

function EmployerToday({ record, day }: { record: WorkRecord; day: WorkDayView }) {
  const texts: Partial<Record<WorkDayView["state"], string>> = {
    working: `${record.workerName}님이 ${formatClock(day.startedAt ?? day.startsAt)}에 출근했어요.`,
    resting: `${record.workerName}님이 ${formatClock(day.restingSince ?? day.startsAt)}부터 쉬고 있어요.`,
  }
  return (
    <TodayPanel
      title={day.state === "planned" ? "현장 코드를 보여 주세요" : "근무 중이에요"}
      text={
        texts[day.state] ??
        `${formatDateTime(day.startsAt, now())}에 시작해요. 근로자가 코드를 입력하면 출근이 기록돼요.`
      }
    >
      <Link
        to={href("/jobs/hire/:hireId/site", { hireId: record.hireId })}
        reloadDocument
        className="btn btn-primary btn-lg w-full"
      >
        <Smartphone size={20} /> 현장 코드 띄우기
      </Link>
    </TodayPanel>
  )
}
