/** What support keeps of a member, for the file that they ask for. */
import { sql } from "drizzle-orm"
import type { PersonalDataPart } from "../../accounts/service/data-exports.server.ts"

export const contentPersonalData: readonly PersonalDataPart[] = [
  {
    title: "문의",
    select: (id) => sql`select json_build_object('제목', t.title, '종류', t.topic, '상태', t.state,
      '보낸 때', t.created_at, '대화', (select json_agg(json_build_object('내용', m.body,
        '쓴 사람', case when m.by_staff then '고객센터' else '나' end, '때', m.created_at) order by m.created_at)
        from ticket_messages m where m.ticket_id = t.id)) as entry
      from tickets t where t.user_id = ${id} order by t.created_at`,
  },
]
