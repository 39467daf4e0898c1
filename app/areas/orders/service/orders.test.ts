import { eq, sql } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { resetClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, endOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { runSubqueries } from "#app/platform/json-subqueries.server.ts"
import { db } from "#app/platform/db.server.ts"
import { outbox, pictures } from "#app/platform/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import {
  CONTACT,
  createPicture,
  createOpenOrder,
  createOrderInState,
  buildOrderInput,
  createProposal,
} from "../fixtures.ts"
import { orderEvents, orders } from "../schema.server.ts"
import { findOpenOrders, findPublicRequest, queryNewestOpenOrders } from "./board.server.ts"
import { acceptProposal } from "./received-proposals.server.ts"
import { createOrder, editOrder } from "./create-order.server.ts"
import { findOrder } from "./find-order.server.ts"
import { cancelOrder } from "./work.server.ts"

withDatabase()

let customer: Person
let stranger: Person
let admin: Person
let expert: Expert
let otherExpert: Expert
const visitor = { kind: "visitor", draftId: null } as const

beforeAll(async () => {
  customer = await createPerson({ name: "김하늘" })
  stranger = await createPerson({ name: "이바다" })
  admin = await createPerson({ role: "admin" })
  expert = await createExpert()
  otherExpert = await createExpert({ name: "박서연" })
})
afterEach(() => resetClock())

const rowOf = async (orderId: string) => {
  const [row] = await db().select().from(orders).where(eq(orders.id, orderId))
  if (!row) throw new Error("no such order")
  return row
}
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
const hide = (orderId: string) =>
  db().update(orders).set({ hiddenAt: new Date(), hiddenReason: "광고" }).where(eq(orders.id, orderId))

const SOON = { schedule: "soon" as const, wantedOn: null }

test("a request takes proposals until the day before the one that is wanted", async () => {
  const today = toKstDateString(new Date())
  const orderId = await createOpenOrder(customer.actor, { schedule: "date", wantedOn: addDays(today, 5) })
  expect((await rowOf(orderId)).expiresAt).toEqual(endOfKstDay(addDays(today, 4)))
  const { pictureIds: _, ...fields } = buildOrderInput({ schedule: "date", wantedOn: addDays(today, 8) })
  expect(await editOrder(customer.actor, orderId, { ...fields, pictureIds: [] })).toEqual({ ok: true })
  expect((await rowOf(orderId)).expiresAt).toEqual(endOfKstDay(addDays(today, 7)))
  const urgent = await rowOf(await createOpenOrder(customer.actor, { schedule: "date", wantedOn: today }))
  expect(urgent.expiresAt?.getTime()).toBe((urgent.openedAt?.getTime() ?? 0) + 6 * 3_600_000)
})

test("who is not chosen reads no phone number in a request, its customer and the chosen one do", async () => {
  const contact = { title: "도배 010-1234-5678", description: "카톡 hanji 말고 010 1234 5678로 연락 주세요." }
  const orderId = await createOpenOrder(customer.actor, contact)
  const view = await findOrder(expert.actor, orderId)
  expect(view?.order.title).toBe("도배 (연락처 숨김)")
  expect(view?.order.description).not.toContain("1234")
  const board = await findOpenOrders(expert.actor, {})
  expect(JSON.stringify(board.rows.find(({ id }) => id === orderId))).not.toContain("1234")
  expect((await findOrder(customer.actor, orderId))?.order).toMatchObject(contact)
})

test("everybody may see that somebody asks, without words and pictures, as long as it is open", async () => {
  const orderId = await createOpenOrder(customer.actor, { title: "도배 010-1234-5678", description: "비밀" })
  const seen = await findPublicRequest(visitor, orderId)
  expect(seen).toMatchObject({ isOwn: false, order: { title: "도배 (연락처 숨김)" } })
  expect(JSON.stringify(seen)).not.toMatch(/비밀|1234/)
  expect(JSON.stringify(seen)).not.toContain(customer.actor.userId)
  expect(await findPublicRequest(customer.actor, orderId)).toMatchObject({ isOwn: true })
  expect(await findPublicRequest(visitor, newId())).toBeNull()
  await hide(orderId)
  expect(await findPublicRequest(visitor, orderId)).toBeNull()
  const ended = await createOpenOrder(customer.actor)
  await cancelOrder(customer.actor, ended, "")
  expect(await findPublicRequest(visitor, ended)).toBeNull()
})

test("a request opens for 14 days, with its pictures taken, a line of history and an event", async () => {
  const pictureIds = [
    await createPicture(customer.actor.userId, "order"),
    await createPicture(customer.actor.userId, "order"),
  ]
  const orderId = await createOpenOrder(customer.actor, { pictureIds, ...SOON })
  const row = await rowOf(orderId)
  expect(row.state).toBe("open")
  expect(row.expiresAt?.getTime()).toBe((row.openedAt?.getTime() ?? 0) + 14 * 86_400_000)
  expect((await findOrder(customer.actor, orderId))?.photos.map((photo) => photo.id)).toEqual(pictureIds)
  expect(await historyOf(orderId)).toEqual(["publish:customer:open"])
  expect(await eventsOf(orderId)).toEqual(["order.opened"])
})

test("only customers ask: visitors, experts and admins are refused", async () => {
  for (const actor of [visitor, expert.actor, admin.actor])
    expect(await createOrder(actor, buildOrderInput())).toEqual({ ok: false, reason: "not_customer" })
})

test("a form sent twice, also at the same moment, makes one request", async () => {
  const input = buildOrderInput({ submissionKey: newId() })
  const [first, second] = await Promise.all([
    createOrder(customer.actor, input),
    createOrder(customer.actor, input),
  ])
  const third = await createOrder(customer.actor, input)
  expect(first).toEqual(second)
  expect(third).toEqual(first)
})

test("a picture of somebody else, purpose or request is refused, and nothing is written", async () => {
  const own = await createPicture(customer.actor.userId, "order")
  const foreign = await createPicture(stranger.actor.userId, "order")
  const after = await createPicture(customer.actor.userId, "after")
  const used = await createPicture(customer.actor.userId, "order")
  await createOpenOrder(customer.actor, { pictureIds: [used] })
  for (const wrong of [foreign, after, used, newId()]) {
    expect(await createOrder(customer.actor, buildOrderInput({ pictureIds: [own, wrong] }))).toEqual({
      ok: false,
      reason: "pictures_missing",
    })
  }
  const [row] = await db().select().from(pictures).where(eq(pictures.id, own))
  expect(row?.attachedAt).toBeNull()
})

test("an invitation of somebody who is no expert is refused", async () => {
  expect(
    await createOrder(customer.actor, buildOrderInput({ invitedExpertId: stranger.actor.userId })),
  ).toEqual({
    ok: false,
    reason: "expert_missing",
  })
})

test("a request is rewritten until an expert is chosen; pictures that fall out are loose again", async () => {
  const [kept, dropped, added] = (await Promise.all(
    [1, 2, 3].map(() => createPicture(customer.actor.userId, "order")),
  )) as [string, string, string]
  const orderId = await createOpenOrder(customer.actor, { pictureIds: [dropped, kept] })
  const edit = { ...buildOrderInput({ title: "거실만 도배" }), pictureIds: [added, kept] }
  expect(await editOrder(stranger.actor, orderId, edit)).toEqual({ ok: false, reason: "not_found" })
  expect(await editOrder(admin.actor, orderId, edit)).toEqual({ ok: false, reason: "not_found" })
  expect(await editOrder(customer.actor, orderId, edit)).toEqual({ ok: true })
  const view = await findOrder(customer.actor, orderId)
  expect(view?.order.title).toBe("거실만 도배")
  expect(view?.photos.map((photo) => photo.id)).toEqual([added, kept])
  const [loose] = await db().select().from(pictures).where(eq(pictures.id, dropped))
  expect(loose?.attachedAt).toBeNull()
  const matched = await createOrderInState("matched")
  expect(await editOrder(matched.customer.actor, matched.orderId, edit)).toEqual({
    ok: false,
    reason: "not_now",
  })
})

test("an order shows itself to each only as far as it concerns them", async () => {
  const made = await createOrderInState("open", {
    order: { address: CONTACT.address, contactPhone: CONTACT.contactPhone },
  })
  const { orderId } = made
  expect(await findOrder(visitor, orderId)).toBeNull()
  expect(await findOrder(stranger.actor, orderId)).toBeNull()
  expect(await findOrder((await createExpert({ state: "reviewing" })).actor, orderId)).toBeNull()
  expect(await findOrder(customer.actor, newId())).toBeNull()
  const onBoard = await findOrder(otherExpert.actor, orderId)
  expect(onBoard).toMatchObject({ role: "viewer", privateDetails: null, proposal: null })
  expect(JSON.stringify(onBoard)).not.toContain("서초대로")
  expect(await findOrder(made.customer.actor, orderId)).toMatchObject({
    role: "customer",
    privateDetails: { contact: { address: CONTACT.address } },
  })
  expect(await findOrder(admin.actor, orderId)).toMatchObject({ role: "admin" })

  await acceptProposal(made.customer.actor, orderId, { proposalId: made.proposalId, version: 1, ...CONTACT })
  expect(await findOrder(otherExpert.actor, orderId)).toBeNull()
  expect(await findOrder(made.expert.actor, orderId)).toMatchObject({
    role: "expert",
    privateDetails: {
      // Until both want more they call each other by a relay number.
      contact: { address: CONTACT.address, phone: "" },
      payableWon: 1_780_000,
    },
  })
})

test("an expert who proposed goes on seeing the request without what is private", async () => {
  const made = await createOrderInState("open")
  const mine = await createProposal(otherExpert.actor, made.orderId)
  await acceptProposal(made.customer.actor, made.orderId, {
    proposalId: made.proposalId,
    version: 1,
    ...CONTACT,
  })
  expect(await findOrder(otherExpert.actor, made.orderId)).toMatchObject({
    role: "viewer",
    privateDetails: null,
    proposal: { id: mine, state: "not_selected" },
  })
})

test("the contact is taken back when a chosen order is cancelled", async () => {
  const made = await createOrderInState("matched")
  await cancelOrder(made.customer.actor, made.orderId, "일정이 바뀌었어요.")
  expect((await findOrder(made.expert.actor, made.orderId))?.privateDetails?.contact).toBeNull()
})

test("a hidden request exists for its customer and admins only", async () => {
  const made = await createOrderInState("open")
  await hide(made.orderId)
  expect(await findOrder(made.expert.actor, made.orderId)).toBeNull()
  expect(await findOrder(otherExpert.actor, made.orderId)).toBeNull()
  expect(await findOrder(made.customer.actor, made.orderId)).toMatchObject({
    role: "customer",
    hiddenReason: "광고",
  })
  expect((await findOpenOrders(otherExpert.actor, {})).rows.map((row) => row.id)).not.toContain(made.orderId)
  expect((await runSubqueries({ rows: queryNewestOpenOrders(100) })).rows.map((row) => row.id)).not.toContain(
    made.orderId,
  )
  expect(
    await acceptProposal(made.customer.actor, made.orderId, {
      proposalId: made.proposalId,
      version: 1,
      ...CONTACT,
    }),
  ).toEqual({ ok: false, reason: "not_open" })
})
