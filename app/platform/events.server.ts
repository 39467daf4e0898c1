/** Owns events: an outbox row in the transaction of the change, handled once by subscribers after the commit. */
import { inArray, sql } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { bus } from "./bus.server.ts"
import { afterCommit, db, inTransaction, type Transaction } from "./db.server.ts"
import { log } from "./log.server.ts"
import { outbox } from "./schema.server.ts"

/** Every event of the product: areas add theirs with `declare module`. Past tense; payloads hold ids, not rows. */
// oxlint-disable-next-line typescript/no-empty-interface -- areas merge into it
export interface Events {}
export type EventName = keyof Events & string
type Handler = (payload: never, tx: Transaction) => Promise<void>

const handlers = new Map<string, Handler[]>()
const CHANNEL = "outbox"
const BATCH = 50
const GATHER_MS = 20
const LOOK_MS = 5_000
const MOST_TRIES = 8

/** Notes that something happened, in the transaction in which it happened. */
export async function emit<Name extends EventName>(tx: Transaction, type: Name, payload: Events[Name]): Promise<void> {
  await tx.insert(outbox).values({ type, payload, createdAt: now() })
  afterCommit(wakeSoon)
}

/** Notes that the same thing happened to each of several, in one statement. */
export async function emitEach<Name extends EventName>(tx: Transaction, type: Name, payloads: readonly Events[Name][]): Promise<void> {
  if (payloads.length === 0) return
  await tx.insert(outbox).values(payloads.map((payload) => ({ type, payload, createdAt: now() })))
  afterCommit(wakeSoon)
}

/** Adds a subscriber; app/subscriptions.server.ts alone calls this, or calls the list of an area that does. A handler gets the transaction that marks the event as handled, and must be idempotent. */
export function subscribe<Name extends EventName>(type: Name, handler: (payload: Events[Name], tx: Transaction) => Promise<void>): void {
  handlers.set(type, [...(handlers.get(type) ?? []), handler as Handler])
}

let running: Promise<void> | undefined
let again = false
let started = false
let gathering: NodeJS.Timeout | undefined
let looking: NodeJS.Timeout | undefined
let unlisten: (() => Promise<void>) | undefined

/** Handles every waiting event and returns when none is left. Tests call it to move time; the server calls it by itself. */
export async function drainEvents(): Promise<number> {
  let handled = 0
  for (;;) {
    const batch = await inTransaction(handleBatch)
    handled += batch
    if (batch < BATCH) return handled
  }
}

async function handleBatch(tx: Transaction): Promise<number> {
  const rows = await tx
    .select({ id: outbox.id, type: outbox.type, payload: outbox.payload, tries: outbox.tries })
    .from(outbox)
    .where(sql`${outbox.handledAt} is null and ${outbox.tries} < ${MOST_TRIES}`)
    .orderBy(outbox.id)
    .limit(BATCH)
    .for("update", { skipLocked: true })
  const handled: (typeof rows)[number]["id"][] = []
  for (const row of rows) {
    const heard = handlers.get(row.type) ?? []
    try {
      // What nobody hears needs no step of its own.
      if (heard.length > 0) {
        await tx.transaction(async (step) => {
          for (const handler of heard) await handler(row.payload as never, step)
        })
      }
      handled.push(row.id)
    } catch (error) {
      log().error({ err: error, event: row.type, id: row.id }, "event handler failed")
      await tx.update(outbox).set({ tries: row.tries + 1, failure: String(error).slice(0, 500) }).where(sql`${outbox.id} = ${row.id}`)
    }
  }
  if (handled.length > 0) await tx.update(outbox).set({ handledAt: now() }).where(inArray(outbox.id, handled))
  return rows.length
}

function wake(): void {
  if (!started) return
  if (running) {
    again = true
    return
  }
  running = drainEvents()
    .then(
      () => undefined,
      (error: unknown) => log().error({ err: error }, "events could not be handled"),
    )
    .finally(() => {
      running = undefined
      if (again) {
        again = false
        wake()
      }
    })
}

/** One message for all that happens within a moment: a NOTIFY in every transaction serialises the commits. */
function wakeSoon(): void {
  if (!started) return
  gathering ??= setTimeout(() => {
    gathering = undefined
    wake()
    void bus().send(CHANNEL, "").catch((error: unknown) => log().warn({ err: error }, "other processes could not be woken"))
  }, GATHER_MS)
}

/** Starts handling events in this process, and hears of those of other processes. */
export async function startEvents(): Promise<void> {
  started = true
  unlisten = await bus().listen(CHANNEL, wake, wake)
  // What a process that died had not told anybody, or a lost connection swallowed, waits no longer than this.
  looking = setInterval(wake, LOOK_MS)
  wake()
}

/** Stops taking events; waits for the batch under way. */
export async function stopEvents(): Promise<void> {
  started = false
  clearTimeout(gathering)
  clearInterval(looking)
  gathering = undefined
  await running
  await unlisten?.()
  unlisten = undefined
}

/** Removes handled events older than a week; a job calls it. */
export async function sweepEvents(): Promise<void> {
  await db().delete(outbox).where(sql`${outbox.handledAt} < ${new Date(now().getTime() - 7 * 86_400_000).toISOString()}::timestamptz`)
}
