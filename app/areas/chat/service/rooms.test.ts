/** Rooms: who opens, lists, leaves and blocks them. */
import { afterEach, beforeAll, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { createExpert } from "../../experts/fixtures.ts"
import { createOrderInState } from "../../orders/fixtures.ts"
import { blockPerson, unblockPerson } from "../../trust/service/blocks.server.ts"
import { createConversation, sendText } from "../fixtures.ts"
import { LIMITS } from "../rules.ts"
import { proposeAppointment } from "./appointments.server.ts"
import { listMessages, listMessagesAfter, sendMessage } from "./messages.server.ts"
import { listPartners } from "./partners.server.ts"
import { countUnread, markAway, markRead, publishTyping } from "./read-state.server.ts"
import { closeRoomsOfUser, findRoom, leaveRoom, listRooms, openRoom } from "./rooms.server.ts"

const unreadOf = async (userId: string) => (await countUnread([userId]))(userId)

withDatabase()

let stranger: Person
let admin: Person
beforeAll(async () => {
  registerSubscriptions()
  stranger = await createPerson({ name: "낯선이" })
  admin = await createPerson({ role: "admin" })
})
afterEach(() => resetClock())

const visitor: Actor = { kind: "visitor", draftId: null }
const texts = async (actor: Actor, roomId: string) =>
  (await listMessages(actor, roomId)).messages.map((message) => message.text)
const tomorrow = () => new Date(Date.now() + 86_400_000)

test("a room is opened once for two people and a thing, also by two clicks at once", async () => {
  const { roomId, customer, expert } = await createConversation()
  const again = () => openRoom(customer.actor, { kind: "expert", id: expert.expertId, with: null })
  expect(await again()).toEqual({ ok: true, roomId })
  const other = await createExpert()
  const both = await Promise.all(
    [1, 2, 3].map(() => openRoom(customer.actor, { kind: "expert", id: other.expertId, with: null })),
  )
  expect(new Set(both.map((one) => one.ok && one.roomId)).size).toBe(1)
})

test("who may open a room follows from the thing", async () => {
  const open = (actor: Actor, kind: "order" | "proposal" | "expert" | "message", id: string) =>
    openRoom(actor, { kind, id, with: null })
  const refused = { ok: false, reason: "not_found" }
  const made = await createOrderInState("open")
  expect(await open(made.customer.actor, "order", made.orderId)).toEqual(refused)
  for (const actor of [stranger.actor, admin.actor, visitor])
    expect(await open(actor, "proposal", made.proposalId)).toEqual(refused)
  const fromCustomer = await open(made.customer.actor, "proposal", made.proposalId)
  expect(fromCustomer.ok).toBe(true)
  expect(await open(made.expert.actor, "proposal", made.proposalId)).toEqual(fromCustomer)
  const matched = await createOrderInState("matched")
  const working = await open(matched.expert.actor, "order", matched.orderId)
  expect(working.ok).toBe(true)
  expect(await open(matched.customer.actor, "order", matched.orderId)).toEqual(working)
  for (const actor of [stranger.actor, made.expert.actor, visitor])
    expect(await open(actor, "order", matched.orderId)).toEqual(refused)
  expect(await open(made.expert.actor, "expert", made.expert.expertId)).toEqual(refused)
  expect(await open(stranger.actor, "expert", newId())).toEqual(refused)
  expect(await open(stranger.actor, "expert", "not-an-id")).toEqual(refused)
})

test("five new rooms an hour, and the ones there are stay open", async () => {
  const customer = await createPerson()
  const first = await createConversation({ customer })
  for (let more = 1; more < LIMITS.roomsPerHour; more += 1) await createConversation({ customer })
  const sixth = await createExpert()
  const open = (id: string) => openRoom(customer.actor, { kind: "expert", id, with: null })
  expect(await open(sixth.expertId)).toEqual({ ok: false, reason: "too_many_rooms" })
  expect((await open(first.expert.expertId)).ok).toBe(true)
  setClock(() => new Date(Date.now() + 3_600_000))
  expect((await open(sixth.expertId)).ok).toBe(true)
})

test("only its two people read a room, write into it, or hear of it", async () => {
  const { roomId, customer, expert } = await createConversation()
  await sendText(customer.actor, roomId, "방문 견적 가능하신가요?")
  for (const actor of [stranger.actor, admin.actor, visitor]) {
    expect(await findRoom(actor, roomId)).toBeNull()
    expect((await listMessages(actor, roomId)).messages).toEqual([])
    expect(await listMessagesAfter(actor, roomId, 0)).toEqual([])
    expect(await sendMessage(actor, { roomId, text: "저도요", pictureIds: [], clientKey: newId() })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(
      await proposeAppointment(actor, {
        roomId,
        at: tomorrow(),
        regionCode: null,
        place: "",
        note: "",
        clientKey: newId(),
      }),
    ).toEqual({ ok: false, reason: "not_found" })
    expect([
      await markRead(actor, roomId, 1),
      await markAway(actor, roomId),
      await publishTyping(actor, roomId),
      (await leaveRoom(actor, roomId)).ok,
    ]).toEqual([false, actor.kind === "member", false, false])
  }
  expect(await texts(expert.actor, roomId)).toEqual(["방문 견적 가능하신가요?"])
  expect((await findRoom(customer.actor, roomId))?.partnerId).toBe(expert.expertId)
})

test("a room comes into the other person's list with the first message", async () => {
  const { roomId, customer, expert } = await createConversation()
  const list = async (actor: typeof customer.actor) =>
    (await listRooms(actor, { view: "all", after: null })).rooms.map((room) => room.id)
  expect([await list(customer.actor), await list(expert.actor)]).toEqual([[roomId], []])
  await sendText(customer.actor, roomId, "안녕하세요")
  expect(await list(expert.actor)).toEqual([roomId])
})

test("who leaves has nothing left; the partner keeps all and brings the room back by writing", async () => {
  const { roomId, customer, expert } = await createConversation()
  await sendText(customer.actor, roomId, "안녕하세요")
  await sendText(expert.actor, roomId, "네, 안녕하세요")
  expect(await leaveRoom(customer.actor, roomId)).toEqual({ ok: true })
  expect((await listRooms(customer.actor, { view: "all", after: null })).rooms).toEqual([])
  expect(await texts(customer.actor, roomId)).toEqual([])
  expect(await texts(expert.actor, roomId)).toEqual([
    "안녕하세요",
    "네, 안녕하세요",
    "상대방이 채팅방을 나갔어요",
  ])
  await sendText(expert.actor, roomId, "혹시 아직 필요하세요?")
  expect([await texts(customer.actor, roomId), await unreadOf(customer.actor.userId)]).toEqual([
    ["혹시 아직 필요하세요?"],
    1,
  ])
})

test("a room stays readable when the partner leaves the product, and takes no more messages", async () => {
  const { roomId, customer, expert } = await createConversation()
  await sendText(expert.actor, roomId, "언제든 물어보세요")
  await db().transaction((tx) => closeRoomsOfUser({ userId: expert.expertId }, tx))
  expect(await texts(customer.actor, roomId)).toEqual(["언제든 물어보세요"])
  expect((await findRoom(customer.actor, roomId))?.partnerLeft).toBe(true)
  expect(
    await sendMessage(customer.actor, { roomId, text: "저기요", pictureIds: [], clientKey: newId() }),
  ).toEqual({ ok: false, reason: "partner_left" })
})

test("the partners of a thing are who has written about it, without its owner", async () => {
  const expert = await createExpert()
  const first = await createConversation({ expert })
  const second = await createConversation({ expert })
  await createConversation({ expert })
  await sendText(first.customer.actor, first.roomId, "안녕하세요")
  await sendText(second.customer.actor, second.roomId, "안녕하세요")
  expect(
    (await listPartners({ kind: "expert", id: expert.expertId })).map((partner) => partner.userId),
  ).toEqual([second.customer.actor.userId, first.customer.actor.userId])
})

test("the list goes on by cursor, the latest talk first, and no room is twice or missing", async () => {
  const customer = await createPerson()
  const rooms: string[] = []
  for (let count = 0; count < 7; count += 1) {
    setClock(() => new Date(Date.now() + count * 3_600_000))
    rooms.unshift((await createConversation({ customer })).roomId)
  }
  const seen: string[] = []
  for (let after: string | null = null, more = true; more;) {
    const page = await listRooms(customer.actor, { view: "all", after, limit: 3 })
    seen.push(...page.rooms.map((room) => room.id))
    after = page.next
    more = after !== null
  }
  expect(seen).toEqual(rooms)
})

test("a block parts two people in every room; taken back they may write again", async () => {
  const { roomId, customer, expert } = await createConversation()
  await sendText(expert.actor, roomId, "안녕하세요")
  expect(await blockPerson(customer.actor, expert.actor.userId)).toEqual({ ok: true })
  const write = (person: { actor: Actor }) =>
    sendMessage(person.actor, { roomId, text: "저기요", pictureIds: [], clientKey: newId() })
  for (const person of [customer, expert])
    expect(await write(person)).toEqual({ ok: false, reason: "blocked" })
  const block = async (person: { actor: Actor }) => (await findRoom(person.actor, roomId))?.block
  expect([await block(customer), await block(expert)]).toEqual(["mine", "theirs"])
  await blockPerson(expert.actor, customer.actor.userId)
  expect([await block(customer), await block(expert)]).toEqual(["mine", "mine"])
  await unblockPerson(expert.actor, customer.actor.userId)
  const outsider = await createPerson()
  expect(await blockPerson(expert.actor, outsider.actor.userId)).toEqual({ ok: true })
  expect(await openRoom(outsider.actor, { kind: "expert", id: expert.expertId, with: null })).toEqual({
    ok: false,
    reason: "blocked",
  })
  await unblockPerson(customer.actor, expert.actor.userId)
  expect([await block(customer), await block(expert)]).toEqual([null, null])
  expect(await write(expert)).toMatchObject({ ok: true })
})
