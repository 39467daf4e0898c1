/** Nicknames against a database: each is one member's, changeable once in 30 days, never the legal name. */
import { eq, isNull } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../fixtures.ts"
import { getNicknameProblem } from "../nicknames.ts"
import { profiles } from "../schema.server.ts"
import { findLegalNames } from "./legal-names.server.ts"
import { claimNickname, giveMissingNicknames, isNicknameTaken, suggestNickname } from "./nicknames.server.ts"
import { findOfficeNames } from "./people.server.ts"
import { findPeople, updateProfile } from "./profile.server.ts"

withDatabase()

let person: Person
beforeEach(async () => {
  await db().update(profiles).set({ nickname: null, leftAt: now() })
  person = await createPerson({ name: "주민등", nickname: "느린고양이" })
})

const rename = (nickname: string | null, { actor }: Person = person) =>
  updateProfile(actor, { name: "주민등", nickname, regionCode: "11650", avatarId: null })
const readProfile = async ({ actor }: Person = person) =>
  (await db().select().from(profiles).where(eq(profiles.userId, actor.userId)))[0]
const readPublicName = async (id = person.actor.userId) => (await findPeople([id])).get(id)?.name
/** As a program before nicknames makes members. */
const takeNicknameAway = () =>
  db().update(profiles).set({ nickname: null }).where(eq(profiles.userId, person.actor.userId))

describe("a change", () => {
  test("is free once, and then after 30 days; saving the same is none", async () => {
    expect(await rename("새벽감자")).toEqual({ ok: true })
    expect(await rename("새벽감자")).toEqual({ ok: true })
    expect(await rename(null)).toEqual({ ok: true })
    const refused = await rename("햇살감자")
    expect(refused).toMatchObject({ ok: false, reason: "nickname_soon" })
    if (refused.ok || refused.reason !== "nickname_soon") throw new Error("it was let through")
    expect(Math.round((refused.nextChange.getTime() - now().getTime()) / DAY_MS)).toBe(30)
    expect(await readPublicName()).toBe("새벽감자")
    await db()
      .update(profiles)
      .set({ nicknameChangedAt: new Date(now().getTime() - 30 * DAY_MS - 1) })
      .where(eq(profiles.userId, person.actor.userId))
    expect(await rename("햇살감자")).toEqual({ ok: true })
    expect(await readPublicName()).toBe("햇살감자")
  })

  test("to a nickname of somebody else is refused in any case of its letters, one's own is not", async () => {
    await createPerson({ nickname: "Potato7" })
    expect(await rename("pOTATO7")).toEqual({ ok: false, reason: "nickname_taken" })
    expect(await rename("Tomato7")).toEqual({ ok: true })
    await db().update(profiles).set({ nicknameChangedAt: null })
    expect(await rename("TOMATO7")).toEqual({ ok: true })
  })

  test("of two at once to the same nickname is made by one", async () => {
    const other = await createPerson({ nickname: "빠른고양이" })
    const outcomes = await Promise.all([rename("하얀두부"), rename("하얀두부", other)])
    expect(outcomes.map((outcome) => (outcome.ok ? "ok" : outcome.reason)).sort()).toEqual([
      "nickname_taken",
      "ok",
    ])
  })
})

describe("a new member", () => {
  const claim = (wanted: string | null) => inTransaction((tx) => claimNickname(tx, wanted))

  test("gets the nickname they want, with a number where it is taken by now, or a suggestion", async () => {
    expect(await claim("하얀두부")).toBe("하얀두부")
    expect(await claim("느린고양이")).toMatch(/^느린고양이\d{1,4}$/)
    const suggested = await claim(null)
    expect([getNicknameProblem(suggested), await isNicknameTaken(suggested)]).toEqual([null, false])
  })

  test("is suggested a nickname that nobody has", async () => {
    const suggestions = await Promise.all(Array.from({ length: 20 }, () => suggestNickname()))
    expect(suggestions.map(getNicknameProblem).filter(Boolean)).toEqual([])
    expect(await Promise.all(suggestions.map((each) => isNicknameTaken(each)))).toEqual(
      suggestions.map(() => false),
    )
  })
})

describe("a member of before", () => {
  test("has no legal name to others, and may change the nickname that the job gives at once", async () => {
    await takeNicknameAway()
    expect(await readPublicName()).toBe(`이웃${person.actor.userId.slice(-4)}`)
    await giveMissingNicknames()
    const profile = await readProfile()
    expect(getNicknameProblem(profile?.nickname ?? "")).toBeNull()
    expect(profile?.nicknameChangedAt).toBeNull()
    expect(await readPublicName()).toBe(profile?.nickname)
    expect(await rename("새벽감자")).toEqual({ ok: true })
  })

  test("is one of many, who all get different ones, and who has left gets none", async () => {
    const many = await Promise.all(Array.from({ length: 230 }, () => createPerson()))
    await db().update(profiles).set({ nickname: null }).where(isNull(profiles.leftAt))
    await giveMissingNicknames()
    const rows = await db().select().from(profiles)
    const given = rows.flatMap((row) => row.nickname ?? [])
    expect(given).toHaveLength(many.length + 1)
    expect(new Set(given).size).toBe(given.length)
    expect(rows.filter((row) => row.leftAt && row.nickname)).toEqual([])
  })
})

describe("the legal name", () => {
  test("comes from its one function, and the office sees it with the nickname behind it", async () => {
    const id = person.actor.userId
    expect((await findLegalNames("own", [id, "nobody"])).get(id)).toBe("주민등")
    const admin = await createPerson({ role: "admin", name: "서지훈" })
    const names = await findOfficeNames(admin.actor, [id, admin.actor.userId])
    expect([names.get(id)?.name, names.get(admin.actor.userId)?.name]).toEqual([
      "주민등 (느린고양이)",
      "서지훈",
    ])
    expect((await findOfficeNames(person.actor, [id])).size).toBe(0)
  })
})
