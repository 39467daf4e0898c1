/** What is counted by day has the numbers of its rows, also after changes; who may see it. */
import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { OFFICE_ROLES } from "../../accounts/rules.ts"
import { createItemForSale } from "../../market/fixtures.ts"
import { createOrderInState } from "../../orders/fixtures.ts"
import { countFilteredOrders } from "../../orders/service/admin-orders.server.ts"
import { createPaidPurchase, createShop, createVariant } from "../../shop/fixtures.ts"
import { AdminFiguresQuery, toFigureFilter } from "../figure-forms.ts"
import { getFigure, VIEW_FIGURES, type FigureView } from "../figure-rules.ts"
import { ORDER_QUEUE_FILTERS } from "../rules.ts"
import { countPastDays, countToday } from "./count-figures.server.ts"
import { createCohortsTable, createFiguresTable } from "./export-figures.server.ts"
import { sendFigureMails } from "./figure-mail.server.ts"
import { findCohorts, findFigures, hasFigureMail, switchFigureMail } from "./figures.server.ts"

withDatabase()

let owner: Person
beforeAll(async () => {
  registerSubscriptions()
  owner = await createPerson({ role: "admin" })
  // What is counted begins with the first member.
  await db().execute(sql`update profiles set created_at = now() - interval '90 days'
    where user_id = ${owner.actor.userId}::uuid`)
})
beforeEach(async () => {
  await db().execute(sql`delete from figure_days`)
  await db().execute(sql`delete from figure_sources`)
})

const today = () => toKstDateString(now())
const find = async (view: FigureView, query: Record<string, string> = {}, { actor }: Person = owner) =>
  findFigures(actor, view, toFigureFilter(AdminFiguresQuery.parse({ ...query, view }), today()))
const totalOf = async (view: FigureView, query: Record<string, string> = {}) =>
  (await find(view, query))?.total ?? {}
const listAll = () =>
  db().execute(sql`select metric, day, category, region, value from figure_days
    order by metric, day, category, region`)
/** As if the request had been opened, and proposed for, so many days before. */
const age = (orderId: string, days: number) =>
  db().execute(sql`update orders set opened_at = opened_at - ${`${days} days`}::interval
    where id = ${orderId}::uuid`)

test("requests are counted as their list counts them, and again after they changed", async () => {
  const { orderId } = await createOrderInState("open")
  await createOrderInState("completed")
  await countToday()
  const list = (category: "repair" | null, opened: { first: string; last: string }) =>
    countFilteredOrders(owner.actor, { ...ORDER_QUEUE_FILTERS.all, category, term: "", opened }, null)
  const span = { first: today(), last: today() }
  const before = await totalOf("orders")
  expect(before).toMatchObject({ requests: 2, requests_chosen: 1, requests_completed: 1 })
  expect(before.requests).toBe(await list(null, span))
  expect((await totalOf("orders", { category: "repair" })).requests).toBe(await list("repair", span))
  expect((await totalOf("orders", { category: "moving" })).requests).toBeUndefined()
  expect((await totalOf("orders", { region: "11" })).requests).toBe(before.requests)
  await age(orderId, 3)
  await countPastDays()
  const days = (await find("orders", { from: addDays(today(), -3), to: today() }))?.steps
  expect(days?.map(({ sums }) => sums.requests ?? 0)).toEqual([1, 0, 0, 1])
  expect(await list(null, span)).toBe(1)
})

test("the wait for the first proposal is a median over any days, by the steps of each", async () => {
  const waits = [3, 100, 110, 20_000]
  for (const [index, minutes] of waits.entries()) {
    const { orderId } = await createOrderInState("matched")
    await db().execute(sql`update orders set region_code = '50110', opened_at = (select min(sent_at)
      from proposals where order_id = orders.id) - make_interval(mins => ${minutes}, days => ${index % 2})
      where id = ${orderId}::uuid`)
    if (index % 2 === 1)
      await db().execute(sql`update proposals set sent_at = sent_at - interval '1 day'
        where order_id = ${orderId}::uuid`)
  }
  await countPastDays()
  const total = await totalOf("orders", { from: addDays(today(), -20), region: "50" })
  expect([total.wait_5, total.wait_120, total.wait_43200]).toEqual([1, 2, 1])
  const wait = VIEW_FIGURES.orders.columns.find(({ key }) => key === "wait")
  expect(wait && getFigure(wait, total)).toBe(105)
})

test("a day that is counted twice, or by two at once, is counted once", async () => {
  await createItemForSale(await createPerson())
  await countToday()
  const once = await listAll()
  await Promise.all([countToday(), countToday(), countPastDays()])
  expect((await listAll()).filter((row) => row["day"] === today())).toEqual(
    once.filter((row) => row["day"] === today()),
  )
})

test("what comes late within two months moves its day; an older day stays as it was counted", async () => {
  const [late, old] = [await createOrderInState("open"), await createOrderInState("open")]
  await age(late.orderId, 50)
  await age(old.orderId, 70)
  await countPastDays()
  await db().execute(sql`update orders set completed_at = now()
    where id in (${late.orderId}::uuid, ${old.orderId}::uuid)`)
  await countPastDays()
  const completedOn = async (days: number) =>
    (await totalOf("orders", { from: addDays(today(), -days), to: addDays(today(), -days) }))
      .requests_completed
  expect([await completedOn(50), await completedOn(70)]).toEqual([1, 0])
})

test("money, shop and complaints have the sums of their rows", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  await createPaidPurchase(buyer, [{ variantId: await createVariant(shop.sellerId, 40_000, 9), quantity: 2 }])
  await drainEvents()
  await countToday()
  const [row] = await db().execute<{ came: string; held: string; sold: string }>(sql`
    select (select -sum(amount_won) from ledger where account = 'outside' and kind = 'payment')::text as came,
      (select sum(amount_won) from ledger where account = 'held')::text as held,
      (select sum(unit_won * quantity - discount_won) from order_lines
        where state not in ('payment_waiting', 'cancelled', 'returned'))::text as sold`)
  const money = await totalOf("money")
  expect([money.received_won, money.held_change_won]).toEqual([Number(row?.came), Number(row?.held)])
  expect(await totalOf("shop")).toMatchObject({ pieces_sold_won: Number(row?.sold) })
  expect((await totalOf("complaints")).complaints ?? 0).toBe(0)
})

describe("who sees figures", () => {
  test("owner, finance and content do; others get neither page, file, cohorts nor mail", async () => {
    await createOrderInState("open")
    await countToday()
    const seen: string[] = []
    for (const officeRole of OFFICE_ROLES) {
      const person = await createPerson({ role: "admin", officeRole })
      const found = await find("orders", {}, person)
      const rows = await createFiguresTable(person.actor, new URLSearchParams()).count()
      const isAllowed = found !== null
      expect([rows > 0, (await findCohorts(person.actor)) !== null], officeRole).toEqual([
        isAllowed,
        isAllowed,
      ])
      expect(await switchFigureMail(person.actor, true), officeRole).toEqual(
        isAllowed ? { ok: true } : { ok: false, reason: "not_found" },
      )
      expect(await hasFigureMail(person.actor), officeRole).toBe(isAllowed)
      if (isAllowed) seen.push(officeRole)
    }
    expect(seen.sort()).toEqual(["content", "finance", "owner"])
    const customer = await createPerson()
    expect(await find("orders", {}, customer)).toBeNull()
    expect(await switchFigureMail(customer.actor, true)).toEqual({ ok: false, reason: "not_found" })
    expect(await createCohortsTable(customer.actor).count()).toBe(0)
  })

  test("the mail of a day comes once, to who wants it and still has the right", async () => {
    const [reader, former] = [
      await createPerson({ role: "admin", officeRole: "finance" }),
      await createPerson({ role: "admin", officeRole: "finance" }),
    ]
    for (const { actor } of [reader, former]) await switchFigureMail(actor, true)
    await db().execute(sql`update profiles set office_role = 'support'
      where user_id = ${former.actor.userId}::uuid`)
    await Promise.all([sendFigureMails(), sendFigureMails()])
    await sendFigureMails()
    const told = await db().execute<{ user_id: string; channels: number }>(sql`
      select user_id, (select count(*)::int from notification_deliveries d
          where d.notification_id = n.id and d.channel = 'mail') as channels
        from notifications n where once like 'figures:%'
          and user_id in (${reader.actor.userId}::uuid, ${former.actor.userId}::uuid)`)
    expect([...told]).toEqual([{ user_id: reader.actor.userId, channels: 1 }])
    await switchFigureMail(reader.actor, false)
    expect(await hasFigureMail(reader.actor)).toBe(false)
  })
})

test("a file has a line for each day, category and region, and its sums are those of the page", async () => {
  const { orderId } = await createOrderInState("open")
  await age(orderId, 40)
  await createOrderInState("open")
  await countPastDays()
  const table = createFiguresTable(
    owner.actor,
    new URLSearchParams({ view: "orders", from: addDays(today(), -60), to: today() }),
  )
  const rows = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof table.page>> = await table.page(cursor)
    rows.push(...page.rows)
    cursor = page.cursor
  } while (cursor !== null)
  expect(rows.length).toBe(await table.count())
  const requests = rows.filter(([, metric]) => metric === "견적 요청")
  expect(requests.reduce((sum, row) => sum + Number(row[4]), 0)).toBe(
    (await totalOf("orders", { from: addDays(today(), -60), to: today() })).requests,
  )
})

test("a cohort is who joined in a month, and who of them did something in it and later", async () => {
  const customer = await createPerson()
  await createOrderInState("open", { customer })
  await countPastDays()
  const month = today().slice(0, 7)
  const cohort = (await findCohorts(owner.actor))?.find(({ joinedMonth }) => joinedMonth === month)
  const [row] = await db().execute<{ joined: number; active: number }>(sql`
    select count(*)::int as joined, count(*) filter (where exists (select from orders o
        where o.customer_id = p.user_id
          and o.opened_at >= date_trunc('month', now() at time zone 'Asia/Seoul')
          at time zone 'Asia/Seoul') or exists (select from order_groups g where g.buyer_id = p.user_id
          and g.paid_at is not null))::int as active
      from profiles p where user_type = 'customer' and role = 'user'
        and to_char(created_at at time zone 'Asia/Seoul', 'YYYY-MM') = ${month}`)
  expect(cohort).toMatchObject({ people: row?.joined, active: [row?.active] })
})

test("a share is of what it is a share of, and is left open where there is none", () => {
  const column = (key: string) => {
    const found = VIEW_FIGURES.orders.columns.find((each) => each.key === key)
    if (!found) throw new Error(key)
    return found
  }
  const sums = { requests: 8, requests_proposed: 6, wait_10: 2, wait_60: 1, wait_180: 2, wait_43200: 1 }
  expect(getFigure(column("without"), sums)).toBe(25)
  // The third of six ends its step.
  expect(getFigure(column("wait"), sums)).toBe(60)
  expect(getFigure(column("wait"), { requests: 8 })).toBeNull()
  expect(getFigure(column("without"), {})).toBeNull()
  expect(getFigure(column("requests"), {})).toBe(0)
})
