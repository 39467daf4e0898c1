/**
 * The screen of work that failed: for admins, counted on the dashboard, tried anew by a form that refuses
 * with a sentence.
 */
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { toCookieOptions, getLocation, getQueryCount, getPageText } from "../setup/shop-requests.ts"

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
  expect(await getPageText(app.get(PATH, toCookieOptions(admin)))).toContain("실패한 일이 없어요")
  const id = await failOnce("sign-up.requested")
  expect(getLocation(await app.get(PATH, toCookieOptions(member)))).toBe("/")
  expect(getLocation(await app.post(PATH, { kind: "events", id }, toCookieOptions(member)))).toBe("/")
  const dashboard = await app.get("/admin", toCookieOptions(admin))
  expect(getQueryCount(dashboard)).toBeLessThanOrEqual(6)
  expect(await getPageText(dashboard)).toMatch(/처리하지 못한 이벤트[\s\S]{0,400}1건/)
  const page = await app.get(PATH, toCookieOptions(admin))
  expect(getQueryCount(page)).toBeLessThanOrEqual(6)
  const words = await getPageText(page)
  expect([
    words.includes("sign-up.requested"),
    words.includes("모두 다시 시도"),
    words.includes("secret@"),
  ]).toEqual([true, true, false])
  const done = await app.post(PATH, { kind: "events", id }, toCookieOptions(admin))
  expect([done.status, getLocation(done)]).toEqual([302, PATH])
  const again = await app.post(PATH, { kind: "events", id }, toCookieOptions(admin))
  expect([again.status, await getPageText(again)]).toEqual([
    409,
    expect.stringContaining("이미 다시 시도하고 있어요"),
  ])
  for (const [fields, status] of [
    [{ kind: "wishes" }, 400],
    [{ kind: "events", id: "x" }, 404],
    [{ kind: "jobs" }, 409],
    [{ kind: "jobs", id }, 404],
  ] as const) {
    expect([fields, (await app.post(PATH, fields, toCookieOptions(admin))).status]).toEqual([fields, status])
  }
  expect(await getPageText(app.get(`${PATH}?kind=jobs`, toCookieOptions(admin)))).toContain(
    "실패한 일이 없어요",
  )
})
