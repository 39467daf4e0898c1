/** The statement of a month: sums of what was released, and what a tax invoice of the fee needs. */
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { findApprovedBusinesses } from "../../experts/service/profile.server.ts"
import { createBegunSafeOrder, deliverPart } from "../../orders/fixtures.ts"
import { completeWork } from "../../orders/service/work.server.ts"
import { buildStatementPdf } from "./statement-pdf.server.ts"
import { buildStatementCsv, findStatement } from "./statements.server.ts"

withDatabase()
afterEach(resetClock)

test("the invoice of a month is dated its last day, and names both sides with their numbers", async () => {
  setClock(() => new Date("2026-11-17T15:00:00+09:00"))
  const order = await createBegunSafeOrder([
    { name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 },
  ])
  await deliverPart(order)
  await completeWork(order.customer.actor, order.orderId)
  const { actor, expertId } = order.expert
  const statement = await findStatement(actor, "2026-11")
  expect(statement).toMatchObject({
    grossWon: 1_780_000,
    feeWon: 53_400,
    netWon: 1_726_600,
    tax: { date: "2026-11-30", supplyWon: 48_546, vatWon: 4_854 },
  })
  const business = (await findApprovedBusinesses([expertId])).get(expertId)
  if (!statement || !business) throw new Error("no statement")
  expect(buildStatementCsv(statement, business)).toContain(
    `"${business.name}","${business.businessNumber}","${business.representative}","48546","4854","53400"`,
  )
  const pdf = await buildStatementPdf(statement, { name: "김하늘", businessNumber: "", representative: "" })
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-")
  expect(await findStatement(actor, "2026-10")).toMatchObject({ releases: [], feeWon: 0 })
})
