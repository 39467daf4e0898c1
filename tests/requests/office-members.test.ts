/** What admins do with members over HTTP: finding, banning, warning, making another admin. */
import { eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, createSession, type Person } from "#app/areas/accounts/fixtures.ts"
import { profiles, sessions } from "#app/areas/accounts/schema.server.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"
import { findLastAuditEntry } from "../setup/office-fixture.ts"

const app = withApp()
const location = (answer: Response) => answer.headers.get("Location")

let admin: Person
let colleague: Person
let customer: Person
let expert: Expert
beforeAll(async () => {
  registerSubjects()
  admin = await createPerson({ role: "admin", name: "서지훈" })
  colleague = await createPerson({ role: "admin", name: "오나래" })
  customer = await createPerson({
    name: "비밀손님",
    email: "hidden-customer@example.kr",
    phone: "+821055554444",
  })
  expert = await createExpert({ name: "비밀전문가" })
})

const asAdmin = () => ({ cookie: admin.cookie })

describe("members", () => {
  test("a member is found by the beginning of name, e-mail and phone number", async () => {
    for (const term of [
      "비밀손",
      "hidden-cust",
      "HIDDEN-CUSTOMER@example.kr",
      "010-5555-4444",
      "01055554444",
      customer.actor.userId,
    ]) {
      expect(
        await (await app.get(`/admin/users?q=${encodeURIComponent(term)}`, asAdmin())).text(),
        term,
      ).toContain("hidden-customer@example.kr")
    }
    for (const term of ["%", "_", "밀손님", "' or 1=1 --"])
      expect(
        await (await app.get(`/admin/users?q=${encodeURIComponent(term)}`, asAdmin())).text(),
        term,
      ).not.toContain("hidden-customer@example.kr")
  })

  test("every page of the list, in every order, holds each member once", async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => createPerson({ name: `쪽${String(n).padStart(2, "0")}` })),
    )
    for (const sort of ["newest", "oldest", "used", "name"]) {
      const seen: string[] = []
      let after: string | undefined
      for (let pages = 0; pages < 10; pages += 1) {
        const html = await (
          await app.get(
            `/admin/users?q=${encodeURIComponent("쪽")}&sort=${sort}${after ? `&after=${after}` : ""}`,
            asAdmin(),
          )
        ).text()
        seen.push(...[...html.matchAll(/>(쪽\d\d)</g)].map((match) => match[1] ?? ""))
        after = /after=([\w-]+)"[^>]*>다음/.exec(html)?.[1]
        if (!after) break
      }
      expect(seen.length, sort).toBe(60)
      expect(new Set(seen).size, sort).toBe(60)
    }
  })

  test("a ban needs a reason, ends every session, is explained at sign-in, and is logged", async () => {
    const person = await createPerson({ name: "막힐이" })
    const second = await createSession(person.actor.userId)
    const path = `/admin/users/${person.actor.userId}`
    const bare = await app.post(path, { intent: "ban", ban: "7", reason: " " }, asAdmin())
    expect(bare.status).toBe(400)
    expect(await bare.text()).toContain("이유를 입력해 주세요")
    expect(
      location(await app.post(path, { intent: "ban", ban: "7", reason: "욕설을 되풀이했어요" }, asAdmin())),
    ).toBe(path)
    for (const cookie of [person.cookie, second])
      expect((await app.get("/my-info", { cookie })).status).toBe(302)
    expect(await db().select().from(sessions).where(eq(sessions.userId, person.actor.userId))).toEqual([])
    expect(await findLastAuditEntry(person.actor.userId)).toMatchObject({
      action: "person.ban",
      actorId: admin.actor.userId,
      note: "욕설을 되풀이했어요",
      before: { bannedUntil: null },
    })
    expect(await (await app.get(path, asAdmin())).text()).toContain("욕설을 되풀이했어요")

    const sanctionId =
      /name="sanctionId" value="([^"]+)"/.exec(await (await app.get(path, asAdmin())).text())?.[1] ?? ""
    expect(
      location(await app.post(path, { intent: "lift", sanctionId, reason: "오해였어요" }, asAdmin())),
    ).toBe(path)
    expect(
      (
        await db()
          .select({ until: profiles.bannedUntil })
          .from(profiles)
          .where(eq(profiles.userId, person.actor.userId))
      )[0]?.until,
    ).toBeNull()
    expect(
      (await app.post(path, { intent: "lift", sanctionId, reason: "다시 풀어요" }, asAdmin())).status,
    ).toBe(409)
    expect(await findLastAuditEntry(person.actor.userId)).toMatchObject({ action: "person.lift" })
  })

  test("a shorter ban does not end a longer one, nor is it lifted with it", async () => {
    const person = await createPerson()
    const path = `/admin/users/${person.actor.userId}`
    for (const ban of ["30", "3"])
      await app.post(path, { intent: "ban", ban, reason: `정지 ${ban}일` }, asAdmin())
    const until = async () =>
      (
        await db()
          .select({ until: profiles.bannedUntil })
          .from(profiles)
          .where(eq(profiles.userId, person.actor.userId))
      )[0]?.until?.getTime() ?? 0
    expect(Math.round(((await until()) - Date.now()) / 86_400_000)).toBe(30)
    const [longer] = await db().execute<{ id: string }>(
      sql`select id from sanctions where user_id = ${person.actor.userId}::uuid order by ends_at desc
        limit 1`,
    )
    await app.post(path, { intent: "lift", sanctionId: longer?.id ?? "", reason: "줄여요" }, asAdmin())
    expect(Math.round(((await until()) - Date.now()) / 86_400_000)).toBe(3)
  })

  test("several are warned at once; admins among them are left out", async () => {
    const people = await Promise.all([createPerson(), createPerson()])
    const ids = [...people.map((person) => person.actor.userId), colleague.actor.userId]
    const done = await app.post(
      "/admin/users?kind=customer",
      { "ids[]": ids, intent: "warn", reason: "도배를 멈춰 주세요" },
      asAdmin(),
    )
    expect(location(done)).toBe("/admin/users?kind=customer")
    for (const person of people)
      expect(await findLastAuditEntry(person.actor.userId)).toMatchObject({ action: "person.warn" })
    expect(await findLastAuditEntry(colleague.actor.userId)).toBeUndefined()
    expect(
      (
        await app.post(
          "/admin/users",
          { "ids[]": [colleague.actor.userId], intent: "ban", ban: "7", reason: "그냥" },
          asAdmin(),
        )
      ).status,
    ).toBe(409)
    expect(
      (await app.post("/admin/users", { intent: "ban", ban: "7", reason: "그냥" }, asAdmin())).status,
    ).toBe(400)
  })

  test("an admin is made by two: who asked cannot confirm, and one of two rivals does", async () => {
    const person = await createPerson({ name: "새관리" })
    const path = `/admin/users/${person.actor.userId}`
    expect(
      location(
        await app.post(
          path,
          { intent: "request_admin", officeRole: "support", reason: "문의를 맡아요" },
          asAdmin(),
        ),
      ),
    ).toBe(path)
    expect(
      (await app.post(path, { intent: "request_admin", officeRole: "support", reason: "또 해요" }, asAdmin()))
        .status,
    ).toBe(409)
    const [request] = await db().execute<{ id: string }>(
      sql`select id from admin_requests where user_id = ${person.actor.userId}::uuid`,
    )
    const confirm = { intent: "confirm", requestId: request?.id ?? "" }
    expect((await app.post(path, confirm, asAdmin())).status).toBe(409)
    expect(location(await app.get("/admin", { cookie: person.cookie }))).toBe("/")
    const rivals = await Promise.all([
      app.post(path, confirm, { cookie: colleague.cookie }),
      app.post(path, confirm, { cookie: colleague.cookie }),
    ])
    expect(rivals.map((answer) => answer.status).sort()).toEqual([302, 409])
    expect((await app.get("/my-info", { cookie: person.cookie })).status).toBe(302)
    expect((await app.get("/admin", { cookie: await createSession(person.actor.userId) })).status).toBe(200)
    expect(await findLastAuditEntry(person.actor.userId)).toMatchObject({
      action: "admin.confirm",
      actorId: colleague.actor.userId,
      after: { role: "admin", officeRole: "support" },
    })
    expect(location(await app.post(path, { intent: "take_back", reason: "그만둬요" }, asAdmin()))).toBe(path)
    expect(
      (
        await app.post(
          `/admin/users/${admin.actor.userId}`,
          { intent: "take_back", reason: "나를" },
          asAdmin(),
        )
      ).status,
    ).toBe(409)
  })

  test("the type changes with a reason, never that of an approved expert", async () => {
    const person = await createPerson()
    const path = `/admin/users/${person.actor.userId}`
    expect(
      location(
        await app.post(
          path,
          { intent: "type", userType: "expert", reason: "전문가로 가입하려 했어요" },
          asAdmin(),
        ),
      ),
    ).toBe(path)
    expect(await findLastAuditEntry(person.actor.userId)).toMatchObject({
      action: "person.type",
      before: { userType: "customer" },
      after: { userType: "expert" },
    })
    expect(
      (
        await app.post(
          `/admin/users/${expert.expertId}`,
          { intent: "type", userType: "customer", reason: "바꿔요" },
          asAdmin(),
        )
      ).status,
    ).toBe(409)
  })
})
