/** Owns the short cache: public view models that all who ask within five seconds share. */
import { env } from "./env.server.ts"

const FRESH_MS = 5_000
const MOST = 200

type Kept<Value> = { value: Promise<Value>; until: number }

/**
 * A `read` that runs at most once in 5 s for the same arguments, told apart by their JSON; those who ask
 * meanwhile share its answer, also while it is on its way. For what everybody may see and nobody just wrote:
 * never for what depends on who asks. The answer is the same object for all, so nobody may change it. A
 * failure is not kept. At most `most` answers, the oldest go first. In the environment "test" nothing is
 * kept, so that tests see their writes; SHARED_MS says otherwise.
 */
export function shared<Arguments extends unknown[], Value>(
  read: (...given: Arguments) => Promise<Value>,
  most = MOST,
): (...given: Arguments) => Promise<Value> {
  const kept = new Map<string, Kept<Value>>()
  return (...given) => {
    const lasts = env().SHARED_MS ?? (env().APP_ENV === "test" ? 0 : FRESH_MS)
    if (lasts === 0) return read(...given)
    const key = JSON.stringify(given)
    const known = kept.get(key)
    if (known && known.until > Date.now()) return known.value
    const value = read(...given)
    // Its time begins when it is there: a slow answer is not old before anybody saw it.
    const entry: Kept<Value> = { value, until: Number.POSITIVE_INFINITY }
    kept.delete(key)
    kept.set(key, entry)
    if (kept.size > most) kept.delete(kept.keys().next().value ?? key)
    value.then(
      () => {
        entry.until = Date.now() + lasts
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key)
      },
    )
    return value
  }
}
