/**
 * Work that its employer calls off before it begins: by the services, an evening after who comes was clear.
 */
import type postgres from "postgres"
import { CALL_OFF_REASONS } from "#app/areas/jobs/call-off-rules.ts"
import { callOffDay, callOffHire } from "#app/areas/jobs/service/call-off.server.ts"
import { closeHire } from "#app/areas/jobs/service/hire-write.server.ts"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { expectOk, runThroughServices, toActor } from "../acting.ts"
import { findDemoPeople, writePart, type RunStep } from "../parts.ts"
import { OPEN_JOB, RAINY_JOB } from "./demo-posts.ts"

const [WEATHER, SCHEDULE] = CALL_OFF_REASONS
const RAIN = `${WEATHER}. 이틀 모두 비가 온다고 해서 옥상 작업을 미뤘어요. 날이 개면 먼저 연락드릴게요.`
const ONE_DAY = `${SCHEDULE}. 집주인 사정으로 하루 만에 끝내기로 했어요. 첫날은 그대로 만나요.`
/** The employer saw the forecast so long ago. */
const HOURS_AGO = 3

/** Creates `part` of the town. The services write it, each step for itself. */
export async function create(
  client: postgres.Sql,
  part: string,
  step: RunStep,
  databaseUrl: string,
): Promise<void> {
  const { demo } = await findDemoPeople(client)
  const employer = toActor(demo.expert, "expert")
  const findHired = (title: string) => client<{ id: string; hireId: string; lastDayId: string | null }[]>`
    select a.id, a.hire_id as "hireId", (select d.id from work_days d where d.application_id = a.id
        and d.starts_at > a.first_starts_at and not exists (select from work_days called_off
          where called_off.application_id = a.id and called_off.state = 'called_off')
        order by d.starts_at desc limit 1) as "lastDayId"
      from job_applications a join hire_posts h on h.id = a.hire_id
      where h.employer_id = ${employer.userId} and h.title like ${`${title}%`} and h.state = 'open'
        and a.state = 'hired' and a.first_starts_at > ${now().toISOString()}::timestamptz order by a.id`
  const [rained, shortened] = [await findHired(RAINY_JOB.title), await findHired(OPEN_JOB.title)]
  await runThroughServices(databaseUrl, async () => {
    const calledOffAt = new Date(now().getTime() - HOURS_AGO * HOUR_MS)
    await step("체험 마을 취소된 일", async () => {
      setClock(() => calledOffAt)
      for (const { id } of rained) await expectOk(callOffHire(employer, id, RAIN))
      if (rained[0]) await expectOk(closeHire(employer, rained[0].hireId))
      for (const { id, lastDayId } of shortened)
        if (lastDayId) await expectOk(callOffDay(employer, id, { workDayId: lastDayId, reason: ONE_DAY }))
      return `${rained.length + shortened.length}건`
    })
    resetClock()
    await writePart(client, part, async () => {})
  })
}
