/** What of jobs stands in the way of a person who wants to leave. */
import { sql } from "drizzle-orm"
import { href } from "react-router"
import type { Member } from "../../accounts/rules.ts"
import type { LeavingObligations } from "../../accounts/service/leaving.server.ts"

const UNDER_WAY = sql`state in ('hired', 'checked_in', 'worked', 'wage_disputed')`

/**
 * Open posts, waiting applications and jobs of `actor` that are under way; contracts are why the law has us
 * keep their people.
 */
export const findJobObligations = ({ userId }: Member): LeavingObligations => ({
  open: [
    {
      label: "모집 중인 공고",
      href: `${href("/my-info/hiring")}?tab=open`,
      count: sql`(select count(*) from hire_posts where employer_id = ${userId} and state = 'open')`,
    },
    {
      label: "사람을 쓰고 있는 일",
      href: href("/my-info/hiring"),
      count: sql`(select count(*) from job_applications where employer_id = ${userId} and ${UNDER_WAY})`,
    },
    {
      label: "일하기로 한 일자리",
      href: href("/my-info/applications"),
      count: sql`(select count(*) from job_applications where worker_id = ${userId} and ${UNDER_WAY})`,
    },
    {
      label: "답을 기다리는 지원",
      href: href("/my-info/applications"),
      count: sql`(select count(*) from job_applications where worker_id = ${userId}
        and state in ('applied', 'viewed', 'shortlisted'))`,
    },
  ],
  mustRetain: sql`exists (select 1 from job_applications
    where (employer_id = ${userId} or worker_id = ${userId}) and contract is not null)`,
})
