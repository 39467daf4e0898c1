/** Where somebody works, drawn among the regions around. */
import { layOutTiles, type Tile } from "./map-layout.ts"
import { getCentre, listCodesByDistance, type Coordinates } from "./region-distance.server.ts"
import { isRegionWithin, isSigunguCode } from "./regions.ts"

/** Regions that are drawn: as many as can be read on a phone. */
const MAX_PLACES = 17

/** The regions nearest to `centre`, itself first, with where they lie. */
export const listPlacesAround = (centre: string): (Coordinates & { code: string })[] =>
  listCodesByDistance(centre)
    .slice(0, MAX_PLACES)
    .flatMap((code) => {
      const coordinates = getCentre(code)
      return coordinates ? [{ code, ...coordinates }] : []
    })

export type CoveredTile = Pick<Tile<Coordinates>, "column" | "row"> & { code: string; isCovered: boolean }

/**
 * The regions around the first 시·군·구 of `regionCodes`, and which of them somebody covers who works there;
 * null for one who names no 시·군·구.
 */
export function layOutCoveredRegions(regionCodes: readonly string[]): CoveredTile[] | null {
  const centre = regionCodes.find(isSigunguCode)
  if (centre === undefined) return null
  return layOutTiles(listPlacesAround(centre)).map(({ code, column, row }) => ({
    code,
    column,
    row,
    isCovered: regionCodes.some((wider) => isRegionWithin(code, wider)),
  }))
}
