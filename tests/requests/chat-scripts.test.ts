/** Chat over HTTP: what the page's scripts ask for. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createConversation, sendText } from "#app/areas/chat/fixtures.ts"
import { chatMembers } from "#app/areas/chat/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

beforeAll(async () => {
  registerSubjects()
})

test("scripts get the stored message, and the messages after a number", async () => {
  const talk = await createConversation()
  const { cookie } = talk.customer
  const clientKey = newId()
  const sent = await app.post(
    `/chat/messages?room=${talk.roomId}`,
    { intent: "send", clientKey, text: "안녕하세요" },
    { cookie },
  )
  expect([sent.status, await sent.json()]).toMatchObject([
    200,
    { messages: [{ seq: 1, text: "안녕하세요", mine: true, clientKey }] },
  ])
  await sendText(talk.expert.actor, talk.roomId, "네, 안녕하세요")
  const later = await app.get(`/chat/messages?room=${talk.roomId}&after=1`, { cookie })
  expect(await later.json()).toMatchObject({
    messages: [{ seq: 2, mine: false, clientKey: null }],
    partnerReadSeq: 2,
    lastSeq: 2,
  })
  const refused = await app.post(
    `/chat/messages?room=${talk.roomId}`,
    { intent: "send", clientKey: newId(), text: "" },
    { cookie },
  )
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: { text: "보낼 메시지를 입력해 주세요." } },
  ])
  for (let count = 0; count < 20; count += 1)
    await app.post(
      `/chat/messages?room=${talk.roomId}`,
      { intent: "send", clientKey: newId(), text: "빨리" },
      { cookie },
    )
  const tooMany = await app.post(
    `/chat/messages?room=${talk.roomId}`,
    { intent: "send", clientKey: newId(), text: "빨리" },
    { cookie },
  )
  expect([tooMany.status, await tooMany.json()]).toMatchObject([
    429,
    { problem: "메시지를 너무 빨리 보내고 있어요. 1분 뒤에 다시 보내 주세요." },
  ])
})

test("reading is told by a signal, and by a picture where no scripts run", async () => {
  const talk = await createConversation()
  await sendText(talk.customer.actor, talk.roomId, "하나")
  const { cookie } = talk.expert
  const unread = async () =>
    (await db().select().from(chatMembers).where(eq(chatMembers.userId, talk.expert.expertId)))[0]?.unread
  expect(await (await app.get(`/chat?room=${talk.roomId}`, { cookie })).text()).toContain(
    `<noscript><img src="/chat/signal?room=${talk.roomId}&amp;seq=1"`,
  )
  expect(await unread()).toBe(1)
  expect([
    (await app.get(`/chat/signal?room=${talk.roomId}&seq=1`, { cookie })).status,
    await unread(),
  ]).toEqual([204, 0])
  await sendText(talk.customer.actor, talk.roomId, "둘")
  expect([
    (await app.post("/chat/signal", { room: talk.roomId, signal: "read", seq: "2" }, { cookie })).status,
    await unread(),
  ]).toEqual([204, 0])
  const broken: Record<string, string>[] = [
    { room: "x", signal: "read" },
    { room: talk.roomId, signal: "x" },
    { room: talk.roomId, signal: "read", seq: "-1" },
    { room: talk.roomId, signal: "read", seq: "1e99" },
  ]
  for (const fields of broken) {
    expect((await app.post("/chat/signal", fields, { cookie })).status).toBe(400)
  }
})
