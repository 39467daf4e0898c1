/**
 * Owns the timers of a signed-in page (specification §4 and §9): when it extends the session, warns, and
 * gives it up.
 */

/** Milliseconds; see SESSION in the rules of accounts. */
type Timing = {
  checkEveryMs: number
  activityDebounceMs: number
  hardLogoutMs: number
  hardLogoutQuietMs: number
  inactivityWarningMs: number
  inactivityCheckMs: number
}

export type SessionClockOptions = {
  timing: Timing
  /** How long a session lasts from its last use. */
  timeoutMs: number
  now: () => number
  /** The expiry that all pages of the browser share. */
  expiry: { read: () => number | null; write: (at: number) => void }
  on: { extend: () => void; expired: () => void; hardLogout: () => void; warn: () => void }
}

export type SessionClock = {
  /** The person did something. */
  activity: () => void
  /** The person did something on another page, which has extended the session already. */
  activityElsewhere: () => void
  /** The person asked for more time: extends at once. */
  extendNow: () => void
  /** Looks at every limit at once: timers stand still while a machine sleeps. */
  check: () => void
  stop: () => void
}

/** Someone who never rests is heard after this many debounce times. */
const CAP = 2

/** Starts the timers; every call of `on` but `extend` and `warn` is the last one. */
export function startSessionClock({ timing, timeoutMs, now, expiry, on }: SessionClockOptions): SessionClock {
  let stopped = false
  let lastActivity = now()
  let warned = false
  let hardDeadline = now() + timing.hardLogoutMs
  let hardTimer: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    stopped = true
    extension.cancel()
    quiet.cancel()
    clearTimeout(hardTimer)
    clearInterval(checks)
    clearInterval(idleChecks)
  }
  const end = (tell: () => void) => {
    if (stopped) return
    stop()
    tell()
  }
  const resetHardTimer = () => {
    hardDeadline = now() + timing.hardLogoutMs
    clearTimeout(hardTimer)
    hardTimer = setTimeout(() => end(on.hardLogout), timing.hardLogoutMs)
  }
  const extend = () => {
    expiry.write(now() + timeoutMs)
    on.extend()
  }
  const extension = debounced(timing.activityDebounceMs, now, extend)
  const quiet = debounced(timing.hardLogoutQuietMs, now, resetHardTimer)

  const isExpired = () => now() >= (expiry.read() ?? Number.NEGATIVE_INFINITY)
  const check = () => {
    if (stopped) return
    if (now() >= hardDeadline) end(on.hardLogout)
    else if (isExpired()) end(on.expired)
  }
  const checkIdle = () => {
    if (stopped || warned || now() - lastActivity <= timing.inactivityWarningMs) return
    warned = true
    on.warn()
  }
  const noteActivity = () => {
    lastActivity = now()
    warned = false
    quiet.poke()
  }

  resetHardTimer()
  const checks = setInterval(check, timing.checkEveryMs)
  const idleChecks = setInterval(checkIdle, timing.inactivityCheckMs)
  return {
    activity() {
      // What is over stays over: the server has ended it at the same time.
      check()
      if (stopped) return
      noteActivity()
      extension.poke()
    },
    activityElsewhere() {
      if (!stopped) noteActivity()
    },
    extendNow() {
      check()
      if (stopped) return
      noteActivity()
      extension.cancel()
      extend()
    },
    check() {
      check()
      checkIdle()
    },
    stop,
  }
}

/**
 * Runs `work` when `waitMs` have passed without another poke, but at the latest `CAP` × `waitMs` after the
 * first one.
 */
function debounced(waitMs: number, now: () => number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let first: number | undefined
  const cancel = () => {
    clearTimeout(timer)
    first = undefined
  }
  return {
    cancel,
    poke() {
      first ??= now()
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          cancel()
          work()
        },
        Math.max(0, Math.min(waitMs, first + CAP * waitMs - now())),
      )
    },
  }
}
