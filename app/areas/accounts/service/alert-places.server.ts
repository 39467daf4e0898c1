/** Finds whose alerts a new thing fits, by its words and by its place. */
import { eq, sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { listSubstrings, normalizeForMatching } from "../../../basics/alert-words.ts"
import { compareByDistance, type Distance } from "../../../basics/distance.ts"
import { getDistance, listRangeCodes } from "../../../basics/region-distance.server.ts"
import { getSidoCode } from "../../../basics/regions.ts"
import type { Transaction } from "../../../platform/db.server.ts"
import { people } from "./people-view.server.ts"

type PlaceColumns = { userId: SQLWrapper; range: SQLWrapper; regionCode: SQLWrapper }
type WordColumns = { head: SQLWrapper; words: SQLWrapper }

/** Locks the owner of alerts: rivals of one person queue here, so that their limit holds. */
export async function lockAlertOwner(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: people.userId }).from(people).where(eq(people.userId, userId)).for("no key update")
}

/**
 * True of alerts all of whose words stand in `texts`. These are cut into every piece that an alert could be
 * looked up by, so that the index finds the few whose longest word occurs; `hasWordless` takes those without
 * a word, too.
 */
export function fitsAlertWords(
  alert: WordColumns,
  texts: readonly string[],
  { hasWordless = false }: { hasWordless?: boolean } = {},
): SQL {
  const pieces = [...(hasWordless ? [""] : []), ...new Set(texts.flatMap(listSubstrings))]
  const text = texts.map(normalizeForMatching).join(" ")
  return sql`${alert.head} = any(${sql.param(pieces)}::text[])
    and not exists (select from unnest(${alert.words}) word where strpos(${text}, word) = 0)`
}

/** The owners of `alerts`, who is near `regionCode` first: from where they chose, else from home. */
export const sortByDistanceTo = <Alert extends { chosen: string | null; home: string | null }>(
  regionCode: string,
  alerts: readonly Alert[],
): (Alert & { distance: Distance })[] =>
  alerts
    .map((alert) => ({ ...alert, distance: getDistance(regionCode, alert.chosen ?? alert.home) }))
    .sort(compareByDistance)

/**
 * True of alerts whose place holds the 시·군·구 `regionCode`: their own region or its 시·도; else so far around
 * any neighbourhood that the owner has at this moment, or the region of their profile where they chose none.
 * The statement joins `people`. Ranges are symmetrical, so those around `regionCode` are looked up once.
 */
export function isInAlertPlace(alert: PlaceColumns, regionCode: string): SQL {
  const { own, next, city } = listRangeCodes(regionCode)
  const codes = (list: readonly string[]) => sql`${sql.param([...list])}::text[]`
  return sql`case
    when ${alert.regionCode} is not null
      then ${alert.regionCode} in (${regionCode}, ${getSidoCode(regionCode) ?? regionCode})
    when ${alert.range} = 'all' then true
    else coalesce(
        (select array_agg(n.region_code) from neighbourhoods n where n.user_id = ${alert.userId}),
        array[${people.regionCode}]
      ) && case ${alert.range}
        when 'own' then ${codes(own)}
        when 'next' then ${codes([...own, ...next])}
        else ${codes([...own, ...next, ...city])} end
    end`
}
