/**
 * Owns the live streams: one per browser, told of what concerns its user, in this process and, over the bus,
 * in the others.
 */
import { newId } from "../basics/ids.ts"
import { bus } from "./bus.server.ts"
import { afterCommit } from "./db.server.ts"
import { log } from "./log.server.ts"

export type LiveMessage = { type: string; [field: string]: unknown }
/** `write` takes bytes of the stream's own format and says whether the stream still keeps up. */
export type Listener = { sessionId: string; write: (frame: Uint8Array) => boolean; close: () => void }

const CHANNEL = "live"
/**
 * stack.md: a NOTIFY in every transaction serialises the commits, so what is told within a moment goes as
 * one.
 */
const GATHER_MS = 15
const MOST_PER_USER = 12
/** A ping keeps proxies from closing a quiet stream, and tells the page where it is. */
const PING_MS = 15_000
/** How long, and how much, is kept for those whose link was cut. */
const KEEP_MS = 90_000
const MOST_KEPT = 5_000
/**
 * Clocks of several machines differ, and what two processes tell at once arrives in either order: this much
 * is told again.
 */
const OVERLAP_MS = 2_000

/** `json` is the message, written once for the bus and for every stream. */
type Entry = { id: string; userIds: readonly string[]; json: string }
type End = { userId: string; sessionIds: readonly string[] | "all" }
type Parcel = { tell: Entry[]; end: End[] }
/** A parcel as it comes from another process. */
type Heard = { tell: { id: string; userIds: string[]; message: LiveMessage }[]; end: End[] }
type Kept = { id: string; at: number; userIds: ReadonlySet<string>; frame: Uint8Array }

const listeners = new Map<string, Set<Listener>>()
const kept: Kept[] = []
/** From when on this process has heard everything; none while it hears nothing. */
let hearingSince = Number.POSITIVE_INFINITY
let unlisten: (() => Promise<void>) | undefined
let stopping = false
let pinging: NodeJS.Timeout | undefined
let gathering: NodeJS.Timeout | undefined
let waiting: Parcel = { tell: [], end: [] }
let isAlive: ((sessionIds: readonly string[]) => Promise<ReadonlySet<string>>) | undefined

const encoder = new TextEncoder()
const frameOfJson = (id: string, json: string) => encoder.encode(`id: ${id}\ndata: ${json}\n\n`)
const frameOf = (id: string, message: LiveMessage) => frameOfJson(id, JSON.stringify(message))
/** Texts of this process begin with it; its own streams have been told by then. */
const FROM_HERE = `{"from":"${newId()}"`
/** When an id was made, in milliseconds since 1970: it begins with it. */
const timeOf = (id: string) => Number.parseInt(id.replace("-", "").slice(0, 12), 16)

function send(listener: Listener, frame: Uint8Array): void {
  // Whoever does not keep up looks at everything again when it comes back.
  if (!listener.write(frame)) listener.close()
}

/**
 * Adds a stream of a user. `after` is the id of the last message it heard before its link was cut, null for a
 * fresh one: what was told since is told again, or, where that is not known any more, it is asked to look
 * again. Beyond the cap of 12 a user the oldest is told that it is enough, and closed. Returns how to remove
 * it.
 */
export function addListener(userId: string, listener: Listener, after: string | null): () => void {
  // Pages come back at once when their stream ends; a process that is stopping sends them on to the next.
  if (stopping) {
    listener.close()
    return () => {}
  }
  const own = listeners.get(userId) ?? new Set()
  listeners.set(userId, own)
  const [oldest] = own
  if (own.size >= MOST_PER_USER && oldest) {
    send(oldest, frameOf(newId(), { type: "enough" }))
    oldest.close()
  }
  own.add(listener)
  pinging ??= setInterval(ping, PING_MS)
  catchUp(userId, listener, after)
  return () => {
    own.delete(listener)
    if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId)
    if (listeners.size > 0) return
    clearInterval(pinging)
    pinging = undefined
  }
}

function catchUp(userId: string, listener: Listener, after: string | null): void {
  if (after !== null) {
    const from = timeOf(after) - OVERLAP_MS
    const known =
      /^[0-9a-f-]{36}$/.test(after) &&
      from >= Math.max(hearingSince, Date.now() - KEEP_MS) &&
      (kept.length < MOST_KEPT || (kept[0]?.at ?? 0) <= from)
    if (known) {
      for (const one of kept)
        if (one.at >= from && one.id !== after && one.userIds.has(userId)) send(listener, one.frame)
    } else send(listener, frameOf(newId(), { type: "look-again" }))
  }
  // Where this stream stands: what comes back names it.
  send(listener, encoder.encode(`id: ${newId()}\n\n`))
}

function ping(): void {
  const frame = encoder.encode(`: ping\nid: ${newId()}\n\n`)
  for (const own of listeners.values()) for (const listener of own) send(listener, frame)
}

/**
 * Tells every stream of `userIds`, in all processes, once the transaction under way has committed. What is
 * told within 15 ms goes as one. A message too large for the bus asks its people to look again instead.
 */
export async function tellUsers(userIds: readonly string[], message: LiveMessage): Promise<void> {
  if (userIds.length === 0) return
  const entry = { userIds: [...new Set(userIds)], json: JSON.stringify(message) }
  await afterwards(() => waiting.tell.push({ ...entry, id: newId() }))
}

/**
 * Ends the streams of sessions that are over, in all processes, once the transaction under way has committed:
 * they get a last "signed-out" and are closed.
 */
export async function endSessions(userId: string, sessionIds: string[] | "all"): Promise<void> {
  await afterwards(() => waiting.end.push({ userId, sessionIds }))
}

/**
 * A process that serves gathers; one that only works on the database, such as a test, waits until it is sent.
 */
async function afterwards(add: () => void): Promise<void> {
  let sending: Promise<void> | undefined
  afterCommit(() => {
    add()
    if (unlisten) gathering ??= setTimeout(() => void flush(), GATHER_MS)
    else sending = flush()
  })
  await sending
}

async function flush(): Promise<void> {
  gathering = undefined
  const parcel = waiting
  waiting = { tell: [], end: [] }
  if (parcel.tell.length === 0 && parcel.end.length === 0) return
  // The streams of this process need no way round over the bus.
  if (unlisten) deliver(parcel)
  try {
    await Promise.all(parcelsOf(parcel, bus().mostBytes).map((text) => bus().send(CHANNEL, text)))
  } catch (error) {
    // Everybody looks again when the connection is back.
    log().warn({ err: error }, "live messages could not be sent")
  }
}

/** The texts of at most `mostBytes` in which a parcel travels. */
export function parcelsOf({ tell, end }: Parcel, mostBytes: number): string[] {
  const texts: string[] = []
  let open: { tell: string[]; end: string[] } = { tell: [], end: [] }
  const close = () =>
    texts.push(`${FROM_HERE},"tell":[${open.tell.join(",")}],"end":[${open.end.join(",")}]}`)
  const empty = FROM_HERE.length + 24
  let size = empty
  const put = (list: "tell" | "end", part: string) => {
    const bytes = Buffer.byteLength(part) + 1
    if (size + bytes > mostBytes && size > empty) {
      close()
      open = { tell: [], end: [] }
      size = empty
    }
    open[list].push(part)
    size += bytes
  }
  const peopleAtOnce = Math.floor((mostBytes / 2 - 200) / 40)
  for (const { id, userIds, json } of tell) {
    const message = Buffer.byteLength(json) > mostBytes / 2 - 200 ? '{"type":"look-again"}' : json
    for (let from = 0; from < userIds.length; from += peopleAtOnce)
      put(
        "tell",
        `{"id":"${id}","userIds":${JSON.stringify(userIds.slice(from, from + peopleAtOnce))}` +
          `,"message":${message}}`,
      )
  }
  for (const one of end) {
    const part = JSON.stringify(one)
    put(
      "end",
      Buffer.byteLength(part) > mostBytes / 2
        ? JSON.stringify({ userId: one.userId, sessionIds: "all" })
        : part,
    )
  }
  if (size > empty) close()
  return texts
}

function hear(text: string): void {
  if (text.startsWith(FROM_HERE)) return
  const { tell, end } = JSON.parse(text) as Heard
  deliver({
    tell: tell.map(({ id, userIds, message }) => ({ id, userIds, json: JSON.stringify(message) })),
    end,
  })
}

function deliver({ tell, end }: Parcel): void {
  for (const { id, userIds, json } of tell) {
    const frame = frameOfJson(id, json)
    keep({ id, at: timeOf(id), userIds: new Set(userIds), frame })
    for (const userId of userIds) for (const listener of listeners.get(userId) ?? []) send(listener, frame)
  }
  for (const { userId, sessionIds } of end) {
    for (const listener of listeners.get(userId) ?? [])
      if (sessionIds === "all" || sessionIds.includes(listener.sessionId)) endStream(listener)
  }
}

function keep(one: Kept): void {
  kept.push(one)
  const tooOld = Date.now() - KEEP_MS - OVERLAP_MS
  let gone = Math.max(0, kept.length - MOST_KEPT)
  while ((kept[gone]?.at ?? tooOld) < tooOld) gone += 1
  if (gone > 0) kept.splice(0, gone)
}

function endStream(listener: Listener): void {
  send(listener, frameOf(newId(), { type: "signed-out" }))
  listener.close()
}

/** Names who knows which sessions are alive; only app/subscriptions.server.ts calls this. */
export function askForSessions(ask: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>): void {
  isAlive = ask
}

/**
 * After a lost connection: whatever was told is unknown, so that every stream is asked to look again, and
 * those of ended sessions are closed.
 */
async function lookAgain(): Promise<void> {
  hearingSince = Date.now()
  kept.length = 0
  const frame = frameOf(newId(), { type: "look-again" })
  const all = [...listeners.values()].flatMap((own) => [...own])
  for (const listener of all) send(listener, frame)
  const alive = await isAlive?.(all.map((listener) => listener.sessionId))
  if (alive) for (const listener of all) if (!alive.has(listener.sessionId)) endStream(listener)
}

/** Hears what other processes tell. */
export async function startLive(): Promise<void> {
  stopping = false
  unlisten = await bus().listen(
    CHANNEL,
    (text) => {
      try {
        hear(text)
      } catch (error) {
        log().warn({ err: error }, "a live message could not be read")
      }
    },
    () =>
      void lookAgain().catch((error: unknown) =>
        log().warn({ err: error }, "streams could not be looked after"),
      ),
  )
  hearingSince = Date.now()
}

/** Closes every stream, and sends what still waits. */
export async function stopLive(): Promise<void> {
  stopping = true
  clearTimeout(gathering)
  await flush()
  for (const own of listeners.values()) for (const listener of own) listener.close()
  await unlisten?.()
  unlisten = undefined
  hearingSince = Number.POSITIVE_INFINITY
  kept.length = 0
}

/** How many streams this process holds. */
export function countListeners(): number {
  let count = 0
  for (const own of listeners.values()) count += own.size
  return count
}
