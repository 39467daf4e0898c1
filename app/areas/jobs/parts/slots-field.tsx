import { useState } from "react"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { rowsOf } from "#app/basics/form-rows.ts"
import { DateField, TextField, type FieldProps } from "#app/ui/field.tsx"
import { FieldFrame } from "#app/ui/field-frame.tsx"
import { FormRows } from "#app/ui/form-rows.tsx"
import { LIMITS } from "../rules.ts"
import { crossesMidnight, isClock, lawfulBreak, presentMinutes, workMinutes } from "../wages.ts"
import { lengthText } from "./words.ts"

/** A time of day, `HH:MM`, with the browser's own clock. */
function TimeField({
  defaultValue,
  name,
  onChange,
  ...frame
}: FieldProps & { defaultValue: string; onChange: (value: string) => void }) {
  return (
    <FieldFrame {...frame}>
      {({ required: asked, ...ids }) => (
        <input
          {...ids}
          aria-required={asked}
          name={name}
          type="time"
          step={300}
          defaultValue={defaultValue}
          onChange={(event) => onChange(event.target.value)}
          className="field-box"
        />
      )}
    </FieldFrame>
  )
}

function Slot({
  name,
  text,
  error,
  month,
  min,
  max,
}: {
  name: (field: string) => string
  text: (field: string) => string
  error: (field: string) => string | undefined
  month: boolean
  min: string
  max: string
}) {
  const [start, setStart] = useState(text("start") || "09:00")
  const [end, setEnd] = useState(text("end") || "18:00")
  const [rest, setRest] = useState(text("breakMinutes") || "60")
  const shift = { start, end, breakMinutes: Number(rest) || 0 }
  const whole = isClock(start) && isClock(end)
  const worked = whole ? workMinutes(shift) : 0
  const lawful = whole ? lawfulBreak(presentMinutes(shift)) : 0
  return (
    <div className="grid gap-4">
      <DateField
        label={month ? "첫 출근일" : "일하는 날"}
        name={name("date")}
        min={min}
        max={max}
        defaultValue={text("date")}
        error={error("date")}
      />
      <div className="grid grid-cols-2 gap-3">
        <TimeField
          label="시작"
          name={name("start")}
          defaultValue={start}
          onChange={setStart}
          error={error("start")}
        />
        <TimeField label="끝" name={name("end")} defaultValue={end} onChange={setEnd} error={error("end")} />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="쉬는 시간"
          name={name("breakMinutes")}
          inputMode="numeric"
          maxLength={3}
          suffix="분"
          defaultValue={rest}
          onChange={(event) => setRest(event.target.value)}
          error={error("breakMinutes")}
        />
        <TextField
          label="모집 인원"
          name={name("headcount")}
          inputMode="numeric"
          maxLength={2}
          suffix="명"
          defaultValue={text("headcount") || "1"}
          error={error("headcount")}
        />
      </div>
      {whole && worked > 0 ? (
        <p aria-live="polite" className="text-sm text-ink-2">
          쉬는 시간을 빼고 <b className="font-semibold text-base-content">{lengthText(worked)}</b> 일해요
          {crossesMidnight(shift) ? ". 다음 날 끝나요" : ""}.
          {shift.breakMinutes < lawful
            ? ` ${lawful === 60 ? "8시간" : "4시간"} 넘게 일하면 쉬는 시간이 ${lawful}분 있어야 해요.`
            : ""}
        </p>
      ) : null}
    </div>
  )
}

/** The shifts of a post; by the month there is one, from which the days of the week go on. */
export function SlotsField({
  values,
  errors,
  month,
  min,
  max,
}: {
  values: FormValues
  errors: FormErrors
  month: boolean
  min: string
  max: string
}) {
  return (
    <FormRows
      list="slots"
      rows={rowsOf(values, "slots")}
      errors={errors}
      max={month ? 1 : LIMITS.slots}
      least={1}
      addLabel="날짜 더하기"
      rowLabel={(place) => (month ? "근무 시간" : `${place}번째 날`)}
    >
      {(row) => <Slot name={row.name} text={row.text} error={row.error} month={month} min={min} max={max} />}
    </FormRows>
  )
}
