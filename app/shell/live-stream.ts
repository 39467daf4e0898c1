/** Owns the one live stream of this browser: one page holds it, the others hear through it. */

export type LiveMessage = { type: string; [field: string]: unknown }
/** What parts of a page listen to on `window` where they want to know more than "look again". */
export const LIVE_EVENT = "baroildang:live"
/** In milliseconds: several messages of one moment are one look of the page at its data. */
export const LOOK_SOON_MS = 60

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
    return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
      ? (value as LiveMessage)
      : null
  } catch {
    return null
  }
}

/** Before an id: a page that has just come asks the one with the stream for what was told since. */
const SINCE = "?"

/** What pages of one browser tell each other: a message and its id, as text. */
const readPassed = (data: string): { id: string; message: LiveMessage } | null => {
  const at = data.indexOf(" ")
  const message = at < 0 ? null : readMessage(data.slice(at + 1))
  return message && { id: data.slice(0, at), message }
}

/**
 * Hears every message of the signed-in person's stream until the returned function is called, each once. The
 * page that gets the lock opens the stream and passes on what comes; when it goes, another takes over where
 * it was. `since`: the id of the request that made the page, from which on it is told everything.
 * `onRefused`: the server knows no session any more. Where this browser has more streams than one person may
 * have, it waits until somebody looks at the page.
 */
export function listenLive(
  since: string,
  hear: (message: LiveMessage) => void,
  onRefused: () => void,
): () => void {
  /** By their ids, as they are passed on. */
  const heard = new Map<string, string>()
  let last = since
  const take = (id: string, message: LiveMessage, text: string) => {
    if (id !== "") {
      if (heard.has(id)) return false
      heard.set(id, text)
      if (heard.size > REMEMBERED) heard.delete(heard.keys().next().value ?? "")
      last = id
    }
    hear(message)
    return true
  }
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null
  // A BroadcastChannel has one origin and takes no other argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const pass = (text: string) => channel?.postMessage(text)
  channel?.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (typeof event.data !== "string") return
    if (event.data.startsWith(SINCE)) {
      if (source) for (const [id, text] of heard) if (id > event.data.slice(SINCE.length)) pass(text)
      return
    }
    const passed = readPassed(event.data)
    if (passed) take(passed.id, passed.message, event.data)
  })
  const giveUp = new AbortController()
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  const open = () => {
    const stream = new EventSource(`/live?after=${last}`)
    source = stream
    stream.addEventListener("message", (event: MessageEvent<string>) => {
      const message = readMessage(event.data)
      if (!message) return
      if (message.type === "enough") {
        stream.close()
        addEventListener("focus", () => giveUp.signal.aborted || open(), {
          once: true,
          signal: giveUp.signal,
        })
        return
      }
      const text = `${event.lastEventId} ${event.data}`
      if (take(event.lastEventId, message, text)) pass(text)
    })
    stream.addEventListener("error", () => {
      // While the browser tries again by itself it says where it was.
      if (stream.readyState !== EventSource.CLOSED || giveUp.signal.aborted) return
      onRefused()
      // Refused for good, or by a server that is just coming back: the page, if it is still here, asks once
      // more.
      again = setTimeout(() => giveUp.signal.aborted || open(), AGAIN_MS)
    })
  }
  const hold = () =>
    new Promise<void>((release) => {
      if (giveUp.signal.aborted) return release()
      giveUp.signal.addEventListener("abort", () => release(), { once: true })
      open()
    })
  pass(`${SINCE}${since}`)
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
