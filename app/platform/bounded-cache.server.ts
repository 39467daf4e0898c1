/** A cache with a ceiling in bytes, whose present size `/metrics` shows. */
import { watchCache } from "./cache-sizes.server.ts"

/** What V8 needs for an entry beside its key and its value. */
const ENTRY_BYTES = 100

type Entry<Value> = { value: Value; bytes: number }

/** Keeps values by a key, at most `maxBytes` of them: the oldest make room, and what is larger stays out. */
export class BoundedCache<Value> {
  readonly #maxBytes: number
  readonly #measure: (value: Value) => number
  readonly #onDrop: (value: Value) => void
  readonly #entries = new Map<string, Entry<Value>>()
  #bytes = 0

  /**
   * Is shown as `name`; another of the same name takes its place there. `measure` says how many bytes a value
   * takes, `onDrop` hears of each that goes.
   */
  constructor(
    name: string,
    maxBytes: number,
    measure: (value: Value) => number = estimateBytes,
    onDrop: (value: Value) => void = () => {},
  ) {
    this.#maxBytes = maxBytes
    this.#measure = measure
    this.#onDrop = onDrop
    watchCache(name, () => this.size)
  }

  /** What the entries take, and may take. */
  get size(): { bytes: number; maxBytes: number } {
    return { bytes: this.#bytes, maxBytes: this.#maxBytes }
  }

  /** How many entries there are. */
  get count(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** Keeps `value` as the newest. */
  set(key: string, value: Value): void {
    this.delete(key)
    this.#entries.set(key, { value, bytes: 0 })
    this.measureAgain(key)
  }

  /** Measures a value once more that has grown. */
  measureAgain(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    const bytes = ENTRY_BYTES + 2 * key.length + this.#measure(entry.value)
    this.#bytes += bytes - entry.bytes
    entry.bytes = bytes
    if (bytes > this.#maxBytes) this.delete(key)
    this.deleteOldestWhile(() => this.#bytes > this.#maxBytes)
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
    this.#onDrop(entry.value)
  }

  /** Lets go of the oldest, one after the other, as long as `isOver` says so of it. */
  deleteOldestWhile(isOver: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#entries) {
      if (!isOver(value)) return
      this.delete(key)
    }
  }
}

/**
 * A copy of `bytes` in memory of its own: node cuts small buffers out of larger pieces, each of which stays
 * whole as long as one of its buffers does. For what is kept, and not for what is sent and gone.
 */
export function copyOutOfPool(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength)
  copy.set(bytes)
  return copy
}

/** What a value that is no object takes where it stands, and an object that has no fields. */
const FIELD_BYTES = 8
const OBJECT_BYTES = 24

/**
 * Reckons what V8 needs to hold `value` with all that it leads to, rather too much than too little: two bytes
 * a letter, each object once.
 */
export function estimateBytes(value: unknown, counted = new Set<object>()): number {
  if (typeof value === "string") return OBJECT_BYTES + 2 * value.length
  if (typeof value !== "object" || value === null || counted.has(value)) return FIELD_BYTES
  counted.add(value)
  if (ArrayBuffer.isView(value)) return ENTRY_BYTES + value.byteLength
  const parts =
    value instanceof Map ? [...value].flat() : value instanceof Set ? [...value] : Object.values(value)
  return parts.reduce<number>((sum, part) => sum + FIELD_BYTES + estimateBytes(part, counted), OBJECT_BYTES)
}
