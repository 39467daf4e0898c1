import { sql } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { withDatabase } from "../../tests/setup/database.ts"
import { resetClock, setClock } from "../basics/clock.ts"
import { getFirstIdAt } from "../basics/ids.ts"
import { db } from "./db.server.ts"
import { keepMonths } from "./months.server.ts"

withDatabase()
afterEach(resetClock)

const at = (text: string) => new Date(`${text}T00:00:00Z`)
const write = (day: string) =>
  db().execute(sql`insert into access_records
    (id, at, actor_id, address, deed, kind, subject_id, person_id, people, note)
    values (${getFirstIdAt(at(day))}::uuid, ${day}::date, gen_random_uuid(), '', 'view', '', '', null,
      0, '')`)
const listDays = async () => {
  const rows = await db().execute<{ day: string; part: string }>(sql`
    select to_char(at at time zone 'utc', 'YYYY-MM-DD') as day, tableoid::regclass::text as part
    from access_records order by id`)
  return rows.map(({ day, part }) => `${day} ${part.replace("access_records_", "")}`)
}

test("what was there is the first part; a month is made before it begins, and goes as a whole", async () => {
  setClock(() => at("2041-05-20"))
  const days = ["2020-01-01", "2041-04-30", "2041-05-20", "2041-06-01", "2041-08-31", "2041-09-01"]
  for (const day of days) await write(day)
  // Before the job has run for a long time, nothing is refused.
  expect(await listDays()).toEqual(days.map((day) => `${day} ${day < "2041" ? "first" : "other"}`))

  await keepMonths("access_records", at("2019-01-01"))
  const afterwards = [
    "2020-01-01 first",
    "2041-04-30 other",
    "2041-05-20 2041_05",
    "2041-06-01 2041_06",
    "2041-08-31 2041_08",
    "2041-09-01 other",
  ]
  expect(await listDays()).toEqual(afterwards)
  await keepMonths("access_records", at("2019-01-01"))
  expect(await listDays()).toEqual(afterwards)

  setClock(() => at("2041-08-02"))
  await keepMonths("access_records", at("2041-07-01"))
  expect(await listDays()).toEqual(["2041-04-30 other", "2041-08-31 2041_08", "2041-09-01 2041_09"])
})

test("what is listed by time reads the months that it asks for alone", async () => {
  const rows = await db().execute<{ "QUERY PLAN": string }>(sql`
    explain select * from access_records where id > ${getFirstIdAt(at("2041-09-01"))}::uuid
    order by id desc limit 5`)
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
  expect(plan).toContain("access_records_2041_09")
  expect(plan).not.toContain("access_records_2041_08")
})
