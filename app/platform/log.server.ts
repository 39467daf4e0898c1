/**
 * The log: one JSON line an event, secrets and values of statements removed, what repeats itself
 * counted.
 */
import { pino, type Logger, type LogFn } from "pino"
import { env } from "./env.server.ts"
import { describeError, type SafeError } from "./error-text.server.ts"

let logger: Logger | undefined
/** The same trouble is said once, and then how often, in this time. */
const REPEAT_INTERVAL_MS = 10_000
const MAX_TRACKED_ERRORS = 200
const MAX_IDS = 20

type RepeatedError = {
  level: number
  times: number
  ids: string[]
  writeLine: (count: number, ids: string[]) => void
}
const repeatedErrors = new Map<string, RepeatedError>()
let repeatTimer: NodeJS.Timeout | undefined

/** The process's log. */
export function log(): Logger {
  return (logger ??= createLog({ level: env().APP_ENV === "test" ? "error" : env().LOG_LEVEL }))
}

/** Makes a log of `level` that writes to `stream`, standard output where there is none. */
export function createLog({
  level,
  stream,
}: {
  level: string
  stream?: { write(line: string): void }
}): Logger {
  const options = {
    level,
    base: undefined,
    serializers: { err: describeError },
    // Codes of errors are names and stay; a code that stands by itself was sent to somebody's phone.
    redact: [
      "password",
      "token",
      "code",
      "secret",
      "cookie",
      "*.password",
      "*.token",
      "*.secret",
      "*.cookie",
    ],
    hooks: { logMethod: logOncePerInterval },
  }
  return stream ? pino(options, stream) : pino(options)
}

/**
 * Says a warning or an error of the same words and codes once in ten seconds, and at their end how often it
 * came and for which requests.
 */
function logOncePerInterval(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
  const [fields, message] = args as unknown as [unknown, unknown]
  const isWarningOrError =
    level >= 40 && level < 60 && typeof fields === "object" && fields !== null && "err" in fields
  if (!isWarningOrError) return method.apply(this, args)
  const key = `${level} ${String(message)} ${getErrorSignature(describeError(fields.err))}`
  const tracked = repeatedErrors.get(key)
  if (tracked) {
    tracked.times += 1
    if ("id" in fields && tracked.ids.length < MAX_IDS) tracked.ids.push(String(fields.id))
    return
  }
  if (repeatedErrors.size < MAX_TRACKED_ERRORS) {
    const { err } = fields
    repeatedErrors.set(key, {
      level,
      times: 0,
      ids: [],
      writeLine: (times, ids) =>
        method.apply(this, [
          { err, repeated: times, ...(ids.length > 0 && { ids }) },
          String(message),
        ] as never),
    })
    repeatTimer ??= setInterval(logRepeatedErrors, REPEAT_INTERVAL_MS).unref()
  }
  method.apply(this, args)
}

/** Names of queues, workers and other ids differ where the trouble is the same. */
const VARIABLE_PARTS = /\(Queue: [^)]*\)|[0-9a-f]{8}-[0-9a-f-]{27}/g
function getErrorSignature(error: SafeError): string {
  const constantText = String(error.message).replace(VARIABLE_PARTS, "")
  const ownSignature = `${String(error.name)} ${String(error.code)} ${constantText}`
  return error.cause ? `${ownSignature} ← ${getErrorSignature(error.cause as SafeError)}` : ownSignature
}

/** Says what came again since it was said last; what did not come again is forgotten. */
export function logRepeatedErrors(): void {
  for (const [key, repeatedError] of repeatedErrors) {
    if (repeatedError.times === 0) repeatedErrors.delete(key)
    else repeatedError.writeLine(repeatedError.times, repeatedError.ids)
    repeatedError.times = 0
    repeatedError.ids = []
  }
  if (repeatedErrors.size > 0) return
  clearInterval(repeatTimer)
  repeatTimer = undefined
}
