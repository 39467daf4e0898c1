/** `npm run admin`: the first admin of an empty product, the second one, and what the command refuses. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import postgres from "postgres"
import { inject, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import {
  createAdministrator,
  linkForAdministrator,
} from "#app/areas/accounts/service/administrators.server.ts"
import { updateBan } from "#app/areas/accounts/service/account-status.server.ts"
import { db, driver, inTransaction } from "#app/platform/db.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const script = join(import.meta.dirname, "../../bin/admin.mjs")
const SECRET = "a secret that only tests know, 32+"
const here = async () => ({ DATABASE_URL: await ownUrl(), APP_ENV: "test", SECRET, LOG_LEVEL: "silent" })

async function ownUrl(): Promise<string> {
  const [row] = await driver()<{ name: string }[]>`select current_database() as name`
  const url = new URL(inject("databaseUrl"))
  url.pathname = `/${row?.name ?? ""}`
  return url.href
}

/** Runs the command with `env` and nothing else of ours. Resolves with what it said and how it ended. */
function admin(
  env: Record<string, string>,
  args: string[],
  typed = "",
): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: { PATH: process.env.PATH ?? "", ...env } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, said: stdout + stderr })
      },
    )
    child.stdin?.end(typed)
  })
}

const linkIn = (said: string) => /https?:\/\/\S+\/password-reset\?token=[\w-]+/.exec(said)?.[0] ?? ""
const tokenIn = (said: string) => new URL(linkIn(said)).searchParams.get("token") ?? ""
const sessionOf = (answer: Response) =>
  /baroildang\.session_token=[^;]+/.exec(answer.headers.getSetCookie().join("; "))?.[0] ?? ""
const isOffice = async (cookie: string) => (await app.get("/admin", { cookie })).status === 200

test("on an empty production database it makes the tables and the first admin", async () => {
  const name = `empty_${process.pid}`
  const root = new URL(inject("databaseUrl"))
  root.pathname = "/postgres"
  const sql = postgres(root.href, { max: 1, onnotice: () => {} })
  const empty = new URL(root)
  empty.pathname = `/${name}`
  const production = {
    DATABASE_URL: empty.href,
    APP_ENV: "production",
    DEMO: "0",
    SECRET,
    PRODUCTION_ORIGIN: "https://baro.example",
    SMTP_URL: "smtp://127.0.0.1:2525",
    LOG_LEVEL: "silent",
    MAIL_FROM: "바로 <no-reply@baro.example>",
    SOLAPI_API_KEY: "key",
    SOLAPI_API_SECRET: "secret",
    SMS_FROM: "15880000",
    TOSS_CLIENT_KEY: "live_ck_x",
    TOSS_SECRET_KEY: "live_sk_x",
    PAYOUTS: "off",
    ACCOUNT_CHECK: "off",
    TRACKING: "off",
  }
  await sql.unsafe(`create database ${name}`)
  try {
    const made = await admin(production, ["create", "First@Example.kr", "--name", "김하나"])
    expect(made.code).toBe(0)
    expect(linkIn(made.said)).toMatch(/^https:\/\/baro\.example\/password-reset\?token=/)
    const listed = await admin(production, ["list"])
    expect(listed.said).toMatch(/^first@example\.kr\t김하나\t/)
  } finally {
    await sql.unsafe(`drop database if exists ${name} with (force)`)
    await sql.end()
  }
}, 60_000)

test("the link opens the admin area once; a second admin gets a password from stdin", async () => {
  const env = await here()
  const made = await admin(env, ["create", "first@example.kr"])
  expect(made.code).toBe(0)
  expect(await app.drainEvents()).toBeGreaterThan(0)
  const set = () =>
    app.post("/password-reset", { intent: "reset", token: tokenIn(made.said), password: "bright-river-99" })
  const entered = await set()
  expect(await isOffice(sessionOf(entered))).toBe(true)
  expect((await set()).status).toBe(409)
  const second = await admin(env, ["create", "second@example.kr", "--password-stdin"], "quiet-lamp-77\n")
  expect(second).toMatchObject({ code: 0, said: expect.not.stringContaining("token=") })
  expect(
    await isOffice(
      sessionOf(await app.post("/login", { email: "second@example.kr", password: "quiet-lamp-77" })),
    ),
  ).toBe(true)
  const again = await admin(env, ["link", "second@example.kr"])
  expect(
    (
      await app.post("/password-reset", {
        intent: "reset",
        token: tokenIn(again.said),
        password: "bright-river-11",
      })
    ).status,
  ).toBe(302)
  // What was done stands in the log, under the name of who does such things.
  const page = await (await app.get("/admin/audit", { cookie: sessionOf(entered) })).text()
  for (const words of ["서버 운영자", "관리자 계정을 만들었어요", "비밀번호를 정할 주소를 만들었어요"])
    expect(page).toContain(words)
}, 60_000)

test("a member becomes an admin only where that is asked for, and every session of theirs ends", async () => {
  const env = await here()
  const person = await createPerson({ email: "member@example.kr" })
  expect(await admin(env, ["create", "member@example.kr"])).toMatchObject({
    code: 1,
    said: expect.stringContaining("--promote"),
  })
  expect(await isOffice(person.cookie)).toBe(false)
  expect(await admin(env, ["create", "member@example.kr", "--promote"])).toMatchObject({
    code: 0,
    said: expect.stringContaining("관리자로 올렸어요"),
  })
  expect((await app.post("/session/open", {}, { cookie: person.cookie })).status).toBe(401)
  expect(
    await createAdministrator({
      email: "member@example.kr",
      name: "관리자",
      password: null,
      promote: true,
      by: "시험",
    }),
  ).toEqual({ ok: false, reason: "admin" })
}, 60_000)

test("it refuses experts, the banned, weak passwords and passwords as arguments", async () => {
  await createPerson({ email: "expert@example.kr", userType: "expert" })
  const banned = await createPerson({ email: "banned@example.kr" })
  await inTransaction((tx) =>
    updateBan(tx, banned.actor.userId, { until: new Date(Date.now() + 86_400_000), reason: "사기" }),
  )
  const before = (await db().select().from(auditLog)).length
  const create = (email: string, password: string | null = null) =>
    createAdministrator({ email, name: "관리자", password, promote: true, by: "시험" })
  expect(await create("expert@example.kr")).toEqual({ ok: false, reason: "expert" })
  expect(await create("banned@example.kr")).toEqual({ ok: false, reason: "banned" })
  expect(await create("sunflower@example.kr", "sunflower-11")).toMatchObject({
    ok: false,
    reason: "personal",
  })
  expect(await linkForAdministrator("expert@example.kr", "시험")).toBeNull()
  const env = await here()
  const refused: [string[], string, string?][] = [
    [["create", "weak@example.kr", "--password-stdin"], "비밀번호", "1234"],
    [["create", "open@example.kr", "--password", "quiet-lamp-77"], "비밀번호는 명령에 쓰지 않아요"],
    [["destroy"], "쓰는 법"],
  ]
  const answers = await Promise.all(refused.map(([args, , typed]) => admin(env, args, typed)))
  for (const [place, [args, words]] of refused.entries()) {
    expect(answers[place], args.join(" ")).toMatchObject({ code: 1, said: expect.stringContaining(words) })
    expect(answers[place]?.said).not.toMatch(/\n\s+at |Error:/)
  }
  expect((await db().select().from(auditLog)).length).toBe(before)
}, 60_000)
