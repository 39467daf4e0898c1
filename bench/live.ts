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
import { noteFigure } from "./figures.ts"

const LISTENERS = 1_000
const SENDERS = 24
const SECONDS = 5
/** A busy evening: 20 messages a minute is what one person may send. */
const STEADY_MESSAGES_PER_SECOND = 50

export type BenchPerson = { userId: string; cookie: string }
type BenchRoom = { roomId: string; pair: [BenchPerson, BenchPerson] }

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
    .values(people.map(({ userId }) => ({ userId, legalName: "김하늘", createdAt: at, updatedAt: at })))
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
export async function createRooms(people: readonly BenchPerson[]): Promise<BenchRoom[]> {
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

/** Who listens and writes, and what of theirs has been sent and has come. */
class LiveLoad {
  readonly #product: ChildServer
  readonly #people: readonly BenchPerson[]
  readonly #rooms: readonly BenchRoom[]
  readonly #agent = new Agent({ keepAlive: true, maxSockets: SENDERS * 2 })
  /** By room and number: when it was sent. */
  readonly #sentAt = new Map<string, number>()
  readonly #nextSeq = new Map<string, number>()
  readonly #clients: StreamClient[] = []
  #deliveryTimes: number[] = []
  #sentCount = 0
  rejectedCount = 0

  constructor(product: ChildServer, people: readonly BenchPerson[], rooms: readonly BenchRoom[]) {
    this.#product = product
    this.#people = people
    this.#rooms = rooms
  }

  get undeliveredCount(): number {
    return this.#sentAt.size
  }

  /** Opens a stream for each, in turns: a thousand in one moment would wait in the system's own queue. */
  async listen(): Promise<void> {
    for (let from = 0; from < this.#people.length; from += 50) {
      const opened = this.#people.slice(from, from + 50).map(({ userId, cookie }) =>
        openLiveStream(this.#product.url, cookie, (message) => {
          if (message.type === "chat.message" && message.senderId !== userId) this.#markDelivered(message)
        }),
      )
      await Promise.all(opened.map((one) => one.opened))
      this.#clients.push(...opened)
    }
  }

  #markDelivered(message: Record<string, unknown>): void {
    const key = `${String(message.roomId)} ${String(message.seq)}`
    const sentAt = this.#sentAt.get(key)
    if (sentAt !== undefined && this.#sentAt.delete(key)) this.#deliveryTimes.push(performance.now() - sentAt)
  }

  async #sendOne(): Promise<void> {
    const room = this.#rooms[this.#sentCount % this.#rooms.length]
    // Both write in turns, so that nobody meets the limit of a person.
    const sender = room?.pair[Math.floor(this.#sentCount / this.#rooms.length) % 2]
    this.#sentCount += 1
    if (!room || !sender) return
    const seq = (this.#nextSeq.get(room.roomId) ?? 0) + 1
    this.#nextSeq.set(room.roomId, seq)
    this.#sentAt.set(`${room.roomId} ${seq}`, performance.now())
    const text = `${seq}번째 메시지예요`
    const status = await post(this.#agent, this.#product.url, sender.cookie, room.roomId, text)
    if (status !== 200) this.rejectedCount += 1
  }

  /** Sends as many a second as is said; a pause that came late is made up for. Returns how long they took. */
  async sendSteadily(seconds: number): Promise<number[]> {
    const sending: Promise<void>[] = []
    const from = performance.now()
    while (sending.length < STEADY_MESSAGES_PER_SECOND * seconds) {
      sending.push(this.#sendOne())
      const dueAt = from + (sending.length * 1_000) / STEADY_MESSAGES_PER_SECOND
      await wait(Math.max(0, dueAt - performance.now()))
    }
    await Promise.all(sending)
    return this.#takeDeliveryTimes()
  }

  /** Sends without a pause. Returns how many were sent a second, and how long deliveries took. */
  async sendContinuously(seconds: number): Promise<{ perSecond: number; times: number[] }> {
    const [begun, before] = [performance.now(), this.#sentCount]
    const sendUntilEnd = async () => {
      while (performance.now() - begun < seconds * 1_000) await this.#sendOne()
    }
    await Promise.all(Array.from({ length: SENDERS }, sendUntilEnd))
    const perSecond = (this.#sentCount - before) / ((performance.now() - begun) / 1_000)
    return { perSecond, times: await this.#takeDeliveryTimes() }
  }

  /** What was delivered since it was asked last, once everything has come or ten seconds are over. */
  async #takeDeliveryTimes(): Promise<number[]> {
    const until = performance.now() + 10_000
    while (this.#sentAt.size > 0 && performance.now() < until) await wait(50)
    const times = this.#deliveryTimes
    this.#deliveryTimes = []
    return times
  }

  close(): void {
    for (const client of this.#clients) client.stop()
    this.#agent.destroy()
  }
}

const formatPercentiles = (times: number[]) =>
  `p50 ${percentile(times, 0.5)} ms · p95 ${percentile(times, 0.95)} ms · p99 ${percentile(times, 0.99)} ms`

/** Prints how long messages of the chat take to reach a screen, and how many a second there can be. */
export async function measureLive(product: ChildServer): Promise<void> {
  const people = await createPeople(LISTENERS)
  const load = new LiveLoad(product, people, await createRooms(people))
  await load.listen()
  // The first second warms what has just been started.
  await load.sendSteadily(1)
  const steadyTimes = await load.sendSteadily(SECONDS)
  const { perSecond, times } = await load.sendContinuously(SECONDS)
  noteFigure("live.steadyP95Ms", Number(percentile(steadyTimes, 0.95)), "less")
  noteFigure("live.perSecond", perSecond, "more")
  console.log(`\n채팅 (듣는 화면 ${LISTENERS.toLocaleString("en-US")}개)`)
  console.log(`  초당 ${STEADY_MESSAGES_PER_SECOND}개로 보낼 때 전달 ${formatPercentiles(steadyTimes)}`)
  console.log(
    `  쉬지 않고 보낼 때 (${SENDERS}명) 초당 ${perSecond.toFixed(0)}개 · 전달 ` +
      `${formatPercentiles(times)} · 거절 ${load.rejectedCount} · ` +
      `전달되지 않음 ${load.undeliveredCount}`,
  )
  load.close()
}
