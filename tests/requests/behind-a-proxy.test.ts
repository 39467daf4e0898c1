/** The product as production has it: it speaks HTTP to a proxy that speaks HTTPS to everybody. */
import { request as ask } from "node:http"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { sessions } from "#app/areas/accounts/schema.server.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { SERVICES_OFF } from "../setup/services-off.ts"

const ORIGIN = "https://baro.example"
const METRICS_TOKEN = "a token that only this test knows"
const PRODUCTION = {
  METRICS_TOKEN,
  APP_ENV: "production",
  PRODUCTION_ORIGIN: ORIGIN,
  TRUST_PROXY: "1",
  DEMO: "0",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "바로 <no-reply@baro.example>",
  ...SERVICES_OFF,
  MAIL: "smtp",
  LOG_LEVEL: "silent",
  SHARED_MS: "5000",
}
/** What the proxy adds, as nginx and HAProxy are usually told to. */
const FROM_PROXY = { Host: "baro.example", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https" }

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

const app = withApp(PRODUCTION)
let listening = ""
beforeAll(async () => {
  listening = await app.listen()
})

/** Plain HTTP, as the proxy speaks it: fetch would not let the Host be chosen. */
function send(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((answered, failed) => {
    const asking = ask(
      listening + path,
      { method: options.method ?? "GET", headers: { ...FROM_PROXY, ...options.headers } },
      (response) => {
        const pieces: Buffer[] = []
        response.on("data", (piece: Buffer) => pieces.push(piece))
        response.on("end", () =>
          answered({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces).toString(),
          }),
        )
      },
    )
    asking.on("error", failed)
    asking.end(options.body)
  })
}

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const body = new URLSearchParams(fields).toString()
  const form = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(body.length),
    Origin: ORIGIN,
  }
  return send(path, { method: "POST", body, headers: { ...form, ...headers } })
}
const PASSWORD = "demo-1234!"
async function createMember(email: string) {
  const { actor } = await createPerson({ email })
  await inTransaction(async (tx) => setPassword(tx, actor.userId, await hashPassword(PASSWORD)))
  return actor.userId
}
const sessionsOf = (userId: string) => db().select().from(sessions).where(eq(sessions.userId, userId))
const cookiesOf = (answer: Answer) => [answer.headers["set-cookie"] ?? []].flat()

describe("a form behind a proxy with TLS", () => {
  test.each(["/login", "/login.data"])("sent to %s signs in", async (path) => {
    const email = `by${path.length}@example.kr`
    const userId = await createMember(email)
    const answer = await post(path, { email, password: PASSWORD })
    expect(answer.status).toBe(path.endsWith(".data") ? 202 : 302)
    expect((await sessionsOf(userId)).some((session) => session.ipAddress === "203.0.113.9")).toBe(true)
    const cookies = cookiesOf(answer)
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-[^;]+; Path=\/;.*; Secure(?:;|$)/)
    const cookie = cookies.map((each) => each.split(";")[0]).join("; ")
    expect((await send("/my-info", { headers: { Cookie: cookie } })).status).toBe(200)
  })

  test.each(["http://baro.example", "https://evil.example", "https://baro.example:8443", "null"])(
    "from %s is refused",
    async (origin) => {
      expect(
        (await post("/login", { email: "a@example.kr", password: "x" }, { Origin: origin })).status,
      ).toBe(403)
    },
  )

  test("is taken whatever name the proxy reaches the process by", async () => {
    await createMember("upstream@example.kr")
    const answer = await post(
      "/login",
      { email: "upstream@example.kr", password: PASSWORD },
      { Host: "127.0.0.1:3000" },
    )
    expect(answer.status).toBe(302)
  })
})

describe("what is answered in production", () => {
  test("says by HSTS that https is meant, with its own address in every link", async () => {
    const answer = await send("/experts")
    expect(answer.headers["strict-transport-security"]).toContain("max-age=31536000")
    expect(answer.body).toContain(`${ORIGIN}/experts`)
    expect(answer.body).not.toMatch(/http:\/\/(?:baro\.example|localhost|127\.0\.0\.1)/)
  })

  test("is one page for every Host that strangers write, with none of them in it", async () => {
    const first = await send("/category/repair")
    for (const host of ["evil.example", "baro.example.evil.example", "other.example:81"]) {
      const answer = await send("/category/repair", {
        headers: { Host: host, "X-Forwarded-Host": host, "X-Forwarded-Proto": "http" },
      })
      expect([answer.status, answer.headers["x-cache"], answer.body.includes(host)]).toEqual([
        200,
        "HIT",
        false,
      ])
      expect(answer.body).toBe(first.body)
    }
    const [robots, sitemap] = await Promise.all(
      ["/robots.txt", "/sitemap.xml"].map((path) => send(path, { headers: { Host: "evil.example" } })),
    )
    expect(robots?.body).toContain(`${ORIGIN}/sitemap.xml`)
    expect(sitemap?.body).not.toContain("evil.example")
  })

  test("sets no cookie without Secure, also the word that goes with a redirect", async () => {
    const { cookie } = await createPerson()
    const answer = await post("/logout", {}, { Cookie: cookie })
    expect(answer.status).toBe(302)
    const told = await post(
      "/chat/open",
      { kind: "expert", id: "01900000-0000-7000-8000-000000000000" },
      { Cookie: (await createPerson()).cookie },
    )
    for (const cookieLine of [...cookiesOf(answer), ...cookiesOf(told)])
      expect(cookieLine).toMatch(/; Secure(?:;|$)/)
    expect(cookiesOf(answer).length).toBeGreaterThan(0)
  })
})

test("of two cookies of one name the one that only this host can write counts", async () => {
  const [own, strangers] = [
    await createPerson({ name: "진짜본인" }),
    await createPerson({ name: "심어진이" }),
  ]
  const page = await send("/my-info", { headers: { Cookie: `${strangers.cookie}; __Host-${own.cookie}` } })
  expect(page.body).toContain(own.actor.email)
  expect(page.body).not.toContain(strangers.actor.email)
})

test("the numbers are for who knows their token, whatever address is pretended", async () => {
  for (const address of ["127.0.0.1", "::1", "127.0.0.1, 127.0.0.1"]) {
    expect(
      (await send("/metrics", { headers: { "X-Forwarded-For": address, Host: "localhost" } })).status,
    ).toBe(404)
  }
  expect((await send("/metrics", { headers: { Authorization: "Bearer wrong" } })).status).toBe(404)
  const answer = await send("/metrics", { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  expect([answer.status, answer.body.includes("http_request_duration_seconds")]).toEqual([200, true])
})
