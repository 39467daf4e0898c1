/**
 * A client that only counts: what it costs must not hide what the servers cost, whatever the size and form of
 * an answer.
 */
import { connect } from "node:net"

const HEAD_END = Buffer.from("\r\n\r\n")
const LAST_CHUNK = Buffer.from("0\r\n\r\n")

export type Counted = { answers: number; refused: number; seconds: number }
type Answer = { status: number; location: string }
/** One kept connection, which is asked one thing after the other. */
export type Connection = { ask(question: Buffer): Promise<Answer>; close(): void }

/** What is said to ask for `path`; with `fields`, the form that is sent. */
export function questionOf(
  host: string,
  path: string,
  headers: Record<string, string>,
  fields?: Record<string, string>,
): Buffer {
  const body = fields ? new URLSearchParams(fields).toString() : ""
  const sent = {
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
    `${fields ? "POST" : "GET"} ${path} HTTP/1.1\r\n${Object.entries(sent)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n${body}`,
  )
}

export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let waiting: PromiseWithResolvers<Answer> | undefined
  let answer: Answer = { status: 0, location: "" }
  // Bytes of the body still to come; null before the head of an answer, NaN where the body comes in chunks.
  let missing: number | null = null
  let head: Buffer = Buffer.alloc(0)
  let tail: Buffer = Buffer.alloc(0)
  const done = () => {
    missing = null
    tail = Buffer.alloc(0)
    waiting?.resolve(answer)
  }
  socket.on("data", (bytes: Buffer) => {
    let body = bytes
    if (missing === null) {
      head = head.byteLength === 0 ? bytes : Buffer.concat([head, bytes])
      const at = head.indexOf(HEAD_END)
      if (at < 0) return
      const text = head.toString("latin1", 0, at)
      answer = { status: Number(text.slice(9, 12)), location: /^location: *(.*)$/im.exec(text)?.[1] ?? "" }
      const length = /^content-length: *(\d+)/im.exec(text)?.[1]
      missing = length ? Number(length) : /^transfer-encoding: *chunked/im.test(text) ? Number.NaN : 0
      body = head.subarray(at + HEAD_END.byteLength)
      head = Buffer.alloc(0)
    }
    if (Number.isNaN(missing)) {
      // The last chunk may come in two pieces.
      tail = Buffer.concat([tail, body.subarray(-LAST_CHUNK.byteLength)]).subarray(-LAST_CHUNK.byteLength)
      if (tail.equals(LAST_CHUNK)) done()
      return
    }
    missing -= body.byteLength
    if (missing <= 0) done()
  })
  const fail = (error?: Error) => waiting?.reject(error ?? new Error("The server closed the connection"))
  socket.on("error", fail)
  socket.on("close", () => fail())
  return {
    ask(question) {
      waiting = Promise.withResolvers()
      socket.write(question)
      return waiting.promise
    },
    close: () => void socket.destroy(),
  }
}

/**
 * Asks `url` again and again over `connections` kept connections for `seconds`. Anything but 200 counts as
 * refused.
 */
export async function askRepeatedly(
  url: string,
  options: { connections: number; seconds: number; headers?: Record<string, string> },
): Promise<Counted> {
  const { pathname, search, host } = new URL(url)
  const question = questionOf(host, `${pathname}${search}`, options.headers ?? {})
  const counted: Counted = { answers: 0, refused: 0, seconds: 0 }
  const begun = performance.now()
  const end = begun + options.seconds * 1_000
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const connection = await openConnection(url)
      do {
        const { status } = await connection.ask(question)
        counted.answers += 1
        if (status !== 200) counted.refused += 1
      } while (performance.now() < end)
      connection.close()
    }),
  )
  counted.seconds = (performance.now() - begun) / 1_000
  return counted
}
