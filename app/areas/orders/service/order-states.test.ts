/** Every move of an order, by every role and by time. */
import { eq, sql } from "drizzle-orm"
import { afterEach, beforeAll, expect, test, vi } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { isAdmin, type Actor } from "#app/areas/accounts/rules.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { outbox } from "#app/platform/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPicture, createOrderInState, EARLY_START } from "../fixtures.ts"
import type { OrderState } from "../rules.ts"
import { orderEvents, orders, proposals } from "../schema.server.ts"
import { decideChange, proposeChange } from "./change-orders.server.ts"
import { findOrder } from "./find-order.server.ts"
import { autoCompleteOrders, expireOrders, expireProposals } from "./scheduled.server.ts"
import {
  cancelOrder,
  cancelOrderByOffice,
  completeWork,
  deliverWork,
  openDispute,
  redeliverWork,
  requestChanges,
  resolveDispute,
  startWork,
} from "./work.server.ts"

withDatabase()

let customer: Person
let stranger: Person
let admin: Person
const visitor = { kind: "visitor", draftId: null } as const

beforeAll(async () => {
  customer = await createPerson({ name: "김하늘" })
  stranger = await createPerson({ name: "이바다" })
  admin = await createPerson({ role: "admin" })
})
afterEach(() => resetClock())

const rowOf = async (orderId: string) => {
  const [row] = await db().select().from(orders).where(eq(orders.id, orderId))
  if (!row) throw new Error("no such order")
  return row
}
const stateOf = async (orderId: string) => (await rowOf(orderId)).state
const eventsOf = async (orderId: string) =>
  (
    await db()
      .select({ type: outbox.type })
      .from(outbox)
      .where(sql`${outbox.payload} ->> 'orderId' = ${orderId}`)
      .orderBy(outbox.id)
  ).map((row) => row.type)
const historyOf = async (orderId: string) =>
  (
    await db()
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, orderId))
      .orderBy(orderEvents.at, orderEvents.id)
  ).map((row) => `${row.move}:${row.actorRole}:${row.toState}`)

type Try = (
  made: Awaited<ReturnType<typeof createOrderInState>>,
  actor: Actor,
) => Promise<{ ok: boolean; reason?: string }>
const picture = (made: Awaited<ReturnType<typeof createOrderInState>>) =>
  createPicture(made.expert.expertId, "after")
const TRIES: Record<
  string,
  { allowed: Partial<Record<OrderState, readonly ("customer" | "expert" | "admin")[]>>; act: Try }
> = {
  start: {
    allowed: { matched: ["expert"] },
    act: (made, actor) => startWork(actor, made.orderId, EARLY_START),
  },
  deliver: {
    allowed: { in_progress: ["expert"] },
    act: async (made, actor) =>
      deliverWork(actor, made.orderId, { pictureIds: [await picture(made)], note: "" }),
  },
  redeliver: {
    allowed: { changes_requested: ["expert"] },
    act: async (made, actor) =>
      redeliverWork(actor, made.orderId, { pictureIds: [await picture(made)], note: "" }),
  },
  request_changes: {
    allowed: { delivered: ["customer"] },
    act: (made, actor) => requestChanges(actor, made.orderId, "이음매를 봐 주세요."),
  },
  complete: { allowed: { delivered: ["customer"] }, act: (made, actor) => completeWork(actor, made.orderId) },
  cancel: {
    allowed: {
      open: ["customer", "admin"],
      matched: ["customer", "expert", "admin"],
      in_progress: ["customer", "expert", "admin"],
    },
    act: async (made, actor) => {
      const reason = "사정이 생겼어요."
      if (!isAdmin(actor)) return cancelOrder(actor, made.orderId, reason)
      const done = await inTransaction((tx) =>
        cancelOrderByOffice(tx, actor, { orderId: made.orderId, reason }),
      )
      return done.ok ? { ok: true } : done
    },
  },
  dispute: {
    allowed: {
      in_progress: ["customer", "expert"],
      delivered: ["customer", "expert"],
      changes_requested: ["customer", "expert"],
    },
    act: (made, actor) => openDispute(actor, made.orderId, "약속과 달라요, 확인해 주세요."),
  },
  resolve: {
    allowed: { disputed: ["admin"] },
    act: (made, actor) =>
      resolveDispute(actor, made.orderId, { outcome: "complete", note: "절반을 돌려주기로 했어요." }),
  },
}
const STATES = [
  "open",
  "matched",
  "in_progress",
  "delivered",
  "changes_requested",
  "completed",
  "disputed",
  "cancelled",
  "expired",
] as const

test.each(STATES)(
  "in %s only the moves of the table succeed, each for its role, and a stranger finds nothing",
  async (state) => {
    for (const [move, { allowed, act }] of Object.entries(TRIES)) {
      let made = await createOrderInState(state)
      for (const role of ["stranger", "visitor", "customer", "expert", "admin"] as const) {
        const actor = {
          stranger: stranger.actor,
          customer: made.customer.actor,
          expert: made.expert.actor,
          admin: admin.actor,
          visitor,
        }[role]
        const result = await act(made, actor)
        const may = role !== "stranger" && role !== "visitor" && (allowed[state]?.includes(role) ?? false)
        const label = `${state} ${move} ${role}`
        if (may) {
          expect([label, result.ok]).toEqual([label, true])
          const again = await act(made, actor)
          expect([label, again.ok]).toEqual([label, false])
          made = await createOrderInState(state)
        } else {
          expect([label, result.ok]).toEqual([label, false])
          // Before the choice an order concerns no expert.
          const isNobody =
            role === "stranger" ||
            role === "visitor" ||
            (role === "expert" && ["open", "cancelled", "expired"].includes(state))
          expect([label, result.reason]).toEqual([label, isNobody ? "not_found" : "not_now"])
          expect(await stateOf(made.orderId)).toBe(state)
        }
      }
    }
  },
  60_000,
)

test("an order is not cancelled, delivered or disputed without its reason, picture or words", async () => {
  const matched = await createOrderInState("matched")
  expect(await cancelOrder(matched.customer.actor, matched.orderId, " ")).toEqual({
    ok: false,
    reason: "reason_needed",
  })
  const working = await createOrderInState("in_progress")
  expect(await deliverWork(working.expert.actor, working.orderId, { pictureIds: [], note: "" })).toEqual({
    ok: false,
    reason: "pictures_needed",
  })
  expect(
    await deliverWork(working.expert.actor, working.orderId, {
      pictureIds: [await createPicture(customer.actor.userId, "after")],
      note: "",
    }),
  ).toEqual({ ok: false, reason: "pictures_missing" })
  expect(await openDispute(working.customer.actor, working.orderId, "")).toEqual({
    ok: false,
    reason: "note_needed",
  })
  expect(await stateOf(working.orderId)).toBe("in_progress")
})

test("the whole way leaves its moments, its history and its events in order", async () => {
  const made = await createOrderInState("changes_requested")
  await redeliverWork(made.expert.actor, made.orderId, {
    pictureIds: [await picture(made)],
    note: "다시 했어요.",
  })
  await completeWork(made.customer.actor, made.orderId)
  expect(await historyOf(made.orderId)).toEqual([
    "publish:customer:open",
    "accept:customer:matched",
    "start:expert:in_progress",
    "deliver:expert:delivered",
    "request_changes:customer:changes_requested",
    "redeliver:expert:delivered",
    "complete:customer:completed",
  ])
  expect(await eventsOf(made.orderId)).toEqual([
    "order.opened",
    "proposal.sent",
    "order.matched",
    "proposal.accepted",
    "order.started",
    "order.delivered",
    "order.changes_requested",
    "order.delivered",
    "order.completed",
  ])
  const view = await findOrder(made.customer.actor, made.orderId)
  expect(view?.privateDetails?.afterPhotos).toHaveLength(2)
  for (const at of [
    view?.privateDetails?.matchedAt,
    view?.privateDetails?.startedAt,
    view?.privateDetails?.deliveredAt,
    view?.privateDetails?.completedAt,
  ])
    expect(at).toBeTruthy()
})

test("cancelling an open request closes its proposals", async () => {
  const made = await createOrderInState("open")
  await cancelOrder(made.customer.actor, made.orderId, "")
  const [row] = await db().select().from(proposals).where(eq(proposals.id, made.proposalId))
  expect(row?.state).toBe("not_selected")
})

test("what is payable follows accepted change orders, one at a time, answered in time", async () => {
  const made = await createOrderInState("in_progress")
  const ask = (amountWon: number, actor = made.expert.actor) =>
    proposeChange(actor, made.orderId, {
      title: "곰팡이 제거",
      reason: "벽지를 걷으니 곰팡이가 있어요.",
      amountWon,
    })
  expect(await ask(100_000, made.customer.actor)).toEqual({ ok: false, reason: "not_now" })
  expect(await ask(100_000, stranger.actor)).toEqual({ ok: false, reason: "not_found" })
  expect(await ask(999_000_000)).toEqual({ ok: false, reason: "too_much" })
  const first = await ask(100_000)
  if (!first.ok) throw new Error("refused")
  expect(await ask(50_000)).toEqual({ ok: false, reason: "waiting" })
  const payable = async () => (await findOrder(made.customer.actor, made.orderId))?.privateDetails?.payableWon
  expect(await payable()).toBe(1_780_000)
  expect(
    await decideChange(made.expert.actor, { changeOrderId: first.changeOrderId, decision: "accept" }),
  ).toEqual({ ok: false, reason: "not_found" })
  expect(
    await decideChange(stranger.actor, { changeOrderId: first.changeOrderId, decision: "accept" }),
  ).toEqual({ ok: false, reason: "not_found" })
  expect(
    await decideChange(made.customer.actor, { changeOrderId: first.changeOrderId, decision: "accept" }),
  ).toEqual({ ok: true, chargeId: null })
  expect(
    await decideChange(made.customer.actor, { changeOrderId: first.changeOrderId, decision: "accept" }),
  ).toEqual({ ok: false, reason: "not_now" })
  expect(await payable()).toBe(1_880_000)
  const second = await ask(70_000)
  if (!second.ok) throw new Error("refused")
  await deliverWork(made.expert.actor, made.orderId, { pictureIds: [await picture(made)], note: "" })
  expect(await completeWork(made.customer.actor, made.orderId)).toEqual({
    ok: false,
    reason: "change_undecided",
  })
  expect(
    await decideChange(made.customer.actor, { changeOrderId: second.changeOrderId, decision: "reject" }),
  ).toEqual({ ok: true, chargeId: null })
  expect(await completeWork(made.customer.actor, made.orderId)).toEqual({ ok: true })
  expect(await payable()).toBe(1_880_000)
})

test("requests close after 14 days and not before, once, with their proposals", async () => {
  const made = await createOrderInState("open")
  const opened = (await rowOf(made.orderId)).openedAt ?? new Date()
  await db()
    .update(orders)
    .set({ expiresAt: addDays(opened, 14) })
    .where(eq(orders.id, made.orderId))
  setClock(() => new Date(opened.getTime() + 14 * 86_400_000 - 1_000))
  await expireOrders()
  expect(await stateOf(made.orderId)).toBe("open")
  setClock(() => addDays(opened, 14))
  expect(await expireOrders()).toBeGreaterThan(0)
  expect(await expireOrders()).toBe(0)
  expect(await stateOf(made.orderId)).toBe("expired")
  expect((await eventsOf(made.orderId)).filter((type) => type === "order.expired")).toHaveLength(1)
  const [proposal] = await db().select().from(proposals).where(eq(proposals.id, made.proposalId))
  expect(proposal?.state).toBe("not_selected")
})

test("a delivery that nobody answers counts as confirmed after 7 days", async () => {
  const made = await createOrderInState("in_progress")
  const change = await proposeChange(made.expert.actor, made.orderId, {
    title: "몰딩 교체",
    reason: "몰딩이 부서져 있어요.",
    amountWon: 90_000,
  })
  expect(change.ok).toBe(true)
  await deliverWork(made.expert.actor, made.orderId, { pictureIds: [await picture(made)], note: "" })
  const delivered = (await rowOf(made.orderId)).deliveredAt ?? new Date()
  setClock(() => new Date(delivered.getTime() + 7 * 86_400_000 - 1_000))
  await autoCompleteOrders()
  expect(await stateOf(made.orderId)).toBe("delivered")
  setClock(() => addDays(delivered, 7))
  await autoCompleteOrders()
  await autoCompleteOrders()
  expect(await stateOf(made.orderId)).toBe("completed")
  const view = await findOrder(made.customer.actor, made.orderId)
  expect(view?.privateDetails?.completedAt).toBe(addDays(delivered, 7).toISOString())
  expect(view?.privateDetails).toMatchObject({ payableWon: 1_780_000, changes: [{ state: "rejected" }] })
  expect((await eventsOf(made.orderId)).filter((type) => type === "order.completed")).toHaveLength(1)
})

test("proposals run out at the end of their last day", async () => {
  const made = await createOrderInState("open")
  const [row] = await db().select().from(proposals).where(eq(proposals.id, made.proposalId))
  setClock(() => new Date((row?.validUntil.getTime() ?? 0) + 1))
  await expireProposals()
  expect(await expireProposals()).toBe(0)
  const [after] = await db().select().from(proposals).where(eq(proposals.id, made.proposalId))
  expect(after?.state).toBe("expired")
  expect(await stateOf(made.orderId)).toBe("open")
})

test("the two people of an order are told when it changes", async () => {
  const live = await import("#app/platform/live.server.ts")
  const { publishOrderChange: publishToPeopleOfOrder } = await import("./events.server.ts")
  const told: string[] = []
  await live.startLiveStreams()
  const stop = live.addListener(
    "person-1",
    {
      sessionId: "s",
      write: (frame) => told.push(new TextDecoder().decode(frame)) > 0,
      close: () => undefined,
    },
    null,
  )
  await publishToPeopleOfOrder({ orderId: "order-1", customerId: "person-1", expertId: null })
  await vi.waitFor(() =>
    expect(told.join("")).toContain('data: {"type":"order.changed","orderId":"order-1"}'),
  )
  stop()
  await live.stopLiveStreams()
})
