/** An order that is paid safely: asked, held, delivered and released part by part, to the won. */
import { eq, sql } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { addDays, HOUR_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { outbox } from "#app/platform/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { agreeToPayCharge } from "../../money/fixtures.ts"
import { findChargeReceipt, startChargePayment } from "../../money/service/charge-page.server.ts"
import { charges, payments, refunds } from "../../money/schema.server.ts"
import { expireDueCharges } from "../../money/service/held-charges.server.ts"
import { checkLedger, sumLedgerAccounts } from "../../money/service/ledger.server.ts"
import { confirmPayment, recheckOpenPayments } from "../../money/service/payments.server.ts"
import {
  CONTACT,
  createBegunSafeOrder,
  createChosenSafeOrder,
  createPicture,
  createProposal,
  deliverPart,
  findParts,
  payAskedPart,
  payNextPart,
  type OrderFixture,
  EARLY_START,
} from "../fixtures.ts"
import { orders, proposals } from "../schema.server.ts"
import { createExpert } from "../../experts/fixtures.ts"
import { decideChange, proposeChange } from "./change-orders.server.ts"
import { acceptProposal } from "./received-proposals.server.ts"
import { undoChoice } from "./reopen.server.ts"
import { confirmSilentParts, remindOfParts } from "./silence.server.ts"
import { acceptSplit, expireSplits, proposeSplit } from "./splits.server.ts"
import {
  cancelOrder,
  completeWork,
  deliverWork,
  openDispute,
  redeliverWork,
  requestChanges,
  startNextPart,
  startWork,
} from "./work.server.ts"

withDatabase()
afterEach(async () => {
  resetClock()
  expect(await checkLedger()).toEqual([])
})

const ONE_PART = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]
const OK = { ok: true }
const stateOf = async (orderId: string) =>
  (await db().select({ state: orders.state }).from(orders).where(eq(orders.id, orderId)))[0]?.state
const partStates = async (orderId: string) => (await findParts(orderId)).map(({ state }) => state)
const findCharge = async (chargeId: string | null | undefined) =>
  (
    await db()
      .select()
      .from(charges)
      .where(eq(charges.id, chargeId ?? ""))
  )[0]
/** What the ledger has for the two of an order: what is held, what the expert has, and what went back. */
async function sumOf({ orderId, expert }: OrderFixture) {
  const [sums] = await db().execute<{ held: number; earned: number; fee: number; back: number }>(sql`
    select coalesce(sum(l.amount_won) filter (where l.account = 'held'), 0)::int as held,
      coalesce(sum(l.amount_won) filter (where l.account = 'seller'
        and l.seller_id = ${expert.expertId}), 0)::int
        as earned,
      coalesce(sum(l.amount_won) filter (where l.account = 'platform'), 0)::int as fee,
      coalesce(sum(l.amount_won) filter (where l.kind = 'refund' and l.account = 'outside'), 0)::int as back
    from ledger l join charges c on c.id = l.group_id join order_parts p on p.id = c.subject_id
    where p.order_id = ${orderId}`)
  return sums
}
const countEvents = async (type: string, orderId: string) =>
  (
    await db().execute<{ count: number }>(
      sql`select count(*)::int from ${outbox} where type = ${type} and payload ->> 'orderId' = ${orderId}`,
    )
  )[0]?.count

test("three parts are paid, delivered and released one after another, less a fee of 3 %", async () => {
  const order = await createChosenSafeOrder()
  const { orderId, customer, expert } = order
  expect(await partStates(orderId)).toEqual(["asked", "planned", "planned"])
  expect(await startWork(expert.actor, orderId)).toEqual({ ok: false, reason: "not_held" })
  await payAskedPart(order)
  expect(await sumOf(order)).toEqual({ held: 178_000, earned: 0, fee: 0, back: 0 })
  expect(await startWork(expert.actor, orderId)).toEqual({ ok: false, reason: "reason_needed" })
  expect(await startWork(expert.actor, orderId, EARLY_START)).toEqual(OK)
  await deliverPart(order)
  expect(await completeWork(customer.actor, orderId)).toEqual(OK)
  expect(await stateOf(orderId)).toBe("in_progress")
  expect(await partStates(orderId)).toEqual(["released", "planned", "planned"])
  expect(await sumOf(order)).toEqual({ held: 0, earned: 172_660, fee: 5_340, back: 0 })

  const pictureIds = [await createPicture(expert.expertId, "after")]
  const delivery = { pictureIds, note: "" }
  expect(await deliverWork(expert.actor, orderId, delivery)).toEqual({ ok: false, reason: "not_held" })
  expect(await startNextPart(expert.actor, orderId)).toEqual(OK)
  expect(await startNextPart(expert.actor, orderId)).toEqual({ ok: false, reason: "not_now" })
  await payAskedPart(order)
  expect(await deliverWork(expert.actor, orderId, delivery)).toEqual(OK)
  expect(await requestChanges(customer.actor, orderId, "이음매가 벌어졌어요.")).toEqual(OK)
  expect(await partStates(orderId)).toEqual(["released", "changes_requested", "planned"])
  const again = { pictureIds: [await createPicture(expert.expertId, "after")], note: "다시 붙였어요." }
  expect(await redeliverWork(expert.actor, orderId, again)).toEqual(OK)
  expect(await completeWork(customer.actor, orderId)).toEqual(OK)

  await payNextPart(order)
  await deliverPart(order)
  expect(await completeWork(customer.actor, orderId)).toEqual(OK)
  expect(await stateOf(orderId)).toBe("completed")
  expect(await partStates(orderId)).toEqual(["released", "released", "released"])
  expect(await sumOf(order)).toEqual({ held: 0, earned: 1_726_600, fee: 53_400, back: 0 })
  expect(await completeWork(customer.actor, orderId)).toEqual({ ok: false, reason: "not_now" })
})

test("a choice that nobody pays for within a day falls back, and all proposals may be chosen", async () => {
  const order = await createChosenSafeOrder()
  const { orderId, proposalId } = order
  setClock(() => new Date(Date.now() + 23 * HOUR_MS))
  await expireDueCharges()
  expect(await stateOf(orderId)).toBe("matched")
  setClock(() => new Date(Date.now() + 25 * HOUR_MS))
  await expireDueCharges()
  expect(await stateOf(orderId)).toBe("open")
  expect(await findParts(orderId)).toEqual([])
  const [proposal] = await db().select().from(proposals).where(eq(proposals.id, proposalId))
  expect(proposal?.state).toBe("viewed")
  expect(await countEvents("order.reopened", orderId)).toBe(1)
})

test("the customer undoes an unpaid choice and takes another; money that comes late goes back", async () => {
  const order = await createChosenSafeOrder()
  const { orderId, customer } = order
  const [first] = await findParts(orderId)
  const late = await agreeToPayCharge(customer.actor, first?.chargeId ?? "")
  expect(await undoChoice(customer.actor, orderId)).toEqual(OK)
  expect(await confirmPayment(customer.actor, late.paymentId, late)).toMatchObject({ reason: "expired" })
  const rival = await createExpert()
  const proposalId = await createProposal(rival.actor, orderId)
  const choice = { proposalId, version: 1, ...CONTACT, payment: "safe" as const }
  expect(await acceptProposal(customer.actor, orderId, choice)).toMatchObject(OK)
  await payAskedPart(order)
  expect(await undoChoice(customer.actor, orderId)).toEqual({ ok: false, reason: "not_now" })
})

test("a payment whose end is not known keeps its charge until the provider is asked again", async () => {
  const order = await createChosenSafeOrder()
  const { orderId, customer } = order
  const [first] = await findParts(orderId)
  const attempt = await agreeToPayCharge(customer.actor, first?.chargeId ?? "", { script: "unknown" })
  await db()
    .update(payments)
    .set({ state: "IN_PROGRESS", paymentKey: attempt.paymentKey, updatedAt: new Date(0) })
    .where(eq(payments.id, attempt.paymentId))
  setClock(() => addDays(new Date(), 2))
  expect(await expireDueCharges()).toBe(0)
  expect(await startChargePayment(customer.actor, first?.chargeId ?? "", "card")).toMatchObject({
    reason: "paying",
  })
  await recheckOpenPayments()
  expect(await partStates(orderId)).toEqual(["held", "planned", "planned"])
})

test("silence confirms a part after seven days, with reminders on days 1, 4 and 6", async () => {
  const order = await createBegunSafeOrder()
  const { orderId } = order
  await deliverPart(order)
  const delivered = new Date()
  for (const [day, reminders] of [
    [0.5, 0],
    [1.1, 1],
    [2, 1],
    [4.1, 2],
    [6.1, 3],
    [6.9, 3],
  ] as const) {
    setClock(() => new Date(delivered.getTime() + day * 24 * HOUR_MS))
    await remindOfParts()
    expect(await confirmSilentParts()).toBe(0)
    expect(await countEvents("part.reminder", orderId)).toBe(reminders)
  }
  setClock(() => addDays(delivered, 8))
  expect(await confirmSilentParts()).toBe(1)
  expect(await partStates(orderId)).toEqual(["released", "planned", "planned"])
  expect(await stateOf(orderId)).toBe("in_progress")
})

test("the first part is reminded of after one hour and after twelve", async () => {
  const { orderId } = await createChosenSafeOrder()
  const chosen = Date.now()
  for (const [hours, reminders] of [
    [0.5, 0],
    [1.5, 1],
    [11, 1],
    [12.5, 2],
    [20, 2],
  ] as const) {
    setClock(() => new Date(chosen + hours * HOUR_MS))
    await remindOfParts()
    expect(await countEvents("part.reminder", orderId)).toBe(reminders)
  }
})

test("an accepted change is a part of its own, held before its work begins", async () => {
  const order = await createBegunSafeOrder()
  const { orderId, customer, expert } = order
  const change = { title: "곰팡이 제거", reason: "벽지를 뜯으니 곰팡이가 있어요.", amountWon: 120_000 }
  const proposed = await proposeChange(expert.actor, orderId, change)
  if (!proposed.ok) throw new Error(proposed.reason)
  const { changeOrderId } = proposed
  expect(await decideChange(customer.actor, { changeOrderId, decision: "accept" })).toMatchObject(OK)
  expect((await findParts(orderId)).map(({ name, state }) => [name, state])).toEqual([
    ["계약금", "held"],
    ["곰팡이 제거", "asked"],
    ["중도금", "planned"],
    ["잔금", "planned"],
  ])
  await payAskedPart(order)
  await deliverPart(order)
  expect(await completeWork(customer.actor, orderId)).toEqual(OK)
  await deliverPart(order)
  expect(await partStates(orderId)).toEqual(["released", "delivered", "planned", "planned"])
  expect(await completeWork(customer.actor, orderId)).toEqual(OK)
  expect(await sumOf(order)).toEqual({ held: 0, earned: 289_060, fee: 8_940, back: 0 })
})

test("a change that is accepted between two parts is worked on before the next", async () => {
  const order = await createBegunSafeOrder()
  const { orderId, customer, expert } = order
  await deliverPart(order)
  await completeWork(customer.actor, orderId)
  const change = { title: "곰팡이 제거", reason: "벽지를 뜯으니 곰팡이가 있어요.", amountWon: 120_000 }
  const proposed = await proposeChange(expert.actor, orderId, change)
  if (!proposed.ok) throw new Error(proposed.reason)
  await decideChange(customer.actor, { changeOrderId: proposed.changeOrderId, decision: "accept" })
  await payAskedPart(order)
  await deliverPart(order)
  expect((await findParts(orderId)).map(({ name, state }) => [name, state])).toEqual([
    ["계약금", "released"],
    ["곰팡이 제거", "delivered"],
    ["중도금", "planned"],
    ["잔금", "planned"],
  ])
})

test("an unpaid change or part is planned again, and asked for when its turn comes", async () => {
  const order = await createBegunSafeOrder()
  const { orderId, customer, expert } = order
  const change = { title: "곰팡이 제거", reason: "벽지를 뜯으니 곰팡이가 있어요.", amountWon: 120_000 }
  const proposed = await proposeChange(expert.actor, orderId, change)
  if (!proposed.ok) throw new Error(proposed.reason)
  await decideChange(customer.actor, { changeOrderId: proposed.changeOrderId, decision: "accept" })
  setClock(() => addDays(new Date(), 4))
  await expireDueCharges()
  expect(await partStates(orderId)).toEqual(["held", "planned", "planned", "planned"])
  expect(await stateOf(orderId)).toBe("in_progress")
  await deliverPart(order)
  await completeWork(customer.actor, orderId)
  await payNextPart(order)
  expect(await partStates(orderId)).toEqual(["released", "held", "planned", "planned"])
})

test("before the start everything goes back", async () => {
  const order = await createChosenSafeOrder()
  const { orderId, customer, expert } = order
  await payAskedPart(order)
  expect(await cancelOrder(expert.actor, orderId, "일정이 맞지 않아요.")).toEqual(OK)
  expect(await partStates(orderId)).toEqual(["settled", "cancelled", "cancelled"])
  expect(await sumOf(order)).toEqual({ held: 0, earned: 0, fee: 0, back: 178_000 })
  const [part] = await findParts(orderId)
  expect(await findCharge(part?.chargeId)).toMatchObject({ state: "refunded", refundedWon: 178_000 })
  expect(await cancelOrder(customer.actor, orderId, "그만둘게요.")).toEqual({ ok: false, reason: "not_now" })
})

test("after the start both agree how the money is divided", async () => {
  const order = await createBegunSafeOrder()
  const { orderId, customer, expert } = order
  const refused = (reason: string) => ({ ok: false, reason })
  expect(await cancelOrder(customer.actor, orderId, "그만둘게요.")).toEqual(refused("split_needed"))
  const reason = "자재만 샀어요."
  const propose = (actor: typeof customer.actor, expertWon: number) =>
    proposeSplit(actor, orderId, { expertWon, reason })
  expect(await propose(customer.actor, 178_001)).toEqual(refused("too_much"))
  const first = await propose(customer.actor, 30_000)
  expect(await propose(customer.actor, 20_000)).toEqual(refused("waiting"))
  const second = await propose(expert.actor, 78_000)
  if (!first.ok || !second.ok) throw new Error("no split")
  const accept = (actor: typeof customer.actor, splitId: string) => acceptSplit(actor, orderId, { splitId })
  expect(await accept(customer.actor, first.splitId)).toEqual(refused("changed"))
  expect(await accept(expert.actor, second.splitId)).toEqual(refused("not_now"))
  expect(await accept(customer.actor, second.splitId)).toEqual(OK)
  expect(await stateOf(orderId)).toBe("cancelled")
  expect(await sumOf(order)).toEqual({ held: 0, earned: 75_660, fee: 2_340, back: 100_000 })
  const [part] = await findParts(orderId)
  expect(await findCharge(part?.chargeId)).toMatchObject({ state: "released", releasedWon: 78_000 })
  expect(await accept(customer.actor, second.splitId)).toEqual(refused("not_now"))
  const receipt = { amountWon: 178_000, refundedWon: 100_000, isRefunding: false, method: "card" }
  const chargeId = part?.chargeId ?? ""
  expect(await findChargeReceipt(customer.actor, chargeId)).toMatchObject(receipt)
  expect(await findChargeReceipt(expert.actor, chargeId)).toBeNull()
})

test("there is a receipt for what is paid, and none before", async () => {
  const order = await createChosenSafeOrder()
  const chargeId = (await findParts(order.orderId))[0]?.chargeId ?? ""
  expect(await findChargeReceipt(order.customer.actor, chargeId)).toBeNull()
  await payAskedPart(order)
  expect(await findChargeReceipt(order.customer.actor, chargeId)).toMatchObject({
    amountWon: 178_000,
    refundedWon: 0,
    resultHref: `/orders/${order.orderId}`,
    business: { name: "도현도배", businessNumber: expect.stringMatching(/^1\d{9}$/) },
  })
})

test("a split that nobody answers ends after three days, and one that work overtook is closed", async () => {
  const order = await createBegunSafeOrder()
  const { orderId, customer, expert } = order
  const propose = () => proposeSplit(expert.actor, orderId, { expertWon: 1_000, reason: "그만할게요." })
  await propose()
  setClock(() => addDays(new Date(), 3.1))
  expect(await expireSplits()).toBe(1)
  const split = await propose()
  await deliverPart(order)
  await completeWork(customer.actor, orderId)
  const splitId = split.ok ? split.splitId : ""
  expect(await acceptSplit(customer.actor, orderId, { splitId })).toEqual({ ok: false, reason: "not_now" })
  expect(await propose()).toEqual({ ok: false, reason: "not_now" })
})

test("rivals: two releases, release against dispute, release against cancel, one wins", async () => {
  for (const rival of ["release", "dispute", "split"] as const) {
    const order = await createBegunSafeOrder(ONE_PART)
    const { orderId, customer, expert } = order
    await deliverPart(order)
    const split = await proposeSplit(expert.actor, orderId, { expertWon: 0, reason: "모두 돌려드려요." })
    const splitId = split.ok ? split.splitId : ""
    const rivals = await Promise.all([
      completeWork(customer.actor, orderId),
      rival === "release"
        ? completeWork(customer.actor, orderId)
        : rival === "dispute"
          ? openDispute(expert.actor, orderId, "돈을 받지 못할 것 같아요.")
          : acceptSplit(customer.actor, orderId, { splitId }),
    ])
    expect(rivals.filter(({ ok }) => ok)).toHaveLength(1)
    const sums = await sumOf(order)
    expect((sums?.held ?? 0) + (sums?.earned ?? 0) + (sums?.fee ?? 0) + (sums?.back ?? 0)).toBe(1_780_000)
  }
})

test("cancel against pay: the money is held and goes back, or is never taken", async () => {
  const order = await createChosenSafeOrder()
  const { orderId, customer } = order
  const [first] = await findParts(orderId)
  const paying = await agreeToPayCharge(customer.actor, first?.chargeId ?? "")
  await Promise.all([
    confirmPayment(customer.actor, paying.paymentId, paying),
    cancelOrder(customer.actor, orderId, "마음이 바뀌었어요."),
  ])
  expect(await stateOf(orderId)).toBe("cancelled")
  expect((await sumOf(order))?.held).toBe(0)
  const open = await db()
    .select()
    .from(refunds)
    .where(sql`state <> 'done'`)
  expect(open).toEqual([])
})

test("the price lock of the database refuses parts beyond what was agreed", async () => {
  const { orderId } = await createChosenSafeOrder()
  const raise = db().execute(
    sql`update order_parts set amount_won = amount_won + 1 where order_id = ${orderId} and position = 1`,
  )
  await expect(raise).rejects.toMatchObject({ cause: { constraint_name: "order_parts_price_lock" } })
  expect((await sumLedgerAccounts()).held).toBeGreaterThanOrEqual(0)
})
