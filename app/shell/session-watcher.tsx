import { useEffect, useState } from "react"
import { useForgottenUser, useOfflinePages } from "./browser-hooks.ts"
import type { WatchedActor } from "./session-hooks.ts"
import type { SignedInWatcher } from "./signed-in-watcher.tsx"

/**
 * Watches the session of the person on this page (specification §4, §8, §9). Shows nothing but alerts.
 * `sinceRequestId`: the id of the request that `actor` comes from. What only members need is loaded for them.
 */
export function SessionWatcher({
  actor,
  sinceRequestId,
}: {
  actor: WatchedActor | null
  sinceRequestId: string
}) {
  const userId = actor?.userId ?? null
  const isSignedIn = userId !== null
  const [loaded, setLoaded] = useState<{ Watcher: typeof SignedInWatcher } | null>(null)
  useOfflinePages(userId, actor?.staysSignedIn ?? false)
  useForgottenUser(userId)
  useEffect(() => {
    if (!isSignedIn) return
    void import("./signed-in-watcher.tsx").then(
      ({ SignedInWatcher: Watcher }) => setLoaded({ Watcher }),
      // The next page brings it; the server ends the session without it.
      () => undefined,
    )
  }, [isSignedIn])
  return loaded && <loaded.Watcher actor={actor} sinceRequestId={sinceRequestId} />
}
