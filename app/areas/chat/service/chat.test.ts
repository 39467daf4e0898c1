import { and, eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { users } from "../../accounts/schema.server.ts"
import { findActor } from "../../accounts/session.server.ts"
import { createPictureRow } from "../../experts/fixtures.ts"
import { countUnreadByKind } from "../../notifications/service/centre.server.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { createConversation, sendText } from "../fixtures.ts"
import { LIMITS } from "../rules.ts"
import { chatMembers, chatMessages, chatRooms } from "../schema.server.ts"
import { answerAppointment, proposeAppointment } from "./appointments.server.ts"
import { listMessages, listMessagesAfter, sendMessage } from "./messages.server.ts"
import { countUnread, markAway, markRead } from "./read-state.server.ts"
import { loadReportedRoom, canReadChatPicture } from "./reported-room.server.ts"
import { findRoom, listRooms } from "./rooms.server.ts"
import { messageSubject } from "./subject.server.ts"

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
const memberOf = async (roomId: string, userId: string) =>
  (
    await db()
      .select()
      .from(chatMembers)
      .where(and(eq(chatMembers.roomId, roomId), eq(chatMembers.userId, userId)))
  )[0]
const texts = async (actor: Actor, roomId: string) =>
  (await listMessages(actor, roomId)).messages.map((message) => message.text)
const tomorrow = () => new Date(Date.now() + 86_400_000)

test("a message sent twice with one key is one message with one answer, also at once", async () => {
  const { roomId, customer } = await createConversation()
  const clientKey = newId()
  const send = () => sendMessage(customer.actor, { roomId, text: "한 번만", pictureIds: [], clientKey })
  const answers = await Promise.all([send(), send(), send()])
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await send()).toEqual(answers[0])
  expect(await texts(customer.actor, roomId)).toEqual(["한 번만"])
})

test("messages sent at the same moment get one order without gaps, the same for both", async () => {
  const { roomId, customer, expert } = await createConversation()
  await Promise.all(
    Array.from({ length: 24 }, (_, at) => sendText(at % 2 ? customer.actor : expert.actor, roomId, `${at}`)),
  )
  const mine = (await listMessages(customer.actor, roomId)).messages
  expect(mine.map((message) => message.seq)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
  expect(await texts(expert.actor, roomId)).toEqual(mine.map((message) => message.text))
})

test("twenty messages a minute, then a sentence, then on again", async () => {
  const { roomId, customer, expert } = await createConversation()
  for (let count = 0; count < LIMITS.messagesPerMinute; count += 1)
    await sendText(customer.actor, roomId, `${count}`)
  const send = (actor: Actor) =>
    sendMessage(actor, { roomId, text: "하나 더", pictureIds: [], clientKey: newId() })
  expect(await send(customer.actor)).toEqual({ ok: false, reason: "too_many_messages" })
  expect((await send(expert.actor)).ok).toBe(true)
  setClock(() => new Date(Date.now() + 61_000))
  expect((await send(customer.actor)).ok).toBe(true)
})

test("a page is thirty messages; older ones go on before it, newer ones after a number", async () => {
  const { roomId, customer, expert } = await createConversation()
  for (let count = 1; count <= 36; count += 1)
    await sendText(count % 2 ? customer.actor : expert.actor, roomId, `${count}`)
  const page = await listMessages(customer.actor, roomId)
  expect([page.messages.length, page.messages[0]?.seq, page.before]).toEqual([30, 7, 7])
  const older = await listMessages(customer.actor, roomId, page.before)
  expect([older.messages.map((message) => message.text), older.before]).toEqual([
    ["1", "2", "3", "4", "5", "6"],
    null,
  ])
  expect((await listMessagesAfter(customer.actor, roomId, 34)).map((message) => message.text)).toEqual([
    "35",
    "36",
  ])
})

test("reading is counted, told to the sender, and never goes back or beyond the last message", async () => {
  const { roomId, customer, expert } = await createConversation()
  for (const text of ["하나", "둘", "셋"]) await sendText(customer.actor, roomId, text)
  expect([await unreadOf(expert.expertId), await unreadOf(customer.actor.userId)]).toEqual([3, 0])
  await markRead(expert.actor, roomId, 2)
  expect([await unreadOf(expert.expertId), (await findRoom(customer.actor, roomId))?.partnerReadSeq]).toEqual(
    [1, 2],
  )
  await markRead(expert.actor, roomId, 1)
  expect((await findRoom(customer.actor, roomId))?.partnerReadSeq).toBe(2)
  await markRead(expert.actor, roomId, 999)
  expect([await unreadOf(expert.expertId), (await findRoom(customer.actor, roomId))?.partnerReadSeq]).toEqual(
    [0, 3],
  )
  expect((await listRooms(expert.actor, { view: "unread", after: null })).rooms).toEqual([])
})

test("reading and sending at the same moment lose no unread message", async () => {
  const { roomId, customer, expert } = await createConversation()
  for (let round = 0; round < 8; round += 1)
    await Promise.all([sendText(customer.actor, roomId, `${round}`), markRead(expert.actor, roomId, round)])
  const member = await memberOf(roomId, expert.expertId)
  expect(member?.unread).toBe((member?.lastSeq ?? 0) - (member?.readSeq ?? 0))
})

test("the count of the navigation comes with the session", async () => {
  const { roomId, customer, expert } = await createConversation()
  await sendText(customer.actor, roomId, "안녕하세요")
  await sendText(customer.actor, roomId, "계신가요?")
  const actor = await findActor(new Request("http://localhost/", { headers: { Cookie: expert.cookie } }), {
    countsAsUse: false,
  })
  expect(actor.kind === "member" && actor.profile?.chatCount).toBe(2)
})

test("pictures are one's own, for chat, at most once, and seen by the two people alone", async () => {
  const { roomId, customer, expert } = await createConversation()
  const pictureId = await createPictureRow(customer.actor.userId, "chat")
  const foreign = await createPictureRow(expert.expertId, "chat")
  const send = (pictureIds: string[]) =>
    sendMessage(customer.actor, { roomId, text: "", pictureIds, clientKey: newId() })
  expect(await send([foreign])).toEqual({ ok: false, reason: "pictures_missing" })
  expect(await send([await createPictureRow(customer.actor.userId, "order")])).toEqual({
    ok: false,
    reason: "pictures_missing",
  })
  expect(await send([newId()])).toEqual({ ok: false, reason: "pictures_missing" })
  const { messageId } = await sendText(customer.actor, roomId, "", [pictureId])
  expect(await send([pictureId])).toEqual({ ok: false, reason: "pictures_missing" })
  expect((await listMessages(expert.actor, roomId)).messages.at(-1)).toMatchObject({
    kind: "pictures",
    pictures: [{ id: pictureId, width: 800 }],
  })
  const sees = (person: Person) =>
    canReadChatPicture({ userId: person.actor.userId, isAdmin: person === admin }, pictureId)
  expect([await sees(customer), await sees(expert), await sees(stranger), await sees(admin)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(
    (await loadReportedRoom(admin.actor, messageId))?.messages.map((message) => message.reported),
  ).toEqual([true])
  expect([await sees(stranger), await sees(admin)]).toEqual([false, true])
})

test("an appointment is answered by whom it is proposed to, once; a newer one replaces it", async () => {
  const { roomId, customer, expert } = await createConversation()
  const propose = async (actor: Actor, at = tomorrow()) => {
    const done = await proposeAppointment(actor, {
      roomId,
      at,
      regionCode: null,
      place: "잠실동",
      note: "",
      clientKey: newId(),
    })
    if (!done.ok) throw new Error(done.reason)
    const [message] = await listMessagesAfter(customer.actor, roomId, done.seq - 1)
    return message?.appointment?.id ?? ""
  }
  const answer = (actor: Actor, appointmentId: string, move: "accept" | "decline" | "cancel") =>
    answerAppointment(actor, { appointmentId, move })
  const first = await propose(expert.actor)
  expect((await listMessages(customer.actor, roomId)).messages.at(-1)?.appointment).toMatchObject({
    mine: false,
    moves: ["accept", "decline", "replace"],
  })
  expect(await answer(expert.actor, first, "accept")).toEqual({ ok: false, reason: "not_now" })
  expect(await answer(stranger.actor, first, "accept")).toEqual({ ok: false, reason: "not_found" })
  expect((await answer(customer.actor, first, "accept")).ok).toBe(true)
  expect(await answer(customer.actor, first, "decline")).toEqual({ ok: false, reason: "not_now" })
  const second = await propose(customer.actor)
  expect(await answer(customer.actor, first, "cancel")).toEqual({ ok: false, reason: "not_now" })
  const answers = await Promise.all([
    answer(expert.actor, second, "accept"),
    answer(expert.actor, second, "decline"),
  ])
  expect(answers.map((one) => one.ok).sort()).toEqual([false, true])
  expect((await listMessages(customer.actor, roomId)).messages.map((message) => message.kind)).toEqual([
    "appointment",
    "system",
    "appointment",
    "system",
  ])
  expect(
    await proposeAppointment(customer.actor, {
      roomId,
      at: new Date(),
      regionCode: null,
      place: "",
      note: "",
      clientKey: newId(),
    }),
  ).toEqual({ ok: false, reason: "past" })
})

test("unread messages make one notification, read with them; none while the receiver looks", async () => {
  const { roomId, customer, expert } = await createConversation()
  const told = async () =>
    (await db().select().from(notifications).where(eq(notifications.userId, expert.expertId))).length
  for (const text of ["하나", "둘", "셋"]) await sendText(customer.actor, roomId, text)
  await drainEvents()
  expect(await told()).toBe(1)
  await markRead({ ...expert.actor, notificationCount: 1 }, roomId, 3)
  expect(await countUnreadByKind(expert.actor)).toEqual({})
  await sendText(customer.actor, roomId, "넷")
  await drainEvents()
  expect(await told()).toBe(1)
  await markAway(expert.actor, roomId)
  await sendText(customer.actor, roomId, "다섯")
  await drainEvents()
  expect(await told()).toBe(2)
  const [notice] = await db()
    .select()
    .from(notifications)
    .where(eq(notifications.userId, expert.expertId))
    .orderBy(notifications.id)
  expect(notice).toMatchObject({
    kind: "chat",
    title: `${customer.actor.profile?.name}님이 메시지를 보냈어요`,
    href: `/chat?room=${roomId}`,
  })
})

test("a message may be reported by who received it, and hidden; its words show nowhere else", async () => {
  const { roomId, customer, expert } = await createConversation()
  const { messageId } = await sendText(expert.actor, roomId, "계좌로 먼저 보내 주세요")
  const may = (person: Person) => messageSubject.findPartnerId?.(person.actor.userId, messageId, null)
  expect([await may(customer), await may(expert), await may(stranger)]).toEqual([expert.expertId, null, null])
  expect(JSON.stringify(await messageSubject.loadCards([messageId]))).not.toContain("계좌")
  await db().transaction(
    (tx) => messageSubject.setHidden?.(tx, messageId, "사기 의심") ?? Promise.resolve(false),
  )
  expect((await listMessages(customer.actor, roomId)).messages.at(-1)).toMatchObject({
    hidden: true,
    text: "",
  })
  expect((await loadReportedRoom(admin.actor, messageId))?.messages.at(-1)).toMatchObject({
    hidden: true,
    text: "계좌로 먼저 보내 주세요",
  })
})

test("every message belongs to a person of its room", async () => {
  const { roomId } = await createConversation()
  const broken = db().insert(chatMessages).values({
    id: newId(),
    roomId,
    seq: 1,
    senderId: stranger.actor.userId,
    kind: "text",
    text: "x",
    clientKey: newId(),
  })
  await expect(broken).rejects.toThrow()
  expect((await db().select().from(chatRooms).where(eq(chatRooms.id, roomId)))[0]?.lastSeq).toBe(0)
  expect((await db().select().from(users).where(eq(users.id, stranger.actor.userId))).length).toBe(1)
})
