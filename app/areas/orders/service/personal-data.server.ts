/** What orders keep of a member, for the file that they ask for. */
import { sql } from "drizzle-orm"
import type { PersonalDataPart } from "../../accounts/service/data-exports.server.ts"

export const ordersPersonalData: readonly PersonalDataPart[] = [
  {
    title: "견적 요청",
    select: (id) => sql`select json_build_object('제목', title, '분야', category, '서비스', service,
      '내용', description, '답', answers, '지역', region_code, '주소', address, '연락처', contact_phone,
      '희망 날짜', wanted_on, '예산 최소', budget_min_won, '예산 최대', budget_max_won, '상태', state,
      '정한 금액', agreed_won, '결제', payment, '등록', created_at, '완료', completed_at, '취소', cancelled_at)
      as entry from orders where customer_id = ${id} order by created_at`,
  },
  {
    title: "보낸 견적서",
    select: (id) => sql`select json_build_object('항목', lines, '포함', included, '제외', excluded,
      '금액', total_won, '메시지', message, '상태', state, '보낸 때', sent_at) as entry
      from proposals where expert_id = ${id} order by created_at`,
  },
]
