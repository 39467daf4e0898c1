/** How far away a thing is, in words; and how far a list looks. */
import { withJosa } from "./korean.ts"
import { formatRegionShortName } from "./regions.ts"

/**
 * How far a region is from the reader's own: null within it or where nothing is known, "next" for one that
 * borders on it, else kilometres between the centres.
 */
export type Distance = number | "next" | null

/** How far a list looks from the reader's 구: each takes in the ones before it. */
export const RANGES = ["own", "next", "city", "all"] as const
export type Range = (typeof RANGES)[number]
/** What a list looks through where nothing else was chosen. */
export const DEFAULT_RANGE: Range = "city"

/** The next wider range; null for the whole country. */
export const getWiderRange = (range: Range): Range | null => RANGES[RANGES.indexOf(range) + 1] ?? null

/** `"송파구"`, `"송파구와 옆 동네"`, `"송파구에서 30km까지"`, `"전국, 송파구부터"`. */
export function formatRange(range: Range, regionCode: string): string {
  const name = formatRegionShortName(regionCode)
  switch (range) {
    case "own":
      return name
    case "next":
      return `${withJosa(name, "과/와")} 옆 동네`
    case "city":
      return `우리 시와 30km 안`
    case "all":
      return "전국"
  }
}

const toKm = (distance: Distance) => (distance === null ? 0 : distance === "next" ? 0.5 : distance)
/** How far the range "city" goes, in kilometres between centres. */
export const CITY_KM = 30
/** Whether something is as near as a list looks where nothing else was chosen. */
export const isNearby = (distance: Distance | undefined): boolean => toKm(distance ?? null) <= CITY_KM

/** Sorts what is near first. */
export const compareByDistance = (a: { distance: Distance }, b: { distance: Distance }): number =>
  toKm(a.distance) - toKm(b.distance)

/** A place with how far it is: `"송파구"`, `"옆 동네 강동구"`, `"분당구 · 12km"`. */
export function formatPlace(regionCode: string, distance: Distance | undefined): string {
  const name = formatRegionShortName(regionCode)
  if (distance === "next") return `옆 동네 ${name}`
  return typeof distance === "number" ? `${name} · ${distance}km` : name
}

/** How a list begins with what is near, for its screen. */
export type NearView = {
  regionCode: string
  dong: string | null
  range: Range
  /** Nothing was found in `range`: the list shows the whole country. */
  isWidened: boolean
  /** The other neighbourhoods of the reader. */
  others: readonly string[]
}
