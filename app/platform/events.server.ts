/**
 * Owns events: an outbox row in the transaction of the change, handled once by subscribers after the commit.
 */
import { sql } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { newId } from "../basics/ids.ts"
import { bus } from "./bus.server.ts"
import { causeOf, JOB_QUEUE_AWAY } from "./database-errors.server.ts"
import { afterCommit, db, inStep, inTransaction, type Executor, type Transaction } from "./db.server.ts"
import { errorLine } from "./error-text.server.ts"
import { log } from "./log.server.ts"
import { outbox } from "./schema.server.ts"

/**
 * Every event of the product: areas add theirs with `declare module`. Past tense; payloads hold ids, not
 * rows.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- areas merge into it
export interface Events {}
export type EventName = keyof Events & string
type One<Payload> = (payload: Payload, tx: Transaction) => Promise<void>
type Many<Payload> = (payloads: readonly Payload[], tx: Transaction) => Promise<void>
type Handler = { lane: Lane; handle: Many<never> }

/**
 * Events of one lane never wait for those of another: what is handled many at a time, what is handled one by
 * one, and what calls somebody outside, who may take a minute.
 */
const LANES = ["many", "each", "slow"] as const
type Lane = (typeof LANES)[number]

const handlers = new Map<string, Handler[]>()
const CHANNEL = "outbox"
/** Names this process to the others: it needs not be woken by itself. */
const SELF = newId()
/** Events handled in one transaction. What was sent outside cannot be taken back: there each has its own. */
const BATCH: Readonly<Record<Lane, number>> = { many: 500, each: 50, slow: 1 }
const GATHER_MS = 20
const LOOK_MS = 5_000
/** An event that failed this often is left alone, until an admin has it tried anew. */
export const MOST_TRIES = 8
/** What failed is tried again after this, and each time after twice as long. */
const PAUSE_MS = 1_000

/** Notes that something happened, in the transaction in which it happened. */
export async function emit<Name extends EventName>(
  tx: Transaction,
  type: Name,
  payload: Events[Name],
): Promise<void> {
  await tx.insert(outbox).values({ type, payload, createdAt: now() })
  afterCommit(wakeSoon[laneOf(type)])
}

/** Notes that the same thing happened to each of several, in one statement. */
export async function emitEach<Name extends EventName>(
  tx: Transaction,
  type: Name,
  payloads: readonly Events[Name][],
): Promise<void> {
  if (payloads.length === 0) return
  await tx.insert(outbox).values(payloads.map((payload) => ({ type, payload, createdAt: now() })))
  afterCommit(wakeSoon[laneOf(type)])
}

const add = (type: string, handler: Handler) => handlers.set(type, [...(handlers.get(type) ?? []), handler])

/**
 * Adds a subscriber; app/subscriptions.server.ts alone calls this, or calls the list of an area that does. A
 * handler gets the transaction that marks the event as handled, and must be idempotent. `slow`: it calls
 * somebody outside, such as a mail server.
 */
export function subscribe<Name extends EventName>(
  type: Name,
  handler: One<Events[Name]>,
  { slow = false } = {},
): void {
  const one = async (payloads: readonly Events[Name][], tx: Transaction) => {
    for (const payload of payloads) await handler(payload, tx)
  }
  add(type, { lane: slow ? "slow" : "each", handle: one })
}

/**
 * As {@link subscribe}, of a handler that takes all that happened since the last time, oldest first: what it
 * asks the database must not grow with their number. Where it fails it is called again with each of them
 * alone.
 */
export function subscribeMany<Name extends EventName>(type: Name, handler: Many<Events[Name]>): void {
  add(type, { lane: "many", handle: handler })
}

/** The lane of the slowest of its subscribers; what nobody hears is soon put away. */
const laneOf = (type: string): Lane => {
  const taken = (handlers.get(type) ?? []).map((handler) => handler.lane)
  return taken.includes("slow") ? "slow" : taken.includes("each") || taken.length === 0 ? "each" : "many"
}

type Failed = { id: number; tries: number; error: unknown }
type Waiting = { id: number; type: string; payload: unknown; tries: number }

/**
 * Handles every waiting event and returns when none is left. Tests call it to move time; the server calls it
 * by itself.
 */
export async function drainEvents(): Promise<number> {
  let handled = 0
  for (;;) {
    let some = 0
    for (const lane of LANES) some += await drainLane(lane)
    if (some === 0) return handled
    handled += some
  }
}

async function drainLane(lane: Lane): Promise<number> {
  let handled = 0
  for (;;) {
    const batch = await handleBatch(lane)
    handled += batch
    if (batch < BATCH[lane]) return handled
  }
}

async function handleBatch(lane: Lane): Promise<number> {
  try {
    return await inTransaction(async (tx) => handle(tx, lane, await take(tx, lane, BATCH[lane])))
  } catch (error) {
    // One of them ended the transaction itself, by its time or its connection: each gets one of its own, so
    // that the others go on.
    log().error({ err: error, lane }, "a batch of events failed")
    return handleApart(lane)
  }
}

async function handleApart(lane: Lane): Promise<number> {
  const waiting = await inTransaction((tx) => take(tx, lane, BATCH[lane]))
  for (const { id, tries } of waiting) {
    try {
      await inTransaction(async (tx) => handle(tx, lane, await take(tx, lane, 1, id)))
    } catch (error) {
      await noteFailures(db(), lane, [{ id, tries, error }])
    }
  }
  return waiting.length
}

/** Takes the oldest events of a lane, or the one `only`, for the time of the transaction. */
function take(tx: Transaction, lane: Lane, limit: number, only?: number): Promise<Waiting[]> {
  const known = [...handlers.keys()]
  // The lane of what one handles is also that of what nobody hears.
  const its =
    lane === "each"
      ? sql`${outbox.type} <> all(${sql.param(known.filter((type) => laneOf(type) !== lane))}::text[])`
      : sql`${outbox.type} = any(${sql.param(known.filter((type) => laneOf(type) === lane))}::text[])`
  return tx
    .select({ id: outbox.id, type: outbox.type, payload: outbox.payload, tries: outbox.tries })
    .from(outbox)
    .where(
      sql`${outbox.handledAt} is null and ${outbox.tries} < ${MOST_TRIES} and (${outbox.retryAt} is null
        or ${outbox.retryAt} <= ${now().toISOString()}::timestamptz) and ${its}
        and ${only === undefined ? sql`true` : sql`${outbox.id} = ${only}`}`,
    )
    .orderBy(outbox.id)
    .limit(limit)
    .for("update", { skipLocked: true })
}

async function handle(tx: Transaction, lane: Lane, rows: readonly Waiting[]): Promise<number> {
  if (rows.length === 0) return 0
  const done: number[] = []
  const failed: Failed[] = []
  const run = async (some: readonly Waiting[]) => {
    const [first] = some
    if (!first) return
    try {
      await inStep(tx, async (step) => {
        for (const handler of handlers.get(first.type) ?? [])
          await handler.handle(some.map((row) => row.payload) as never, step)
      })
      for (const row of some) done.push(row.id)
    } catch (error) {
      if (some.length === 1) failed.push({ id: first.id, tries: first.tries, error })
      // One of them is at fault, and the others go on without it.
      else for (const row of some) await run([row])
    }
  }
  const together =
    lane === "many" ? [...Map.groupBy(rows, (row) => row.type).values()] : rows.map((row) => [row])
  for (const some of together) await run(some)
  if (done.length > 0)
    await tx
      .update(outbox)
      .set({ handledAt: now() })
      .where(sql`${outbox.id} = any(${sql.param(done)}::bigint[])`)
  await noteFailures(tx, lane, failed)
  return rows.length
}

async function noteFailures(executor: Executor, lane: Lane, failed: readonly Failed[]): Promise<void> {
  for (const { id, tries, error } of failed) {
    log().error({ err: error, id }, "event handler failed")
    // What waits for the job queue is not at fault itself, and is never given up.
    const isOutage = causeOf(error)?.code === JOB_QUEUE_AWAY
    const pause = isOutage ? LOOK_MS : PAUSE_MS * 2 ** tries
    const retryAt = new Date(now().getTime() + pause)
    const failure = errorLine(error).slice(0, 500)
    await executor
      .update(outbox)
      .set({ tries: isOutage ? tries : tries + 1, retryAt, failure })
      .where(sql`${outbox.id} = ${id}`)
    if (started) setTimeout(wake, pause + GATHER_MS, lane).unref()
  }
}

const running = new Map<Lane, Promise<void>>()
const again = new Set<Lane>()
const toTell = new Set<Lane>()
let started = false
let gathering: NodeJS.Timeout | undefined
let looking: NodeJS.Timeout | undefined
let unlisten: (() => Promise<void>) | undefined

function wake(lane: Lane): void {
  if (!started) return
  if (running.has(lane)) {
    again.add(lane)
    return
  }
  const work = drainLane(lane)
    .then(
      () => undefined,
      (error: unknown) => log().error({ err: error, lane }, "events could not be handled"),
    )
    .finally(() => {
      running.delete(lane)
      if (again.delete(lane)) wake(lane)
    })
  running.set(lane, work)
}

const wakeAll = () => LANES.forEach(wake)

/** One message for all that happens within a moment: a NOTIFY in every transaction serialises the commits. */
function gather(lane: Lane): void {
  if (!started) return
  toTell.add(lane)
  gathering ??= setTimeout(() => {
    gathering = undefined
    const lanes = [...toTell]
    toTell.clear()
    lanes.forEach(wake)
    void bus()
      .send(CHANNEL, [SELF, ...lanes].join(" "))
      .catch((error: unknown) => log().warn({ err: error }, "other processes could not be woken"))
  }, GATHER_MS)
}

// What is done after a commit is done once however often it is asked for: the same function for the same
// lane.
const wakeSoon: Readonly<Record<Lane, () => void>> = {
  many: () => gather("many"),
  each: () => gather("each"),
  slow: () => gather("slow"),
}

function hear(text: string): void {
  const [from, ...lanes] = text.split(" ")
  if (from !== SELF) for (const lane of LANES) if (lanes.includes(lane)) wake(lane)
}

/** Starts handling events in this process, and hears of those of other processes. */
export async function startEvents(): Promise<void> {
  started = true
  unlisten = await bus().listen(CHANNEL, hear, wakeAll)
  // What a process that died had not told anybody, or a lost connection swallowed, waits no longer than this.
  looking = setInterval(wakeAll, LOOK_MS)
  wakeAll()
}

/** Stops taking events; waits for the batches under way. */
export async function stopEvents(): Promise<void> {
  started = false
  clearTimeout(gathering)
  clearInterval(looking)
  gathering = undefined
  await Promise.all(running.values())
  await unlisten?.()
  unlisten = undefined
}

/** Removes handled events older than a week; a job calls it. */
export async function sweepEvents(): Promise<void> {
  await db()
    .delete(outbox)
    .where(
      sql`${outbox.handledAt} < ${new Date(now().getTime() - 7 * 86_400_000).toISOString()}::timestamptz`,
    )
}
