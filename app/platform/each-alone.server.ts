/** Owns going through what is due one by one, so that one that fails holds up none of the others. */
import { log } from "./log.server.ts"
import { countFailure } from "./metrics.server.ts"

/**
 * So many failures one after the other are no longer the fault of each: the database or the provider is away.
 */
const MAX_FAILURES_IN_A_ROW = 20

/**
 * Runs `work` for each of `all`, one after the other. One that fails is logged by its `id`, counted as
 * `what`, given to `noteFailure`, and passed over. Rejects with the last error where twenty fail in a row:
 * then nothing works, and the job is tried again later.
 */
export async function forEachAlone<Item>(
  all: readonly Item[],
  of: { what: string; id: (item: Item) => string },
  work: (item: Item) => Promise<void>,
  noteFailure: (item: Item, error: unknown) => Promise<void> = async () => {},
): Promise<void> {
  let inARow = 0
  for (const item of all) {
    try {
      await work(item)
      inARow = 0
    } catch (error) {
      inARow += 1
      countFailure(of.what)
      log().error(
        { err: error, what: of.what, id: of.id(item) },
        "one piece of work failed, the others go on",
      )
      if (inARow >= MAX_FAILURES_IN_A_ROW) throw error
      await noteFailure(item, error)
    }
  }
}
