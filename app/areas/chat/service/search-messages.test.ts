/** The search finds what was said in one's own rooms, and nothing of anybody else's. */
import { beforeAll, expect, test } from "vitest"
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createConversation, sendText } from "../fixtures.ts"
import { searchMessages } from "./search-messages.server.ts"

withDatabase()
beforeAll(registerSubscriptions)

test("finds words anywhere in one's own rooms, the newest first, for both who talk", async () => {
  const { roomId, customer, expert } = await createConversation()
  await sendText(customer.actor, roomId, "거실 벽지 색을 아직 못 골랐어요")
  await sendText(expert.actor, roomId, "벽지 견본을 가져갈게요")
  for (const { actor } of [customer, expert]) {
    const { found } = await searchMessages(actor, { words: "벽지", after: null })
    expect(found.map(({ text }) => text)).toEqual([
      "벽지 견본을 가져갈게요",
      "거실 벽지 색을 아직 못 골랐어요",
    ])
  }
  const mine = await searchMessages(customer.actor, { words: "벽지", after: null })
  expect(mine.found.map(({ isMine }) => isMine)).toEqual([false, true])
})

test("nothing of rooms that one is not in, was hidden, or has left behind", async () => {
  const { roomId, customer, expert } = await createConversation()
  await sendText(customer.actor, roomId, "비밀번호는 현관에서 말씀드릴게요")
  const stranger = await createPerson()
  expect((await searchMessages(stranger.actor, { words: "현관", after: null })).found).toEqual([])
  await db().execute(sql`update chat_messages set hidden_reason = '신고' where room_id = ${roomId}`)
  expect((await searchMessages(expert.actor, { words: "현관", after: null })).found).toEqual([])
  await db().execute(sql`update chat_messages set hidden_reason = null where room_id = ${roomId}`)
  await db().execute(sql`update chat_members set from_seq = 1000 where room_id = ${roomId}
    and user_id = ${expert.actor.userId}`)
  expect((await searchMessages(expert.actor, { words: "현관", after: null })).found).toEqual([])
  expect((await searchMessages(customer.actor, { words: "현관", after: null })).found).toHaveLength(1)
})

test("signs of a pattern are words like any other, and one letter finds nothing", async () => {
  const { roomId, customer } = await createConversation()
  await sendText(customer.actor, roomId, "50% 먼저 낼게요")
  await sendText(customer.actor, roomId, "반만 먼저 낼게요")
  const texts = async (words: string) =>
    (await searchMessages(customer.actor, { words, after: null })).found.map(({ text }) => text)
  expect(await texts("0%")).toEqual(["50% 먼저 낼게요"])
  expect(await texts("%%")).toEqual([])
  expect(await texts("먼")).toEqual([])
})

test("goes on where the first page ends", async () => {
  const { roomId, customer, expert } = await createConversation()
  for (let number = 0; number < 25; number += 1)
    await sendText(
      (number % 2 === 0 ? customer : expert).actor,
      roomId,
      `일정 ${String(number).padStart(2, "0")}`,
    )
  const first = await searchMessages(customer.actor, { words: "일정", after: null })
  const second = await searchMessages(customer.actor, { words: "일정", after: first.next })
  expect([first.found.length, second.found.length, second.next]).toEqual([20, 5, null])
  expect(new Set([...first.found, ...second.found].map(({ id }) => id)).size).toBe(25)
})
