import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { getRows } from "#app/basics/form-rows.ts"
import { formatWon } from "#app/basics/won.ts"
import { TextField, WonField } from "#app/ui/field.tsx"
import { FieldError } from "#app/ui/field-layout.tsx"
import { FormRows, type RowField } from "#app/ui/form-rows.tsx"
import { calculateFeeWon } from "../../money/amounts.ts"
import { PAYMENT_LIMITS, suggestPlan, type OrderFee } from "../payment-rules.ts"
import { PlanList } from "./plan-list.tsx"

/**
 * How the price is paid, part by part. While nothing is typed the plan is suggested from the sum;
 * `plannedWon` is what the typed parts come to.
 */
export function PlanFields({
  values,
  errors,
  total,
  plannedWon,
  days,
  fee,
}: {
  values: FormValues
  errors: FormErrors | undefined
  total: number
  plannedWon: number
  days: number
  fee: OrderFee
}) {
  const rows = getRows(values, "plan")
  return (
    <fieldset>
      <legend className="text-lg font-bold">언제 얼마씩 받나요?</legend>
      <p className="mt-1 mb-4 text-sm text-ink-3">
        고객이 단계마다 먼저 결제해 맡기고, 확인하면 지급돼요. 돈을 받지 못할 걱정이 없어요.
      </p>
      {rows.length === 0 ? (
        <SuggestedPlan total={total} days={days} error={errors?.plan} />
      ) : (
        <>
          <FormRows
            list="plan"
            rows={rows}
            errors={errors}
            minRows={1}
            maxRows={PAYMENT_LIMITS.parts}
            addLabel="단계 추가하기"
            rowLabel={(rowNumber) => `${rowNumber}단계`}
          >
            {(row) => <PlanRow row={row} />}
          </FormRows>
          <PlanSum total={total} plannedWon={plannedWon} />
        </>
      )}
      {total > 0 ? <FeeHint total={total} fee={fee} /> : null}
    </fieldset>
  )
}

function SuggestedPlan({ total, days, error }: { total: number; days: number; error: string | undefined }) {
  return (
    <div className="rounded-xl border border-base-300 p-4 md:p-5">
      {total > 0 ? (
        <PlanList plan={suggestPlan(total, days)} totalWon={total} />
      ) : (
        <p className="text-base text-ink-3">항목의 금액을 쓰면 합계에 맞춰 나눠 드려요.</p>
      )}
      <FieldError>{error}</FieldError>
      <button
        type="submit"
        name="intent"
        value="suggest_plan"
        formNoValidate
        className="btn btn-tint mt-4 w-full"
      >
        단계를 직접 정하기
      </button>
    </div>
  )
}

function PlanRow({ row }: { row: RowField }) {
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[1fr_1fr_6rem]">
      <TextField
        label="단계 이름"
        name={row.name("name")}
        defaultValue={row.text("name")}
        error={row.error("name")}
        placeholder="계약금"
        maxLength={20}
      />
      <WonField
        label="금액"
        name={row.name("amountWon")}
        defaultValue={row.text("amountWon")}
        error={row.error("amountWon")}
      />
      <TextField
        label="기간"
        name={row.name("days")}
        inputMode="numeric"
        suffix="일"
        defaultValue={row.text("days") || "1"}
        error={row.error("days")}
        maxLength={3}
      />
      <TextField
        className="sm:col-span-full"
        label="끝낼 일"
        name={row.name("task")}
        defaultValue={row.text("task")}
        error={row.error("task")}
        placeholder="기존 벽지 제거와 초배"
        maxLength={100}
      />
      <TextField
        className="sm:col-span-full"
        label="미리 살 자재"
        required={false}
        name={row.name("materials")}
        defaultValue={row.text("materials")}
        error={row.error("materials")}
        placeholder="실크 벽지 24평"
        maxLength={100}
      />
    </div>
  )
}

/** How far the parts come to the sum, as one types. */
function PlanSum({ total, plannedWon }: { total: number; plannedWon: number }) {
  const restWon = total - plannedWon
  return (
    <div
      className={
        "mt-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 rounded-xl px-5 py-4 " +
        (restWon === 0 ? "bg-ok-tint" : "bg-warn-tint")
      }
    >
      <p aria-live="polite" className="num text-base font-medium">
        {restWon === 0
          ? `단계의 합이 ${formatWon(total)}으로 맞아요`
          : restWon > 0
            ? `${formatWon(restWon)}이 남았어요`
            : `${formatWon(-restWon)}이 넘었어요`}
      </p>
      <button
        type="submit"
        name="intent"
        value="suggest_plan"
        formNoValidate
        className="hit cursor-pointer text-sm font-semibold text-primary-ink"
      >
        합계에 맞춰 다시 나누기
      </button>
    </div>
  )
}

function FeeHint({ total, fee }: { total: number; fee: OrderFee }) {
  const feeWon = calculateFeeWon(total, fee.bps)
  return (
    <p className="num mt-3 text-sm text-ink-3">
      {fee.payer === "expert"
        ? `안심결제로 받으면 수수료 ${fee.bps / 100}%를 뺀 ${formatWon(total - feeWon)}이 입금돼요.`
        : `안심결제 수수료 ${fee.bps / 100}%는 고객이 내요. ${formatWon(total)}이 모두 입금돼요.`}
    </p>
  )
}
