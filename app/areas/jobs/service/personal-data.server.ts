/** What jobs keep of a member, for the file that they ask for. */
import { sql } from "drizzle-orm"
import type { PersonalDataPart } from "../../accounts/service/data-exports.server.ts"

export const jobsPersonalData: readonly PersonalDataPart[] = [
  {
    title: "구인 글",
    select: (id) => sql`select json_build_object('제목', title, '내용', description, '상태', state,
      '급여 방식', pay_type, '급여', pay_won, '주소', address, '연락처', contact_phone, '올린 때', opened_at)
      as entry from hire_posts where employer_id = ${id} order by opened_at`,
  },
  {
    title: "구직 글",
    select: (id) => sql`select json_build_object('제목', title, '소개', introduction, '하는 일', kinds,
      '지역', region_codes, '자격', licences, '상태', state, '올린 때', opened_at) as entry
      from seek_posts where worker_id = ${id} order by opened_at`,
  },
  {
    title: "이력서",
    select: (id) => sql`select json_build_object('소개', introduction, '경력', experience,
      '자격증', certificates, '요일', weekdays, '시간대', day_times, '고친 때', updated_at) as entry
      from resumes where user_id = ${id}`,
  },
  {
    title: "일자리 지원",
    select: (id) => sql`select json_build_object('지원 글', message, '휴대폰', phone, '이력서', resume,
      '상태', state, '일 시작', first_starts_at, '일 끝', last_ends_at, '지원한 때', created_at) as entry
      from job_applications where worker_id = ${id} order by created_at`,
  },
]
