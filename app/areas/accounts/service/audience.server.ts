/** Groups of members, as statements: whom the office writes to, and who of them agreed to advertising. */
import { sql, type SQL } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { toPrefixPattern } from "../../../basics/like-pattern.ts"
import { DAY_MS } from "../../../basics/time.ts"
import { chosenRegionSql } from "./neighbourhoods.server.ts"

/** Groups that a profile alone tells. */
type MemberGroup = "members" | "customers" | "experts" | "sellers" | "newcomers" | "sleepers"

const NEWCOMER_DAYS = 30
const SLEEPER_DAYS = 60

const daysBefore = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString()

const groupCondition = (group: MemberGroup): SQL => {
  switch (group) {
    case "members":
      return sql`true`
    case "customers":
      return sql`p.user_type = 'customer'`
    case "experts":
      return sql`p.user_type = 'expert' and p.expert_state = 'approved'`
    case "sellers":
      return sql`p.seller_state = 'approved'`
    case "newcomers":
      return sql`p.user_type = 'customer' and p.created_at >= ${daysBefore(NEWCOMER_DAYS)}::timestamptz`
    case "sleepers":
      return sql`p.user_type = 'customer' and p.used_at < ${daysBefore(SLEEPER_DAYS)}::timestamptz`
  }
}

/**
 * The members of `group` in a region (null for everywhere), as a table of user_id: nobody of the office, who
 * left or is shut out.
 */
export const membersTable = (group: MemberGroup, regionCode: string | null) => sql`(
  select p.user_id from profiles p
  where p.role = 'user' and p.left_at is null
    and (p.banned_until is null or p.banned_until <= ${now().toISOString()}::timestamptz)
    and ${groupCondition(group)}
    ${regionCode === null ? sql`` : sql`and p.region_code like ${toPrefixPattern(regionCode)}`})`

/** Whether the person `userId` (an expression) has agreed to advertising, and not taken it back. */
export const hasAgreedToAdvertising = (userId: SQL) => sql<boolean>`coalesce((
  select c.granted from consents c where c.user_id = ${userId} and c.kind = 'marketing'
  order by c.given_at desc, c.id desc limit 1), false)`

/** The experts of {@link membersTable}, as a table of user_id, used_at and region_code: where they live. */
export const workingExpertsTable = () => sql`(
  select m.user_id, p.used_at, coalesce(${chosenRegionSql(sql`m.user_id`)}, p.region_code) as region_code
  from ${membersTable("experts", null)} m join profiles p on p.user_id = m.user_id)`
