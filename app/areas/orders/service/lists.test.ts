import { sql } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { runSubqueries } from "#app/platform/json-subqueries.server.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { CONTACT, createOpenOrder, createOrderInState, createProposal } from "../fixtures.ts"
import { listServices } from "../questions.ts"
import { orders } from "../schema.server.ts"
import {
  findMatchingOrders,
  findOpenOrders,
  queryOpenedTodayCount,
  queryNewestOpenOrders,
} from "./board.server.ts"
import { decideChange, proposeChange } from "./change-orders.server.ts"
import {
  countExpertWork,
  findCompletedOrdersWith,
  findExpertEarnings,
  findExpertActiveOrders,
  findOwnProposals,
  findOrderToRate,
} from "./expert-work.server.ts"
import { countMyOrders, findMyOrders } from "./my-orders.server.ts"
import { findPriceGuide } from "./price-guide.server.ts"
import { cancelOrder } from "./work.server.ts"

withDatabase()

let customer: Person
let stranger: Person
let admin: Person
let expert: Expert
const visitor = { kind: "visitor", draftId: null } as const

beforeAll(async () => {
  customer = await createPerson({ name: "김하늘" })
  stranger = await createPerson({ name: "이바다" })
  admin = await createPerson({ role: "admin" })
  expert = await createExpert()
})
afterEach(() => resetClock())

test("one's own requests come in pages, by tab, and nobody else's with them", async () => {
  const person = await createPerson()
  for (let made = 0; made < 23; made += 1) await createOpenOrder(person.actor)
  const ended = await createOpenOrder(person.actor)
  await cancelOrder(person.actor, ended, "")
  const first = await findMyOrders(person.actor, { tab: "open" })
  const second = await findMyOrders(person.actor, { tab: "open", cursor: first.cursor })
  const all = [...first.rows, ...second.rows].map((row) => row.id)
  expect([first.rows.length, second.rows.length, second.cursor]).toEqual([20, 3, null])
  expect(new Set(all).size).toBe(23)
  expect((await findMyOrders(person.actor, { tab: "ended" })).rows.map((row) => row.id)).toEqual([ended])
  expect(await countMyOrders(person.actor)).toEqual({ all: 24, open: 23, working: 0, completed: 0, ended: 1 })
  expect((await findMyOrders(person.actor, { tab: "open", cursor: "not-a-cursor" })).rows).toHaveLength(20)
  expect((await findMyOrders(visitor, { tab: "all" })).rows).toEqual([])
})

test("a card of one's own says what is new: unseen proposals, first picture, payable", async () => {
  const made = await createOrderInState("open", { order: { pictureIds: [] } })
  expect((await findMyOrders(made.customer.actor, { tab: "all" })).rows).toMatchObject([
    { id: made.orderId, unseenProposals: 1, proposalCount: 1, payableWon: null, picture: null },
  ])
})

test("the board is for approved experts and leaves out what is private, own and over", async () => {
  const made = await createOrderInState("matched")
  const open = await createOpenOrder(stranger.actor, {
    category: "moving",
    service: "가정이사",
    regionCode: "26350",
    address: CONTACT.address,
    contactPhone: CONTACT.contactPhone,
  })
  for (const actor of [
    visitor,
    customer.actor,
    admin.actor,
    (await createExpert({ state: "suspended" })).actor,
  ])
    expect((await findOpenOrders(actor, {})).rows).toEqual([])
  const board = await findOpenOrders(expert.actor, { filters: { category: "moving", regionCode: "26" } })
  expect(board.rows.map((row) => row.id)).toContain(open)
  expect(board.rows.map((row) => row.id)).not.toContain(made.orderId)
  expect(JSON.stringify(board)).not.toContain("서초대로")
  expect(
    (await findOpenOrders(expert.actor, { filters: { category: "moving", regionCode: "11" } })).rows,
  ).toEqual([])
  expect(
    (await findOpenOrders(expert.actor, { filters: { category: "moving", budgetMinWon: 3_000_000 } })).rows,
  ).toEqual([])
})

test.each(["newest", "soonest", "fewest", "region"] as const)(
  "the board sorted by %s goes on from page to page without gaps or repeats",
  async (sort) => {
    const reader = await createExpert({ regionCode: "11680" })
    for (let made = 0; made < 25; made += 1) {
      await createOpenOrder(stranger.actor, {
        category: "interior",
        service: `작업 ${sort}`,
        regionCode: ["11680", "11650", "26350"][made % 3] ?? "11680",
        schedule: (["date", "soon", "flexible"] as const)[made % 3] ?? "date",
        wantedOn: addDays("2099-01-01", made % 5),
      })
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof findOpenOrders>> = await findOpenOrders(reader.actor, {
        sort,
        filters: { category: "interior" },
        cursor,
      })
      seen.push(...page.rows.map((row) => row.id))
      if (sort === "soonest" && cursor === null) expect(page.rows[0]?.schedule).toBe("soon")
      if (sort === "region" && cursor === null) expect(page.rows[0]?.regionCode).toBe("11680")
      cursor = page.cursor
    } while (cursor)
    const [{ open } = { open: 0 }] = await db()
      .select({ open: sql<number>`count(*)::int` })
      .from(orders)
      .where(sql`${orders.state} = 'open' and ${orders.category} = 'interior'`)
    expect(seen.length).toBe(open)
    expect(new Set(seen).size).toBe(open)
  },
)

test.each(["newest", "soonest", "fewest", "region"] as const)(
  "the board of a region sorted by %s is that of the whole country without the others",
  async (sort) => {
    const reader = await createExpert({ regionCode: "11680" })
    for (let made = 0; made < 24; made += 1)
      await createOpenOrder(stranger.actor, {
        category: "demolition",
        regionCode: ["11680", "11650", "26350"][made % 3] ?? "11680",
        schedule: (["date", "soon", "flexible"] as const)[made % 3] ?? "date",
        wantedOn: addDays("2099-01-01", made % 5),
      })
    const readAll = async (regionCode: string | null) => {
      const rows: { id: string; regionCode: string }[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof findOpenOrders>> = await findOpenOrders(reader.actor, {
          sort,
          filters: { category: "demolition", regionCode },
          cursor,
        })
        rows.push(...page.rows)
        cursor = page.cursor
      } while (cursor)
      return rows
    }
    const everywhere = await readAll(null)
    for (const region of ["11", "11650", "26", "47"])
      expect((await readAll(region)).map(({ id }) => id)).toEqual(
        everywhere.filter((row) => row.regionCode.startsWith(region)).map(({ id }) => id),
      )
  },
)

test("what matches an expert: category and region, invitations first, nothing proposed to", async () => {
  const matcher = await createExpert({ categories: ["installation"], regions: ["41"] })
  const fits = await createOpenOrder(stranger.actor, {
    category: "installation",
    service: "에어컨",
    regionCode: "41135",
  })
  await createOpenOrder(stranger.actor, { category: "installation", service: "에어컨", regionCode: "26350" })
  const done = await createOpenOrder(stranger.actor, {
    category: "installation",
    service: "에어컨",
    regionCode: "41135",
  })
  await createProposal(matcher.actor, done)
  const invited = await createOpenOrder(stranger.actor, {
    category: "moving",
    service: "원룸이사",
    regionCode: "26350",
    invitedExpertId: matcher.expertId,
  })
  const found = await findMatchingOrders(matcher.actor, {
    categories: ["installation"],
    regionCodes: ["41"],
    limit: 10,
  })
  expect(found.map((row) => [row.id, row.invited])).toEqual([
    [invited, true],
    [fits, false],
  ])
})

test("home counts today's open requests by Korea's calendar", async () => {
  setClock(() => new Date("2031-03-01T15:30:00Z"))
  const openToday = async () => (await runSubqueries({ count: queryOpenedTodayCount() })).count
  const before = await openToday()
  const orderId = await createOpenOrder(stranger.actor)
  expect(await openToday()).toBe(before + 1)
  expect((await runSubqueries({ rows: queryNewestOpenOrders(1) })).rows.map((row) => row.id)).toEqual([
    orderId,
  ])
  setClock(() => new Date("2031-03-02T15:30:00Z"))
  expect(await openToday()).toBe(0)
})

test("the price guide speaks from five accepted proposals on, and leaves cancelled orders out", async () => {
  const service = listServices("repair")[0]?.id ?? ""
  const won = (unitPriceWon: number) => ({
    order: { service, category: "repair" as const },
    proposal: { lines: [{ name: "방수", quantity: 1, unit: "식", unitPriceWon }] },
  })
  const guide = async () => (await findPriceGuide("repair")).find((row) => row.service === service)
  for (const price of [100_000, 200_000, 300_000, 400_000])
    await createOrderInState("matched", { customer: stranger, expert, ...won(price) })
  expect(await guide()).toBeUndefined()
  await createOrderInState("completed", { customer: stranger, expert, ...won(500_000) })
  const cancelled = await createOrderInState("matched", { customer: stranger, expert, ...won(9_000_000) })
  await cancelOrder(stranger.actor, cancelled.orderId, "다른 곳에 맡겼어요.")
  expect(await guide()).toEqual({ service, count: 5, lowWon: 200_000, medianWon: 300_000, highWon: 400_000 })
})

test("an expert's dashboard holds their own proposals by tab, jobs, earnings and numbers", async () => {
  const worker = await createExpert()
  const waiting = await createOrderInState("open", { expert: worker })
  const working = await createOrderInState("in_progress", { expert: worker })
  const change = await proposeChange(worker.actor, working.orderId, {
    title: "몰딩 교체",
    reason: "몰딩이 부서져 있어요.",
    amountWon: 20_000,
  })
  if (!change.ok) throw new Error("refused")
  await decideChange(working.customer.actor, { changeOrderId: change.changeOrderId, decision: "accept" })
  const done = await createOrderInState("completed", { expert: worker })
  expect((await findOwnProposals(worker.actor, { tab: "waiting" })).rows.map((row) => row.orderId)).toEqual([
    waiting.orderId,
  ])
  expect((await findOwnProposals(worker.actor, { tab: "all" })).rows).toHaveLength(3)
  expect(await findExpertActiveOrders(worker.actor)).toMatchObject([
    { orderId: working.orderId, state: "in_progress", payableWon: 1_800_000, pendingChangeOrders: 0 },
  ])
  const months = await findExpertEarnings(worker.actor)
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toMatchObject({ earnedWon: 1_780_000, orders: 1 })
  expect(await countExpertWork(worker.actor)).toEqual({
    waiting: 1,
    sent: 3,
    accepted: 2,
    working: 1,
    delivered: 0,
    completed: 1,
    invitations: 0,
  })
  expect(await findCompletedOrdersWith(done.customer.actor, worker.expertId)).toMatchObject([
    { orderId: done.orderId, payableWon: 1_780_000 },
  ])
  expect(await findCompletedOrdersWith(stranger.actor, worker.expertId)).toEqual([])
  expect(await findOrderToRate(done.customer.actor, done.orderId)).toMatchObject({
    orderId: done.orderId,
    expertId: worker.expertId,
  })
  expect(await findOrderToRate(worker.actor, done.orderId)).toMatchObject({ orderId: done.orderId })
  expect(await findOrderToRate(stranger.actor, done.orderId)).toBeNull()
  expect(await findOrderToRate(working.customer.actor, working.orderId)).toBeNull()
})
