/** What money keeps of a member, for the file that they ask for. */
import { sql } from "drizzle-orm"
import type { PersonalDataPart } from "../../accounts/service/data-exports.server.ts"

export const moneyPersonalData: readonly PersonalDataPart[] = [
  {
    title: "안심결제",
    select: (id) => sql`select json_build_object('나는', case when payer_id = ${id} then '낸 사람'
        else '받을 사람' end, '내용', title, '금액', amount_won, '상태', state, '요청', asked_at,
      '결제', held_at, '끝', settled_at) as entry
      from charges where payer_id = ${id} or payee_id = ${id} order by asked_at`,
  },
  {
    title: "받은 지급",
    select: (id) => sql`select json_build_object('금액', amount_won, '은행', bank, '계좌번호', account_number,
      '예금주', account_holder, '상태', state, '때', created_at) as entry
      from payouts where seller_id = ${id} order by created_at`,
  },
  {
    title: "받을 계좌",
    select: (id) => sql`select json_build_object('은행', bank, '계좌번호', account_number,
      '예금주', account_holder, '확인한 때', checked_at) as entry from payout_accounts where user_id = ${id}`,
  },
]
