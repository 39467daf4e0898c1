/**
 * A database that is a standby for a while, as in a failover, and one whose processes stand still: nobody
 * restarts the product.
 */
import { execFileSync } from "node:child_process"
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { connectDatabase, disconnectDatabase } from "#app/platform/db.server.ts"
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#app/platform/embedded-postgres.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { migrate } from "#app/platform/migrate.server.ts"
import { createPeople, createRooms } from "../../bench/live.ts"
import { startChildServer, type ChildServer } from "../../bench/servers.ts"
import { openLiveStream, type StreamMessage } from "../setup/live-stream-client.ts"

const STANDBY_MS = 6_000
const folder = mkdtempSync(join(tmpdir(), "baroildang-standby-"))
let server: EmbeddedPostgres
beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  await migrate(server.url, join(import.meta.dirname, "../../db/migrations"))
  setEnvironment(readEnvironment({ APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ready = async (child: ChildServer) => (await fetch(`${child.url}/readyz`)).status

async function becomeStandby(): Promise<void> {
  await server.stop()
  const home = join(folder, "postgres")
  const signal = join(home, "standby.signal")
  writeFileSync(signal, "")
  const { uid, gid } = statSync(home)
  chownSync(signal, uid, gid)
  server = await startEmbeddedPostgres({ dataDir: folder, durable: false })
}

async function promote(): Promise<void> {
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  await sql`select pg_promote(true, 30)`
  await sql.end()
}

describe("two processes", () => {
  const children: ChildServer[] = []
  let people: Awaited<ReturnType<typeof createPeople>>
  let rooms: Awaited<ReturnType<typeof createRooms>>
  beforeAll(async () => {
    connectDatabase(server.url, 4)
    people = await createPeople(2)
    rooms = await createRooms(people)
    await disconnectDatabase()
    for (let number = 0; number < 2; number += 1)
      children.push(
        await startChildServer("product", { DATABASE_URL: server.url, DATA_DIR: folder, DEMO: "0" }),
      )
  })
  afterAll(async () => {
    await Promise.all(children.map((child) => child.stop()))
  })
  const at = (number: number): ChildServer =>
    children[number] ??
    (() => {
      throw new Error("The process has not started")
    })()
  const say = async (text: string) => {
    const [room] = rooms
    const answer = await fetch(`${at(0).url}/chat/messages?room=${room?.roomId}`, {
      method: "POST",
      body: new URLSearchParams({ intent: "send", clientKey: newId(), text }),
      headers: { Cookie: room?.pair[0].cookie ?? "", Origin: at(0).url },
    })
    if (answer.status === 200) seq += 1
    return answer.status
  }
  /** The number of the message that was said last. */
  let seq = 0
  const isLast = (message: StreamMessage) => message.type === "chat.message" && message.seq === seq

  test("tell each other what happens after the database was a standby for six seconds", async () => {
    await vi.waitFor(async () => expect([await ready(at(0)), await ready(at(1))]).toEqual([200, 200]), {
      timeout: 20_000,
      interval: 100,
    })
    const listener = rooms[0]?.pair[1].cookie ?? ""
    const before = openLiveStream(at(1).url, listener)
    await before.opened
    expect(await say("앞")).toBe(200)
    await before.waitForMessage(isLast)

    await becomeStandby()
    // It answers, and takes no writes: not ready, and a sentence for whoever sends something.
    const standbySince = performance.now()
    while (performance.now() - standbySince < STANDBY_MS) {
      expect([await ready(at(0)), await ready(at(1)), await say("대기")]).toEqual([503, 503, 503])
      await new Promise((moment) => setTimeout(moment, 250))
    }
    await promote()
    const promotedAt = performance.now()
    await vi.waitFor(async () => expect([await ready(at(0)), await ready(at(1))]).toEqual([200, 200]), {
      timeout: 20_000,
      interval: 50,
    })
    await vi.waitFor(async () => expect(await say("뒤")).toBe(200), { timeout: 20_000, interval: 50 })
    // The line between the processes is back a moment later: whoever listens is asked to look again by then.
    await before.waitForMessage((message) => message.type === "look-again" || isLast(message))
    expect(await say("끝")).toBe(200)
    await before.waitForMessage(isLast)
    // oxlint-disable-next-line no-console -- the figure of this run
    console.log(`live again ${Math.round(performance.now() - promotedAt)} ms after the promotion`)
    before.stop()
  })

  test("refuse within three seconds while the database stands still, and go on with it", async () => {
    const postmaster = Number.parseInt(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8"), 10)
    const processes = () => [
      postmaster,
      ...execFileSync("pgrep", ["-P", String(postmaster)])
        .toString()
        .trim()
        .split("\n")
        .map(Number),
    ]
    const stopped = processes()
    for (const pid of stopped) process.kill(pid, "SIGSTOP")
    try {
      const asked = await Promise.all(
        [ready(at(0)), say("얼음"), ready(at(1))].map(async (answer) => {
          const begun = performance.now()
          return { status: await answer, ms: performance.now() - begun }
        }),
      )
      for (const { status, ms } of asked) {
        expect(status).toBe(503)
        expect(ms).toBeLessThan(3_000)
      }
    } finally {
      for (const pid of stopped) process.kill(pid, "SIGCONT")
    }
    await vi.waitFor(
      async () => expect([await ready(at(0)), await ready(at(1)), await say("봄")]).toEqual([200, 200, 200]),
      { timeout: 10_000, interval: 50 },
    )
  })
})
