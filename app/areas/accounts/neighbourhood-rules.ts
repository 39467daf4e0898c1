/** The words and limits of neighbourhoods: where somebody lives, and how far their lists look. */
import { DEFAULT_RANGE, type NearView, type Range } from "../../basics/distance.ts"
import { formatRegionShortName, isSigunguCode } from "../../basics/regions.ts"
import { DAY_MS, getKstFields } from "../../basics/time.ts"
import type { Actor } from "./rules.ts"

/** Where lists begin: a 시·군·구 and how far they look from it. */
export type Neighbourhood = {
  regionCode: string
  dong: string | null
  range: Range
  /** When the browser's place was found to be there, in milliseconds since 1970; null where it never was. */
  checkedAt: number | null
}

/** What a visitor chose; a null region: to be asked no more. */
export type VisitorChoice = { regionCode: string | null; range: Range }

export const NEIGHBOURHOOD_LIMITS = { perMember: 2, checkDays: 30, accuracyM: 3_000 } as const

/** The neighbourhoods that the actor chose, the one that lists begin with first. */
export function listNeighbourhoods(actor: Actor): readonly Neighbourhood[] {
  if (actor.kind === "visitor") {
    const regionCode = actor.neighbourhood?.regionCode
    return regionCode
      ? [{ regionCode, dong: null, range: actor.neighbourhood?.range ?? DEFAULT_RANGE, checkedAt: null }]
      : []
  }
  if (actor.neighbourhoods.length > 0) return actor.neighbourhoods
  // What a member said of themselves is where they are until they choose another.
  const regionCode = actor.profile?.regionCode
  return regionCode && isSigunguCode(regionCode)
    ? [{ regionCode, dong: null, range: DEFAULT_RANGE, checkedAt: null }]
    : []
}

/** Where the lists of the actor begin; null where nothing is known: nothing is guessed. */
export const getNeighbourhood = (actor: Actor): Neighbourhood | null => listNeighbourhoods(actor)[0] ?? null

/** What the form of an alert offers the actor: around which regions, and in which range to begin with. */
export function getAlertPlaceOffer(actor: Actor): { neighbourhoods: string[]; range: Range } {
  const neighbourhoods = listNeighbourhoods(actor)
  return {
    neighbourhoods: neighbourhoods.map(({ regionCode }) => regionCode),
    range: neighbourhoods[0]?.range ?? "all",
  }
}

/** How the lists of the actor begin, `range` in place of the one they set; null where nothing is known. */
export function toNearView(actor: Actor, range: Range | null): NearView | null {
  const [here, ...others] = listNeighbourhoods(actor)
  return here
    ? {
        regionCode: here.regionCode,
        dong: here.dong,
        range: range ?? here.range,
        isWidened: false,
        others: others.map(({ regionCode }) => regionCode),
      }
    : null
}

/** Whether to ask where the actor lives: they never said, nor that they would rather not. */
export const isNeighbourhoodUnknown = (actor: Actor): boolean =>
  getNeighbourhood(actor) === null && !(actor.kind === "visitor" && actor.neighbourhood)

/** Whether a check of `checkedAt` still stands at `at`. */
export const isCheckValid = (checkedAt: number, at: Date): boolean =>
  at.getTime() - checkedAt < NEIGHBOURHOOD_LIMITS.checkDays * DAY_MS

/** `"송파구 · 11월 인증"`: the badge of a neighbourhood that was checked. */
export const formatCheck = (regionCode: string, checkedAt: Date | string): string =>
  `${formatRegionShortName(regionCode)} · ${getKstFields(checkedAt).month}월 인증`

/** The badge of a check, as long as it stands; null after that, and where there is none. */
export const formatValidCheck = (check: { regionCode: string; at: string } | null, at: Date): string | null =>
  check && isCheckValid(new Date(check.at).getTime(), at) ? formatCheck(check.regionCode, check.at) : null
