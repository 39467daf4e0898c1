/**
 * Messages a second while a thousand pages listen, and how long each takes from the sender's click to the
 * other's page.
 */
import { Agent, request } from "node:http"
import { chatMembers, chatRooms } from "../app/areas/chat/schema.server.ts"
import { profiles, sessions, users } from "../app/areas/accounts/schema.server.ts"
import { newId } from "../app/basics/ids.ts"
import { db } from "../app/platform/db.server.ts"
import { openStream, type StreamClient } from "../tests/setup/stream.ts"
import type { Child } from "./servers.ts"

const LISTENERS = 1_000
const SENDERS = 24
const SECONDS = 8
/** A busy evening: 20 messages a minute is what one person may send. */
const STEADY_A_SECOND = 50

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
    const asked = request(
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
      (answer) => {
        answer.resume()
        answer.on("end", () => done(answer.statusCode ?? 0))
      },
    )
    asked.on("error", failed)
    asked.end(body)
  })
}

const pause = (ms: number) => new Promise((over) => setTimeout(over, ms))
const share = (times: number[], part: number) =>
  (
    times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  ).toFixed(0)

export async function measureLive(product: Child): Promise<void> {
  const people = await createPeople(LISTENERS)
  const rooms = await createRooms(people)
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS * 2 })
  /** By room and number: when it was sent. */
  const sentAt = new Map<string, number>()
  let delivered: number[] = []
  const nextSeq = new Map<string, number>()
  const clients: StreamClient[] = []
  // Opened in turns: a thousand connections in one moment would wait in the system's own queue.
  for (let from = 0; from < people.length; from += 50) {
    const some = people.slice(from, from + 50).map(({ userId, cookie }) =>
      openStream(product.url, cookie, (message) => {
        if (message.type !== "chat.message" || message.senderId === userId) return
        const key = `${String(message.roomId)} ${String(message.seq)}`
        const begun = sentAt.get(key)
        if (begun !== undefined && sentAt.delete(key)) delivered.push(performance.now() - begun)
      }),
    )
    await Promise.all(some.map((one) => one.opened))
    clients.push(...some)
  }

  let turn = 0
  let refused = 0
  const sendOne = async () => {
    const room = rooms[turn % rooms.length]
    // Both write in turns, so that nobody meets the limit of a person.
    const sender = room?.pair[Math.floor(turn / rooms.length) % 2]
    turn += 1
    if (!room || !sender) return
    const seq = (nextSeq.get(room.roomId) ?? 0) + 1
    nextSeq.set(room.roomId, seq)
    sentAt.set(`${room.roomId} ${seq}`, performance.now())
    if ((await post(agent, product.url, sender.cookie, room.roomId, `${seq}번째 메시지예요`)) !== 200)
      refused += 1
  }
  const settle = async () => {
    const until = performance.now() + 10_000
    while (sentAt.size > 0 && performance.now() < until) await pause(50)
  }

  const steadily = async (seconds: number) => {
    const sending: Promise<void>[] = []
    const from = performance.now()
    while (sending.length < STEADY_A_SECOND * seconds) {
      sending.push(sendOne())
      // A pause that came late is made up for: as many are sent in a second as is said.
      await pause(Math.max(0, from + (sending.length * 1_000) / STEADY_A_SECOND - performance.now()))
    }
    await Promise.all(sending)
    await settle()
    const times = delivered
    delivered = []
    return times
  }
  // The first second warms what has just been started.
  await steadily(1)
  const calm = await steadily(SECONDS)

  const before = turn
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (performance.now() - begun < SECONDS * 1_000) await sendOne()
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  await settle()
  console.log(`\n채팅 (듣는 화면 ${LISTENERS.toLocaleString("en-US")}개)`)
  console.log(
    `  초당 ${STEADY_A_SECOND}개로 보낼 때 전달 p50 ${share(calm, 0.5)} ms · p95 ${share(calm, 0.95)} ms · ` +
      `p99 ${share(calm, 0.99)} ms`,
  )
  console.log(
    `  쉬지 않고 보낼 때 (${SENDERS}명) 초당 ${((turn - before) / seconds).toFixed(0)}개 · 전달 p50 ` +
      `${share(delivered, 0.5)} ms · p95 ${share(delivered, 0.95)} ms · p99 ${share(delivered, 0.99)} ` +
      `ms · 거절 ${refused} · 전달되지 않음 ${sentAt.size}`,
  )
  for (const client of clients) client.stop()
  agent.destroy()
}
