/** What this process tells its runtime about memory (decisions 138 and 139). */
import { setFlagsFromString } from "node:v8"

/**
 * How much the heap may grow before it is collected as a whole, in percent of what was in use after the last
 * time: V8 by itself lets it grow to up to four times as much.
 */
const HEAP_GROWTH_PERCENT = 50
/**
 * Bytes of the pieces that node cuts small buffers out of; each stays as long as one of its buffers. Node 24
 * takes 64 KB.
 */
const BUFFER_POOL_BYTES = 8_192

/** Makes V8 collect old objects sooner, and node keep less beside a small buffer. */
export function limitMemory(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  Buffer.poolSize = BUFFER_POOL_BYTES
}
