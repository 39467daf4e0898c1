import { useEffect, useRef, useState, type RefObject } from "react"
import { Form } from "react-router"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { rowsOf, typedValues } from "#app/basics/form-rows.ts"
import { addDays } from "#app/basics/time.ts"
import { formatManwon, formatWon, parseWonInput } from "#app/basics/won.ts"
import { autosaveText, useAutosave } from "#app/ui/autosave.ts"
import { Checkbox, DateField, SelectField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { FormProblem, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { FormRows } from "#app/ui/form-rows.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { SUGGESTIONS } from "../proposal-suggestions.ts"
import { LIMITS, type Category } from "../rules.ts"

const WARRANTIES = [0, 1, 3, 6, 12, 24, 36] as const

const text = (values: FormValues, field: string) => [values[field] ?? ""].flat()[0] ?? ""
/** A list as it was typed: several fields, each with an item a line. */
const items = (values: FormValues, field: string) =>
  [values[field] ?? []]
    .flat()
    .flatMap((part) => part.split("\n"))
    .map((part) => part.trim())
    .filter(Boolean)

/**
 * The sum of the lines as far as it can be read, in won; 0 where it is beyond counting. The server counts it
 * again.
 */
function typedTotal(values: FormValues): number {
  const quantityOf = (line: FormValues) =>
    Number(/^[\d,]{1,6}$/.exec(text(line, "quantity"))?.[0].replaceAll(",", "") ?? 0)
  const sum = rowsOf(values, "lines").reduce(
    (won, line) => won + (parseWonInput(text(line, "unitPriceWon")) ?? 0) * quantityOf(line),
    0,
  )
  return Number.isSafeInteger(sum) ? sum : 0
}

/** 견적서 쓰기. `today` is YYYY-MM-DD in Korea. */
export function ProposalFields({
  action,
  draft,
  category,
  values,
  errors,
  problem,
  today,
  begun,
}: {
  action: string
  draft: string
  category: Category
  values: FormValues
  errors: FormErrors | undefined
  problem: string | undefined
  today: string
  begun: boolean
}) {
  const form = useRef<HTMLFormElement>(null)
  useFirstErrorFocus(errors)
  const outcome = useAutosave(form, draft, (typed) => ({ values: typed }))
  const total = useLiveTotal(form, typedTotal(values))
  const { units } = SUGGESTIONS[category]
  return (
    <Form ref={form} method="post" action={action} noValidate className="grid gap-9">
      <button type="submit" name="intent" value="preview" className="sr-only" tabIndex={-1} aria-hidden>
        미리보기
      </button>
      <input type="hidden" name="version" value={text(values, "version") || "1"} />
      <FormProblem problem={problem} />
      <fieldset>
        <legend className="text-lg font-bold">무엇을 얼마에 하나요?</legend>
        <p className="mt-1 mb-4 text-sm text-ink-3">항목을 나눠 쓰면 고객이 견적을 더 믿어요.</p>
        <FormRows
          list="lines"
          rows={rowsOf(values, "lines")}
          errors={errors}
          least={1}
          max={LIMITS.lines}
          addLabel="항목 추가하기"
          rowLabel={(place) => `항목 ${place}`}
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
        <p
          aria-live="polite"
          className="mt-4 flex items-baseline justify-between rounded-xl bg-primary-tint px-5 py-4"
        >
          <span className="text-base font-medium">합계</span>
          <b className="text-2xl font-bold">{formatWon(total)}</b>
        </p>
      </fieldset>

      <ItemList
        legend="포함되는 것"
        name="included"
        suggestions={SUGGESTIONS[category].included}
        typed={items(values, "included")}
        error={errors?.included}
      />
      <ItemList
        legend="포함되지 않는 것"
        name="excluded"
        note="미리 밝혀 두면 나중에 다툼이 없어요."
        suggestions={SUGGESTIONS[category].excluded}
        typed={items(values, "excluded")}
        error={errors?.excluded}
      />
      <TextArea
        label="추가 비용 기준"
        required={false}
        name="extraChargeRule"
        rows={2}
        defaultValue={text(values, "extraChargeRule")}
        error={errors?.extraChargeRule}
        placeholder="곰팡이 제거는 1㎡에 15,000원"
        maxLength={500}
      />

      <fieldset>
        <legend className="mb-4 text-lg font-bold">언제, 얼마나 걸리나요?</legend>
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <DateField
            label="시작 가능일"
            name="earliestStart"
            min={today}
            max={addDays(today, 365)}
            defaultValue={text(values, "earliestStart")}
            error={errors?.earliestStart}
          />
          <TextField
            label="예상 작업 기간"
            name="days"
            inputMode="numeric"
            suffix="일"
            defaultValue={text(values, "days")}
            error={errors?.days}
            maxLength={3}
          />
          <SelectField
            label="하자보수 기간"
            name="warrantyMonths"
            options={WARRANTIES.map((months) => ({
              value: String(months),
              label: months === 0 ? "없음" : `${months}개월`,
            }))}
            defaultValue={text(values, "warrantyMonths")}
            error={errors?.warrantyMonths}
          />
          <DateField
            label="견적 유효기간"
            name="validUntil"
            min={today}
            max={addDays(today, LIMITS.validDays)}
            defaultValue={text(values, "validUntil")}
            error={errors?.validUntil}
          />
        </div>
        <div className="group mt-3">
          <Checkbox
            name="siteVisitNeeded"
            label="작업 전에 방문 견적이 필요해요"
            defaultChecked={text(values, "siteVisitNeeded") !== ""}
            error={errors?.siteVisitNeeded}
          />
          <WonField
            label="방문 견적 비용"
            required={false}
            help="무료면 비워 두세요."
            name="siteVisitFeeWon"
            defaultValue={text(values, "siteVisitFeeWon")}
            error={errors?.siteVisitFeeWon}
          />
        </div>
      </fieldset>

      <TextArea
        label="고객에게 한마디"
        name="message"
        rows={4}
        defaultValue={text(values, "message")}
        error={errors?.message}
        help="전화번호와 계좌는 쓸 수 없어요. 선택되면 서로의 연락처가 보여요."
        maxLength={1_000}
      />
      <StickyBar>
        <div className="min-w-0 flex-1 md:flex-none md:pr-4">
          <p className="text-xs text-ink-3">{autosaveText(outcome, begun) || "합계"}</p>
          <p className="truncate text-lg font-bold">
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

function useLiveTotal(form: RefObject<HTMLFormElement | null>, first: number): number {
  const [total, setTotal] = useState(first)
  useEffect(() => {
    const element = form.current
    if (!element) return undefined
    const count = () => setTotal(typedTotal(typedValues(new FormData(element))))
    // Removing a row is a change of the form that no field tells of.
    const watch = new MutationObserver(count)
    watch.observe(element, { childList: true, subtree: true })
    element.addEventListener("input", count)
    return () => {
      watch.disconnect()
      element.removeEventListener("input", count)
    }
  }, [form])
  return total
}

/** Usual items to tick, and room for others, one a line. */
function ItemList({
  legend,
  note,
  name,
  suggestions,
  typed,
  error,
}: {
  legend: string
  note?: string
  name: string
  suggestions: readonly string[]
  typed: readonly string[]
  error: string | undefined
}) {
  const own = typed.filter((item) => !suggestions.includes(item))
  return (
    <fieldset>
      <legend className="text-lg font-bold">{legend}</legend>
      {note ? <p className="mt-1 text-sm text-ink-3">{note}</p> : null}
      <div className="mt-3 mb-4 flex flex-wrap gap-2">
        {suggestions.map((item) => (
          <label
            key={item}
            className={
              "inline-flex min-h-11 cursor-pointer items-center rounded-full bg-fill px-4 text-base " +
              "font-medium has-checked:bg-primary-tint has-checked:text-primary-ink has-checked:ring-2 " +
              "has-checked:ring-primary has-checked:ring-inset has-focus-visible:outline-2 " +
              "has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
            }
          >
            <input
              type="checkbox"
              name={`${name}[]`}
              value={item}
              defaultChecked={typed.includes(item)}
              className="sr-only"
            />
            {item}
          </label>
        ))}
      </div>
      <TextArea
        label={`${legend} 직접 쓰기`}
        hideLabel
        rows={2}
        name={`${name}[]`}
        defaultValue={own.join("\n")}
        error={error}
        placeholder="그 밖의 것은 한 줄에 하나씩 써 주세요"
      />
    </fieldset>
  )
}
