/**
 * Owns one connection to PostgreSQL: asked in order, gone for good when it is lost, never connected again
 * behind our back.
 */
import { connect, type Socket } from "node:net"
import postgres from "postgres"
import { DatabaseAway, endsConnection } from "./database-errors.server.ts"

/** The rows of an answer; the driver puts beside them what was done, such as "COMMIT". */
export type Answer = Record<string, unknown>[] & { command?: string }
export type Question = {
  statement: string
  parameters?: readonly unknown[]
  isPrepared?: boolean
  /** Rows as arrays of values. */ asValues?: boolean
}

export type Connection = {
  readonly openedAt: number
  /**
   * Asks one statement; those asked before it are answered before it. Rejects with {@link DatabaseAway}
   * where the connection is lost.
   */
  ask(question: Question): Promise<Answer>
  /** Resolves when nothing that was asked is unanswered any more. */
  settled(): Promise<void>
  /** For how long it has owed an answer without giving any. */
  silentMs(): number
  /** The reason, once it is gone. */
  gone(): Error | undefined
  /** Calls `hear` with the reason once it is gone, until the returned function is called. */
  onGone(hear: (reason: Error) => void): () => void
  /** Ends it at once; whatever was asked is rejected with `reason`. */
  destroy(reason: Error): void
}

/** How values are read and written: the query builder has wishes of its own. */
export type Codecs = { parsers: Record<string, unknown>; serializers: Record<string, unknown> }
export type ConnectionOptions = {
  codecs?: Codecs
  /** PostgreSQL's settings for this session. */
  settings?: Record<string, string>
  name?: string
  /** Hears what is notified on the channels that were listened to. */
  hear?: (channel: string, text: string) => void
}

/** Longer than a good connection takes, and short enough for a page to say that it can't. */
const CONNECT_MS = 2_200

/**
 * Connects to the primary at `address`, one host. Rejects with {@link DatabaseAway} where it can't within
 * 2.2 s, or where that host is a standby.
 */
export async function openConnection(address: string, options: ConnectionOptions = {}): Promise<Connection> {
  let socket: Socket | undefined
  let reason: Error | undefined
  const unanswered = new Set<(error: Error) => void>()
  const waiting = new Set<() => void>()
  const hearers = new Set<(reason: Error) => void>()
  let heardAt = 0
  const stopWaiting = () => {
    for (const settle of waiting) settle()
    waiting.clear()
  }
  const end = (error: Error) => {
    if (reason) return
    reason = error
    for (const refuse of unanswered) refuse(error)
    unanswered.clear()
    stopWaiting()
    for (const hear of hearers) hear(error)
    hearers.clear()
  }
  const settings = {
    ...driverOptions(options),
    onclose: () => end(new DatabaseAway("The connection to the database was closed")),
    socket: async () => {
      // The driver tries again behind our back after a failure.
      if (reason) throw reason
      socket = await openSocket(new URL(address))
      if (reason) socket.destroy()
      return socket
    },
  }
  const client = postgres(address, settings)
  for (const codecs of [arrays, options.codecs]) {
    Object.assign(client.options.parsers, codecs?.parsers)
    Object.assign(client.options.serializers, codecs?.serializers)
  }
  const destroy = (error: Error) => {
    end(error)
    client.end({ timeout: 0 }).catch(() => undefined)
    socket?.destroy()
  }

  const stopLimit = startLimit(CONNECT_MS, () =>
    destroy(new DatabaseAway("The database did not answer in time")),
  )
  const lost = Promise.withResolvers<never>()
  hearers.add(lost.reject)
  const sql = await Promise.race([greet(client, options.settings), lost.promise]).catch((error: unknown) => {
    stopLimit()
    const away = new DatabaseAway("No connection to the database could be opened", { cause: error })
    destroy(away)
    throw away
  })

  const ask = ({
    statement,
    parameters = [],
    isPrepared = false,
    asValues = false,
  }: Question): Promise<Answer> => {
    if (reason) return Promise.reject(reason)
    return new Promise<Answer>((answer, refuse) => {
      if (unanswered.size === 0) heardAt = performance.now()
      unanswered.add(refuse)
      const answered = () => {
        heardAt = performance.now()
        unanswered.delete(refuse)
        if (unanswered.size === 0) stopWaiting()
      }
      const query = sql.unsafe(statement, parameters as never[], { prepare: isPrepared })
      const asked: PromiseLike<unknown> = asValues ? query.values() : query
      asked.then(
        (rows) => {
          answered()
          answer(rows as Answer)
        },
        (error: unknown) => {
          answered()
          const isLost = endsConnection(error)
          const isSaid = error instanceof postgres.PostgresError
          refuse(
            reason ??
              (isLost && !isSaid
                ? new DatabaseAway("The connection to the database was lost", { cause: error })
                : error),
          )
          if (isLost) destroy(new DatabaseAway("The database ended the connection", { cause: error }))
        },
      )
    })
  }
  hearers.delete(lost.reject)
  arrays ??= {
    parsers: arraysOf(client.options.parsers),
    serializers: arraysOf(client.options.serializers, client.options.parsers),
  }
  stopLimit()
  return {
    openedAt: performance.now(),
    ask,
    settled: () => (unanswered.size === 0 ? Promise.resolve() : new Promise((settle) => waiting.add(settle))),
    silentMs: () => (unanswered.size === 0 ? 0 : performance.now() - heardAt),
    gone: () => reason,
    onGone(hear) {
      if (reason) hear(reason)
      else hearers.add(hear)
      return () => hearers.delete(hear)
    },
    destroy,
  }
}

const TICK_MS = 100

/**
 * Calls `late` after `ms` in which this process was free to hear an answer: time in which it was busy itself
 * says nothing about the other side. Returns how to stop it.
 */
export function startLimit(ms: number, late: () => void): () => void {
  let left = ms
  const ticking = setInterval(() => {
    left -= TICK_MS
    if (left > 0) return
    clearInterval(ticking)
    late()
  }, TICK_MS)
  return () => clearInterval(ticking)
}

/**
 * Connects, and takes the connection for ourselves: the driver never opens another in its place, in the
 * middle of a transaction. Settings are set here and not in the greeting, which a pooler between may refuse,
 * or forget.
 */
async function greet(
  client: postgres.Sql,
  settings: Record<string, string> = {},
): Promise<postgres.ReservedSql> {
  const wanted = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  // A connection is reserved once it is there: reserving opens none that knows its types already.
  await client.unsafe(`select ${wanted.join(", ") || "1"}`)
  return client.reserve()
}

/**
 * How arrays are read and written, as the first connection found out; their numbers are PostgreSQL's own,
 * the same everywhere. Where the driver asks for them on every connection, one that is lost while it does
 * ends the process.
 */
let arrays: Codecs | undefined

type Table = Record<number | string, unknown>
const isArray = (parser: unknown) =>
  typeof parser === "function" && "array" in parser && parser.array === true
const arraysOf = (table: Table, parsers: Table = table): Table =>
  Object.fromEntries(
    Object.keys(parsers)
      .filter((oid) => isArray(parsers[oid]))
      .map((oid) => [oid, table[oid]]),
  )

/** `onnotify` is the driver's own, though its types do not name it; nor do they name `socket`. */
/**
 * 8-byte integers are numbers here: sums of money, counts. One beyond the safe integers fails rather than
 * being another one.
 */
const WHOLE_NUMBER = {
  to: 20,
  from: [20],
  serialize: String,
  parse(text: string): number {
    const value = Number(text)
    if (!Number.isSafeInteger(value))
      throw new RangeError("A whole number of the database is too large to be exact")
    return value
  },
}

const driverOptions = (options: ConnectionOptions) => ({
  max: 1,
  idle_timeout: 0,
  max_lifetime: null,
  connect_timeout: 10,
  backoff: false,
  fetch_types: arrays === undefined,
  // "read-write" looks at default_transaction_read_only, which a standby has off as well.
  target_session_attrs: "primary" as const,
  onnotice: () => {},
  types: { bigint: WHOLE_NUMBER },
  connection: { application_name: options.name ?? "baroildang" },
  onnotify: options.hear,
})

/** A socket of our own can be cut: one that waits for a frozen server never closes by itself. */
function openSocket(address: URL): Promise<Socket> {
  const host = decodeURIComponent(address.hostname).replace(/^\[|\]$/g, "")
  const port = Number(address.port || 5_432)
  return new Promise((opened, failed) => {
    const socket = Object.assign(connect({ host, port, noDelay: true }), { host, port })
    const stopLimit = startLimit(CONNECT_MS, () => socket.destroy(new Error("no connection in time")))
    const fail = (error: Error) => {
      stopLimit()
      failed(error)
    }
    socket.once("error", fail)
    socket.once("connect", () => {
      stopLimit()
      socket.off("error", fail)
      opened(socket)
    })
  })
}
