/** A session that opens the office ends sooner than others, also where it was to be kept. */
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../tests/setup/database.ts"
import { createPerson, type Person } from "./fixtures.ts"
import type { Role } from "./rules.ts"
import { sessions } from "./schema.server.ts"
import { findActor } from "./session.server.ts"

withDatabase()

beforeEach(() => {
  const at = now()
  setClock(() => at)
})
afterEach(resetClock)

const later = (ms: number) => {
  const at = new Date(now().getTime() + ms)
  setClock(() => at)
}

/** A person of `role` who asked to stay signed in. */
async function createKept(role: Role): Promise<Person> {
  const person = await createPerson({ role })
  await db()
    .update(sessions)
    .set({ staysSignedIn: true, expiresAt: new Date(now().getTime() + 30 * 24 * HOUR_MS) })
    .where(eq(sessions.id, person.actor.sessionId))
  return person
}

const use = async ({ cookie }: Person) =>
  (await findActor(new Request("http://x/", { headers: { Cookie: cookie } }), { countsAsUse: true })).kind

test("after 30 minutes without use, where others stay signed in", async () => {
  const [admin, member] = [await createKept("admin"), await createKept("user")]
  later(29 * MINUTE_MS)
  expect([await use(admin), await use(member)]).toEqual(["member", "member"])
  later(29 * MINUTE_MS)
  expect([await use(admin), await use(member)]).toEqual(["member", "member"])
  later(31 * MINUTE_MS)
  expect([await use(admin), await use(member)]).toEqual(["visitor", "member"])
})

test("after 12 hours, however it is used", async () => {
  const [admin, member] = [await createKept("admin"), await createKept("user")]
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    later(20 * MINUTE_MS)
    expect(await use(admin)).toBe("member")
  }
  later(20 * MINUTE_MS)
  expect([await use(admin), await use(member)]).toEqual(["visitor", "member"])
})

test("the page knows the end that no use moves on: 12 hours in the office, else 30 days", async () => {
  const startedAt = now().getTime()
  const people = [await createKept("admin"), await createKept("user"), await createPerson({})]
  later(20 * MINUTE_MS)
  const ends = await Promise.all(
    people.map(async ({ cookie }) => {
      const actor = await findActor(new Request("http://x/", { headers: { Cookie: cookie } }), {
        countsAsUse: true,
      })
      return actor.kind === "member" && actor.finalEndsAt !== null
        ? (actor.finalEndsAt - startedAt) / HOUR_MS
        : null
    }),
  )
  expect(ends).toEqual([12, 30 * 24, null])
})
