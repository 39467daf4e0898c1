/** What administrators find of held charges: by state, kind, age and number, and what is held in all. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { DAY_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { createSafeDeal, type SafeDeal } from "../../market/fixtures.ts"
import { formatChargeNumber } from "../../money/office-rules.ts"
import { charges, payments } from "../../money/schema.server.ts"
import { countFilteredCharges, sumHeldMoney } from "../../money/service/admin-charges.server.ts"
import { createBegunSafeOrder, findParts, type OrderFixture } from "../../orders/fixtures.ts"
import { AdminChargesQuery } from "../list-queries.ts"
import { findChargeDetail, findCharges, toChargeFilter } from "./charges.server.ts"

withDatabase()

let admin: Person
let order: OrderFixture
let deal: SafeDeal
let partCharges: string[]
beforeAll(async () => {
  admin = await createPerson({ role: "admin" })
  order = await createBegunSafeOrder(undefined, {
    customer: await createPerson({ name: "별손님", nickname: "별고양이" }),
  })
  deal = await createSafeDeal("paid")
  partCharges = (await findParts(order.orderId)).flatMap(({ chargeId }) => (chargeId ? [chargeId] : []))
})

const find = async (query: Record<string, string>) => {
  const { after, ...asked } = AdminChargesQuery.parse(query)
  const filter = await toChargeFilter(asked)
  const found = await findCharges(admin.actor, { filter, cursor: after })
  expect(await countFilteredCharges(admin.actor, filter)).toBe(found?.rows.length)
  return found?.rows ?? []
}
const findIds = async (query: Record<string, string>) => (await find(query)).map((row) => row.id)

/** Ages the money of a charge. */
const holdSince = (chargeId: string, days: number) =>
  db()
    .update(charges)
    .set({ heldAt: new Date(Date.now() - days * DAY_MS - 1_000) })
    .where(eq(charges.id, chargeId))

test("a charge is found by its number, its order, its deal, its payment and its people", async () => {
  const [partCharge = ""] = partCharges
  const [payment] = await db().select().from(payments).where(eq(payments.groupId, partCharge))
  for (const q of [
    partCharge,
    formatChargeNumber(partCharge),
    formatChargeNumber(partCharge).toLowerCase(),
    order.orderId,
    payment?.id ?? "",
    payment?.paymentKey ?? "",
    "별손",
  ])
    expect(await findIds({ q, queue: "all" }), q).toEqual([partCharge])
  expect(await findIds({ q: deal.dealId })).toEqual([deal.chargeId])
  for (const q of ["%", "없는 사람", "123456789012", deal.itemId]) expect(await findIds({ q })).toEqual([])
})

test("a row says who paid whom for what; its screen has the records and leads to it", async () => {
  const [row] = await find({ q: order.orderId })
  expect(row).toMatchObject({
    payer: "별손님 (별고양이)",
    state: "held",
    heldWon: row?.totalWon,
    payment: { state: "DONE" },
  })
  const findDetail = (chargeId: string, by = admin) => findChargeDetail(by.actor, chargeId)
  const detail = await findDetail(row?.id ?? "")
  expect(detail).toMatchObject({ ...row, subjectHref: `/admin/orders/${order.orderId}`, refunds: [] })
  expect(detail?.payments.map(({ state }) => state)).toEqual(["DONE"])
  expect(detail?.ledger.reduce((sum, { amountWon }) => sum + amountWon, 0)).toBe(0)
  expect((await findDetail(deal.chargeId))?.subjectHref).toBe(`/marketplace/${deal.itemId}`)
  const claimed = await createSafeDeal("claimed")
  expect((await findDetail(claimed.chargeId))?.subjectHref).toBe(`/admin/deals/${claimed.dealId}`)
  expect([
    await findDetail("?"),
    await findDetail(deal.dealId),
    await findDetail(deal.chargeId, order.customer),
  ]).toEqual([null, null, null])
})

test("states and kinds are told apart; what is held longest comes first", async () => {
  const done = await createSafeDeal("done")
  expect(await findIds({ queue: "released" })).toEqual([done.chargeId])
  expect(await findIds({ queue: "refunded" })).toEqual([])
  const held = await find({ kind: "order_part" })
  expect(held.map((row) => row.id)).toEqual([partCharges[0]])
  await holdSince(deal.chargeId, 12)
  expect((await findIds({}))[0]).toBe(deal.chargeId)
})

test("what is held in all is divided by how long it has been, to the won", async () => {
  const [partCharge = ""] = partCharges
  for (const [days, age] of [
    [0, "week"],
    [7, "week"],
    [8, "month"],
    [30, "month"],
    [31, "two_months"],
    [60, "two_months"],
    [61, "older"],
    [400, "older"],
  ] as const) {
    await holdSince(partCharge, days)
    const sums = await sumHeldMoney(admin.actor, "order_part")
    const [row] = await find({ kind: "order_part", age })
    expect(row?.id, `${days} days`).toBe(partCharge)
    expect(sums).toMatchObject({ count: 1, won: row?.heldWon, refundingWon: 0 })
    expect(sums?.ages.filter((each) => each.count > 0)).toEqual([{ age, count: 1, won: row?.heldWon }])
  }
  expect((await sumHeldMoney(admin.actor, null))?.count).toBe((await findIds({})).length)
})

test("nobody but an administrator finds anything", async () => {
  const filter = await toChargeFilter(AdminChargesQuery.parse({}))
  expect(await findCharges(order.customer.actor, { filter, cursor: null })).toBeNull()
  expect(await countFilteredCharges(order.customer.actor, filter)).toBe(0)
  expect(await sumHeldMoney(order.customer.actor, null)).toBeNull()
})
