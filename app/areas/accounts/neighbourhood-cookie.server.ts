/** The cookie in which a visitor's neighbourhood is kept: signed, so that it names a region that we know. */
import { RANGES } from "../../basics/distance.ts"
import { isSigunguCode } from "../../basics/regions.ts"
import { DAY_MS } from "../../basics/time.ts"
import { formatSetCookie } from "../../platform/cookies.server.ts"
import { isSameSignature, sign } from "../../platform/signatures.server.ts"
import type { VisitorChoice } from "./neighbourhood-rules.ts"

export const NEIGHBOURHOOD_COOKIE = "near"
const COOKIE_TTL_DAYS = 365
const NO_REGION = "later"

const formatChoice = ({ regionCode, range }: VisitorChoice) => `${regionCode ?? NO_REGION}.${range}`

/** Reads the value of the cookie, `{region}.{range}.{signature}`; null for one that we did not make. */
export function parseNeighbourhoodCookie(cookie: string | undefined): VisitorChoice | null {
  const [region = "", sentRange = "", signature = ""] = (cookie ?? "").split(".")
  const range = RANGES.find((known) => known === sentRange)
  if (!range || (region !== NO_REGION && !isSigunguCode(region))) return null
  if (!isSameSignature(signature, sign("near", `${region}.${range}`))) return null
  return { regionCode: region === NO_REGION ? null : region, range }
}

/** The value of the cookie for a choice. */
export const signNeighbourhood = (choice: VisitorChoice): string =>
  `${formatChoice(choice)}.${sign("near", formatChoice(choice))}`

/** The Set-Cookie line that keeps a visitor's choice for a year. */
export const formatNeighbourhoodCookie = (request: Request, choice: VisitorChoice): string =>
  formatSetCookie(request, NEIGHBOURHOOD_COOKIE, signNeighbourhood(choice), COOKIE_TTL_DAYS * DAY_MS)
