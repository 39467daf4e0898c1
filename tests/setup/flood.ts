/** Many senders of different addresses, as a proxy that is trusted tells them, over plain sockets. */
import { Agent, request } from "node:http"
import { connect, type Socket } from "node:net"
import { once } from "node:events"

export type Answered = { status: number; ms: number; retryAfter: string | undefined; text: string }

const agents = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Asks once; resolves when the answer has come whole, rejects where none does. */
export function ask(
  url: string,
  path: string,
  options: { address?: string; cookie?: string; form?: Record<string, string>; accept?: string } = {},
): Promise<Answered> {
  const body = options.form && new URLSearchParams(options.form).toString()
  const headers = {
    ...(options.address && { "X-Forwarded-For": options.address }),
    ...(options.cookie && { Cookie: options.cookie }),
    ...(options.accept && { Accept: options.accept }),
    ...(body !== undefined && {
      Origin: url,
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": Buffer.byteLength(body),
    }),
  }
  const begun = performance.now()
  return new Promise((done, failed) => {
    const asked = request(
      url + path,
      { method: body === undefined ? "GET" : "POST", agent: agents, headers },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on("data", (piece: Buffer) => pieces.push(piece))
        answer.on("end", () => {
          const ms = performance.now() - begun
          done({
            status: answer.statusCode ?? 0,
            ms,
            retryAfter: answer.headers["retry-after"],
            text: Buffer.concat(pieces).toString(),
          })
        })
      },
    )
    asked.on("error", failed)
    asked.end(body)
  })
}

/**
 * Opens `count` connections, some at a time, and says `text` on each; what the server says is read and kept.
 */
export async function openSockets(
  url: string,
  count: number,
  text: string,
): Promise<{ socket: Socket; answer: () => string; closed: Promise<void> }[]> {
  const { hostname, port } = new URL(url)
  const all: { socket: Socket; answer: () => string; closed: Promise<void> }[] = []
  while (all.length < count) {
    const some = Array.from({ length: Math.min(100, count - all.length) }, () =>
      connect(Number(port), hostname),
    )
    await Promise.all(some.map((socket) => once(socket, "connect")))
    for (const socket of some) {
      let heard = ""
      socket.on("error", () => undefined)
      socket.on("data", (piece: Buffer) => (heard += piece.toString()))
      const closed = new Promise<void>((done) => socket.once("close", () => done()))
      socket.write(text)
      all.push({ socket, answer: () => heard, closed })
    }
  }
  return all
}

/** Keeps `connections` requests under way until `stop` is called, which returns how they were answered. */
export function flood(
  url: string,
  path: string,
  connections: number,
  options: Parameters<typeof ask>[2] = {},
): { stop: () => Promise<Answered[]> } {
  const answers: Answered[] = []
  const over = new AbortController()
  const running = Array.from({ length: connections }, async () => {
    while (!over.signal.aborted) answers.push(await ask(url, path, options))
  })
  return {
    async stop() {
      over.abort()
      await Promise.all(running)
      return answers
    },
  }
}

/** The time within which `part` of them were answered, in milliseconds. */
export function timeOf(answers: readonly Answered[], part: number): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
}
