/**
 * What may be said of an error outside the request that met it: its kind, its codes and where it came
 * from, never what was typed.
 */

/** Everything the log knows of an error. */
export type SafeError = { [name: string]: string | number | SafeError | SafeError[] | undefined }

/** Names and codes of the database, the system and the libraries: none of them comes from a form. */
const SAFE_FIELDS = [
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
const MAX_FIELD_LENGTH = 80
const MAX_CAUSES = 4
const MAX_TEXT_LENGTH = 300

/**
 * PostgreSQL's own words in these classes speak of connections, locks, resources and names of tables; in all
 * others they repeat values.
 */
const SQLSTATES_WITHOUT_VALUES = /^(08|25|26|28|40|53|55|57|58|42P01|42703)/
const SQLSTATE_PATTERN = /^[0-9A-Z]{5}$/

/**
 * Describes `error` for the log: kind, codes, names of tables and constraints, the place in the source, and
 * the same of its causes. Values of statements, details of the database and whatever else a form may have
 * filled in are left out.
 */
export function describeError(error: unknown, depth = 0): SafeError {
  if (typeof error !== "object" || error === null)
    return { name: typeof error, message: redactValues(String(error)) }
  const errorFields = error as Record<string, unknown>
  const described: SafeError = {}
  for (const name of SAFE_FIELDS) {
    const value = errorFields[name]
    if (typeof value === "number" || (typeof value === "string" && value.length <= MAX_FIELD_LENGTH))
      described[name] = value
  }
  described.name ??= error.constructor.name
  if (typeof errorFields.code === "string" || typeof errorFields.code === "number")
    described.code = String(errorFields.code).slice(0, MAX_FIELD_LENGTH)
  described.message = getSafeMessage(errorFields)
  if (typeof errorFields.stack === "string") described.stack = getStackFrames(errorFields.stack)
  if (depth >= MAX_CAUSES) return described
  if (errorFields.cause !== undefined && errorFields.cause !== null)
    described.cause = describeError(errorFields.cause, depth + 1)
  if (Array.isArray(errorFields.errors))
    described.errors = errorFields.errors.slice(0, MAX_CAUSES).map((one) => describeError(one, depth + 1))
  return described
}

/**
 * One line of the same, for a column of the database: "DrizzleQueryError: Failed query: select … ←
 * PostgresError 23505 (orders_key)".
 */
export function formatErrorLine(error: unknown): string {
  const parts: string[] = []
  for (
    let each: SafeError | undefined = describeError(error);
    each;
    each = each.cause as SafeError | undefined
  ) {
    const objectName = each.constraint_name ?? each.constraint ?? each.table_name
    parts.push(
      [`${String(each.name)}:`, each.code, each.message, objectName && `(${String(objectName)})`]
        .filter(Boolean)
        .join(" "),
    )
  }
  return parts.join(" ← ")
}

function getSafeMessage(error: Record<string, unknown>): string {
  const message = typeof error.message === "string" ? error.message : ""
  // The query builder repeats the statement, whose values are places, and then every value.
  if (typeof error.query === "string" && message.startsWith("Failed query"))
    return `Failed query: ${truncate(error.query)}`
  const isPostgres =
    typeof error.code === "string" &&
    SQLSTATE_PATTERN.test(error.code) &&
    ("severity" in error || "routine" in error)
  if (isPostgres)
    return SQLSTATES_WITHOUT_VALUES.test(String(error.code))
      ? truncate(message)
      : "(withheld: it may repeat a value)"
  // What could not be read is repeated by whoever tried.
  if (error instanceof SyntaxError) return "(withheld: it repeats what could not be read)"
  return redactValues(message)
}

const truncate = (text: string) =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text

const EMAIL_PATTERN = /[^\s<>"'(),:;=]+@[^\s<>"'(),:;]+/g
/**
 * Tokens and keys: long, unbroken, of letters and digits mixed. Ids of ours, which name no person, have
 * hyphens and stay.
 */
const TOKEN_PATTERN =
  /\b(?=[A-Za-z0-9_+/=-]*\d)(?![0-9a-f]{8}-[0-9a-f]{4}-)[A-Za-z0-9_+/=]{20,}[A-Za-z0-9_+/=.%-]*/g
const PHONE_PATTERN = /\+?\d[\d -]{7,}\d/g
const QUOTED_PATTERN = /"[^"\n]*"|'[^'\n]*'|“[^”\n]*”/g
const PARAMETERS_PATTERN = /\n?params: [^]*$/
const HANGUL_PATTERN = /[가-힣][가-힣\s.,!?]*/g

/**
 * `text` without what may have been typed: quoted parts, addresses, numbers of phones, tokens, Korean; for
 * messages of programs, which are English.
 */
export function redactValues(text: string): string {
  return truncate(
    text
      .replace(PARAMETERS_PATTERN, "")
      .replace(QUOTED_PATTERN, '"…"')
      .replace(EMAIL_PATTERN, "…")
      .replace(TOKEN_PATTERN, "…")
      .replace(PHONE_PATTERN, "…")
      .replace(HANGUL_PATTERN, "…"),
  )
}

/** Where it came from, without the message that stands above it. */
function getStackFrames(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join("\n")
}
