/** Owns that a list of the town looks lived in: what stands next to each other in it differs. */

/** Neighbours that must differ, and how far ahead another one is looked for. */
const APART = { neighbours: 4, ahead: 40 }

/**
 * Sets things of a list that shows the newest first apart by their kind: one that is like its neighbours
 * comes a little later in the list, that is, it becomes a little older. `set` takes the new moment, which is
 * never after the old one.
 */
export function setApart<Thing>(
  things: readonly Thing[],
  of: { at: (thing: Thing) => Date; kind: (thing: Thing) => string; set: (thing: Thing, at: Date) => void },
): void {
  const waiting = things.toSorted((a, b) => of.at(b).getTime() - of.at(a).getTime())
  const last: string[] = []
  let time = Infinity
  while (waiting.length > 0) {
    const place = Math.max(
      0,
      waiting.slice(0, APART.ahead).findIndex((thing) => !last.includes(of.kind(thing))),
    )
    const [next] = waiting.splice(place, 1)
    if (next === undefined) return
    time = Math.min(of.at(next).getTime(), time - 1_000)
    of.set(next, new Date(time))
    last.push(of.kind(next))
    if (last.length > APART.neighbours) last.shift()
  }
}
