/** The figures as tables to save: a line for each day, category and region, and the cohorts. */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatMonth } from "#app/basics/month.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { getFigureCategoryLabel, getFigureRegionLabel } from "../figure-labels.ts"
import { AdminFiguresQuery, toFigureFilter } from "../figure-forms.ts"
import { FIGURE_VIEW_LABELS, listMetrics, getMetricLabel, type Metric } from "../figure-rules.ts"
import type { ExportTable } from "./export-table.ts"
import { findCohorts } from "./figures.server.ts"

/** Days of one page: it ends between two days, so that no day is cut. */
const PAGE_DAYS = 31

/** The days of a view as they were counted, of the span, category and region of `query`. */
export function createFiguresTable(actor: Actor, query: URLSearchParams): ExportTable {
  const asked = readQuery(AdminFiguresQuery, query)
  const { span, category, region } = toFigureFilter(asked, toKstDateString(now()))
  const isAllowed = hasRight(actor, "figures")
  const selected = (from: string, to: string) => sql`from figure_days
    where metric = any(${sql.param(listMetrics(asked.view))}::text[])
      and day between ${from}::date and ${to}::date
      ${category === null ? sql`` : sql`and category = ${category}`}
      ${region === null ? sql`` : sql`and region = ${region}`}`
  return {
    name: `통계 ${FIGURE_VIEW_LABELS[asked.view]} ${span.from}~${span.to}`,
    header: ["날짜", "항목", "분야", "지역", "값"],
    async count() {
      if (!isAllowed) return 0
      const [row] = await db().execute<{ n: number }>(
        sql`select count(*)::int as n ${selected(span.from, span.to)}`,
      )
      return row?.n ?? 0
    },
    async page(cursor) {
      const from = cursor ?? span.from
      if (!isAllowed || from > span.to) return { rows: [], cursor: null }
      const end = addDays(from, PAGE_DAYS - 1)
      const to = end < span.to ? end : span.to
      const rows = await db().execute<{
        day: string
        metric: Metric
        category: string
        region: string
        value: string
      }>(sql`
        select to_char(day, 'YYYY-MM-DD') as day, metric, category, region, value::text as value
          ${selected(from, to)} order by day, metric, category, region`)
      return {
        cursor: to < span.to ? addDays(to, 1) : null,
        rows: rows.map((row) => [
          row.day,
          getMetricLabel(row.metric),
          getFigureCategoryLabel(asked.view, row.category),
          row.region === "" ? "" : getFigureRegionLabel(row.region),
          Number(row.value),
        ]),
      }
    },
  }
}

/** The customers by the month they joined in, and how many of them were active in each month since. */
export function createCohortsTable(actor: Actor): ExportTable {
  const list = async () =>
    ((await findCohorts(actor)) ?? []).flatMap(({ joinedMonth, people, active }) =>
      active.map((count, age) => [formatMonth(joinedMonth), people, age, count]),
    )
  return {
    name: "가입한 달별 이용",
    header: ["가입한 달", "가입", "몇 달 뒤", "이용한 고객"],
    count: async () => (await list()).length,
    page: async () => ({ rows: await list(), cursor: null }),
  }
}
