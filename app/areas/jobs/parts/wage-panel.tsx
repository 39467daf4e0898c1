import { Calculator } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { formatWon, parseWonInput } from "#app/basics/won.ts"
import type { PayType } from "../rules.ts"
import {
  judgePay,
  leastPay,
  minimumWageText,
  MONTH_HOURS,
  monthHours,
  workMinutes,
  type Shift,
} from "../wages.ts"
import { lengthText } from "./words.ts"

type Typed = { payWon: number | null; minutesPerPiece: number | null }

/**
 * What the pay is by the hour, while it is typed: reads the fields `payWon` and `minutesPerPiece` of the form
 * it stands in. Without scripts it shows what was kept.
 */
export function WagePanel({
  payType,
  slots,
  daysAWeek,
  payWon,
  minutesPerPiece,
}: { payType: PayType; slots: readonly Shift[]; daysAWeek: number | null } & Typed) {
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<Typed>({ payWon, minutesPerPiece })
  useEffect(() => {
    const form = box.current?.closest("form")
    if (!form) return
    const read = () => {
      const fields = new FormData(form)
      const text = (name: string) => {
        const value = fields.get(name)
        return typeof value === "string" ? value.trim() : ""
      }
      const minutes = Number(text("minutesPerPiece").replaceAll(",", ""))
      setTyped({
        payWon: parseWonInput(text("payWon")),
        minutesPerPiece: Number.isInteger(minutes) && minutes > 0 ? minutes : null,
      })
    }
    // The steps of an amount change the field without an event of its own.
    const later = () => setTimeout(read)
    read()
    form.addEventListener("input", read)
    form.addEventListener("click", later)
    return () => {
      form.removeEventListener("input", read)
      form.removeEventListener("click", later)
    }
  }, [])
  const rules = { payType, minutesPerPiece: typed.minutesPerPiece, daysAWeek }
  const judged = typed.payWon === null ? null : judgePay({ ...rules, payWon: typed.payWon }, slots)
  const least = leastPay(rules, slots)
  const first = slots[0]
  const basis =
    payType === "hour"
      ? "쉬는 시간을 뺀 시간만큼 지급해요."
      : payType === "day" && first
        ? `하루 ${lengthText(workMinutes(first))} 기준이에요. 쉬는 시간은 뺐어요.`
        : payType === "month"
          ? `한 달 ${monthHours(first, daysAWeek)}시간 기준이에요. ` +
            `${monthHours(first, daysAWeek) === MONTH_HOURS ? "주휴 시간이 들어 있어요." : "주 40시간이 넘는 시간을 더했어요."}`
          : payType === "piece"
            ? "한 건에 걸리는 시간으로 나눠 계산해요."
            : ""
  const bad = judged !== null && !judged.ok && judged.reason === "below_minimum"
  return (
    <div
      ref={box}
      aria-live="polite"
      className={`flex items-start gap-3 rounded-xl p-4 ${bad ? "bg-refused-tint" : "bg-primary-tint"}`}
    >
      <Calculator
        aria-hidden
        size={22}
        strokeWidth={1.75}
        className={`mt-0.5 flex-none ${bad ? "text-refused-ink" : "text-primary-ink"}`}
      />
      <div className="min-w-0">
        {judged && judged.ok ? (
          <p className="text-base">
            시간당 <b className="text-lg font-bold text-primary-ink">{formatWon(judged.hourlyWon)}</b>이에요
          </p>
        ) : bad ? (
          <>
            <p className="text-base">
              시간당 <b className="text-lg font-bold text-refused-ink">{formatWon(judged.hourlyWon)}</b>이에요
            </p>
            <p className="mt-1 text-sm font-medium text-refused-ink">{minimumWageText(judged.minimum)}</p>
          </>
        ) : (
          <p className="text-base font-medium">급여를 적으면 시간당 얼마인지 계산해 드려요</p>
        )}
        <p className="mt-1 text-sm text-ink-2">
          {basis}
          {least === null ? "" : ` 최저임금으로는 ${formatWon(least)}이에요.`}
        </p>
      </div>
    </div>
  )
}
