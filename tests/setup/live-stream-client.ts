/**
 * A page's end of the live stream, as a browser's EventSource behaves: it comes back by itself and says where
 * it was.
 */
import { request as requestHttp, type ClientRequest } from "node:http"
import { request as requestHttps } from "node:https"

export type StreamMessage = { id: string; type: string; [field: string]: unknown }
export type StreamClient = {
  /** Cuts the link; it comes back after `againMs`. */
  disconnect(): void
  stop(): void
  /** Resolves with the first message that fits, also one that has come already. */
  waitForMessage(matches: (message: StreamMessage) => boolean): Promise<StreamMessage>
  /** Resolves when the server has closed the stream. */
  closed: Promise<void>
  opened: Promise<void>
}

type ConnectionEvents = { onOpened?: () => void; onClosed?: () => void }

/** Opens the stream of `cookie` at `url`; `onMessage` gets every message, sent again or not. */
export function openLiveStream(
  url: string,
  cookie: string,
  onMessage: (message: StreamMessage) => void = () => {},
  reconnectMs = 100,
  { onOpened, onClosed }: ConnectionEvents = {},
): StreamClient {
  const receivedMessages: StreamMessage[] = []
  const waiting = new Set<(message: StreamMessage) => void>()
  let lastEventId = ""
  let stopped = false
  let current: ClientRequest | undefined
  let resolveOpened = () => {}
  let resolveClosed = () => {}
  const opened = new Promise<void>((done) => (resolveOpened = done))
  const closed = new Promise<void>((done) => (resolveClosed = done))

  const handleFrame = (frame: string) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(frame)?.[1]
    lastEventId = field("id") ?? lastEventId
    const text = field("data")
    if (text === undefined) return
    const message = { ...(JSON.parse(text) as { type: string }), id: lastEventId }
    receivedMessages.push(message)
    onMessage(message)
    for (const wait of waiting) wait(message)
  }
  const connect = () => {
    if (stopped) return
    const reconnectLater = () => {
      if (current === clientRequest && !stopped) setTimeout(connect, reconnectMs)
    }
    const request = url.startsWith("https:") ? requestHttps : requestHttp
    const clientRequest = request(
      `${url}/live`,
      { agent: false, headers: { Cookie: cookie, ...(lastEventId && { "Last-Event-ID": lastEventId }) } },
      (response) => {
        if (response.statusCode !== 200) {
          response.resume()
          if (response.statusCode === 401) stopped = true
          resolveClosed()
          return reconnectLater()
        }
        let rest = ""
        let hasFrames = false
        response.setEncoding("utf8")
        response.on("data", (part: string) => {
          resolveOpened()
          if (!hasFrames) onOpened?.()
          hasFrames = true
          const frames = (rest + part).split("\n\n")
          rest = frames.pop() ?? ""
          for (const frame of frames) handleFrame(frame)
        })
        response.on("end", () => {
          resolveClosed()
          if (hasFrames) onClosed?.()
          reconnectLater()
        })
        response.on("error", reconnectLater)
      },
    )
    current = clientRequest
    clientRequest.on("error", reconnectLater)
    clientRequest.end()
  }
  connect()
  return {
    disconnect: () => current?.destroy(),
    stop() {
      stopped = true
      current?.destroy()
    },
    waitForMessage: (matches) =>
      new Promise((done) => {
        const known = receivedMessages.find(matches)
        if (known) return done(known)
        const wait = (message: StreamMessage) => {
          if (!matches(message)) return
          waiting.delete(wait)
          done(message)
        }
        waiting.add(wait)
      }),
    closed,
    opened,
  }
}
