/** What time it is: the one place that asks the machine, so that a test can move time. */

type Clock = () => Date

// The server bundle and the tests load this module separately; both must read the same clock.
const clockKey = Symbol.for("baroildang.clock")
const globalState = globalThis as { [clockKey]?: Clock | undefined }

/** The present instant. Server code calls this and never `new Date()`. */
export function now(): Date {
  return globalState[clockKey]?.() ?? new Date()
}

/** From here on `now()` answers what `clock` answers, in every copy of this module in the process. */
export function setClock(clock: Clock): void {
  globalState[clockKey] = clock
}

/** Back to the machine's clock. */
export function resetClock(): void {
  delete globalState[clockKey]
}
