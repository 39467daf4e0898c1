/**
 * Counts what goes on into small tables, by day in Korea: each day of an area whole and anew, so that a day
 * that is counted twice, or whose things changed later, has the numbers of its rows (decision 099).
 */
import { and, eq, gte, lte, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db, inLongTransaction, type Transaction } from "#app/platform/db.server.ts"
import { isWithinDays, type DaySpan } from "#app/platform/figures.server.ts"
import * as accounts from "../../accounts/service/figures.server.ts"
import * as content from "../../content/service/figures.server.ts"
import * as experts from "../../experts/service/figures.server.ts"
import * as jobs from "../../jobs/service/figures.server.ts"
import * as market from "../../market/service/figures.server.ts"
import * as money from "../../money/service/figures.server.ts"
import * as orders from "../../orders/service/figures.server.ts"
import * as search from "../../search/service/figures.server.ts"
import * as shop from "../../shop/service/figures.server.ts"
import * as trust from "../../trust/service/figures.server.ts"
import { addMonths, getCurrentMonth } from "../month-rules.ts"
import { figureCohorts, figureDays, figureSources } from "../schema.server.ts"

/** A day is counted again every night for so long; later changes do not move it any more. */
const RECOUNT_DAYS = 60
/** Searches are forgotten after 14 days: older days keep what was counted of them. */
const SEARCH_RECOUNT_DAYS = 13
/** Days of one transaction. */
const BATCH_DAYS = 31
/** Months of activity that are counted again every night. */
const RECOUNT_MONTHS = 3

type Source = { select: (span: DaySpan) => SQL; recountDays: number; keepsRows: boolean }
const source = (select: Source["select"]): Source => ({ select, recountDays: RECOUNT_DAYS, keepsRows: true })

const SOURCES: Readonly<Record<string, Source>> = {
  orders: source(orders.selectFigures),
  waits: source(orders.selectWaitFigures),
  reviews: source(experts.selectFigures),
  jobs: source(jobs.selectFigures),
  market: source(market.selectFigures),
  shop: source(shop.selectFigures),
  money: source(money.selectFigures),
  search: { select: search.selectFigures, recountDays: SEARCH_RECOUNT_DAYS, keepsRows: false },
  reports: source(trust.selectFigures),
  tickets: source(content.selectFigures),
  members: source(accounts.selectFigures),
}

/** Counts today anew; a job calls it every few minutes. */
export async function countToday(): Promise<void> {
  const today = toKstDateString(now())
  for (const name of Object.keys(SOURCES)) await countDays(name, { first: today, last: today })
}

/**
 * Counts the days in which something can still change, and those before that were never counted; a job calls
 * it every night, and the creation of the demo town.
 */
export async function countPastDays(): Promise<void> {
  const today = toKstDateString(now())
  const [row] = await db().execute<{ day: string | null }>(accounts.selectFirstDay())
  const firstDay = row?.day ?? today
  const sources = new Map((await db().select().from(figureSources)).map((each) => [each.source, each]))
  for (const [name, { recountDays, keepsRows }] of Object.entries(SOURCES)) {
    const counted = sources.get(name)
    const windowFrom = addDays(today, 1 - recountDays)
    const isWhole = !keepsRows || (counted && counted.countedFrom <= firstDay)
    // A product that stood still for long goes on where it stopped.
    const lastDay = counted && keepsRows ? toKstDateString(counted.countedAt) : windowFrom
    const from = isWhole ? (lastDay < windowFrom ? lastDay : windowFrom) : firstDay
    await countInBatches(name, { first: from < firstDay ? firstDay : from, last: today })
  }
  await countCohorts(firstDay.slice(0, 7))
}

/** Counts `span` from its end: what is newest is there first, and a count that breaks off goes on there. */
async function countInBatches(name: string, span: DaySpan): Promise<void> {
  for (let last = span.last; last >= span.first; last = addDays(last, -BATCH_DAYS)) {
    const first = addDays(last, 1 - BATCH_DAYS)
    await countDays(name, { first: first < span.first ? span.first : first, last })
  }
}

/** Counts every day of `span` of one area whole and anew. */
async function countDays(name: string, span: DaySpan): Promise<void> {
  const select = SOURCES[name]?.select
  if (!select) throw new RangeError(`Nothing is counted as ${name}`)
  await inLongTransaction(async (tx) => {
    await lockSource(tx, name, span)
    await tx
      .delete(figureDays)
      .where(
        and(eq(figureDays.source, name), gte(figureDays.day, span.first), lte(figureDays.day, span.last)),
      )
    await tx.execute(sql`
      insert into figure_days (metric, day, category, region, source, value)
      select metric, day, category, region, ${name}, value from (${select(span)}) counted`)
  })
}

/** Two counts of an area wait for one another; notes how far back it is counted. */
async function lockSource(tx: Transaction, name: string, { first, last }: DaySpan): Promise<void> {
  await tx
    .insert(figureSources)
    .values({ source: name, countedFrom: first, countedAt: now() })
    .onConflictDoUpdate({
      target: figureSources.source,
      // Only days without a gap before those that are counted already.
      set: {
        countedAt: now(),
        countedFrom: sql`case when ${last}::date + 1 >= figure_sources.counted_from
          then least(figure_sources.counted_from, ${first}::date) else figure_sources.counted_from end`,
      },
    })
}

/** Counts the customers who did something in each of the last months, by the month they joined in. */
async function countCohorts(firstMonth: string): Promise<void> {
  const current = getCurrentMonth(now())
  const known = await db().selectDistinct({ month: figureCohorts.activeMonth }).from(figureCohorts)
  const counted = new Set(known.map(({ month }) => month))
  for (let month = current, age = 0; month >= firstMonth; month = addMonths(month, -1), age += 1)
    if (age < RECOUNT_MONTHS || !counted.has(month)) await countCohortMonth(month)
}

async function countCohortMonth(month: string): Promise<void> {
  const span = { first: `${month}-01`, last: addDays(`${addMonths(month, 1)}-01`, -1) }
  const active = sql.join(
    [orders, market, shop].map((area) => area.selectActiveCustomers(span)),
    sql` union all `,
  )
  await inLongTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('figure_cohorts'))`)
    await tx.execute(sql`delete from figure_cohorts where active_month = ${month}
      or (active_month = '' and joined_month = ${month})`)
    await tx.execute(sql`
      insert into figure_cohorts (joined_month, active_month, people)
      select to_char(c.created_at at time zone 'Asia/Seoul', 'YYYY-MM'), ${month}, count(distinct c.user_id)
        from ${accounts.customersTable} c join (${active}) a on a.user_id = c.user_id group by 1
      union all
      select ${month}, '', count(*) from ${accounts.customersTable} c
        where ${isWithinDays(sql`c.created_at`, span)}`)
  })
}
