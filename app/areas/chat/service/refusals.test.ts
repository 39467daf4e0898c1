/** A refusal changes nothing: what is refused about rooms and appointments leaves no row another one. */
import { and, eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { profiles } from "../../accounts/schema.server.ts"
import { createExpert } from "../../experts/fixtures.ts"
import { createOpenHire } from "../../jobs/fixtures.ts"
import { closeHire } from "../../jobs/service/hire-write.server.ts"
import { blockPerson } from "../../trust/service/blocks.server.ts"
import { createConversation, sendText } from "../fixtures.ts"
import { LIMITS } from "../rules.ts"
import { chatMembers } from "../schema.server.ts"
import { proposeAppointment } from "./appointments.server.ts"
import { openRoom } from "./rooms.server.ts"

withDatabase()
beforeAll(() => registerSubscriptions())

const refused = (reason: string) => ({ ok: false, reason })

test("a room about what is closed, and one with somebody who has left", async () => {
  const [person, employer, expert] = [await createPerson(), await createPerson(), await createExpert()]
  const hireId = await createOpenHire(employer.actor)
  await closeHire(employer.actor, hireId)
  expect(await openRoom(person.actor, { kind: "hire", id: hireId, with: null })).toEqual(refused("over"))
  await db().update(profiles).set({ leftAt: now() }).where(eq(profiles.userId, expert.actor.userId))
  const room = { kind: "expert", id: expert.expertId, with: null } as const
  expect(await openRoom(person.actor, room)).toEqual(refused("partner_left"))
})

test("an appointment with who has left, with who is blocked, and after too many messages", async () => {
  const { roomId, customer, expert } = await createConversation()
  const propose = () =>
    proposeAppointment(customer.actor, {
      roomId,
      at: addDays(now(), 2),
      regionCode: null,
      place: "잠실역 3번 출구",
      note: "",
      clientKey: newId(),
    })
  for (let sent = 0; sent < LIMITS.messagesPerMinute; sent += 1)
    await sendText(customer.actor, roomId, `메시지 ${sent}`)
  expect(await propose()).toEqual(refused("too_many_messages"))
  await blockPerson(expert.actor, customer.actor.userId)
  expect(await propose()).toEqual(refused("blocked"))
  await db()
    .update(chatMembers)
    .set({ partnerLeft: true })
    .where(and(eq(chatMembers.roomId, roomId), eq(chatMembers.userId, customer.actor.userId)))
  expect(await propose()).toEqual(refused("partner_left"))
})
