/**
 * Events: an outbox row in the transaction of the change, handled once by subscribers after the commit.
 */
import { sql, type SQLWrapper } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { newId } from "../basics/ids.ts"
import { bus } from "./bus.server.ts"
import { findCodedError, JOB_QUEUE_UNAVAILABLE } from "./database-errors.server.ts"
import { afterCommit, db, inSavepoint, inTransaction, type Executor, type Transaction } from "./db.server.ts"
import { formatErrorLine } from "./error-text.server.ts"
import { log } from "./log.server.ts"
import { outbox } from "./schema.server.ts"
import { traced } from "./tracing.server.ts"

/**
 * Every event of the product: areas add theirs with `declare module`. Past tense; payloads hold ids, not
 * rows.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- areas merge into it
export interface Events {}
export type EventName = keyof Events & string
type EventHandler<Payload> = (payload: Payload, tx: Transaction) => Promise<void>
type BatchEventHandler<Payload> = (payloads: readonly Payload[], tx: Transaction) => Promise<void>
type Subscription = { lane: Lane; handle: BatchEventHandler<never> }
/** A handler of events one by one, or one made by {@link slowSubscriber} or {@link batchSubscriber}. */
type Subscriber<Payload> =
  | EventHandler<Payload>
  | { kind: "slow"; handle: EventHandler<Payload> }
  | { kind: "batch"; handle: BatchEventHandler<Payload> }
/** Who hears which event: the table that each area has, joined in app/subscriptions.server.ts. */
export type Subscriptions = { readonly [Name in EventName]?: readonly Subscriber<Events[Name]>[] }

/** A subscriber that calls somebody outside, such as a mail server; others do not wait for it. */
export const slowSubscriber = <Payload>(handle: EventHandler<Payload>) => ({ kind: "slow" as const, handle })
/** A subscriber that takes many events at a time, as {@link subscribeBatch} says. */
export const batchSubscriber = <Payload>(handle: BatchEventHandler<Payload>) => ({
  kind: "batch" as const,
  handle,
})

/**
 * Events of one lane never wait for those of another: what is handled many at a time, what is handled one by
 * one, and what calls somebody outside, who may take a minute.
 */
const EVENT_LANES = ["many", "each", "slow"] as const
type Lane = (typeof EVENT_LANES)[number]

const handlers = new Map<string, Subscription[]>()
const CHANNEL = "outbox"
/** Names this process to the others: it needs not be woken by itself. */
const INSTANCE_ID = newId()
/** Events handled in one transaction. What was sent outside cannot be taken back: there each has its own. */
const BATCH_SIZE_BY_LANE: Readonly<Record<Lane, number>> = { many: 500, each: 50, slow: 1 }
const NOTIFY_DEBOUNCE_MS = 20
const POLL_INTERVAL_MS = 5_000
/** An event that failed this often is left alone, until an admin has it tried anew. */
export const MAX_TRIES = 8
/** What failed is tried again after this, and each time after twice as long. */
const RETRY_DELAY_MS = 1_000

/** An event with what it says. */
export type NewEvent = { type: EventName; payload: Events[EventName] }

export const newEvent = <Name extends EventName>(type: Name, payload: Events[Name]): NewEvent => ({
  type,
  payload,
})

/**
 * The insert of events in their order, to be written with what they tell of (`writeTogether`); null where
 * there are none. The commit of the transaction wakes those who hear them.
 */
export function insertEvents(tx: Transaction, events: readonly NewEvent[]) {
  if (events.length === 0) return null
  for (const { type } of events) afterCommit(announceByLane[getLane(type)])
  return tx.insert(outbox).values(events.map((event) => ({ ...event, createdAt: now() })))
}

/** Writes a change that commits by itself, with an event where it found its row; says whether it did. */
export async function writeWithEvent(change: SQLWrapper, { type, payload }: NewEvent): Promise<boolean> {
  const written = await db().execute(sql`
    with changed as (${change.getSQL()} returning 1)
    insert into "outbox" ("type", "payload", "created_at")
    select ${type}, ${JSON.stringify(payload)}::jsonb, ${now().toISOString()}::timestamptz from changed
    returning id`)
  if (written.length === 0) return false
  announceByLane[getLane(type)]()
  return true
}

/** Notes that something happened, in the transaction in which it happened. */
export const emit = <Name extends EventName>(
  tx: Transaction,
  type: Name,
  payload: Events[Name],
): Promise<void> => emitMany(tx, type, [payload])

/** Notes that the same thing happened to each of several, in one statement. */
export async function emitMany<Name extends EventName>(
  tx: Transaction,
  type: Name,
  payloads: readonly Events[Name][],
): Promise<void> {
  await insertEvents(
    tx,
    payloads.map((payload) => newEvent(type, payload)),
  )
}

const addSubscription = (type: string, handler: Subscription) =>
  handlers.set(type, [...(handlers.get(type) ?? []), handler])

/**
 * Adds a subscriber. The product subscribes by its tables ({@link subscribeAll}), tests by this. A handler
 * gets the transaction that marks the event as handled, and must be idempotent. `slow`: it calls somebody
 * outside, such as a mail server.
 */
export function subscribe<Name extends EventName>(
  type: Name,
  handler: EventHandler<Events[Name]>,
  { slow = false } = {},
): void {
  addSubscription(type, handleOneByOne(handler, slow ? "slow" : "each"))
}

function handleOneByOne<Payload>(handler: EventHandler<Payload>, lane: Lane): Subscription {
  const handle = async (payloads: readonly Payload[], tx: Transaction) => {
    for (const payload of payloads) await handler(payload, tx)
  }
  return { lane, handle }
}

/**
 * As {@link subscribe}, of a handler that takes all that happened since the last time, oldest first: what it
 * asks the database must not grow with their number. Where it fails it is called again with each of them
 * alone.
 */
export function subscribeBatch<Name extends EventName>(
  type: Name,
  handler: BatchEventHandler<Events[Name]>,
): void {
  addSubscription(type, { lane: "many", handle: handler })
}

/** One table of several: the subscribers of an event in the order of the tables. */
export function mergeSubscriptions(tables: readonly Subscriptions[]): Subscriptions {
  const merged: Record<string, readonly Subscriber<never>[]> = {}
  for (const table of tables)
    for (const [type, subscribers] of listSubscribers(table))
      merged[type] = [...(merged[type] ?? []), ...subscribers]
  return merged as Subscriptions
}

/** The events of `table` with their subscribers. */
export const listSubscribers = (table: Subscriptions) =>
  Object.entries(table) as [EventName, readonly Subscriber<never>[]][]

/** The name of a subscriber's function. */
export const getSubscriberName = (subscriber: Subscriber<never>): string =>
  typeof subscriber === "function" ? subscriber.name : `${subscriber.handle.name} (${subscriber.kind})`

/**
 * Subscribes all of `table`. Throws where an event is heard that is not among `declared`: nobody would ever
 * emit it.
 */
export function subscribeAll(table: Subscriptions, declared: ReadonlySet<string>): void {
  const unknown = Object.keys(table).filter((type) => !declared.has(type))
  if (unknown.length > 0) throw new Error(`No area emits ${unknown.join(", ")}`)
  for (const [type, subscribers] of listSubscribers(table))
    for (const subscriber of subscribers) addSubscription(type, toSubscription(subscriber))
}

function toSubscription(subscriber: Subscriber<never>): Subscription {
  if (typeof subscriber === "function") return handleOneByOne(subscriber, "each")
  return subscriber.kind === "batch"
    ? { lane: "many", handle: subscriber.handle }
    : handleOneByOne(subscriber.handle, "slow")
}

/** The lane of the slowest of its subscribers; an event without subscribers is in `each`. */
const getLane = (type: string): Lane => {
  const lanesOfType = (handlers.get(type) ?? []).map((handler) => handler.lane)
  return lanesOfType.includes("slow")
    ? "slow"
    : lanesOfType.includes("each") || lanesOfType.length === 0
      ? "each"
      : "many"
}

type FailedEvent = { id: number; tries: number; error: unknown }
type PendingEvent = { id: number; type: string; payload: unknown; tries: number }

/**
 * Handles every waiting event and returns when none is left. Tests call it to move time; the server calls it
 * by itself.
 */
export async function drainEvents(): Promise<number> {
  let handled = 0
  for (;;) {
    let some = 0
    for (const lane of EVENT_LANES) some += await drainLane(lane)
    if (some === 0) return handled
    handled += some
  }
}

async function drainLane(lane: Lane): Promise<number> {
  let handled = 0
  for (;;) {
    const batch = await handleBatch(lane)
    handled += batch
    if (batch < BATCH_SIZE_BY_LANE[lane]) return handled
  }
}

async function handleBatch(lane: Lane): Promise<number> {
  try {
    return await inTransaction(async (tx) =>
      handleEvents(tx, lane, await lockPendingEvents(tx, lane, BATCH_SIZE_BY_LANE[lane])),
    )
  } catch (error) {
    // One of them ended the transaction itself, by its time or its connection: each gets one of its own, so
    // that the others go on.
    log().error({ err: error, lane }, "a batch of events failed")
    return handleBatchOneByOne(lane)
  }
}

async function handleBatchOneByOne(lane: Lane): Promise<number> {
  const waiting = await inTransaction((tx) => lockPendingEvents(tx, lane, BATCH_SIZE_BY_LANE[lane]))
  for (const { id, tries } of waiting) {
    try {
      await inTransaction(async (tx) => handleEvents(tx, lane, await lockPendingEvents(tx, lane, 1, id)))
    } catch (error) {
      await recordFailures(db(), lane, [{ id, tries, error }])
    }
  }
  return waiting.length
}

/** Takes the oldest events of a lane, or the one `onlyId`, for the time of the transaction. */
function lockPendingEvents(
  tx: Transaction,
  lane: Lane,
  limit: number,
  onlyId?: number,
): Promise<PendingEvent[]> {
  const subscribedTypes = [...handlers.keys()]
  // Events without subscribers are handled in `each`.
  const ofLane = subscribedTypes.filter((type) => getLane(type) === lane)
  const ofOtherLanes = subscribedTypes.filter((type) => getLane(type) !== lane)
  const isOfLane =
    lane === "each"
      ? sql`${outbox.type} <> all(${sql.param(ofOtherLanes)}::text[])`
      : sql`${outbox.type} = any(${sql.param(ofLane)}::text[])`
  return tx
    .select({ id: outbox.id, type: outbox.type, payload: outbox.payload, tries: outbox.tries })
    .from(outbox)
    .where(
      sql`${outbox.handledAt} is null and ${outbox.tries} < ${MAX_TRIES} and (${outbox.retryAt} is null
        or ${outbox.retryAt} <= ${now().toISOString()}::timestamptz) and ${isOfLane}
        and ${onlyId === undefined ? sql`true` : sql`${outbox.id} = ${onlyId}`}`,
    )
    .orderBy(outbox.id)
    .limit(limit)
    .for("update", { skipLocked: true })
}

async function handleEvents(tx: Transaction, lane: Lane, rows: readonly PendingEvent[]): Promise<number> {
  if (rows.length === 0) return 0
  const done: number[] = []
  const failed: FailedEvent[] = []
  const run = async (some: readonly PendingEvent[]) => {
    const [first] = some
    if (!first) return
    try {
      await inSavepoint(tx, async (step) => {
        const payloads = some.map((row) => row.payload) as never
        for (const { handle } of handlers.get(first.type) ?? [])
          await traced(`event ${first.type}`, { count: some.length }, () => handle(payloads, step))
      })
      for (const row of some) done.push(row.id)
    } catch (error) {
      if (some.length === 1) failed.push({ id: first.id, tries: first.tries, error })
      // One of them is at fault, and the others go on without it.
      else for (const row of some) await run([row])
    }
  }
  const eventGroups =
    lane === "many" ? [...Map.groupBy(rows, (row) => row.type).values()] : rows.map((row) => [row])
  for (const some of eventGroups) await run(some)
  if (done.length > 0)
    await tx
      .update(outbox)
      .set({ handledAt: now() })
      .where(sql`${outbox.id} = any(${sql.param(done)}::bigint[])`)
  await recordFailures(tx, lane, failed)
  return rows.length
}

async function recordFailures(executor: Executor, lane: Lane, failed: readonly FailedEvent[]): Promise<void> {
  for (const { id, tries, error } of failed) {
    log().error({ err: error, id }, "event handler failed")
    // What waits for the job queue is not at fault itself, and is never given up.
    const isOutage = findCodedError(error)?.code === JOB_QUEUE_UNAVAILABLE
    const delayMs = isOutage ? POLL_INTERVAL_MS : RETRY_DELAY_MS * 2 ** tries
    const retryAt = new Date(now().getTime() + delayMs)
    const failure = formatErrorLine(error).slice(0, 500)
    await executor
      .update(outbox)
      .set({ tries: isOutage ? tries : tries + 1, retryAt, failure })
      .where(sql`${outbox.id} = ${id}`)
    if (isStarted) setTimeout(runLane, delayMs + NOTIFY_DEBOUNCE_MS, lane).unref()
  }
}

const runningLanes = new Map<Lane, Promise<void>>()
const lanesToRerun = new Set<Lane>()
const lanesToAnnounce = new Set<Lane>()
let isStarted = false
let debounceTimer: NodeJS.Timeout | undefined
let pollTimer: NodeJS.Timeout | undefined
let stopListening: (() => Promise<void>) | undefined

function runLane(lane: Lane): void {
  if (!isStarted) return
  if (runningLanes.has(lane)) {
    lanesToRerun.add(lane)
    return
  }
  const work = drainLane(lane)
    .then(
      () => undefined,
      (error: unknown) => log().error({ err: error, lane }, "events could not be handled"),
    )
    .finally(() => {
      runningLanes.delete(lane)
      if (lanesToRerun.delete(lane)) runLane(lane)
    })
  runningLanes.set(lane, work)
}

const runAllLanes = () => EVENT_LANES.forEach(runLane)

/** One message for all that happens within a moment: a NOTIFY in every transaction serialises the commits. */
function announceSoon(lane: Lane): void {
  if (!isStarted) return
  lanesToAnnounce.add(lane)
  debounceTimer ??= setTimeout(() => {
    debounceTimer = undefined
    const lanes = [...lanesToAnnounce]
    lanesToAnnounce.clear()
    lanes.forEach(runLane)
    void bus()
      .send(CHANNEL, [INSTANCE_ID, ...lanes].join(" "))
      .catch((error: unknown) => log().warn({ err: error }, "other processes could not be woken"))
  }, NOTIFY_DEBOUNCE_MS)
}

// What is done after a commit is done once however often it is asked for: the same function for the same
// lane.
const announceByLane: Readonly<Record<Lane, () => void>> = {
  many: () => announceSoon("many"),
  each: () => announceSoon("each"),
  slow: () => announceSoon("slow"),
}

function onBusMessage(text: string): void {
  const [from, ...lanes] = text.split(" ")
  if (from !== INSTANCE_ID) for (const lane of EVENT_LANES) if (lanes.includes(lane)) runLane(lane)
}

/** Starts handling events in this process, and listens for those of other processes. */
export async function startEvents(): Promise<void> {
  isStarted = true
  stopListening = await bus().listen(CHANNEL, onBusMessage, runAllLanes)
  // What a process that died had not told anybody, or a lost connection swallowed, waits no longer than this.
  pollTimer = setInterval(runAllLanes, POLL_INTERVAL_MS)
  runAllLanes()
}

/** Stops taking events; waits for the batches under way. */
export async function stopEvents(): Promise<void> {
  isStarted = false
  clearTimeout(debounceTimer)
  clearInterval(pollTimer)
  debounceTimer = undefined
  await Promise.all(runningLanes.values())
  await stopListening?.()
  stopListening = undefined
}

/** Removes handled events older than a week; a job calls it. */
export async function deleteHandledEvents(): Promise<void> {
  await db()
    .delete(outbox)
    .where(
      sql`${outbox.handledAt} < ${new Date(now().getTime() - 7 * 86_400_000).toISOString()}::timestamptz`,
    )
}
