import { spawn, spawnSync, type ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createItemForSale } from "#app/areas/market/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { db, driver } from "#app/platform/db.server.ts"
import { migrate } from "#app/platform/migrate.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { startChildServer, type ChildServer } from "../../bench/servers.ts"
import { withDatabase } from "../setup/database.ts"
import { openLiveStream } from "../setup/live-stream-client.ts"

const own = withDatabase()

/** Sends a form as a page of `child` does. */
const post = (child: ChildServer, path: string, cookie: string, fields: Record<string, string>) =>
  fetch(child.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    headers: { Cookie: cookie, Origin: child.url },
  })

/** Milliseconds until `work` has come to its end. */
async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function acrossProcesses(env: () => Record<string, string>) {
  const processes: ChildServer[] = []
  const files = mkdtempSync(join(tmpdir(), "baroildang-two-"))
  beforeAll(async () => {
    for (let number = 0; number < 2; number += 1)
      processes.push(
        await startChildServer("product", { DATABASE_URL: own.url, DATA_DIR: files, DEMO: "0", ...env() }),
      )
  })
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()))
    rmSync(files, { recursive: true, force: true })
  })
  const at = (number: number): ChildServer => {
    const one = processes[number]
    if (!one) throw new Error("The process has not started")
    return one
  }

  for (const [here, there] of [
    [0, 1],
    [1, 0],
  ] as const) {
    test(`what is done at process ${there + 1} is heard at process ${here + 1} within a second`, async () => {
      const { cookie } = await createPerson()
      const stream = openLiveStream(at(here).url, cookie)
      await stream.opened
      expect(
        (await post(at(there), "/my-info/login", cookie, { intent: "session-timeout", minutes: "180" }))
          .status,
      ).toBe(302)
      expect(
        await took(() => stream.waitForMessage((message) => message.type === "profile.changed")),
      ).toBeLessThan(1_000)
      stream.stop()
    })
  }

  test("a notification of one process arrives at the other, and reading it clears both", async () => {
    const { cookie, actor } = await createPerson()
    const [admin, expert] = [await createPerson({ role: "admin" }), await createPerson()]
    const [one, two] = [openLiveStream(at(0).url, cookie), openLiveStream(at(1).url, cookie)]
    await Promise.all([one.opened, two.opened])
    const report = await fetch(`${at(0).url}/report?kind=person&id=${expert.actor.userId}`, {
      headers: { Cookie: cookie },
    })
    const key = /name="submissionKey" value="([^"]+)"/.exec(await report.text())?.[1] ?? ""
    expect(
      (
        await post(at(0), `/report?kind=person&id=${expert.actor.userId}`, cookie, {
          reason: "scam",
          details: "",
          submissionKey: key,
        })
      ).status,
    ).toBe(302)
    const [filed] = await driver()<
      { id: string }[]
    >`select id from reports where reporter_id = ${actor.userId}`
    const decisions: Record<string, string>[] = [
      { intent: "triage" },
      { intent: "dismiss", reason: "확인되지 않음" },
    ]
    for (const fields of decisions)
      expect((await post(at(1), `/admin/reports/${filed?.id}`, admin.cookie, fields)).status).toBe(302)
    await Promise.all(
      [one, two].map((stream) =>
        stream.waitForMessage((message) => message.type === "notifications.changed"),
      ),
    )
    const unread = async (child: ChildServer) =>
      /안 읽은 알림 (\d+)개/.exec(
        await (await fetch(`${child.url}/my-info/blocks`, { headers: { Cookie: cookie } })).text(),
      )?.[1]
    expect([await unread(at(0)), await unread(at(1))]).toEqual(["1", "1"])
    let quieted = 0
    const quiet = [one, two].map((stream) =>
      stream.waitForMessage((message) => message.type === "notifications.changed" && (quieted += 1) > 2),
    )
    await post(at(0), "/notifications", cookie, { intent: "read-all" })
    await Promise.all(quiet)
    expect([await unread(at(0)), await unread(at(1))]).toEqual([undefined, undefined])
    one.stop()
    two.stop()
  })

  test("a listing hidden at one process leaves the search of the other within a second", async () => {
    registerSubjects()
    const [seller, reader] = [await createPerson(), await createPerson()]
    const word = `황동램프${newId().slice(-4).replaceAll(/\d/g, "가")}`
    const itemId = await createItemForSale(seller, { title: `${word} 팝니다` })
    const isFound = async (cookie: string) =>
      (
        await (
          await fetch(`${at(1).url}/search?${new URLSearchParams({ q: word, type: "marketplace" })}`, {
            headers: cookie === "" ? {} : { Cookie: cookie },
          })
        ).text()
      ).includes(`/marketplace/${itemId}"`)
    const everybody = [reader.cookie, ""]
    const within = async (there: boolean) => {
      const begun = performance.now()
      for (const cookie of everybody)
        while ((await isFound(cookie)) !== there)
          if (performance.now() - begun > 10_000) throw new Error(`still ${there ? "not " : ""}found`)
      return performance.now() - begun
    }
    expect(
      (await post(at(0), `/marketplace/${itemId}`, seller.cookie, { intent: "put-away", away: "1" })).status,
    ).toBeLessThan(400)
    await within(false)
    expect(
      (await post(at(0), `/marketplace/${itemId}`, seller.cookie, { intent: "put-away", away: "0" })).status,
    ).toBeLessThan(400)
    await within(true)
    expect(
      (await post(at(0), `/marketplace/${itemId}`, seller.cookie, { intent: "put-away", away: "1" })).status,
    ).toBeLessThan(400)
    expect(await within(false)).toBeLessThan(1_000)
  })

  test("a logout at one process ends the stream at the other", async () => {
    const { cookie } = await createPerson()
    const stream = openLiveStream(at(0).url, cookie)
    await stream.opened
    await post(at(1), "/logout", cookie, {})
    await stream.waitForMessage((message) => message.type === "signed-out")
    await stream.closed
  })
}

describe("two processes over PostgreSQL", () => {
  acrossProcesses(() => ({}))

  test("who lost the connection between them looks again", async () => {
    const { cookie } = await createPerson()
    const child = await startChildServer("product", { DATABASE_URL: own.url, DATA_DIR: tmpdir(), DEMO: "0" })
    const stream = openLiveStream(child.url, cookie)
    await stream.opened
    await db().execute(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and " +
        "query ilike 'listen %'",
    )
    await stream.waitForMessage((message) => message.type === "look-again")
    stream.stop()
    await child.stop()
  })
})

const redisServer = spawnSync("redis-server", ["--version"]).status === 0
if (!redisServer) {
  // oxlint-disable-next-line no-console -- a test that is left out says why
  console.warn(
    "redis-server가 없어 Redis로 소식을 나르는 검사를 건너뛰어요. " +
      "Debian·Ubuntu에서는 `apt-get install redis-server`로 설치할 수 있어요.",
  )
}

describe.skipIf(!redisServer)("two processes over Redis", () => {
  let redis: ChildProcess | undefined
  let port = 0
  const startRedis = async () => {
    redis = spawn(
      "redis-server",
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
      { stdio: ["ignore", "pipe", "ignore"] },
    )
    await new Promise<void>((ready, failed) => {
      redis?.stdout?.on(
        "data",
        (part: Buffer) => String(part).includes("Ready to accept connections") && ready(),
      )
      redis?.once("exit", () => failed(new Error("redis-server did not start")))
    })
  }
  beforeAll(async () => {
    port = await new Promise<number>((found) => {
      const probe = createServer().listen(0, "127.0.0.1", () => {
        const address = probe.address()
        probe.close(() => found(typeof address === "object" && address ? address.port : 0))
      })
    })
    await startRedis()
  })
  afterAll(() => void redis?.kill())
  acrossProcesses(() => ({ REDIS_URL: `redis://127.0.0.1:${port}` }))

  test("a Redis that was away and is back makes every page look again", async () => {
    const { cookie } = await createPerson()
    const child = await startChildServer("product", {
      DATABASE_URL: own.url,
      DATA_DIR: tmpdir(),
      DEMO: "0",
      REDIS_URL: `redis://127.0.0.1:${port}`,
    })
    const stream = openLiveStream(child.url, cookie)
    await stream.opened
    const gone = new Promise((done) => redis?.once("exit", done))
    redis?.kill()
    await gone
    // Without it the product goes on; only the pages learn of it later.
    expect((await fetch(`${child.url}/my-info`, { headers: { Cookie: cookie } })).status).toBe(200)
    await startRedis()
    await stream.waitForMessage((message) => message.type === "look-again")
    expect(
      (await post(child, "/my-info/login", cookie, { intent: "session-timeout", minutes: "30" })).status,
    ).toBe(302)
    await stream.waitForMessage((message) => message.type === "profile.changed")
    stream.stop()
    await child.stop()
  })
})

test("four processes that start at once apply each migration once", async () => {
  const name = `test_migrations_${process.pid}`
  const url = new URL(own.url)
  await driver().unsafe(`create database ${name}`)
  url.pathname = `/${name}`
  try {
    const folder = join(import.meta.dirname, "../../db/migrations")
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url.href, folder)))
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  } finally {
    await driver().unsafe(`drop database if exists ${name} with (force)`)
  }
})
