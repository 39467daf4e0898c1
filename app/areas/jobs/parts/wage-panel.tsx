import { Calculator } from "#app/ui/icons.tsx"
import { useEffect, useRef, useState, type RefObject } from "react"
import { formatWon, parseWonInput } from "#app/basics/won.ts"
import type { PayType } from "../rules.ts"
import {
  checkPay,
  computeMinimumPayWon,
  formatMinimumWage,
  PAID_HOURS_PER_MONTH,
  getPaidHoursPerMonth,
  getWorkMinutes,
  type Shift,
} from "../wages.ts"
import { formatDuration } from "./format.ts"

type EnteredPay = { payWon: number | null; minutesPerPiece: number | null }

/** Follows the fields `payWon` and `minutesPerPiece` of the form that an element stands in. */
function useEnteredPay(containerRef: RefObject<HTMLElement | null>, saved: EnteredPay): EnteredPay {
  const [enteredPay, setEnteredPay] = useState(saved)
  useEffect(() => {
    const form = containerRef.current?.closest("form")
    if (!form) return
    const readFields = () => {
      const fields = new FormData(form)
      const getText = (name: string) => {
        const value = fields.get(name)
        return typeof value === "string" ? value.trim() : ""
      }
      const minutes = Number(getText("minutesPerPiece").replaceAll(",", ""))
      setEnteredPay({
        payWon: parseWonInput(getText("payWon")),
        minutesPerPiece: Number.isInteger(minutes) && minutes > 0 ? minutes : null,
      })
    }
    // The steps of an amount change the field without an event of its own.
    const readAfterClick = () => setTimeout(readFields)
    readFields()
    form.addEventListener("input", readFields)
    form.addEventListener("click", readAfterClick)
    return () => {
      form.removeEventListener("input", readFields)
      form.removeEventListener("click", readAfterClick)
    }
  }, [containerRef])
  return enteredPay
}

/** Says what an amount by the hour is counted from. */
function describeBasis(payType: PayType, shift: Shift | undefined, daysPerWeek: number | null): string {
  if (payType === "hour") return "쉬는 시간을 뺀 시간만큼 지급해요."
  if (payType === "piece") return "한 건에 걸리는 시간으로 나눠 계산해요."
  if (payType === "day")
    return shift ? `하루 ${formatDuration(getWorkMinutes(shift))} 기준이에요. 쉬는 시간은 뺐어요.` : ""
  const hours = getPaidHoursPerMonth(shift, daysPerWeek)
  return (
    `한 달 ${hours}시간 기준이에요. ` +
    (hours === PAID_HOURS_PER_MONTH ? "주휴 시간이 들어 있어요." : "주 40시간이 넘는 시간을 더했어요.")
  )
}

/**
 * What the pay is by the hour, while it is typed: reads the fields `payWon` and `minutesPerPiece` of the form
 * it stands in. Without scripts it shows what was kept.
 */
export function WagePanel({
  payType,
  slots,
  daysPerWeek,
  ...saved
}: { payType: PayType; slots: readonly Shift[]; daysPerWeek: number | null } & EnteredPay) {
  const containerRef = useRef<HTMLDivElement>(null)
  const { payWon, minutesPerPiece } = useEnteredPay(containerRef, saved)
  const payTerms = { payType, minutesPerPiece, daysPerWeek }
  const payCheck = payWon === null ? null : checkPay({ ...payTerms, payWon }, slots)
  const minimumPayWon = computeMinimumPayWon(payTerms, slots)
  const isBelowMinimum = payCheck !== null && !payCheck.ok && payCheck.reason === "below_minimum"
  return (
    <div
      ref={containerRef}
      aria-live="polite"
      className={
        "flex items-start gap-3 rounded-xl p-4 " + (isBelowMinimum ? "bg-refused-tint" : "bg-primary-tint")
      }
    >
      <Calculator
        size={22}
        className={`mt-0.5 flex-none ${isBelowMinimum ? "text-refused-ink" : "text-primary-ink"}`}
      />
      <div className="min-w-0">
        {payCheck && payCheck.ok ? (
          <p className="text-base">
            시간당 <b className="text-lg font-bold text-primary-ink">{formatWon(payCheck.hourlyWon)}</b>이에요
          </p>
        ) : isBelowMinimum ? (
          <>
            <p className="text-base">
              시간당 <b className="text-lg font-bold text-refused-ink">{formatWon(payCheck.hourlyWon)}</b>
              이에요
            </p>
            <p className="mt-1 text-sm font-medium text-refused-ink">{formatMinimumWage(payCheck.minimum)}</p>
          </>
        ) : (
          <p className="text-base font-medium">급여를 적으면 시간당 얼마인지 계산해 드려요</p>
        )}
        <p className="mt-1 text-sm text-ink-2">
          {describeBasis(payType, slots[0], daysPerWeek)}
          {minimumPayWon === null ? "" : ` 최저임금으로는 ${formatWon(minimumPayWon)}이에요.`}
        </p>
      </div>
    </div>
  )
}
