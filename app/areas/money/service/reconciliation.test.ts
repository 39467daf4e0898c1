/** The daily reconciliation: each difference named, the same however often it runs, and tried again. */
import { eq, sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, startOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { env, readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { getPaymentPort } from "#app/platform/payments/port.server.ts"
import { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import { createSimulatedPayment } from "#app/platform/payments/simulator.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { cancelOrder } from "../../orders/service/work.server.ts"
import {
  createBegunSafeOrder,
  createChosenSafeOrder,
  findParts,
  payAskedPart,
} from "../../orders/fixtures.ts"
import { agreeToPayCharge, chargeBack, takeBackUntold } from "../fixtures.ts"
import {
  chargebacks,
  payments,
  reconciliationDays,
  reconciliationDifferences,
  refunds,
} from "../schema.server.ts"
import { getRefundTag } from "./chargebacks.server.ts"
import { reconcileDay, reconcileDueDays } from "./reconciliation.server.ts"

withDatabase()

const TODAY = toKstDateString(new Date())
let day = addDays(TODAY, -1)
const at = (date: string, time: string) => setClock(() => new Date(`${date}T${time}+09:00`))

// Each test has a day of its own.
beforeEach(() => {
  day = addDays(day, -1)
  at(day, "15:00:00")
})
afterEach(resetClock)

const ONE_PART = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]

/** An order of which the only part was paid on the day. */
async function payOrder() {
  const order = await createChosenSafeOrder(ONE_PART)
  await payAskedPart(order)
  return { order, payment: await findPayment(order.orderId) }
}

async function findPayment(orderId: string) {
  const chargeId = (await findParts(orderId))[0]?.chargeId ?? ""
  const [payment] = await db().select().from(payments).where(eq(payments.groupId, chargeId))
  if (!payment) throw new Error("Nobody has begun to pay")
  return { ...payment, paymentKey: payment.paymentKey ?? "" }
}

/** An order that was paid and called off before its work began: all of it went back. */
async function refundOrder() {
  const { order, payment } = await payOrder()
  await cancelOrder(order.customer.actor, order.orderId, "일정이 바뀌었어요")
  const [refund] = await db().select().from(refunds).where(eq(refunds.paymentId, payment.id))
  if (refund?.state !== "done") throw new Error("It was not refunded")
  return { order, payment, refund }
}

const changeTheirs = (paymentId: string, change: object) =>
  db().execute(sql`update simulated_payments
    set payment = payment || ${JSON.stringify(change)}::jsonb where order_id = ${paymentId}`)

/** Compares the day on the morning after. */
async function compare(): Promise<string> {
  at(addDays(day, 1), "04:10:00")
  return reconcileDay(day)
}

const findDifferences = () =>
  db().select().from(reconciliationDifferences).where(eq(reconciliationDifferences.day, day))
const findDay = async () =>
  (await db().select().from(reconciliationDays).where(eq(reconciliationDays.day, day)))[0]

test("a day on which both sides know the same agrees, with what came in and went back", async () => {
  const { payment } = await payOrder()
  const { refund } = await refundOrder()
  await chargeBack((await payOrder()).payment.groupId)
  expect(await compare()).toBe("agreed")
  expect(await findDay()).toMatchObject({
    state: "agreed",
    paidCount: 3,
    paidWon: payment.amountWon * 3,
    returnedCount: 2,
    returnedWon: refund.amountWon + payment.amountWon,
  })
  expect(await findDifferences()).toEqual([])
})

test("what the provider was paid and we do not know is missing here, and what went back of it", async () => {
  const port = getPaymentPort("simulator")
  const orderId = newId()
  const { paymentKey } = await createSimulatedPayment({
    orderId,
    amountWon: 33_000,
    orderName: "다른 곳의 주문",
    method: "카드",
    customerName: "모르는 사람",
    script: "pay",
  })
  await port.confirm({ paymentKey, orderId, amountWon: 33_000, idempotencyKey: newId() })
  await port.cancel({ paymentKey, amountWon: 3_000, reason: "깎음", idempotencyKey: newId(), account: null })
  expect(await compare()).toBe("different")
  expect((await findDifferences()).toSorted((a, b) => a.key.localeCompare(b.key))).toMatchObject([
    { kind: "missing_here", subject: "refund", paymentId: null, paymentKey, theirWon: 3_000, ourWon: null },
    { kind: "missing_here", subject: "payment", paymentId: null, paymentKey, theirWon: 33_000, ourWon: null },
  ])
})

test("a payment that the provider does not know is missing there", async () => {
  const { payment } = await payOrder()
  await db().delete(simulatedPayments).where(eq(simulatedPayments.orderId, payment.id))
  expect(await compare()).toBe("different")
  expect(await findDifferences()).toMatchObject([
    {
      kind: "missing_there",
      subject: "payment",
      paymentId: payment.id,
      ourWon: payment.amountWon,
      theirWon: null,
    },
  ])
})

test("a payment of another amount is named with both", async () => {
  const { payment } = await payOrder()
  await changeTheirs(payment.id, { totalAmount: 1, balanceAmount: 1 })
  expect(await compare()).toBe("different")
  expect(await findDifferences()).toMatchObject([
    { kind: "amount", subject: "payment", paymentId: payment.id, ourWon: payment.amountWon, theirWon: 1 },
  ])
})

test("a payment that we did not hear was paid is another state, made up for, and then gone", async () => {
  const order = await createChosenSafeOrder(ONE_PART)
  const chargeId = (await findParts(order.orderId))[0]?.chargeId ?? ""
  const { paymentId, paymentKey, amountWon } = await agreeToPayCharge(order.customer.actor, chargeId)
  await db().update(payments).set({ state: "IN_PROGRESS", paymentKey }).where(eq(payments.id, paymentId))
  await getPaymentPort("simulator").confirm({
    paymentKey,
    orderId: paymentId,
    amountWon,
    idempotencyKey: newId(),
  })
  expect(await compare()).toBe("different")
  expect(await findDifferences()).toMatchObject([
    {
      kind: "state",
      subject: "payment",
      paymentId,
      ourState: "IN_PROGRESS",
      theirState: "DONE",
      goneAt: null,
    },
  ])
  expect((await findPayment(order.orderId)).state).toBe("DONE")
  expect(await compare()).toBe("agreed")
  expect((await findDifferences())[0]?.goneAt).not.toBeNull()
})

test("what a payer's bank took back without a word is missing here, and becomes a chargeback", async () => {
  const { payment } = await payOrder()
  await takeBackUntold(payment.groupId, 70_000)
  expect(await compare()).toBe("different")
  expect(await findDifferences()).toMatchObject([
    { kind: "missing_here", subject: "refund", paymentId: payment.id, theirWon: 70_000, ourWon: null },
  ])
  const found = await db().select().from(chargebacks).where(eq(chargebacks.paymentId, payment.id))
  expect(found).toMatchObject([{ amountWon: 70_000 }])
  expect(await compare()).toBe("agreed")
})

test("a refund that the provider does not know, of another amount, or not done here is named", async () => {
  const { payment, refund } = await refundOrder()
  const cancel = (change: object) =>
    changeTheirs(payment.id, {
      cancels: [
        {
          cancelAmount: refund.amountWon,
          cancelReason: getRefundTag(refund.id),
          canceledAt: `${day}T15:00:00+09:00`,
          transactionKey: "tx_of_the_refund",
          ...change,
        },
      ],
    })
  await changeTheirs(payment.id, { cancels: [] })
  expect(await compare()).toBe("different")
  await cancel({ cancelAmount: 1 })
  expect(await compare()).toBe("different")
  await cancel({})
  await db().update(refunds).set({ state: "failed", doneAt: null }).where(eq(refunds.id, refund.id))
  expect(await compare()).toBe("different")
  const base = { subject: "refund", paymentId: payment.id }
  expect((await findDifferences()).toSorted((a, b) => b.key.localeCompare(a.key))).toMatchObject([
    { ...base, kind: "missing_there", key: `refund:${refund.id}`, ourWon: refund.amountWon, theirWon: null },
    { ...base, kind: "state", ourState: "failed", theirWon: refund.amountWon, goneAt: null },
  ])
  await db().update(refunds).set({ state: "done", doneAt: refund.doneAt }).where(eq(refunds.id, refund.id))
  expect(await compare()).toBe("agreed")
})

test("a payment around midnight is compared with the provider's day, and differs on neither", async () => {
  at(day, "23:59:58")
  const { payment } = await payOrder()
  const next = addDays(day, 1)
  await db()
    .update(payments)
    .set({ approvedAt: new Date(startOfKstDay(next).getTime() + 4_000) })
    .where(eq(payments.id, payment.id))
  expect(await compare()).toBe("agreed")
  at(addDays(next, 1), "04:10:00")
  expect(await reconcileDay(next)).toBe("agreed")
})

test("a deposit that was awaited and called off moved nothing", async () => {
  const order = await createChosenSafeOrder(ONE_PART)
  const chargeId = (await findParts(order.orderId))[0]?.chargeId ?? ""
  const { paymentId, paymentKey, amountWon } = await agreeToPayCharge(order.customer.actor, chargeId, {
    isDeposit: true,
  })
  const port = getPaymentPort("simulator")
  await port.confirm({ paymentKey, orderId: paymentId, amountWon, idempotencyKey: newId() })
  await port.cancel({ paymentKey, amountWon: null, reason: "그만둠", idempotencyKey: newId(), account: null })
  expect(await compare()).toBe("agreed")
})

test("a provider that is silent is said to be, asked again, and its answer stands", async () => {
  await payOrder()
  const former = env()
  setEnvironment(
    readEnvironment({
      APP_ENV: "test",
      DATA_DIR: former.DATA_DIR,
      SECRET: "a secret that only tests know, 32+",
      TOSS_CLIENT_KEY: "test_ck_nobody",
      TOSS_SECRET_KEY: "test_sk_nobody",
      TOSS_API_URL: "http://127.0.0.1:1",
    }),
  )
  expect(await compare()).toBe("silent")
  expect(await compare()).toBe("silent")
  expect(await findDay()).toMatchObject({ state: "silent", tries: 2, failure: "NO_ANSWER" })
  setEnvironment(former)
  await reconcileDueDays()
  expect(await findDay()).toMatchObject({ state: "agreed", tries: 0, failure: "", paidCount: 1 })
})

test("a run that was killed while it wrote leaves nothing, and the next one gives it all", async () => {
  const { payment } = await payOrder()
  await changeTheirs(payment.id, { totalAmount: 1 })
  await db().execute(sql`create function fall() returns trigger language plpgsql as
    $$ begin raise exception 'killed'; end $$`)
  await db().execute(sql`create trigger fall after insert on reconciliation_differences
    for each row execute function fall()`)
  await expect(compare()).rejects.toThrow()
  expect([await findDay(), await findDifferences()]).toEqual([undefined, []])
  await db().execute(sql`drop function fall() cascade`)
  expect(await compare()).toBe("different")
  const first = await findDifferences()
  expect(first).toHaveLength(1)
  expect([await compare(), await compare()]).toEqual(["different", "different"])
  expect(await findDifferences()).toEqual(first)
})

test("time compares what is due since the first payment, and once a day what is open", async () => {
  const begun = await createBegunSafeOrder(ONE_PART)
  const payment = await findPayment(begun.orderId)
  await changeTheirs(payment.id, { totalAmount: 2 })
  at(addDays(day, 1), "04:10:00")
  await reconcileDueDays()
  const [found] = await findDifferences()
  expect(found).toMatchObject({ kind: "amount", theirWon: 2 })
  await changeTheirs(payment.id, { totalAmount: payment.amountWon })
  await reconcileDueDays()
  expect((await findDay())?.state).toBe("different")
  at(addDays(day, 2), "04:10:00")
  await reconcileDueDays()
  expect((await findDay())?.state).toBe("agreed")
})
