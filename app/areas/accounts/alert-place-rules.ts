/** Where somebody waits for new things: around their neighbourhoods, or in a region of their choice. */
import { formatRange, RANGES, type Range } from "../../basics/distance.ts"
import { withJosa } from "../../basics/korean.ts"
import { formatRegionName, formatRegionShortName } from "../../basics/regions.ts"

/** The place of an alert as it is stored: of a chosen region, or in `range` of the owner's neighbourhoods. */
export type AlertPlace = { range: Range; regionCode: string | null }

/** What a form asked for. */
export type AlertPlaceInput = { range: Range | "region" | null; regionCode: string | null }

/** What every screen of alerts says of its refusals. */
export const ALERT_PROBLEMS = {
  no_neighbourhood: "내 동네를 먼저 정해 주세요. 전국이나 다른 지역은 바로 고를 수 있어요.",
  not_allowed: "프로필을 먼저 완성해 주세요.",
} as const

/** The place that was asked for; where nothing was said it is the whole country. */
export const toAlertPlace = ({ range, regionCode: code }: AlertPlaceInput): AlertPlace =>
  range === null || range === "region" ? { range: "all", regionCode: code } : { range, regionCode: null }

/** The ranges around `neighbourhoods`, in words; without a neighbourhood there is the whole country alone. */
export function listAlertRanges(neighbourhoods: readonly string[]): { value: Range; label: string }[] {
  const names = neighbourhoods.map(formatRegionShortName).join("·")
  const labels: Record<Range, string> = {
    own: names,
    next: `${withJosa(names, "과/와")} 옆 동네`,
    city: `${names}에서 30km 안`,
    all: "전국",
  }
  return RANGES.filter((range) => range === "all" || neighbourhoods.length > 0).map((value) => ({
    value,
    label: labels[value],
  }))
}

/** `"송파구와 옆 동네"`, `"서울 전체"`, `"전국"`: the place of an alert whose owner lives in `neighbourhoods`. */
export function formatAlertPlace({ range, regionCode: code }: AlertPlace, neighbourhoods: readonly string[]) {
  if (code !== null) return formatRegionName(code)
  const label = listAlertRanges(neighbourhoods).find(({ value }) => value === range)?.label
  return label ?? formatRange("all", "")
}
