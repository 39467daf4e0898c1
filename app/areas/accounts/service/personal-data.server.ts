/** What accounts keep of a member, for the file that they ask for. */
import { sql } from "drizzle-orm"
import type { PersonalDataPart } from "./data-exports.server.ts"

export const accountsPersonalData: readonly PersonalDataPart[] = [
  {
    title: "회원",
    select: (id) => sql`select json_build_object('이메일', u.email, '이메일 확인', u.email_verified,
      '이름', p.name, '별명', p.nickname, '휴대폰', p.phone, '휴대폰 인증', p.phone_verified_at,
      '유형', p.user_type, '지역', p.region_code, '가입', u.created_at, '마지막 이용', p.used_at) as entry
      from users u left join profiles p on p.user_id = u.id where u.id = ${id}`,
  },
  {
    title: "동의",
    select: (id) => sql`select json_build_object('항목', kind, '판', version, '동의', granted, '때', given_at)
      as entry from consents where user_id = ${id} order by given_at`,
  },
  {
    title: "내 동네",
    select: (id) => sql`select json_build_object('지역', region_code, '동', dong, '범위', range,
      '고른 때', chosen_at, '인증한 때', checked_at) as entry from neighbourhoods where user_id = ${id}`,
  },
  {
    title: "로그인한 기기",
    select: (id) => sql`select json_build_object('기기', user_agent, '접속 주소', ip_address,
      '로그인', created_at, '마지막 이용', updated_at) as entry from sessions where user_id = ${id}
      order by created_at`,
  },
]
