/** Draws places around a centre as tiles, each where it lies from the middle: pure figures, no map. */

/** What a map can show the places of. */
export const MAP_THINGS = ["items", "jobs", "experts"] as const
export type MapThings = (typeof MAP_THINGS)[number]

type Place = { latitude: number; longitude: number }
/** The square of the drawing in which a place stands, from 0 at the upper left. */
export type Tile<Kind extends Place> = Kind & { column: number; row: number }

/** Squares in each direction; odd, so that there is a middle. */
const TILES = 5
const MIDDLE = (TILES - 1) / 2

const SQUARES = Array.from({ length: TILES * TILES }, (_, square) => ({
  column: square % TILES,
  row: Math.floor(square / TILES),
}))
const MIDDLE_SQUARE = MIDDLE * TILES + MIDDLE

/**
 * Tiles of at most as many places as there are squares: the first in the middle, each other in the free
 * square that is nearest to where it lies from there, and two of them the other way round where both together
 * are then nearer. In reading order.
 */
export function layOutTiles<Kind extends Place>(places: readonly Kind[]): Tile<Kind>[] {
  const [centre] = places
  if (!centre) return []
  const eastKm = 111.32 * Math.cos((centre.latitude * Math.PI) / 180)
  const offsets = places.map((place) => ({
    x: (place.longitude - centre.longitude) * eastKm,
    y: (centre.latitude - place.latitude) * 110.95,
  }))
  const farthest = Math.max(1, ...offsets.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))))
  const getWay = (place: number | undefined, square: number) => {
    const { column, row } = SQUARES[square] ?? { column: 0, row: 0 }
    const { x, y } = offsets[place ?? -1] ?? { x: 0, y: 0 }
    return place === undefined
      ? 0
      : (column - MIDDLE - (x / farthest) * MIDDLE) ** 2 + (row - MIDDLE - (y / farthest) * MIDDLE) ** 2
  }
  const placeBySquare = new Map<number, number>()
  for (const place of places.slice(0, SQUARES.length).keys()) {
    const [square = 0] = [...SQUARES.keys()]
      .filter((free) => !placeBySquare.has(free))
      .sort((a, b) => getWay(place, a) - getWay(place, b))
    placeBySquare.set(square, place)
  }
  while (exchangeTwo(placeBySquare, getWay));
  return [...placeBySquare]
    .sort(([a], [b]) => a - b)
    .flatMap(([square, index]) => {
      const [place, where] = [places[index], SQUARES[square]]
      return place && where ? [{ ...place, ...where }] : []
    })
}

/** Exchanges what stands in two squares where that shortens their way together; whether it did. */
function exchangeTwo(
  placeBySquare: Map<number, number>,
  getWay: (place: number | undefined, square: number) => number,
): boolean {
  for (const [square, place] of placeBySquare)
    for (const other of SQUARES.keys()) {
      const there = placeBySquare.get(other)
      if (square === MIDDLE_SQUARE || other === MIDDLE_SQUARE || other === square) continue
      const gain = getWay(place, square) + getWay(there, other) - getWay(place, other) - getWay(there, square)
      if (gain < 1e-9) continue
      placeBySquare.set(other, place)
      if (there === undefined) placeBySquare.delete(square)
      else placeBySquare.set(square, there)
      return true
    }
  return false
}
