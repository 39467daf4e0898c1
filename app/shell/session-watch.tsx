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
import { watchClosing } from "./closing.ts"
import { LIVE_EVENT, listenLive, LOOK_SOON_MS, type LiveMessage } from "./live-stream.ts"
import { followLinksOffline, forgetOffline, keepOffline, noteSeen } from "./offline.ts"
import { startSessionClock, type SessionClock } from "./session-clock.ts"
import {
  forgetPerson,
  hasUser,
  readAuthUser,
  readExpiry,
  takeClosing,
  writeAuthUser,
  writeExpiry,
  writeUser,
} from "./session-store.ts"
import { watchTabs } from "./tab-watch.ts"

export type WatchedActor = {
  userId: string
  email: string
  profile: ActorProfile | null
  /** Milliseconds since 1970, by the server's clock. */
  expiresAt: number
  kept: boolean
  timeoutMs: number
}

/** Specification §8. */
const SENTENCES = {
  loggedOut: "보안을 위해 자동으로 로그아웃됐어요. 다시 로그인해 주세요.",
  inactive: "오랫동안 활동이 없었어요. 1시간 뒤 자동으로 로그아웃돼요.",
  endedElsewhere: "로그인이 끝났어요. 다시 로그인해 주세요.",
} as const

const ACTIVITY = ["mousedown", "mousemove", "keydown", "scroll", "touchstart", "click"] as const
/** A mouse moves hundreds of times a second; once is enough. */
const HEAR_EVERY_MS = 1_000
const ACTIVITY_CHANNEL = "baroildang-activity"
/** The stream's word of the end may overtake this page's own logout. */
const OWN_LOGOUT_MS = 1_000

type Notice = { text: string; confirmLabel: string; extends: boolean }

/**
 * Watches the session of the person on this page: timers, closing, the live stream (specification §4, §8,
 * §9). Shows nothing but alerts. `since`: the id of the request that `actor` comes from; what happened behind
 * it is still to be heard.
 */
export function SessionWatch({ actor, since }: { actor: WatchedActor | null; since: string }) {
  const [notice, setNotice] = useState<Notice | null>(null)
  const clock = useRef<SessionClock | null>(null)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { pathname, search } = useLocation()
  const userId = actor?.userId ?? null
  const kept = actor?.kept ?? false
  const timeoutMs = actor?.timeoutMs ?? SESSION.defaultTimeoutMs

  const lookAgain = useEffectEvent(() => void revalidate())
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A look drops what a form was answered: the sentences beside its fields, the step it is at.
  const isAnswered = useRoute((useMatches().at(-1)?.id ?? "root") as "root")?.actionData != null
  const isBusy = state !== "idle" || isAnswered
  /**
   * A navigation under way comes first: broken off, the word it brings along would be lost. So does who is
   * reading an answer.
   */
  const busy = useRef({ now: false, missed: false })
  useEffect(() => {
    const missed = !isBusy && busy.current.missed
    busy.current = { now: isBusy, missed: isBusy && busy.current.missed }
    if (missed) void revalidate()
  }, [isBusy, revalidate])
  /** Several messages of one moment are one look. */
  const lookSoon = useEffectEvent(() => {
    later.current ??= setTimeout(() => {
      later.current = undefined
      if (busy.current.now) busy.current.missed = true
      else void revalidate()
    }, LOOK_SOON_MS)
  })
  const madeBy = useEffectEvent(() => since)
  const isAdmin = useEffectEvent(() => actor?.profile?.role === "admin")
  const isStill = useEffectEvent((id: string) => actor?.userId === id)
  const tell = useEffectEvent((text: string) => setNotice({ text, confirmLabel: "확인", extends: false }))

  /** Ends the session here and on the server; `to` null stays, where the guards of the screen decide. */
  const signOut = useEffectEvent(async (to: string | null, sentence: string | null) => {
    clock.current?.stop()
    forgetPerson(localStorage)
    forgetOffline()
    await fetch("/logout", {
      method: "POST",
      body: new URLSearchParams({ automatic: "1" }),
      redirect: "manual",
      keepalive: true,
    }).catch(() => {})
    if (sentence) tell(sentence)
    if (to) await navigate(to)
    else await revalidate()
  })
  const touch = useEffectEvent(async () => {
    const answer = await fetch("/session/touch", { method: "POST" }).catch(() => null)
    if (answer?.status === 401) lookAgain()
  })

  useEffect(() => keepOffline(userId, kept), [userId, kept])
  useEffect(() => followLinksOffline(), [])
  useEffect(() => noteSeen(pathname + search), [pathname, search])
  useEffect(() => watchTabs(), [])

  // Somebody was signed in here and is no longer, wherever that was decided.
  useEffect(() => {
    if (userId !== null) return
    if (hasUser(localStorage)) forgetPerson(localStorage)
    takeClosing(localStorage, Date.now())
  }, [userId])

  useEffect(() => {
    if (userId === null) return
    writeExpiry(localStorage, Date.now() + timeoutMs)
    const others = new BroadcastChannel(ACTIVITY_CHANNEL)
    const running = startSessionClock({
      timing: SESSION,
      timeoutMs,
      now: () => Date.now(),
      expiry: { read: () => readExpiry(localStorage), write: (at) => writeExpiry(localStorage, at) },
      on: {
        extend() {
          // A BroadcastChannel has one origin and takes no other argument.
          // oxlint-disable-next-line unicorn/require-post-message-target-origin
          others.postMessage("active")
          void touch()
        },
        expired: () => void signOut(null, isAdmin() ? SENTENCES.loggedOut : null),
        hardLogout: () => void signOut("/login", SENTENCES.loggedOut),
        warn: () => setNotice({ text: SENTENCES.inactive, confirmLabel: "연장하기", extends: true }),
      },
    })
    clock.current = running
    others.addEventListener("message", () => {
      running.activityElsewhere()
      setNotice((shown) => (shown?.extends ? null : shown))
    })
    let heardAt = 0
    const hear = () => {
      if (Date.now() - heardAt < HEAR_EVERY_MS) return
      heardAt = Date.now()
      running.activity()
    }
    const wake = () => {
      if (document.visibilityState === "visible") running.check()
    }
    const recordChecks = setInterval(() => readAuthUser(localStorage, Date.now()), SESSION.checkEveryMs)
    for (const name of ACTIVITY) addEventListener(name, hear, { passive: true, capture: true })
    document.addEventListener("visibilitychange", wake)
    return () => {
      running.stop()
      others.close()
      clearInterval(recordChecks)
      for (const name of ACTIVITY) removeEventListener(name, hear, { capture: true })
      document.removeEventListener("visibilitychange", wake)
    }
  }, [userId, timeoutMs])

  useEffect(() => {
    if (userId === null || kept) return
    return watchClosing(() => void signOut("/", null))
  }, [userId, kept])

  // The profile is stored and followed from 1 s after sign-in on.
  useEffect(() => {
    if (userId === null) return
    let again: ReturnType<typeof setTimeout> | undefined
    let stop = () => {}
    const ended = () => {
      again = setTimeout(() => {
        if (isStill(userId)) void signOut("/login", SENTENCES.endedElsewhere)
      }, OWN_LOGOUT_MS)
    }
    const hear = (message: LiveMessage) => {
      if (message.type === "signed-out") return ended()
      dispatchEvent(new CustomEvent(LIVE_EVENT, { detail: message }))
      if (message.type === "look-again" || message.type.endsWith(".changed")) lookSoon()
    }
    const begin = setTimeout(
      () => (stop = listenLive(madeBy(), hear, () => lookSoon())),
      SESSION.profileDelayMs,
    )
    return () => {
      clearTimeout(begin)
      clearTimeout(again)
      clearTimeout(later.current)
      later.current = undefined
      stop()
    }
  }, [userId])

  const stored = actor
    ? JSON.stringify({ user: { uid: actor.userId, email: actor.email }, profile: actor.profile })
    : null
  useEffect(() => {
    if (stored === null) return
    const { user, profile } = JSON.parse(stored) as {
      user: { uid: string; email: string }
      profile: ActorProfile | null
    }
    writeAuthUser(localStorage, user, Date.now())
    const timer = setTimeout(() => writeUser(localStorage, user, profile), SESSION.profileDelayMs)
    return () => clearTimeout(timer)
  }, [stored])

  if (!notice) return null
  return (
    <AlertDialog
      text={notice.text}
      confirmLabel={notice.confirmLabel}
      onConfirm={() => {
        setNotice(null)
        if (notice.extends) clock.current?.extendNow()
      }}
    />
  )
}
