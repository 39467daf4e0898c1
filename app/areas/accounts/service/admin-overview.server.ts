/** The rows of members that the back office finds beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { selectRecords, type RecordMatch } from "#app/platform/record-match.server.ts"
import { selectIdsByName } from "./people.server.ts"
import { toPrefixPattern } from "#app/basics/like-pattern.ts"

const MAX_PEOPLE = 20

/**
 * The ids (user_id) of those whose name (legal or public), address or phone number begins with `term`, 20 at
 * most.
 */
export function selectPeopleIds(term: string): SQL {
  const digits = term.replace(/\D/g, "")
  const isPhone = digits.length >= 4 && digits.length <= 11 && /^[\d\s+-]+$/.test(term)
  const phone = isPhone ? sql`phone like ${toPrefixPattern(`+82${digits.replace(/^0/, "")}`)}` : sql`false`
  return sql`select user_id from (
      (select user_id from ${selectIdsByName(term)} by_name limit ${MAX_PEOPLE})
      union (select user_id from profiles where ${phone} limit ${MAX_PEOPLE})
      union (select id from users where email like ${toPrefixPattern(term.toLowerCase())} limit ${MAX_PEOPLE})
    ) named limit ${MAX_PEOPLE}`
}

/**
 * Where somebody has signed in, what they asked to have of their data, that they left: rows of kind, id,
 * title, state and at.
 */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'sign_in' as kind, id, coalesce(user_agent, '') as title,
    case when expires_at > ${now().toISOString()}::timestamptz then 'open' else 'over' end as state,
    created_at as at from sessions where user_id = ${personId}
  union all
  select 'data', id, '내 정보 파일', state, asked_at from data_exports where user_id = ${personId}
  union all
  select 'left', user_id, case when reason = '' then '탈퇴' else reason end, 'left', left_at
    from departures where user_id = ${personId}`

/** Members that the back office finds or opened. */
export const selectMatchingRecords = (match: RecordMatch) => [
  selectRecords({
    kind: "person",
    from: sql`profiles`,
    id: sql`user_id`,
    title: sql`(select o.name from office_people o where o.user_id = profiles.user_id)`,
    detail: sql`(select email from users where users.id = user_id)`,
    owner: sql`user_id`,
    at: sql`created_at`,
    conditions: [match.id(sql`user_id`), match.person(sql`user_id`)],
  }),
]
