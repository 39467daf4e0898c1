/**
 * Owns what goes between the processes of the product: short texts on named channels, over PostgreSQL or,
 * where configured, over Redis.
 */
import type { Redis } from "ioredis"
import { sql } from "drizzle-orm"
import { newId } from "../basics/ids.ts"
import { openConnection, startLimit } from "./connection.server.ts"
import { findPrimary } from "./database-address.server.ts"
import { databaseUrl, db } from "./db.server.ts"
import { env } from "./env.server.ts"
import { log } from "./log.server.ts"

export type Bus = {
  /** Most bytes of one text: PostgreSQL takes less than 8,000. */
  mostBytes: number
  /**
   * Sends `text` to every process that listens to `channel`, this one as well. Rejects where it could not be
   * sent.
   */
  send(channel: string, text: string): Promise<void>
  /**
   * Hears `channel` until the returned function is called. `again` is called whenever texts may have been
   * missed: the connection was lost and is back.
   */
  listen(channel: string, hear: (text: string) => void, again: () => void): Promise<() => Promise<void>>
}

/** A connection that hears. `onLost` is called once it is gone. */
type Line = { add(channel: string): Promise<void>; close(): void }
type Carrier = {
  mostBytes: number
  send(channel: string, text: string): Promise<void>
  open(hear: (channel: string, text: string) => void, onLost: () => void): Promise<Line>
}

const overPostgres: Carrier = {
  mostBytes: 7_900,
  async send(channel, text) {
    await db().execute(sql`select pg_notify(${channel}, ${text})`)
  },
  async open(hear, onLost) {
    const connection = await openConnection(await findPrimary(databaseUrl()), {
      name: "baroildang-bus",
      hear,
    })
    connection.onGone(onLost)
    return {
      add: async (channel) => void (await connection.ask({ statement: `listen "${channel}"` })),
      close: () => connection.destroy(new Error("The bus is opened anew")),
    }
  },
}

/** Every channel of this product begins with it: a Redis is often shared. */
const PREFIX = "baroildang:"
const CONNECT_MS = 2_000
let sender: Redis | undefined

async function connectRedis(canReconnect: boolean): Promise<Redis> {
  const { REDIS_URL } = env()
  if (!REDIS_URL) throw new Error("REDIS_URL is not set")
  // Loaded only where it is used.
  const { Redis } = await import("ioredis")
  const redis = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: CONNECT_MS,
    maxRetriesPerRequest: 2,
    retryStrategy: canReconnect ? (times) => Math.min(times * 100, 2_000) : () => null,
  })
  redis.on("error", (error) => log().warn({ err: error }, "redis"))
  await redis.connect()
  return redis
}

const overRedis: Carrier = {
  mostBytes: 512 * 1024,
  async send(channel, text) {
    sender ??= await connectRedis(true)
    await sender.publish(PREFIX + channel, text)
  },
  async open(hear, onLost) {
    const redis = await connectRedis(false)
    redis.on("message", (name: string, text: string) => hear(name.slice(PREFIX.length), text))
    redis.on("close", onLost)
    return {
      add: async (channel) => void (await redis.subscribe(PREFIX + channel)),
      close: () => redis.disconnect(),
    }
  },
}

const carrier = (): Carrier => (env().REDIS_URL ? overRedis : overPostgres)

type Hearer = { hear: (text: string) => void; again: () => void }
/** What this process says to itself: a line that does not bring it back hears nothing else either. */
const OWN_CHANNEL = "pulse"
const SELF = newId()
const PULSE_MS = 2_000
/** The word is expected within this time. */
const MAX_DELAY_MS = 3_000
const MAX_PAUSE_MS = 2_000

const hearers = new Map<string, Set<Hearer>>()
let line: Promise<Line> | undefined
let pulsing: NodeJS.Timeout | undefined
let stopLimit: (() => void) | undefined
let heardAt = 0
let failures = 0
let reopening: NodeJS.Timeout | undefined

/** Opens the line to all channels; rejects where one of them is refused, as a standby does. */
async function openLine(): Promise<Line> {
  // The end of a line that was given up already says nothing of the one that came after it.
  let isCurrent = true
  const opened = await carrier().open(
    hearText,
    () => isCurrent && loseLine("the line between the processes was lost"),
  )
  try {
    for (const channel of [OWN_CHANNEL, ...hearers.keys()]) await opened.add(channel)
  } catch (error) {
    isCurrent = false
    opened.close()
    throw error
  }
  heardAt = performance.now()
  clearInterval(pulsing)
  pulsing = setInterval(pulse, PULSE_MS).unref()
  return {
    add: opened.add,
    close() {
      isCurrent = false
      opened.close()
    },
  }
}

function hearText(channel: string, text: string): void {
  if (channel === OWN_CHANNEL && text === SELF) {
    heardAt = performance.now()
    stopLimit?.()
    stopLimit = undefined
  }
  for (const { hear } of hearers.get(channel) ?? []) hear(text)
}

function pulse(): void {
  // Where the last word has not come back yet, its time is running.
  stopLimit ??= startLimit(MAX_DELAY_MS, () => loseLine("a word of this process did not come back"))
  carrier()
    .send(OWN_CHANNEL, SELF)
    .catch((error: unknown) => log().warn({ err: error }, "the pulse could not be sent"))
}

function loseLine(reason: string): void {
  stopPulse()
  const lost = line
  line = undefined
  void lost?.then(
    (opened) => opened.close(),
    () => undefined,
  )
  if (hearers.size === 0) return
  log().warn({ reason }, "listening anew to the other processes")
  reopen()
}

function stopPulse(): void {
  clearInterval(pulsing)
  clearTimeout(reopening)
  stopLimit?.()
  stopLimit = undefined
}

/** Tries until it hears again; then whoever listens reads what it may have missed. */
function reopen(): void {
  const opening = openLine()
  line = opening
  opening.then(
    () => {
      failures = 0
      if (hearers.size === 0) return void closeLine()
      for (const some of hearers.values()) for (const { again } of some) again()
    },
    (error: unknown) => {
      if (line !== opening || hearers.size === 0) return
      failures += 1
      log().warn({ err: error }, "the other processes can't be heard")
      reopening = setTimeout(reopen, Math.min(MAX_PAUSE_MS, 100 * 2 ** failures))
    },
  )
}

async function listen(
  channel: string,
  hear: Hearer["hear"],
  again: Hearer["again"],
): Promise<() => Promise<void>> {
  const hearer = { hear, again }
  const isNew = !hearers.has(channel)
  hearers.set(channel, (hearers.get(channel) ?? new Set()).add(hearer))
  const forget = async () => {
    hearers.get(channel)?.delete(hearer)
    if (hearers.get(channel)?.size === 0) hearers.delete(channel)
    if (hearers.size === 0) await closeLine()
  }
  try {
    const isFirst = line === undefined
    line ??= openLine()
    const opened = await line
    if (isNew && !isFirst) await opened.add(channel)
  } catch (error) {
    await forget()
    throw error
  }
  return forget
}

async function closeLine(): Promise<void> {
  stopPulse()
  const open = line
  line = undefined
  await open?.then(
    (opened) => opened.close(),
    () => undefined,
  )
}

/** The bus as configured. */
export const bus = (): Bus => ({ mostBytes: carrier().mostBytes, send: carrier().send, listen })

/**
 * For how long nothing has been heard of this process's own word, in milliseconds; 0 where it listens to
 * nothing.
 */
export const busSilenceMs = (): number => (hearers.size === 0 ? 0 : performance.now() - heardAt)

/** Closes what the bus holds by itself. */
export async function closeBus(): Promise<void> {
  hearers.clear()
  await closeLine()
  sender?.disconnect()
  sender = undefined
}
