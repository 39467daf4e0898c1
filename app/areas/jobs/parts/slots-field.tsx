import { useState } from "react"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { getRows } from "#app/basics/form-rows.ts"
import { DateField, TextField, type FieldProps } from "#app/ui/field.tsx"
import { FieldLayout } from "#app/ui/field-layout.tsx"
import { FormRows } from "#app/ui/form-rows.tsx"
import { LIMITS } from "../rules.ts"
import {
  crossesMidnight,
  isClock,
  getLegalBreakMinutes,
  getPresenceMinutes,
  getWorkMinutes,
} from "../wages.ts"
import { formatDuration } from "./format.ts"

/** A time of day, `HH:MM`, with the browser's own clock. */
function TimeField({
  defaultValue,
  name,
  onChange,
  ...fieldProps
}: FieldProps & { defaultValue: string; onChange: (value: string) => void }) {
  return (
    <FieldLayout {...fieldProps}>
      {({ required: isRequired, ...ids }) => (
        <input
          {...ids}
          aria-required={isRequired}
          name={name}
          type="time"
          step={300}
          defaultValue={defaultValue}
          onChange={(event) => onChange(event.target.value)}
          className="field-box"
        />
      )}
    </FieldLayout>
  )
}

function SlotFields({
  name,
  text,
  error,
  isMonthly,
  min,
  max,
}: {
  name: (field: string) => string
  text: (field: string) => string
  error: (field: string) => string | undefined
  isMonthly: boolean
  min: string
  max: string
}) {
  const [start, setStart] = useState(text("start") || "09:00")
  const [end, setEnd] = useState(text("end") || "18:00")
  const [breakText, setBreakText] = useState(text("breakMinutes") || "60")
  const shift = { start, end, breakMinutes: Number(breakText) || 0 }
  const isComplete = isClock(start) && isClock(end)
  const workedMinutes = isComplete ? getWorkMinutes(shift) : 0
  const legalBreakMinutes = isComplete ? getLegalBreakMinutes(getPresenceMinutes(shift)) : 0
  return (
    <div className="grid gap-4">
      <DateField
        label={isMonthly ? "첫 출근일" : "일하는 날"}
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
          defaultValue={breakText}
          onChange={(event) => setBreakText(event.target.value)}
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
      {isComplete && workedMinutes > 0 ? (
        <p aria-live="polite" className="text-sm text-ink-2">
          쉬는 시간을 빼고 <b className="font-semibold text-base-content">{formatDuration(workedMinutes)}</b>{" "}
          일해요
          {crossesMidnight(shift) ? ". 다음 날 끝나요" : ""}.
          {shift.breakMinutes < legalBreakMinutes
            ? ` ${legalBreakMinutes === 60 ? "8시간" : "4시간"} 넘게 일하면 쉬는 시간이 ${legalBreakMinutes}분 있어야 해요.`
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
  isMonthly,
  min,
  max,
}: {
  values: FormValues
  errors: FormErrors
  isMonthly: boolean
  min: string
  max: string
}) {
  return (
    <FormRows
      list="slots"
      rows={getRows(values, "slots")}
      errors={errors}
      maxRows={isMonthly ? 1 : LIMITS.slots}
      minRows={1}
      addLabel="날짜 더하기"
      rowLabel={(rowNumber) => (isMonthly ? "근무 시간" : `${rowNumber}번째 날`)}
    >
      {(row) => (
        <SlotFields
          name={row.name}
          text={row.text}
          error={row.error}
          isMonthly={isMonthly}
          min={min}
          max={max}
        />
      )}
    </FormRows>
  )
}
