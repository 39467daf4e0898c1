/** Premiums of a day in words: what each is for, and how it comes to its won. */
import { formatWon } from "#app/basics/won.ts"
import type { Premiums, WageRate } from "../payslip.ts"
import type { PayType } from "../rules.ts"
import type { Workforce } from "../workforce.ts"
import { formatDuration } from "./format.ts"

type PremiumKind = "overtime" | "night" | "holiday"
export const PREMIUM_LABELS: Record<PremiumKind, string> = {
  overtime: "연장근로 수당",
  night: "야간근로 수당",
  holiday: "휴일근로 수당",
}
export type PremiumLine = { kind: PremiumKind; label: string; formula: string; won: number }

/** The premiums of a day that are more than nothing, as `"일급 250,000원 ÷ 8시간 × 2시간 × 50%"`. */
export function listPremiumLines(
  day: {
    payType: PayType
    rate: WageRate
    hours: { minutes: number; overtimeMinutes: number; nightMinutes: number }
    holiday: string | null
  },
  premiums: Premiums,
): PremiumLine[] {
  const { payType, rate, hours, holiday } = day
  const hour =
    payType === "hour"
      ? `시급 ${formatWon(rate.won)}`
      : `일급 ${formatWon(rate.won)} ÷ ${formatDuration(rate.minutes)}`
  const first = formatDuration(hours.minutes - hours.overtimeMinutes)
  const lines: PremiumLine[] = [
    {
      kind: "overtime",
      label: PREMIUM_LABELS.overtime,
      formula: `${hour} × 8시간 넘은 ${formatDuration(hours.overtimeMinutes)} × 50%`,
      won: premiums.overtimeWon,
    },
    {
      kind: "night",
      label: PREMIUM_LABELS.night,
      formula: `${hour} × 밤 10시~아침 6시 ${formatDuration(hours.nightMinutes)} × 50%`,
      won: premiums.nightWon,
    },
    {
      kind: "holiday",
      label: `${PREMIUM_LABELS.holiday} (${holiday ?? "공휴일"})`,
      formula:
        hours.overtimeMinutes > 0
          ? `${hour} × (${first} × 50% + 8시간 넘은 ${formatDuration(hours.overtimeMinutes)} × 100%)`
          : `${hour} × ${first} × 50%`,
      won: premiums.holidayWon,
    },
  ]
  return lines.filter((line) => line.won > 0)
}

const PREMIUM_LAW = "근로기준법 제56조"

/** What a workplace owes on top, for a contract. */
export const PREMIUM_TERMS: Record<Workforce, string> = {
  five_or_more: `8시간 넘게, 밤 10시~아침 6시, 공휴일에 일하면 50% 더 줘요 (${PREMIUM_LAW})`,
  under_five: "연장·야간·휴일 가산 수당 없음 (5명 미만 사업장, 근로기준법 제11조)",
}

/** What a payslip says of premiums, below its sums. */
export function describePremiumRule(workforce: Workforce | null): string {
  if (workforce === "five_or_more")
    return (
      `직원이 5명 이상인 사업장이라 연장·야간·휴일 수당을 더했어요(${PREMIUM_LAW}). 하루 8시간을 넘지 않아도 ` +
      "한 주 40시간을 넘긴 시간이 있으면 사업장이 따로 더해야 해요."
    )
  return workforce === "under_five"
    ? "직원이 5명 미만인 사업장이나 가정이라 연장·야간·휴일 가산 수당은 없어요(근로기준법 제11조)."
    : "연장·야간·휴일 가산 수당은 들어 있지 않으니, 직원이 5명 이상인 사업장은 따로 더해 주세요."
}
