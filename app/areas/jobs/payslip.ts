/**
 * The payslip (임금명세서, 근로기준법 §48 ②) of days worked by the hour or the day: pay, deductions, sum.
 * All in whole won.
 */
import type { PayType } from "./rules.ts"
import { getWorkMinutes, type Shift } from "./wages.ts"
import { countHours, type CountedHours } from "./work-rules.ts"
import type { Workforce } from "./workforce.ts"

/** 일용근로자의 근로소득공제: 150,000 won of each day are free (소득세법 §47 ②). */
const DAILY_DEDUCTION_WON = 150_000
/** 6 % (소득세법 §129 ① 4), of which 55 % are taken off again (§59 ③): 27 of 1,000. */
const INCOME_TAX_PER_MILLE = 27
/** A payment whose income tax is less than this is paid without it (소득세법 §86, 소액부징수). */
const SMALLEST_INCOME_TAX_WON = 1_000
/** 고용보험 실업급여 1.8 %, of which the worker bears half (고용산재보험료징수법 시행령 §12): 9 of 1,000. */
const INSURANCE_PER_MILLE = 9

/** Cuts what is less than 10 won, as public money is (국고금 관리법 §47; 지방회계법 as well). */
const cutToTenWon = (won: number) => Math.floor(won / 10) * 10

/** Pay for a day: `won` for `minutes` of work. */
export type WageRate = { won: number; minutes: number }

/** The rate of a day with `plannedMinutes` of agreed work. */
export const getWageRate = (
  pay: { payType: PayType; payWon: number },
  plannedMinutes: number,
): WageRate | null =>
  pay.payType === "hour"
    ? { won: pay.payWon, minutes: 60 }
    : pay.payType === "day" && plannedMinutes > 0
      ? { won: pay.payWon, minutes: plannedMinutes }
      : null

/**
 * The pay of `minutes` at a rate; a part of a won is rounded up, so that nobody gets less than was agreed.
 */
export const computeDayPay = (rate: WageRate, minutes: number): number =>
  Math.ceil((rate.won * minutes) / rate.minutes)

/** What is paid on top of the pay of a day, in won. */
export type Premiums = { overtimeWon: number; nightWon: number; holidayWon: number }

/** Half of what `minutes` pay, a part of a won rounded up like the pay itself. */
const computeHalfPay = (rate: WageRate, minutes: number): number =>
  Math.ceil((rate.won * minutes) / (rate.minutes * 2))

/**
 * The premiums of a day (근로기준법 §56): half of the pay of every hour beyond eight (①), and between 22:00 and
 * 06:00 (③). On a public holiday it is half of the first eight hours and the whole of those beyond (②), in
 * which their overtime is contained.
 */
export function computePremiums(
  rate: WageRate,
  hours: Pick<CountedHours, "minutes" | "overtimeMinutes" | "nightMinutes">,
  isHoliday: boolean,
): Premiums {
  return {
    overtimeWon: isHoliday ? 0 : computeHalfPay(rate, hours.overtimeMinutes),
    nightWon: computeHalfPay(rate, hours.nightMinutes),
    holidayWon: isHoliday ? computeHalfPay(rate, hours.minutes + hours.overtimeMinutes) : 0,
  }
}

export const sumPremiums = ({ overtimeWon, nightWon, holidayWon }: Premiums): number =>
  overtimeWon + nightWon + holidayWon

/** What a shift pays as agreed, with the premiums that its workplace owes; null if not paid by time. */
export function computePlannedDay(
  pay: { payType: PayType; payWon: number; workforce: Workforce | null },
  shift: { startsAt: string; endsAt: string; breakMinutes: number; holiday: string | null },
): { payWon: number; premiums: Premiums; hours: CountedHours; rate: WageRate } | null {
  const [startsAt, endsAt] = [new Date(shift.startsAt), new Date(shift.endsAt)]
  const hours = countHours(
    { startsAt, endsAt, breakMinutes: shift.breakMinutes },
    { startedAt: startsAt, endedAt: endsAt, restMinutes: shift.breakMinutes, source: "agreed" },
  )
  const rate = getWageRate(pay, hours.minutes)
  if (!rate) return null
  const premiums =
    pay.workforce === "five_or_more"
      ? computePremiums(rate, hours, shift.holiday !== null)
      : { overtimeWon: 0, nightWon: 0, holidayWon: 0 }
  return { payWon: computeDayPay(rate, hours.minutes), premiums, hours, rate }
}

/** What `shifts` pay as agreed, in won, without deductions; null for work by the month or the piece. */
export function computePlannedPay(
  pay: { payType: PayType; payWon: number },
  shifts: readonly Pick<Shift, "start" | "end" | "breakMinutes">[],
): number | null {
  let sum = 0
  for (const shift of shifts) {
    const minutes = getWorkMinutes(shift)
    const rate = getWageRate(pay, minutes)
    if (!rate) return null
    sum += computeDayPay(rate, minutes)
  }
  return sum
}

export type WageSums = {
  grossWon: number
  incomeTaxWon: number
  localTaxWon: number
  insuranceWon: number
  netWon: number
}

/**
 * What is taken off the pay of several days that are paid together. Income tax is reckoned by the day and
 * judged, and cut, by the payment; local income tax is a tenth of it (지방세법 §103의13). `insured`:
 * households are no workplaces of the employment insurance (고용보험법 시행령 §2 ① 3).
 */
export function computeWageSums(dayPaysWon: readonly number[], { insured }: { insured: boolean }): WageSums {
  const grossWon = dayPaysWon.reduce((sum, won) => sum + won, 0)
  const taxPerMille = dayPaysWon.reduce(
    (sum, won) => sum + Math.max(0, won - DAILY_DEDUCTION_WON) * INCOME_TAX_PER_MILLE,
    0,
  )
  const incomeTaxWon =
    taxPerMille < SMALLEST_INCOME_TAX_WON * 1_000 ? 0 : cutToTenWon(Math.floor(taxPerMille / 1_000))
  const localTaxWon = cutToTenWon(Math.floor(incomeTaxWon / 10))
  const insuranceWon = insured ? cutToTenWon(Math.floor((grossWon * INSURANCE_PER_MILLE) / 1_000)) : 0
  return {
    grossWon,
    incomeTaxWon,
    localTaxWon,
    insuranceWon,
    netWon: grossWon - incomeTaxWon - localTaxWon - insuranceWon,
  }
}
