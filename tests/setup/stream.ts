/**
 * A page's end of the live stream, as a browser's EventSource behaves: it comes back by itself and says where
 * it was.
 */
import { request, type ClientRequest } from "node:http"

export type StreamMessage = { id: string; type: string; [field: string]: unknown }
export type StreamClient = {
  /** Cuts the link; it comes back after `againMs`. */
  cut(): void
  stop(): void
  /** Resolves with the first message that fits, also one that has come already. */
  until(fits: (message: StreamMessage) => boolean): Promise<StreamMessage>
  /** Resolves when the server has closed the stream. */
  closed: Promise<void>
  opened: Promise<void>
}

/** Opens the stream of `cookie` at `url`; `hear` gets every message, told again or not. */
export function openStream(
  url: string,
  cookie: string,
  hear: (message: StreamMessage) => void = () => {},
  againMs = 100,
): StreamClient {
  const heard: StreamMessage[] = []
  const waiting = new Set<(message: StreamMessage) => void>()
  let last = ""
  let stopped = false
  let current: ClientRequest | undefined
  let isOpen = () => {}
  let isClosed = () => {}
  const opened = new Promise<void>((done) => (isOpen = done))
  const closed = new Promise<void>((done) => (isClosed = done))

  const take = (frame: string) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(frame)?.[1]
    last = field("id") ?? last
    const text = field("data")
    if (text === undefined) return
    const message = { ...(JSON.parse(text) as { type: string }), id: last }
    heard.push(message)
    hear(message)
    for (const wait of waiting) wait(message)
  }
  const connect = () => {
    if (stopped) return
    const again = () => {
      if (current === asked && !stopped) setTimeout(connect, againMs)
    }
    const asked = request(
      `${url}/live`,
      { agent: false, headers: { Cookie: cookie, ...(last && { "Last-Event-ID": last }) } },
      (response) => {
        if (response.statusCode !== 200) {
          response.resume()
          if (response.statusCode === 401) stopped = true
          isClosed()
          return again()
        }
        let rest = ""
        response.setEncoding("utf8")
        response.on("data", (part: string) => {
          isOpen()
          const frames = (rest + part).split("\n\n")
          rest = frames.pop() ?? ""
          for (const frame of frames) take(frame)
        })
        response.on("end", () => {
          isClosed()
          again()
        })
        response.on("error", again)
      },
    )
    current = asked
    asked.on("error", again)
    asked.end()
  }
  connect()
  return {
    cut: () => current?.destroy(),
    stop() {
      stopped = true
      current?.destroy()
    },
    until: (fits) =>
      new Promise((done) => {
        const known = heard.find(fits)
        if (known) return done(known)
        const wait = (message: StreamMessage) => {
          if (!fits(message)) return
          waiting.delete(wait)
          done(message)
        }
        waiting.add(wait)
      }),
    closed,
    opened,
  }
}
