/** What the map shows: the regions around one, and how much there is in each. */
import { layOutTiles, type MapThings } from "../basics/map-layout.ts"
import { getCentre, getDistance, listCodesByDistance } from "../basics/region-distance.server.ts"
import { cacheBriefly } from "../platform/short-cache.server.ts"
import { countItemsByRegion } from "../areas/market/service/item-lists.server.ts"
import { countHiresByRegion } from "../areas/jobs/service/hire-lists.server.ts"
import { countExpertsByRegion } from "../areas/experts/service/directory.server.ts"

/** Regions on the map: as many as can be read on a phone. */
const MAX_PLACES = 17

const COUNTS: Record<MapThings, (codes: readonly string[]) => Promise<Map<string, number>>> = {
  items: countItemsByRegion,
  jobs: countHiresByRegion,
  experts: countExpertsByRegion,
}

/** The regions nearest to `centre` and itself, with how many things each has, up to 1,000. One query. */
export const loadNearMap = cacheBriefly(async (things: MapThings, centre: string) => {
  const codes = listCodesByDistance(centre).slice(0, MAX_PLACES)
  const counts = await COUNTS[things](codes)
  const places = codes.flatMap((code) => {
    const coordinates = getCentre(code)
    return coordinates
      ? [{ code, ...coordinates, count: counts.get(code) ?? 0, distance: getDistance(code, centre) }]
      : []
  })
  return layOutTiles(places)
})
