/** Whom a campaign is for, and how many they are. */
import { sql, type SQL } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { hasAgreedToAdvertising, membersTable } from "../../accounts/service/audience.server.ts"
import { buyersTable } from "../../shop/service/figures.server.ts"
import type { CampaignAudience } from "../rules.ts"

export type Audience = { audience: CampaignAudience; regionCode: string | null }
export type AudienceCount = { people: number; /** Who of them agreed to advertising. */ agreed: number }

/** The people of an audience, as a table of user_id. */
const audienceTable = ({ audience, regionCode }: Audience): SQL =>
  audience === "shoppers"
    ? sql`(select m.user_id from ${membersTable("customers", regionCode)} m
        join ${buyersTable(SHOPPER_DAYS)} b on b.user_id = m.user_id)`
    : membersTable(audience, regionCode)

const SHOPPER_DAYS = 90

/** How many people an audience has now. */
export async function countAudience(audience: Audience): Promise<AudienceCount> {
  const [row] = await db().execute<AudienceCount>(sql`
    select count(*)::int as people,
      count(*) filter (where ${hasAgreedToAdvertising(sql`a.user_id`)})::int as agreed
    from ${audienceTable(audience)} a`)
  return row ?? { people: 0, agreed: 0 }
}

/** Selects the next people of an audience after `afterId`, in the order of their ids: rows of user_id. */
export const selectNextPeople = (
  audience: Audience,
  { afterId, limit, onlyAgreed }: { afterId: string | null; limit: number; onlyAgreed: boolean },
): SQL => sql`
  select a.user_id from ${audienceTable(audience)} a
  where ${afterId === null ? sql`true` : sql`a.user_id > ${afterId}::uuid`}
    and ${onlyAgreed ? hasAgreedToAdvertising(sql`a.user_id`) : sql`true`}
  order by a.user_id limit ${limit}`
