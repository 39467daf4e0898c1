/** When the product is offered to be installed: never at a first visit before something was done in it. */
import { DAY_MS, MINUTE_MS } from "../basics/time.ts"

const STORAGE_KEY = "installOffer"
/** A page opened later than this after the last one begins another visit. */
const VISIT_GAP_MS = 30 * MINUTE_MS
/** Who said no is left alone for so long. */
const REST_MS = 90 * DAY_MS

type OfferRecord = { visits: number; lastSeenAt: number; refusedAt: number | null }

function readRecord(storage: Storage): OfferRecord {
  try {
    const stored: Partial<OfferRecord> = JSON.parse(storage.getItem(STORAGE_KEY) ?? "{}")
    return {
      visits: Number(stored.visits) || 0,
      lastSeenAt: Number(stored.lastSeenAt) || 0,
      refusedAt: typeof stored.refusedAt === "number" ? stored.refusedAt : null,
    }
  } catch {
    return { visits: 0, lastSeenAt: 0, refusedAt: null }
  }
}

/** Counts this page as part of a visit, and answers whether to offer now. `at` is in milliseconds. */
export function shouldOfferInstall(storage: Storage, hasSucceeded: boolean, at: number): boolean {
  const record = readRecord(storage)
  const visits = record.visits + (at - record.lastSeenAt > VISIT_GAP_MS ? 1 : 0)
  storage.setItem(STORAGE_KEY, JSON.stringify({ ...record, visits, lastSeenAt: at }))
  const isResting = record.refusedAt !== null && at - record.refusedAt < REST_MS
  return !isResting && (visits >= 2 || hasSucceeded)
}

/** Remembers that the offer was answered with no. */
export function rememberRefusal(storage: Storage, at: number): void {
  storage.setItem(STORAGE_KEY, JSON.stringify({ ...readRecord(storage), refusedAt: at }))
}
