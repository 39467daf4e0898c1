import { href } from "react-router"
/** The one live stream of this browser: one page holds it, the others hear through it. */

export type LiveMessage = { type: string; [field: string]: unknown }
/** What parts of a page listen to on `window` where they want to know more than "look again". */
export const LIVE_EVENT = "baroildang:live"
/** In milliseconds: several messages of one moment are one look of the page at its data. */
export const REVALIDATE_DEBOUNCE_MS = 60

const CHANNEL = "baroildang-live"
const LOCK = "baroildang-live"
/** What was told around a cut is told again: the same message is passed on once. */
const MAX_REMEMBERED_MESSAGES = 200
/** A server that is being started again refuses for a moment. */
const RETRY_DELAY_MS = 3_000
/** A stream that is away longer is worth a word. */
const MAX_ABSENCE_MS = 15_000

/** What can be made of the text of a message; null for anything else. */
function parseMessage(text: string): LiveMessage | null {
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
const REPLAY_REQUEST_PREFIX = "?"

/** What pages of one browser tell each other: a message and its id, as text. */
const parseRelayed = (data: string): { id: string; message: LiveMessage } | null => {
  const separatorIndex = data.indexOf(" ")
  const message = separatorIndex < 0 ? null : parseMessage(data.slice(separatorIndex + 1))
  return message && { id: data.slice(0, separatorIndex), message }
}

/** The newest messages by their ids, as they are passed on. `add` is false for one that was there before. */
function createMessageMemory() {
  const texts = new Map<string, string>()
  return {
    add(id: string, text: string): boolean {
      if (texts.has(id)) return false
      texts.set(id, text)
      if (texts.size > MAX_REMEMBERED_MESSAGES) texts.delete(texts.keys().next().value ?? "")
      return true
    },
    listAfter: (id: string) => [...texts].flatMap(([each, text]) => (each > id ? [text] : [])),
  }
}

/** Runs `openStream` when no other page of this browser has a stream; until `signal` none gets one. */
function holdStreamLock(signal: AbortSignal, openStream: () => void): void {
  const hold = () =>
    new Promise<void>((release) => {
      if (signal.aborted) return release()
      signal.addEventListener("abort", () => release(), { once: true })
      openStream()
    })
  // Without locks every page holds a stream of its own; the server knows how to bear that.
  const request = "locks" in navigator ? navigator.locks.request(LOCK, { signal }, hold) : hold()
  request.catch(() => {})
}

/** Says when a stream has not been open for longer than `MAX_ABSENCE_MS`, and when it is again. */
function createAbsenceWatch(onAbsence: (isAway: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    stop,
    watch(stream: EventSource) {
      stream.addEventListener("error", () => {
        timer ??= setTimeout(() => onAbsence(true), MAX_ABSENCE_MS)
      })
      stream.addEventListener("open", () => {
        stop()
        onAbsence(false)
      })
    },
  }
}

/**
 * Hears every message of the signed-in person's stream until the returned function is called, each once. The
 * page that gets the lock opens the stream and passes on what comes; when it goes, another takes over where
 * it was. `sinceId`: the id of the request that made the page, from which on it is told everything.
 * `onRefused`: the server knows no session any more. Where this browser has more streams than one person may
 * have, it waits until somebody looks at the page. `onAbsence`: the stream has been away for longer than a
 * server takes to start again, or is back.
 */
export function listenToLiveStream(
  sinceId: string,
  {
    onMessage,
    onRefused,
    onAbsence,
  }: {
    onMessage: (message: LiveMessage) => void
    onRefused: () => void
    onAbsence: (isAway: boolean) => void
  },
): () => void {
  const seenMessages = createMessageMemory()
  let lastId = sinceId
  const deliver = (id: string, message: LiveMessage, text: string) => {
    if (id !== "") {
      if (!seenMessages.add(id, text)) return false
      lastId = id
    }
    onMessage(message)
    return true
  }
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null
  // A BroadcastChannel has one origin and takes no other argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const relay = (text: string) => channel?.postMessage(text)
  channel?.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (typeof event.data !== "string") return
    if (event.data.startsWith(REPLAY_REQUEST_PREFIX)) {
      if (eventSource) seenMessages.listAfter(event.data.slice(REPLAY_REQUEST_PREFIX.length)).forEach(relay)
      return
    }
    const relayed = parseRelayed(event.data)
    if (relayed) deliver(relayed.id, relayed.message, event.data)
  })
  const abortController = new AbortController()
  let eventSource: EventSource | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  const absence = createAbsenceWatch(onAbsence)

  const openStream = () => {
    const stream = new EventSource(`${href("/live")}?after=${lastId}`)
    eventSource = stream
    absence.watch(stream)
    stream.addEventListener("message", (event: MessageEvent<string>) => {
      const message = parseMessage(event.data)
      if (!message) return
      if (message.type === "enough") {
        stream.close()
        addEventListener("focus", reopen, { once: true, signal: abortController.signal })
        return
      }
      const text = `${event.lastEventId} ${event.data}`
      if (deliver(event.lastEventId, message, text)) relay(text)
    })
    stream.addEventListener("error", () => {
      // While the browser tries again by itself it says where it was.
      if (stream.readyState !== EventSource.CLOSED || abortController.signal.aborted) return
      onRefused()
      // Refused for good, or by a server that is just coming back: the page, if it is still here, asks once
      // more.
      retryTimer = setTimeout(reopen, RETRY_DELAY_MS)
    })
  }
  const reopen = () => abortController.signal.aborted || openStream()
  relay(`${REPLAY_REQUEST_PREFIX}${sinceId}`)
  holdStreamLock(abortController.signal, openStream)
  return () => {
    abortController.abort()
    clearTimeout(retryTimer)
    absence.stop()
    eventSource?.close()
    channel?.close()
  }
}
