/**
 * Where the 시·군·구 lie and how far they are from one another. On the server alone: the table is not for the
 * first scripts of a page.
 */
import { CITY_KM, type Distance, type Range } from "./distance.ts"
import { REGION_CENTRES } from "./region-centres-data.ts"
import { getSidoCode, listSidos, listSigungus } from "./regions.ts"

/** Degrees north and east. */
export type Coordinates = { latitude: number; longitude: number }

/** A place counts as in a region whose centre is at most this far away, or the nearest of all. */
const HERE_KM = 8
/** Half the length of the country: a place farther from every centre is not in it. */
const FARTHEST_KM = 60

type Row = { centre: Coordinates; neighbours: readonly string[] }
const rowByCode = new Map<string, Row>(
  REGION_CENTRES.map(([code, latitude, longitude, neighbours]) => [
    code,
    { centre: { latitude, longitude }, neighbours: neighbours === "" ? [] : neighbours.split(" ") },
  ]),
)
const cityNameByCode = new Map(
  listSidos().flatMap((sido) =>
    listSigungus(sido.code).map(({ code, name }) => [
      code,
      // A 특별시 or 광역시 is one city, and so is a city with districts; the districts of a 도 are not.
      /(?:특별시|광역시|특별자치시)$/.test(sido.name) && !sido.name.includes("통합")
        ? sido.name
        : `${sido.code} ${name.split(" ")[0]}`,
    ]),
  ),
)

/** The centre of a 시·군·구; null for every other code. */
export const getCentre = (code: string): Coordinates | null => rowByCode.get(code)?.centre ?? null

/** The codes of the 시·군·구 that border on one; none for an island and for unknown codes. */
export const listNeighbours = (code: string): readonly string[] => rowByCode.get(code)?.neighbours ?? []

const toRadians = (degrees: number) => (degrees * Math.PI) / 180

/** Kilometres between two places on the globe. */
export function getKmBetween(a: Coordinates, b: Coordinates): number {
  const half = (angle: number) => Math.sin(toRadians(angle) / 2) ** 2
  const share =
    half(b.latitude - a.latitude) +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * half(b.longitude - a.longitude)
  return 2 * 6371 * Math.asin(Math.sqrt(share))
}

/** Beyond this a distance is told to 10 km. */
const EXACT_KM = 30

/** Whole kilometres from 1 on, tens from 30 on. */
const roundKm = (km: number) => (km > EXACT_KM ? Math.round(km / 10) * 10 : Math.max(1, Math.round(km)))

/** How far region `code` is from region `from`. */
export function getDistance(code: string, from: string | null): Distance {
  const [there, here] = [rowByCode.get(code), from === null ? undefined : rowByCode.get(from)]
  if (!there || !here || code === from) return null
  if (here.neighbours.includes(code)) return "next"
  return roundKm(getKmBetween(here.centre, there.centre))
}

/** Those of `codes` that are nearest to region `from`; null where none of them is a 시·군·구. */
export function getNearestDistance(codes: readonly string[], from: string | null): Distance {
  const distances = codes.map((code) => getDistance(code, from))
  const isHere = codes.some((code) => code === from || (from !== null && getSidoCode(from) === code))
  if (isHere || distances.every((distance) => distance === null)) return null
  if (distances.includes("next")) return "next"
  return Math.min(...distances.filter((distance) => typeof distance === "number"))
}

/** The 시·군·구 of each range around a region that the one before does not hold; "all" holds the rest. */
export type RangeCodes = Record<Exclude<Range, "all">, readonly string[]>

function buildRangeCodes(code: string): RangeCodes {
  const neighbours = rowByCode.get(code)?.neighbours ?? []
  const others = listCodesByDistance(code).filter((other) => other !== code)
  const isNear = (other: string) => Number(getDistance(other, code)) <= CITY_KM
  return {
    own: [code],
    next: others.filter((other) => neighbours.includes(other)),
    city: others.filter(
      (other) =>
        !neighbours.includes(other) &&
        (isNear(other) || cityNameByCode.get(other) === cityNameByCode.get(code)),
    ),
  }
}
const rangeCodesByCode = new Map([...rowByCode.keys()].map((code) => [code, buildRangeCodes(code)]))

/** The 시·군·구 around `code`, by range, the nearest first; itself alone for what is no 시·군·구. */
export const listRangeCodes = (code: string): RangeCodes =>
  rangeCodesByCode.get(code) ?? { own: [code], next: [], city: [] }

/** Every 시·군·구, the nearest to the centre of `code` first, itself included. */
export function listCodesByDistance(code: string): readonly string[] {
  const centre = getCentre(code)
  if (!centre) return [...rowByCode.keys()]
  return [...rowByCode]
    .map(([other, row]) => ({ other, km: getKmBetween(centre, row.centre) }))
    .sort((a, b) => a.km - b.km)
    .map(({ other }) => other)
}

/** The 시·군·구 whose centre is nearest to a place; null for one outside of Korea. */
export function findNearestRegion(place: Coordinates): string | null {
  const [nearest] = [...rowByCode]
    .map(([code, row]) => ({ code, km: getKmBetween(place, row.centre) }))
    .sort((a, b) => a.km - b.km)
  return nearest && nearest.km <= FARTHEST_KM ? nearest.code : null
}

/** Whether somebody at `place` is in region `code`: within 8 km of its centre, or nearest to it of all. */
export function isPlaceInRegion(place: Coordinates, code: string): boolean {
  const centre = getCentre(code)
  if (!centre) return false
  return getKmBetween(place, centre) <= HERE_KM || findNearestRegion(place) === code
}
