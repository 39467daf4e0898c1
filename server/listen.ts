/**
 * The port: opens it, lets whoever sends here find another way before it closes, and closes it when all
 * have been answered.
 */
import { createServer, type RequestListener, type ServerOptions } from "node:http"
import { Server as NetServer } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { noteAcceptedConnection } from "../app/platform/event-loop-turns.server.ts"

export type HttpListener = {
  port: number
  /**
   * Takes no new connections; another process does, on the same port. Those there are go on until they end
   * by themselves.
   */
  stopAccepting(): void
  /**
   * Goes on taking requests for `ms`, and ends each connection with its answer: who sends here comes back by
   * a new one, which a balancer leads elsewhere by then. `skipDelay` ends the waiting early, as does the end
   * of the last connection where no new ones are taken.
   */
  drain(ms: number, skipDelay: AbortSignal): Promise<void>
  /** Takes nothing more, and resolves when everything under way has been answered. */
  close(): Promise<void>
}

/** How often connections are looked for that have become idle while the port closes. */
const CLOSE_IDLE_INTERVAL_MS = 100

/** Live streams keep one each; what comes beyond is closed at once, so that those who are inside stay. */
const MAX_CONNECTIONS = 12_000
/** Who neither sends nor fetches anything for so long is gone; a live stream has a ping in this time. */
const SOCKET_TIMEOUT_MS = 60_000

/** Listens on `port` (0: any) of `host`. */
export async function listen(
  listener: RequestListener,
  { port, host, ...options }: ServerOptions & { port: number; host: string },
): Promise<HttpListener> {
  let isDraining = false
  const server = createServer(options, (incoming, outgoing) => {
    if (isDraining) outgoing.setHeader("Connection", "close")
    listener(incoming, outgoing)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.setTimeout(SOCKET_TIMEOUT_MS)
  server.on("connection", noteAcceptedConnection)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === "object" && address ? address.port : port,
    stopAccepting() {
      // Without the closing of idle connections that the HTTP server adds: each ends with its next answer.
      NetServer.prototype.close.call(server)
    },
    async drain(ms, skipDelay) {
      isDraining = true
      const lastEnded = new AbortController()
      server.once("close", () => lastEnded.abort())
      const signal = AbortSignal.any([skipDelay, lastEnded.signal])
      if (ms > 0) await wait(ms, undefined, { signal }).catch(() => undefined)
    },
    async close() {
      isDraining = true
      const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS)
      await new Promise<void>((closed) => server.close(() => closed()))
      clearInterval(idle)
    },
  }
}
