/**
 * A refusal changes nothing: what is refused about blocks, reports and sanctions leaves no row another one.
 */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { users } from "../../accounts/schema.server.ts"
import { createExpert } from "../../experts/fixtures.ts"
import { blocks, reports, sanctions } from "../schema.server.ts"
import { blockPerson, unblockPerson } from "./blocks.server.ts"
import { fileReport } from "./report.server.ts"
import { liftSanction, sanctionPeople } from "./sanctions.server.ts"
import { decideReport } from "./transitions.server.ts"

withDatabase()
beforeAll(() => registerSubscriptions())

const refused = (reason: string) => ({ ok: false, reason })
const warning = { ban: "none", reason: "약속을 여러 번 어겼어요." } as const

test("a block beyond five hundred, and one that a visitor takes back", async () => {
  const [person, other] = [await createPerson(), await createPerson()]
  const strangers = Array.from({ length: 500 }, () => newId())
  await db()
    .insert(users)
    .values(
      strangers.map((id) => ({
        id,
        email: `${id}@example.kr`,
        name: "박소리",
        emailVerified: true,
        createdAt: now(),
        updatedAt: now(),
      })),
    )
  await db()
    .insert(blocks)
    .values(strangers.map((blockedId) => ({ blockerId: person.actor.userId, blockedId, createdAt: now() })))
  expect(await blockPerson(person.actor, other.actor.userId)).toEqual(refused("too_many"))
  const visitor = { kind: "visitor", draftId: null } as const
  expect(await unblockPerson(visitor, other.actor.userId)).toEqual(refused("not_allowed"))
})

test("a sanction by no admin, and one of nobody but admins", async () => {
  const [person, admin] = [await createPerson(), await createPerson({ role: "admin" })]
  const colleague = await createPerson({ role: "admin" })
  expect(await sanctionPeople(person.actor, [admin.actor.userId], warning)).toEqual(refused("not_found"))
  expect(await sanctionPeople(admin.actor, [colleague.actor.userId], warning)).toEqual(refused("nobody"))
})

test("a sanction that is not there is not lifted, and none is lifted twice", async () => {
  const [person, admin] = [await createPerson(), await createPerson({ role: "admin" })]
  expect(await liftSanction(admin.actor, newId(), "착오예요.")).toEqual(refused("not_found"))
  await sanctionPeople(admin.actor, [person.actor.userId], warning)
  const [sanction] = await db()
    .select({ id: sanctions.id })
    .from(sanctions)
    .where(eq(sanctions.userId, person.actor.userId))
  const id = sanction?.id ?? ""
  expect(await liftSanction(admin.actor, id, "착오예요.")).toMatchObject({ ok: true })
  expect(await liftSanction(admin.actor, id, "착오예요.")).toEqual(refused("not_now"))
})

test("nobody is banned for a thing whose owner has gone", async () => {
  const [reporter, expert] = [await createPerson(), await createExpert()]
  const admin = await createPerson({ role: "admin" })
  const filed = await fileReport(
    reporter.actor,
    { kind: "expert", id: expert.actor.userId },
    {
      reason: "scam",
      details: "선금을 받고 오지 않았어요.",
      block: false,
      submissionKey: newId(),
      pictureIds: [],
    },
  )
  if (!filed.ok) throw new Error(filed.reason)
  await db().update(reports).set({ accusedId: null }).where(eq(reports.id, filed.reportId))
  await decideReport(admin.actor, filed.reportId, { intent: "triage" })
  const decision = { intent: "act", reason: "확인했어요.", hide: false, ban: "7" } as const
  expect(await decideReport(admin.actor, filed.reportId, decision)).toEqual(refused("nobody"))
})
