import { useRef } from "react"
import { Form } from "react-router"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { getRows } from "#app/basics/form-rows.ts"
import { addDays } from "#app/basics/time.ts"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import { formatAutosaveState, useAutosave } from "#app/ui/autosave.ts"
import { Checkbox, DateField, SelectField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { FormRows } from "#app/ui/form-rows.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { TickPills } from "#app/ui/tick-pills.tsx"
import { PROPOSAL_SUGGESTIONS, type TravelSuggestion } from "../proposal-suggestions.ts"
import type { OrderFee } from "../payment-rules.ts"
import { LIMITS, type Category } from "../rules.ts"
import { PlanFields } from "./plan-fields.tsx"
import { SaveTemplate, UseTemplate, type TemplateView } from "./proposal-template.tsx"
import { computeSums, useLiveSums } from "./plan-values.ts"

const WARRANTY_MONTHS = [0, 1, 3, 6, 12, 24, 36] as const

const getText = (values: FormValues, field: string) => [values[field] ?? ""].flat()[0] ?? ""
/** A list as it was typed: several fields, each with an item a line. */
const getItems = (values: FormValues, field: string) =>
  [values[field] ?? []]
    .flat()
    .flatMap((part) => part.split("\n"))
    .map((part) => part.trim())
    .filter(Boolean)

/** 견적서 쓰기. `today` is YYYY-MM-DD in Korea; `rowsKey` changes when the server has made rows anew. */
export function ProposalEditor({
  action,
  draftName,
  category,
  units,
  values,
  errors,
  problem,
  today,
  hasDraft,
  fee,
  rowsKey,
  travel,
  template,
}: {
  action: string
  draftName: string
  category: Category
  /** What such work is counted in, the usual unit first. */
  units: readonly string[]
  values: FormValues
  errors: FormErrors | undefined
  problem: string | null | undefined
  today: string
  hasDraft: boolean
  fee: OrderFee
  rowsKey: string
  travel: TravelSuggestion | null
  template: TemplateView
}) {
  const form = useRef<HTMLFormElement>(null)
  useFirstErrorFocus(errors)
  const autosaveState = useAutosave(form, draftName, (enteredItems) => ({ values: enteredItems }))
  const { total, plannedWon, days } = useLiveSums(form, computeSums(values))
  return (
    <Form ref={form} method="post" action={action} noValidate className="grid gap-9">
      <button type="submit" name="intent" value="preview" className="sr-only" tabIndex={-1} aria-hidden>
        미리보기
      </button>
      <input type="hidden" name="version" value={getText(values, "version") || "1"} />
      <FormAlert message={problem} />
      <UseTemplate template={template} />
      <LinesFields key={`lines-${rowsKey}`} {...{ values, errors, total, units, travel }} />
      <PlanFields
        key={`plan-${rowsKey}`}
        values={values}
        errors={errors}
        total={total}
        plannedWon={plannedWon}
        days={days}
        fee={fee}
      />

      <ScopeFields values={values} errors={errors} category={category} />

      <ScheduleFields values={values} errors={errors} today={today} />

      <TextArea
        label="고객에게 한마디"
        name="message"
        rows={4}
        defaultValue={getText(values, "message")}
        error={errors?.message}
        help="전화번호와 계좌는 쓸 수 없어요. 선택되면 서로의 연락처가 보여요."
        maxLength={1_000}
      />
      <SaveTemplate template={template} />
      <StickyBar>
        <div className="min-w-fit flex-1 md:flex-none md:pr-4">
          <p className="text-xs text-ink-3">{formatAutosaveState(autosaveState, hasDraft) || "합계"}</p>
          <p className="text-lg font-bold whitespace-nowrap">
            {total >= 10_000 ? formatManwon(total) : formatWon(total)}
          </p>
        </div>
        <SubmitButton name="intent" value="preview" className="btn btn-primary btn-lg flex-1">
          미리보기
        </SubmitButton>
      </StickyBar>
    </Form>
  )
}

/** Usual items to tick, and room for others, one a line. */
function ItemListField({
  legend,
  hint,
  name,
  suggestions,
  enteredItems,
  error,
}: {
  legend: string
  hint?: string
  name: string
  suggestions: readonly string[]
  enteredItems: readonly string[]
  error: string | undefined
}) {
  const customItems = enteredItems.filter((item) => !suggestions.includes(item))
  return (
    <fieldset>
      <legend className="text-lg font-bold">{legend}</legend>
      {hint ? <p className="mt-1 text-sm text-ink-3">{hint}</p> : null}
      <div className="mt-3 mb-4">
        <TickPills name={`${name}[]`} options={suggestions} selected={enteredItems} size="md" />
      </div>
      <TextArea
        label={`${legend} 직접 쓰기`}
        hideLabel
        rows={2}
        name={`${name}[]`}
        defaultValue={customItems.join("\n")}
        error={error}
        placeholder="그 밖의 것은 한 줄에 하나씩 써 주세요"
      />
    </fieldset>
  )
}

/** How far the customer is, and a line for the way. */
function TravelNote({ travel }: { travel: TravelSuggestion }) {
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-2 rounded-xl bg-fill px-4 py-3">
      <p className="text-sm text-ink-2">
        {`내 동네에서 약 ${travel.km}km예요. 이만한 거리의 출장비는 보통 ${formatWon(travel.feeWon)}이에요.`}
      </p>
      <button
        type="submit"
        name="intent"
        value="add_travel"
        formNoValidate
        className="hit cursor-pointer text-sm font-semibold text-primary-ink"
      >
        출장비 항목 넣기
      </button>
    </div>
  )
}

/** What is done at what price, and the sum of it. */
function LinesFields({
  values,
  errors,
  total,
  units,
  travel,
}: {
  values: FormValues
  errors: FormErrors | undefined
  total: number
  units: readonly string[]
  travel: TravelSuggestion | null
}) {
  return (
    <fieldset>
      <legend className="text-lg font-bold">무엇을 얼마에 하나요?</legend>
      <p className="mt-1 mb-4 text-sm text-ink-3">항목을 나눠 쓰면 고객이 견적을 더 믿어요.</p>
      <FormRows
        list="lines"
        rows={getRows(values, "lines")}
        errors={errors}
        minRows={1}
        maxRows={LIMITS.lines}
        addLabel="항목 추가하기"
        rowLabel={(rowNumber) => `항목 ${rowNumber}`}
      >
        {(row) => (
          <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-[6rem_6rem_1fr]">
            <TextField
              className="col-span-full"
              label="항목 이름"
              name={row.name("name")}
              defaultValue={row.text("name")}
              error={row.error("name")}
              maxLength={60}
            />
            <TextField
              label="수량"
              name={row.name("quantity")}
              inputMode="numeric"
              defaultValue={row.text("quantity") || "1"}
              error={row.error("quantity")}
              maxLength={5}
            />
            <TextField
              label="단위"
              name={row.name("unit")}
              defaultValue={row.text("unit") || units[0]}
              error={row.error("unit")}
              placeholder={units.join(", ")}
              maxLength={10}
            />
            <WonField
              className="col-span-full sm:col-span-1"
              label="단가"
              name={row.name("unitPriceWon")}
              defaultValue={row.text("unitPriceWon")}
              error={row.error("unitPriceWon")}
            />
          </div>
        )}
      </FormRows>
      {travel ? <TravelNote travel={travel} /> : null}
      <p
        aria-live="polite"
        className="mt-4 flex items-baseline justify-between rounded-xl bg-primary-tint px-5 py-4"
      >
        <span className="text-base font-medium">합계</span>
        <b className="text-2xl font-bold">{formatWon(total)}</b>
      </p>
    </fieldset>
  )
}

/** When the work begins, how long it takes, and how long the proposal and the warranty hold. */
function ScheduleFields({
  values,
  errors,
  today,
}: {
  values: FormValues
  errors: FormErrors | undefined
  today: string
}) {
  return (
    <fieldset>
      <legend className="mb-4 text-lg font-bold">언제, 얼마나 걸리나요?</legend>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <DateField
          label="시작 가능일"
          name="earliestStart"
          min={today}
          max={addDays(today, 365)}
          defaultValue={getText(values, "earliestStart")}
          error={errors?.earliestStart}
        />
        <TextField
          label="예상 작업 기간"
          name="days"
          inputMode="numeric"
          suffix="일"
          defaultValue={getText(values, "days")}
          error={errors?.days}
          maxLength={3}
        />
        <SelectField
          label="하자보수 기간"
          name="warrantyMonths"
          placeholder="골라 주세요"
          options={WARRANTY_MONTHS.map((months) => ({
            value: String(months),
            label: months === 0 ? "없음" : `${months}개월`,
          }))}
          defaultValue={getText(values, "warrantyMonths")}
          error={errors?.warrantyMonths}
        />
        <DateField
          label="견적 유효기간"
          name="validUntil"
          min={today}
          max={addDays(today, LIMITS.validDays)}
          defaultValue={getText(values, "validUntil")}
          error={errors?.validUntil}
        />
      </div>
      <div className="group mt-3">
        <Checkbox
          name="siteVisitNeeded"
          label="작업 전에 방문 견적이 필요해요"
          defaultChecked={getText(values, "siteVisitNeeded") !== ""}
          error={errors?.siteVisitNeeded}
        />
        <WonField
          label="방문 견적 비용"
          required={false}
          help="무료면 비워 두세요."
          name="siteVisitFeeWon"
          defaultValue={getText(values, "siteVisitFeeWon")}
          error={errors?.siteVisitFeeWon}
        />
      </div>
    </fieldset>
  )
}

/** What the price includes, what it does not, and when there is more to pay. */
function ScopeFields({
  values,
  errors,
  category,
}: {
  values: FormValues
  errors: FormErrors | undefined
  category: Category
}) {
  return (
    <>
      <ItemListField
        legend="포함되는 것"
        name="included"
        suggestions={PROPOSAL_SUGGESTIONS[category].included}
        enteredItems={getItems(values, "included")}
        error={errors?.included}
      />
      <ItemListField
        legend="포함되지 않는 것"
        name="excluded"
        hint="미리 밝혀 두면 나중에 다툼이 없어요."
        suggestions={PROPOSAL_SUGGESTIONS[category].excluded}
        enteredItems={getItems(values, "excluded")}
        error={errors?.excluded}
      />
      <TextArea
        label="추가 비용 기준"
        required={false}
        name="extraChargeRule"
        rows={2}
        defaultValue={getText(values, "extraChargeRule")}
        error={errors?.extraChargeRule}
        placeholder="곰팡이 제거는 1㎡에 15,000원"
        maxLength={500}
      />
    </>
  )
}
