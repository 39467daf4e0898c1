/** Owns the one live stream of this browser: one page holds it, the others hear through it. */

export type LiveMessage = { type: string; [field: string]: unknown }
/** What parts of a page listen to on `window` where they want to know more than "look again". */
export const LIVE_EVENT = "baroildang:live"

const CHANNEL = "baroildang-live"
const LOCK = "baroildang-live"

/** What can be made of the text of a message; null for anything else. */
function readMessage(text: string): LiveMessage | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" ? (value as LiveMessage) : null
  } catch {
    return null
  }
}

/**
 * Hears every message of the signed-in person's stream until the returned function is called. The page that gets the lock opens
 * the stream and passes on what comes; when it goes, another takes over and asks everybody to look again. `onRefused`: the server
 * knows no session any more.
 */
export function listenLive(hear: (message: LiveMessage) => void, onRefused: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener("message", (event: MessageEvent<unknown>) => {
    const message = typeof event.data === "string" ? readMessage(event.data) : null
    if (message) hear(message)
  })
  const giveUp = new AbortController()
  let source: EventSource | undefined
  const hold = () =>
    new Promise<void>((release) => {
      if (giveUp.signal.aborted) return release()
      let opened = false
      source = new EventSource("/live")
      const pass = (message: LiveMessage) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin and takes no other argument
        channel.postMessage(JSON.stringify(message))
        hear(message)
      }
      source.addEventListener("message", (event: MessageEvent<string>) => {
        const message = readMessage(event.data)
        if (message) pass(message)
      })
      // What came while nobody listened is not sent again.
      source.addEventListener("open", () => {
        if (opened) pass({ type: "look-again" })
        opened = true
      })
      source.addEventListener("error", () => {
        if (source?.readyState !== EventSource.CLOSED) return
        onRefused()
        release()
      })
      giveUp.signal.addEventListener("abort", () => release(), { once: true })
    })
  // Without locks every page holds a stream of its own; the server knows how to bear that.
  const held = "locks" in navigator ? navigator.locks.request(LOCK, { signal: giveUp.signal }, hold) : hold()
  held.catch(() => {})
  return () => {
    giveUp.abort()
    source?.close()
    channel.close()
  }
}
