/** The room that pages of a kind take in memory, and what is let into it. */
import type { RenderedPage } from "../app/platform/request.server.ts"
import { log } from "../app/platform/log.server.ts"

export type CachedPage = {
  /** Of the rendering; each answer's own goes on from it. */
  id: string
  path: string
  /** The pattern of the screen's address. */
  route: string
  /** Name and value by turns, as node takes them. */
  headers: readonly string[]
  etag: string
  content: RenderedPage["html"]
  /** Null while it is being made. */
  compressed: Map<"br" | "gzip", Buffer<ArrayBuffer> | null>
  bytes: number
  renewAt: number
  expiresAt: number
  answers: number
  /** Counts a reader by their address, where the page does that. */
  countReader: ((address: string) => void) | undefined
}

/** Pages by what they are kept under, at most `maxBytes` of them: the oldest make room. */
export class PageStore {
  readonly #maxBytes: number
  readonly #pages = new Map<string, CachedPage>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** What the pages take, and may take. */
  get size(): { bytes: number; maxBytes: number } {
    return { bytes: this.#bytes, maxBytes: this.#maxBytes }
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key)
  }

  put(key: string, page: CachedPage): void {
    this.#evict(key)
    this.#pages.set(key, page)
    this.#bytes += page.bytes
    this.#makeRoom(key)
  }

  /** A page that is kept, or was, takes so many bytes more. */
  grow(key: string, page: CachedPage, bytes: number): void {
    page.bytes += bytes
    if (this.#pages.get(key) !== page) return
    this.#bytes += bytes
    this.#makeRoom(key)
  }

  #makeRoom(newestKey: string): void {
    while (this.#bytes > this.#maxBytes && this.#pages.size > 1)
      this.#evict(this.#pages.keys().next().value ?? newestKey)
  }

  #evict(key: string): void {
    const page = this.#pages.get(key)
    if (!page) return
    this.#pages.delete(key)
    this.#bytes -= page.bytes
    // One line for all who got it: a line each would cost more than the answer.
    if (page.answers > 0) log().info({ path: page.path, answers: page.answers }, "from the cache")
  }
}

const MAX_REMEMBERED = 2_000

/** Remembers what was asked for within `ttlMs`, at most 2,000 of it. */
export class RecentAsks {
  readonly #ttlMs: number
  readonly #askedAt = new Map<string, number>()

  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs
  }

  /** Whether `key` was asked for before; remembers that it is now. */
  isRepeated(key: string, at: number): boolean {
    const before = this.#askedAt.get(key)
    this.#askedAt.delete(key)
    this.#askedAt.set(key, at)
    if (this.#askedAt.size > MAX_REMEMBERED) this.#askedAt.delete(this.#askedAt.keys().next().value ?? key)
    return before !== undefined && at - before <= this.#ttlMs
  }
}
