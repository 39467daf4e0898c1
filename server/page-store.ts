/** The room that pages of a kind take in memory, and what is let into it. */
import { BoundedCache } from "../app/platform/bounded-cache.server.ts"
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
  renewAt: number
  expiresAt: number
  answers: number
  /** Counts a reader by their address, where the page does that. */
  countReader: ((address: string) => void) | undefined
}

/** Its headers and hashes of scripts. */
const HEADER_BYTES = 4_000

function measurePage({ content, compressed }: CachedPage): number {
  const bodies = [content, ...compressed.values()]
  return bodies.reduce((sum, body) => sum + (body?.byteLength ?? 0), HEADER_BYTES)
}

/** One line for all who got it: a line each would cost more than the answer. */
function logAnswers({ path, answers }: CachedPage): void {
  if (answers > 0) log().info({ path, answers }, "from the cache")
}

/** Pages by what they are kept under, shown as `name`. */
export const createPageStore = (name: string, maxBytes: number): BoundedCache<CachedPage> =>
  new BoundedCache(name, maxBytes, measurePage, logAnswers)

const MAX_REMEMBERED_BYTES = 512 * 1_024

/** Remembers what was asked for within `ttlMs`, some thousands of it. */
export class RecentAsks {
  readonly #ttlMs: number
  readonly #askedAt: BoundedCache<number>

  constructor(name: string, ttlMs: number) {
    this.#ttlMs = ttlMs
    this.#askedAt = new BoundedCache(name, MAX_REMEMBERED_BYTES)
  }

  /** Whether `key` was asked for before; remembers that it is now. */
  isRepeated(key: string, at: number): boolean {
    const before = this.#askedAt.get(key)
    this.#askedAt.set(key, at)
    return before !== undefined && at - before <= this.#ttlMs
  }
}
