/** What the map shows: the regions around one, and how much there is in each. */
import { layOutTiles, type MapThings } from "../basics/map-layout.ts"
import { getDistance } from "../basics/region-distance.server.ts"
import { listPlacesAround } from "../basics/region-tiles.server.ts"
import { cacheBriefly } from "../platform/short-cache.server.ts"
import { countItemsByRegion } from "../areas/market/service/item-lists.server.ts"
import { countHiresByRegion } from "../areas/jobs/service/hire-lists.server.ts"
import { countExpertsByRegion } from "../areas/experts/service/directory.server.ts"

const COUNTS: Record<MapThings, (codes: readonly string[]) => Promise<Map<string, number>>> = {
  items: countItemsByRegion,
  jobs: countHiresByRegion,
  experts: countExpertsByRegion,
}

/** The regions nearest to `centre` and itself, with how many things each has, up to 1,000. One query. */
export const loadNearMap = cacheBriefly(async (things: MapThings, centre: string) => {
  const around = listPlacesAround(centre)
  const counts = await COUNTS[things](around.map(({ code }) => code))
  return layOutTiles(
    around.map((place) => ({
      ...place,
      count: counts.get(place.code) ?? 0,
      distance: getDistance(place.code, centre),
    })),
  )
})
