import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import type { FileHandle } from "node:fs/promises"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { readEnvironment, setEnvironment } from "../app/platform/env.server.ts"
import {
  BodyReceiver,
  type ReceivedBody,
  type ReceiveLimits,
  type ReceiveRejection,
} from "./body-receiver.ts"
import { openRawConnection } from "../tests/setup/raw-socket.ts"
import { removeStaleSpools } from "./spool.ts"

const folder = mkdtempSync(join(tmpdir(), "baroildang-receive-"))
beforeAll(() =>
  setEnvironment(
    readEnvironment({ APP_ENV: "test", DATA_DIR: folder, SECRET: "a secret that only tests know, 32+" }),
  ),
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function createReceiver(limits: ReceiveLimits) {
  const receiver = new BodyReceiver(limits)
  return { receive: receiver.receive.bind(receiver), getStats: receiver.getStats.bind(receiver) }
}
const LIMITS: ReceiveLimits = {
  maxOpen: 4,
  maxOpenPerAddress: 3,
  maxOpenPerPerson: 2,
  maxBytes: 1_000_000,
  graceMs: 60_000,
  minBytesPerSecond: 1_000,
  checkIntervalMs: 5,
}
const of = (address: string, person = "") => ({ address, person })
const left = () => (existsSync(join(folder, "incoming")) ? readdirSync(join(folder, "incoming")) : [])
const isReceived = (outcome: ReceivedBody | ReceiveRejection): outcome is ReceivedBody =>
  typeof outcome !== "string"

/** A body that comes when the test says so. */
function openBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
  return {
    stream,
    send: (bytes: number) => controller?.enqueue(new Uint8Array(bytes).fill(7)),
    end: () => controller?.close(),
  }
}

test("small bodies stay in memory, large ones go to a file that is gone with them", async () => {
  const { receive, getStats: counts } = createReceiver(LIMITS)
  for (const [size, files] of [
    [10, 0],
    [65_536, 0],
    [65_537, 1],
    [400_000, 1],
  ] as const) {
    const body = openBody()
    const receiving = receive(body.stream, of("a"), 400_000)
    for (let sent = 0; sent < size; sent += 50_000) body.send(Math.min(50_000, size - sent))
    body.end()
    const received = await receiving
    if (!isReceived(received)) throw new Error(received)
    expect(left()).toHaveLength(files)
    expect(Buffer.from(await received.spool.bytes()).equals(Buffer.alloc(size, 7))).toBe(true)
    expect(counts()).toEqual({ open: 0, bytes: size })
    await received.remove()
    await received.remove()
    expect(left()).toEqual([])
    expect(counts()).toEqual({ open: 0, bytes: 0 })
  }
})

test("a body that is too large, or stops coming, or comes too slowly, ends and leaves nothing", async () => {
  const large = openBody()
  const tooLarge = createReceiver(LIMITS).receive(large.stream, of("a"), 100_000)
  large.send(90_000)
  large.send(20_000)
  expect(await tooLarge).toBe("too_large")
  const { receive } = createReceiver({ ...LIMITS, graceMs: 30 })
  const never = openBody()
  const begun = openBody()
  begun.send(100_000)
  expect(
    await Promise.all([receive(never.stream, of("a"), 200_000), receive(begun.stream, of("a"), 200_000)]),
  ).toEqual(["late", "late"])
  expect(left()).toEqual([])
})

test("a person and an address send a few at a time; in a crowd the fullest gives one up", async () => {
  const { receive, getStats: counts } = createReceiver(LIMITS)
  const outcomes: Promise<ReceivedBody | ReceiveRejection>[] = []
  const begin = (address: string, person = "") => {
    const body = openBody()
    const outcome = receive(body.stream, of(address, person), 1_000)
    outcomes.push(outcome)
    return { body, outcome }
  }
  const oldest = begin("a", "m")
  begin("a", "m")
  expect(await begin("a", "m").outcome).toBe("too_many")
  begin("a")
  expect(await begin("a").outcome).toBe("too_many")
  const other = begin("b")
  expect(counts().open).toBe(4)
  const newest = begin("c")
  expect(await oldest.outcome).toBe("busy")
  for (const { body } of [other, newest]) body.end()
  expect((await Promise.all([other.outcome, newest.outcome])).every(isReceived)).toBe(true)
  expect(counts().open).toBe(2)
})

test("all bodies together take a bounded space, and whoever takes most gives way", async () => {
  const { receive, getStats: counts } = createReceiver({ ...LIMITS, maxOpenPerAddress: 4 })
  const [first, second, small] = [openBody(), openBody(), openBody()]
  const outcomes = [first, second].map((body) => receive(body.stream, of("a"), 2_000_000))
  first.send(480_000)
  second.send(480_000)
  await expect.poll(() => counts().bytes).toBe(960_000)
  const wanted = receive(small.stream, of("b"), 900_000)
  small.send(60_000)
  small.end()
  expect(isReceived(await wanted)).toBe(true)
  expect(await Promise.race(outcomes)).toBe("busy")
  await expect.poll(() => counts().bytes).toBe(540_000)
  second.send(480_000)
  expect(await outcomes[1]).toBe("busy")
})

test("a full disk is said to be full, and nothing is left on it", async () => {
  const probe = await import("node:fs/promises")
  const handle = await probe.open(join(folder, "probe"), "w")
  const FileHandleClass = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const writing = vi
    .spyOn(FileHandleClass, "writeFile")
    .mockRejectedValue(Object.assign(new Error("full"), { code: "ENOSPC" }))
  const { receive, getStats: counts } = createReceiver(LIMITS)
  const body = openBody()
  const receiving = receive(body.stream, of("a"), 900_000)
  body.send(90_000)
  expect(await receiving).toBe("no_room")
  writing.mockRestore()
  expect([left(), counts()]).toEqual([[], { open: 0, bytes: 0 }])
})

test("a body is had whole, also where its connection closes, and half of one leaves nothing", async () => {
  const { receive, getStats: counts } = createReceiver({ ...LIMITS, maxOpenPerAddress: 50, maxOpen: 50 })
  const outcomes: (ReceivedBody | ReceiveRejection)[] = []
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    void receive(incoming, of("a"), 900_000).then((outcome) => {
      outcomes.push(outcome)
      outgoing.end("ok")
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const send = async (announced: number, sent: number) => {
    const { socket, closed } = await openRawConnection(`http://127.0.0.1:${port}`)
    socket.end(
      Buffer.concat([
        Buffer.from(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${announced}\r\n\r\n`),
        Buffer.alloc(sent, 7),
      ]),
    )
    await closed
  }
  // The connection may be closed before what came over it is written down.
  for (const [announced, sent] of [
    [30, 30],
    [200_000, 200_000],
    [200_000, 150_000],
    [30, 0],
  ] as const) {
    const before = outcomes.length
    await send(announced, sent)
    await expect.poll(() => outcomes.length, { timeout: 10_000 }).toBe(before + 1)
  }
  const [small, large, ...cut] = outcomes
  if (!small || !large || !isReceived(small) || !isReceived(large)) throw new Error("not received")
  expect([small.spool.size, large.spool.size, ...cut]).toEqual([30, 200_000, "cut", "cut"])
  expect(left()).toHaveLength(1)
  await Promise.all([small.remove(), large.remove()])
  expect([left(), counts()]).toEqual([[], { open: 0, bytes: 0 }])
  server.close()
})

test("the start removes what a dead process left behind, and nothing of a living one", async () => {
  const path = (name: string) => join(folder, "incoming", name)
  for (const name of ["old", "new"]) writeFileSync(path(name), "x")
  utimesSync(path("old"), 0, 0)
  await removeStaleSpools()
  expect(left()).toEqual(["new"])
})
