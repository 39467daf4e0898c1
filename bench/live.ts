/**
 * Messages a second while a thousand pages listen, and how long each takes from the sender's click to the
 * other's page.
 */
import { Agent, request } from "node:http"
import { chatMembers, chatRooms } from "../app/areas/chat/schema.server.ts"
import { profiles, sessions, users } from "../app/areas/accounts/schema.server.ts"
import { newId } from "../app/basics/ids.ts"
import { db } from "../app/platform/db.server.ts"
import { openLiveStream, type StreamClient } from "../tests/setup/live-stream-client.ts"
import type { ChildServer } from "./servers.ts"

const LISTENERS = 1_000
const SENDERS = 24
const SECONDS = 8
/** A busy evening: 20 messages a minute is what one person may send. */
const STEADY_MESSAGES_PER_SECOND = 50

export type BenchPerson = { userId: string; cookie: string }

/** Many signed-in people in three statements. */
export async function createPeople(count: number): Promise<BenchPerson[]> {
  const people = Array.from({ length: count }, () => ({ userId: newId(), token: newId() }))
  const at = new Date()
  await db()
    .insert(users)
    .values(
      people.map(({ userId }) => ({
        id: userId,
        email: `${userId}@example.kr`,
        emailVerified: true,
        name: "김하늘",
        createdAt: at,
        updatedAt: at,
      })),
    )
  await db()
    .insert(profiles)
    .values(people.map(({ userId }) => ({ userId, name: "김하늘", createdAt: at, updatedAt: at })))
  await db()
    .insert(sessions)
    .values(
      people.map(({ userId, token }) => ({
        id: newId(),
        userId,
        token,
        expiresAt: new Date(at.getTime() + 3_600_000),
        createdAt: at,
        updatedAt: at,
      })),
    )
  return people.map(({ userId, token }) => ({ userId, cookie: `baroildang.session_token=${token}` }))
}

/** Every two of `people` get a room. */
export async function createRooms(
  people: readonly BenchPerson[],
): Promise<{ roomId: string; pair: [BenchPerson, BenchPerson] }[]> {
  const rooms = Array.from({ length: Math.floor(people.length / 2) }, (_, at) => ({
    roomId: newId(),
    pair: people.slice(at * 2, at * 2 + 2) as [BenchPerson, BenchPerson],
  }))
  const at = new Date()
  await db()
    .insert(chatRooms)
    .values(
      rooms.map(({ roomId, pair }) => {
        const [low = "", high = ""] = pair.map((person) => person.userId).sort()
        return {
          id: roomId,
          subjectKind: "person" as const,
          subjectId: newId(),
          lowUserId: low,
          highUserId: high,
          subjectTitle: "부하 재기",
          createdAt: at,
        }
      }),
    )
  await db()
    .insert(chatMembers)
    .values(
      rooms.flatMap(({ roomId, pair: [one, two] }) => [
        { roomId, userId: one.userId, partnerId: two.userId, listed: true, activeAt: at },
        { roomId, userId: two.userId, partnerId: one.userId, listed: true, activeAt: at },
      ]),
    )
  return rooms
}

function post(agent: Agent, url: string, cookie: string, roomId: string, text: string): Promise<number> {
  const body = new URLSearchParams({ intent: "send", clientKey: newId(), text }).toString()
  return new Promise((done, failed) => {
    const clientRequest = request(
      `${url}/chat/messages?room=${roomId}`,
      {
        method: "POST",
        agent,
        headers: {
          Cookie: cookie,
          Origin: url,
          "Content-Type": "application/x-www-form-urlencoded",
          "Content-Length": Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume()
        response.on("end", () => done(response.statusCode ?? 0))
      },
    )
    clientRequest.on("error", failed)
    clientRequest.end(body)
  })
}

const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))
const percentile = (times: number[], fraction: number) =>
  (
    times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * fraction))] ?? Number.NaN
  ).toFixed(0)

export async function measureLive(product: ChildServer): Promise<void> {
  const people = await createPeople(LISTENERS)
  const rooms = await createRooms(people)
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS * 2 })
  /** By room and number: when it was sent. */
  const sentAt = new Map<string, number>()
  let deliveryTimes: number[] = []
  const nextSeq = new Map<string, number>()
  const clients: StreamClient[] = []
  // Opened in turns: a thousand connections in one moment would wait in the system's own queue.
  for (let from = 0; from < people.length; from += 50) {
    const openedClients = people.slice(from, from + 50).map(({ userId, cookie }) =>
      openLiveStream(product.url, cookie, (message) => {
        if (message.type !== "chat.message" || message.senderId === userId) return
        const key = `${String(message.roomId)} ${String(message.seq)}`
        const begun = sentAt.get(key)
        if (begun !== undefined && sentAt.delete(key)) deliveryTimes.push(performance.now() - begun)
      }),
    )
    await Promise.all(openedClients.map((one) => one.opened))
    clients.push(...openedClients)
  }

  let sentCount = 0
  let rejectedCount = 0
  const sendOne = async () => {
    const room = rooms[sentCount % rooms.length]
    // Both write in turns, so that nobody meets the limit of a person.
    const sender = room?.pair[Math.floor(sentCount / rooms.length) % 2]
    sentCount += 1
    if (!room || !sender) return
    const seq = (nextSeq.get(room.roomId) ?? 0) + 1
    nextSeq.set(room.roomId, seq)
    sentAt.set(`${room.roomId} ${seq}`, performance.now())
    if ((await post(agent, product.url, sender.cookie, room.roomId, `${seq}번째 메시지예요`)) !== 200)
      rejectedCount += 1
  }
  const waitForDeliveries = async () => {
    const until = performance.now() + 10_000
    while (sentAt.size > 0 && performance.now() < until) await wait(50)
  }

  const sendSteadily = async (seconds: number) => {
    const sending: Promise<void>[] = []
    const from = performance.now()
    while (sending.length < STEADY_MESSAGES_PER_SECOND * seconds) {
      sending.push(sendOne())
      // A pause that came late is made up for: as many are sent in a second as is said.
      await wait(
        Math.max(0, from + (sending.length * 1_000) / STEADY_MESSAGES_PER_SECOND - performance.now()),
      )
    }
    await Promise.all(sending)
    await waitForDeliveries()
    const times = deliveryTimes
    deliveryTimes = []
    return times
  }
  // The first second warms what has just been started.
  await sendSteadily(1)
  const steadyTimes = await sendSteadily(SECONDS)

  const before = sentCount
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (performance.now() - begun < SECONDS * 1_000) await sendOne()
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  await waitForDeliveries()
  console.log(`\n채팅 (듣는 화면 ${LISTENERS.toLocaleString("en-US")}개)`)
  console.log(
    `  초당 ${STEADY_MESSAGES_PER_SECOND}개로 보낼 때 전달 p50 ${percentile(steadyTimes, 0.5)} ms · ` +
      `p95 ${percentile(steadyTimes, 0.95)} ms · p99 ${percentile(steadyTimes, 0.99)} ms`,
  )
  console.log(
    `  쉬지 않고 보낼 때 (${SENDERS}명) 초당 ${((sentCount - before) / seconds).toFixed(0)}개 · 전달 p50 ` +
      `${percentile(deliveryTimes, 0.5)} ms · p95 ${percentile(deliveryTimes, 0.95)} ms · ` +
      `p99 ${percentile(deliveryTimes, 0.99)} ms · 거절 ${rejectedCount} · 전달되지 않음 ${sentAt.size}`,
  )
  for (const client of clients) client.stop()
  agent.destroy()
}
