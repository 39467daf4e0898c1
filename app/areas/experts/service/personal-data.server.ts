/** What experts and reviews keep of a member, for the file that they ask for. */
import { sql } from "drizzle-orm"
import type { PersonalDataPart } from "../../accounts/service/data-exports.server.ts"

export const expertsPersonalData: readonly PersonalDataPart[] = [
  {
    title: "전문가 등록",
    select: (id) => sql`select json_build_object('이름', name, '한 줄 소개', one_line, '소개', introduction,
      '경력', career_years, '상호', business_name, '사업자등록번호', business_number, '대표자', representative,
      '상태', state, '신청한 때', applied_at) as entry from experts where user_id = ${id}`,
  },
  {
    title: "쓴 작업 후기",
    select: (id) => sql`select json_build_object('별점', rating, '내용', body, '쓴 때', created_at) as entry
      from reviews where customer_id = ${id} order by created_at`,
  },
]
