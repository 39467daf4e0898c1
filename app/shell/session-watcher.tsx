import { useEffect, useEffectEvent, useRef, useState } from "react"
import {
  unstable_useRoute as useRoute,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useRevalidator,
} from "react-router"
import { SESSION, type ActorProfile } from "#app/areas/accounts/rules.ts"
import { AlertDialog } from "./alert-dialog.tsx"
import { watchClosing } from "./close-detection.ts"
import { LIVE_EVENT, listenToLiveStream, REVALIDATE_DEBOUNCE_MS, type LiveMessage } from "./live-stream.ts"
import {
  loadDocumentsWhenOffline,
  clearOfflineCache,
  startServiceWorker,
  reportVisitedPath,
} from "./service-worker-client.ts"
import { startSessionClock, type SessionClock } from "./session-clock.ts"
import {
  clearPersonalData,
  hasStoredUser,
  readAuthUser,
  readExpiry,
  consumeClosingMark,
  writeAuthUser,
  writeExpiry,
  writeUser,
} from "./session-store.ts"
import { warnAboutTabs } from "./tab-watch.ts"

export type WatchedActor = {
  userId: string
  email: string
  profile: ActorProfile | null
  /** Milliseconds since 1970, by the server's clock. */
  expiresAt: number
  staysSignedIn: boolean
  timeoutMs: number
}

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

type SessionAlert = { text: string; confirmLabel: string; canExtend: boolean }

/**
 * Watches the session of the person on this page: timers, closing, the live stream (specification §4, §8,
 * §9). Shows nothing but alerts. `since`: the id of the request that `actor` comes from; what happened behind
 * it is still to be heard.
 */
export function SessionWatcher({
  actor,
  sinceRequestId,
}: {
  actor: WatchedActor | null
  sinceRequestId: string
}) {
  const [sessionAlert, setSessionAlert] = useState<SessionAlert | null>(null)
  const clock = useRef<SessionClock | null>(null)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { pathname, search } = useLocation()
  const userId = actor?.userId ?? null
  const staysSignedIn = actor?.staysSignedIn ?? false
  const timeoutMs = actor?.timeoutMs ?? SESSION.defaultTimeoutMs

  const revalidateNow = useEffectEvent(() => void revalidate())
  const revalidateTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A look drops what a form was answered: the sentences beside its fields, the step it is at.
  const hasActionData = useRoute((useMatches().at(-1)?.id ?? "root") as "root")?.actionData != null
  const isBusy = state !== "idle" || hasActionData
  /**
   * A navigation under way comes first: broken off, the word it brings along would be lost. So does who is
   * reading an answer.
   */
  const revalidation = useRef({ now: false, isMissed: false })
  useEffect(() => {
    const isMissed = !isBusy && revalidation.current.isMissed
    revalidation.current = { now: isBusy, isMissed: isBusy && revalidation.current.isMissed }
    if (isMissed) void revalidate()
  }, [isBusy, revalidate])
  /** Several messages of one moment are one look. */
  const revalidateSoon = useEffectEvent(() => {
    revalidateTimer.current ??= setTimeout(() => {
      revalidateTimer.current = undefined
      if (revalidation.current.now) revalidation.current.isMissed = true
      else void revalidate()
    }, REVALIDATE_DEBOUNCE_MS)
  })
  const getRequestId = useEffectEvent(() => sinceRequestId)
  const isAdmin = useEffectEvent(() => actor?.profile?.role === "admin")
  const isSameUser = useEffectEvent((id: string) => actor?.userId === id)
  const showMessage = useEffectEvent((text: string) =>
    setSessionAlert({ text, confirmLabel: "확인", canExtend: false }),
  )

  /** Ends the session here and on the server; `to` null stays, where the guards of the screen decide. */
  const signOut = useEffectEvent(async (destination: string | null, messageText: string | null) => {
    clock.current?.stop()
    clearPersonalData(localStorage)
    clearOfflineCache()
    await fetch("/logout", {
      method: "POST",
      body: new URLSearchParams({ automatic: "1" }),
      redirect: "manual",
      keepalive: true,
    }).catch(() => {})
    if (messageText) showMessage(messageText)
    if (destination) await navigate(destination)
    else await revalidate()
  })
  const extendSession = useEffectEvent(async () => {
    const response = await fetch("/session/touch", { method: "POST" }).catch(() => null)
    if (response?.status === 401) revalidateNow()
  })

  useEffect(() => startServiceWorker(userId, staysSignedIn), [userId, staysSignedIn])
  useEffect(() => loadDocumentsWhenOffline(), [])
  useEffect(() => reportVisitedPath(pathname + search), [pathname, search])
  useEffect(() => warnAboutTabs(), [])

  // Somebody was signed in here and is no longer, wherever that was decided.
  useEffect(() => {
    if (userId !== null) return
    if (hasStoredUser(localStorage)) clearPersonalData(localStorage)
    consumeClosingMark(localStorage, Date.now())
  }, [userId])

  useEffect(() => {
    if (userId === null) return
    writeExpiry(localStorage, Date.now() + timeoutMs)
    const otherPages = new BroadcastChannel(ACTIVITY_CHANNEL)
    const startedClock = startSessionClock({
      timing: SESSION,
      timeoutMs,
      now: () => Date.now(),
      expiry: { read: () => readExpiry(localStorage), write: (at) => writeExpiry(localStorage, at) },
      handlers: {
        extend() {
          // A BroadcastChannel has one origin and takes no other argument.
          // oxlint-disable-next-line unicorn/require-post-message-target-origin
          otherPages.postMessage("active")
          void extendSession()
        },
        expired: () => void signOut(null, isAdmin() ? MESSAGES.loggedOut : null),
        hardLogout: () => void signOut("/login", MESSAGES.loggedOut),
        warn: () => setSessionAlert({ text: MESSAGES.inactive, confirmLabel: "연장하기", canExtend: true }),
      },
    })
    clock.current = startedClock
    otherPages.addEventListener("message", () => {
      startedClock.recordActivityElsewhere()
      setSessionAlert((currentAlert) => (currentAlert?.canExtend ? null : currentAlert))
    })
    let lastActivityAt = 0
    const handleSignal = () => {
      if (Date.now() - lastActivityAt < ACTIVITY_THROTTLE_MS) return
      lastActivityAt = Date.now()
      startedClock.recordActivity()
    }
    const handleVisibilityChange = () => {
      if (document.visibilityState === "visible") startedClock.check()
    }
    const authUserInterval = setInterval(() => readAuthUser(localStorage, Date.now()), SESSION.checkEveryMs)
    for (const eventName of ACTIVITY_EVENTS)
      addEventListener(eventName, handleSignal, { passive: true, capture: true })
    document.addEventListener("visibilitychange", handleVisibilityChange)
    return () => {
      startedClock.stop()
      otherPages.close()
      clearInterval(authUserInterval)
      for (const eventName of ACTIVITY_EVENTS) removeEventListener(eventName, handleSignal, { capture: true })
      document.removeEventListener("visibilitychange", handleVisibilityChange)
    }
  }, [userId, timeoutMs])

  useEffect(() => {
    if (userId === null || staysSignedIn) return
    return watchClosing(() => void signOut("/", null))
  }, [userId, staysSignedIn])

  // The profile is stored and followed from 1 s after sign-in on.
  useEffect(() => {
    if (userId === null) return
    let logoutTimer: ReturnType<typeof setTimeout> | undefined
    let stopListening = () => {}
    const handleSessionEnd = () => {
      logoutTimer = setTimeout(() => {
        if (isSameUser(userId)) void signOut("/login", MESSAGES.endedElsewhere)
      }, OWN_LOGOUT_GRACE_MS)
    }
    const handleSignal = (message: LiveMessage) => {
      if (message.type === "signed-out") return handleSessionEnd()
      dispatchEvent(new CustomEvent(LIVE_EVENT, { detail: message }))
      if (message.type === "look-again" || message.type.endsWith(".changed")) revalidateSoon()
    }
    const startTimer = setTimeout(
      () => (stopListening = listenToLiveStream(getRequestId(), handleSignal, () => revalidateSoon())),
      SESSION.profileDelayMs,
    )
    return () => {
      clearTimeout(startTimer)
      clearTimeout(logoutTimer)
      clearTimeout(revalidateTimer.current)
      revalidateTimer.current = undefined
      stopListening()
    }
  }, [userId])

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

  if (!sessionAlert) return null
  return (
    <AlertDialog
      text={sessionAlert.text}
      confirmLabel={sessionAlert.confirmLabel}
      onConfirm={() => {
        setSessionAlert(null)
        if (sessionAlert.canExtend) clock.current?.extendNow()
      }}
    />
  )
}
