/**
 * Owns what may be said of an error outside the request that met it: its kind, its codes and where it came
 * from, never what was typed.
 */

/** Everything the log knows of an error. */
export type SafeError = { [name: string]: string | number | SafeError | SafeError[] | undefined }

/** Names and codes of the database, the system and the libraries: none of them comes from a form. */
const NAMES = [
  "name",
  "severity",
  "routine",
  "schema_name",
  "table_name",
  "column_name",
  "constraint_name",
  "schema",
  "table",
  "column",
  "constraint",
  "syscall",
  "status",
  "statusCode",
  "responseCode",
  "command",
  "queue",
] as const
const SHORT = 80
const MAX_CAUSES = 4
const MAX_TEXT = 300

/**
 * PostgreSQL's own words in these classes speak of connections, locks, resources and names of tables; in all
 * others they repeat values.
 */
const WITHOUT_VALUES = /^(08|25|26|28|40|53|55|57|58|42P01|42703)/
const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * Describes `error` for the log: kind, codes, names of tables and constraints, the place in the source, and
 * the same of its causes. Values of statements, details of the database and whatever else a form may have
 * filled in are left out.
 */
export function describeError(error: unknown, depth = 0): SafeError {
  if (typeof error !== "object" || error === null)
    return { name: typeof error, message: withoutValues(String(error)) }
  const known = error as Record<string, unknown>
  const described: SafeError = {}
  for (const name of NAMES) {
    const value = known[name]
    if (typeof value === "number" || (typeof value === "string" && value.length <= SHORT))
      described[name] = value
  }
  described.name ??= error.constructor.name
  if (typeof known.code === "string" || typeof known.code === "number")
    described.code = String(known.code).slice(0, SHORT)
  described.message = messageOf(known)
  if (typeof known.stack === "string") described.stack = framesOf(known.stack)
  if (depth >= MAX_CAUSES) return described
  if (known.cause !== undefined && known.cause !== null)
    described.cause = describeError(known.cause, depth + 1)
  if (Array.isArray(known.errors))
    described.errors = known.errors.slice(0, MAX_CAUSES).map((one) => describeError(one, depth + 1))
  return described
}

/**
 * One line of the same, for a column of the database: "DrizzleQueryError: Failed query: select … ←
 * PostgresError 23505 (orders_key)".
 */
export function errorLine(error: unknown): string {
  const parts: string[] = []
  for (
    let each: SafeError | undefined = describeError(error);
    each;
    each = each.cause as SafeError | undefined
  ) {
    const named = each.constraint_name ?? each.constraint ?? each.table_name
    parts.push(
      [`${String(each.name)}:`, each.code, each.message, named && `(${String(named)})`]
        .filter(Boolean)
        .join(" "),
    )
  }
  return parts.join(" ← ")
}

function messageOf(error: Record<string, unknown>): string {
  const message = typeof error.message === "string" ? error.message : ""
  // The query builder repeats the statement, whose values are places, and then every value.
  if (typeof error.query === "string" && message.startsWith("Failed query"))
    return `Failed query: ${shorten(error.query)}`
  const isPostgres =
    typeof error.code === "string" && SQLSTATE.test(error.code) && ("severity" in error || "routine" in error)
  if (isPostgres)
    return WITHOUT_VALUES.test(String(error.code)) ? shorten(message) : "(withheld: it may repeat a value)"
  // What could not be read is repeated by whoever tried.
  if (error instanceof SyntaxError) return "(withheld: it repeats what could not be read)"
  return withoutValues(message)
}

const shorten = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

const ADDRESS = /[^\s<>"'(),:;=]+@[^\s<>"'(),:;]+/g
/**
 * Tokens and keys: long, unbroken, of letters and digits mixed. Ids of ours, which name no person, have
 * hyphens and stay.
 */
const TOKEN = /\b(?=[A-Za-z0-9_+/=-]*\d)(?![0-9a-f]{8}-[0-9a-f]{4}-)[A-Za-z0-9_+/=]{20,}[A-Za-z0-9_+/=.%-]*/g
const PHONE = /\+?\d[\d -]{7,}\d/g
const QUOTED = /"[^"\n]*"|'[^'\n]*'|“[^”\n]*”/g
const PARAMETERS = /\n?params: [^]*$/
const HANGUL = /[가-힣][가-힣\s.,!?]*/g

/**
 * `text` without what may have been typed: quoted parts, addresses, numbers of phones, tokens, Korean; for
 * messages of programs, which are English.
 */
export function withoutValues(text: string): string {
  return shorten(
    text
      .replace(PARAMETERS, "")
      .replace(QUOTED, '"…"')
      .replace(ADDRESS, "…")
      .replace(TOKEN, "…")
      .replace(PHONE, "…")
      .replace(HANGUL, "…"),
  )
}

/** Where it came from, without the message that stands above it. */
function framesOf(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join("\n")
}
