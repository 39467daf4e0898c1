/** Owns the log: one JSON line an event, secrets removed. */
import { pino } from "pino"
import { env } from "./env.server.ts"

let logger: ReturnType<typeof pino> | undefined

/** The process's log. */
export function log() {
  return (logger ??= pino({
    level: env().APP_ENV === "test" ? "error" : env().LOG_LEVEL,
    base: undefined,
    redact: ["password", "token", "code", "*.password", "*.token", "*.code"],
  }))
}
