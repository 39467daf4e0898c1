/** The short cache: public view models that all who ask within five seconds share. */
import { BoundedCache, estimateBytes } from "./bounded-cache.server.ts"
import { env, memoizePerEnvironment } from "./env.server.ts"
import { readingApart } from "./read-position.server.ts"

const BRIEF_TTL_MS = 5_000
/** Of all answers of all reads together. */
const MAX_CACHE_BYTES = 8 * 1_048_576

type CachedAnswer = { value: unknown; expiresAt: number }

/** Answers by their read and its arguments, the oldest first; another environment names another database. */
const getAnswers = memoizePerEnvironment(
  () => new BoundedCache<CachedAnswer>("short_views", MAX_CACHE_BYTES, ({ value }) => estimateBytes(value)),
)
/** Those on their way, for whoever asks meanwhile. */
const getPendingAnswers = memoizePerEnvironment(() => new Map<string, Promise<unknown>>())
let readCount = 0

/** How many answers are kept, over all short caches of this process. */
export const countShortViews = (): number => getAnswers().count

/**
 * A `readNow` that runs at most once in 5 s for the same arguments, told apart by their JSON; those who ask
 * meanwhile share its answer, also while it is on its way. For what everybody may see and nobody just wrote:
 * never for what depends on who asks. The answer is the same object for all, so nobody may change it. A
 * failure is not kept. A standby may answer it. The oldest answers of all reads make room for new ones. In
 * the environment "test" nothing is kept, so that tests see their writes; SHARED_MS says otherwise.
 */
export function cacheBriefly<Arguments extends unknown[], Value>(
  readNow: (...args: Arguments) => Promise<Value>,
): (...args: Arguments) => Promise<Value> {
  const read = readingApart(readNow)
  const readNumber = (readCount += 1)

  async function readAndKeep(key: string, ttlMs: number, args: Arguments): Promise<Value> {
    const answers = getAnswers()
    // A query of the builder is sent anew each time somebody waits for it: here it is waited for once.
    const value = await read(...args)
    // Its time begins when it is there: a slow answer is not old before anybody saw it.
    const at = Date.now()
    // With what is over go the parts of pages that live as long as it.
    answers.deleteOldestWhile(({ expiresAt }) => expiresAt <= at)
    answers.set(key, { value, expiresAt: at + ttlMs })
    return value
  }

  return async (...args) => {
    const ttlMs = env().SHARED_MS ?? (env().APP_ENV === "test" ? 0 : BRIEF_TTL_MS)
    if (ttlMs === 0) return read(...args)
    const key = `${readNumber} ${JSON.stringify(args)}`
    const cached = getAnswers().get(key)
    if (cached && cached.expiresAt > Date.now()) return cached.value as Value
    const pendingAnswers = getPendingAnswers()
    const pending = pendingAnswers.get(key) as Promise<Value> | undefined
    if (pending) return pending
    const answer = readAndKeep(key, ttlMs, args).finally(() => pendingAnswers.delete(key))
    pendingAnswers.set(key, answer)
    return answer
  }
}
