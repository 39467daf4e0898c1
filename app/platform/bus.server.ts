/** Owns what goes between the processes of the product: short texts on named channels, over PostgreSQL or, where configured, over Redis. */
import type { Redis } from "ioredis"
import { sql } from "drizzle-orm"
import { db, driver } from "./db.server.ts"
import { env } from "./env.server.ts"
import { log } from "./log.server.ts"

export type Bus = {
  /** Most bytes of one text: PostgreSQL takes less than 8,000. */
  mostBytes: number
  /** Sends `text` to every process that listens to `channel`, this one as well. Rejects where it could not be sent. */
  send(channel: string, text: string): Promise<void>
  /** Hears `channel` until the returned function is called. `again` is called whenever texts may have been missed: the connection was lost and is back. */
  listen(channel: string, hear: (text: string) => void, again: () => void): Promise<() => Promise<void>>
}

const overPostgres: Bus = {
  mostBytes: 7_900,
  async send(channel, text) {
    await db().execute(sql`select pg_notify(${channel}, ${text})`)
  },
  async listen(channel, hear, again) {
    let first = true
    const listening = await driver().listen(channel, hear, () => {
      if (!first) again()
      first = false
    })
    return () => listening.unlisten()
  },
}

/** Every channel of this product begins with it: a Redis is often shared. */
const PREFIX = "baroildang:"
const CONNECT_MS = 5_000
let sender: Redis | undefined
let hearer: Redis | undefined

async function connectRedis(): Promise<Redis> {
  const { REDIS_URL } = env()
  if (!REDIS_URL) throw new Error("REDIS_URL is not set")
  // Loaded only where it is used.
  const { Redis } = await import("ioredis")
  const redis = new Redis(REDIS_URL, { lazyConnect: true, connectTimeout: CONNECT_MS, maxRetriesPerRequest: 2, retryStrategy: (times) => Math.min(times * 100, 2_000) })
  redis.on("error", (error) => log().warn({ err: error }, "redis"))
  await redis.connect()
  return redis
}

const overRedis: Bus = {
  mostBytes: 512 * 1024,
  async send(channel, text) {
    sender ??= await connectRedis()
    await sender.publish(PREFIX + channel, text)
  },
  async listen(channel, hear, again) {
    hearer ??= await connectRedis()
    const redis = hearer
    const name = PREFIX + channel
    const take = (from: string, text: string) => from === name && hear(text)
    redis.on("message", take)
    await redis.subscribe(name)
    // It subscribes again by itself; what was sent meanwhile is gone.
    redis.on("ready", again)
    return async () => {
      redis.off("message", take)
      redis.off("ready", again)
      await redis.unsubscribe(name).catch(() => undefined)
    }
  },
}

/** The bus as configured. */
export const bus = (): Bus => (env().REDIS_URL ? overRedis : overPostgres)

/** Closes what the bus holds by itself. */
export async function closeBus(): Promise<void> {
  const open = [sender, hearer]
  sender = undefined
  hearer = undefined
  for (const redis of open) redis?.disconnect()
}
