/**
 * A client that only counts: what it costs must not hide what the servers cost, whatever the size and form of
 * an answer.
 */
import { connect } from "node:net"

const HEADER_END = Buffer.from("\r\n\r\n")
const LAST_CHUNK = Buffer.from("0\r\n\r\n")

export type LoadResult = { answers: number; rejected: number; seconds: number }
type HttpResult = { status: number; location: string }
/** One kept connection, which is asked one thing after the other. */
export type Connection = { send(requestBytes: Buffer): Promise<HttpResult>; close(): void }

/** What is said to ask for `path`; with `fields`, the form that is sent. */
export function buildRequest(
  host: string,
  path: string,
  headers: Record<string, string>,
  fields?: Record<string, string>,
): Buffer {
  const body = fields ? new URLSearchParams(fields).toString() : ""
  const allHeaders = {
    Host: host,
    ...headers,
    ...(fields
      ? {
          "Content-Type": "application/x-www-form-urlencoded",
          "Content-Length": String(Buffer.byteLength(body)),
        }
      : {}),
  }
  return Buffer.from(
    `${fields ? "POST" : "GET"} ${path} HTTP/1.1\r\n${Object.entries(allHeaders)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n${body}`,
  )
}

export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let pendingAnswer: PromiseWithResolvers<HttpResult> | undefined
  let currentResult: HttpResult = { status: 0, location: "" }
  // Bytes of the body still to come; null before the head of an answer, NaN where the body comes in chunks.
  let remainingBytes: number | null = null
  let headerBytes: Buffer = Buffer.alloc(0)
  let lastBytes: Buffer = Buffer.alloc(0)
  const done = () => {
    remainingBytes = null
    lastBytes = Buffer.alloc(0)
    pendingAnswer?.resolve(currentResult)
  }
  socket.on("data", (bytes: Buffer) => {
    let body = bytes
    if (remainingBytes === null) {
      headerBytes = headerBytes.byteLength === 0 ? bytes : Buffer.concat([headerBytes, bytes])
      const at = headerBytes.indexOf(HEADER_END)
      if (at < 0) return
      const text = headerBytes.toString("latin1", 0, at)
      currentResult = {
        status: Number(text.slice(9, 12)),
        location: /^location: *(.*)$/im.exec(text)?.[1] ?? "",
      }
      const length = /^content-length: *(\d+)/im.exec(text)?.[1]
      remainingBytes = length ? Number(length) : /^transfer-encoding: *chunked/im.test(text) ? Number.NaN : 0
      body = headerBytes.subarray(at + HEADER_END.byteLength)
      headerBytes = Buffer.alloc(0)
    }
    if (Number.isNaN(remainingBytes)) {
      // The last chunk may come in two pieces.
      lastBytes = Buffer.concat([lastBytes, body.subarray(-LAST_CHUNK.byteLength)]).subarray(
        -LAST_CHUNK.byteLength,
      )
      if (lastBytes.equals(LAST_CHUNK)) done()
      return
    }
    remainingBytes -= body.byteLength
    if (remainingBytes <= 0) done()
  })
  const fail = (error?: Error) =>
    pendingAnswer?.reject(error ?? new Error("The server closed the connection"))
  socket.on("error", fail)
  socket.on("close", () => fail())
  return {
    send(requestBytes) {
      pendingAnswer = Promise.withResolvers()
      socket.write(requestBytes)
      return pendingAnswer.promise
    },
    close: () => void socket.destroy(),
  }
}

/**
 * Asks `url` again and again over `connections` kept connections for `seconds`. Anything but 200 counts as
 * refused.
 */
export async function sendRepeatedly(
  url: string,
  options: { connections: number; seconds: number; headers?: Record<string, string> },
): Promise<LoadResult> {
  const { pathname, search, host } = new URL(url)
  const requestBytes = buildRequest(host, `${pathname}${search}`, options.headers ?? {})
  const result: LoadResult = { answers: 0, rejected: 0, seconds: 0 }
  const startedAt = performance.now()
  const end = startedAt + options.seconds * 1_000
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const connection = await openConnection(url)
      do {
        const { status } = await connection.send(requestBytes)
        result.answers += 1
        if (status !== 200) result.rejected += 1
      } while (performance.now() < end)
      connection.close()
    }),
  )
  result.seconds = (performance.now() - startedAt) / 1_000
  return result
}
