/** Connections over plain sockets: bytes that no browser sends, and visitors that go away in the middle. */
import { once } from "node:events"
import { connect, type Socket } from "node:net"

/** `answer`: what has come over it so far; `closed` resolves once it has ended, for whatever reason. */
export type RawConnection = { socket: Socket; answer: () => string; closed: Promise<void> }

/** Connects to the host and port of `url`; rejects where nobody listens there. */
export async function openRawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const pieces: Buffer[] = []
  socket.on("data", (piece) => pieces.push(piece))
  const closed = new Promise<void>((done) => socket.once("close", () => done()))
  await once(socket, "connect")
  socket.on("error", () => undefined)
  return { socket, answer: () => Buffer.concat(pieces).toString(), closed }
}

/** Sends `text` and resolves with all that is answered until the connection is closed. */
export async function sendText(url: string, text: string): Promise<string> {
  const { socket, answer, closed } = await openRawConnection(url)
  socket.write(text)
  await closed
  return answer()
}

/** Sends `text` and goes away: once it is sent, or with `isAnswerAwaited` once an answer begins. */
export async function sendAndLeave(url: string, text: string, isAnswerAwaited = false): Promise<void> {
  const { socket, closed } = await openRawConnection(url)
  const answerBegun = isAnswerAwaited ? once(socket, "data") : undefined
  await new Promise<void>((sent) => socket.write(text, () => sent()))
  await answerBegun
  socket.destroy()
  await closed
}

const MAX_WAIT_MS = 1_500

/**
 * Sends bytes of Latin-1 to `port` of this machine and says nothing more; the status of the answer, or
 * nothing where the connection ended without one or waits for more.
 */
export async function findRawStatus(port: number, bytes: string): Promise<number | undefined> {
  const { socket, answer, closed } = await openRawConnection(`http://127.0.0.1:${port}`)
  socket.setTimeout(MAX_WAIT_MS, () => socket.destroy())
  socket.on("data", () => answer().length > 20 && socket.destroy())
  socket.end(Buffer.from(bytes, "latin1"))
  await closed
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer())?.[1]) || undefined
}
