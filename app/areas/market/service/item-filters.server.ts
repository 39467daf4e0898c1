/** The filters of the market's lists, as conditions that its indexes know. */
import { and, sql, type SQL } from "drizzle-orm"
import type { Range } from "#app/basics/distance.ts"
import { getSidoCode } from "#app/basics/regions.ts"
import type { Condition, DealMethod, ItemCategory } from "../rules.ts"
import { items } from "../schema.server.ts"
import { openCondition } from "./open-first.server.ts"

// The predicate of every index of the market's lists.
export const listedCondition = sql`${items.hiddenAt} is null and ${items.putAwayAt} is null
  and ${items.deletedAt} is null`

export type ItemFilters = {
  category: ItemCategory | null
  region: string | null
  /** How far to look from the reader's neighbourhood; null: as far as they set. */
  range: Range | null
  condition: readonly Condition[]
  method: DealMethod | null
  min: number | null
  max: number | null
  /** Only 나눔. */
  free: boolean
  /** Leaves out what is sold. */
  open: boolean
  /** Only what takes price offers. */
  offers: boolean
}

// As the index items_marks says it.
const itemMarks = sql`item_marks(${items.category}, ${items.condition}, ${items.regionCode},
  ${items.priceWon})`
const toParameter = (marks: readonly string[]) => sql`${sql.param([...marks])}::text[]`

/** `led`: what an index in the order of the list begins with; `others`: what is seen on the way along it. */
type Conditions = { led: SQL | undefined; others: SQL[] }

/** Category, region and condition: one look into one index, whichever of them are asked for. */
function toMarkConditions({ category, region, condition }: ItemFilters): Conditions {
  const isSido = region !== null && getSidoCode(region) === region
  const marks = [
    category && `category:${category}`,
    region && (isSido ? `sido:${region}` : `region:${region}`),
    condition.length === 1 && `condition:${condition[0]}`,
  ].filter((mark): mark is string => typeof mark === "string" && mark !== "")
  const [led] = [
    region && !isSido && sql`${items.regionCode} = ${region}`,
    condition.length === 1 && sql`${items.condition} = ${condition[0]}`,
    category && sql`${items.category} = ${category}`,
  ].filter((one) => typeof one === "object" && one !== null)
  return {
    led,
    others: [
      ...(condition.length > 1 ? [sql`${items.condition} = any(${toParameter(condition)})`] : []),
      ...(marks.length > 1
        ? [sql`${itemMarks} @> ${toParameter(marks)}`]
        : isSido
          ? [sql`${items.regionCode} like ${`${region}%`}`]
          : []),
    ],
  }
}

/** The prices asked for. What is free takes no price offers: it is not walked through for them. */
function toPriceConditions({ min, max, free, offers }: ItemFilters): SQL[] {
  const from = offers && !free ? Math.max(min ?? 0, 1) : min
  return [
    ...(from === null ? [] : [sql`${items.priceWon} >= ${from}::int`]),
    ...(max === null ? [] : [sql`${items.priceWon} <= ${max}::int`]),
  ]
}

/** What fits `filters`; the index of a list that goes by price (`isByPrice`) begins at what is asked for. */
export function toConditions(filters: ItemFilters, isByPrice: boolean): Conditions {
  const { method, min, max, free, open, offers } = filters
  // Nothing costs so much: an index would be walked to its end.
  if ((free && ((min ?? 0) > 0 || offers)) || (min !== null && max !== null && min > max))
    return { led: sql`false`, others: [] }
  const { led, others } = toMarkConditions(filters)
  if (free) others.push(sql`${items.priceWon} = 0`)
  if (method === "direct") others.push(sql`${items.direct}`)
  if (method === "parcel") others.push(sql`${items.parcel}`)
  if (open) others.push(openCondition)
  if (offers) others.push(sql`${items.negotiable} and ${items.state} = 'selling'`)
  const prices = toPriceConditions(filters)
  return isByPrice ? { led: and(led, ...prices), others } : { led, others: [...others, ...prices] }
}

/** False of filters that leave out so much that a plan must know their values to be a good one. */
export const isUnfiltered = ({
  category,
  condition,
  method,
  min,
  max,
  free,
  open,
  offers,
}: ItemFilters): boolean =>
  !(category || method || free || open || offers) && condition.length === 0 && min === null && max === null
