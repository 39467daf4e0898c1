/** Going through what is due one by one, so that one that fails holds up none of the others. */
import { log } from "./log.server.ts"
import { countFailure } from "./metrics.server.ts"

/**
 * So many failures one after the other are no longer the fault of each: the database or the provider is away.
 */
const MAX_CONSECUTIVE_FAILURES = 20

/**
 * Runs `work` for each of `items`, one after the other. One that fails is logged by its `id`, counted as
 * `what`, given to `recordFailure`, and passed over. Rejects with the last error where twenty fail in a row:
 * then nothing works, and the job is tried again later.
 */
export async function forEachIsolated<Item>(
  items: readonly Item[],
  labels: { what: string; id: (item: Item) => string },
  work: (item: Item) => Promise<void>,
  recordFailure: (item: Item, error: unknown) => Promise<void> = async () => {},
): Promise<void> {
  let consecutiveFailures = 0
  for (const item of items) {
    try {
      await work(item)
      consecutiveFailures = 0
    } catch (error) {
      consecutiveFailures += 1
      countFailure(labels.what)
      log().error(
        { err: error, what: labels.what, id: labels.id(item) },
        "one piece of work failed, the others go on",
      )
      if (consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) throw error
      await recordFailure(item, error)
    }
  }
}
