/** Finds whose alerts reach the place of a new thing. */
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { listRangeCodes } from "../../../basics/region-distance.server.ts"
import { getSidoCode } from "../../../basics/regions.ts"
import { people } from "./people-view.server.ts"

type AlertColumns = { userId: SQLWrapper; range: SQLWrapper; regionCode: SQLWrapper }

/**
 * True of alerts whose place holds the 시·군·구 `regionCode`: their own region or its 시·도; else so far around
 * any neighbourhood that the owner has at this moment, or the region of their profile where they chose none.
 * The statement joins `people`. Ranges are symmetrical, so those around `regionCode` are looked up once.
 */
export function isInAlertPlace(alert: AlertColumns, regionCode: string): SQL {
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
