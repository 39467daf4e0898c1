/**
 * Owns what a failure of the database means: whether it was away, and whether something was broken that we
 * put there.
 */

/**
 * PostgreSQL, its pooler or the way to it does not answer; nothing is known to be wrong with what was asked.
 */
export class DatabaseAway extends Error {
  readonly code = "DATABASE_AWAY"

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = "DatabaseAway"
  }
}

/** The code of an error that says that the job queue does not run. */
export const JOB_QUEUE_AWAY = "JOB_QUEUE_AWAY"

type PostgresFailure = Error & { code: string; constraint_name?: string; routine?: string }

/** The error of the database or of the way to it that `error` wraps, if any. */
export function causeOf(error: unknown): PostgresFailure | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("code" in current && typeof current.code === "string") return current as PostgresFailure
  }
  return undefined
}

/** The name of the unique, check or foreign-key constraint that `error` says was broken, else undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  const failure = causeOf(error)
  return failure?.code.startsWith("23") ? (failure.constraint_name ?? failure.code) : undefined
}

/**
 * What `error` is called without anything that it holds: PostgreSQL's or the driver's code, else its name.
 */
export const errorCode = (error: unknown): string =>
  causeOf(error)?.code ?? (error instanceof Error ? error.name : "unknown")

/** The driver's and the system's words for a connection that failed. */
const CONNECTION = /^(CONNECTION_|CONNECT_TIMEOUT|E(CONN|HOST|NET|PIPE|TIMEDOUT|AI_|NOTFOUND))/
/**
 * Connection exceptions, a server that stops, starts or cannot be written to, an idle transaction that was
 * ended.
 */
const UNUSABLE = /^(08|57P0|25006|25P03)/
/**
 * A server with too few resources (a full disk, too many connections), a statement or a lock that took too
 * long.
 */
const OVERLOADED = /^(53|55P03|57014)/

/** Whether a connection that answered `error` must not be used again. */
export function endsConnection(error: unknown): boolean {
  const code = causeOf(error)?.code ?? ""
  return code === "DATABASE_AWAY" || CONNECTION.test(code) || UNUSABLE.test(code)
}

/**
 * Whether `error` says that the database, not the request, is the trouble: a 503, and worth another try
 * later.
 */
export function isDatabaseTrouble(error: unknown): boolean {
  const failure = causeOf(error)
  if (failure?.code === "DATABASE_AWAY") return true
  // Other services use the same codes for theirs.
  return failure?.name === "PostgresError" && (UNUSABLE.test(failure.code) || OVERLOADED.test(failure.code))
}

/**
 * What the server prepared for us is gone or does not fit its tables any more; asked for anew, it is
 * prepared anew.
 */
const isStale = (failure: PostgresFailure) =>
  failure.code === "26000" || (failure.code === "0A000" && failure.routine === "RevalidateCachedQuery")

/**
 * Whether the same transaction, begun again, may well succeed: it lost a race, or met a statement that has
 * to be prepared again.
 */
export function isWorthRetrying(error: unknown): boolean {
  const failure = causeOf(error)
  return failure !== undefined && (failure.code === "40001" || failure.code === "40P01" || isStale(failure))
}
