/**
 * A pooler between the product and PostgreSQL: one that gives every transaction another session is refused
 * by name.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { requireUsableDatabase } from "#app/platform/database-start.server.ts"
import { connectDatabase, db, disconnectDatabase, pipelined, inTransaction } from "#app/platform/db.server.ts"
import { env, setEnvironment } from "#app/platform/env.server.ts"
import { withDatabase } from "../setup/database.ts"

const installed = spawnSync("pgbouncer", ["--version"]).status === 0
const LEFT_OUT = `pgbouncer가 없어 풀러를 거치는 검사를 건너뛰어요.
Debian·Ubuntu에서는 \`apt-get install pgbouncer\`로 설치할 수 있어요.`
// oxlint-disable-next-line no-console -- a test that is left out says why
if (!installed) console.warn(LEFT_OUT)

const IGNORED = "ignore_startup_parameters=extra_float_digits"

describe.skipIf(!installed)("pgbouncer", () => {
  const own = withDatabase()
  const folder = mkdtempSync(join(tmpdir(), "baroildang-pooler-"))
  let pooler: ChildProcess | undefined
  afterEach(async () => {
    pooler?.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  })

  async function startPooler(mode: "transaction" | "session", extra: string): Promise<string> {
    const target = new URL(own.url)
    const port = await freePort()
    const settings = [
      "[databases]",
      `* = host=${target.hostname} port=${target.port}`,
      "[pgbouncer]",
      "listen_addr=127.0.0.1",
      `listen_port=${port}`,
      "unix_socket_dir=",
      "auth_type=plain",
      `auth_file=${folder}/users`,
      `pool_mode=${mode}`,
      "default_pool_size=20",
      extra,
      "",
    ].join("\n")
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, "settings.ini"), settings, { mode: 0o644 })
    writeFileSync(join(folder, "users"), `"${target.username}" "${target.password}"\n`, { mode: 0o644 })
    // It refuses to run as root.
    pooler = spawn("pgbouncer", [join(folder, "settings.ini")], {
      stdio: "ignore",
      ...(process.getuid?.() === 0 && { uid: 65_534, gid: 65_534 }),
    })
    await vi.waitFor(
      () =>
        new Promise<void>((open, failed) => {
          const probe = connect(port, "127.0.0.1", () => {
            probe.destroy()
            open()
          }).on("error", failed)
        }),
      { timeout: 10_000, interval: 50 },
    )
    target.port = String(port)
    return target.href
  }

  test.each([
    ["as it is", ""],
    ["that ignores what it does not know", IGNORED],
    ["that hands its servers out in turn", "server_round_robin=1"],
  ])("in transaction mode, %s, is refused with a sentence", async (_, extra) => {
    await expect(requireUsableDatabase(await startPooler("transaction", extra))).rejects.toThrow(
      /pool_mode = session/,
    )
  })

  test("in session mode is taken, and nothing that is acknowledged is lost", async () => {
    const url = await startPooler("session", "")
    await requireUsableDatabase(url)
    await disconnectDatabase()
    connectDatabase(url, 12)
    await db().execute(sql`create table if not exists acknowledged (id integer primary key)`)
    const ids = Array.from({ length: 300 }, (_, id) => id)
    await Promise.all(
      ids.map((id) =>
        inTransaction((tx) =>
          pipelined([
            tx.execute(sql`select ${id}::int as a`),
            tx.execute(sql`insert into acknowledged values (${id})`),
          ]),
        ),
      ),
    )
    expect(await db().execute(sql`select from acknowledged`)).toHaveLength(300)
    await disconnectDatabase()
    connectDatabase(own.url, 20)
  })

  test("in transaction mode is used where another address leads past it, without a session", async () => {
    const url = await startPooler("transaction", "")
    const settings = env()
    setEnvironment({ ...settings, DATABASE_URL: url, DATABASE_SESSION_URL: own.url })
    await disconnectDatabase()
    connectDatabase(url, 12)
    try {
      const ids = Array.from({ length: 300 }, (_, id) => id + 2_000)
      const timeouts = await Promise.all(
        ids.map((id) =>
          inTransaction(async (tx) => {
            const [, [row]] = await pipelined([
              tx.execute(sql`insert into acknowledged values (${id})`),
              tx.execute<{ lock: string }>(sql`select current_setting('lock_timeout') as lock`),
            ])
            return row?.lock
          }),
        ),
      )
      expect(new Set(timeouts)).toEqual(new Set(["8s"]))
      const counts = await Promise.all(
        ids.map((id) => db().execute(sql`select from acknowledged where id = ${id}`)),
      )
      expect(counts.every((rows) => rows.length === 1)).toBe(true)
      const [left] = await db().execute<{ prepared: number; lock: string }>(sql`
        select (select count(*)::int from pg_prepared_statements) as prepared,
          current_setting('lock_timeout') as lock`)
      expect(left).toEqual({ prepared: 0, lock: "0" })
    } finally {
      await disconnectDatabase()
      setEnvironment(settings)
      connectDatabase(own.url, 20)
    }
  })

  test("in transaction mode behind our back loses nothing that was acknowledged all the same", async () => {
    const url = await startPooler("transaction", IGNORED)
    await disconnectDatabase()
    connectDatabase(url, 12)
    const written: number[] = []
    await Promise.allSettled(
      Array.from({ length: 300 }, (_, id) => id + 1_000).map(async (id) => {
        await inTransaction((tx) =>
          pipelined([
            tx.execute(sql`select ${id}::int as a`),
            tx.execute(sql`insert into acknowledged values (${id})`),
          ]),
        )
        written.push(id)
      }),
    )
    await disconnectDatabase()
    connectDatabase(own.url, 20)
    const kept = await db().execute<{ id: number }>(sql`select id from acknowledged where id >= 1000`)
    expect(written.filter((id) => !kept.some((row) => row.id === id))).toEqual([])
  })
})

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => found(typeof address === "object" && address ? address.port : 0))
    })
  })
}
