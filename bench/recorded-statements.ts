/**
 * What services say to the database, written down once and said again through the bare driver: the floor
 * under every way to say these statements.
 */
import { createHash } from "node:crypto"
import { drizzle } from "drizzle-orm/postgres-js"
import postgres from "postgres"
import { newId } from "../app/basics/ids.ts"
import { databaseUrl, db } from "../app/platform/db.server.ts"

export type Statement = { text: string; values: unknown[] }
type Begin = (work: (client: object) => Promise<unknown>) => Promise<unknown>
type LogQuery = (text: string, values: unknown[]) => void

/** Inserts of events, alone or within a wider statement: their rows, or one that is selected. */
const INSERTED_EVENTS = /insert into "outbox" \([^)]*\) values \([^)]*\)(?:, \([^)]*\))*/g
const SELECTED_EVENT = /(insert into "outbox" \([^)]*)(\)\s+select [^)]*?) from /g

/** The statement with its events put away already. */
const markHandled = (text: string) =>
  text
    .replaceAll(INSERTED_EVENTS, (rows) =>
      rows.replaceAll(/(\(default, \$\d+, \$\d+, \$\d+), default/g, "$1, now()"),
    )
    .replaceAll(SELECTED_EVENT, '$1, "handled_at"$2, now() from ')

/**
 * The statements of `work`, in its order. Its events are put away already: nobody is told of what is only
 * said again.
 */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  const client: { begin: Begin } = Reflect.get(db(), "$client")
  const logger: { logQuery: LogQuery } = Reflect.get(Reflect.get(db(), "session"), "logger")
  const { begin } = client
  const { logQuery } = logger
  client.begin = async (transaction) => {
    statements.push({ text: "begin", values: [] })
    const result = await begin(transaction)
    statements.push({ text: "commit", values: [] })
    return result
  }
  logger.logQuery = (text, values) => {
    // Not the word to other processes.
    if (/pg_notify/.test(text)) return
    statements.push({ text: markHandled(text), values: [...values] })
  }
  try {
    await work()
  } finally {
    client.begin = begin
    logger.logQuery = logQuery
  }
  if (statements.length === 0) throw new Error("No statement was seen")
  return statements
}

/** Hashes, ids, keys of the simulator, numbers of purchases. */
const GENERATED_ID = new RegExp(
  [
    /\b[0-9a-f]{64}\b/,
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
    /(?:sim|ps|tx)_[0-9a-f]{32}/,
    /\b20\d{6}-\d{8}\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
)

/** `statements` with every id, key, hash and number made anew that is not in `stableIds`. */
function replaceGeneratedIds(statements: readonly Statement[], stableIds: ReadonlySet<string>): Statement[] {
  const replacements = new Map<string, string>()
  const replaceId = (oldId: string) => {
    if (stableIds.has(oldId)) return oldId
    const known = replacements.get(oldId)
    if (known) return known
    const id = newId()
    const newValue = /^[0-9a-f]{64}$/.test(oldId)
      ? createHash("sha256").update(id).digest("hex")
      : oldId.includes("_")
        ? oldId.slice(0, oldId.indexOf("_") + 1) + id.replaceAll("-", "")
        : oldId.length === 36
          ? id
          : `${oldId.slice(0, 9)}${Number.parseInt(id.slice(-12), 16)}`
    replacements.set(oldId, newValue)
    return newValue
  }
  const replaceInValue = (value: unknown): unknown =>
    typeof value === "string"
      ? value.replaceAll(GENERATED_ID, replaceId)
      : Array.isArray(value)
        ? value.map(replaceInValue)
        : value
  return statements.map(({ text, values }) => ({ text, values: values.map(replaceInValue) }))
}

/** The bare driver beside our pool, on `connections` connections. */
export function openDriver(connections: number) {
  const client = postgres(databaseUrl(), { max: connections, onnotice: () => {} })
  // Tells the driver that values are text already, as the query builder made them.
  drizzle(client)
  return {
    /** Says recorded statements again, about new rows; `stableIds` are of rows that stay. */
    async repeat(statements: readonly Statement[], stableIds: ReadonlySet<string>): Promise<void> {
      const connection = await client.reserve()
      try {
        for (const { text, values } of replaceGeneratedIds(statements, stableIds))
          await connection.unsafe(text, values as never[], { prepare: values.length > 0 })
      } finally {
        connection.release()
      }
    },
    close: () => client.end(),
  }
}
