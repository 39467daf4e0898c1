/** The short cache: public view models that all who ask within five seconds share. */
import { env, memoizePerEnvironment } from "./env.server.ts"
import { readingApart } from "./read-position.server.ts"

const BRIEF_TTL_MS = 5_000
const MAX_ENTRIES = 200

type CachedEntry<Value> = { value: Promise<Value>; expiresAt: number }

const allEntries: (() => Map<string, unknown>)[] = []

/** How many answers are kept, over all short caches of this process. */
export const countShortViews = (): number =>
  allEntries.reduce((sum, getEntries) => sum + getEntries().size, 0)

/** Lets go of what is over, and of the parts of pages that live as long as it; the oldest stand first. */
function dropExpired(entries: Map<string, CachedEntry<unknown>>): void {
  const at = Date.now()
  for (const [key, { expiresAt }] of entries) {
    if (expiresAt > at) return
    entries.delete(key)
  }
}

/**
 * A `readNow` that runs at most once in 5 s for the same arguments, told apart by their JSON; those who ask
 * meanwhile share its answer, also while it is on its way. For what everybody may see and nobody just wrote:
 * never for what depends on who asks. The answer is the same object for all, so nobody may change it. A
 * failure is not kept. A standby may answer it. At most `maxEntries` answers, the oldest go first. In the
 * environment "test" nothing is kept, so that tests see their writes; SHARED_MS says otherwise.
 */
export function cacheBriefly<Arguments extends unknown[], Value>(
  readNow: (...args: Arguments) => Promise<Value>,
  maxEntries = MAX_ENTRIES,
): (...args: Arguments) => Promise<Value> {
  const read = readingApart(readNow)
  const getEntries = memoizePerEnvironment(() => new Map<string, CachedEntry<Value>>())
  allEntries.push(getEntries)
  // A query of the builder is sent anew each time somebody waits for it: here it is waited for once.
  const readOnce = async (...args: Arguments): Promise<Value> => read(...args)
  return (...args) => {
    const entries = getEntries()
    const ttlMs = env().SHARED_MS ?? (env().APP_ENV === "test" ? 0 : BRIEF_TTL_MS)
    if (ttlMs === 0) return read(...args)
    const key = JSON.stringify(args)
    const cached = entries.get(key)
    if (cached && cached.expiresAt > Date.now()) return cached.value
    const value = readOnce(...args)
    // Its time begins when it is there: a slow answer is not old before anybody saw it.
    const entry: CachedEntry<Value> = { value, expiresAt: Number.POSITIVE_INFINITY }
    entries.delete(key)
    dropExpired(entries)
    entries.set(key, entry)
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? key)
    value.then(
      () => {
        entry.expiresAt = Date.now() + ttlMs
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key)
      },
    )
    return value
  }
}
