import { useRef, useState, useSyncExternalStore } from "react"
import { AlertDialog } from "./alert-dialog.tsx"
import type { SessionClock } from "./session-clock.ts"
import {
  useFinalEnd,
  useLiveMessages,
  useSessionClock,
  useSignOut,
  useSignOutOnClosing,
  useStoredUser,
  useTypedWords,
  type SessionWarning,
  type WatchedActor,
} from "./session-hooks.ts"
import { getConnectionState, subscribeToConnection } from "../ui/connection.ts"

/**
 * Watches the session of the person on this page: timers, closing, the live stream (specification §4, §8,
 * §9). Shows nothing but the warning before an end, and that the stream is away. `sinceRequestId`: the id of
 * the request that `actor` comes from.
 */
export function SignedInWatcher({
  actor,
  sinceRequestId,
}: {
  actor: WatchedActor | null
  sinceRequestId: string
}) {
  const [warning, setWarning] = useState<SessionWarning | null>(null)
  const clock = useRef<SessionClock | null>(null)
  const signOut = useSignOut(actor, clock)
  useSessionClock(actor, {
    onStarted: (started) => (clock.current = started),
    onWarning: setWarning,
    signOut,
  })
  const [finalWarning, setFinalWarning] = useState<SessionWarning | null>(null)
  useFinalEnd(actor, { onWarning: setFinalWarning, signOut })
  useSignOutOnClosing(actor, signOut)
  const stream = useLiveMessages(actor, sinceRequestId, signOut)
  useStoredUser(actor)
  useTypedWords(actor?.userId ?? null)
  if (actor === null) return null
  return (
    <>
      {stream.problemText && <StreamProblem text={stream.problemText} onRetry={stream.retry} />}
      {finalWarning ? (
        <AlertDialog
          key="final"
          text={finalWarning.text}
          note={finalWarning.note}
          durationMs={finalWarning.durationMs}
          confirmLabel="다시 로그인하기"
          onConfirm={() => {
            setFinalWarning(null)
            void signOut("renewal")
          }}
          refuseLabel="나중에"
          onRefuse={() => setFinalWarning(null)}
        />
      ) : (
        warning && (
          <AlertDialog
            text={warning.text}
            durationMs={warning.durationMs}
            confirmLabel="계속하기"
            onConfirm={() => {
              setWarning(null)
              clock.current?.extendNow()
            }}
            refuseLabel="로그아웃"
            onRefuse={() => {
              setWarning(null)
              void signOut(null)
            }}
          />
        )
      )}
    </>
  )
}

/** Says that what is told of the session and the profile does not arrive; without a network that is clear. */
function StreamProblem({ text, onRetry }: { text: string; onRetry: () => void }) {
  const connection = useSyncExternalStore(subscribeToConnection, getConnectionState)
  if (connection !== "online") return null
  return (
    <output className="toaster z-40">
      <p
        className={
          "flex max-w-[28rem] flex-wrap items-center gap-x-3 rounded-lg bg-neutral px-4 py-3 text-base " +
          "font-medium text-neutral-content shadow-float"
        }
      >
        {text}
        <button
          type="button"
          onClick={onRetry}
          className="hit rounded-sm font-semibold underline underline-offset-2"
        >
          다시 확인하기
        </button>
      </p>
    </output>
  )
}
