import { useEffect, useRef, useSyncExternalStore } from "react"
import {
  getConnectionState,
  retryNow,
  subscribeToConnection,
  type ConnectionState,
} from "../ui/connection.ts"
import { useIdleRevalidation } from "../ui/idle-revalidation.ts"

const TEXTS: Record<Exclude<ConnectionState, "online">, { text: string; retryLabel: string | null }> = {
  offline: { text: "인터넷 연결이 끊겼어요 · 마지막으로 본 내용이에요", retryLabel: null },
  sending: { text: "인터넷 연결이 끊겼어요 · ", retryLabel: "연결되면 다시 보내기" },
  "signing-out": { text: "아직 로그아웃되지 않았어요 · ", retryLabel: "다시 시도하기" },
}

/** Measures the bar, however many lines it takes: what sticks to the top stands below it (shell.css). */
function measureBar(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty("--connection-bar", `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty("--connection-bar")
  }
}

/**
 * Says on top of a screen that there is no connection and what waits for one. When it is back the screen is
 * read anew, unless somebody is reading an answer on it.
 */
export function ConnectionBar() {
  const state = useSyncExternalStore<ConnectionState>(
    subscribeToConnection,
    getConnectionState,
    () => "online",
  )
  const revalidate = useIdleRevalidation()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (state === "online" && wasOffline.current) revalidate()
    wasOffline.current = state === "offline"
  }, [state, revalidate])
  const shown = state === "online" ? null : TEXTS[state]
  return (
    <output className="sticky top-0 z-60 block">
      {shown && (
        <p
          ref={measureBar}
          data-connection={state}
          className="bg-fill px-4 py-3 text-center text-sm font-medium text-balance text-base-content"
        >
          {shown.text}
          {shown.retryLabel && (
            <button
              type="button"
              onClick={retryNow}
              className="hit rounded-sm font-semibold underline underline-offset-2"
            >
              {shown.retryLabel}
            </button>
          )}
        </p>
      )}
    </output>
  )
}
