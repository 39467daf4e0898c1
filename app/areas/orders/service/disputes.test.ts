/** A dispute about held money: proposed, answered, decided, appealed; nothing moves before its end. */
import { eq, sql } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { selectQueueEntries } from "./admin-overview.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { startChargePayment } from "../../money/service/charge-page.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { createBegunSafeOrder, createOrderInState, createDisputedSafeOrder, findParts } from "../fixtures.ts"
import { orders } from "../schema.server.ts"
import { decideChange, proposeChange } from "./change-orders.server.ts"
import {
  answerDecision,
  appealDecision,
  closeDecidedDisputes,
  decideDispute,
  decideDisputeAppeal,
  proposeDecision,
} from "./disputes.server.ts"
import { confirmSilentParts } from "./silence.server.ts"
import { openDispute, resolveDispute } from "./work.server.ts"

withDatabase()

beforeAll(registerSubscriptions)

let admin: Person
let colleague: Person
beforeAll(async () => {
  admin = await createPerson({ role: "admin" })
  colleague = await createPerson({ role: "admin" })
})
afterEach(async () => {
  resetClock()
  expect(await checkLedger()).toEqual([])
})

const OK = { ok: true }
const refused = (reason: string) => ({ ok: false, reason })
const ONE_PART = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]
const ACCEPT = { answer: "accept" as const, note: "" }
const OBJECT = { answer: "object" as const, note: "절반은 끝냈어요." }
const decision = (expertWon: number, outcome: "complete" | "cancel" = "cancel") => ({
  expertWon,
  outcome,
  reason: "사진과 대화를 보고 정했어요.",
})

const stateOf = async (orderId: string) =>
  (await db().select({ state: orders.state }).from(orders).where(eq(orders.id, orderId)))[0]?.state
const shares = async (orderId: string) =>
  (
    await db().execute<{ held: number; released: number; refunded: number }>(sql`
      select sum(c.held_won)::int as held, sum(c.released_won)::int as released,
        sum(c.refunded_won)::int as refunded
      from charges c join order_parts p on p.charge_id = c.id where p.order_id = ${orderId}`)
  )[0]

test("both are told until which hour they may answer, and appeal", async () => {
  setClock(() => new Date("2026-11-20T10:30:00+09:00"))
  const { orderId, customer, expert } = await createDisputedSafeOrder()
  await proposeDecision(admin.actor, orderId, decision(1_000_000))
  await answerDecision(customer.actor, orderId, OBJECT)
  await answerDecision(expert.actor, orderId, OBJECT)
  setClock(() => new Date("2026-11-21T09:00:00+09:00"))
  await decideDispute(admin.actor, orderId, decision(1_000_000))
  await drainEvents()
  for (const { actor } of [customer, expert]) {
    const told = await db().select().from(notifications).where(eq(notifications.userId, actor.userId))
    const textOf = (title: string) => told.find((each) => each.title === title)?.text
    expect(textOf("분쟁 조정안에 답해 주세요")).toContain("11월 23일 오전 10:30까지")
    expect(textOf("운영팀이 분쟁을 결정했어요")).toContain("11월 24일 오전 9:00까지")
  }
})

test("what both accept is carried out at once", async () => {
  const { orderId, customer, expert } = await createDisputedSafeOrder()
  expect(await proposeDecision(admin.actor, orderId, decision(1_780_001))).toEqual(refused("too_much"))
  expect(await proposeDecision(admin.actor, orderId, decision(780_000))).toEqual(OK)
  expect(await answerDecision(customer.actor, orderId, ACCEPT)).toEqual(OK)
  expect(await answerDecision(customer.actor, orderId, OBJECT)).toEqual(refused("answered"))
  expect(await shares(orderId)).toEqual({ held: 1_780_000, released: 0, refunded: 0 })
  expect(await answerDecision(expert.actor, orderId, ACCEPT)).toEqual(OK)
  expect(await shares(orderId)).toEqual({ held: 0, released: 780_000, refunded: 1_000_000 })
  expect(await stateOf(orderId)).toBe("cancelled")
  expect(await answerDecision(expert.actor, orderId, ACCEPT)).toEqual(refused("not_now"))
})

test("nothing moves while it is disputed, whatever time passes", async () => {
  const { orderId } = await createDisputedSafeOrder()
  setClock(() => addDays(new Date(), 30))
  await confirmSilentParts()
  await closeDecidedDisputes()
  expect(await shares(orderId)).toEqual({ held: 1_780_000, released: 0, refunded: 0 })
  expect(await resolveDispute(admin.actor, orderId, { outcome: "cancel", note: "그만해요." })).toEqual(
    refused("not_now"),
  )
})

test("what is asked for when the dispute opens can no longer be paid", async () => {
  const { orderId, customer, expert } = await createBegunSafeOrder(ONE_PART)
  const change = { title: "곰팡이 제거", reason: "벽지 안쪽에 곰팡이가 있어요.", amountWon: 120_000 }
  const proposed = await proposeChange(expert.actor, orderId, change)
  const changeOrderId = proposed.ok ? proposed.changeOrderId : ""
  await decideChange(customer.actor, { changeOrderId, decision: "accept" })
  const [asked] = (await findParts(orderId)).filter((part) => part.state === "asked")
  expect(await openDispute(customer.actor, orderId, "약속한 작업과 많이 달라요.")).toEqual(OK)
  expect((await findParts(orderId)).map((part) => part.state)).toEqual(["disputed", "planned"])
  expect(await startChargePayment(customer.actor, asked?.chargeId ?? "", "card")).toMatchObject({ ok: false })
  await proposeDecision(admin.actor, orderId, decision(1_780_000, "complete"))
  await answerDecision(customer.actor, orderId, ACCEPT)
  await answerDecision(expert.actor, orderId, ACCEPT)
  expect((await findParts(orderId)).map((part) => part.state)).toEqual(["settled", "cancelled"])
})

test("it is decided once both have answered or three days are over, and done three days later", async () => {
  const { orderId, customer, expert } = await createDisputedSafeOrder()
  await proposeDecision(admin.actor, orderId, decision(780_000))
  await answerDecision(customer.actor, orderId, OBJECT)
  const decide = () => decideDispute(admin.actor, orderId, decision(1_000_000, "complete"))
  expect(await decide()).toEqual(refused("unanswered"))
  await answerDecision(expert.actor, orderId, ACCEPT)
  expect(await decideDispute(admin.actor, orderId, decision(9_999_999))).toEqual(refused("too_much"))
  expect(await decide()).toEqual(OK)
  expect(await decide()).toEqual(refused("not_now"))
  expect(await closeDecidedDisputes()).toBe(0)
  setClock(() => addDays(new Date(), 3.1))
  expect(await appealDecision(customer.actor, orderId, { note: "너무 늦었나요? 다시 봐 주세요." })).toEqual(
    refused("not_now"),
  )
  expect(await closeDecidedDisputes()).toBe(1)
  expect(await shares(orderId)).toEqual({ held: 0, released: 1_000_000, refunded: 780_000 })
  expect(await stateOf(orderId)).toBe("completed")
})

test("what was decided waits for the office again only once somebody appeals", async () => {
  const { orderId, customer, expert } = await createDisputedSafeOrder()
  const isWaiting = async () =>
    (await db().execute<{ id: string }>(sql.join(selectQueueEntries(), sql` union all `))).some(
      ({ id }) => id === orderId,
    )
  expect(await isWaiting()).toBe(true)
  await proposeDecision(admin.actor, orderId, decision(0))
  await answerDecision(customer.actor, orderId, OBJECT)
  await answerDecision(expert.actor, orderId, OBJECT)
  await decideDispute(admin.actor, orderId, decision(0))
  expect(await isWaiting()).toBe(false)
  await appealDecision(customer.actor, orderId, { note: "사진을 다시 봐 주세요. 방 하나는 손대지 않았어요." })
  expect(await isWaiting()).toBe(true)
})

test("silence of three days lets the administrator decide", async () => {
  const { orderId } = await createDisputedSafeOrder()
  await proposeDecision(admin.actor, orderId, decision(0))
  setClock(() => addDays(new Date(), 3.1))
  expect(await decideDispute(admin.actor, orderId, decision(0))).toEqual(OK)
})

test("an appeal is decided by another administrator, who has the last word", async () => {
  const { orderId, customer, expert } = await createDisputedSafeOrder()
  await proposeDecision(admin.actor, orderId, decision(780_000))
  await answerDecision(customer.actor, orderId, OBJECT)
  await answerDecision(expert.actor, orderId, OBJECT)
  await decideDispute(admin.actor, orderId, decision(780_000))
  const note = "사진을 다시 봐 주세요. 방 하나는 손대지 않았어요."
  expect(await appealDecision(customer.actor, orderId, { note })).toEqual(OK)
  expect(await appealDecision(expert.actor, orderId, { note })).toEqual(refused("not_now"))
  setClock(() => addDays(new Date(), 30))
  await closeDecidedDisputes()
  expect(await decideDisputeAppeal(admin.actor, orderId, decision(0))).toEqual(refused("same_person"))
  expect(await decideDisputeAppeal(colleague.actor, orderId, decision(9_999_999))).toEqual(
    refused("too_much"),
  )
  expect(await decideDisputeAppeal(colleague.actor, orderId, decision(300_000))).toEqual(OK)
  expect(await shares(orderId)).toEqual({ held: 0, released: 300_000, refunded: 1_480_000 })
  expect(await decideDisputeAppeal(colleague.actor, orderId, decision(0))).toEqual(refused("not_now"))
})

test("a dispute is decided by administrators and answered by its two people, nobody else", async () => {
  const { orderId, customer } = await createDisputedSafeOrder()
  const stranger = await createPerson()
  const note = "다시 봐 주세요. 부탁드려요."
  for (const actor of [customer.actor, stranger.actor]) {
    expect(await proposeDecision(actor, orderId, decision(0))).toEqual(refused("not_found"))
    expect(await decideDispute(actor, orderId, decision(0))).toEqual(refused("not_found"))
    expect(await decideDisputeAppeal(actor, orderId, decision(0))).toEqual(refused("not_found"))
  }
  for (const actor of [admin.actor, stranger.actor]) {
    expect(await answerDecision(actor, orderId, ACCEPT)).toEqual(refused("not_found"))
    expect(await appealDecision(actor, orderId, { note })).toEqual(refused("not_found"))
  }
  expect(await decideDispute(admin.actor, orderId, decision(0))).toEqual(refused("not_now"))
  const direct = await createOrderInState("disputed")
  expect(await proposeDecision(admin.actor, direct.orderId, decision(0))).toEqual(refused("not_now"))
})
