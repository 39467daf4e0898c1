/** What the shop keeps of a member, for the file that they ask for. */
import { sql } from "drizzle-orm"
import type { PersonalDataPart } from "../../accounts/service/data-exports.server.ts"

export const shopPersonalData: readonly PersonalDataPart[] = [
  {
    title: "쇼핑 주문",
    select: (
      id,
    ) => sql`select json_build_object('주문 번호', g.number, '상태', g.state, '받는 사람', g.recipient,
      '연락처', g.phone, '주소', concat_ws(' ', g.zonecode, g.address, g.address_detail), '요청', g.request,
      '금액', g.total_won, '주문한 때', g.created_at, '결제한 때', g.paid_at,
      '상품', (select json_agg(json_build_object('상품', l.title, '옵션', l.option_name, '수량', l.quantity,
        '단가', l.unit_won, '상태', l.state)) from shop_orders o join order_lines l on l.order_id = o.id
        where o.group_id = g.id)) as entry
      from order_groups g where g.buyer_id = ${id} and g.consented_at is not null order by g.created_at`,
  },
  {
    title: "배송지",
    select: (id) => sql`select json_build_object('받는 사람', recipient, '연락처', phone,
      '주소', concat_ws(' ', zonecode, address, address_detail), '요청', request) as entry
      from delivery_addresses where user_id = ${id} order by created_at`,
  },
  {
    title: "취소·반품·교환",
    select: (id) => sql`select json_build_object('종류', kind, '상태', state, '이유', reason, '내용', detail,
      '신청한 때', created_at) as entry from claims where buyer_id = ${id} order by created_at`,
  },
  {
    title: "상품 후기와 질문",
    select: (id) => sql`select entry from (
      select json_build_object('종류', '후기', '별점', rating, '내용', body, '쓴 때', created_at) as entry,
        created_at from product_reviews where author_id = ${id}
      union all
      select json_build_object('종류', '질문', '내용', body, '쓴 때', created_at), created_at
        from product_questions where asker_id = ${id}) written order by created_at`,
  },
  {
    title: "내 상점",
    select: (
      id,
    ) => sql`select json_build_object('상호', business_name, '상점', name, '대표자', representative,
      '사업자등록번호', business_number, '연락처', phone, '이메일', email, '주소', address, '은행', bank,
      '계좌번호', account_number, '예금주', account_holder, '상태', state, '신청한 때', applied_at) as entry
      from sellers where user_id = ${id}`,
  },
]
