import type { ComponentType } from "react"
import type { FormValues } from "#app/basics/form.ts"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { Checkbox, ChoiceCards, DateField, PhoneField, TextArea, TextField } from "#app/ui/field.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { EMPLOYER_KIND_LABELS, EMPLOYER_KINDS, JOB_KIND_LABELS, JOB_KINDS, LIMITS } from "../rules.ts"
import { WORKFORCE_LABELS, WORKFORCES } from "../workforce.ts"
import { ForbiddenPhrasesAlert } from "./forbidden-phrases-alert.tsx"
import { QuestionHeading, StepForm } from "#app/ui/wizard.tsx"
import { isChecked, getListValue, getCompleteShifts, getTextValue } from "./form-values.ts"

import { PayStep, PayTypeStep, SlotsStep, type StepProps } from "./hire-pay-steps.tsx"

function KindStep({ values, errors }: StepProps) {
  const getText = (name: string) => getTextValue(values, name)
  return (
    <StepForm autoSubmit>
      <QuestionHeading text="어떤 일을 구하세요?" help="가장 가까운 것 하나를 골라 주세요." />
      <ChoiceCards
        className="mt-7"
        legend="하는 일"
        hideLegend
        layout="grid"
        name="kind"
        type="radio"
        options={JOB_KINDS.map((value) => ({ value, label: JOB_KIND_LABELS[value] }))}
        defaultValue={getText("kind")}
        error={errors.kind}
      />
    </StepForm>
  )
}

function PlaceStep({ values, errors }: StepProps) {
  const getText = (name: string) => getTextValue(values, name)
  return (
    <StepForm>
      <QuestionHeading
        text="어디에서 일하나요?"
        help="목록에는 시·군·구까지만 보여요. 정확한 주소는 채용된 분에게만 알려 줘요."
      />
      <div className="mt-7 grid gap-6">
        <RegionPicker
          label="근무 지역"
          name="regionCode"
          defaultValue={getText("regionCode")}
          error={errors.regionCode}
        />
        <TextField
          label="정확한 주소"
          name="address"
          autoComplete="street-address"
          maxLength={200}
          placeholder="도로명 주소와 건물, 층"
          defaultValue={getText("address")}
          error={errors.address}
        />
      </div>
    </StepForm>
  )
}

function DetailsStep({ values, errors }: StepProps) {
  const getText = (name: string) => getTextValue(values, name)
  return (
    <StepForm>
      <QuestionHeading
        text="어떤 일인지 알려 주세요"
        help="하는 일, 준비물, 만나는 곳을 적으면 지원이 빨라져요."
      />
      <div className="mt-7">
        <ForbiddenPhrasesAlert initialText={`${getText("title")}\n${getText("description")}`}>
          <TextField
            label="제목"
            name="title"
            maxLength={LIMITS.title}
            placeholder="예: 아파트 입주청소 보조 (초보 가능)"
            defaultValue={getText("title")}
            error={errors.title}
          />
          <TextArea
            label="자세한 설명"
            name="description"
            rows={7}
            maxLength={LIMITS.description}
            placeholder={
              "예: 32평 아파트 입주청소를 3인 1조로 해요. 도구는 모두 준비돼 있어요. 아침 7시 50분에 정문에서 만나요."
            }
            defaultValue={getText("description")}
            error={errors.description}
            help="성별, 나이, 외모로 가리는 말은 쓸 수 없어요. 전화번호는 적지 마세요."
          />
        </ForbiddenPhrasesAlert>
      </div>
    </StepForm>
  )
}

function ConditionsStep({ values, errors }: StepProps) {
  const getText = (name: string) => getTextValue(values, name)
  return (
    <StepForm>
      <QuestionHeading text="조건을 알려 주세요" help="해당하는 것만 고르면 돼요." />
      <div className="mt-7 grid gap-6">
        <div>
          <Checkbox
            name="beginners"
            label="초보도 할 수 있어요"
            description="처음 해 보는 분에게 일을 알려 주는 경우예요."
            defaultChecked={isChecked(values, "beginners")}
            error={errors.beginners}
          />
          <Checkbox name="meals" label="식사를 줘요" defaultChecked={isChecked(values, "meals")} />
          <Checkbox name="lodging" label="숙소를 줘요" defaultChecked={isChecked(values, "lodging")} />
          <Checkbox
            name="foreigners"
            label="외국인도 환영해요"
            description="일할 수 있는 비자가 있는지 꼭 확인해 주세요."
            defaultChecked={isChecked(values, "foreigners")}
          />
          <Checkbox
            name="safetyTraining"
            label="기초안전보건교육 이수증이 필요해요"
            description="건설 현장이라면 꼭 필요해요."
            defaultChecked={isChecked(values, "safetyTraining")}
          />
          <Checkbox
            name="teens"
            label="청소년도 할 수 있어요"
            description="만 15세 이상 18세 미만이에요. 밤 10시부터 아침 6시까지는 일할 수 없어요."
            defaultChecked={isChecked(values, "teens")}
            error={errors.teens}
          />
        </div>
        <ForbiddenPhrasesAlert initialText={getText("needs")}>
          <TextArea
            label="필요한 자격"
            required={false}
            name="needs"
            rows={3}
            placeholder="한 줄에 하나씩\n예: 1종 보통 운전면허"
            defaultValue={getListValue(values, "needs").join("\n")}
            error={errors.needs}
            help="일에 꼭 필요한 것만 적어 주세요."
          />
        </ForbiddenPhrasesAlert>
      </div>
    </StepForm>
  )
}

function EmployerStep({ values, errors }: StepProps) {
  const getText = (name: string) => getTextValue(values, name)
  return (
    <StepForm>
      <QuestionHeading text="누가 구하나요?" help="직업안정법에 따라 구인하는 사람을 밝혀야 해요." />
      <div className="group/employer mt-7 grid gap-6">
        <ChoiceCards
          legend="구인하는 사람"
          hideLegend
          layout="grid"
          name="employerKind"
          type="radio"
          options={EMPLOYER_KINDS.map((value) => ({ value, label: EMPLOYER_KIND_LABELS[value] }))}
          defaultValue={getText("employerKind") || "business"}
          error={errors.employerKind}
        />
        <TextField
          label="사업장 이름"
          name="businessName"
          maxLength={40}
          autoComplete="organization"
          defaultValue={getText("businessName")}
          error={errors.businessName}
          help="개인이라면 '○○동 가정집'처럼 적어 주세요."
        />
        <TextField
          label="대표자 이름"
          name="representative"
          maxLength={20}
          autoComplete="name"
          defaultValue={getText("representative")}
          error={errors.representative}
        />
        <TextField
          className="group-has-[input[value=person]:checked]/employer:hidden"
          label="사업자등록번호"
          name="businessNumber"
          inputMode="numeric"
          maxLength={14}
          placeholder="000-00-00000"
          defaultValue={formatBusinessNumber(getText("businessNumber"))}
          error={errors.businessNumber}
        />
        <ChoiceCards
          className="group-has-[input[value=person]:checked]/employer:hidden"
          legend="직원 수"
          layout="grid"
          name="workforce"
          type="radio"
          options={WORKFORCES.map((value) => ({ value, label: WORKFORCE_LABELS[value] }))}
          defaultValue={getText("workforce")}
          error={errors.workforce}
          help="늘 함께 일하는 사람 수예요. 5명 이상이면 연장·야간·휴일 수당을 더 줘야 해요."
        />
        <PhoneField
          label="연락처"
          name="contactPhone"
          defaultValue={getText("contactPhone")}
          error={errors.contactPhone}
          help="채용이 확정된 분에게만 보여요."
        />
      </div>
    </StepForm>
  )
}

function DeadlineStep({ values, errors }: StepProps) {
  const getText = (name: string) => getTextValue(values, name)
  const today = toKstDateString(now())
  return (
    <StepForm>
      <QuestionHeading
        text="언제까지 모집하나요?"
        help="인원이 다 차면 먼저 마감돼요. 마지막 근무가 시작되면 저절로 마감돼요."
      />
      <DateField
        className="mt-7"
        label="모집 마감일"
        name="deadline"
        min={today}
        max={addDays(today, LIMITS.openDays)}
        defaultValue={getText("deadline") || getDefaultDeadline(values, today)}
        error={errors.deadline}
      />
    </StepForm>
  )
}

const STEPS: Record<string, ComponentType<StepProps>> = {
  kind: KindStep,
  "pay-type": PayTypeStep,
  slots: SlotsStep,
  pay: PayStep,
  place: PlaceStep,
  details: DetailsStep,
  conditions: ConditionsStep,
  employer: EmployerStep,
  deadline: DeadlineStep,
}

/** Every step of a hire post but the summary. */
export function HireSteps({ step, ...fields }: StepProps & { step: string }) {
  const Step = STEPS[step]
  return Step ? <Step {...fields} /> : null
}

/** The day before the first shift, or today. */
function getDefaultDeadline(values: FormValues, today: string): string {
  const [first] = getCompleteShifts(values)
    .map((shift) => shift.date)
    .sort()
  if (!first) return addDays(today, 7)
  const dayBefore = addDays(first, -1)
  const latest = addDays(today, LIMITS.openDays)
  return dayBefore < today ? today : dayBefore > latest ? latest : dayBefore
}
