/** What a visitor, a balancer and the log see of a database that freezes, goes away or breaks. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { chatMessages } from "#app/areas/chat/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { createPeople, createRooms } from "../../bench/live.ts"
import { startChildServer, type ChildServer } from "../../bench/servers.ts"
import { openDatabaseProxy, type DatabaseProxy } from "../doubles/database-proxy.ts"
import { withDatabase } from "../setup/database.ts"

const own = withDatabase()
const files = mkdtempSync(join(tmpdir(), "baroildang-trouble-"))
const METRICS_TOKEN = "a token that only tests know, 32 letters"
let way: DatabaseProxy
let child: ChildServer
let person: Person
let output = ""
beforeAll(async () => {
  way = await openDatabaseProxy(own.url)
  person = await createPerson({ email: "trouble-marked@example.kr" })
  child = await startChildServer(
    "product",
    {
      DATABASE_URL: way.url,
      DATA_DIR: files,
      DEMO: "0",
      APP_ENV: "development",
      LOG_LEVEL: "debug",
      SHARED_MS: "0",
      METRICS_TOKEN,
    },
    (text) => (output += text),
  )
})
afterAll(async () => {
  await child.stop()
  await way.close()
  rmSync(files, { recursive: true, force: true })
})

type Answer = { status: number; text: string; ms: number; retryAfter: string | null }
async function ask(path: string, cookie = person.cookie, fields?: Record<string, string>): Promise<Answer> {
  const begun = performance.now()
  const answer = await fetch(child.url + path, {
    redirect: "manual",
    headers: { Cookie: cookie, ...(fields && { Origin: child.url }) },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  })
  return {
    status: answer.status,
    text: await answer.text(),
    ms: performance.now() - begun,
    retryAfter: answer.headers.get("Retry-After"),
  }
}
const readNumbers = async () =>
  (await fetch(`${child.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })).text()
const isBack = () =>
  vi.waitFor(
    async () => {
      expect((await ask("/readyz")).status).toBe(200)
      expect((await ask("/my-info")).status).toBe(200)
    },
    { timeout: 10_000, interval: 50 },
  )

/**
 * A page, a page's data, an address for scripts and a form, asked at once; each has to be refused with a
 * sentence within three seconds.
 */
async function refusesAll(): Promise<void> {
  const asked: [string, Promise<Answer>][] = [
    ["page", ask("/orders")],
    ["data", ask("/orders.data")],
    ["script", ask(`/chat/messages?room=${newId()}`)],
    ["form", ask("/my-info/login", person.cookie, { intent: "session-timeout", minutes: "180" })],
    ["readyz", ask("/readyz")],
  ]
  const answers = await Promise.all(asked.map(async ([name, answer]) => ({ name, ...(await answer) })))
  expect(
    answers.map(
      ({ name, status, ms }) => `${name} ${status} ${ms < 3_000 ? "in time" : `after ${Math.round(ms)} ms`}`,
    ),
  ).toEqual(asked.map(([name]) => `${name} 503 in time`))
  for (const { name, text, retryAfter } of answers)
    if (name !== "readyz")
      expect({ name, text, retryAfter }).toMatchObject({
        text: expect.stringMatching(/잠시 뒤 /),
        retryAfter: "2",
      })
}

test(
  "a frozen database is a 503 with a sentence within three seconds, and over when it goes on",
  { timeout: 60_000 },
  async () => {
    await isBack()
    way.freeze()
    await refusesAll()
    // And from then on at once, until it is back.
    const again = await ask("/orders")
    expect(again).toMatchObject({ status: 503 })
    expect(again.ms).toBeLessThan(500)
    expect(await readNumbers()).toMatch(/^database_up 0$/m)
    expect((await ask("/healthz")).status).toBe(200)
    way.thaw()
    await isBack()
    expect(await readNumbers()).toMatch(/^database_up 1$/m)
  },
)

test(
  "what is written while the database freezes is acknowledged where it is there, and nowhere else",
  { timeout: 60_000 },
  async () => {
    const people = await createPeople(16)
    const rooms = await createRooms(people)
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    const stopping = new AbortController()
    const talking = rooms.flatMap(({ roomId, pair }) =>
      pair.map(async ({ cookie }) => {
        while (!stopping.signal.aborted) {
          const clientKey = newId()
          const { status } = await ask(`/chat/messages?room=${roomId}`, cookie, {
            intent: "send",
            clientKey,
            text: "안녕하세요",
          })
          statuses.add(status)
          if (status === 200) acknowledged.push(clientKey)
        }
      }),
    )
    for (let round = 0; round < 2; round += 1) {
      const before = acknowledged.length
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 8), {
        timeout: 20_000,
        interval: 2,
      })
      way.freeze()
      await vi.waitFor(async () => expect((await ask("/readyz")).status).toBe(503), {
        timeout: 5_000,
        interval: 50,
      })
      way.thaw()
      await isBack()
    }
    stopping.abort()
    await Promise.all(talking)
    const kept = new Set(
      (await db().select({ key: chatMessages.clientKey }).from(chatMessages)).map((row) => row.key),
    )
    expect(acknowledged.filter((key) => !kept.has(key))).toEqual([])
    expect([...statuses].filter((status) => status === 500)).toEqual([])
  },
)

test(
  "a database that is away is refused at once, is back when it is back, and does not fill the log",
  { timeout: 60_000 },
  async () => {
    await isBack()
    const before = output.length
    const begun = performance.now()
    await way.cut()
    await refusesAll()
    // Many ask meanwhile.
    for (let times = 0; times < 200; times += 1) expect((await ask("/orders")).status).toBe(503)
    await way.restore()
    await isBack()
    const lines = output
      .slice(before)
      .trim()
      .split("\n")
      .filter((line) => !/"msg":"request"/.test(line))
    // A few for each ten seconds, however many ask.
    expect(lines.length).toBeLessThan(20 * Math.ceil((performance.now() - begun) / 10_000) + 10)
  },
)

const MARKS = [
  "marked-address@example.kr",
  "010-7345-1290",
  "01073451290",
  "비밀스러운인사말",
  "marked-passw0rd-1",
  "SecretPlace77",
  "표시한이름",
  "marked-second@example.kr",
]
const SIGN_UP = { userType: "customer", regionCode: "11650", terms: "on", privacy: "on", age14: "on" }
/** Sends forms of many kinds, each with values that must never be read outside the database. */
async function typeEverywhere(room: string, cookie: string): Promise<void> {
  await Promise.all([
    ask("/login", "", { email: MARKS[0] ?? "", password: MARKS[4] ?? "", intent: "sign-in" }),
    ask("/signup", "", {
      ...SIGN_UP,
      email: MARKS[0] ?? "",
      password: MARKS[4] ?? "",
      phone: MARKS[1] ?? "",
      name: MARKS[6] ?? "",
    }),
    ask("/forgot-password", "", { email: MARKS[0] ?? "" }),
    ask(`/chat/messages?room=${room}`, cookie, {
      intent: "send",
      clientKey: newId(),
      text: `${MARKS[3]} ${MARKS[1]}`,
    }),
    ask("/my-info/profile", cookie, { intent: "send-code", phone: MARKS[1] ?? "" }),
    ask("/my-info/profile", cookie, { intent: "profile", name: MARKS[6] ?? "", regionCode: "11650" }),
    ask(`/search?q=${encodeURIComponent(MARKS[3] ?? "")}`, cookie),
    ask("/contact", cookie, {
      name: MARKS[6] ?? "",
      email: MARKS[0] ?? "",
      topic: "other",
      title: MARKS[5] ?? "",
      body: `${MARKS[3]} ${MARKS[5]}`,
      consent: "on",
      key: newId(),
    }),
    ask("/orders", cookie),
  ])
}

test(
  "nothing that was typed, and no session, is in the log or in a table of failures, whatever breaks",
  { timeout: 120_000 },
  async () => {
    await isBack()
    const people = await createPeople(2)
    const [room] = await createRooms(people)
    if (!room) throw new Error("There is no room")
    const cookie = room.pair[0].cookie
    const begun = output.length
    const breakings: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        "connections end",
        () =>
          db().execute(
            sql`select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() and application_name <> ''`,
          ),
        async () => undefined,
      ],
      [
        "a table is gone",
        () => db().execute(sql`alter table chat_messages rename to chat_messages_gone`),
        () => db().execute(sql`alter table chat_messages_gone rename to chat_messages`),
      ],
      [
        "sessions are gone",
        () => db().execute(sql`alter table sessions rename to sessions_gone`),
        () => db().execute(sql`alter table sessions_gone rename to sessions`),
      ],
      [
        "users are gone",
        () => db().execute(sql`alter table users rename to users_gone`),
        () => db().execute(sql`alter table users_gone rename to users`),
      ],
      [
        "a value is refused",
        () =>
          db().execute(sql`alter table chat_messages add constraint refused check (text is null) not valid`),
        () => db().execute(sql`alter table chat_messages drop constraint refused`),
      ],
      [
        "limits are gone",
        () =>
          db()
            .execute(sql`alter table rate_limits rename to rate_limits_gone`)
            .catch(() => undefined),
        () => db().execute(sql`alter table if exists rate_limits_gone rename to rate_limits`),
      ],
      ["the way is cut", () => way.cut(), () => way.restore()],
    ]
    for (const [, breakIt, mendIt] of breakings) {
      const typing = typeEverywhere(room.roomId, cookie)
      await breakIt()
      await typing
      await typeEverywhere(room.roomId, cookie)
      await mendIt()
      await isBack()
    }
    // An event whose handler fails leaves its reason in a table.
    await db().execute(sql`alter table users rename to users_gone`)
    expect((await ask("/forgot-password", "", { email: MARKS[7] ?? "" })).status).toBe(302)
    await vi.waitFor(
      async () => expect(await db().execute(sql`select from outbox where failure <> ''`)).not.toHaveLength(0),
      { timeout: 10_000, interval: 50 },
    )
    await db().execute(sql`alter table users_gone rename to users`)
    const said = output.slice(begun)
    const failures = await db().execute<{ failure: string }>(
      sql`select coalesce(failure, '') as failure from outbox
        union all select coalesce(output::text, '') from jobs.job`,
    )
    const all = said + failures.map((row) => row.failure).join("\n")
    const token = decodeURIComponent(cookie.split("=")[1] ?? "")
    for (const mark of [
      ...MARKS,
      ...MARKS.map(encodeURIComponent),
      token,
      token.slice(0, 20),
      person.cookie.split("=")[1] ?? "",
    ])
      expect(all.includes(mark), mark).toBe(false)
    // The codes are there, and the statements, whose values are places.
    expect(said).toMatch(/"code":"42P01"/)
    expect(said).toMatch(/"code":"23514"/)
    expect(said).toMatch(/\$1/)
    expect(said).not.toMatch(/params:/)
  },
)
