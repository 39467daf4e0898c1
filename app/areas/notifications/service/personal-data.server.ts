/** What notifications keep of a member, for the file that they ask for. */
import { sql } from "drizzle-orm"
import type { PersonalDataPart } from "../../accounts/service/data-exports.server.ts"

export const notificationsPersonalData: readonly PersonalDataPart[] = [
  {
    title: "알림",
    select: (id) => sql`select json_build_object('종류', kind, '제목', title, '내용', text, '때', created_at,
      '읽은 때', read_at) as entry from notifications where user_id = ${id} order by created_at`,
  },
]
