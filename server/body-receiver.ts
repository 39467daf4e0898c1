/**
 * How bodies come in: before any work begins for them, each within its time, a few of one sender,
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
export type ReceiveRejection = "too_many" | "busy" | "late" | "too_large" | "no_room" | "cut"

export type ReceiveLimits = {
  /** Bodies on their way: in all, of one address, of one person. */
  maxOpen: number
  maxOpenPerAddress: number
  maxOpenPerPerson: number
  /** Bytes of all bodies that are on their way or wait for their turn. */
  maxBytes: number
  /**
   * A body may take this long; one that is larger goes on while it brings `minBytesPerSecond` in each time
   * this long.
   */
  graceMs: number
  minBytesPerSecond: number
  /** How often slow ones are looked for. */
  checkIntervalMs: number
}

/**
 * `countedBytes`: what of it is counted among those of its address. `checkedAt`, `checkedSize`: when it was
 * looked at last, and how much had come by then.
 */
type IncomingBody = {
  sender: Sender
  spool: Spool
  countedBytes: number
  checkedAt: number
  checkedSize: number
  stop: (reason: ReceiveRejection) => void
}

/** A body that is there. Whoever has it removes it. */
export type ReceivedBody = { spool: Spool; remove: () => Promise<void> }

/** The one place where bodies come in. */
export class BodyReceiver {
  readonly #limits: ReceiveLimits
  readonly #openBodies = new Set<IncomingBody>()
  readonly #bytesByAddress = new Map<string, number>()
  #bytes = 0
  #checkTimer: NodeJS.Timeout | undefined

  constructor(limits: ReceiveLimits) {
    this.#limits = limits
  }

  getStats() {
    return { open: this.#openBodies.size, bytes: this.#bytes }
  }

  /**
   * Takes in the body of `source` (a connection, or the stream of a request that has none) of at most
   * `maxBytes`. It has come whole, or nothing of it is left.
   */
  async receive(
    source: IncomingMessage | ReadableStream<Uint8Array>,
    sender: Sender,
    maxBytes: number,
  ): Promise<ReceivedBody | ReceiveRejection> {
    const rejection = this.#checkOpenLimits(sender)
    if (rejection) return rejection
    const stopped = Promise.withResolvers<ReceiveRejection>()
    const body = this.#open(sender, stopped.resolve)
    const { spool } = body
    const writeChunk = async (chunk: Uint8Array): Promise<void> => {
      const { byteLength } = chunk
      if (spool.size + byteLength > maxBytes) stopped.resolve("too_large")
      else if (this.#bytes + byteLength > this.#limits.maxBytes && !this.#makeRoom(sender))
        stopped.resolve("busy")
      else {
        this.#count(body, byteLength)
        await spool.write(chunk)
      }
    }
    const reader =
      source instanceof ReadableStream ? readStream(source, writeChunk) : readConnection(source, writeChunk)
    const outcome = await Promise.race([reader.done, stopped.promise])
    reader.stop()
    this.#close(body)
    await reader.settled()
    const ended =
      outcome === "whole" ? await spool.end().then((): ReceiveOutcome => outcome, toOutcome) : outcome
    const remove = async () => {
      this.#count(body, -body.countedBytes)
      await spool.remove()
    }
    if (ended === "whole") return { spool, remove }
    await remove()
    if (typeof ended !== "string") throw ended.error
    return ended
  }

  #open(sender: Sender, stop: IncomingBody["stop"]): IncomingBody {
    const body: IncomingBody = {
      sender,
      spool: createSpool(),
      countedBytes: 0,
      checkedAt: performance.now(),
      checkedSize: 0,
      stop,
    }
    this.#openBodies.add(body)
    this.#checkTimer ??= setInterval(() => this.#stopSlowBodies(), this.#limits.checkIntervalMs).unref()
    return body
  }

  #close(body: IncomingBody): void {
    this.#openBodies.delete(body)
    if (this.#openBodies.size > 0) return
    clearInterval(this.#checkTimer)
    this.#checkTimer = undefined
  }

  #count(body: IncomingBody, more: number): void {
    const { address } = body.sender
    body.countedBytes += more
    this.#bytes += more
    const own = (this.#bytesByAddress.get(address) ?? 0) + more
    if (own > 0) this.#bytesByAddress.set(address, own)
    else this.#bytesByAddress.delete(address)
  }

  #stopSlowBodies(): void {
    const { graceMs, minBytesPerSecond } = this.#limits
    const now = performance.now()
    for (const body of this.#openBodies) {
      if (now - body.checkedAt < graceMs) continue
      if (body.spool.size - body.checkedSize < (minBytesPerSecond * graceMs) / 1_000) body.stop("late")
      body.checkedAt = now
      body.checkedSize = body.spool.size
    }
  }

  #checkOpenLimits(sender: Sender): ReceiveRejection | undefined {
    const { maxOpen, maxOpenPerAddress, maxOpenPerPerson } = this.#limits
    const count = this.#countOpen(sender)
    if (count.address >= maxOpenPerAddress || count.person >= maxOpenPerPerson) return "too_many"
    if (this.#openBodies.size < maxOpen) return undefined
    const oldest = this.#findOldestOfFullest(count.address + 1)
    oldest?.stop("busy")
    return oldest ? undefined : "busy"
  }

  #countOpen(sender: Sender): { address: number; person: number } {
    const count = { address: 0, person: 0 }
    for (const { sender: other } of this.#openBodies) {
      if (other.address !== sender.address) continue
      count.address += 1
      if (sender.person !== "" && other.person === sender.person) count.person += 1
    }
    return count
  }

  /** The oldest body of the address that sends most of them, where that is more than `count`. */
  #findOldestOfFullest(count: number): IncomingBody | undefined {
    const byAddress = Map.groupBy(this.#openBodies, (body) => body.sender.address)
    const fullest = [...byAddress.values()].reduce<IncomingBody[]>(
      (most, own) => (own.length > most.length ? own : most),
      [],
    )
    return fullest.length > count ? fullest[0] : undefined
  }

  /** Ends a body of the address whose bodies have most bytes; false where nobody has more than `sender`. */
  #makeRoom(sender: Sender): boolean {
    let largest: IncomingBody | undefined
    let most = this.#bytesByAddress.get(sender.address) ?? 0
    for (const body of this.#openBodies) {
      const own = this.#bytesByAddress.get(body.sender.address) ?? 0
      if (own <= most) continue
      most = own
      largest = body
    }
    largest?.stop("busy")
    return largest !== undefined
  }
}

type ReceiveOutcome = "whole" | ReceiveRejection | { error: unknown }
/** `stop` lets go of the source; `settled` waits until what was taken has been dealt with. */
type BodyReader = { done: Promise<ReceiveOutcome>; settled: () => Promise<void>; stop: () => void }
type ChunkWriter = (chunk: Uint8Array) => Promise<void>

function toOutcome(error: unknown): ReceiveOutcome {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return code === "ENOSPC" || code === "EDQUOT" ? "no_room" : { error }
}

/** Reads as it comes, so that what has arrived is had also where the sender leaves right after. */
function readConnection(incoming: IncomingMessage, writeChunk: ChunkWriter): BodyReader {
  const { promise: done, resolve } = Promise.withResolvers<ReceiveOutcome>()
  let writing: Promise<void> = Promise.resolve()
  let remainingBytes = Number(incoming.headers["content-length"] ?? Number.NaN)
  const settle = () =>
    resolve(incoming.complete && (Number.isNaN(remainingBytes) || remainingBytes === 0) ? "whole" : "cut")
  const onData = (chunk: Buffer) => {
    remainingBytes -= chunk.byteLength
    incoming.pause()
    writing = writing
      .then(() => writeChunk(chunk))
      .then(
        // What flows out of a connection that is gone is heard by nobody.
        () => void (incoming.destroyed || incoming.resume()),
        (error: unknown) => resolve(toOutcome(error)),
      )
  }
  const onEnd = () => void writing.then(settle)
  // All of it may have come before the sender left, and wait here to be read.
  const onClose = () => {
    incoming.off("data", onData)
    writing = writing
      .then(async () => {
        for (let rest: Buffer | null = incoming.read(); rest !== null; rest = incoming.read()) {
          remainingBytes -= rest.byteLength
          await writeChunk(rest)
        }
        settle()
      })
      .catch((error: unknown) => resolve(toOutcome(error)))
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
function readStream(stream: ReadableStream<Uint8Array>, writeChunk: ChunkWriter): BodyReader {
  const reader = stream.getReader()
  let writing: Promise<ReceiveOutcome | undefined> = Promise.resolve(undefined)
  const read = async (): Promise<ReceiveOutcome> => {
    for (;;) {
      const chunk = await reader.read().catch(() => null)
      if (chunk === null) return "cut"
      if (chunk.done) return "whole"
      writing = writeChunk(chunk.value).then(() => undefined, toOutcome)
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
