/** What the market keeps of a member, for the file that they ask for. */
import { sql } from "drizzle-orm"
import type { PersonalDataPart } from "../../accounts/service/data-exports.server.ts"

export const marketPersonalData: readonly PersonalDataPart[] = [
  {
    title: "중고 물건",
    select: (id) => sql`select json_build_object('제목', title, '분류', category, '가격', price_won,
      '상태', state, '내용', description, '지역', region_code, '올린 때', created_at, '팔린 때', sold_at)
      as entry from items where seller_id = ${id} order by created_at`,
  },
  {
    title: "중고 안심결제",
    select: (id) => sql`select json_build_object('나는', case when buyer_id = ${id} then '사는 사람'
        else '파는 사람' end, '가격', price_won, '상태', state,
      '받는 사람', case when buyer_id = ${id} then recipient end,
      '받는 연락처', case when buyer_id = ${id} then phone end,
      '받는 주소', case when buyer_id = ${id} then concat_ws(' ', address, address_detail) end,
      '시작', created_at, '끝', ended_at) as entry
      from deals where buyer_id = ${id} or seller_id = ${id} order by created_at`,
  },
  {
    title: "키워드 알림",
    select: (id) => sql`select json_build_object('키워드', keyword, '지역', region_code, '최소', min_won,
      '최대', max_won, '정한 때', created_at) as entry from keyword_alerts where user_id = ${id}
      order by created_at`,
  },
]
