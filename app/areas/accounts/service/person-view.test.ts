/** Who may look as whom, and how it ends. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../fixtures.ts"
import { personViews, profiles } from "../schema.server.ts"
import { findViewedMember } from "../session.server.ts"
import { endPersonView, startPersonView } from "./person-view.server.ts"

withDatabase()

const refused = (reason: string) => ({ ok: false, reason })
const reason = "주문이 안 보인다고 해요"

test("nobody looks as an administrator, as who is banned or left, or without the right", async () => {
  const [support, reviewer] = [
    await createPerson({ role: "admin", officeRole: "support" }),
    await createPerson({ role: "admin", officeRole: "reviewer" }),
  ]
  const member = await createPerson()
  const start = (userId: string, by = support) => startPersonView(by.actor, userId, reason)
  expect(await start(member.actor.userId, reviewer)).toEqual(refused("not_found"))
  expect(await start(newId())).toEqual(refused("not_found"))
  expect(await start(reviewer.actor.userId)).toEqual(refused("admin"))
  await db().update(profiles).set({ leftAt: new Date() }).where(eq(profiles.userId, member.actor.userId))
  expect(await start(member.actor.userId)).toEqual(refused("not_active"))
})

test("a view is of one session, and of one member at a time", async () => {
  const support = await createPerson({ role: "admin", officeRole: "support" })
  const other = await createPerson({ role: "admin" })
  const [first, second] = [await createPerson(), await createPerson()]
  const start = async (userId: string) => {
    const started = await startPersonView(support.actor, userId, reason)
    return started.ok ? started.viewId : ""
  }
  const earlier = await start(first.actor.userId)
  expect((await findViewedMember(support.actor, earlier))?.userId).toBe(first.actor.userId)
  const viewId = await start(second.actor.userId)
  expect(await findViewedMember(support.actor, earlier)).toBeNull()
  expect(await findViewedMember(other.actor, viewId)).toBeNull()
  expect(await endPersonView(other.actor, viewId)).toBeNull()
  expect(await endPersonView(support.actor, viewId)).toBe(second.actor.userId)
  expect(await findViewedMember(support.actor, viewId)).toBeNull()
  expect((await db().select().from(personViews)).every(({ endedAt }) => endedAt !== null)).toBe(true)
})
