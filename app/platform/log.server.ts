/**
 * Owns the log: one JSON line an event, secrets and values of statements removed, what repeats itself
 * counted.
 */
import { pino, type Logger, type LogFn } from "pino"
import { env } from "./env.server.ts"
import { describeError, type SafeError } from "./error-text.server.ts"

let logger: Logger | undefined
/** The same trouble is said once, and then how often, in this time. */
const REPEAT_MS = 10_000
const MAX_TROUBLES = 200
const MAX_IDS = 20

type Trouble = { level: number; times: number; ids: string[]; say: (count: number, ids: string[]) => void }
const troubles = new Map<string, Trouble>()
let telling: NodeJS.Timeout | undefined

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
    hooks: { logMethod: sayOnce },
  }
  return stream ? pino(options, stream) : pino(options)
}

/**
 * Says a warning or an error of the same words and codes once in ten seconds, and at their end how often it
 * came and for which requests.
 */
function sayOnce(this: Logger, given: Parameters<LogFn>, method: LogFn, level: number): void {
  const [fields, message] = given as unknown as [unknown, unknown]
  const isTrouble =
    level >= 40 && level < 60 && typeof fields === "object" && fields !== null && "err" in fields
  if (!isTrouble) return method.apply(this, given)
  const key = `${level} ${String(message)} ${signatureOf(describeError(fields.err))}`
  const known = troubles.get(key)
  if (known) {
    known.times += 1
    if ("id" in fields && known.ids.length < MAX_IDS) known.ids.push(String(fields.id))
    return
  }
  if (troubles.size < MAX_TROUBLES) {
    const { err } = fields
    troubles.set(key, {
      level,
      times: 0,
      ids: [],
      say: (times, ids) =>
        method.apply(this, [
          { err, repeated: times, ...(ids.length > 0 && { ids }) },
          String(message),
        ] as never),
    })
    telling ??= setInterval(tellRepeated, REPEAT_MS).unref()
  }
  method.apply(this, given)
}

/** Names of queues, workers and other ids differ where the trouble is the same. */
const OF_ONE = /\(Queue: [^)]*\)|[0-9a-f]{8}-[0-9a-f-]{27}/g
function signatureOf(error: SafeError): string {
  const own = `${String(error.name)} ${String(error.code)} ${String(error.message).replace(OF_ONE, "")}`
  return error.cause ? `${own} ← ${signatureOf(error.cause as SafeError)}` : own
}

/** Says what came again since it was said last; what did not come again is forgotten. */
export function tellRepeated(): void {
  for (const [key, trouble] of troubles) {
    if (trouble.times === 0) troubles.delete(key)
    else trouble.say(trouble.times, trouble.ids)
    trouble.times = 0
    trouble.ids = []
  }
  if (troubles.size > 0) return
  clearInterval(telling)
  telling = undefined
}
