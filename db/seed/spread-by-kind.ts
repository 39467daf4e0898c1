/** That a list of the town looks lived in: what stands next to each other in it differs. */

/** How far ahead another one is looked for. */
const LOOK_AHEAD = 160

/**
 * Sets things of a list that shows the newest first apart by their kind: one that is like its neighbours
 * comes a little later in the list, that is, it becomes a little older. `set` takes the new moment, which is
 * never after the old one. `neighbours` is how many in a row must differ from the next.
 */
export function spreadByKind<Thing>(
  things: readonly Thing[],
  accessors: {
    at: (thing: Thing) => Date
    kind: (thing: Thing) => string
    set: (thing: Thing, at: Date) => void
  },
  neighbours = 4,
): void {
  const remaining = things.toSorted((a, b) => accessors.at(b).getTime() - accessors.at(a).getTime())
  const recentKinds: string[] = []
  let time = Infinity
  while (remaining.length > 0) {
    const index = findLeastRecent(
      remaining.slice(0, LOOK_AHEAD).map((thing) => recentKinds.lastIndexOf(accessors.kind(thing))),
    )
    const [next] = remaining.splice(index, 1)
    if (next === undefined) return
    time = Math.min(accessors.at(next).getTime(), time - 1_000)
    accessors.set(next, new Date(time))
    recentKinds.push(accessors.kind(next))
    if (recentKinds.length > neighbours) recentKinds.shift()
  }
}

/** The first that was not there lately (-1), or else the one that was there longest ago. */
function findLeastRecent(lastIndexes: readonly number[]): number {
  const isNew = lastIndexes.indexOf(-1)
  return isNew >= 0 ? isNew : Math.max(0, lastIndexes.indexOf(Math.min(...lastIndexes)))
}
