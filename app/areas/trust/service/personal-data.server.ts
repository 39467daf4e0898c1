/** What trust keeps of a member, for the file that they ask for. */
import { sql } from "drizzle-orm"
import type { PersonalDataPart } from "../../accounts/service/data-exports.server.ts"

export const trustPersonalData: readonly PersonalDataPart[] = [
  {
    title: "한 신고",
    select: (id) => sql`select json_build_object('대상', subject_title, '이유', reason, '내용', details,
      '상태', state, '때', created_at) as entry from reports where reporter_id = ${id} order by created_at`,
  },
  {
    title: "받은 제재",
    select: (
      id,
    ) => sql`select json_build_object('종류', kind, '이유', reason, '때', created_at, '끝', ends_at,
      '풀린 때', lifted_at) as entry from sanctions where user_id = ${id} order by created_at`,
  },
]
