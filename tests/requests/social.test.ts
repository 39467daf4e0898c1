/** Signing in through Kakao, Naver, Google and Apple, against doubles of the four. */
import { count, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { credentials, profiles, sessions, users } from "#app/areas/accounts/schema.server.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { SOCIAL_SETTINGS, startSocialDouble, type SocialPerson } from "../doubles/oauth.ts"
import { withApp } from "../setup/app.ts"

const app = withApp(SOCIAL_SETTINGS)

let providers: ReturnType<typeof startSocialDouble>
beforeAll(() => {
  providers = startSocialDouble()
})
afterAll(() => providers.stop())

type Provider = "kakao" | "naver" | "google" | "apple"
const cookiesOf = (...answers: Response[]) =>
  answers
    .flatMap((answer) => answer.headers.getSetCookie())
    .map((cookie) => cookie.split(";")[0])
    .filter((cookie) => !cookie?.endsWith("="))
    .join("; ")
const pathOf = (address: string) => address.replace("http://localhost:3000", "")

/** Comes back as Apple sends people: by a form of its own page, with which the browser sends no cookie. */
async function returnByForm(returned: string, { name }: SocialPerson): Promise<string> {
  const [path = "", query] = returned.split("?")
  const fields = Object.fromEntries(new URLSearchParams(query))
  const user = JSON.stringify({ name: { firstName: name.slice(1), lastName: name.slice(0, 1) } })
  const headers = { Origin: "https://appleid.apple.com", "Sec-Fetch-Site": "cross-site" }
  const answer = await app.post(path, { ...fields, user, unknown: "x" }, { headers })
  expect(answer.status).toBe(303)
  const to = answer.headers.get("Location") ?? ""
  expect(to).not.toContain("unknown")
  return to
}

/** Goes all the way: the button, the provider, back. */
async function signInWith(
  provider: Provider,
  person: SocialPerson,
  options: { returnTo?: string; cookie?: string } = {},
) {
  const start = await app.post(
    "/login",
    { intent: "social", provider, returnTo: options.returnTo ?? "/" },
    options.cookie ? { cookie: options.cookie } : {},
  )
  expect(start.status).toBe(302)
  const returned = pathOf(providers.authorize(start.headers.get("Location") ?? "", person))
  const path = provider === "apple" ? await returnByForm(returned, person) : returned
  const back = await app.get(path, {
    cookie: [options.cookie, cookiesOf(start)].filter(Boolean).join("; "),
  })
  expect(back.status).toBe(302)
  return {
    to: back.headers.get("Location"),
    cookie: cookiesOf(back),
    isSignedIn: back.headers
      .getSetCookie()
      .some((cookie) => cookie.startsWith("baroildang.session_token=") && !/=;/.test(cookie)),
  }
}

let lastId = 4_100_000_000
const nextId = () => String((lastId += 1))
const userOf = async (accountId: string) =>
  (
    await db()
      .select({ userId: credentials.userId })
      .from(credentials)
      .where(eq(credentials.accountId, accountId))
  )[0]?.userId
const COMPLETE = {
  intent: "complete",
  userType: "customer",
  name: "김하늘",
  phone: "010-2345-6789",
  regionCode: "11650",
  terms: "on",
  privacy: "on",
  age14: "on",
}

test.each(["kakao", "google", "apple"] as const)(
  "somebody new signs in with %s, completes their profile and comes back as themselves",
  async (provider) => {
    const person = { id: nextId(), name: "김하늘", email: `${provider}-new@example.kr`, emailVerified: true }
    const first = await signInWith(provider, person, { returnTo: "/experts" })
    expect([first.to, first.isSignedIn]).toEqual(["/my-info?returnTo=%2Fexperts", true])
    const page = await (await app.get(first.to ?? "", { cookie: first.cookie })).text()
    expect(page).toContain("프로필을 완성해 주세요")
    expect(page).toContain('name="returnTo" value="/experts"')
    const done = await app.post("/my-info", { ...COMPLETE, returnTo: "/experts" }, { cookie: first.cookie })
    expect([done.status, done.headers.get("Location")]).toEqual([302, "/experts"])
    expect(await (await app.get("/my-info", { cookie: first.cookie })).text()).toContain(person.email)

    const again = await signInWith(provider, person, { returnTo: "/experts?category=repair" })
    expect([again.to, again.isSignedIn]).toEqual(["/experts?category=repair", true])
    const userId = await userOf(person.id)
    expect(await db().select({ people: count() }).from(users).where(eq(users.email, person.email))).toEqual([
      { people: 1 },
    ])
    const [stored] = await db().select().from(credentials).where(eq(credentials.accountId, person.id))
    expect([stored?.userId, stored?.accessToken, stored?.refreshToken, stored?.idToken]).toEqual([
      userId,
      null,
      null,
      null,
    ])
    expect(
      (
        await db()
          .select({ timeout: sessions.staysSignedIn })
          .from(sessions)
          .where(eq(sessions.userId, userId ?? ""))
      ).every((session) => !session.timeout),
    ).toBe(true)
  },
)

test.each(["kakao", "google", "apple"] as const)(
  "an address that %s has verified signs in to the account that is there",
  async (provider) => {
    const { actor } = await createPerson({ email: `${provider}-there@example.kr` })
    const person = {
      id: nextId(),
      name: "다른 이름",
      email: `${provider}-there@example.kr`,
      emailVerified: true,
    }
    const back = await signInWith(provider, person, { returnTo: "/orders" })
    expect([back.to, back.isSignedIn]).toEqual(["/orders", true])
    expect(await userOf(person.id)).toBe(actor.userId)
    expect((await app.get("/orders", { cookie: back.cookie })).status).toBe(200)
  },
)

test.each(["naver", "kakao"] as const)(
  "an address that %s has not verified opens nobody's account",
  async (provider) => {
    const { actor } = await createPerson({ email: `${provider}-victim@example.kr` })
    const person = { id: nextId(), name: "모르는 사람", email: `${provider}-victim@example.kr` }
    const back = await signInWith(provider, person)
    expect([back.to, back.isSignedIn]).toEqual(["/login?error=social", false])
    expect(await userOf(person.id)).toBeUndefined()
    expect(
      await db().select({ sessions: count() }).from(sessions).where(eq(sessions.userId, actor.userId)),
    ).toEqual([{ sessions: 1 }])
    expect(await (await app.get("/login?error=social")).text()).toContain("이메일")
  },
)

test("an account whose own address was never confirmed is not handed over either", async () => {
  const { actor } = await createPerson({ email: "unconfirmed@example.kr" })
  await db().update(users).set({ emailVerified: false }).where(eq(users.id, actor.userId))
  const person = { id: nextId(), name: "누군가", email: "unconfirmed@example.kr", emailVerified: true }
  const back = await signInWith("google", person)
  expect([back.isSignedIn, await userOf(person.id)]).toEqual([false, undefined])
})

test("somebody new signs in with Naver, whose address then still counts as unconfirmed", async () => {
  const person = { id: "naver-abc_DEF", name: "박나래", email: "naver-new@example.kr" }
  expect((await signInWith("naver", person)).to).toBe("/my-info")
  expect(
    (
      await db().select({ verified: users.emailVerified }).from(users).where(eq(users.email, person.email))
    )[0],
  ).toEqual({ verified: false })
})

test.each(["kakao", "naver", "apple"] as const)(
  "who keeps their address from %s is asked for one",
  async (provider) => {
    const person = { id: nextId(), name: "이메일없음" }
    const first = await signInWith(provider, person)
    expect([first.to, first.isSignedIn]).toEqual(["/my-info", true])
    expect((await app.post("/my-info", COMPLETE, { cookie: first.cookie })).status).toBe(302)
    const page = await (await app.get("/my-info", { cookie: first.cookie })).text()
    expect(page).toContain("이메일 미등록")
    expect(page).not.toContain("no-email.invalid")
    const asked = await app.post(
      "/my-info/profile",
      { intent: "email", email: `${provider}-mine@example.kr` },
      { cookie: first.cookie },
    )
    expect(asked.status).toBe(302)
    await app.drainEvents()
    const mail = await (
      await app.get(`/outbox?to=${provider}-mine@example.kr`, { cookie: first.cookie })
    ).text()
    const link = new RegExp(`/verify-email\\?token=([^&"\\s<]+)[^"\\s<]*change=1`).exec(
      mail.replaceAll("&amp;", "&"),
    )?.[1]
    expect(
      (
        await app.post(
          "/verify-email?change=1",
          { token: decodeURIComponent(link ?? ""), intent: "change" },
          { cookie: first.cookie },
        )
      ).status,
    ).toBe(302)
    expect(await (await app.get("/my-info", { cookie: first.cookie })).text()).toContain(
      `${provider}-mine@example.kr`,
    )
  },
)

test("a return without our own question, or asked by another browser, signs nobody in", async () => {
  const person = { id: nextId(), name: "김하늘", email: "state@example.kr", emailVerified: true }
  for (const path of [
    "/api/auth/callback/kakao",
    "/api/auth/callback/kakao?code=x&state=y",
    "/api/auth/callback/kakao?error=access_denied&state=y",
  ]) {
    const answer = await app.get(path)
    expect([answer.status, answer.headers.get("Location")], path).toEqual([302, "/login?error=social"])
  }
  expect((await app.get("/api/auth/callback/github?code=x&state=y")).status).toBe(404)
  const start = await app.post("/login", { intent: "social", provider: "kakao", returnTo: "/" })
  const elsewhere = await app.get(pathOf(providers.authorize(start.headers.get("Location") ?? "", person)))
  expect([elsewhere.headers.get("Location"), await userOf(person.id)]).toEqual([
    "/login?error=social",
    undefined,
  ])
})

test("who is banned or has left does not come in through a provider", async () => {
  const person = { id: nextId(), name: "김하늘", email: "banned-social@example.kr", emailVerified: true }
  const { actor } = await createPerson({ email: person.email })
  await db()
    .update(profiles)
    .set({ bannedUntil: new Date(Date.now() + 86_400_000) })
    .where(eq(profiles.userId, actor.userId))
  const back = await signInWith("kakao", person)
  expect([back.to, back.isSignedIn]).toEqual(["/login?error=social", false])
})

test("Apple is shown a secret that is fresh, a year after the start as well", async () => {
  const person = { id: nextId(), name: "김사과", email: "apple-later@example.kr", emailVerified: true }
  await createPerson({ email: person.email })
  expect((await signInWith("apple", person)).isSignedIn).toBe(true)
  setClock(() => new Date(Date.now() + 365 * 86_400_000))
  try {
    expect((await signInWith("apple", person)).isSignedIn).toBe(true)
  } finally {
    resetClock()
  }
})

test("no other provider comes back by a form", async () => {
  const headers = { Origin: "https://kauth.kakao.com", "Sec-Fetch-Site": "cross-site" }
  const answer = await app.post("/api/auth/callback/kakao", { code: "x", state: "y" }, { headers })
  expect(answer.status).toBe(403)
})

test("nobody is led off the site afterwards", async () => {
  const person = { id: nextId(), name: "김하늘", email: "led@example.kr", emailVerified: true }
  await createPerson({ email: person.email })
  for (const returnTo of [
    "//evil.example",
    "https://evil.example/x",
    "/\\evil.example",
    "javascript:alert(1)",
  ]) {
    expect((await signInWith("kakao", person, { returnTo })).to, returnTo).toBe("/")
  }
})
