/** Which figures there are, what they are called, and which are shown together. Pure. */
import { addDays, daysBetween } from "#app/basics/time.ts"
import {
  estimateMedianWait,
  getWaitMetric,
  WAIT_METRICS,
  WAIT_STEP_ENDS,
  type WaitMetric,
} from "../orders/wait-rules.ts"

const formatStepEnd = (minutes: number) =>
  minutes < 60 ? `${minutes}분` : minutes < 1_440 ? `${minutes / 60}시간` : `${minutes / 1_440}일`
const WAIT_LABELS: Record<WaitMetric, string> = Object.fromEntries(
  WAIT_STEP_ENDS.map((end, index) => [
    getWaitMetric(end),
    `첫 견적서 ${formatStepEnd(WAIT_STEP_ENDS[index - 1] ?? 0)}~${formatStepEnd(end)}`,
  ]),
)

const LABELS = {
  requests: "견적 요청",
  requests_proposed: "견적서를 받은 요청",
  proposals: "견적서",
  requests_proposed_hour: "1시간 안에 받은 요청",
  requests_proposed_day: "하루 안에 받은 요청",
  requests_chosen: "전문가를 고른 요청",
  requests_completed: "완료한 요청",
  requests_rated: "후기를 남긴 요청",
  stars: "별점의 합",
  agreed_won: "성사 금액",
  hires: "구인 글",
  wanted: "구하는 인원",
  applications: "지원",
  hired: "채용",
  hires_filled: "다 채운 글",
  items: "올라온 물건",
  items_sold: "팔린 물건",
  items_sold_week: "7일 안에 팔린 물건",
  items_sold_won: "중고 거래 금액",
  products: "새 상품",
  products_sold: "팔린 적 있는 새 상품",
  lines_paid: "결제한 상품",
  lines_lost: "취소·반품한 상품",
  pieces_sold: "팔린 수량",
  pieces_sold_won: "쇼핑 판매 금액",
  received_won: "받은 돈",
  refunded_won: "환불",
  charged_back_won: "카드사 취소",
  paid_out_won: "지급",
  held_change_won: "보관한 돈의 변화",
  refunds: "환불 건수",
  searches_found: "결과가 있는 검색",
  searches_missed: "결과가 없는 검색",
  complaints: "신고·분쟁·취소·반품",
  tickets: "문의",
  sign_ups: "가입",
} as const

/** What is counted a day. Sums over any span, category and region are sums of these. */
export type Metric = keyof typeof LABELS | WaitMetric
const METRIC_LABELS: Readonly<Partial<Record<Metric, string>>> = { ...LABELS, ...WAIT_LABELS }
export const getMetricLabel = (metric: Metric): string => METRIC_LABELS[metric] ?? metric

export type Unit = "count" | "won" | "percent" | "minutes" | "stars"

/**
 * A column of figures: a sum, or one sum by another (a share in percent, or a mean); in minutes the median of
 * waits, whose steps are those of `by`.
 */
export type FigureColumn = {
  key: string
  label: string
  unit: Unit
  of: Metric
  /** What is divided by; `rest` is the share that is left over. */
  by?: readonly Metric[]
  rest?: true
}

const sum = (of: Metric, label: string = getMetricLabel(of)): FigureColumn => ({
  key: of,
  label,
  unit: of.endsWith("_won") ? "won" : "count",
  of,
})
const share = (key: string, label: string, of: Metric, ...by: Metric[]): FigureColumn => ({
  key,
  label,
  unit: "percent",
  of,
  by,
})

export const FIGURE_VIEWS = [
  "orders",
  "jobs",
  "market",
  "shop",
  "money",
  "search",
  "complaints",
  "people",
] as const
export type FigureView = (typeof FIGURE_VIEWS)[number]
export const FIGURE_VIEW_LABELS: Record<FigureView, string> = {
  orders: "견적",
  jobs: "일자리",
  market: "중고거래",
  shop: "쇼핑",
  money: "결제·정산",
  search: "검색",
  complaints: "불만",
  people: "회원",
}

/** What each view shows: its columns, those drawn as charts, and what its figures are told apart by. */
export const VIEW_FIGURES: Record<
  FigureView,
  {
    /** What the days of the figures are the days of. */ text: string
    columns: readonly FigureColumn[]
    charts: readonly string[]
    /** What tells its figures apart; null where nothing does. */ categoryName: string | null
    hasRegions: boolean
  }
> = {
  orders: {
    text: "요청한 날에 세요. 나중에 온 견적서와 완료도 요청한 날에 더해요.",
    columns: [
      sum("requests", "요청"),
      sum("proposals"),
      { ...share("without", "견적서 없음", "requests_proposed", "requests"), rest: true },
      { key: "wait", label: "첫 견적서 중앙값", unit: "minutes", of: "requests_proposed", by: WAIT_METRICS },
      share("fast", "1시간 안", "requests_proposed_hour", "requests"),
      share("chosen", "선택", "requests_chosen", "requests"),
      share("completed", "완료", "requests_completed", "requests"),
      share("rated", "후기", "requests_rated", "requests_completed"),
      { key: "stars", label: "별점", unit: "stars", of: "stars", by: ["requests_rated"] },
      sum("agreed_won"),
    ],
    charts: ["requests", "without", "wait", "agreed_won"],
    categoryName: "분야",
    hasRegions: true,
  },
  jobs: {
    text: "구인 글을 올린 날에 세요.",
    columns: [
      sum("hires"),
      sum("wanted"),
      sum("applications"),
      sum("hired"),
      share("fill", "채운 비율", "hired", "wanted"),
      share("filled", "다 채운 글", "hires_filled", "hires"),
    ],
    charts: ["hires", "fill"],
    categoryName: "분야",
    hasRegions: true,
  },
  market: {
    text: "물건을 올린 날에, 금액은 팔린 날에 세요.",
    columns: [
      sum("items"),
      sum("items_sold"),
      share("sold", "팔린 비율", "items_sold", "items"),
      share("sold_week", "7일 안에", "items_sold_week", "items"),
      sum("items_sold_won", "거래 금액"),
    ],
    charts: ["items", "sold", "items_sold_won"],
    categoryName: "분야",
    hasRegions: true,
  },
  shop: {
    text: "결제한 날에, 새 상품은 올린 날에 세요.",
    columns: [
      sum("pieces_sold_won", "판매 금액"),
      sum("pieces_sold"),
      sum("lines_paid"),
      share("lost", "취소·반품", "lines_lost", "lines_paid"),
      sum("products"),
      share("moved", "팔린 새 상품", "products_sold", "products"),
    ],
    charts: ["pieces_sold_won", "lost"],
    categoryName: "분야",
    hasRegions: false,
  },
  money: {
    text: "장부에 적힌 날에 세요. 보관 잔액은 그날까지의 합이에요.",
    columns: [
      sum("received_won"),
      sum("refunded_won"),
      sum("refunds"),
      share("refund_share", "환불 비율", "refunded_won", "received_won"),
      sum("paid_out_won"),
      sum("charged_back_won"),
      sum("held_change_won", "보관 잔액"),
    ],
    charts: ["received_won", "refunded_won", "paid_out_won", "held_change_won"],
    categoryName: null,
    hasRegions: false,
  },
  search: {
    text: "한 사람이 하루에 같은 말을 찾으면 한 번으로 세요.",
    columns: [
      sum("searches_found"),
      sum("searches_missed"),
      share("missed", "결과 없음", "searches_missed", "searches_found", "searches_missed"),
    ],
    charts: ["searches_found", "missed"],
    categoryName: null,
    hasRegions: false,
  },
  complaints: {
    text: "신고하거나 신청한 날에 세요.",
    columns: [sum("complaints"), sum("tickets")],
    charts: ["complaints", "tickets"],
    categoryName: "원인",
    hasRegions: false,
  },
  people: {
    text: "가입한 날에 세요.",
    columns: [sum("sign_ups")],
    charts: ["sign_ups"],
    categoryName: "유형",
    hasRegions: true,
  },
}
/** The sums that the columns of `view` are made of. */
export const listMetrics = (view: FigureView): Metric[] => [
  ...new Set(VIEW_FIGURES[view].columns.flatMap(({ of, by = [] }) => [of, ...by])),
]

export type Sums = Partial<Record<Metric, number>>

/** What stands in a column: its sum, or sum by sum; null where there is nothing to divide by. */
export function getFigure({ of, by, rest, unit }: FigureColumn, sums: Sums): number | null {
  const value = sums[of] ?? 0
  if (!by) return value
  if (unit === "minutes") return estimateMedianWait(by.map((metric) => sums[metric] ?? 0))
  const whole = by.reduce((total, metric) => total + (sums[metric] ?? 0), 0)
  if (whole === 0) return null
  const part = (rest ? whole - value : value) / whole
  return unit === "percent" ? part * 100 : part
}

// ── Spans

export const STEPS = ["day", "week", "month"] as const
export type Step = (typeof STEPS)[number]
export const STEP_LABELS: Record<Step, string> = { day: "하루씩", week: "한 주씩", month: "한 달씩" }
/** Spans that are offered, in days up to yesterday or today. */
export const SPAN_DAYS = [7, 30, 90, 365] as const

/** Days that can be asked for at once; more would be no chart. */
const MAX_SPAN_DAYS = 1_100
const DEFAULT_SPAN_DAYS = 30

export type FigureSpan = { from: string; to: string; step: Step }

/** The step that is read best over so many days. */
const chooseStep = (days: number): Step => (days <= 45 ? "day" : days <= 200 ? "week" : "month")

/** The span that is asked for, put right: in order, not after `today`, not too long. */
export function toSpan(
  asked: { from: string | null; to: string | null; step: Step | null },
  today: string,
): FigureSpan {
  const last = asked.to !== null && asked.to < today ? asked.to : today
  const first = asked.from !== null && asked.from <= last ? asked.from : addDays(last, 1 - DEFAULT_SPAN_DAYS)
  const earliest = addDays(last, 1 - MAX_SPAN_DAYS)
  const from = first < earliest ? earliest : first
  return { from, to: last, step: asked.step ?? chooseStep(daysBetween(from, last) + 1) }
}

/** The first day of the step in which `day` lies: Monday, or the 1st. */
export function getStepStart(day: string, step: Step): string {
  if (step === "day") return day
  if (step === "month") return `${day.slice(0, 7)}-01`
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** The first day of each step of a span; that of the first may lie before it. */
export function listSteps({ from, to, step }: FigureSpan): string[] {
  const starts = new Set<string>()
  for (let day = from; day <= to; day = addDays(day, 1)) starts.add(getStepStart(day, step))
  return [...starts]
}

/** The days of `span` that lie in the step that begins on `start`. */
export function getStepDays({ from, to, step }: FigureSpan, start: string): { first: string; last: string } {
  let last = start
  while (last < to && getStepStart(addDays(last, 1), step) === start) last = addDays(last, 1)
  return { first: start < from ? from : start, last }
}

export type FigureFilter = { span: FigureSpan; category: string | null; region: string | null }

/** The days and the 시·도 of an address, as the list of requests is filtered by them. */
export const toOpenedFilter = ({
  from,
  to,
  region,
}: {
  from: string | null
  to: string | null
  region: string | null
}) => ({
  opened: from !== null && to !== null && from <= to ? { first: from, last: to } : null,
  region: region?.slice(0, 2) ?? null,
})
