/**
 * What a failure of the database means: whether it was away, and whether something was broken that we
 * put there.
 */

/**
 * PostgreSQL, its pooler or the way to it does not answer; nothing is known to be wrong with what was asked.
 */
export class DatabaseUnavailableError extends Error {
  readonly code = "DATABASE_AWAY"

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = "DatabaseAway"
  }
}

/** The code of an error that says that the job queue does not run. */
export const JOB_QUEUE_UNAVAILABLE = "JOB_QUEUE_AWAY"

type CodedError = Error & { code: string; constraint_name?: string; routine?: string }

/** The error of the database or of the way to it that `error` wraps, if any. */
export function findCodedError(error: unknown): CodedError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("code" in current && typeof current.code === "string") return current as CodedError
  }
  return undefined
}

/** The name of the unique, check or foreign-key constraint that `error` says was broken, else undefined. */
export function getViolatedConstraint(error: unknown): string | undefined {
  const failure = findCodedError(error)
  return failure?.code.startsWith("23") ? (failure.constraint_name ?? failure.code) : undefined
}

/**
 * What `error` is called without anything that it holds: PostgreSQL's or the driver's code, else its name.
 */
export const getErrorCode = (error: unknown): string =>
  findCodedError(error)?.code ?? (error instanceof Error ? error.name : "unknown")

/** The driver's and the system's words for a connection that failed. */
const CONNECTION_CODES = /^(CONNECTION_|CONNECT_TIMEOUT|E(CONN|HOST|NET|PIPE|TIMEDOUT|AI_|NOTFOUND))/
/**
 * Connection exceptions, a server that stops, starts or cannot be written to, an idle transaction that was
 * ended.
 */
const UNUSABLE_CODES = /^(08|57P0|25006|25P03)/
/**
 * A server with too few resources (a full disk, too many connections), a statement or a lock that took too
 * long.
 */
const OVERLOADED_CODES = /^(53|55P03|57014)/

/** Whether a connection that answered `error` must not be used again. */
export function isConnectionError(error: unknown): boolean {
  const code = findCodedError(error)?.code ?? ""
  return code === "DATABASE_AWAY" || CONNECTION_CODES.test(code) || UNUSABLE_CODES.test(code)
}

/**
 * Whether `error` says that the database, not the request, is the trouble: a 503, and worth another try
 * later.
 */
export function isDatabaseOutage(error: unknown): boolean {
  const failure = findCodedError(error)
  if (failure?.code === "DATABASE_AWAY") return true
  // Other services use the same codes for theirs.
  return (
    failure?.name === "PostgresError" &&
    (UNUSABLE_CODES.test(failure.code) || OVERLOADED_CODES.test(failure.code))
  )
}

/**
 * What the server prepared for us is gone or does not fit its tables any more; asked for anew, it is
 * prepared anew.
 */
const isStalePreparedStatement = (failure: CodedError) =>
  failure.code === "26000" || (failure.code === "0A000" && failure.routine === "RevalidateCachedQuery")

/**
 * Whether the same transaction, begun again, may well succeed: it lost a race, or met a statement that has
 * to be prepared again.
 */
export function isRetryable(error: unknown): boolean {
  const failure = findCodedError(error)
  return (
    failure !== undefined &&
    (failure.code === "40001" || failure.code === "40P01" || isStalePreparedStatement(failure))
  )
}
