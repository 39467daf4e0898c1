/** Neighbourhoods: at most two, the one chosen last first; checked by a place that is forgotten. */
import { eq, sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { DAY_MS, addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { checksumAllTables } from "../../../../tests/setup/table-checksums.ts"
import { createPerson, type Person } from "../fixtures.ts"
import {
  formatValidCheck,
  getNeighbourhood,
  isCheckValid,
  listNeighbourhoods,
} from "../neighbourhood-rules.ts"
import { consents, neighbourhoods } from "../schema.server.ts"
import { findActor } from "../session.server.ts"
import {
  checkNeighbourhood,
  chooseNeighbourhood,
  forgetOldChecks,
  latestCheckSql,
  removeNeighbourhood,
  setNeighbourhoodRange,
  type CheckColumn,
} from "./neighbourhoods.server.ts"
import { leaveMembership } from "./leaving.server.ts"
import { updateConsents } from "./profile.server.ts"

withDatabase()

/** The person as their next request is made. */
async function readActor({ cookie }: Person) {
  const request = new Request("http://localhost/", { headers: { Cookie: cookie } })
  const actor = await findActor(request, { countsAsUse: false })
  if (actor.kind !== "member") throw new Error("nobody is signed in")
  return actor
}
const listCodes = async (person: Person) =>
  listNeighbourhoods(await readActor(person)).map((place) => place.regionCode)

const JAMSIL = { latitude: 37.513, longitude: 127.1, accuracyM: 40, consent: true }

describe("a neighbourhood", () => {
  test("is what the profile says until another is chosen; a third replaces the oldest", async () => {
    const person = await createPerson({ regionCode: "11710" })
    expect(getNeighbourhood(await readActor(person))).toEqual({
      regionCode: "11710",
      dong: null,
      range: "city",
      checkedAt: null,
    })
    expect(
      await chooseNeighbourhood(await readActor(person), { regionCode: "11740", dong: "천호동" }),
    ).toEqual({
      ok: true,
      droppedRegionCode: null,
    })
    expect(await listCodes(person)).toEqual(["11740", "11710"])
    await chooseNeighbourhood(await readActor(person), { regionCode: "11710", dong: null })
    expect(await listCodes(person)).toEqual(["11710", "11740"])
    expect(await chooseNeighbourhood(await readActor(person), { regionCode: "26350", dong: null })).toEqual({
      ok: true,
      droppedRegionCode: "11740",
    })
    expect(await listCodes(person)).toEqual(["26350", "11710"])
  })

  test("is chosen one after the other where two are chosen at once", async () => {
    const person = await createPerson({ regionCode: "11710" })
    const actor = await readActor(person)
    await Promise.all(
      ["11740", "11680", "26350"].map((regionCode) => chooseNeighbourhood(actor, { regionCode, dong: null })),
    )
    expect(await listCodes(person)).toHaveLength(2)
  })

  test("goes with the member who leaves", async () => {
    const person = await createPerson({ regionCode: "11710" })
    await chooseNeighbourhood(await readActor(person), { regionCode: "11740", dong: null })
    await leaveMembership(person.actor, { reason: "", password: "", signedInAt: now() })
    expect(
      await db().select().from(neighbourhoods).where(eq(neighbourhoods.userId, person.actor.userId)),
    ).toEqual([])
  })

  test("looks as far as was set, also in the one that is chosen next", async () => {
    const person = await createPerson({ regionCode: "11710" })
    expect(await setNeighbourhoodRange(await readActor(person), { range: "own" })).toEqual({ ok: true })
    await chooseNeighbourhood(await readActor(person), { regionCode: "11740", dong: null })
    expect(getNeighbourhood(await readActor(person))?.range).toBe("own")
  })
})

describe("a check", () => {
  test("keeps the day and nothing of the place, and writes the consent down once", async () => {
    const person = await createPerson({ regionCode: "11710" })
    const actor = await readActor(person)
    expect(await checkNeighbourhood(actor, { ...JAMSIL, regionCode: "11710" })).toEqual({ ok: true })
    expect(await checkNeighbourhood(actor, { ...JAMSIL, regionCode: "11710" })).toEqual({ ok: true })
    const checkedAt = getNeighbourhood(await readActor(person))?.checkedAt ?? 0
    expect(isCheckValid(checkedAt, now())).toBe(true)
    expect(isCheckValid(checkedAt, new Date(checkedAt + 30 * DAY_MS))).toBe(false)
    const given = await db().select().from(consents).where(eq(consents.userId, actor.userId))
    expect(given.map(({ kind, granted }) => ({ kind, granted }))).toEqual([
      { kind: "location", granted: true },
    ])
    const [row] = await db().execute<{ whole: string }>(
      sql`select row_to_json(n)::text as whole from neighbourhoods n where user_id = ${actor.userId}::uuid`,
    )
    expect(row?.whole).not.toMatch(/37\.5|127\.1/)
    const [badge] = await db().execute<{ checked: CheckColumn }>(
      sql`select ${latestCheckSql(sql`${actor.userId}::uuid`)} as checked`,
    )
    expect(formatValidCheck(badge?.checked ?? null, now())).toMatch(/^송파구 · \d{1,2}월 인증$/)
    expect(formatValidCheck(badge?.checked ?? null, addDays(now(), 31))).toBeNull()
    await forgetOldChecks()
    expect(getNeighbourhood(await readActor(person))?.checkedAt).toBe(checkedAt)
    await updateConsents(actor, { marketing: false, location: false })
    expect(getNeighbourhood(await readActor(person))?.checkedAt).toBeNull()
  })

  test("elsewhere, abroad, unclear or without consent is refused and changes nothing", async () => {
    const person = await createPerson({ regionCode: "11710" })
    await chooseNeighbourhood(await readActor(person), { regionCode: "11440", dong: null })
    const actor = await readActor(person)
    const before = await checksumAllTables()
    const check = (more: Partial<typeof JAMSIL> & { regionCode: string }) =>
      checkNeighbourhood(actor, { ...JAMSIL, ...more })
    expect(await check({ regionCode: "11440" })).toEqual({
      ok: false,
      reason: "elsewhere",
      regionCode: "11710",
    })
    expect(await check({ regionCode: "11710", latitude: 35.68, longitude: 139.76 })).toEqual({
      ok: false,
      reason: "abroad",
    })
    expect(await check({ regionCode: "11710", accuracyM: 5_000 })).toEqual({
      ok: false,
      reason: "place_unclear",
    })
    expect(await check({ regionCode: "11710", consent: false })).toEqual({
      ok: false,
      reason: "consent_needed",
    })
    expect(await check({ regionCode: "26350" })).toEqual({ ok: false, reason: "not_found" })
    expect(await checksumAllTables()).toEqual(before)
  })
})

test("the last neighbourhood, one that is not there and a range of nothing are refused", async () => {
  const person = await createPerson({ regionCode: "11710" })
  await chooseNeighbourhood(await readActor(person), { regionCode: "11710", dong: null })
  const actor = await readActor(person)
  const nobody = { ...actor, userId: (await createPerson()).actor.userId, neighbourhoods: [], profile: null }
  const before = await checksumAllTables()
  expect(await removeNeighbourhood(actor, { regionCode: "11710" })).toEqual({ ok: false, reason: "last" })
  expect(await removeNeighbourhood(actor, { regionCode: "26350" })).toEqual({
    ok: false,
    reason: "not_found",
  })
  expect(await setNeighbourhoodRange(nobody, { range: "own" })).toEqual({ ok: false, reason: "none" })
  expect(await checksumAllTables()).toEqual(before)
  await chooseNeighbourhood(actor, { regionCode: "26350", dong: null })
  expect(await removeNeighbourhood(actor, { regionCode: "11710" })).toEqual({ ok: true })
  expect(await listCodes(person)).toEqual(["26350"])
})
