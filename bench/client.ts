/** A client that only counts: what it costs must not hide what the servers cost, whatever the size and form of an answer. */
import { connect } from "node:net"

const HEAD_END = Buffer.from("\r\n\r\n")
const LAST_CHUNK = Buffer.from("0\r\n\r\n")

export type Counted = { answers: number; refused: number; seconds: number }

/** Asks `url` again and again over `connections` kept connections for `seconds`. Anything but 200 counts as refused. */
export async function askRepeatedly(url: string, options: { connections: number; seconds: number; headers?: Record<string, string> }): Promise<Counted> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const headers = Object.entries({ Host: host, ...options.headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const question = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${headers.join("")}\r\n`)
  const counted: Counted = { answers: 0, refused: 0, seconds: 0 }
  const begun = performance.now()
  const end = begun + options.seconds * 1_000

  const connection = () =>
    new Promise<void>((finished, failed) => {
      const socket = connect(Number(port), hostname, () => socket.write(question))
      socket.setNoDelay(true)
      // Bytes of the body still to come; null before the head of an answer, NaN where the body comes in chunks.
      let missing: number | null = null
      let head: Buffer = Buffer.alloc(0)
      let tail: Buffer = Buffer.alloc(0)
      const done = () => {
        missing = null
        tail = Buffer.alloc(0)
        counted.answers += 1
        if (performance.now() < end) return void socket.write(question)
        socket.destroy()
        finished()
      }
      socket.on("data", (bytes: Buffer) => {
        let body = bytes
        if (missing === null) {
          head = head.byteLength === 0 ? bytes : Buffer.concat([head, bytes])
          const at = head.indexOf(HEAD_END)
          if (at < 0) return
          const text = head.toString("latin1", 0, at)
          if (!text.startsWith("HTTP/1.1 200")) counted.refused += 1
          missing = Number(/content-length: *(\d+)/i.exec(text)?.[1] ?? Number.NaN)
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
      socket.on("error", failed)
    })

  await Promise.all(Array.from({ length: options.connections }, connection))
  counted.seconds = (performance.now() - begun) / 1_000
  return counted
}
