/** Reads what was counted: over a span, by category and by region, and the cohorts of customers. */
import { asc, eq, max, min, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import {
  getStepStart,
  listMetrics,
  listSteps,
  type FigureFilter,
  type FigureView,
  type Metric,
  type Sums,
} from "../figure-rules.ts"
import { figureCohorts, figureMails, figureSources } from "../schema.server.ts"
import { addMonths, getCurrentMonth } from "../month-rules.ts"

export type Figures = {
  /** The sums of the whole span. */ total: Sums
  steps: { day: string; sums: Sums }[]
  categories: { key: string; sums: Sums }[]
  regions: { key: string; sums: Sums }[]
}

type SumRow = {
  metric: Metric
  step: string | null
  category: string | null
  region: string | null
  value: string
}

/** The sums of `metrics` over a span, in one query: by step, by category and by region. */
export async function sumFigures(
  metrics: readonly Metric[],
  { span, category, region }: FigureFilter,
): Promise<Figures> {
  const step = sql.raw(`date_trunc('${span.step}', day)::date`)
  const rows = await db().execute<SumRow>(sql`
    select metric, to_char(step, 'YYYY-MM-DD') as step, category, region, sum(value)::text as value
    from (select metric, ${step} as step, category, region, value from figure_days
      where metric = any(${sql.param([...metrics])}::text[])
        and day between ${span.from}::date and ${span.to}::date
        ${category === null ? sql`` : sql`and category = ${category}`}
        ${region === null ? sql`` : sql`and region = ${region}`}) counted
    group by grouping sets ((metric, step), (metric, category), (metric, region))`)
  const stepSums = groupSums(rows, (row) => row.step)
  const total: Sums = {}
  for (const sums of stepSums.values())
    for (const metric of metrics) total[metric] = (total[metric] ?? 0) + (sums[metric] ?? 0)
  const toRows = (sums: ReadonlyMap<string, Sums>) =>
    [...sums].filter(([key]) => key !== "").map(([key, of]) => ({ key, sums: of }))
  return {
    total,
    steps: listSteps(span).map((day) => ({ day, sums: stepSums.get(getStepStart(day, span.step)) ?? {} })),
    categories: toRows(groupSums(rows, (row) => row.category)),
    regions: toRows(groupSums(rows, (row) => row.region)),
  }
}

function groupSums(rows: readonly SumRow[], keyOf: (row: SumRow) => string | null): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== null) sums.set(key, { ...sums.get(key), [row.metric]: Number(row.value) })
  }
  return sums
}

/** What was held in all before `day`, in won. */
async function sumHeldBefore(day: string): Promise<number> {
  const [row] = await db().execute<{ won: string }>(sql`
    select coalesce(sum(value), 0)::text as won from figure_days
      where metric = 'held_change_won' and day < ${day}::date`)
  return Number(row?.won ?? 0)
}

/** Of money that is held, each step says what is held at its end. */
function toBalances(figures: Figures, beforeWon: number): Figures {
  let heldWon = beforeWon
  const steps = figures.steps.map(({ day, sums }) => {
    heldWon += sums.held_change_won ?? 0
    return { day, sums: { ...sums, held_change_won: heldWon } }
  })
  return { ...figures, steps, total: { ...figures.total, held_change_won: heldWon } }
}

export type FigurePage = Figures & {
  /** When it was counted last; null where it never was. */ countedAt: string | null
  /** The first day that was counted. */ countedFrom: string | null
}

/** The figures of `view` in at most three queries; null for who has no right to them. */
export async function findFigures(
  actor: Actor,
  view: FigureView,
  filter: FigureFilter,
): Promise<FigurePage | null> {
  if (!hasRight(actor, "figures")) return null
  const [figures, heldWon, [counted]] = await Promise.all([
    sumFigures(listMetrics(view), filter),
    view === "money" ? sumHeldBefore(filter.span.from) : 0,
    db()
      .select({ at: min(figureSources.countedAt), from: max(figureSources.countedFrom) })
      .from(figureSources)
      .where(sql`${figureSources.source} <> 'search'`),
  ])
  return {
    ...(view === "money" ? toBalances(figures, heldWon) : figures),
    countedAt: counted?.at?.toISOString() ?? null,
    countedFrom: counted?.from ?? null,
  }
}

export type Cohort = {
  joinedMonth: string
  people: number
  /** How many of them did something in the month they joined, the one after, and so on. */ active: number[]
}

const MAX_COHORTS = 12

/** The customers of the last 12 months by the month they joined in; null for who has no right to them. */
export async function findCohorts(actor: Actor): Promise<Cohort[] | null> {
  if (!hasRight(actor, "figures")) return null
  const current = getCurrentMonth(now())
  const first = addMonths(current, 1 - MAX_COHORTS)
  const rows = await db()
    .select()
    .from(figureCohorts)
    .where(sql`${figureCohorts.joinedMonth} >= ${first}`)
    .orderBy(asc(figureCohorts.joinedMonth))
  const cohorts = Map.groupBy(rows, (row) => row.joinedMonth)
  return [...cohorts].map(([joinedMonth, months]) => {
    const people = new Map(months.map((month) => [month.activeMonth, month.people]))
    const active: number[] = []
    for (let month = joinedMonth; month <= current; month = addMonths(month, 1))
      active.push(people.get(month) ?? 0)
    return { joinedMonth, people: people.get("") ?? 0, active }
  })
}

/** Whether the actor gets the figures by mail. */
export async function hasFigureMail(actor: Actor): Promise<boolean> {
  if (!hasRight(actor, "figures")) return false
  const rows = await db()
    .select({ userId: figureMails.userId })
    .from(figureMails)
    .where(eq(figureMails.userId, actor.userId))
  return rows.length > 0
}

/** Sends the actor the figures of each day, or no more. Refusals: `not_found` (no right to them). */
export async function switchFigureMail(actor: Actor, isWanted: boolean): Promise<Outcome<"not_found">> {
  if (!hasRight(actor, "figures")) return refuse("not_found")
  await inTransaction(async (tx) => {
    const changed = isWanted
      ? await tx
          .insert(figureMails)
          .values({ userId: actor.userId, createdAt: now() })
          .onConflictDoNothing()
          .returning()
      : await tx.delete(figureMails).where(eq(figureMails.userId, actor.userId)).returning()
    if (changed.length === 0) return
    await audit(tx, actor, {
      action: "setting.figure_mail",
      subject: { kind: "setting", id: "figure_mail", title: "하루 통계 메일" },
      after: { figureMail: isWanted },
    })
  })
  return ok()
}
