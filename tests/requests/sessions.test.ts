/** How long a session lasts over HTTP, and what ends it. */
import { afterEach, expect, test } from "vitest"
import { and, eq } from "drizzle-orm"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { SESSION_END_TEXTS } from "#app/areas/accounts/rules.ts"
import { deleteExpiredSessions } from "#app/areas/accounts/session.server.ts"
import { profiles, sessions } from "#app/areas/accounts/schema.server.ts"
import { setPassword, hashPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { updateBan, updateAccountStatus } from "#app/areas/accounts/service/account-status.server.ts"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { toCookieHeader } from "../setup/cookies.ts"

const app = withApp()
const PASSWORD = "correct-horse-7"
const MINUTE = 60_000
const HOUR = 60 * MINUTE

afterEach(resetClock)

async function createMember(email: string, options: Parameters<typeof createPerson>[0] = {}) {
  const person = await createPerson({ email, ...options })
  await inTransaction(async (tx) => setPassword(tx, person.actor.userId, await hashPassword(PASSWORD)))
  return person
}

const signIn = (
  email: string,
  password = PASSWORD,
  more: Record<string, string> = {},
  options: { cookie?: string; headers?: Record<string, string> } = {},
) => app.post("/login", { email, password, ...more }, options)

/** Whether a cookie is signed in: only members may open /my-info. */
const isIn = async (cookie: string) => (await app.post("/session/open", {}, { cookie })).status === 204

test("logout ends the session and returns to /", async () => {
  const person = await createPerson()
  const answer = await app.post("/logout", {}, { cookie: person.cookie })
  expect(answer.headers.get("Location")).toBe("/")
  expect(await isIn(person.cookie)).toBe(false)
})

test("a session ends an hour after its last use, whatever the page says", async () => {
  const person = await createPerson()
  const start = Date.now()
  const at = (ms: number) => setClock(() => new Date(start + ms))
  at(50 * MINUTE)
  expect((await app.post("/session/touch", {}, { cookie: person.cookie })).status).toBe(200)
  at(105 * MINUTE)
  expect(await isIn(person.cookie)).toBe(true)
  at(105 * MINUTE + HOUR + 1_000)
  expect(await isIn(person.cookie)).toBe(false)
  expect((await app.post("/session/touch", {}, { cookie: person.cookie })).status).toBe(401)
})

test("a session lasts as long as the profile says", async () => {
  const person = await createMember("long@example.kr")
  await db()
    .update(profiles)
    .set({ sessionTimeoutMs: 3 * HOUR })
    .where(eq(profiles.userId, person.actor.userId))
  const cookie = toCookieHeader(await signIn("long@example.kr"))
  const start = Date.now()
  setClock(() => new Date(start + 2 * HOUR + 59 * MINUTE))
  expect(await isIn(cookie)).toBe(true)
})

test("closing signs out after 30 s, and any request before takes it back", async () => {
  const person = await createPerson()
  const start = Date.now()
  const at = (ms: number) => setClock(() => new Date(start + ms))
  at(0)
  expect((await app.post("/session/closing", {}, { cookie: person.cookie })).status).toBe(204)
  at(29_000)
  await app.get("/", { cookie: person.cookie })
  at(40_000)
  expect(await isIn(person.cookie)).toBe(true)
  await app.post("/session/closing", {}, { cookie: person.cookie })
  at(71_000)
  expect(await isIn(person.cookie)).toBe(false)
})

test("closing does not make a session last longer", async () => {
  const person = await createPerson()
  const before = await db()
    .select({ expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(eq(sessions.id, person.actor.sessionId))
  setClock(() => new Date(Date.now() + 10 * MINUTE))
  await app.post("/session/closing", {}, { cookie: person.cookie })
  expect(
    await db()
      .select({ expiresAt: sessions.expiresAt })
      .from(sessions)
      .where(eq(sessions.id, person.actor.sessionId)),
  ).toEqual(before)
})

test("로그인 상태 유지 outlives closing for 30 days; without it the session ends", async () => {
  await createMember("kept@example.kr")
  const answer = await signIn("kept@example.kr", PASSWORD, { keep: "on" })
  const sessionCookie = (from: Response) =>
    from.headers.getSetCookie().find((cookie) => cookie.startsWith("baroildang.session_token")) ?? ""
  expect(sessionCookie(answer)).toMatch(/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  expect(sessionCookie(await signIn("kept@example.kr"))).toMatch(/HttpOnly; SameSite=Lax$/)
  const cookie = toCookieHeader(answer)
  await app.post("/session/closing", {}, { cookie })
  const start = Date.now()
  setClock(() => new Date(start + 29 * 24 * HOUR))
  expect(await isIn(cookie)).toBe(true)
  setClock(() => new Date(start + 30 * 24 * HOUR + MINUTE))
  expect(await isIn(cookie)).toBe(false)
})

test("a ban, a new role and a new user type end every session within one request", async () => {
  const banned = await createMember("banned@example.kr")
  await inTransaction((tx) =>
    updateBan(tx, banned.actor.userId, { until: new Date(now().getTime() + HOUR), reason: "허위 후기" }),
  )
  expect(await isIn(banned.cookie)).toBe(false)
  const refused = await signIn("banned@example.kr")
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain("허위 후기")
  for (const status of [{ role: "admin" as const }, { userType: "expert" as const }]) {
    const person = await createPerson()
    await inTransaction((tx) => updateAccountStatus(tx, person.actor.userId, status))
    expect(await isIn(person.cookie)).toBe(false)
  }
  const same = await createPerson()
  await inTransaction((tx) => updateAccountStatus(tx, same.actor.userId, { expertState: "applied" }))
  expect(await isIn(same.cookie)).toBe(true)
})

test("a session lasts at most 8 hours from its last use, also where 24 were chosen once", async () => {
  const person = await createPerson()
  await db()
    .update(profiles)
    .set({ sessionTimeoutMs: 24 * HOUR })
    .where(eq(profiles.userId, person.actor.userId))
  const start = Date.now()
  setClock(() => new Date(start + MINUTE))
  expect(await isIn(person.cookie)).toBe(true)
  setClock(() => new Date(start + MINUTE + 8 * HOUR - 1_000))
  expect((await app.get("/my-info", { cookie: person.cookie })).status).toBe(200)
  setClock(() => new Date(start + 17 * HOUR))
  expect(await isIn(person.cookie)).toBe(false)
})

test("who was signed out is told why on the sign-in screen, and comes back to where they were", async () => {
  const start = Date.now()
  const at = (ms: number) => setClock(() => new Date(start + ms))
  const openLogin = async (cookie: string) => {
    const sentTo = (await app.get("/orders?tab=open", { cookie })).headers.get("Location") ?? ""
    expect(sentTo).toBe("/login?returnTo=%2Forders%3Ftab%3Dopen")
    return (await app.get(sentTo, { cookie })).text()
  }
  const idle = await createPerson()
  const closed = await createPerson()
  const ended = await createPerson()
  await app.post("/session/closing", {}, { cookie: closed.cookie })
  await app.post("/logout", {}, { cookie: ended.cookie })
  at(HOUR + MINUTE)
  expect(await openLogin(idle.cookie)).toContain(SESSION_END_TEXTS.time)
  expect(await openLogin(closed.cookie)).toContain(SESSION_END_TEXTS.closed)
  expect(await openLogin(ended.cookie)).toContain(SESSION_END_TEXTS.elsewhere)
  // The sweep leaves what is needed to say so for a day.
  await deleteExpiredSessions()
  expect(await openLogin(idle.cookie)).toContain(SESSION_END_TEXTS.time)
  at(26 * HOUR)
  await deleteExpiredSessions()
  expect(await openLogin(idle.cookie)).toContain(SESSION_END_TEXTS.elsewhere)
})

test("an administrator is told of the half hour and of the twelve hours, too", async () => {
  const openLogin = async (cookie: string) => (await app.get("/login", { cookie })).text()
  for (const change of [
    {
      staysSignedIn: true,
      expiresAt: new Date(Date.now() + 30 * 24 * HOUR),
      updatedAt: new Date(Date.now() - 31 * MINUTE),
    },
    { createdAt: new Date(Date.now() - 12 * HOUR - MINUTE) },
  ]) {
    const admin = await createPerson({ role: "admin" })
    await db().update(sessions).set(change).where(eq(sessions.userId, admin.actor.userId))
    expect(await isIn(admin.cookie)).toBe(false)
    expect(await openLogin(admin.cookie)).toContain(SESSION_END_TEXTS.time)
  }
})

test("who was signed out in the office or at a desk signs in again and comes back there", async () => {
  const start = Date.now()
  const admin = await createPerson({ role: "admin" })
  const expert = await createPerson({ userType: "expert" })
  setClock(() => new Date(start + HOUR + MINUTE))
  const openSignIn = async (path: string, cookie: string) =>
    (await app.get(path, { cookie })).headers.get("Location")
  expect(await openSignIn("/admin/orders?state=open", admin.cookie)).toBe(
    "/login?returnTo=%2Fadmin%2Forders%3Fstate%3Dopen",
  )
  expect(await openSignIn("/expert-dashboard", expert.cookie)).toBe("/login?returnTo=%2Fexpert-dashboard")
  // Whoever was not signed in goes to "/" (specification §6).
  expect((await app.get("/admin/orders")).headers.get("Location")).toBe("/")
})

test("the sign-in screen says only the reasons that there are, and none to a visitor", async () => {
  const openLogin = async (query: string) => (await app.get(`/login${query}`)).text()
  expect(await openLogin("?reason=time")).toContain(SESSION_END_TEXTS.time)
  for (const query of ["", "?reason=toString", "?reason=%3Cb%3E"])
    expect(await openLogin(query)).not.toContain("로그아웃됐어요")
})

test("who is signed in without a profile goes to complete it, and on from there", async () => {
  const person = await createPerson()
  await db().delete(profiles).where(eq(profiles.userId, person.actor.userId))
  const toProfile = `/my-info?${new URLSearchParams({ returnTo: "/orders?tab=open" })}`
  for (const path of ["/orders?tab=open", "/login?returnTo=%2Forders%3Ftab%3Dopen"])
    expect((await app.get(path, { cookie: person.cookie })).headers.get("Location")).toBe(toProfile)
  expect((await app.get("/experts", { cookie: person.cookie })).status).toBe(200)
  expect((await app.get("/my-info/leave", { cookie: person.cookie })).status).toBe(200)
  for (const [returnTo, path] of [
    ["/orders?tab=open", "/orders?tab=open"],
    ["https://elsewhere.example", "/my-info"],
  ]) {
    const completed = await app.post(
      "/my-info",
      {
        intent: "complete",
        userType: "customer",
        name: "김하늘",
        phone: "010-2345-6789",
        regionCode: "11650",
        consentAll: "on",
        returnTo: returnTo ?? "",
      },
      { cookie: person.cookie },
    )
    expect(completed.headers.get("Location")).toBe(path)
    await db().delete(profiles).where(eq(profiles.userId, person.actor.userId))
  }
})

test("a person sees where they are signed in, and signs out there", async () => {
  const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1"
  const person = await createMember("devices@example.kr")
  const phone = toCookieHeader(
    await signIn("devices@example.kr", PASSWORD, { keep: "on" }, { headers: { "User-Agent": userAgent } }),
  )
  const page = await (await app.get("/my-info/devices", { cookie: person.cookie })).text()
  expect(page).toContain("아이폰 · 사파리")
  expect(page).toContain("알 수 없는 기기")
  expect(page.match(/지금 쓰는 기기</g)).toHaveLength(1)

  const stranger = await createPerson()
  const signOut = (sessionId: string, cookie: string) =>
    app.post("/my-info/devices", { intent: "device", sessionId }, { cookie })
  const [onPhone] = await db()
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, person.actor.userId), eq(sessions.staysSignedIn, true)))
  const refused = await signOut(onPhone?.id ?? "", stranger.cookie)
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain("이미 로그아웃된 기기예요.")
  expect(await isIn(phone)).toBe(true)
  const done = await signOut(onPhone?.id ?? "", person.cookie)
  expect(done.headers.get("Location")).toBe("/my-info/devices")
  expect([await isIn(phone), await isIn(person.cookie)]).toEqual([false, true])
  expect((await signOut(onPhone?.id ?? "", person.cookie)).status).toBe(409)
  expect((await signOut("nonsense", person.cookie)).status).toBe(400)

  const again = toCookieHeader(await signIn("devices@example.kr"))
  const all = await app.post("/my-info/devices", { intent: "all" }, { cookie: again })
  expect(all.headers.get("Location")).toBe("/login")
  const cookies = all.headers.getSetCookie().join("; ")
  expect(cookies).toMatch(/session_token=;.*Max-Age=0/)
  expect(decodeURIComponent(cookies)).toContain("모든 기기에서 로그아웃했어요")
  expect([await isIn(again), await isIn(person.cookie)]).toEqual([false, false])
})

test("the list of devices has the hour of the last use also of who stays signed in", async () => {
  await createMember("hour@example.kr")
  const cookie = toCookieHeader(await signIn("hour@example.kr", PASSWORD, { keep: "on" }))
  const token = cookie.match(/session_token=([^.;%]+)/)?.[1] ?? ""
  const read = async () => (await db().select().from(sessions).where(eq(sessions.token, token)))[0]
  const before = await read()
  const start = Date.now()
  setClock(() => new Date(start + 30 * MINUTE))
  await app.get("/experts", { cookie })
  expect((await read())?.updatedAt).toEqual(before?.updatedAt)
  setClock(() => new Date(start + 61 * MINUTE))
  await app.get("/experts", { cookie })
  const after = await read()
  expect(after?.updatedAt.getTime()).toBeGreaterThan(start + 60 * MINUTE)
  expect(after?.expiresAt).toEqual(before?.expiresAt)
})
