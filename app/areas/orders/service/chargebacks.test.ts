/** Money that a customer's bank takes back: posted once, borne by the market; what is under way stops. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { checksumAllTables } from "../../../../tests/setup/table-checksums.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { chargeBack, sendPaymentNews, takeBackUntold } from "../../money/fixtures.ts"
import { chargebacks, charges, ledger, payments, refunds } from "../../money/schema.server.ts"
import { closeChargeback, findChargebacks } from "../../money/service/chargebacks.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import { retryRefund } from "../../money/service/refunds.server.ts"
import {
  createBegunSafeOrder,
  createChosenSafeOrder,
  deliverPart,
  findParts,
  payAskedPart,
  type OrderFixture,
} from "../fixtures.ts"
import { orders } from "../schema.server.ts"
import { answerDecision, proposeDecision } from "./disputes.server.ts"
import { acceptSplit, proposeSplit } from "./splits.server.ts"
import { cancelOrder, completeWork } from "./work.server.ts"

withDatabase()
afterEach(async () => expect(await checkLedger()).toEqual([]))

const OK = { ok: true }
const refused = (reason: string) => ({ ok: false, reason })
const ONE_PART = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]

const findChargeId = async ({ orderId }: OrderFixture) => (await findParts(orderId))[0]?.chargeId ?? ""
const findOrder = async ({ orderId }: OrderFixture) =>
  (await db().select().from(orders).where(eq(orders.id, orderId)))[0]
const findRefunds = (groupId: string) => db().select().from(refunds).where(eq(refunds.groupId, groupId))
async function sumGuarantee(groupId: string): Promise<number> {
  const rows = await db().select().from(ledger).where(eq(ledger.groupId, groupId))
  return rows.reduce((sum, row) => sum + (row.account === "guarantee" ? row.amountWon : 0), 0)
}

test("before the start the order is cancelled, and its customer is not refunded twice", async () => {
  const fixture = await createChosenSafeOrder(ONE_PART)
  await payAskedPart(fixture)
  const chargeId = await findChargeId(fixture)
  await chargeBack(chargeId)
  expect(await findOrder(fixture)).toMatchObject({ state: "cancelled" })
  const [refund] = await findRefunds(chargeId)
  expect(refund).toMatchObject({ state: "done", amountWon: refund?.setOffWon })
  expect(await sumGuarantee(chargeId)).toBe(0)
  const [charge] = await db().select().from(charges).where(eq(charges.id, chargeId))
  expect(charge).toMatchObject({ state: "refunded", heldWon: 0 })
  const [payment] = await db().select().from(payments).where(eq(payments.groupId, chargeId))
  expect(payment?.state).toBe("CANCELED")
})

test("after the start it is disputed: nobody is paid before the decision; seven news are one", async () => {
  const fixture = await createBegunSafeOrder(ONE_PART)
  const { customer, expert, orderId } = fixture
  await deliverPart(fixture)
  await proposeSplit(expert.actor, orderId, { expertWon: 900_000, reason: "절반은 마쳤어요." })
  const chargeId = await findChargeId(fixture)
  await chargeBack(chargeId)
  await Promise.all(Array.from({ length: 7 }, () => sendPaymentNews(chargeId)))
  expect(await db().select().from(chargebacks).where(eq(chargebacks.groupId, chargeId))).toHaveLength(1)
  expect(await findOrder(fixture)).toMatchObject({ state: "disputed" })
  expect(await completeWork(customer.actor, orderId)).toEqual(refused("not_now"))
  expect(await cancelOrder(customer.actor, orderId, "그만할게요.")).toEqual(refused("not_now"))
  expect(await acceptSplit(customer.actor, orderId, { splitId: newId() })).toEqual(refused("not_now"))

  const admin = await createPerson({ role: "admin" })
  const decision = { expertWon: 1_000_000, outcome: "cancel" as const, reason: "작업의 절반을 마쳤어요." }
  expect(await proposeDecision(admin.actor, orderId, decision)).toEqual(OK)
  for (const { actor } of [customer, expert])
    expect(await answerDecision(actor, orderId, { answer: "accept", note: "" })).toEqual(OK)
  // The market bears what goes to the expert; the customer has the rest already.
  const [payment] = await db().select().from(payments).where(eq(payments.groupId, chargeId))
  const [refund] = await findRefunds(chargeId)
  expect(refund).toMatchObject({ state: "done", amountWon: refund?.setOffWon })
  expect(await sumGuarantee(chargeId)).toBe(-(payment?.amountWon ?? 0) + (refund?.amountWon ?? 0))
})

test("of a part that was taken back, the rest of a refund is paid by the provider", async () => {
  const fixture = await createBegunSafeOrder(ONE_PART)
  const { customer, expert, orderId } = fixture
  const chargeId = await findChargeId(fixture)
  await chargeBack(chargeId, 300_000)
  const admin = await createPerson({ role: "admin" })
  await proposeDecision(admin.actor, orderId, { expertWon: 0, outcome: "cancel", reason: "모두 돌려줘요." })
  for (const { actor } of [customer, expert])
    await answerDecision(actor, orderId, { answer: "accept", note: "" })
  const [refund] = await findRefunds(chargeId)
  expect(refund).toMatchObject({ state: "done", setOffWon: 300_000 })
  const [payment] = await db().select().from(payments).where(eq(payments.groupId, chargeId))
  expect(payment).toMatchObject({ state: "CANCELED", amountWon: refund?.amountWon })
  expect(await sumGuarantee(chargeId)).toBe(0)
})

test("a refund that was refused because the bank was faster is set off when it is tried again", async () => {
  const fixture = await createChosenSafeOrder(ONE_PART)
  await payAskedPart(fixture)
  const chargeId = await findChargeId(fixture)
  // The bank took it, and nobody has said so yet.
  await takeBackUntold(chargeId)
  await cancelOrder(fixture.customer.actor, fixture.orderId, "다른 곳에서 하기로 했어요.")
  const [failed] = await findRefunds(chargeId)
  expect(failed?.state).toBe("failed")
  await sendPaymentNews(chargeId)
  const admin = await createPerson({ role: "admin" })
  expect(await retryRefund(admin.actor, chargeId, failed?.id ?? "", null)).toEqual({ ok: true, paid: true })
  const [refund] = await findRefunds(chargeId)
  expect(refund).toMatchObject({ state: "done", amountWon: refund?.setOffWon })
  expect(await sumGuarantee(chargeId)).toBe(0)
})

test("money that was released already is borne by the market, and the order stays as it is", async () => {
  const fixture = await createBegunSafeOrder(ONE_PART)
  await deliverPart(fixture)
  expect(await completeWork(fixture.customer.actor, fixture.orderId)).toEqual(OK)
  const chargeId = await findChargeId(fixture)
  await chargeBack(chargeId, 100_000)
  expect(await findOrder(fixture)).toMatchObject({ state: "completed" })
  expect(await sumGuarantee(chargeId)).toBe(-100_000)
})

test("administrators see it, and close it once with what they found out; who paid it does not", async () => {
  const fixture = await createBegunSafeOrder(ONE_PART)
  const chargeId = await findChargeId(fixture)
  await chargeBack(chargeId)
  const admin = await createPerson({ role: "admin" })
  const colleague = await createPerson({ role: "admin" })
  expect(await findChargebacks(fixture.customer.actor, { queue: "open", cursor: null })).toBeNull()
  const listed = await findChargebacks(admin.actor, { queue: "open", cursor: null })
  const row = listed?.rows.find(({ groupId }) => groupId === chargeId)
  expect(row).toMatchObject({ payerId: fixture.customer.actor.userId, charge: { kind: "order_part" } })
  const input = { chargebackId: row?.id ?? "", note: "카드사에 작업 사진을 보냈어요." }
  const expectRefusal = async (pending: Promise<unknown>, reason: string) => {
    const before = await checksumAllTables()
    expect(await pending).toEqual(refused(reason))
    expect(await checksumAllTables()).toEqual(before)
  }
  await expectRefusal(closeChargeback(fixture.customer.actor, input), "not_found")
  await expectRefusal(closeChargeback(admin.actor, { ...input, chargebackId: newId() }), "not_found")
  const { actor } = fixture.customer
  if (actor.kind !== "member" || !actor.profile) throw new Error("The customer has no profile")
  const payer: Actor = { ...actor, profile: { ...actor.profile, role: "admin" } }
  await expectRefusal(closeChargeback(payer, input), "involved")
  expect(await closeChargeback(admin.actor, input)).toEqual(OK)
  await expectRefusal(closeChargeback(colleague.actor, input), "not_now")
  const closed = await findChargebacks(admin.actor, { queue: "closed", cursor: null })
  expect(closed?.rows.map(({ note }) => note)).toContain(input.note)
})
