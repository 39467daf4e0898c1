/**
 * The timers of a signed-in page (specification §4 and §9): when it extends the session, warns, and
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
  endWarningMs: number
}

export type SessionClockOptions = {
  timing: Timing
  /** How long a session lasts from its last use. */
  timeoutMs: number
  now: () => number
  /** The expiry that all pages of the browser share. */
  expiry: { read: () => number | null; write: (expiresAt: number) => void }
  handlers: { extend: () => void; expired: () => void; hardLogout: () => void; warn: () => void }
}

export type SessionClock = {
  /** The person did something. */
  recordActivity: () => void
  /** The person did something on another page, which has extended the session already. */
  recordActivityElsewhere: () => void
  /** The person asked for more time: extends at once. */
  extendNow: () => void
  /** Looks at every limit at once: timers stand still while a machine sleeps. */
  check: () => void
  stop: () => void
}

/** A browser's timer counts no further than 24 days. */
const MAX_TIMER_MS = 24 * 24 * 60 * 60_000

/** Someone who never rests is heard after this many debounce times. */
const MAX_DEBOUNCE_FACTOR = 2

/** Starts the timers; every call of `handlers` but `extend` and `warn` is the last one. */
export function startSessionClock({
  timing,
  timeoutMs,
  now,
  expiry,
  handlers,
}: SessionClockOptions): SessionClock {
  let isStopped = false
  const inactivity = watchInactivity(now, timing.inactivityWarningMs, handlers.warn)
  // One of 8 hours is warned of after 7 hours without activity.
  const endWarningMs = timeoutMs < timing.hardLogoutMs ? timing.endWarningMs : 0
  // Who is just doing something is extended in a moment.
  const isEnding = () => (expiry.read() ?? 0) - now() <= endWarningMs && !extendDebounce.isPending()
  const ending = watchEnding(isEnding, handlers.warn)
  const hardLogout = createDeadline(now, timing.hardLogoutMs, () => finish(handlers.hardLogout))

  const stop = () => {
    isStopped = true
    extendDebounce.cancel()
    hardLogoutDebounce.cancel()
    hardLogout.stop()
    clearInterval(checkInterval)
    clearInterval(idleCheckInterval)
  }
  const finish = (notifyHandler: () => void) => {
    if (isStopped) return
    stop()
    notifyHandler()
  }
  const extend = () => {
    expiry.write(now() + timeoutMs)
    handlers.extend()
  }
  const extendDebounce = debounce(timing.activityDebounceMs, now, extend)
  const hardLogoutDebounce = debounce(timing.hardLogoutQuietMs, now, hardLogout.reset)

  const isExpired = () => now() >= (expiry.read() ?? Number.NEGATIVE_INFINITY)
  const check = () => {
    if (isStopped) return
    if (hardLogout.isDue()) finish(handlers.hardLogout)
    else if (isExpired()) finish(handlers.expired)
  }
  const checkIdle = () => {
    if (!isStopped) inactivity.check()
  }
  const checkWithWarning = () => {
    check()
    if (!isStopped) ending.check()
  }
  const resetInactivity = () => {
    inactivity.reset()
    hardLogoutDebounce.trigger()
  }

  hardLogout.reset()
  const checkInterval = setInterval(checkWithWarning, timing.checkEveryMs)
  const idleCheckInterval = setInterval(checkIdle, timing.inactivityCheckMs)
  return {
    recordActivity() {
      // What is over stays over: the server has ended it at the same time.
      check()
      if (isStopped) return
      resetInactivity()
      extendDebounce.trigger()
    },
    recordActivityElsewhere() {
      if (!isStopped) resetInactivity()
    },
    extendNow() {
      check()
      if (isStopped) return
      resetInactivity()
      extendDebounce.cancel()
      extend()
    },
    check() {
      checkWithWarning()
      checkIdle()
    },
    stop,
  }
}

/** A timer over `ms` that can begin anew, and says whether it is due also after a machine has slept. */
function createDeadline(now: () => number, ms: number, onDue: () => void) {
  let deadline = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    reset() {
      deadline = now() + ms
      clearTimeout(timer)
      timer = setTimeout(onDue, ms)
    },
    isDue: () => now() >= deadline,
    stop: () => clearTimeout(timer),
  }
}

/** Warns once when the session is ending, and again after it was extended. */
function watchEnding(isEnding: () => boolean, warn: () => void) {
  let isWarned = false
  return {
    check() {
      const isNear = isEnding()
      if (isNear && !isWarned) warn()
      isWarned = isNear
    },
  }
}

/** Warns once where nobody did anything for longer than `maxMs`, and again after somebody did. */
function watchInactivity(now: () => number, maxMs: number, warn: () => void) {
  let lastActivity = now()
  let isWarned = false
  return {
    reset() {
      lastActivity = now()
      isWarned = false
    },
    check() {
      if (isWarned || now() - lastActivity <= maxMs) return
      isWarned = true
      warn()
    },
  }
}

/**
 * Runs `callback` when `waitMs` have passed without another poke, but at the latest `MAX_DEBOUNCE_FACTOR` ×
 * `waitMs` after the first one.
 */
function debounce(waitMs: number, now: () => number, callback: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let firstCallAt: number | undefined
  const cancel = () => {
    clearTimeout(timer)
    firstCallAt = undefined
  }
  return {
    cancel,
    isPending: () => firstCallAt !== undefined,
    trigger() {
      firstCallAt ??= now()
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          cancel()
          callback()
        },
        Math.max(0, Math.min(waitMs, firstCallAt + MAX_DEBOUNCE_FACTOR * waitMs - now())),
      )
    },
  }
}

/**
 * Watches a session that ends in `endsInMs` however it is used: warns once, `warningMs` before, and says when
 * it is over. Returns how to look at once and how to stop.
 */
export function watchFinalEnd({
  endsInMs,
  warningMs,
  now,
  handlers,
}: {
  endsInMs: number
  warningMs: number
  now: () => number
  handlers: { warn: (leftMs: number) => void; ended: () => void }
}): { check: () => void; stop: () => void } {
  const endsAt = now() + endsInMs
  let isWarned = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    const leftMs = endsAt - now()
    if (leftMs <= 0) return handlers.ended()
    if (leftMs <= warningMs && !isWarned) {
      isWarned = true
      handlers.warn(leftMs)
    }
    const nextMs = leftMs > warningMs ? leftMs - warningMs : leftMs
    timer = setTimeout(check, Math.min(nextMs, MAX_TIMER_MS))
  }
  check()
  return { check, stop: () => clearTimeout(timer) }
}
