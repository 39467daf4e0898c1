/** The office's list of purchases: the same rows in the same order as read plainly, copied or not. */
import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { countQueries, db, inTransaction } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import {
  PURCHASE_FULFILMENT_FILTERS,
  PURCHASE_PAYMENT_FILTERS,
  PURCHASE_SORTS,
  SELLER_ORDER_TAB_STATES,
  type PurchaseSort,
} from "../filter-rules.ts"
import {
  createDepositPurchase,
  createPaidPurchase,
  createPlacedPurchase,
  createShop,
  createVariant,
  payPurchase,
  type Shop,
} from "../fixtures.ts"
import {
  countFilteredPurchases,
  findPurchasesForAdmin,
  type PurchaseFilter,
} from "./admin-purchases.server.ts"
import { cancelLine, confirmLine, deliverLine, prepareLine, shipLine } from "./after-sale.server.ts"
import { startCheckout } from "./checkout.server.ts"
import { transitionClaim } from "./claims.server.ts"
import { expireOverduePurchases, expireOtherCheckouts } from "./expiry.server.ts"
import { copyPurchasesToLines } from "./line-purchases.server.ts"
import { LINE_STATES } from "../rules.ts"
import { requestClaim } from "./request-claim.server.ts"

withDatabase()

const parcel = { carrier: "cj" as const, trackingNumber: "612345678901" }
const why = { reason: "마음이 바뀌었어요", account: null }
let admin: Person
let buyer: Person
let shops: [Shop, Shop]

type Bought = { groupId: string; totalWon: number; lines: { id: string; sellerId: string }[] }
const listOffers = async (title: string, won: number) =>
  Promise.all(
    shops.map(async (shop) => ({
      variantId: await createVariant(shop.sellerId, won, 9, { title }),
      quantity: 1,
    })),
  )
/** A purchase of one thing from each of the two shops. */
const buy = async (title: string, won: number): Promise<Bought> =>
  createPaidPurchase(buyer, await listOffers(title, won))

/** Moves a line on as far as `until`. */
async function bring(
  line: { id: string; sellerId: string },
  until: "prepare" | "ship" | "deliver" | "confirm",
) {
  const seller = shops.find(({ sellerId }) => sellerId === line.sellerId)?.actor ?? shops[0].actor
  await prepareLine(seller, line.id)
  if (until === "prepare") return
  await shipLine(seller, line.id, parcel)
  if (until === "ship") return
  await deliverLine(buyer.actor, line.id, "buyer")
  if (until === "confirm") await confirmLine(buyer.actor, line.id)
}

async function claim(line: { id: string }, kind: "cancel" | "return"): Promise<string> {
  const asked = await requestClaim(buyer.actor, line.id, {
    kind,
    reason: "broken",
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!asked.ok) throw new Error(asked.reason)
  return asked.claimId
}

/** Deeds that leave purchases in every state of goods and money. */
const DEEDS: ((bought: Bought) => Promise<unknown>)[] = [
  async () => {},
  async ({ lines }) => bring(lines[0]!, "prepare"),
  async ({ lines }) => bring(lines[1]!, "ship"),
  async ({ lines }) => Promise.all(lines.map((line) => bring(line, "deliver"))),
  async ({ lines }) => Promise.all(lines.map((line) => bring(line, "confirm"))),
  async ({ lines }) => bring(lines[0]!, "confirm"),
  async ({ lines }) => cancelLine(buyer.actor, lines[0]!.id, why),
  async ({ lines }) => {
    for (const line of lines) await cancelLine(buyer.actor, line.id, why)
  },
  async ({ lines }) => {
    await bring(lines[0]!, "prepare")
    await claim(lines[0]!, "cancel")
  },
  async ({ lines }) => {
    await bring(lines[0]!, "deliver")
    const claimId = await claim(lines[0]!, "return")
    await transitionClaim(admin.actor, claimId, "approve", {})
    for (const move of ["collect", "receive", "complete"] as const)
      expect(await transitionClaim(admin.actor, claimId, move, {})).toEqual({ ok: true })
  },
]

beforeAll(async () => {
  admin = await createPerson({ role: "admin" })
  buyer = await createPerson({ name: "우정미" })
  shops = [await createShop({ name: "가지런한상점" }), await createShop({ name: "둘째가게" })]
  for (const [index, deed] of [...DEEDS, ...DEEDS].entries())
    await deed(await buy(`${index % 2 ? "놋그릇" : "유리컵"} ${index}호`, 1_000 * (10 + (index % 7))))
  const waiting = await createDepositPurchase(buyer, await listOffers("입금한 놋그릇", 12_000))
  expect(waiting.lines).toHaveLength(2)
  const { groupId } = await createPlacedPurchase(buyer, await listOffers("지난 놋그릇", 14_000))
  const unplaced = await startCheckout(buyer.actor, {
    source: "direct",
    lines: await listOffers("둔 놋그릇", 15_000),
    submissionKey: newId(),
  })
  if (!unplaced.ok) throw new Error(unplaced.reason)
  await db().execute(sql`update order_groups set expires_at = now() - interval '1 day'
    where id in (${groupId}::uuid, ${unplaced.groupId}::uuid)`)
  await inTransaction((tx) => expireOtherCheckouts(tx, buyer.actor.userId))
  await inTransaction((tx) => expireOverduePurchases(tx, 9))
  const offers = await listOffers("기다리는 놋그릇", 13_000)
  const { paymentId } = await createPlacedPurchase(buyer, offers, { method: "virtual_account" })
  await payPurchase(buyer, paymentId, 26_000, { method: "virtual_account" })
})

type Plain = {
  id: string
  state: string
  states: string[]
  titles: string[]
  refunded: number
  total: number
  claimed: boolean
  stuck: boolean
}

const readPlainly = () =>
  db().execute<Plain>(sql`select g.id, g.state, array_agg(l.state) as states, array_agg(l.title) as titles,
      (select sum(refunded_won)::int from shop_orders where group_id = g.id) as refunded,
      g.total_won::int as total, false as stuck,
      bool_or(exists (select from claims c where c.line_id = l.id
        and c.state in ('requested', 'approved', 'collecting', 'collected'))) as claimed
    from order_groups g join shop_orders o on o.group_id = g.id join order_lines l on l.order_id = o.id
    where g.consented_at is not null group by g.id, g.created_at order by g.created_at, g.id`)

function fitsPlainly(row: Plain, { pay, work, term }: PurchaseFilter): boolean {
  const isPaid = row.state === "paid"
  const money: Record<NonNullable<typeof pay>, boolean> = {
    paid: isPaid && row.refunded === 0,
    partly: isPaid && row.refunded > 0 && row.refunded < row.total,
    refunded: isPaid && row.refunded > 0 && row.refunded >= row.total,
    waiting: row.state === "pending" || row.state === "waiting_deposit",
    expired: row.state === "expired",
    stuck: row.stuck,
  }
  const hasGoods =
    work === "claim"
      ? row.claimed
      : work === null ||
        row.states.some((state) => SELLER_ORDER_TAB_STATES[work].some((one) => one === state))
  const isOfAll = ["", "가지런", "우정미"].includes(term)
  const isNamed = isOfAll || row.titles.some((title) => title.includes(term))
  return (pay === null || money[pay]) && hasGoods && isNamed
}

function sortPlainly(rows: readonly Plain[], sort: PurchaseSort): string[] {
  if (sort === "oldest") return rows.map(({ id }) => id)
  const newest = rows.toReversed()
  if (sort === "newest") return newest.map(({ id }) => id)
  return newest.toSorted((a, b) => b.total - a.total || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
}

/** Reads the list in pages of three, as far as it goes. */
async function readAll(filter: PurchaseFilter, sort: PurchaseSort): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const part = await findPurchasesForAdmin(admin.actor, { filter, sort, cursor, limit: 3 })
    ids.push(...part.rows.map((row) => row.id))
    cursor = part.cursor
  } while (cursor !== null)
  return ids
}

async function expectSameAsPlain(filters: readonly PurchaseFilter[]): Promise<void> {
  const plain = [...(await readPlainly())]
  for (const filter of filters) {
    const rows = plain.filter((row) => fitsPlainly(row, filter))
    for (const sort of PURCHASE_SORTS)
      expect([filter, sort, await readAll(filter, sort)]).toEqual([filter, sort, sortPlainly(rows, sort)])
    expect([filter, await countFilteredPurchases(admin.actor, filter)]).toEqual([filter, rows.length])
  }
}

const PAYS = [null, ...PURCHASE_PAYMENT_FILTERS]
const WORKS = [null, ...PURCHASE_FULFILMENT_FILTERS]
const STATES = PAYS.flatMap((pay) => WORKS.map((work) => ({ pay, work, term: "" })))
const TERMS = ["놋그릇", "13호", "가지런", "우정미", "뷁쉛휅"].flatMap((term) => [
  { pay: null, work: null, term },
  ...PURCHASE_PAYMENT_FILTERS.map((pay) => ({ pay, work: null, term })),
  ...PURCHASE_FULFILMENT_FILTERS.map((work) => ({ pay: null, work, term })),
  { pay: "partly" as const, work: "ended" as const, term },
])

/** Lines whose copy is not what their purchase says, and how many there are without one. */
async function compareCopies(): Promise<{ wrong: number; bare: number }> {
  const [row] = await db().execute<{ wrong: number; bare: number }>(sql`
    select count(*) filter (where l.group_id is not null and (l.group_id <> g.id
        or l.group_created_at is distinct from (case when g.consented_at is not null then g.created_at end)
        or l.group_total_won is distinct from (case when g.consented_at is not null then g.total_won end)
        ))::int as wrong,
      count(*) filter (where l.group_id is null and l.state <> 'payment_waiting')::int as bare
    from order_lines l join shop_orders o on o.id = l.order_id join order_groups g on g.id = o.group_id`)
  return row ?? { wrong: -1, bare: -1 }
}

test("lines know their purchase after every deed, and one that was never placed has no time", async () => {
  expect(await compareCopies()).toEqual({ wrong: 0, bare: 0 })
  const [counts] = await db().execute<{ waiting: number; unplaced: number }>(sql`
    select count(*) filter (where state = 'payment_waiting' and group_id is null)::int as waiting,
      count(*) filter (where state = 'cancelled' and group_id is not null and group_created_at is null)::int
        as unplaced from order_lines`)
  expect(counts).toEqual({ waiting: 2, unplaced: 2 })
  const states = await db().execute<{ state: string }>(sql`select distinct state from order_lines`)
  expect(states.map(({ state }) => state).toSorted()).toEqual([...LINE_STATES].toSorted())
})

test("purchases by goods and money are those that are read plainly", async () => {
  await expectSameAsPlain(STATES)
})

test("purchases by a term are those that are read plainly", async () => {
  await expectSameAsPlain(TERMS)
})

test("a list of purchases is one query, and so is its count", async () => {
  for (const filter of [...STATES, ...TERMS]) {
    const read = () => findPurchasesForAdmin(admin.actor, { filter, sort: "newest", cursor: null })
    expect([filter, (await countQueries(read)).queries]).toEqual([filter, 1])
    const count = () => countFilteredPurchases(admin.actor, filter)
    expect([filter, (await countQueries(count)).queries]).toEqual([filter, 1])
  }
})

test("lines of before are found without their copy, and filled by the job", async () => {
  await db().execute(sql`update order_lines
    set group_id = null, group_created_at = null, group_total_won = null where substr(id::text, 36) < '8'`)
  const { bare } = await compareCopies()
  expect(bare).toBeGreaterThan(5)
  await expectSameAsPlain([...STATES, ...TERMS])
  expect(await copyPurchasesToLines()).toBe(bare)
  expect(await copyPurchasesToLines()).toBe(0)
  expect(await compareCopies()).toEqual({ wrong: 0, bare: 0 })
  await expectSameAsPlain(STATES)
})
