/** Records of access: who looked at whose data, from where; each month looked through by one person. */
import { sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createTicket } from "#app/areas/content/fixtures.ts"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import {
  countAccessRecords,
  findAccessMonth,
  findAccessRecords,
  forgetPastAccess,
  recordChange,
  reviewAccess,
} from "./access.server.ts"
import { findDesk } from "./desk.server.ts"

withDatabase()
afterEach(resetClock)

const NOT_FOUND = { ok: false, reason: "not_found" }
const ALL = { by: null, about: null, deed: null, from: null, to: null }
let [admin, asker, ticketId] = [] as unknown as [Person, Person, string]
beforeEach(async () => {
  admin = await createPerson({ role: "admin", name: "서지훈" })
  asker = await createPerson()
  ticketId = await createTicket(asker.actor.userId, "언제 되나요?")
})

const look = () => findDesk(admin.actor, { kind: "ticket", id: ticketId }, ticketId, "203.0.113.9")
const recordsOf = async () =>
  (
    await findAccessRecords(admin.actor, {
      filter: { ...ALL, by: admin.actor.userId },
      cursor: null,
    })
  ).rows.map(({ deed, kind, subjectId, personId, address }) => [deed, kind, subjectId, personId, address])

test("who looks at a thing is written down with whose it is, once in ten minutes", async () => {
  const line = ["view", "ticket", ticketId, asker.actor.userId, "203.0.113.9"]
  await look()
  await look()
  expect(await recordsOf()).toEqual([line])
  const start = now().getTime()
  setClock(() => new Date(start + 11 * 60_000))
  await look()
  expect(await recordsOf()).toEqual([line, line])
  await recordChange(admin.actor, "203.0.113.9", "/admin/tickets/1", { kind: "ticket", id: ticketId })
  expect((await recordsOf())[0]).toEqual(["change", ...line.slice(1)])
})

test("the records are read by who gives rights alone, and found by whose data it is", async () => {
  const support = await createPerson({ role: "admin", officeRole: "support" })
  await look()
  const filter = { ...ALL, about: asker.actor.userId }
  expect(await findAccessRecords(support.actor, { filter, cursor: null })).toEqual({ rows: [], cursor: null })
  expect(await countAccessRecords(support.actor, filter)).toBe(0)
  expect(await findAccessMonth(support.actor)).toBeNull()
  expect(await countAccessRecords(admin.actor, filter)).toBe(1)
})

test("a month is looked through once, when it is over", async () => {
  setClock(() => new Date("2031-03-10T03:00:00Z"))
  await look()
  setClock(() => new Date("2031-04-02T03:00:00Z"))
  expect(await findAccessMonth(admin.actor)).toMatchObject({
    month: "2031-03",
    actors: [{ by: "서지훈", deeds: 1, people: 1, exports: 0, atNight: 0 }],
    review: null,
  })
  expect((await findDesk(admin.actor, null))?.queues).toContainEqual(
    expect.objectContaining({ queue: "access", count: 1 }),
  )
  const note = "특이한 기록이 없어요"
  expect(await reviewAccess(asker.actor, { month: "2031-03", note })).toEqual(NOT_FOUND)
  expect(await reviewAccess(admin.actor, { month: "2031-04", note })).toEqual({
    ok: false,
    reason: "not_over",
  })
  expect(await reviewAccess(admin.actor, { month: "2031-03", note })).toEqual({ ok: true })
  expect(await reviewAccess(admin.actor, { month: "2031-03", note })).toEqual({
    ok: false,
    reason: "reviewed",
  })
  expect((await findAccessMonth(admin.actor))?.review).toMatchObject({ by: "서지훈", note })
  setClock(() => new Date("2033-03-11T03:00:00Z"))
  await forgetPastAccess()
  expect(await db().execute(sql`select id from access_records where at < '2031-03-11'`)).toEqual([])
})
