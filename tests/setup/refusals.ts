/**
 * Watches every service that the tests call: one that refuses must have changed no row, unless it says by
 * name (`commitRefusal`) that something stays. What was refused is noted for the check at the end.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import { appendFileSync } from "node:fs"
import { afterEach } from "vitest"
import { countQueries } from "#app/platform/db.server.ts"
import { isCommittedRefusal } from "#app/platform/outcome.ts"

type Service = (...args: unknown[]) => unknown

declare global {
  // oxlint-disable-next-line no-var -- a global of the tests
  var watchRefusals: ((service: string, run: Service) => Service) | undefined
}

/** Counters of tries stand outside of the work; they count the refused above all. */
const COUNTER = /^(?:insert into|update|delete from) "?rate_limits"?/i
const WRITE =
  /^\s*(?:insert|update|delete|merge|truncate)\b|^\s*with\b[\s\S]*\b(?:insert into|update|delete from)\b/i

const violations: string[] = []
const seen = new Set<string>()

function note(service: string, reason: string): void {
  const line = `${service.split("#")[1]} ${reason}`
  if (seen.has(line)) return
  seen.add(line)
  if (process.env.REFUSALS_SEEN) appendFileSync(process.env.REFUSALS_SEEN, `${line}\n`)
}

function isRefusal(result: unknown): result is { ok: false; reason: string } {
  return (
    typeof result === "object" &&
    result !== null &&
    "ok" in result &&
    result.ok === false &&
    "reason" in result &&
    typeof result.reason === "string"
  )
}

const inService = new AsyncLocalStorage<true>()

async function watch(service: string, work: Promise<{ result: unknown; statements: string[] }>) {
  const { result, statements } = await work
  if (!isRefusal(result)) return result
  note(service, result.reason)
  const writes = statements.filter((text) => WRITE.test(text) && !COUNTER.test(text))
  if (writes.length > 0 && !isCommittedRefusal(result))
    violations.push(`${service} refused (${result.reason}) and yet wrote: ${writes.join(" | ")}`)
  return result
}

globalThis.watchRefusals = (service, run) => {
  const watched = (...args: unknown[]) => {
    // What one service asks of another is a part of its work: only the whole may leave nothing behind.
    if (inService.getStore()) return run(...args)
    let result: unknown
    let thrown: { error: unknown } | undefined
    const work = inService.run(true, () =>
      countQueries(
        async () => {
          try {
            result = run(...args)
          } catch (error) {
            thrown = { error }
          }
          return result
        },
        { statements: true },
      ),
    )
    if (result instanceof Promise) return watch(service, work)
    if (thrown) throw thrown.error
    return result
  }
  // What a function is called is shown by `npm run events`.
  return Object.defineProperty(watched, "name", { value: run.name })
}

/** What was found since the last time. */
export const takeViolations = (): string[] => violations.splice(0)

afterEach(() => {
  const found = takeViolations()
  if (found.length > 0) throw new Error(found.join("\n"))
})
