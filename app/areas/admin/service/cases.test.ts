/** The inbox: what waits is there once, who has it is one person, and a refusal changes nothing. */
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createTicket } from "#app/areas/content/fixtures.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { countQueries, db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { adminCases } from "../schema.server.ts"
import {
  findCaseHolder,
  forgetPastCases,
  handOnCase,
  noteCase,
  refreshCases,
  releaseCase,
  snoozeCase,
  takeCase,
  takeNextCase,
} from "./cases.server.ts"
import { findDesk } from "./desk.server.ts"
import { findInbox } from "./inbox.server.ts"

withDatabase()

const NOT_FOUND = { ok: false, reason: "not_found" }
const CLOSED = { ok: false, reason: "closed" }

let [admin, colleague, customer] = [] as unknown as [Person, Person, Person]
beforeEach(async () => {
  admin = await createPerson({ role: "admin", name: "서지훈" })
  colleague = await createPerson({ role: "admin", name: "오나래" })
  customer = await createPerson()
  await db().execute(sql`update tickets set state = 'closed'`)
})

async function createCase(): Promise<{ caseId: string; ticketId: string }> {
  const ticketId = await createTicket(customer.actor.userId, "언제 되나요?")
  await refreshCases()
  const [found] = await db().select().from(adminCases).where(eq(adminCases.subjectId, ticketId))
  if (!found) throw new Error("no case")
  return { caseId: found.id, ticketId }
}
const inboxOf = async ({ actor }: Person, view: "todo" | "mine" | "late" | "snoozed" | "others") =>
  ((await findInbox(actor, { view, queue: "tickets", cursor: null }))?.rows ?? []).map((row) => row.id)

describe("the inbox", () => {
  test("has each thing that waits once, with a deadline, until it is decided", async () => {
    const { caseId, ticketId } = await createCase()
    await Promise.all([refreshCases(), refreshCases()])
    expect(await inboxOf(admin, "todo")).toEqual([caseId])
    const desk = await findDesk(admin.actor, { kind: "ticket", id: ticketId })
    expect(desk?.open).toMatchObject({ id: caseId, queue: "tickets", holder: null, isLate: false })
    await db().execute(sql`update tickets set state = 'answered' where id = ${ticketId}::uuid`)
    expect(await inboxOf(admin, "todo")).toEqual([])
    await db().execute(sql`update tickets set state = 'open' where id = ${ticketId}::uuid`)
    expect(await inboxOf(admin, "todo")).toEqual([caseId])
  })
  test("leaves what is no work of the inbox to its own screen: it has no deadline", async () => {
    await db().execute(sql`insert into reconciliation_days (day, provider, state, started_at)
      values ('2026-07-01', 'simulator', 'different', now())`)
    await db().execute(sql`insert into reconciliation_differences
      (id, day, key, kind, subject, payment_key, happened_at, found_at) values
      (${newId()}::uuid, '2026-07-01', 'k', 'missing_here', 'payment', 'p', now(), now())`)
    const { caseId } = await createCase()
    expect(await inboxOf(admin, "todo")).toEqual([caseId])
    const cases = await db().select().from(adminCases)
    expect(cases.map(({ queue }) => queue)).not.toContain("reconciliation")
  })
  test("costs one statement where nothing is new, and two more where something is", async () => {
    await refreshCases()
    expect((await countQueries(refreshCases)).queries).toBe(1)
    await createTicket(customer.actor.userId, "언제 되나요?")
    expect((await countQueries(refreshCases)).queries).toBe(3)
    expect((await countQueries(refreshCases)).queries).toBe(1)
  })
  test("is read with two statements where nothing changed, whatever else waits in the areas", async () => {
    const look = () => findInbox(admin.actor, { view: "todo", queue: null, cursor: null })
    await createCase()
    await look()
    expect((await countQueries(look)).queries).toBe(2)
    const [first, second] = [await createCase(), await createCase()]
    // One comes and one goes: as many wait as before, and others.
    await db().execute(sql`update tickets set state = 'answered' where id = ${first.ticketId}::uuid`)
    const comes = await createTicket(customer.actor.userId, "언제 오나요?")
    const [before] = await db().select().from(adminCases).where(eq(adminCases.id, first.caseId))
    expect(before?.closedAt).toBeNull()
    const seen = await look()
    const open = await db()
      .select()
      .from(adminCases)
      .where(sql`closed_at is null and queue = 'tickets'`)
    expect(open.map((each) => each.subjectId)).toContain(comes)
    expect(open.map((each) => each.id)).toContain(second.caseId)
    expect(open.map((each) => each.id)).not.toContain(first.caseId)
    expect(seen?.queues.find(({ queue }) => queue === "tickets")?.count).toBe(open.length)
    expect((await countQueries(look)).queries).toBe(2)
  })
  test("is told to nobody but admins", async () => {
    expect(await findInbox(customer.actor, { view: "todo", queue: null, cursor: null })).toBeNull()
    expect(await takeNextCase(customer.actor, null)).toEqual(NOT_FOUND)
    expect(await findCaseHolder(customer.actor, [newId()])).toBeNull()
  })
  test("shows and gives each colleague the queues of their own work alone", async () => {
    const { caseId } = await createCase()
    const [support, finance] = [
      await createPerson({ role: "admin", officeRole: "support" }),
      await createPerson({ role: "admin", officeRole: "finance" }),
    ]
    expect(await inboxOf(support, "todo")).toEqual([caseId])
    expect(await inboxOf(finance, "todo")).toEqual([])
    expect(await takeCase(finance.actor, caseId, null)).toEqual(NOT_FOUND)
    expect(await takeNextCase(finance.actor, null)).toEqual({ ok: false, reason: "none" })
    expect(await handOnCase(support.actor, caseId, finance.actor.userId)).toEqual({
      ok: false,
      reason: "no_colleague",
    })
    expect((await findDesk(finance.actor, null))?.queues.map(({ queue }) => queue)).not.toContain("tickets")
  })
  test("counts the views, and shows what is late, put off and with a colleague", async () => {
    const [late, asleep, taken] = [await createCase(), await createCase(), await createCase()]
    await db().execute(sql`update admin_cases set due_at = now() - interval '1 hour'
      where id = ${late.caseId}::uuid`)
    expect(await snoozeCase(admin.actor, asleep.caseId, "three_days")).toEqual({ ok: true })
    expect(await takeCase(colleague.actor, taken.caseId, null)).toEqual({ ok: true })
    expect(await inboxOf(admin, "todo")).toEqual([late.caseId])
    expect(await inboxOf(admin, "late")).toEqual([late.caseId])
    expect(await inboxOf(admin, "snoozed")).toEqual([asleep.caseId])
    expect(await inboxOf(admin, "others")).toEqual([taken.caseId])
    expect(await inboxOf(colleague, "mine")).toEqual([taken.caseId])
    const page = await findInbox(admin.actor, { view: "late", queue: null, cursor: null })
    expect(page?.counts).toEqual({ todo: 1, mine: 0, late: 1, snoozed: 1, others: 1 })
    expect(page?.queues).toEqual([{ queue: "tickets", count: 1 }])
    setClock(() => new Date(Date.now() + 20 * 86_400_000))
    expect(await inboxOf(admin, "todo")).toContain(asleep.caseId)
    resetClock()
  })
  test("forgets what was decided a year ago", async () => {
    const { caseId } = await createCase()
    await db().execute(sql`update admin_cases set closed_at = now() - interval '366 days'
      where id = ${caseId}::uuid`)
    await forgetPastCases()
    expect(await db().select().from(adminCases).where(eq(adminCases.id, caseId))).toEqual([])
  })
})

describe("who has a case", () => {
  test("is one person: the second learns who was first, and may take it over knowingly", async () => {
    const { caseId, ticketId } = await createCase()
    const answers = await Promise.all([
      takeCase(admin.actor, caseId, null),
      takeCase(colleague.actor, caseId, null),
    ])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    const [first, second] = answers[0]?.ok ? [admin, colleague] : [colleague, admin]
    expect(answers.find((answer) => !answer.ok)).toMatchObject({ reason: "taken" })
    expect(await findCaseHolder(second.actor, [ticketId])).toBe(first === admin ? "서지훈" : "오나래")
    expect(await findCaseHolder(first.actor, [ticketId])).toBeNull()
    expect(await takeCase(second.actor, caseId, first.actor.userId)).toEqual({ ok: true })
    expect(await releaseCase(first.actor, caseId)).toEqual({ ok: false, reason: "not_yours" })
    expect(await releaseCase(second.actor, caseId)).toEqual({ ok: true })
    expect(await findCaseHolder(first.actor, [ticketId])).toBeNull()
  })
  test("may be a colleague it is handed on to, but nobody else", async () => {
    const { caseId } = await createCase()
    expect(await handOnCase(admin.actor, caseId, customer.actor.userId)).toEqual({
      ok: false,
      reason: "no_colleague",
    })
    expect(await handOnCase(admin.actor, caseId, colleague.actor.userId)).toEqual({
      ok: true,
      name: "오나래",
    })
    expect(await inboxOf(colleague, "mine")).toEqual([caseId])
  })
  test("two who ask for the next one at once get two, the most urgent first", async () => {
    await db().execute(sql`delete from admin_cases`)
    const [one, two] = [await createCase(), await createCase()]
    await db().execute(sql`update admin_cases set closed_at = now() where queue <> 'tickets'`)
    const taken = await Promise.all([takeNextCase(admin.actor, null), takeNextCase(colleague.actor, null)])
    expect(taken.map((answer) => (answer.ok ? answer.targetId : null)).sort()).toEqual(
      [one.ticketId, two.ticketId].sort(),
    )
    const third = await createPerson({ role: "admin" })
    expect(await takeNextCase(third.actor, null)).toEqual({ ok: false, reason: "none" })
  })
  test("comes to every case in turn, also past those that one looked at and left", async () => {
    await db().execute(sql`update admin_cases set closed_at = now() where closed_at is null`)
    const made = [await createCase(), await createCase(), await createCase()]
    const seen: string[] = []
    for (let after: string | null = null; seen.length < 6; after = toCaseId(seen.at(-1))) {
      const next = await takeNextCase(admin.actor, after)
      seen.push((next.ok && next.targetId) || "none")
    }
    function toCaseId(ticketId: string | undefined) {
      return made.find((each) => each.ticketId === ticketId)?.caseId ?? null
    }
    expect(new Set(seen.slice(0, 3))).toEqual(new Set(made.map(({ ticketId }) => ticketId)))
    expect(seen.slice(3)).toEqual(seen.slice(0, 3))
  })
})

describe("refusals", () => {
  test("what is not there, or not for this person, stays as it is", async () => {
    const { caseId } = await createCase()
    for (const [{ actor }, id] of [
      [customer, caseId],
      [admin, newId()],
      [admin, "nonsense"],
    ] as const) {
      expect(await takeCase(actor, id, null)).toEqual(NOT_FOUND)
      expect(await releaseCase(actor, id)).toEqual(NOT_FOUND)
      expect(await handOnCase(actor, id, colleague.actor.userId)).toEqual(NOT_FOUND)
      expect(await snoozeCase(actor, id, "hour")).toEqual(NOT_FOUND)
      expect(await noteCase(actor, id, "메모")).toEqual(NOT_FOUND)
    }
  })
  test("what has been decided is neither taken nor put off", async () => {
    const { caseId, ticketId } = await createCase()
    await db().execute(sql`update tickets set state = 'closed' where id = ${ticketId}::uuid`)
    await refreshCases()
    expect(await takeCase(admin.actor, caseId, null)).toEqual(CLOSED)
    expect(await releaseCase(admin.actor, caseId)).toEqual(CLOSED)
    expect(await handOnCase(admin.actor, caseId, colleague.actor.userId)).toEqual(CLOSED)
    expect(await snoozeCase(admin.actor, caseId, "hour")).toEqual(CLOSED)
    expect(await noteCase(admin.actor, caseId, "메모")).toEqual(CLOSED)
  })
})
