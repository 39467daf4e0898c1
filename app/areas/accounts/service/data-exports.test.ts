/** The file of one's own data: asked for and fetched with the password, by nobody else, for a week. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createTicket } from "../../content/fixtures.ts"
import { createPerson, type Person } from "../fixtures.ts"
import { dataExports, sessions } from "../schema.server.ts"
import {
  fetchDataExport,
  findOwnDataExports,
  makeDataExports,
  removePastDataExports,
  requestDataExport,
} from "./data-exports.server.ts"
import { hashPassword, setPassword } from "./passwords.server.ts"

withDatabase()
registerSubscriptions()
afterEach(resetClock)

const PASSWORD = "quiet-river-1207!"
async function createOwner(options: { name?: string } = {}): Promise<Person> {
  const person = await createPerson(options)
  await setPassword(db(), person.actor.userId, await hashPassword(PASSWORD))
  return person
}

const refused = (reason: string) => ({ ok: false, reason })

test("the file holds what areas keep of its member, and goes to them alone", async () => {
  const [person, stranger] = [await createOwner({ name: "김하늘" }), await createOwner()]
  await createTicket(person.actor.userId, "환불은 언제 되나요?")
  expect(await requestDataExport(person.actor, "wrong")).toEqual(refused("wrong"))
  expect(await requestDataExport(person.actor, PASSWORD)).toEqual({ ok: true })
  expect(await requestDataExport(person.actor, PASSWORD)).toEqual(refused("waiting"))
  const [asked] = await findOwnDataExports(person.actor)
  const exportId = asked?.id ?? ""
  expect(await fetchDataExport(person.actor, exportId, PASSWORD)).toEqual(refused("not_found"))
  await makeDataExports()
  expect(await findOwnDataExports(person.actor)).toMatchObject([{ state: "ready", percent: 100 }])
  expect(await fetchDataExport(stranger.actor, exportId, PASSWORD)).toEqual(refused("not_found"))
  expect(await fetchDataExport(person.actor, newId(), PASSWORD)).toEqual(refused("not_found"))
  expect(await fetchDataExport(person.actor, exportId, "wrong")).toEqual(refused("wrong"))
  const fetched = await fetchDataExport(person.actor, exportId, PASSWORD)
  const text = fetched.ok ? new TextDecoder().decode(fetched.bytes) : ""
  const content = (JSON.parse(text) as { 내용: Record<string, unknown[]> }).내용
  expect(content["회원"]).toMatchObject([{ 이름: "김하늘" }])
  expect(JSON.stringify(content["문의"])).toContain("환불은 언제 되나요?")
  expect(Object.keys(content).length).toBeGreaterThan(20)
})

test("after a week the file is gone", async () => {
  const person = await createOwner()
  await requestDataExport(person.actor, PASSWORD)
  await makeDataExports()
  const [made] = await findOwnDataExports(person.actor)
  const at = Date.now() + 7 * DAY_MS + 1_000
  setClock(() => new Date(at))
  expect(await fetchDataExport(person.actor, made?.id ?? "", PASSWORD)).toEqual(refused("not_found"))
  await removePastDataExports()
  const [row] = await db()
    .select()
    .from(dataExports)
    .where(eq(dataExports.id, made?.id ?? ""))
  expect(row).toMatchObject({ state: "gone", bytes: null })
})

test("ten wrong passwords shut it, and an old sign-in without a password opens nothing", async () => {
  const person = await createOwner()
  for (let tries = 1; tries <= 10; tries += 1)
    expect(await requestDataExport(person.actor, "wrong")).toEqual(refused("wrong"))
  expect(await requestDataExport(person.actor, PASSWORD)).toEqual(refused("too_many"))
  const withoutPassword = await createPerson()
  expect(await requestDataExport(withoutPassword.actor, "")).toEqual({ ok: true })
  await makeDataExports()
  const [made] = await findOwnDataExports(withoutPassword.actor)
  await db()
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - 3_600_000) })
    .where(eq(sessions.id, withoutPassword.actor.sessionId))
  expect(await requestDataExport(withoutPassword.actor, "")).toEqual(refused("sign_in_again"))
  const fetched = await fetchDataExport(withoutPassword.actor, made?.id ?? "", "")
  expect(fetched).toEqual(refused("sign_in_again"))
  const own = await createOwner()
  await requestDataExport(own.actor, PASSWORD)
  await makeDataExports()
  const [ownFile] = await findOwnDataExports(own.actor)
  for (let tries = 1; tries <= 10; tries += 1)
    expect(await fetchDataExport(own.actor, ownFile?.id ?? "", "wrong")).toEqual(refused("wrong"))
  expect(await fetchDataExport(own.actor, ownFile?.id ?? "", PASSWORD)).toEqual(refused("too_many"))
})
