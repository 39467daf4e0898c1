/**
 * Conversations that go on while the product or its database is killed, and the count of what is there
 * afterwards.
 */
import { expect, vi } from "vitest"
import { asc, inArray } from "drizzle-orm"
import { chatMembers, chatMessages } from "#app/areas/chat/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { connectDatabase, db, disconnectDatabase } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { createPeople, createRooms } from "../../bench/live.ts"
import { getDatabaseUrl, killDatabase, startProduct, type StartedProduct } from "./started-product.ts"

export type Victim = "app" | "database" | "both"

const GROUPS = 10
/** A person may send twenty messages a minute, and each group speaks in one round of ten. */
const MESSAGES = 5
const ROOMS_PER_GROUP = 8
const WAIT_OPTIONS = { timeout: 120_000, interval: 100 }

/**
 * Kills `victims` one after the other while people talk, each message sent again by the same key until it is
 * acknowledged. Fails where an acknowledged message is missing or is there twice, and where one is refused
 * otherwise than with 503 and a sentence. Returns the milliseconds from each kill until a message that was
 * sent after it was acknowledged.
 */
export async function chatThroughKills(dataDir: string, victims: readonly Victim[]): Promise<number[]> {
  let product = await startProduct({ dataDir })
  setEnvironment(readEnvironment({ APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }))
  connectDatabase(getDatabaseUrl(dataDir), 4)
  try {
    const rooms = await createRooms(await createPeople(GROUPS * ROOMS_PER_GROUP * 2))
    const sent = new Map<string, string[]>(rooms.map(({ roomId }) => [roomId, []]))
    const kills: Kill[] = []
    for (const [round, victim] of victims.entries()) {
      const group = rooms.filter((_, index) => index % GROUPS === round % GROUPS)
      const kill: Kill = {
        acknowledged: 0,
        at: Number.POSITIVE_INFINITY,
        recoveredAfterMs: undefined,
        unexpectedAnswers: [],
      }
      const conversations = Promise.all(
        group.flatMap(({ roomId, pair }) =>
          pair.map(async ({ cookie }) => {
            for (let each = 0; each < MESSAGES; each += 1) {
              const clientKey = newId()
              sent.get(roomId)?.push(clientKey)
              await send(() => product.url, kill, { roomId, cookie, clientKey })
            }
          }),
        ),
      )
      conversations.catch(() => undefined)
      const expectSomeAcknowledged = () => expect(kill.acknowledged).toBeGreaterThan(ROOMS_PER_GROUP)
      await vi.waitFor(expectSomeAcknowledged, { ...WAIT_OPTIONS, interval: 2 })
      product = await killAndStart(product, victim, dataDir, kill)
      await conversations
      expect(kill.unexpectedAnswers, "what is not taken is refused with 503 and a sentence").toEqual([])
      kills.push(kill)
    }
    await checkMessages(sent)
    return kills.map((kill) => kill.recoveredAfterMs ?? Number.POSITIVE_INFINITY)
  } finally {
    await disconnectDatabase()
    await product.stop()
  }
}

type Kill = {
  acknowledged: number
  at: number
  recoveredAfterMs: number | undefined
  /** Answers that neither acknowledge nor refuse as they should. */
  unexpectedAnswers: string[]
}
type Message = { roomId: string; cookie: string; clientKey: string }

/** Sends a message as a page does: by the same key until the product says that it has it. */
async function send(url: () => string, kill: Kill, { roomId, cookie, clientKey }: Message): Promise<void> {
  await vi.waitFor(async () => {
    const startedAt = performance.now()
    const body = new URLSearchParams({ intent: "send", clientKey, text: clientKey })
    const headers = { Cookie: cookie, Origin: url() }
    const signal = AbortSignal.timeout(5_000)
    const address = `${url()}/chat/messages?room=${roomId}`
    const answer = await fetch(address, { method: "POST", body, headers, signal })
    const text = await answer.text()
    const isRefusal = answer.status === 503 && /[가-힣]+요\./.test(text)
    if (answer.status !== 200 && !isRefusal)
      kill.unexpectedAnswers.push(`${answer.status} ${text.slice(0, 200)}`)
    expect(answer.status).toBe(200)
    kill.acknowledged += 1
    if (startedAt > kill.at) kill.recoveredAfterMs ??= performance.now() - kill.at
  }, WAIT_OPTIONS)
}

/** Kills, and starts the product again at once where it was killed, as a service manager does. */
async function killAndStart(
  product: StartedProduct,
  victim: Victim,
  dataDir: string,
  kill: Kill,
): Promise<StartedProduct> {
  kill.at = performance.now()
  if (victim !== "app") killDatabase(dataDir)
  if (victim === "database") return product
  await product.kill()
  return startProduct({ dataDir, port: product.port })
}

async function checkMessages(sent: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const ids = [...sent.keys()]
  const { roomId: room, seq, clientKey } = chatMessages
  const read = () =>
    db()
      .select({ roomId: room, seq, clientKey })
      .from(chatMessages)
      .where(inArray(room, ids))
      .orderBy(asc(seq))
  const stored = await vi.waitFor(read, WAIT_OPTIONS)
  for (const [roomId, keys] of sent) {
    const messages = stored.filter((message) => message.roomId === roomId)
    expect(messages.map((message) => message.seq)).toEqual(messages.map((_, index) => index + 1))
    expect(messages.map((message) => message.clientKey).sort()).toEqual([...keys].sort())
  }
  const members = await db().select().from(chatMembers).where(inArray(chatMembers.roomId, ids))
  for (const member of members) expect(member.unread).toBe(member.lastSeq - member.readSeq)
}
