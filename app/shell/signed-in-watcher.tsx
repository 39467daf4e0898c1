import { useRef, useState } from "react"
import { AlertDialog } from "./alert-dialog.tsx"
import type { SessionClock } from "./session-clock.ts"
import {
  useLiveMessages,
  useSessionClock,
  useSignOut,
  useSignOutOnClosing,
  useStoredUser,
  type SessionAlert,
  type WatchedActor,
} from "./session-hooks.ts"

/**
 * Watches the session of the person on this page: timers, closing, the live stream (specification §4, §8,
 * §9). Shows nothing but alerts. `sinceRequestId`: the id of the request that `actor` comes from.
 */
export function SignedInWatcher({
  actor,
  sinceRequestId,
}: {
  actor: WatchedActor | null
  sinceRequestId: string
}) {
  const [sessionAlert, setSessionAlert] = useState<SessionAlert | null>(null)
  const clock = useRef<SessionClock | null>(null)
  const signOut = useSignOut(clock, setSessionAlert)
  useSessionClock(actor, {
    onStarted: (started) => (clock.current = started),
    showAlert: setSessionAlert,
    signOut,
  })
  useSignOutOnClosing(actor, signOut)
  useLiveMessages(actor, sinceRequestId, signOut)
  useStoredUser(actor)
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
