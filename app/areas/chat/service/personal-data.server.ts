/** What conversations keep of a member, for the file that they ask for: what they wrote themselves. */
import { sql } from "drizzle-orm"
import type { PersonalDataPart } from "../../accounts/service/data-exports.server.ts"

export const chatPersonalData: readonly PersonalDataPart[] = [
  {
    title: "보낸 메시지",
    select: (
      id,
    ) => sql`select json_build_object('대화', room_id, '내용', text, '종류', kind, '때', created_at)
      as entry from chat_messages where sender_id = ${id} order by created_at`,
  },
]
