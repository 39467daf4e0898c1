import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { Checkbox, ChoiceCards, DateField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { QuestionHeading, StepForm } from "#app/ui/wizard.tsx"
import { DAY_TIME_HOURS, DAY_TIME_LABELS, DAY_TIMES, JOB_KIND_LABELS, JOB_KINDS, LIMITS } from "../rules.ts"
import { getListValue, getTextValue } from "./form-values.ts"
import { Weekdays } from "./weekdays.tsx"

const PAY_OPTIONS = [
  { value: "", label: "협의" },
  { value: "hour", label: "시급" },
  { value: "day", label: "일급" },
  { value: "month", label: "월급" },
] as const

type FieldsProps = { values: FormValues; errors: FormErrors }

export function SeekKinds({ values, errors }: FieldsProps) {
  return (
    <ChoiceCards
      legend="하고 싶은 일"
      layout="grid"
      name="kinds[]"
      type="checkbox"
      options={JOB_KINDS.map((value) => ({ value, label: JOB_KIND_LABELS[value] }))}
      defaultValue={getListValue(values, "kinds")}
      error={errors.kinds}
    />
  )
}
export function SeekRegions({ values, errors }: FieldsProps) {
  return (
    <RegionPicker
      label="희망 지역"
      name="regionCodes"
      multiple
      max={LIMITS.seekRegions}
      widest="sido"
      defaultValue={getListValue(values, "regionCodes")}
      error={errors.regionCodes}
    />
  )
}
export function SeekWhen({ values, errors }: FieldsProps) {
  const today = toKstDateString(now())
  return (
    <div className="grid gap-6">
      <DateField
        label="시작할 수 있는 날"
        name="availableFrom"
        min={today}
        max={addDays(today, 365)}
        defaultValue={getTextValue(values, "availableFrom") || today}
        error={errors.availableFrom}
      />
      <Weekdays
        label="일할 수 있는 요일"
        selectedDays={getListValue(values, "weekdays")}
        error={errors.weekdays}
      />
      <ChoiceCards
        legend="일할 수 있는 시간대"
        layout="grid"
        name="dayTimes[]"
        type="checkbox"
        options={DAY_TIMES.map((value) => ({
          value,
          label: DAY_TIME_LABELS[value],
          description: DAY_TIME_HOURS[value],
        }))}
        defaultValue={getListValue(values, "dayTimes")}
        error={errors.dayTimes}
      />
      <Checkbox
        name="shortTerm"
        label="며칠짜리 단기 일만 찾아요"
        defaultChecked={getTextValue(values, "shortTerm") === "on"}
      />
    </div>
  )
}
export function SeekPay({ values, errors }: FieldsProps) {
  return (
    <div className="group/pay grid gap-6">
      <ChoiceCards
        legend="희망 급여"
        layout="grid"
        name="payType"
        type="radio"
        options={PAY_OPTIONS}
        defaultValue={getTextValue(values, "payType")}
        error={errors.payType}
      />
      <WonField
        className="group-has-[input[name=payType][value='']:checked]/pay:hidden"
        label="희망 금액"
        name="payWon"
        defaultValue={getTextValue(values, "payWon")}
        error={errors.payWon}
      />
    </div>
  )
}
export function SeekAbout({ values, errors }: FieldsProps) {
  return (
    <div className="grid gap-6">
      <TextField
        label="한 줄 소개"
        name="title"
        maxLength={LIMITS.title}
        placeholder="예: 도배 보조 3년, 새벽 출근도 좋아요"
        defaultValue={getTextValue(values, "title")}
        error={errors.title}
      />
      <TextArea
        label="소개"
        name="introduction"
        rows={6}
        maxLength={LIMITS.description}
        placeholder="해 본 일, 잘하는 일, 어떤 곳에서 일하고 싶은지 적어 주세요."
        defaultValue={getTextValue(values, "introduction")}
        error={errors.introduction}
        help="전화번호는 적지 마세요. 제안을 수락하면 알려 줘요."
      />
      <TextField
        label="경력"
        name="careerYears"
        inputMode="numeric"
        maxLength={2}
        suffix="년"
        defaultValue={getTextValue(values, "careerYears") || "0"}
        error={errors.careerYears}
        help="처음이라면 0을 적어 주세요."
      />
      <TextArea
        label="자격·면허"
        required={false}
        name="licences"
        rows={2}
        placeholder="한 줄에 하나씩\n예: 기초안전보건교육 이수"
        defaultValue={getListValue(values, "licences").join("\n")}
        error={errors.licences}
      />
    </div>
  )
}

/** Every step of a seek post but the summary. */
export function SeekSteps({ step, values, errors }: { step: string } & FieldsProps) {
  const fields = { values, errors }
  switch (step) {
    case "kinds":
      return (
        <StepForm>
          <QuestionHeading
            text="어떤 일을 하고 싶으세요?"
            help={`${LIMITS.seekKinds}개까지 고를 수 있어요.`}
          />
          <div className="mt-7">
            <SeekKinds {...fields} />
          </div>
        </StepForm>
      )
    case "regions":
      return (
        <StepForm>
          <QuestionHeading
            text="어디에서 일하고 싶으세요?"
            help={`${LIMITS.seekRegions}곳까지 고를 수 있어요.`}
          />
          <div className="mt-7">
            <SeekRegions {...fields} />
          </div>
        </StepForm>
      )
    case "when":
      return (
        <StepForm>
          <QuestionHeading text="언제 일할 수 있나요?" help="맞는 시간의 일자리만 제안받아요." />
          <div className="mt-7">
            <SeekWhen {...fields} />
          </div>
        </StepForm>
      )
    case "pay":
      return (
        <StepForm>
          <QuestionHeading text="급여는 얼마를 원하세요?" help="최저임금보다 적게는 적을 수 없어요." />
          <div className="mt-7">
            <SeekPay {...fields} />
          </div>
        </StepForm>
      )
    case "about":
      return (
        <StepForm>
          <QuestionHeading text="나를 소개해 주세요" help="경험이 없어도 괜찮아요." />
          <div className="mt-7 grid gap-4">
            <SeekAbout {...fields} />
            <Checkbox
              name="adult"
              label="(필수) 만 15세 이상이에요"
              description="만 15세 미만은 일할 수 없어요. 만 18세 미만은 부모님 동의서가 필요해요."
              defaultChecked={getTextValue(values, "adult") === "on"}
              error={errors.adult}
            />
          </div>
        </StepForm>
      )
    default:
      return null
  }
}
