/** In which home each second-hand thing was photographed: no list shows a picture twice on a screen. */

export type HousedThing = {
  id: string
  cover: string
  category: string
  regionCode: string
  priceWon: number
  isSold: boolean
  bumpedAt: Date
}

/** As many things as a page of the list has, and as three rows of a desktop. */
const PAGE = 24
export const ROWS = 12
/** A repetition in three rows strikes the eye so much more than one further down the page. */
const ROWS_FACTOR = 20

/** What is sold stands behind all others, as in the market. */
const openFirst = (a: HousedThing, b: HousedThing) => Number(a.isSold) - Number(b.isSold)
const newestFirst = (a: HousedThing, b: HousedThing) =>
  openFirst(a, b) || b.bumpedAt.getTime() - a.bumpedAt.getTime() || (a.id < b.id ? 1 : -1)
const cheapestFirst = (a: HousedThing, b: HousedThing) =>
  openFirst(a, b) || a.priceWon - b.priceWon || (a.id < b.id ? -1 : 1)

/** Seoul, Incheon and Gyeonggi lie around each other; every other 시·도 by itself. */
const areaOf = (regionCode: string) => regionCode.slice(0, 2).replace(/^(?:28|41)$/, "11")

/** The lists of the market, each with how much a repetition in it matters. */
function listOrders(things: readonly HousedThing[]): { list: HousedThing[]; weight: number }[] {
  const open = things.filter(({ isSold }) => !isSold)
  const ofCategories = [...Map.groupBy(things, (thing) => thing.category).values()]
  const ofAreas = [...Map.groupBy(things, (thing) => areaOf(thing.regionCode)).values()]
  const near = ofAreas.flatMap((own) => [own, ...Map.groupBy(own, (thing) => thing.category).values()])
  return [
    // A search may put any two of a kind that are not sold beside each other.
    ...[...Map.groupBy(open, ({ cover }) => cover).values()].map((list) => ({ list, weight: 1_000_000 })),
    { list: things.toSorted(newestFirst), weight: 1_000 },
    ...ofCategories.map((own) => ({ list: own.toSorted(newestFirst), weight: 1_000 })),
    // Who lives there sees what is near before what is new.
    ...near.map((own) => ({ list: own.toSorted(newestFirst), weight: 20 })),
    { list: things.toSorted(cheapestFirst), weight: 20 },
    ...ofCategories.map((own) => ({ list: own.toSorted(cheapestFirst), weight: 5 })),
  ]
}

type Neighbours = ReadonlyMap<string, readonly { id: string; weight: number }[]>

/** Which things of one kind stand on one page of some list. */
function findNeighbours(things: readonly HousedThing[]): Neighbours {
  const neighbours = new Map<string, { id: string; weight: number }[]>(things.map(({ id }) => [id, []]))
  for (const { list, weight } of listOrders(things))
    for (const [index, thing] of list.entries())
      for (let before = Math.max(0, index - PAGE + 1); before < index; before += 1) {
        const other = list[before]
        if (other?.cover !== thing.cover) continue
        const cost = index - before < ROWS ? weight * ROWS_FACTOR : weight
        neighbours.get(thing.id)?.push({ id: other.id, weight: cost })
        neighbours.get(other.id)?.push({ id: thing.id, weight: cost })
      }
  return neighbours
}

const PASSES = 8

/**
 * The home of each thing, from 0 to those that its cover has: the one in which it repeats least of what is
 * seen beside it, chosen again until nothing gets better by much.
 */
export function pickHomes(
  things: readonly HousedThing[],
  getHomes: (cover: string) => number,
): Map<string, number> {
  const neighbours = findNeighbours(things)
  const homeById = new Map<string, number>()
  const order = things.toSorted(newestFirst)
  for (let pass = 0; pass < PASSES; pass += 1)
    for (const [turn, { id, cover }] of order.entries()) {
      const homes = getHomes(cover)
      const costs = Array.from({ length: homes }, () => 0)
      for (const other of neighbours.get(id) ?? []) {
        const home = homeById.get(other.id)
        if (home !== undefined) costs[home] = (costs[home] ?? 0) + other.weight
      }
      // Where several are as good, they take turns.
      const candidates = costs.map((_, index) => (turn + pass + index) % homes)
      const getCost = (home: number) => costs[home] ?? 0
      homeById.set(
        id,
        candidates.reduce((least, home) => (getCost(home) < getCost(least) ? home : least)),
      )
    }
  return homeById
}
