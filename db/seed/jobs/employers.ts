/** The businesses of the town that hire, and where they are. */
import type { Workforce } from "#app/areas/jobs/workforce.ts"
import { isBusinessNumber } from "#app/basics/business-number.ts"
import { formatRegionShortName } from "#app/basics/regions.ts"
import type { DemoPeople, DemoPerson } from "../parts.ts"
import { atWrapped, createRandom, type SeededRandom } from "../random.ts"
import type { HireSpec } from "./posts.ts"
import { KIND_TEXTS } from "./texts.ts"

export type Employer = {
  person: DemoPerson
  business: string
  representative: string
  number: string | null
  workforce: Workforce
}

/** A number with a right check digit, the same for the same business. */
function createBusinessNumber(label: string): string {
  const digits = `2${String(createRandom(`jobs/number/${label}`).int(10_000_000, 89_999_999))}`
  return digits + ("0123456789".split("").find((last) => isBusinessNumber(digits + last)) ?? "0")
}

/** Who works where their door is: their posts name one place. */
export const SHOP_KINDS: ReadonlySet<string> = new Set([
  "cafe",
  "kitchen",
  "office",
  "packing",
  "editing",
  "design",
])
/** Work in a street or a field has no storey. */
const OUTDOOR_KINDS: ReadonlySet<string> = new Set(["site", "event", "delivery", "other"])

export function writeAddress(
  { text, employer, regionCode }: Pick<HireSpec, "text" | "employer" | "regionCode">,
  random: SeededRandom,
): string {
  const own = SHOP_KINDS.has(text.kind) ? createRandom(`jobs/address/${employer.business}`) : random
  const street = own.pick(["중앙로", "시장길", "은행나무길", "한빛로", "새마을로"])
  const storey = OUTDOOR_KINDS.has(text.kind) ? "" : `, ${own.int(1, 5)}층`
  return `${formatRegionShortName(regionCode)} ${street} ${own.int(3, 240)}${storey}`
}

/** Every business of the texts belongs to somebody of the town. */
export function createEmployers(people: DemoPeople): Map<string, Employer> {
  const names = [...new Set(KIND_TEXTS.flatMap(({ businesses }) => businesses))]
  return new Map(
    names.map((business, index) => {
      const person = atWrapped(people.customers, index * 3 + 7)
      const isLarge = createRandom(`jobs/workforce/${business}`).chance(0.4)
      return [
        business,
        {
          person,
          business,
          representative: person.name,
          number: createBusinessNumber(business),
          workforce: isLarge ? "five_or_more" : "under_five",
        },
      ]
    }),
  )
}
