/** The figures of the town are those of its rows, counted without them; and there is enough to look at. */
import { expect, test } from "vitest"
import { driver } from "#app/platform/db.server.ts"
import { withTown } from "../../tests/setup/town.ts"

withTown()

/** What each metric is in the town, counted anew from the rows as a reader of their lists would. */
const COUNTS: Readonly<Record<string, string>> = {
  requests: "select count(*) from orders where opened_at is not null",
  requests_proposed: `select count(*) from orders o where opened_at is not null
    and exists (select from proposals where order_id = o.id)`,
  proposals:
    "select count(*) from proposals p join orders o on o.id = p.order_id where o.opened_at is not null",
  requests_chosen: "select count(*) from orders where matched_at is not null and opened_at is not null",
  requests_completed: "select count(*) from orders where completed_at is not null and opened_at is not null",
  requests_rated: `select count(distinct order_id) from reviews r join orders o on o.id = r.order_id
    where removed_at is null and o.opened_at is not null`,
  agreed_won: "select sum(agreed_won) from orders where matched_at is not null",
  hires: "select count(*) from hire_posts",
  wanted: "select sum(headcount) from hire_posts",
  hired: "select sum(hired_count) from hire_posts",
  items: "select count(*) from items",
  items_sold: "select count(*) from items where sold_at is not null",
  items_sold_won: "select sum(deal_won::bigint) from items where sold_at is not null",
  products: "select count(*) from products where published_at is not null",
  pieces_sold_won: `select sum(unit_won * quantity - discount_won) from order_lines where paid_at is not null
    and state not in ('payment_waiting', 'cancelled', 'returned')`,
  received_won: "select -sum(amount_won) from ledger where account = 'outside' and kind = 'payment'",
  held_change_won: "select sum(amount_won) from ledger where account = 'held'",
  refunds: "select count(*) from refunds where state = 'done'",
  complaints: `select (select count(*) from reports) + (select count(*) from order_disputes)
    + (select count(*) from claims) + (select count(*) from deal_claims)`,
  tickets: "select count(*) from tickets",
  sign_ups: "select count(*) from profiles",
  searches_missed: "select count(*) from search_misses",
}

test("every figure is the sum of its rows, and none lies outside the days of the town", async () => {
  const counted = await driver()<{ metric: string; value: string }[]>`
    select metric, sum(value)::text as value from figure_days group by 1`
  const figures = new Map(counted.map((row) => [row.metric, row.value]))
  const differing: string[] = []
  for (const [metric, statement] of Object.entries(COUNTS)) {
    const [row] = await driver().unsafe<{ value: string | null }[]>(`select (${statement})::text as value`)
    const [figure, rows] = [figures.get(metric) ?? "0", row?.value ?? "0"]
    if (figure !== rows) differing.push(`${metric}: ${figure} counted, ${rows} rows`)
  }
  expect(differing).toEqual([])
})

test("requests are told apart by category and region as their rows are", async () => {
  const byRows = await driver()`
    select category, left(region_code, 2) as region, count(*)::int as n from orders
      where opened_at is not null group by 1, 2 order by 1, 2`
  const byFigures = await driver()`
    select category, region, sum(value)::int as n from figure_days
      where metric = 'requests' group by 1, 2 order by 1, 2`
  expect([...byFigures]).toEqual([...byRows])
})

test("the charts have half a year of requests, and cohorts of several months", async () => {
  const [row] = await driver()<{ months: number; cohorts: number }[]>`
    select (select count(distinct date_trunc('month', day))::int from figure_days
        where metric = 'requests') as months,
      (select count(distinct joined_month)::int from figure_cohorts
        where active_month <> '' and people > 0) as cohorts`
  expect(row?.months).toBeGreaterThanOrEqual(6)
  expect(row?.cohorts).toBeGreaterThanOrEqual(4)
})
