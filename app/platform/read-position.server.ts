/**
 * Which reads a standby may answer, and how far it must be for whoever asks: who just wrote something never
 * misses it (decision 094).
 */
import { AsyncLocalStorage } from "node:async_hooks"

/**
 * How far a database is: bytes of its log, on a timeline, which every failover begins anew. A former primary
 * can be ahead in bytes on a timeline that nobody follows any more.
 */
export type LogPosition = { timeline: number; bytes: number }

/** Whether a database that is at `reached` holds everything written up to `required`. */
export const hasReached = (reached: LogPosition, required: LogPosition): boolean =>
  reached.timeline >= required.timeline && reached.bytes >= required.bytes

/** The later of two positions. */
export const laterPosition = (one: LogPosition, other: LogPosition | undefined): LogPosition =>
  other && (other.timeline > one.timeline || (other.timeline === one.timeline && other.bytes > one.bytes))
    ? other
    : one

/** What is known of one request's reads. */
export type Reader = {
  /** How far a standby must be for this reader. */ required: LogPosition | undefined
  /** Something was written, or heard of, whose position nobody has asked for yet. */
  hasUnknownWrite: boolean
  /** `required` is later than what the request brought. */ isMoved: boolean
}

const readers = new AsyncLocalStorage<Reader | undefined>()
const readsApart = new AsyncLocalStorage<true>()

// A query of the builder is sent when somebody waits for it: here that is within `work`.
type Work<Result> = () => PromiseLike<Result>

/** Runs `work` for `reader`: what it writes, this reader sees. */
export const runForReader = <Result>(reader: Reader, work: Work<Result>): Promise<Result> =>
  readers.run(reader, async () => await work())

/** Runs `work`, which writes nothing that a list shows: no read has to wait for it. */
export const runWithoutReader = <Result>(work: Work<Result>): Promise<Result> =>
  readers.run(undefined, async () => await work())

/** Notes that the request under way has written something. */
export function noteWrite(): void {
  const reader = readers.getStore()
  if (reader) reader.hasUnknownWrite = true
}

/**
 * How far a standby must be for the request under way; undefined where it need not be at any point. Asks the
 * primary where it is only after a write.
 */
export const findRequiredPosition = (
  askPrimary: () => Promise<LogPosition>,
): Promise<LogPosition | undefined> => {
  const reader = readers.getStore()
  return reader ? settleReader(reader, askPrimary) : Promise.resolve(undefined)
}

/** As {@link findRequiredPosition}, for `reader`. */
export async function settleReader(
  reader: Reader,
  askPrimary: () => Promise<LogPosition>,
): Promise<LogPosition | undefined> {
  if (!reader.hasUnknownWrite) return reader.required
  // A write that ends while the primary is asked is a new one.
  reader.hasUnknownWrite = false
  try {
    reader.required = laterPosition(await askPrimary(), reader.required)
    reader.isMoved = true
  } catch (error) {
    reader.hasUnknownWrite = true
    throw error
  }
  return reader.required
}

/**
 * Runs `work`, whose single reads may be answered by a standby that is a moment behind: public lists, the
 * search, exports. Transactions and writes go to the primary all the same; without a standby, everything.
 */
export const readApart = <Result>(work: Work<Result>): Promise<Result> =>
  readsApart.run(true, async () => await work())

/** A function that does what `read` does, with its reads apart. */
export const readingApart =
  <Arguments extends unknown[], Result>(read: (...args: Arguments) => PromiseLike<Result>) =>
  (...args: Arguments): Promise<Result> =>
    readApart(() => read(...args))

/** Whether the read under way may be answered by a standby. */
export const isReadApart = (): boolean => readsApart.getStore() === true

const READING_PATTERN = /^\s*(?:select|with|values|show)\b/i
const CHANGING_PART_PATTERN = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b/i

/** Whether `statement` changes rows, as far as its text says. */
export const isChanging = (statement: string): boolean =>
  !READING_PATTERN.test(statement) || (/^\s*with\b/i.test(statement) && CHANGING_PART_PATTERN.test(statement))
