/** What the categories of figures are called, and how a figure is written. */
import { formatRegionShortName } from "#app/basics/regions.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatDuration, MINUTE_MS } from "#app/basics/time.ts"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import { TICKET_TOPIC_LABELS } from "../content/rules.ts"
import { JOB_KIND_LABELS } from "../jobs/rules.ts"
import { CLAIM_KIND_LABELS as DEAL_CLAIM_LABELS } from "../market/deal-rules.ts"
import { ITEM_CATEGORY_LABELS } from "../market/rules.ts"
import { CATEGORY_LABELS } from "../orders/rules.ts"
import { TAB_LABELS } from "../search/rules.ts"
import { CLAIM_REASONS } from "../shop/claim-rules.ts"
import { DEPARTMENT_LABELS } from "../shop/rules.ts"
import { REASON_LABELS } from "../trust/rules.ts"
import type { FigureView, Step, Unit } from "./figure-rules.ts"

const prefix = (name: string, word: string, labels: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(labels).map(([key, label]) => [`${name}:${key}`, `${word} · ${label}`]))

const CLAIM_REASON_LABELS = {
  ...Object.fromEntries(Object.entries(CLAIM_REASONS).map(([reason, { label }]) => [reason, label])),
  other: "다른 이유",
}

const NO_LABELS = {}
const CATEGORY_LABELS_BY_VIEW: Record<FigureView, Readonly<Record<string, string>>> = {
  orders: CATEGORY_LABELS,
  jobs: JOB_KIND_LABELS,
  market: ITEM_CATEGORY_LABELS,
  shop: DEPARTMENT_LABELS,
  money: NO_LABELS,
  search: { all: "전체 검색", ...TAB_LABELS },
  complaints: {
    ...prefix("report", "신고", REASON_LABELS),
    ...prefix("dispute", "분쟁", { customer: "고객이 신청", expert: "전문가가 신청" }),
    ...prefix("claim", "쇼핑 취소·반품", CLAIM_REASON_LABELS),
    ...prefix("deal", "중고 안심결제", DEAL_CLAIM_LABELS),
    ...prefix("ticket", "문의", TICKET_TOPIC_LABELS),
  },
  people: { customer: "일반회원", expert: "전문가" },
}

/** What `category` of a view is called; one that is no more in use by its own word. */
export const getFigureCategoryLabel = (view: FigureView, category: string): string =>
  CATEGORY_LABELS_BY_VIEW[view][category] ?? category

/** The categories of a view that can be chosen. */
export const listFigureCategories = (view: FigureView): { value: string; label: string }[] =>
  Object.entries(CATEGORY_LABELS_BY_VIEW[view]).map(([value, label]) => ({ value, label }))

export const getFigureRegionLabel = (region: string): string => formatRegionShortName(region)

/** As exact as its steps: to five minutes within an hour, to ten within six hours, to hours above. */
function roundMinutes(minutes: number): number {
  const step = minutes < 60 ? 5 : minutes < 360 ? 10 : 60
  return Math.max(5, Math.round(minutes / step) * step)
}

/** A figure as it is read in a table; `-` where there is nothing to divide by. */
export function formatFigure(value: number | null, unit: Unit): string {
  if (value === null) return "-"
  switch (unit) {
    case "won":
      return formatWon(Math.round(value))
    case "percent":
      return `${value.toFixed(1)}%`
    case "minutes":
      return `약 ${formatDuration(roundMinutes(value) * MINUTE_MS)}`
    case "stars":
      return value.toFixed(2)
    case "count":
      return formatNumber(Math.round(value))
  }
}

/** A figure beside the axis of a chart: round. */
export const formatAxisFigure = (value: number, unit: Unit): string =>
  unit === "won"
    ? formatManwon(value >= 10_000 ? Math.round(value / 10_000) * 10_000 : Math.round(value))
    : unit === "percent"
      ? `${Math.round(value)}%`
      : unit === "minutes"
        ? value === 0
          ? "0"
          : formatDuration(Math.round(value) * MINUTE_MS)
        : formatFigure(value, unit)

/** The first day of a step, in words: 11/26, 11/23부터, 2026년 11월. */
export function formatStep(day: string, step: Step): string {
  const [year, month, date] = day.split("-").map(Number)
  if (step === "month") return `${String(year).slice(2)}년 ${month}월`
  return step === "week" ? `${month}/${date}~` : `${month}/${date}`
}
