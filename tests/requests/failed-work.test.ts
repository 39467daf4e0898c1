/**
 * The screen of work that failed: for admins, counted on the dashboard, tried anew by a form that refuses
 * with a sentence.
 */
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { as, place, queriesOf, wordsOf } from "../setup/shopping.ts"

const app = withApp()
const PATH = "/admin/failed-work"

const failOnce = async (type: string): Promise<string> => {
  const [row] = await db().execute<{ id: string }>(sql`
    insert into outbox (type, payload, tries, failure)
      values (${type}, '{"email":"secret@example.kr"}', 8, 'Error: secret@example.kr')
      returning id::text as id`)
  return row?.id ?? ""
}

test("an admin sees what failed without what it holds, and has it tried anew once", async () => {
  const [admin, member] = [await createPerson({ role: "admin" }), await createPerson()]
  expect(await wordsOf(app.get(PATH, as(admin)))).toContain("실패한 일이 없어요")
  const id = await failOnce("sign-up.requested")
  expect(place(await app.get(PATH, as(member)))).toBe("/")
  expect(place(await app.post(PATH, { kind: "events", id }, as(member)))).toBe("/")
  const dashboard = await app.get("/admin", as(admin))
  expect(queriesOf(dashboard)).toBeLessThanOrEqual(6)
  expect(await wordsOf(dashboard)).toMatch(/처리하지 못한 이벤트[\s\S]{0,400}1건/)
  const page = await app.get(PATH, as(admin))
  expect(queriesOf(page)).toBeLessThanOrEqual(6)
  const words = await wordsOf(page)
  expect([
    words.includes("sign-up.requested"),
    words.includes("모두 다시 시도"),
    words.includes("secret@"),
  ]).toEqual([true, true, false])
  const done = await app.post(PATH, { kind: "events", id }, as(admin))
  expect([done.status, place(done)]).toEqual([302, PATH])
  const again = await app.post(PATH, { kind: "events", id }, as(admin))
  expect([again.status, await wordsOf(again)]).toEqual([
    409,
    expect.stringContaining("이미 다시 시도하고 있어요"),
  ])
  for (const [fields, status] of [
    [{ kind: "wishes" }, 400],
    [{ kind: "events", id: "x" }, 404],
    [{ kind: "jobs" }, 409],
    [{ kind: "jobs", id }, 404],
  ] as const) {
    expect([fields, (await app.post(PATH, fields, as(admin))).status]).toEqual([fields, status])
  }
  expect(await wordsOf(app.get(`${PATH}?kind=jobs`, as(admin)))).toContain("실패한 일이 없어요")
})
