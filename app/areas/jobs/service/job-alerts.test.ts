/** Who waits for new jobs is told of those that fit, near any of their neighbourhoods, once. */
import { beforeAll, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { eq } from "drizzle-orm"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { chooseNeighbourhood } from "../../accounts/service/neighbourhoods.server.ts"
import { leaveMembership } from "../../accounts/service/leaving.server.ts"
import { notifications } from "../../notifications/schema.server.ts"
import type { JobAlertInput } from "../alert-forms.ts"
import { createOpenHire } from "../fixtures.ts"
import { JOB_KINDS, LIMITS } from "../rules.ts"
import { addJobAlert, findJobAlerts, removeJobAlert } from "./job-alerts.server.ts"

withDatabase()
beforeAll(registerSubscriptions)

const visitor: Actor = { kind: "visitor", draftId: null }
const refused = (reason: string) => ({ ok: false, reason })
const buildAlert = (input: Partial<JobAlertInput> = {}): JobAlertInput => ({
  kind: null,
  keyword: null,
  range: null,
  regionCode: null,
  ...input,
})

/** A person of `regionCode` who waits for `alerts`. */
async function createWaiting(regionCode: string, ...alerts: Partial<JobAlertInput>[]): Promise<Person> {
  const person = await createPerson({ regionCode })
  for (const alert of alerts) expect(await addJobAlert(person.actor, buildAlert(alert))).toEqual({ ok: true })
  return person
}
async function readNotified(person: Person) {
  await drainEvents()
  const rows = await db()
    .select({ title: notifications.title, text: notifications.text })
    .from(notifications)
    .where(eq(notifications.userId, person.actor.userId))
  return rows.map(({ title, text }) => `${title} / ${text}`)
}

test("a new job is told to whom kind, words and place fit, once, and to nobody else", async () => {
  const employer = await createPerson()
  const [own, next, city, far, words, other, region] = [
    await createWaiting("11710", { kind: "cleaning", range: "own" }, { kind: "cleaning", range: "all" }),
    await createWaiting("11740", { kind: "cleaning", range: "next" }),
    await createWaiting("41135", { range: "city" }),
    await createWaiting("26350", { kind: "cleaning", range: "city" }),
    await createWaiting("26350", { keyword: "미화 빈집", range: "all" }, { keyword: "빈집", range: "all" }),
    await createWaiting("11710", { kind: "moving", range: "all" }, { keyword: "카페", range: "all" }),
    await createWaiting("26350", { kind: "cleaning", range: "region", regionCode: "11" }),
  ]
  expect(await addJobAlert(employer.actor, buildAlert({ kind: "cleaning" }))).toEqual({ ok: true })
  await createOpenHire(employer.actor, { regionCode: "11710", title: "빈집 함께 치워요" })
  const text = "빈집 함께 치워요 · 일급 150,000원 · "
  expect(await readNotified(own)).toEqual([`‘청소’ 새 일자리가 올라왔어요 / ${text}송파구`])
  expect(await readNotified(next)).toEqual([`‘청소’ 새 일자리가 올라왔어요 / ${text}옆 동네 송파구`])
  expect(await readNotified(city)).toEqual([`새 일자리가 올라왔어요 / ${text}송파구 · 14km`])
  expect(await readNotified(words)).toHaveLength(1)
  expect(await readNotified(region)).toHaveLength(1)
  for (const person of [far, other, employer]) expect(await readNotified(person)).toEqual([])
})

test("alerts move along with the neighbourhoods of their owner, and end when they leave", async () => {
  const employer = await createPerson()
  const person = await createWaiting("11710", { kind: "cleaning", range: "own" })
  await createOpenHire(employer.actor, { regionCode: "26350" })
  expect(await readNotified(person)).toEqual([])
  if (person.actor.kind !== "member") throw new Error("Only a member moves")
  await chooseNeighbourhood(person.actor, { regionCode: "26350", dong: null })
  await createOpenHire(employer.actor, { regionCode: "26350", title: "바닷가 숙소 청소" })
  expect(await readNotified(person)).toHaveLength(1)
  await leaveMembership(person.actor, { password: "", reason: "", signedInAt: new Date() })
  await drainEvents()
  expect(await findJobAlerts(person.actor)).toEqual([])
})

test("an alert is refused to visitors, without a neighbourhood, twice, and beyond twenty", async () => {
  const person = await createPerson({ regionCode: "11710" })
  const cleaning = buildAlert({ kind: "cleaning", range: "own" })
  expect(await addJobAlert(visitor, cleaning)).toEqual(refused("not_allowed"))
  expect(await removeJobAlert(visitor, newId())).toEqual(refused("not_allowed"))
  const nowhere = { ...person.actor, profile: { ...person.actor.profile, regionCode: null } } as Actor
  expect(await addJobAlert(nowhere, cleaning)).toEqual(refused("no_neighbourhood"))
  expect(await addJobAlert(person.actor, cleaning)).toEqual({ ok: true })
  expect(await addJobAlert(person.actor, cleaning)).toEqual(refused("there"))
  for (let count = 1; count < LIMITS.alerts; count += 1)
    expect(await addJobAlert(person.actor, buildAlert({ keyword: `청소 ${count}` }))).toEqual({ ok: true })
  expect(await addJobAlert(person.actor, buildAlert({ kind: JOB_KINDS[0] }))).toEqual(refused("too_many"))
  expect(await findJobAlerts(person.actor)).toHaveLength(LIMITS.alerts)
})
