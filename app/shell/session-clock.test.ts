import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { SESSION } from "#app/areas/accounts/rules.ts"
import { startSessionClock, watchFinalEnd, type SessionClock } from "./session-clock.ts"

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

let clock: SessionClock | undefined
let expiresAt: number | null

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) }))
afterEach(() => {
  clock?.stop()
  vi.useRealTimers()
})

function start(timeoutMs = SESSION.defaultTimeoutMs) {
  expiresAt = Date.now() + timeoutMs
  const on = { extend: vi.fn(), expired: vi.fn(), hardLogout: vi.fn(), warn: vi.fn() }
  clock = startSessionClock({
    timing: SESSION,
    timeoutMs,
    now: () => Date.now(),
    expiry: { read: () => expiresAt, write: (at) => (expiresAt = at) },
    handlers: on,
  })
  return { clock, on }
}

/** Lets time pass with something done every `everyMs`. */
function stayBusy(of: SessionClock, forMs: number, everyMs: number) {
  for (let passed = 0; passed < forMs; passed += everyMs) {
    of.recordActivity()
    vi.advanceTimersByTime(everyMs)
  }
}

test("an unused session is given up at the first check after its hour", () => {
  const { on } = start()
  vi.advanceTimersByTime(HOUR - SECOND)
  expect(on.expired).not.toHaveBeenCalled()
  vi.advanceTimersByTime(MINUTE)
  expect(on.expired).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(HOUR)
  expect(on.expired).toHaveBeenCalledTimes(1)
})

test("activity extends after 30 s of quiet, once", () => {
  const { clock: of, on } = start()
  for (let time = 0; time < 5; time += 1) {
    of.recordActivity()
    vi.advanceTimersByTime(5 * SECOND)
  }
  vi.advanceTimersByTime(24 * SECOND)
  expect(on.extend).not.toHaveBeenCalled()
  vi.advanceTimersByTime(SECOND)
  expect(on.extend).toHaveBeenCalledTimes(1)
  expect(expiresAt).toBe(Date.now() + HOUR)
})

test("who never rests for 30 s is extended all the same", () => {
  const { clock: of, on } = start()
  stayBusy(of, 7 * HOUR, 10 * SECOND)
  expect(on.expired).not.toHaveBeenCalled()
  expect(on.hardLogout).not.toHaveBeenCalled()
  expect(on.extend.mock.calls.length).toBeGreaterThan(400)
})

test("activity after the expiry does not bring the session back", () => {
  const { clock: of, on } = start()
  vi.advanceTimersByTime(59 * MINUTE + 50 * SECOND)
  vi.setSystemTime(Date.now() + 20 * SECOND)
  of.recordActivity()
  expect(on.expired).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(MINUTE)
  expect(on.extend).not.toHaveBeenCalled()
})

test("the profile's own time is kept to", () => {
  const { on } = start(3 * HOUR)
  vi.advanceTimersByTime(3 * HOUR - SECOND)
  expect(on.expired).not.toHaveBeenCalled()
  vi.advanceTimersByTime(MINUTE)
  expect(on.expired).toHaveBeenCalledTimes(1)
})

test("after 8 hours without activity the person is out, however long the session would last", () => {
  const { on } = start(24 * HOUR)
  vi.advanceTimersByTime(8 * HOUR - SECOND)
  expect(on.hardLogout).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * SECOND)
  expect(on.hardLogout).toHaveBeenCalledTimes(1)
})

test("activity resets the 8 hours only after 60 s of quiet", () => {
  const { clock: of, on } = start(24 * HOUR)
  vi.advanceTimersByTime(8 * HOUR - 30 * SECOND)
  of.recordActivity()
  vi.advanceTimersByTime(31 * SECOND)
  expect(on.hardLogout).toHaveBeenCalledTimes(1)
})

test("activity with 60 s of quiet after it gives 8 hours more", () => {
  const { clock: of, on } = start(24 * HOUR)
  vi.advanceTimersByTime(7 * HOUR)
  of.recordActivity()
  vi.advanceTimersByTime(61 * SECOND + 7.9 * HOUR)
  expect(on.hardLogout).not.toHaveBeenCalled()
})

test("idle for more than 7 hours is warned of once, at one of the checks every 5 minutes", () => {
  const { on } = start(24 * HOUR)
  vi.advanceTimersByTime(7 * HOUR)
  expect(on.warn).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5 * MINUTE)
  expect(on.warn).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(30 * MINUTE)
  expect(on.warn).toHaveBeenCalledTimes(1)
})

test.each([30 * MINUTE, HOUR, 3 * HOUR])(
  "a session of %i ms is warned of once, 5 minutes before its end",
  (ms) => {
    const { clock: of, on } = start(ms)
    vi.advanceTimersByTime(ms - 6 * MINUTE)
    expect(on.warn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(MINUTE)
    expect(on.warn).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(3 * MINUTE)
    expect(on.warn).toHaveBeenCalledTimes(1)
    of.extendNow()
    vi.advanceTimersByTime(ms - 6 * MINUTE)
    expect(on.expired).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2 * MINUTE)
    expect(on.warn).toHaveBeenCalledTimes(2)
  },
)

test("who is just doing something is not warned, for the session is extended in a moment", () => {
  const { clock: of, on } = start()
  vi.advanceTimersByTime(55 * MINUTE - 10 * SECOND)
  of.recordActivity()
  vi.advanceTimersByTime(10 * MINUTE)
  expect(on.warn).not.toHaveBeenCalled()
  expect(on.extend).toHaveBeenCalledTimes(1)
})

test("a session of 8 hours is warned of an hour before its end", () => {
  const { on } = start(8 * HOUR)
  vi.advanceTimersByTime(7 * HOUR)
  expect(on.warn).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5 * MINUTE)
  expect(on.warn).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(50 * MINUTE)
  expect(on.warn).toHaveBeenCalledTimes(1)
})

test("계속하기 extends at once", () => {
  const { clock: of, on } = start(24 * HOUR)
  vi.advanceTimersByTime(7 * HOUR + 5 * MINUTE)
  of.extendNow()
  expect(on.extend).toHaveBeenCalledTimes(1)
  expect(expiresAt).toBe(Date.now() + 24 * HOUR)
})

test("activity on another page resets the warning and the 8 hours without another extension", () => {
  const { clock: of, on } = start(24 * HOUR)
  vi.advanceTimersByTime(6 * HOUR)
  of.recordActivityElsewhere()
  vi.advanceTimersByTime(6.5 * HOUR)
  expect(on.warn).not.toHaveBeenCalled()
  expect(on.hardLogout).not.toHaveBeenCalled()
  expect(on.extend).not.toHaveBeenCalled()
})

test("a machine that slept through the expiry gives the session up when it wakes", () => {
  const { clock: of, on } = start()
  vi.setSystemTime(Date.now() + 2 * HOUR)
  of.check()
  expect(on.expired).toHaveBeenCalledTimes(1)
})

test("an expiry that another page removed, by logging out, is over", () => {
  const { on } = start()
  expiresAt = null
  vi.advanceTimersByTime(MINUTE)
  expect(on.expired).toHaveBeenCalledTimes(1)
})

/** Watches a session that ends in `endsInMs` whatever is done. */
function watchEnd(endsInMs: number) {
  const on = { warn: vi.fn(), ended: vi.fn() }
  const watch = watchFinalEnd({
    endsInMs,
    warningMs: SESSION.finalWarningMs,
    now: () => Date.now(),
    handlers: on,
  })
  return { on, watch }
}

test("an end that no use moves on is warned of once, ten minutes before, and comes on time", () => {
  const { on } = watchEnd(SESSION.staySignedInMs)
  vi.advanceTimersByTime(SESSION.staySignedInMs - 10 * MINUTE - SECOND)
  expect(on.warn).not.toHaveBeenCalled()
  vi.advanceTimersByTime(SECOND)
  expect(on.warn.mock.calls).toEqual([[10 * MINUTE]])
  vi.advanceTimersByTime(10 * MINUTE - SECOND)
  expect([on.warn.mock.calls.length, on.ended.mock.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(SECOND)
  expect([on.warn.mock.calls.length, on.ended.mock.calls.length]).toEqual([1, 1])
})

test("after a machine has slept it says what is left, or that it is over", () => {
  const { on, watch } = watchEnd(HOUR)
  vi.setSystemTime(Date.now() + 57 * MINUTE)
  watch.check()
  expect(on.warn.mock.calls).toEqual([[3 * MINUTE]])
  vi.setSystemTime(Date.now() + HOUR)
  watch.check()
  expect(on.ended).toHaveBeenCalledTimes(1)
  watch.stop()
})
