import { CalendarCheck, MapPin } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Form } from "react-router"
import { toKstDateString, addDays, formatDateWithWeekday, formatTime } from "#app/basics/time.ts"
import { now } from "#app/basics/clock.ts"
import type { SubjectKind } from "#app/basics/subject.ts"
import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import { DateField, TextField } from "#app/ui/field.tsx"
import { FieldLayout } from "#app/ui/field-layout.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import {
  APPOINTMENT_STATE_LABELS,
  getAppointmentName,
  type AppointmentTransition,
  type AppointmentState,
} from "../rules.ts"
import type { AppointmentView } from "../views.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

const TONE_BY_STATE: Record<AppointmentState, Tone> = {
  proposed: "open",
  accepted: "ok",
  declined: "done",
  cancelled: "done",
  replaced: "done",
}
const BUTTON_LABELS: Record<Exclude<AppointmentTransition, "replace">, string> = {
  accept: "수락하기",
  decline: "거절하기",
  cancel: "약속 취소하기",
}

/** A proposed meeting in the stream, with what its reader may answer. */
export function AppointmentCard({
  appointment,
  kind,
  action,
}: {
  appointment: AppointmentView
  kind: SubjectKind
  action: string
}) {
  const { state, at, note } = appointment
  const place = [appointment.area, appointment.place].filter(Boolean).join(" ")
  const isOver = state !== "proposed" && state !== "accepted"
  const moves = appointment.moves.filter((move) => move !== "replace")
  const canAccept = moves.includes("accept")
  return (
    <article
      aria-label={getAppointmentName(kind)}
      className="w-[min(17rem,100%)] rounded-2xl border border-base-300 bg-base-100 p-4"
    >
      <p className="flex items-center gap-2 text-sm font-semibold text-primary-ink">
        <CalendarCheck size={18} />
        {getAppointmentName(kind)}
        {state === "proposed" && !appointment.mine ? null : (
          <span className="ml-auto">
            <StateBadge tone={TONE_BY_STATE[state]}>{APPOINTMENT_STATE_LABELS[state]}</StateBadge>
          </span>
        )}
      </p>
      <p className={`mt-2.5 text-base font-bold ${isOver ? "text-ink-3 line-through" : ""}`}>
        <time dateTime={at}>
          {formatDateWithWeekday(at)} {formatTime(at)}
        </time>
      </p>
      {place ? <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">{place}</p> : null}
      {note ? <p className="mt-0.5 text-sm text-ink-3">{note}</p> : null}
      {moves.length > 0 ? (
        <div className={canAccept ? "mt-3.5 button-pair" : "mt-2"}>
          {moves.toReversed().map((move) => (
            <Form key={move} method="post" action={action} preventScrollReset>
              <input type="hidden" name="intent" value="answer" />
              <input type="hidden" name="appointmentId" value={appointment.id} />
              <SubmitButton
                name="move"
                value={move}
                className={
                  canAccept
                    ? `btn w-full ${move === "accept" ? "btn-primary" : "btn-quiet"}`
                    : "hit cursor-pointer rounded-sm text-sm font-medium text-ink-3 underline " +
                      "underline-offset-2"
                }
              >
                {BUTTON_LABELS[move]}
              </SubmitButton>
            </Form>
          ))}
        </div>
      ) : null}
    </article>
  )
}

type ProposalAnswer = ReturnType<ScreenAnswer["of"]>

/** The day and the time of a proposal. */
export function WhenFields({ proposal }: { proposal: ProposalAnswer }) {
  const today = toKstDateString(now())
  return (
    <div className="grid grid-cols-2 gap-3">
      <DateField
        label="날짜"
        name="date"
        min={today}
        max={addDays(today, 365)}
        defaultValue={proposal.typed("date", addDays(today, 1))}
        error={proposal.errors.date}
      />
      <FieldLayout label="시간" error={proposal.errors.time}>
        {({ required, ...ids }) => (
          <input
            {...ids}
            aria-required={required}
            type="time"
            name="time"
            step={600}
            defaultValue={proposal.typed("time", "14:00")}
            className="field-box"
          />
        )}
      </FieldLayout>
    </div>
  )
}

/** The place of a proposal in words, and a note. */
export const WhereFields = ({ proposal }: { proposal: ProposalAnswer }) => (
  <>
    <TextField
      label="장소"
      required={false}
      name="place"
      maxLength={100}
      placeholder="잠실동 ○○아파트 정문"
      defaultValue={proposal.typed("place")}
      error={proposal.errors.place}
    />
    <TextField
      label="메모"
      required={false}
      name="note"
      maxLength={100}
      placeholder="주차는 지하 1층에 할 수 있어요"
      defaultValue={proposal.typed("note")}
      error={proposal.errors.note}
    />
  </>
)

/** Proposes to meet. `clientKey` is a fresh id of the page. */
export function AppointmentSheet({
  kind,
  action,
  mapHref,
  clientKey,
  answer,
  triggerClassName,
  children,
}: {
  kind: SubjectKind
  action: string
  /** Where the place is chosen on the map. */
  mapHref: string
  clientKey: string
  answer: ScreenAnswer
  triggerClassName: string
  children: ReactNode
}) {
  const proposal = answer.of("propose")
  return (
    <Sheet
      trigger={children}
      triggerClassName={triggerClassName}
      title={`${getAppointmentName(kind)} 잡기`}
      defaultOpen={proposal.wasSent}
    >
      <Form method="post" action={action} noValidate className="grid gap-5" preventScrollReset>
        <input type="hidden" name="intent" value="propose" />
        <input type="hidden" name="clientKey" value={clientKey} />
        <FormAlert message={proposal.problem} />
        <WhenFields proposal={proposal} />
        {/* A document of its own: another company's map may be in it. */}
        <a href={mapHref} className="btn btn-quiet w-full">
          <MapPin size={18} /> 지도에서 장소 고르기
        </a>
        <WhereFields proposal={proposal} />
        <SubmitButton className="btn btn-primary btn-lg">약속 제안하기</SubmitButton>
      </Form>
    </Sheet>
  )
}
