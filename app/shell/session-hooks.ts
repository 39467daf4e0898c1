/** What the session of the person on a page needs, each by itself; SessionWatcher puts them together. */
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react"
import { useLocation, useNavigate, useNavigation, useRevalidator, href } from "react-router"
import { SESSION, type ActorProfile, type SessionEndReason } from "#app/areas/accounts/rules.ts"
import { HEARD_COOKIE_LINE } from "#app/basics/heard-cookie.ts"
import { MAX_RETURN_TO_LENGTH } from "#app/basics/safe-return-to.ts"
import { watchClosing } from "./close-detection.ts"
import { LIVE_EVENT, listenToLiveStream, REVALIDATE_DEBOUNCE_MS, type LiveMessage } from "./live-stream.ts"
import { postSignOut } from "../ui/connection.ts"
import { clearOfflineCache } from "./service-worker-client.ts"
import { startSessionClock, watchFinalEnd, type SessionClock } from "./session-clock.ts"
import { forgetTypedWords, isTypedPath, recordTyping, restoreTypedWords } from "./typed-words.ts"
import { useIdleRevalidation } from "../ui/idle-revalidation.ts"
import { showToast } from "../ui/toast.tsx"
import {
  clearPersonalData,
  readAuthUser,
  readExpiry,
  writeAuthUser,
  writeExpiry,
  writeUser,
} from "./session-store.ts"

export type WatchedActor = {
  userId: string
  email: string
  profile: ActorProfile | null
  /** Milliseconds since 1970, by the server's clock. */
  expiresAt: number
  staysSignedIn: boolean
  /** In so many milliseconds the session ends however it is used; null where use moves its end on. */
  finalEndInMs: number | null
  timeoutMs: number
}

/** What is said before a session ends by time, and how many milliseconds are left. */
export type SessionWarning = { text: string; note?: string; durationMs: number }
/**
 * Ends the session. By hand (`reason` null) and after closing it leads to "/"; else to the sign-in screen,
 * which says why, and back.
 */
type SignOut = (reason: SessionEndReason | null) => Promise<void>

/** Specification §8, and its like for shorter sessions. */
const WARNINGS = {
  long: "오랫동안 활동이 없었어요. 1시간 뒤 자동으로 로그아웃돼요.",
  short: "활동이 없어서 곧 자동으로 로그아웃돼요. 계속 이용하시겠어요?",
  office: "관리자 로그인은 12시간까지만 이어져요. 곧 자동으로 로그아웃돼요.",
  kept: "로그인한 지 30일이 되어 곧 자동으로 로그아웃돼요.",
} as const
const FINAL_NOTE = "지금 다시 로그인하면 이 화면으로 돌아오고, 쓰던 글도 그대로 있어요."
/** Specification §8: the error of the watch of session and profile. */
const STREAM_PROBLEM_TEXT = "로그인 상태를 확인하지 못하고 있어요."

const ACTIVITY_EVENTS = ["mousedown", "mousemove", "keydown", "scroll", "touchstart", "click"] as const
/** A mouse moves hundreds of times a second; once is enough. */
const ACTIVITY_THROTTLE_MS = 1_000
const ACTIVITY_CHANNEL = "baroildang-activity"
/** The stream's word of the end may overtake this page's own logout. */
const OWN_LOGOUT_GRACE_MS = 1_000
/** The page ends such a session before the server does, so that it says why. */
const FINAL_END_LEAD_MS = 5_000

/** The end of the session as this page last knew it: another page that ends it forgets the stored one. */
let lastKnownExpiry = Number.POSITIVE_INFINITY

/** The sign-in screen that says `reason` and leads back to where the person is. */
function buildSignInPath(reason: SessionEndReason): string {
  const { pathname, search } = location
  const path = pathname + search
  const returnTo = path.length > MAX_RETURN_TO_LENGTH ? pathname : path
  return `/login?${new URLSearchParams({ reason, returnTo })}`
}

/** How the session of `actor` is ended here and on the server. */
export function useSignOut(actor: WatchedActor | null, clock: RefObject<SessionClock | null>): SignOut {
  const navigate = useNavigate()
  const isUnderWay = useRef(false)
  const endedActor = useRef<WatchedActor | null>(null)
  return async (reason) => {
    // The stream tells also of an end that this page has just brought about. The address leads on a moment
    // before the screen does; a second logout would end the session of whoever has signed in again by then.
    if (isUnderWay.current || (actor !== null && endedActor.current === actor)) return
    isUnderWay.current = true
    endedActor.current = actor
    clock.current?.stop()
    clearPersonalData(localStorage)
    clearOfflineCache()
    await postSignOut(new URLSearchParams(reason === null ? {} : { automatic: "1" }))
    if (reason === null || reason === "closed") await navigate(href("/"))
    // The guard of a screen that was read anew meanwhile may have been faster.
    else if (location.pathname !== "/login") await navigate(buildSignInPath(reason))
    isUnderWay.current = false
  }
}

/**
 * Keeps what is typed on a screen, and writes it there again where the person was signed out meanwhile and
 * came back. What whoever else signs in sees is not theirs, and gone.
 */
export function useTypedWords(userId: string | null): void {
  const { pathname, search } = useLocation()
  const path = pathname + search
  useEffect(() => {
    if (userId === null) return
    if (isTypedPath(path)) {
      if (restoreTypedWords(userId, path)) showToast("쓰던 내용을 되살렸어요")
    } else forgetTypedWords()
    const record = (event: Event) => recordTyping(event, userId, path)
    addEventListener("input", record, { passive: true, capture: true })
    return () => removeEventListener("input", record, { capture: true })
  }, [userId, path])
}

/** The profile is stored from 1 s after sign-in on. */
export function useStoredUser(actor: WatchedActor | null): void {
  const storedJson = actor
    ? JSON.stringify({ user: { uid: actor.userId, email: actor.email }, profile: actor.profile })
    : null
  useEffect(() => {
    if (storedJson === null) return
    const { user, profile } = JSON.parse(storedJson) as {
      user: { uid: string; email: string }
      profile: ActorProfile | null
    }
    writeAuthUser(localStorage, user, Date.now())
    const timer = setTimeout(() => writeUser(localStorage, user, profile), SESSION.profileDelayMs)
    return () => clearTimeout(timer)
  }, [storedJson])
}

/** Hears what the person does on the page. Returns how to stop. */
function listenToActivity(onActivity: () => void): () => void {
  let lastActivityAt = 0
  const handleActivity = () => {
    if (Date.now() - lastActivityAt < ACTIVITY_THROTTLE_MS) return
    lastActivityAt = Date.now()
    onActivity()
  }
  for (const eventName of ACTIVITY_EVENTS)
    addEventListener(eventName, handleActivity, { passive: true, capture: true })
  return () => {
    for (const eventName of ACTIVITY_EVENTS) removeEventListener(eventName, handleActivity, { capture: true })
  }
}

async function extendSession(onEnded: () => void): Promise<void> {
  const response = await fetch(href("/session/touch"), { method: "POST" }).catch(() => null)
  if (response?.status === 401) onEnded()
}

/**
 * Ends the session of who is inactive, in all tabs alike, after a warning (specification §8); not one that is
 * to stay, which the server alone ends.
 */
export function useSessionClock(
  actor: WatchedActor | null,
  uses: {
    onStarted: (clock: SessionClock) => void
    onWarning: (warning: SessionWarning | null) => void
    signOut: SignOut
  },
): void {
  const { revalidate } = useRevalidator()
  const userId = actor?.userId ?? null
  const timeoutMs = actor?.timeoutMs ?? SESSION.defaultTimeoutMs
  const staysSignedIn = actor?.staysSignedIn ?? false
  const end = useEffectEvent((...how: Parameters<SignOut>) => void uses.signOut(...how))
  const lookAgain = useEffectEvent(() => void revalidate())
  const warn = useEffectEvent(uses.onWarning)
  const keep = useEffectEvent(uses.onStarted)
  useEffect(() => {
    if (userId === null || staysSignedIn) return
    lastKnownExpiry = Date.now() + timeoutMs
    writeExpiry(localStorage, lastKnownExpiry)
    // Without one, the time that other pages write is read when this one looks.
    const otherPages = "BroadcastChannel" in window ? new BroadcastChannel(ACTIVITY_CHANNEL) : null
    const startedClock = startSessionClock({
      timing: SESSION,
      timeoutMs,
      now: () => Date.now(),
      expiry: {
        read() {
          const storedExpiry = readExpiry(localStorage)
          lastKnownExpiry = storedExpiry ?? lastKnownExpiry
          return storedExpiry
        },
        write: (at) => writeExpiry(localStorage, at),
      },
      handlers: {
        extend() {
          // A BroadcastChannel has one origin and takes no other argument.
          // oxlint-disable-next-line unicorn/require-post-message-target-origin
          otherPages?.postMessage("active")
          warn(null)
          void extendSession(lookAgain)
        },
        expired: () => end("time"),
        hardLogout: () => end("time"),
        warn: () =>
          warn({
            text: timeoutMs < SESSION.hardLogoutMs ? WARNINGS.short : WARNINGS.long,
            durationMs: Math.max(0, (readExpiry(localStorage) ?? 0) - Date.now()),
          }),
      },
    })
    keep(startedClock)
    otherPages?.addEventListener("message", () => {
      startedClock.recordActivityElsewhere()
      warn(null)
    })
    const handleVisibilityChange = () => {
      if (document.visibilityState === "visible") startedClock.check()
    }
    const authUserInterval = setInterval(() => readAuthUser(localStorage, Date.now()), SESSION.checkEveryMs)
    const stopListening = listenToActivity(() => startedClock.recordActivity())
    document.addEventListener("visibilitychange", handleVisibilityChange)
    return () => {
      startedClock.stop()
      warn(null)
      otherPages?.close()
      clearInterval(authUserInterval)
      stopListening()
      document.removeEventListener("visibilitychange", handleVisibilityChange)
    }
  }, [userId, timeoutMs, staysSignedIn])
}

/**
 * Warns before the end of a session that no use moves on, 30 days after sign-in or 12 hours for
 * administrators, and ends it on the page when it comes.
 */
export function useFinalEnd(
  actor: WatchedActor | null,
  uses: { onWarning: (warning: SessionWarning | null) => void; signOut: SignOut },
): void {
  const userId = actor?.userId ?? null
  const endsInMs = actor?.finalEndInMs ?? null
  const text = actor?.staysSignedIn ? WARNINGS.kept : WARNINGS.office
  const isWarned = useRef(false)
  const end = useEffectEvent(() => void uses.signOut("time"))
  const warn = useEffectEvent((durationMs: number) => {
    // Every page of the server says anew how long it is; who was warned has read it.
    if (isWarned.current) return
    isWarned.current = true
    uses.onWarning({ text, note: FINAL_NOTE, durationMs })
  })
  useEffect(() => {
    if (userId === null || endsInMs === null) return
    if (endsInMs > SESSION.finalWarningMs) isWarned.current = false
    const watch = watchFinalEnd({
      endsInMs: endsInMs - FINAL_END_LEAD_MS,
      warningMs: SESSION.finalWarningMs,
      now: () => Date.now(),
      handlers: { warn: (leftMs) => warn(leftMs), ended: () => end() },
    })
    const handleVisibilityChange = () => {
      if (document.visibilityState === "visible") watch.check()
    }
    document.addEventListener("visibilitychange", handleVisibilityChange)
    return () => {
      watch.stop()
      document.removeEventListener("visibilitychange", handleVisibilityChange)
    }
  }, [userId, endsInMs])
}

/** Ends the session with the last tab, unless it is to stay (specification §8). */
export function useSignOutOnClosing(actor: WatchedActor | null, signOut: SignOut): void {
  const userId = actor?.userId ?? null
  const staysSignedIn = actor?.staysSignedIn ?? false
  const end = useEffectEvent(() => void signOut("closed"))
  useEffect(() => {
    if (userId === null || staysSignedIn) return
    return watchClosing(() => end())
  }, [userId, staysSignedIn])
}

/** How the page looks again at what it shows: several messages of one moment are one look. */
function useDelayedRevalidation(): { start: () => void; cancel: () => void } {
  const revalidate = useIdleRevalidation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return {
    start() {
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        revalidate()
      }, REVALIDATE_DEBOUNCE_MS)
    },
    cancel() {
      clearTimeout(timer.current)
      timer.current = undefined
    },
  }
}

/**
 * Follows what is told of the person from 1 s after sign-in on. `sinceRequestId`: the id of the request that
 * `actor` comes from; what happened behind it is still to be heard. While the stream is away, `problemText`
 * says so and `retry` opens it anew.
 */
export function useLiveMessages(
  actor: WatchedActor | null,
  sinceRequestId: string,
  signOut: SignOut,
): { problemText: string | null; retry: () => void } {
  const userId = actor?.userId ?? null
  const [problemText, setProblemText] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const revalidation = useDelayedRevalidation()
  const getRequestId = useEffectEvent(() => sinceRequestId)
  const isSending = useNavigation().formMethod === "POST"
  const endIfSame = useEffectEvent((id: string, endLater: () => void) => {
    // The form under way may be what ended it (a leave, 모두 로그아웃): its answer says so, and where to go.
    if (isSending) endLater()
    else if (actor?.userId === id) void signOut(Date.now() >= lastKnownExpiry ? "time" : "elsewhere")
  })
  const lookAgain = useEffectEvent(() => revalidation.start())
  const cancelLook = useEffectEvent(() => revalidation.cancel())
  useEffect(() => {
    if (userId === null) return
    let logoutTimer: ReturnType<typeof setTimeout> | undefined
    let stopListening = () => {}
    const endLater = () => {
      logoutTimer = setTimeout(() => endIfSame(userId, endLater), OWN_LOGOUT_GRACE_MS)
    }
    const handleMessage = (message: LiveMessage) => {
      if (message.type === "signed-out") return endLater()
      // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is not everywhere yet
      document.cookie = HEARD_COOKIE_LINE
      dispatchEvent(new CustomEvent(LIVE_EVENT, { detail: message }))
      if (message.type === "look-again" || message.type.endsWith(".changed")) lookAgain()
    }
    const handleAbsence = (isAway: boolean) => {
      // Specification §8: the error is logged and kept.
      // oxlint-disable-next-line no-console
      if (isAway) console.warn("auth state watch error")
      setProblemText(isAway ? STREAM_PROBLEM_TEXT : null)
    }
    const startTimer = setTimeout(
      () =>
        (stopListening = listenToLiveStream(getRequestId(), {
          onMessage: handleMessage,
          onRefused: () => lookAgain(),
          onAbsence: handleAbsence,
        })),
      attempt === 0 ? SESSION.profileDelayMs : 0,
    )
    return () => {
      clearTimeout(startTimer)
      clearTimeout(logoutTimer)
      cancelLook()
      stopListening()
      setProblemText(null)
    }
  }, [userId, attempt])
  return {
    problemText,
    retry: () => {
      setAttempt((current) => current + 1)
      revalidation.start()
    },
  }
}
