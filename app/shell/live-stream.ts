/** Owns the one live stream of this browser: one page holds it, the others hear through it. */

export type LiveMessage = { type: string; [field: string]: unknown }
/** What parts of a page listen to on `window` where they want to know more than "look again". */
export const LIVE_EVENT = "baroildang:live"

const CHANNEL = "baroildang-live"
const LOCK = "baroildang-live"
/** What was told around a cut is told again: the same message is passed on once. */
const REMEMBERED = 200
/** A server that is being started again refuses for a moment. */
const AGAIN_MS = 3_000

/** What can be made of the text of a message; null for anything else. */
function readMessage(text: string): LiveMessage | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" ? (value as LiveMessage) : null
  } catch {
    return null
  }
}

/** What pages of one browser tell each other: a message and its id, as text. */
const readPassed = (data: unknown): { id: string; message: LiveMessage } | null => {
  if (typeof data !== "string") return null
  const at = data.indexOf(" ")
  const message = at < 0 ? null : readMessage(data.slice(at + 1))
  return message && { id: data.slice(0, at), message }
}

/**
 * Hears every message of the signed-in person's stream until the returned function is called, each once. The page that gets the lock
 * opens the stream and passes on what comes; when it goes, another takes over where it was. `onRefused`: the server knows no session
 * any more. Where this browser has more streams than one person may have, it waits until somebody looks at the page.
 */
export function listenLive(hear: (message: LiveMessage) => void, onRefused: () => void): () => void {
  const heard = new Set<string>()
  let last = ""
  const take = (id: string, message: LiveMessage) => {
    if (id !== "") {
      if (heard.has(id)) return false
      heard.add(id)
      if (heard.size > REMEMBERED) heard.delete(heard.values().next().value ?? "")
      last = id
    }
    hear(message)
    return true
  }
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null
  channel?.addEventListener("message", (event: MessageEvent<unknown>) => {
    const passed = readPassed(event.data)
    if (passed) take(passed.id, passed.message)
  })
  const giveUp = new AbortController()
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  const open = () => {
    const stream = new EventSource(last === "" ? "/live" : `/live?after=${last}`)
    source = stream
    stream.addEventListener("message", (event: MessageEvent<string>) => {
      const message = readMessage(event.data)
      if (!message) return
      if (message.type === "enough") {
        stream.close()
        addEventListener("focus", () => giveUp.signal.aborted || open(), { once: true, signal: giveUp.signal })
        return
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin and takes no other argument
      if (take(event.lastEventId, message)) channel?.postMessage(`${event.lastEventId} ${event.data}`)
    })
    stream.addEventListener("error", () => {
      // While the browser tries again by itself it says where it was.
      if (stream.readyState !== EventSource.CLOSED || giveUp.signal.aborted) return
      onRefused()
      // Refused for good, or by a server that is just coming back: the page, if it is still here, asks once more.
      again = setTimeout(() => giveUp.signal.aborted || open(), AGAIN_MS)
    })
  }
  const hold = () =>
    new Promise<void>((release) => {
      if (giveUp.signal.aborted) return release()
      giveUp.signal.addEventListener("abort", () => release(), { once: true })
      open()
    })
  // Without locks every page holds a stream of its own; the server knows how to bear that.
  const held = "locks" in navigator ? navigator.locks.request(LOCK, { signal: giveUp.signal }, hold) : hold()
  held.catch(() => {})
  return () => {
    giveUp.abort()
    clearTimeout(again)
    source?.close()
    channel?.close()
  }
}
