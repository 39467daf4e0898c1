/** What the session of the person on a page needs, each by itself; SessionWatcher puts them together. */
import { useEffect, useEffectEvent, useRef, type RefObject } from "react"
import {
  unstable_useRoute as useRoute,
  useMatches,
  useNavigate,
  useNavigation,
  useRevalidator,
} from "react-router"
import { SESSION, type ActorProfile } from "#app/areas/accounts/rules.ts"
import { watchClosing } from "./close-detection.ts"
import { LIVE_EVENT, listenToLiveStream, REVALIDATE_DEBOUNCE_MS, type LiveMessage } from "./live-stream.ts"
import { postSignOut } from "../ui/connection.ts"
import { clearOfflineCache } from "./service-worker-client.ts"
import { startSessionClock, type SessionClock } from "./session-clock.ts"
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
  timeoutMs: number
}

export type SessionAlert = { text: string; confirmLabel: string; canExtend: boolean }
type ShowAlert = (
  change: SessionAlert | null | ((current: SessionAlert | null) => SessionAlert | null),
) => void
/** Ends the session; `destination` null stays, where the guards of the screen decide. */
type SignOut = (destination: string | null, messageText: string | null) => Promise<void>

/** Specification §8. */
const MESSAGES = {
  loggedOut: "보안을 위해 자동으로 로그아웃됐어요. 다시 로그인해 주세요.",
  inactive: "오랫동안 활동이 없었어요. 1시간 뒤 자동으로 로그아웃돼요.",
  endedElsewhere: "로그인이 끝났어요. 다시 로그인해 주세요.",
} as const

const ACTIVITY_EVENTS = ["mousedown", "mousemove", "keydown", "scroll", "touchstart", "click"] as const
/** A mouse moves hundreds of times a second; once is enough. */
const ACTIVITY_THROTTLE_MS = 1_000
const ACTIVITY_CHANNEL = "baroildang-activity"
/** The stream's word of the end may overtake this page's own logout. */
const OWN_LOGOUT_GRACE_MS = 1_000

/** How the session is ended here and on the server. */
export function useSignOut(clock: RefObject<SessionClock | null>, showAlert: ShowAlert): SignOut {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return async (destination, messageText) => {
    clock.current?.stop()
    clearPersonalData(localStorage)
    clearOfflineCache()
    await postSignOut(new URLSearchParams({ automatic: "1" }))
    if (messageText) showAlert({ text: messageText, confirmLabel: "확인", canExtend: false })
    if (destination) await navigate(destination)
    else await revalidate()
  }
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
  const response = await fetch("/session/touch", { method: "POST" }).catch(() => null)
  if (response?.status === 401) onEnded()
}

/**
 * Ends the session of who is inactive, in all tabs alike, after a warning (specification §8); not one that is
 * to stay, which the server alone ends.
 */
export function useSessionClock(
  actor: WatchedActor | null,
  uses: { onStarted: (clock: SessionClock) => void; showAlert: ShowAlert; signOut: SignOut },
): void {
  const { revalidate } = useRevalidator()
  const userId = actor?.userId ?? null
  const timeoutMs = actor?.timeoutMs ?? SESSION.defaultTimeoutMs
  const staysSignedIn = actor?.staysSignedIn ?? false
  const isAdmin = useEffectEvent(() => actor?.profile?.role === "admin")
  const end = useEffectEvent((...how: Parameters<SignOut>) => void uses.signOut(...how))
  const lookAgain = useEffectEvent(() => void revalidate())
  const show = useEffectEvent(uses.showAlert)
  const keep = useEffectEvent(uses.onStarted)
  useEffect(() => {
    if (userId === null || staysSignedIn) return
    writeExpiry(localStorage, Date.now() + timeoutMs)
    // Without one, the time that other pages write is read when this one looks.
    const otherPages = "BroadcastChannel" in window ? new BroadcastChannel(ACTIVITY_CHANNEL) : null
    const startedClock = startSessionClock({
      timing: SESSION,
      timeoutMs,
      now: () => Date.now(),
      expiry: { read: () => readExpiry(localStorage), write: (at) => writeExpiry(localStorage, at) },
      handlers: {
        extend() {
          // A BroadcastChannel has one origin and takes no other argument.
          // oxlint-disable-next-line unicorn/require-post-message-target-origin
          otherPages?.postMessage("active")
          void extendSession(lookAgain)
        },
        expired: () => end(null, isAdmin() ? MESSAGES.loggedOut : null),
        hardLogout: () => end("/login", MESSAGES.loggedOut),
        warn: () => show({ text: MESSAGES.inactive, confirmLabel: "연장하기", canExtend: true }),
      },
    })
    keep(startedClock)
    otherPages?.addEventListener("message", () => {
      startedClock.recordActivityElsewhere()
      show((currentAlert) => (currentAlert?.canExtend ? null : currentAlert))
    })
    const handleVisibilityChange = () => {
      if (document.visibilityState === "visible") startedClock.check()
    }
    const authUserInterval = setInterval(() => readAuthUser(localStorage, Date.now()), SESSION.checkEveryMs)
    const stopListening = listenToActivity(() => startedClock.recordActivity())
    document.addEventListener("visibilitychange", handleVisibilityChange)
    return () => {
      startedClock.stop()
      otherPages?.close()
      clearInterval(authUserInterval)
      stopListening()
      document.removeEventListener("visibilitychange", handleVisibilityChange)
    }
  }, [userId, timeoutMs, staysSignedIn])
}

/** Ends the session with the last tab, unless it is to stay (specification §8). */
export function useSignOutOnClosing(actor: WatchedActor | null, signOut: SignOut): void {
  const userId = actor?.userId ?? null
  const staysSignedIn = actor?.staysSignedIn ?? false
  const end = useEffectEvent(() => void signOut("/", null))
  useEffect(() => {
    if (userId === null || staysSignedIn) return
    return watchClosing(() => end())
  }, [userId, staysSignedIn])
}

/**
 * How the page looks again at what it shows: several messages of one moment are one look. A navigation under
 * way comes first: broken off, the word it brings along would be lost. So does who is reading an answer, for
 * a look drops what a form was answered: the sentences beside its fields, the step it is at.
 */
function useDelayedRevalidation(): { start: () => void; cancel: () => void } {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const hasActionData = useRoute((useMatches().at(-1)?.id ?? "root") as "root")?.actionData != null
  const isBusy = state !== "idle" || hasActionData
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const revalidation = useRef({ isBusy: false, isMissed: false })
  useEffect(() => {
    const isMissed = !isBusy && revalidation.current.isMissed
    revalidation.current = { isBusy, isMissed: isBusy && revalidation.current.isMissed }
    if (isMissed) void revalidate()
  }, [isBusy, revalidate])
  return {
    start() {
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        if (revalidation.current.isBusy) revalidation.current.isMissed = true
        else void revalidate()
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
 * `actor` comes from; what happened behind it is still to be heard.
 */
export function useLiveMessages(actor: WatchedActor | null, sinceRequestId: string, signOut: SignOut): void {
  const userId = actor?.userId ?? null
  const revalidation = useDelayedRevalidation()
  const getRequestId = useEffectEvent(() => sinceRequestId)
  const endIfSame = useEffectEvent((id: string) => {
    if (actor?.userId === id) void signOut("/login", MESSAGES.endedElsewhere)
  })
  const lookAgain = useEffectEvent(() => revalidation.start())
  const cancelLook = useEffectEvent(() => revalidation.cancel())
  useEffect(() => {
    if (userId === null) return
    let logoutTimer: ReturnType<typeof setTimeout> | undefined
    let stopListening = () => {}
    const handleMessage = (message: LiveMessage) => {
      if (message.type === "signed-out") {
        logoutTimer = setTimeout(() => endIfSame(userId), OWN_LOGOUT_GRACE_MS)
        return
      }
      dispatchEvent(new CustomEvent(LIVE_EVENT, { detail: message }))
      if (message.type === "look-again" || message.type.endsWith(".changed")) lookAgain()
    }
    const startTimer = setTimeout(
      () => (stopListening = listenToLiveStream(getRequestId(), handleMessage, () => lookAgain())),
      SESSION.profileDelayMs,
    )
    return () => {
      clearTimeout(startTimer)
      clearTimeout(logoutTimer)
      cancelLook()
      stopListening()
    }
  }, [userId])
}
