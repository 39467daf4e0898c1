/**
 * The live streams: one per browser, which get the messages for its user, of this process and, over the bus,
 * of the others.
 */
import { newId } from "../basics/ids.ts"
import { bus } from "./bus.server.ts"
import { watchCache } from "./cache-sizes.server.ts"
import { afterCommit } from "./db.server.ts"
import { log } from "./log.server.ts"

export type LiveMessage = { type: string; [field: string]: unknown }
/** `write` takes bytes of the stream's own format and says whether the stream still keeps up. */
export type LiveListener = { sessionId: string; write: (frame: Uint8Array) => boolean; close: () => void }

const CHANNEL = "live"
/**
 * stack.md: a NOTIFY in every transaction serialises the commits, so messages of one moment go as one
 * batch.
 */
const BATCH_DELAY_MS = 15
const MAX_STREAMS_PER_USER = 12
/** A ping keeps proxies from closing a quiet stream, and tells the page where it is. */
const PING_INTERVAL_MS = 15_000
/** For how long, and in how much room, messages are stored for those whose connection was cut. */
const REPLAY_TTL_MS = 90_000
const MAX_REPLAY_BYTES = 4 * 1_048_576
/** What V8 needs for a stored message beside its bytes, and for each who gets it. */
const REPLAY_MESSAGE_BYTES = 400
const REPLAY_USER_BYTES = 150
/**
 * Clocks of several machines differ, and what two processes publish at once arrives in either order: this
 * much is sent again.
 */
const REPLAY_OVERLAP_MS = 2_000
const RESEND_DELAY_MS = 500
const MAX_UNSENT_TEXTS = 1_000

/** `json` is the message, written once for the bus and for every stream. */
type PublishedMessage = { id: string; userIds: readonly string[]; json: string }
type SessionEnd = { userId: string; sessionIds: readonly string[] | "all" }
type BusBatch = { tell: PublishedMessage[]; end: SessionEnd[] }
/** A batch as it comes from another process. */
type ReceivedBatch = { tell: { id: string; userIds: string[]; message: LiveMessage }[]; end: SessionEnd[] }
type ReplayMessage = { id: string; at: number; userIds: ReadonlySet<string>; frame: Uint8Array }

const listeners = new Map<string, Set<LiveListener>>()
const replayBuffer: ReplayMessage[] = []
let replayBytes = 0
/** When the last message was published that had to make room before its time was over. */
let replayLostAt = 0
watchCache("live_replay", () => ({ bytes: replayBytes, maxBytes: MAX_REPLAY_BYTES }))
/** Since when this process has received everything; infinity while it does not listen. */
let listeningSince = Number.POSITIVE_INFINITY
let stopListening: (() => Promise<void>) | undefined
let isStopping = false
let pingTimer: NodeJS.Timeout | undefined
let flushTimer: NodeJS.Timeout | undefined
let pendingBatch: BusBatch = { tell: [], end: [] }
/** What the bus did not take: it may hear again before it sends, and nobody is told to look again by then. */
let unsentTexts: string[] = []
let findAliveSessions: ((sessionIds: readonly string[]) => Promise<ReadonlySet<string>>) | undefined

const encoder = new TextEncoder()
const encodeJsonFrame = (id: string, json: string) => encoder.encode(`id: ${id}\ndata: ${json}\n\n`)
const encodeFrame = (id: string, message: LiveMessage) => encodeJsonFrame(id, JSON.stringify(message))
/** Batches of this process begin with it; its own streams have got them by then. */
const OWN_TEXT_PREFIX = `{"from":"${newId()}"`
/** When an id was made, in milliseconds since 1970: it begins with it. */
const getTimeOfId = (id: string) => Number.parseInt(id.replace("-", "").slice(0, 12), 16)

function send(listener: LiveListener, frame: Uint8Array): void {
  // Whoever does not keep up looks at everything again when it comes back.
  if (!listener.write(frame)) listener.close()
}

/**
 * Adds a stream of a user. `lastEventId` is the id of the last message it got before its connection was cut,
 * null for a new one: what was published since is sent again, or, where that is not stored any more,
 * "look-again". Beyond 12 streams of a user the oldest gets "enough" and is closed. Returns the function that
 * removes it.
 */
export function addListener(userId: string, listener: LiveListener, lastEventId: string | null): () => void {
  // Pages come back at once when their stream ends; a process that is stopping sends them on to the next.
  if (isStopping) {
    listener.close()
    return () => {}
  }
  const userListeners = listeners.get(userId) ?? new Set()
  listeners.set(userId, userListeners)
  const [oldest] = userListeners
  if (userListeners.size >= MAX_STREAMS_PER_USER && oldest) {
    send(oldest, encodeFrame(newId(), { type: "enough" }))
    oldest.close()
  }
  userListeners.add(listener)
  pingTimer ??= setInterval(ping, PING_INTERVAL_MS)
  replayMissedMessages(userId, listener, lastEventId)
  return () => {
    userListeners.delete(listener)
    if (userListeners.size === 0 && listeners.get(userId) === userListeners) listeners.delete(userId)
    if (listeners.size > 0) return
    clearInterval(pingTimer)
    pingTimer = undefined
  }
}

function replayMissedMessages(userId: string, listener: LiveListener, lastEventId: string | null): void {
  if (lastEventId !== null) {
    const from = getTimeOfId(lastEventId) - REPLAY_OVERLAP_MS
    const canReplay =
      /^[0-9a-f-]{36}$/.test(lastEventId) &&
      from >= Math.max(listeningSince, Date.now() - REPLAY_TTL_MS) &&
      from > replayLostAt
    if (canReplay) {
      for (const one of replayBuffer)
        if (one.at >= from && one.id !== lastEventId && one.userIds.has(userId)) send(listener, one.frame)
    } else send(listener, encodeFrame(newId(), { type: "look-again" }))
  }
  // The page sends the last id when it connects again.
  send(listener, encoder.encode(`id: ${newId()}\n\n`))
}

function ping(): void {
  const frame = encoder.encode(`: ping\nid: ${newId()}\n\n`)
  for (const userListeners of listeners.values()) for (const listener of userListeners) send(listener, frame)
}

/**
 * Publishes to every stream of `userIds`, in all processes, once the transaction under way has committed.
 * Messages within 15 ms go as one batch. Instead of one too large for the bus, "look-again" is sent.
 */
export async function publishToUsers(userIds: readonly string[], message: LiveMessage): Promise<void> {
  if (userIds.length === 0) return
  const entry = { userIds: [...new Set(userIds)], json: JSON.stringify(message) }
  await sendAfterCommit(() => pendingBatch.tell.push({ ...entry, id: newId() }))
}

/**
 * Ends the streams of sessions that are over, in all processes, once the transaction under way has committed:
 * they get a last "signed-out" and are closed.
 */
export async function publishSessionEnd(userId: string, sessionIds: string[] | "all"): Promise<void> {
  await sendAfterCommit(() => pendingBatch.end.push({ userId, sessionIds }))
}

/**
 * A process that serves gathers; one that only works on the database, such as a test, waits until it is sent.
 */
async function sendAfterCommit(addToBatch: () => void): Promise<void> {
  let sending: Promise<void> | undefined
  afterCommit(() => {
    addToBatch()
    if (stopListening) flushTimer ??= setTimeout(() => void flush(), BATCH_DELAY_MS)
    else sending = flush()
  })
  await sending
}

async function flush(): Promise<void> {
  flushTimer = undefined
  const batch = pendingBatch
  pendingBatch = { tell: [], end: [] }
  // The streams of this process need no way round over the bus.
  if (stopListening) deliver(batch)
  const texts = [...unsentTexts, ...splitIntoTexts(batch, bus().maxBytes)]
  unsentTexts = []
  const results = await Promise.allSettled(texts.map((text) => bus().send(CHANNEL, text)))
  const failed = results.findIndex(({ status }) => status === "rejected")
  if (failed < 0) return
  log().warn({ err: (results[failed] as PromiseRejectedResult).reason }, "live messages could not be sent")
  // Late, and some perhaps twice: pages bear both.
  const unsent = texts.filter((_, index) => results[index]?.status === "rejected")
  unsentTexts = [...unsent, ...unsentTexts].slice(-MAX_UNSENT_TEXTS)
  if (stopListening) flushTimer ??= setTimeout(() => void flush(), RESEND_DELAY_MS)
}

/** Splits a batch into texts of at most `maxBytes`, as the bus takes them. */
export function splitIntoTexts({ tell, end }: BusBatch, maxBytes: number): string[] {
  const texts: string[] = []
  let current: { tell: string[]; end: string[] } = { tell: [], end: [] }
  const close = () =>
    texts.push(`${OWN_TEXT_PREFIX},"tell":[${current.tell.join(",")}],"end":[${current.end.join(",")}]}`)
  const emptyBytes = OWN_TEXT_PREFIX.length + 24
  let size = emptyBytes
  const append = (list: "tell" | "end", part: string) => {
    const bytes = Buffer.byteLength(part) + 1
    if (size + bytes > maxBytes && size > emptyBytes) {
      close()
      current = { tell: [], end: [] }
      size = emptyBytes
    }
    current[list].push(part)
    size += bytes
  }
  const maxUsersPerText = Math.floor((maxBytes / 2 - 200) / 40)
  for (const { id, userIds, json } of tell) {
    const message = Buffer.byteLength(json) > maxBytes / 2 - 200 ? '{"type":"look-again"}' : json
    for (let from = 0; from < userIds.length; from += maxUsersPerText)
      append(
        "tell",
        `{"id":"${id}","userIds":${JSON.stringify(userIds.slice(from, from + maxUsersPerText))}` +
          `,"message":${message}}`,
      )
  }
  for (const one of end) {
    const part = JSON.stringify(one)
    append(
      "end",
      Buffer.byteLength(part) > maxBytes / 2
        ? JSON.stringify({ userId: one.userId, sessionIds: "all" })
        : part,
    )
  }
  if (size > emptyBytes) close()
  return texts
}

function receiveBatch(text: string): void {
  if (text.startsWith(OWN_TEXT_PREFIX)) return
  const { tell, end } = JSON.parse(text) as ReceivedBatch
  deliver({
    tell: tell.map(({ id, userIds, message }) => ({ id, userIds, json: JSON.stringify(message) })),
    end,
  })
}

function deliver({ tell, end }: BusBatch): void {
  for (const { id, userIds, json } of tell) {
    const frame = encodeJsonFrame(id, json)
    addToReplayBuffer({ id, at: getTimeOfId(id), userIds: new Set(userIds), frame })
    for (const userId of userIds) for (const listener of listeners.get(userId) ?? []) send(listener, frame)
  }
  for (const { userId, sessionIds } of end) {
    for (const listener of listeners.get(userId) ?? [])
      if (sessionIds === "all" || sessionIds.includes(listener.sessionId)) endStream(listener)
  }
}

const measureReplayMessage = ({ userIds, frame }: ReplayMessage) =>
  REPLAY_MESSAGE_BYTES + REPLAY_USER_BYTES * userIds.size + frame.byteLength

function addToReplayBuffer(one: ReplayMessage): void {
  replayBuffer.push(one)
  replayBytes += measureReplayMessage(one)
  const expiredBefore = Date.now() - REPLAY_TTL_MS - REPLAY_OVERLAP_MS
  let removedCount = 0
  for (const oldest of replayBuffer) {
    const isExpired = oldest.at < expiredBefore
    if (!isExpired && replayBytes <= MAX_REPLAY_BYTES) break
    if (!isExpired) replayLostAt = oldest.at
    replayBytes -= measureReplayMessage(oldest)
    removedCount += 1
  }
  if (removedCount > 0) replayBuffer.splice(0, removedCount)
}

function clearReplayBuffer(): void {
  replayBuffer.length = 0
  replayBytes = 0
}

function endStream(listener: LiveListener): void {
  send(listener, encodeFrame(newId(), { type: "signed-out" }))
  listener.close()
}

/** Registers the lookup of the sessions that are alive; only app/subscriptions.server.ts calls this. */
export function setAliveSessionsLookup(
  ask: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>,
): void {
  findAliveSessions = ask
}

/**
 * After a lost connection: what was published is unknown, so every stream is asked to look again, and
 * those of ended sessions are closed.
 */
async function askAllToReload(): Promise<void> {
  listeningSince = Date.now()
  clearReplayBuffer()
  const frame = encodeFrame(newId(), { type: "look-again" })
  const all = [...listeners.values()].flatMap((userListeners) => [...userListeners])
  for (const listener of all) send(listener, frame)
  const alive = await findAliveSessions?.(all.map((listener) => listener.sessionId))
  if (alive) for (const listener of all) if (!alive.has(listener.sessionId)) endStream(listener)
}

/** Takes streams, also where they were stopped before. */
export function acceptListeners(): void {
  isStopping = false
}

/** Listens to what other processes publish. */
export async function startLiveStreams(): Promise<void> {
  acceptListeners()
  stopListening = await bus().listen(
    CHANNEL,
    (text) => {
      try {
        receiveBatch(text)
      } catch (error) {
        log().warn({ err: error }, "a live message could not be read")
      }
    },
    () =>
      void askAllToReload().catch((error: unknown) =>
        log().warn({ err: error }, "streams could not be looked after"),
      ),
  )
  listeningSince = Date.now()
}

/** Closes every stream, and sends what still waits. */
export async function stopLiveStreams(): Promise<void> {
  isStopping = true
  clearTimeout(flushTimer)
  await flush()
  clearTimeout(flushTimer)
  flushTimer = undefined
  unsentTexts = []
  for (const userListeners of listeners.values()) for (const listener of userListeners) listener.close()
  await stopListening?.()
  stopListening = undefined
  listeningSince = Number.POSITIVE_INFINITY
  clearReplayBuffer()
}

/** How many streams this process holds. */
export function countListeners(): number {
  let count = 0
  for (const userListeners of listeners.values()) count += userListeners.size
  return count
}
