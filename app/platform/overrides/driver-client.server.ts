/**
 * Override `driver-client`: opens one connection of the driver postgres.js over a socket of ours.
 *
 * Reason: a socket of our own can be cut, where the driver waits for a frozen server for ever; the driver
 * tries again behind our back after a failure; and it asks for the codecs of arrays on each connection, of
 * which one that is lost meanwhile ends the process. Gain: what decision 021 promises when a database fails;
 * one round trip of each connection. It has no switch: without it those promises do not hold.
 * Relies on: the options `socket` and `onnotify`, which its types do not name, and the tables
 * `options.parsers` and `options.serializers` of a client (driver-client.test.ts).
 */
import type { Socket } from "node:net"
import postgres from "postgres"
import type { Codecs, ConnectionOptions } from "../connection.server.ts"

/**
 * How arrays are read and written, as the first connection found out; their numbers are PostgreSQL's own,
 * the same everywhere.
 */
let arrayCodecs: Codecs | undefined

type CodecTable = Record<number | string, unknown>
const isArray = (parser: unknown) =>
  typeof parser === "function" && "array" in parser && parser.array === true
const pickArrayCodecs = (codecTable: CodecTable, parsers: CodecTable = codecTable): CodecTable =>
  Object.fromEntries(
    Object.keys(parsers)
      .filter((oid) => isArray(parsers[oid]))
      .map((oid) => [oid, codecTable[oid]]),
  )

/**
 * 8-byte integers are numbers here: sums of money, counts. One beyond the safe integers fails rather than
 * being another one.
 */
const BIGINT_CODEC = {
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

/** Where the driver gets its socket, and what it calls when it has lost it. */
type SocketSource = { openSocket: () => Promise<Socket>; onClose: () => void }

/** Makes a client with one connection, which is opened by its first statement. */
export function createDriverClient(
  address: string,
  options: ConnectionOptions,
  { openSocket, onClose }: SocketSource,
): postgres.Sql {
  const settings = {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    backoff: false,
    fetch_types: arrayCodecs === undefined,
    // "read-write" looks at default_transaction_read_only, which a standby has off as well.
    target_session_attrs: options.isStandby ? ("standby" as const) : ("primary" as const),
    onnotice: () => {},
    types: { bigint: BIGINT_CODEC },
    connection: { application_name: options.name ?? "baroildang" },
    onnotify: options.listener,
    onclose: onClose,
    socket: openSocket,
  }
  const client = postgres(address, settings)
  for (const codecs of [arrayCodecs, options.codecs]) {
    Object.assign(client.options.parsers, codecs?.parsers)
    Object.assign(client.options.serializers, codecs?.serializers)
  }
  return client
}

/** Remembers the codecs of arrays that a client which is connected has found out, for those after it. */
export function rememberArrayCodecs(client: postgres.Sql): void {
  arrayCodecs ??= {
    parsers: pickArrayCodecs(client.options.parsers),
    serializers: pickArrayCodecs(client.options.serializers, client.options.parsers),
  }
}
