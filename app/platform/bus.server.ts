/**
 * What goes between the processes of the product: short texts on named channels, over PostgreSQL or,
 * where configured, over Redis.
 */
import type { Redis } from "ioredis"
import { sql } from "drizzle-orm"
import { newId } from "../basics/ids.ts"
import { openConnection, startResponseTimeout } from "./connection.server.ts"
import { findPrimary } from "./database-address.server.ts"
import { databaseUrl, db } from "./db.server.ts"
import { env } from "./env.server.ts"
import { log } from "./log.server.ts"

export type Bus = {
  /** Most bytes of one text: PostgreSQL takes less than 8,000. */
  maxBytes: number
  /**
   * Sends `text` to every process that listens to `channel`, this one as well. Rejects where it could not be
   * sent.
   */
  send(channel: string, text: string): Promise<void>
  /**
   * Hears `channel` until the returned function is called. `onReconnect` is called whenever texts may have
   * been missed: the connection was lost and is back.
   */
  listen(
    channel: string,
    onMessage: (text: string) => void,
    onReconnect: () => void,
  ): Promise<() => Promise<void>>
}

/** A connection that hears. `onLost` is called once it is gone. */
type ListenConnection = { add(channel: string): Promise<void>; close(): void }
type BusTransport = {
  maxBytes: number
  send(channel: string, text: string): Promise<void>
  open(onMessage: (channel: string, text: string) => void, onLost: () => void): Promise<ListenConnection>
}

const postgresTransport: BusTransport = {
  maxBytes: 7_900,
  async send(channel, text) {
    await db().execute(sql`select pg_notify(${channel}, ${text})`)
  },
  async open(onMessage, onLost) {
    const connection = await openConnection(await findPrimary(databaseUrl()), {
      name: "baroildang-bus",
      listener: onMessage,
    })
    connection.onGone(onLost)
    return {
      add: async (channel) => void (await connection.query({ statement: `listen "${channel}"` })),
      close: () => connection.destroy(new Error("The bus is opened anew")),
    }
  },
}

/** Every channel of this product begins with it: a Redis is often shared. */
const REDIS_CHANNEL_PREFIX = "baroildang:"
const CONNECT_TIMEOUT_MS = 2_000
let redisPublisher: Redis | undefined

async function connectRedis(canReconnect: boolean): Promise<Redis> {
  const { REDIS_URL } = env()
  if (!REDIS_URL) throw new Error("REDIS_URL is not set")
  // Loaded only where it is used.
  const { Redis } = await import("ioredis")
  const redis = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 2,
    retryStrategy: canReconnect ? (times) => Math.min(times * 100, 2_000) : () => null,
  })
  redis.on("error", (error) => log().warn({ err: error }, "redis"))
  await redis.connect()
  return redis
}

const redisTransport: BusTransport = {
  maxBytes: 512 * 1024,
  async send(channel, text) {
    redisPublisher ??= await connectRedis(true)
    await redisPublisher.publish(REDIS_CHANNEL_PREFIX + channel, text)
  },
  async open(onMessage, onLost) {
    const redis = await connectRedis(false)
    redis.on("message", (name: string, text: string) =>
      onMessage(name.slice(REDIS_CHANNEL_PREFIX.length), text),
    )
    redis.on("close", onLost)
    return {
      add: async (channel) => void (await redis.subscribe(REDIS_CHANNEL_PREFIX + channel)),
      close: () => redis.disconnect(),
    }
  },
}

const getTransport = (): BusTransport => (env().REDIS_URL ? redisTransport : postgresTransport)

type BusListener = { onMessage: (text: string) => void; onReconnect: () => void }
/** What this process says to itself: a line that does not bring it back hears nothing else either. */
const HEARTBEAT_CHANNEL = "pulse"
const INSTANCE_ID = newId()
const HEARTBEAT_INTERVAL_MS = 2_000
/** The word is expected within this time. */
const HEARTBEAT_TIMEOUT_MS = 3_000
const MAX_RECONNECT_DELAY_MS = 2_000

const listenersByChannel = new Map<string, Set<BusListener>>()
let listenConnection: Promise<ListenConnection> | undefined
let heartbeatTimer: NodeJS.Timeout | undefined
let stopHeartbeatTimeout: (() => void) | undefined
let lastHeartbeatAt = 0
let failures = 0
let reconnectTimer: NodeJS.Timeout | undefined

/** Opens the line to all channels; rejects where one of them is refused, as a standby does. */
async function openListenConnection(): Promise<ListenConnection> {
  // The end of a line that was given up already says nothing of the one that came after it.
  let isCurrent = true
  const opened = await getTransport().open(
    dispatchText,
    () => isCurrent && handleConnectionLoss("the line between the processes was lost"),
  )
  try {
    for (const channel of [HEARTBEAT_CHANNEL, ...listenersByChannel.keys()]) await opened.add(channel)
  } catch (error) {
    isCurrent = false
    opened.close()
    throw error
  }
  lastHeartbeatAt = performance.now()
  clearInterval(heartbeatTimer)
  heartbeatTimer = setInterval(sendHeartbeat, HEARTBEAT_INTERVAL_MS).unref()
  return {
    add: opened.add,
    close() {
      isCurrent = false
      opened.close()
    },
  }
}

function dispatchText(channel: string, text: string): void {
  if (channel === HEARTBEAT_CHANNEL && text === INSTANCE_ID) {
    lastHeartbeatAt = performance.now()
    stopHeartbeatTimeout?.()
    stopHeartbeatTimeout = undefined
  }
  for (const { onMessage } of listenersByChannel.get(channel) ?? []) onMessage(text)
}

function sendHeartbeat(): void {
  // Where the last word has not come back yet, its time is running.
  stopHeartbeatTimeout ??= startResponseTimeout(HEARTBEAT_TIMEOUT_MS, () =>
    handleConnectionLoss("a word of this process did not come back"),
  )
  getTransport()
    .send(HEARTBEAT_CHANNEL, INSTANCE_ID)
    .catch((error: unknown) => log().warn({ err: error }, "the pulse could not be sent"))
}

function handleConnectionLoss(reason: string): void {
  stopHeartbeat()
  const lostConnection = listenConnection
  listenConnection = undefined
  void lostConnection?.then(
    (opened) => opened.close(),
    () => undefined,
  )
  if (listenersByChannel.size === 0) return
  log().warn({ reason }, "listening anew to the other processes")
  reconnect()
}

function stopHeartbeat(): void {
  clearInterval(heartbeatTimer)
  clearTimeout(reconnectTimer)
  stopHeartbeatTimeout?.()
  stopHeartbeatTimeout = undefined
}

/** Tries until it hears again; then whoever listens reads what it may have missed. */
function reconnect(): void {
  const pendingConnection = openListenConnection()
  listenConnection = pendingConnection
  pendingConnection.then(
    () => {
      failures = 0
      if (listenersByChannel.size === 0) return void closeListenConnection()
      for (const channelListeners of listenersByChannel.values())
        for (const { onReconnect } of channelListeners) onReconnect()
    },
    (error: unknown) => {
      if (listenConnection !== pendingConnection || listenersByChannel.size === 0) return
      failures += 1
      log().warn({ err: error }, "the other processes can't be heard")
      reconnectTimer = setTimeout(reconnect, Math.min(MAX_RECONNECT_DELAY_MS, 100 * 2 ** failures))
    },
  )
}

async function listen(
  channel: string,
  onMessage: BusListener["onMessage"],
  onReconnect: BusListener["onReconnect"],
): Promise<() => Promise<void>> {
  const listener = { onMessage, onReconnect }
  const isNew = !listenersByChannel.has(channel)
  listenersByChannel.set(channel, (listenersByChannel.get(channel) ?? new Set()).add(listener))
  const unsubscribe = async () => {
    listenersByChannel.get(channel)?.delete(listener)
    if (listenersByChannel.get(channel)?.size === 0) listenersByChannel.delete(channel)
    if (listenersByChannel.size === 0) await closeListenConnection()
  }
  try {
    const isFirst = listenConnection === undefined
    listenConnection ??= openListenConnection()
    const opened = await listenConnection
    if (isNew && !isFirst) await opened.add(channel)
  } catch (error) {
    await unsubscribe()
    throw error
  }
  return unsubscribe
}

async function closeListenConnection(): Promise<void> {
  stopHeartbeat()
  const open = listenConnection
  listenConnection = undefined
  await open?.then(
    (opened) => opened.close(),
    () => undefined,
  )
}

/** The bus as configured. */
export const bus = (): Bus => ({ maxBytes: getTransport().maxBytes, send: getTransport().send, listen })

/**
 * For how long nothing has been heard of this process's own word, in milliseconds; 0 where it listens to
 * nothing.
 */
export const getBusSilenceMs = (): number =>
  listenersByChannel.size === 0 ? 0 : performance.now() - lastHeartbeatAt

/** Closes what the bus holds by itself. */
export async function closeBus(): Promise<void> {
  listenersByChannel.clear()
  await closeListenConnection()
  redisPublisher?.disconnect()
  redisPublisher = undefined
}
