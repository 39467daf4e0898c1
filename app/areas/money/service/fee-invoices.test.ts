/** The tax invoices of a month's fees, as the office issues them. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import type { Expert } from "../../experts/fixtures.ts"
import { experts } from "../../experts/schema.server.ts"
import { createBegunSafeOrder, deliverPart } from "../../orders/fixtures.ts"
import { completeWork } from "../../orders/service/work.server.ts"
import { findFeeInvoices, sumFeeInvoices } from "./fee-invoices.server.ts"
import { sumCashReceipts } from "./cash-receipt-months.server.ts"
import { findTaxMonths } from "./tax-months.server.ts"
import { findStatement } from "./statements.server.ts"

withDatabase()
afterEach(resetClock)

/** An order of 1,780,000 won that is completed at `at`; its expert is paid all but 53,400 won. */
async function completeOrder(at: string, people: { expert?: Expert } = {}): Promise<Expert> {
  setClock(() => new Date(at))
  const order = await createBegunSafeOrder(
    [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }],
    people,
  )
  await deliverPart(order)
  await completeWork(order.customer.actor, order.orderId)
  return order.expert
}

test("twelve months in one table say what each month's own sums say", async () => {
  const admin = (await createPerson({ role: "admin" })).actor
  // The last second of June in Korea and the first of July: two months, a second apart.
  await completeOrder("2026-06-30T23:59:59+09:00")
  await completeOrder("2026-07-01T00:00:00+09:00")
  const months = ["2026-05", "2026-06", "2026-07"]
  const rows = await findTaxMonths(admin, months)
  expect(rows?.map(({ month, invoices }) => [month, invoices])).toEqual([
    ["2026-05", 0],
    ["2026-06", 1],
    ["2026-07", 1],
  ])
  for (const row of rows ?? []) {
    const [fees, receipts] = [await sumFeeInvoices(admin, row.month), await sumCashReceipts(admin, row.month)]
    expect(row).toEqual({
      month: row.month,
      invoices: fees.count,
      supplyWon: fees.supplyWon,
      vatWon: fees.vatWon,
      feeWon: fees.feeWon,
      receipts: receipts.count,
      issuedWon: receipts.issuedWon,
      cancelledWon: receipts.cancelledWon,
    })
  }
  expect(await findTaxMonths((await createPerson()).actor, months)).toBe(null)
})

test("a month has one invoice for each expert, as their own statement says it", async () => {
  const admin = (await createPerson({ role: "admin" })).actor
  // The last second of October in Korea, and the first and the last of November.
  const expert = await completeOrder("2026-10-31T23:59:59+09:00")
  await completeOrder("2026-11-01T00:00:00+09:00", { expert })
  await completeOrder("2026-11-17T15:00:00+09:00", { expert })
  const person = await completeOrder("2026-11-30T23:59:59+09:00")
  await db().update(experts).set({ businessNumber: "" }).where(eq(experts.userId, person.expertId))

  const found = await findFeeInvoices(admin, { month: "2026-11", cursor: null })
  const statement = await findStatement(expert.actor, "2026-11")
  expect(found?.rows).toMatchObject([
    {
      payeeId: expert.expertId,
      number: `202611-${expert.expertId.slice(-12).toUpperCase()}`,
      date: "2026-11-30",
      businessNumber: expect.stringMatching(/^\d{10}$/),
      releases: 2,
      feeWon: 106_800,
      supplyWon: statement?.tax.supplyWon,
      vatWon: statement?.tax.vatWon,
    },
    { payeeId: person.expertId, businessNumber: "", feeWon: 53_400, supplyWon: 48_546, vatWon: 4_854 },
  ])
  expect(await sumFeeInvoices(admin, "2026-11")).toEqual({
    count: 2,
    feeWon: 160_200,
    vatWon: 9_709 + 4_854,
    supplyWon: 160_200 - 9_709 - 4_854,
  })
  expect(await sumFeeInvoices(admin, "2026-10")).toMatchObject({ count: 1, feeWon: 53_400 })

  const first = await findFeeInvoices(admin, { month: "2026-11", cursor: null, limit: 1 })
  const second = await findFeeInvoices(admin, { month: "2026-11", cursor: first?.cursor ?? null, limit: 1 })
  expect([first, second].map((page) => page?.rows.map((row) => row.payeeId))).toEqual([
    [expert.expertId],
    [person.expertId],
  ])
  expect(second?.cursor).toBeNull()
})

test("nobody but an admin learns what experts paid", async () => {
  const expert = await completeOrder("2026-11-17T15:00:00+09:00")
  expect(await findFeeInvoices(expert.actor, { month: "2026-11", cursor: null })).toBeNull()
  expect(await sumFeeInvoices(expert.actor, "2026-11")).toEqual({
    count: 0,
    feeWon: 0,
    vatWon: 0,
    supplyWon: 0,
  })
})
