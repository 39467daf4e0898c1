/** Many senders of different addresses, as a proxy that is trusted tells them, over plain sockets. */
import { Agent, request } from "node:http"
import { openRawConnection, type RawConnection } from "./raw-socket.ts"

export type TimedAnswer = { status: number; ms: number; retryAfter: string | undefined; text: string }

const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Asks once; resolves when the answer has come whole, rejects where none does. */
export function sendRequest(
  url: string,
  path: string,
  options: { address?: string; cookie?: string; form?: Record<string, string>; accept?: string } = {},
): Promise<TimedAnswer> {
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
  const startedAt = performance.now()
  return new Promise((done, failed) => {
    const clientRequest = request(
      url + path,
      { method: body === undefined ? "GET" : "POST", agent: keepAliveAgent, headers },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on("data", (piece: Buffer) => pieces.push(piece))
        answer.on("end", () => {
          const ms = performance.now() - startedAt
          done({
            status: answer.statusCode ?? 0,
            ms,
            retryAfter: answer.headers["retry-after"],
            text: Buffer.concat(pieces).toString(),
          })
        })
      },
    )
    clientRequest.on("error", failed)
    clientRequest.end(body)
  })
}

/** Opens `count` connections, some at a time, and says `text` on each. */
export async function openSockets(url: string, count: number, text: string): Promise<RawConnection[]> {
  const all: RawConnection[] = []
  while (all.length < count) {
    const opening = Array.from({ length: Math.min(100, count - all.length) }, () => openRawConnection(url))
    for (const connection of await Promise.all(opening)) {
      connection.socket.write(text)
      all.push(connection)
    }
  }
  return all
}

/** Keeps `connections` requests under way until `stop` is called, which returns how they were answered. */
export function flood(
  url: string,
  path: string,
  connections: number,
  options: Parameters<typeof sendRequest>[2] = {},
): { stop: () => Promise<TimedAnswer[]> } {
  const answers: TimedAnswer[] = []
  const stopController = new AbortController()
  const running = Array.from({ length: connections }, async () => {
    while (!stopController.signal.aborted) answers.push(await sendRequest(url, path, options))
  })
  return {
    async stop() {
      stopController.abort()
      await Promise.all(running)
      return answers
    },
  }
}

/** The time within which `part` of them were answered, in milliseconds. */
export function getPercentileMs(answers: readonly TimedAnswer[], fraction: number): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * fraction))] ?? Number.NaN
}
