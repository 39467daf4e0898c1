/** Draws places around a centre as tiles, each where it lies from the middle: pure figures, no map. */

/** What a map can show the places of. */
export const MAP_THINGS = ["items", "jobs", "experts"] as const
export type MapThings = (typeof MAP_THINGS)[number]

type Place = { latitude: number; longitude: number }
/** The square of the drawing in which a place stands, from 0 at the upper left. */
export type Tile<Kind extends Place> = Kind & { column: number; row: number }

/** Squares in each direction; odd, so that there is a middle. */
export const TILES = 5
const MIDDLE = (TILES - 1) / 2

/**
 * Tiles of at most as many places as there are squares: the first in the middle, each other in the free
 * square that is nearest to where it lies from there. In reading order.
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
  const free = new Set(Array.from({ length: TILES * TILES }, (_, index) => index))
  const tiles = places.slice(0, TILES * TILES).map((place, index) => {
    const { x, y } = offsets[index] ?? { x: 0, y: 0 }
    const wanted = { column: MIDDLE + (x / farthest) * MIDDLE, row: MIDDLE + (y / farthest) * MIDDLE }
    const distanceTo = (square: number) =>
      Math.hypot((square % TILES) - wanted.column, Math.floor(square / TILES) - wanted.row)
    const [square = 0] = [...free].sort((a, b) => distanceTo(a) - distanceTo(b))
    free.delete(square)
    return { ...place, column: square % TILES, row: Math.floor(square / TILES) }
  })
  return tiles.sort((a, b) => a.row - b.row || a.column - b.column)
}
