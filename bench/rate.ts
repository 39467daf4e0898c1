/** Rates under load, and their middle over several rounds. */
/** How often in a second `runOnce` is done by all of `workers` at once, for `seconds`; times in ms. */
export async function measureRate<Worker>(
  workers: readonly Worker[],
  seconds: number,
  runOnce: (worker: Worker, index: number) => Promise<void>,
): Promise<{ perSecond: number; p50: number; p99: number }> {
  const times: number[] = []
  const started = performance.now()
  const end = started + seconds * 1_000
  await Promise.all(
    workers.map(async (worker, index) => {
      while (performance.now() < end) {
        const begin = performance.now()
        await runOnce(worker, index)
        times.push(performance.now() - begin)
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1_000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) }
}

/** The middle of `values`. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
