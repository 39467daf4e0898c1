/** The steps of a hire post about days, hours and pay. */
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { parseWonInput } from "#app/basics/won.ts"
import { ChoiceCards, TextField, WonField } from "#app/ui/field.tsx"
import { LIMITS, PAY_DATE_LABELS, PAY_DATES, PAY_TYPE_LABELS, PAY_TYPES, type PayType } from "../rules.ts"
import { QuestionHeading, StepForm } from "#app/ui/wizard.tsx"
import { SlotsField } from "./slots-field.tsx"
import {
  getDaysPerWeek,
  getListValue,
  getMinutesPerPiece,
  getPayType,
  getCompleteShifts,
  getTextValue,
} from "./form-values.ts"
import { WagePanel } from "./wage-panel.tsx"
import { Weekdays } from "./weekdays.tsx"

export type StepProps = { values: FormValues; errors: FormErrors }

const PAY_TYPE_DESCRIPTIONS: Record<PayType, string> = {
  hour: "일한 시간만큼",
  day: "하루에 얼마",
  month: "매주 정해진 요일에 계속",
  piece: "한 건에 얼마 (영상 한 편, 포스터 한 장)",
}

export function PayTypeStep({ values, errors }: StepProps) {
  const getText = (name: string) => getTextValue(values, name)
  return (
    <StepForm autoSubmit>
      <QuestionHeading text="급여는 어떻게 주나요?" help="시간당 얼마인지는 저희가 계산해 보여 드려요." />
      <ChoiceCards
        className="mt-7"
        legend="급여 방식"
        hideLegend
        name="payType"
        type="radio"
        options={PAY_TYPES.map((value) => ({
          value,
          label: PAY_TYPE_LABELS[value],
          description: PAY_TYPE_DESCRIPTIONS[value],
        }))}
        defaultValue={getText("payType")}
        error={errors.payType}
      />
    </StepForm>
  )
}

export function SlotsStep({ values, errors }: StepProps) {
  const payType = getPayType(values)
  const today = toKstDateString(now())
  return (
    <StepForm>
      <QuestionHeading
        text={payType === "month" ? "언제부터 일하나요?" : "언제 일하나요?"}
        help={
          payType === "month"
            ? "첫 출근일과 하루 근무 시간을 적어 주세요."
            : "날마다 필요한 인원이 달라도 괜찮아요."
        }
      />
      <div className="mt-7 grid gap-6">
        {payType === "month" ? (
          <Weekdays
            label="일하는 요일"
            selectedDays={getListValue(values, "weekdays")}
            error={errors.weekdays}
          />
        ) : null}
        <SlotsField
          values={values}
          errors={errors}
          isMonthly={payType === "month"}
          min={today}
          max={addDays(today, LIMITS.maxDaysAhead)}
        />
      </div>
    </StepForm>
  )
}

export function PayStep({ values, errors }: StepProps) {
  const getText = (name: string) => getTextValue(values, name)
  const payType = getPayType(values)
  return (
    <StepForm>
      <QuestionHeading
        text={`${PAY_TYPE_LABELS[payType]}은 얼마인가요?`.replace("건당은", "한 건에")}
        help="세금과 4대 보험을 떼기 전 금액이에요."
      />
      <div className="mt-7 grid gap-6">
        <WonField
          label={PAY_TYPE_LABELS[payType]}
          hideLabel
          name="payWon"
          isLarge
          increments={
            payType === "hour"
              ? [100, 500, 1_000]
              : payType === "month"
                ? [50_000, 100_000, 500_000]
                : [5_000, 10_000, 50_000]
          }
          defaultValue={getText("payWon")}
          error={errors.payWon}
        />
        {payType === "piece" ? (
          <TextField
            label="한 건에 걸리는 시간"
            name="minutesPerPiece"
            inputMode="numeric"
            maxLength={6}
            suffix="분"
            defaultValue={getText("minutesPerPiece")}
            error={errors.minutesPerPiece}
            help="익숙한 사람이 한 건을 끝내는 데 보통 걸리는 시간이에요. 두 시간이면 120분으로 적어요."
          />
        ) : null}
        <WagePanel
          payType={payType}
          slots={getCompleteShifts(values)}
          daysPerWeek={getDaysPerWeek(values)}
          payWon={parseWonInput(getText("payWon"))}
          minutesPerPiece={getMinutesPerPiece(values)}
        />
        <ChoiceCards
          legend="언제 주나요?"
          layout="grid"
          name="payDate"
          type="radio"
          options={PAY_DATES.map((value) => ({ value, label: PAY_DATE_LABELS[value] }))}
          defaultValue={getText("payDate")}
          error={errors.payDate}
        />
      </div>
    </StepForm>
  )
}
