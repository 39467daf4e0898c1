/**
 * Owns how bodies come in: before any work begins for them, each within its time, a few of one sender,
 * bounded in all.
 */
import type { IncomingMessage } from "node:http"
import type { Sender } from "../app/platform/fair-queue.ts"
import { createSpool, type Spool } from "./spool.ts"

/**
 * `too_many`: this sender is sending enough already. `busy`: others send more than there is room for. `late`:
 * too slow. `too_large`. `no_room`: the disk is full. `cut`: the sender is gone, or what it sent is not what
 * it announced.
 */
export type ReceiveRefusal = "too_many" | "busy" | "late" | "too_large" | "no_room" | "cut"

export type ReceiveLimits = {
  /** Bodies on their way: in all, of one address, of one person. */
  maxOpen: number
  maxOpenOfAddress: number
  maxOpenOfPerson: number
  /** Bytes of all bodies that are on their way or wait for their turn. */
  maxBytes: number
  /**
   * A body may take this long; one that is larger goes on while it brings `minBytesPerSecond` in each time
   * this long.
   */
  graceMs: number
  minBytesPerSecond: number
  /** How often slow ones are looked for. */
  checkMs: number
}

/** `markedAt`, `markedSize`: when it was looked at last, and how much had come by then. */
type Open = {
  sender: Sender
  spool: Spool
  markedAt: number
  markedSize: number
  stop: (reason: ReceiveRefusal) => void
}

/** A body that is there. Whoever has it removes it. */
export type Received = { spool: Spool; remove: () => Promise<void> }

/** Makes the one place where bodies come in. */
export function createReceiver(limits: ReceiveLimits) {
  const openOnes = new Set<Open>()
  let bytes = 0
  const bytesOf = new Map<string, number>()
  let checking: NodeJS.Timeout | undefined

  function check(): void {
    const now = performance.now()
    for (const one of openOnes) {
      if (now - one.markedAt < limits.graceMs) continue
      if (one.spool.size - one.markedSize < (limits.minBytesPerSecond * limits.graceMs) / 1_000)
        one.stop("late")
      one.markedAt = now
      one.markedSize = one.spool.size
    }
  }

  function countOf(sender: Sender): { address: number; person: number } {
    const count = { address: 0, person: 0 }
    for (const { sender: other } of openOnes) {
      if (other.address !== sender.address) continue
      count.address += 1
      if (sender.person !== "" && other.person === sender.person) count.person += 1
    }
    return count
  }

  /** The oldest body of the address that sends most of them, where that is more than `count`. */
  function findOldestOfFullest(count: number): Open | undefined {
    const byAddress = Map.groupBy(openOnes, (one) => one.sender.address)
    const fullest = [...byAddress.values()].reduce<Open[]>(
      (most, own) => (own.length > most.length ? own : most),
      [],
    )
    return fullest.length > count ? fullest[0] : undefined
  }

  function mayOpen(sender: Sender): ReceiveRefusal | undefined {
    const count = countOf(sender)
    if (count.address >= limits.maxOpenOfAddress || count.person >= limits.maxOpenOfPerson) return "too_many"
    if (openOnes.size < limits.maxOpen) return undefined
    const oldest = findOldestOfFullest(count.address + 1)
    oldest?.stop("busy")
    return oldest ? undefined : "busy"
  }

  /** Ends a body of the address whose bodies have most bytes; false where nobody has more than `sender`. */
  function makeRoom(sender: Sender): boolean {
    let largest: Open | undefined
    let most = bytesOf.get(sender.address) ?? 0
    for (const one of openOnes) {
      const own = bytesOf.get(one.sender.address) ?? 0
      if (own <= most) continue
      most = own
      largest = one
    }
    largest?.stop("busy")
    return largest !== undefined
  }

  /**
   * Takes in the body of `source` (a connection, or the stream of a request that has none) of at most
   * `maxBytes`. It has come whole, or nothing of it is left.
   */
  async function receive(
    source: IncomingMessage | ReadableStream<Uint8Array>,
    sender: Sender,
    maxBytes: number,
  ): Promise<Received | ReceiveRefusal> {
    const refused = mayOpen(sender)
    if (refused) return refused
    const spool = createSpool()
    const stopped = Promise.withResolvers<ReceiveRefusal>()
    const one: Open = { sender, spool, markedAt: performance.now(), markedSize: 0, stop: stopped.resolve }
    openOnes.add(one)
    checking ??= setInterval(check, limits.checkMs).unref()
    let counted = 0
    const count = (more: number) => {
      counted += more
      bytes += more
      const own = (bytesOf.get(sender.address) ?? 0) + more
      if (own > 0) bytesOf.set(sender.address, own)
      else bytesOf.delete(sender.address)
    }
    const remove = async () => {
      count(-counted)
      await spool.remove()
    }
    const take = async (piece: Uint8Array): Promise<void> => {
      const { byteLength } = piece
      if (spool.size + byteLength > maxBytes) stopped.resolve("too_large")
      else if (bytes + byteLength > limits.maxBytes && !makeRoom(sender)) stopped.resolve("busy")
      else {
        count(byteLength)
        await spool.write(piece)
      }
    }
    const reading = source instanceof ReadableStream ? readStream(source, take) : readConnection(source, take)
    const outcome = await Promise.race([reading.done, stopped.promise])
    reading.stop()
    openOnes.delete(one)
    if (openOnes.size === 0) {
      clearInterval(checking)
      checking = undefined
    }
    await reading.settled()
    const ended = outcome === "whole" ? await spool.end().then((): Outcome => outcome, reasonOf) : outcome
    if (ended === "whole") return { spool, remove }
    await remove()
    if (typeof ended !== "string") throw ended.error
    return ended
  }

  return { receive, counts: () => ({ open: openOnes.size, bytes }) }
}

type Outcome = "whole" | ReceiveRefusal | { error: unknown }
/** `stop` lets go of the source; `settled` waits until what was taken has been dealt with. */
type Reading = { done: Promise<Outcome>; settled: () => Promise<void>; stop: () => void }
type Take = (piece: Uint8Array) => Promise<void>

function reasonOf(error: unknown): Outcome {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return code === "ENOSPC" || code === "EDQUOT" ? "no_room" : { error }
}

/** Reads as it comes, so that what has arrived is had also where the sender leaves right after. */
function readConnection(incoming: IncomingMessage, take: Take): Reading {
  const { promise: done, resolve } = Promise.withResolvers<Outcome>()
  let writing: Promise<void> = Promise.resolve()
  let missing = Number(incoming.headers["content-length"] ?? Number.NaN)
  const settle = () =>
    resolve(incoming.complete && (Number.isNaN(missing) || missing === 0) ? "whole" : "cut")
  const onData = (piece: Buffer) => {
    missing -= piece.byteLength
    incoming.pause()
    writing = writing
      .then(() => take(piece))
      .then(
        // What flows out of a connection that is gone is heard by nobody.
        () => void (incoming.destroyed || incoming.resume()),
        (error: unknown) => resolve(reasonOf(error)),
      )
  }
  const onEnd = () => void writing.then(settle)
  // All of it may have come before the sender left, and wait here to be read.
  const onClose = () => {
    incoming.off("data", onData)
    writing = writing
      .then(async () => {
        for (let rest: Buffer | null = incoming.read(); rest !== null; rest = incoming.read()) {
          missing -= rest.byteLength
          await take(rest)
        }
        settle()
      })
      .catch((error: unknown) => resolve(reasonOf(error)))
  }
  incoming.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose)
  if (incoming.destroyed) onClose()
  return {
    done,
    settled: () => writing,
    stop() {
      incoming.off("data", onData).off("end", onEnd).off("close", onClose)
      incoming.resume()
    },
  }
}

/** Reads the stream of a request that came over no connection. */
function readStream(stream: ReadableStream<Uint8Array>, take: Take): Reading {
  const reader = stream.getReader()
  let writing: Promise<Outcome | undefined> = Promise.resolve(undefined)
  const read = async (): Promise<Outcome> => {
    for (;;) {
      const piece = await reader.read().catch(() => null)
      if (piece === null) return "cut"
      if (piece.done) return "whole"
      writing = take(piece.value).then(() => undefined, reasonOf)
      const failed = await writing
      if (failed) return failed
    }
  }
  return {
    done: read(),
    settled: async () => void (await writing),
    stop: () => reader.releaseLock(),
  }
}
