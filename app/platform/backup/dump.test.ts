import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, chownSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { readEnvironment, setEnvironment } from "../env.server.ts"
import { createBackup, restoreBackup } from "./backup.server.ts"

const ROOT = "/usr/lib/postgresql"
/** The folder of a PostgreSQL that the system brings, with server and client. */
const bin = existsSync(ROOT)
  ? readdirSync(ROOT)
      .map((version) => join(ROOT, version, "bin"))
      .findLast((path) => existsSync(join(path, "initdb")) && existsSync(join(path, "pg_dump")))
  : undefined
if (!bin) {
  // oxlint-disable-next-line no-console -- a test that is left out says why
  console.warn(
    "PostgreSQL 서버와 pg_dump가 없어 DATABASE_URL의 백업 검사를 건너뛰어요. " +
      "Debian·Ubuntu에서는 `apt-get install postgresql`로 설치할 수 있어요.",
  )
}

describe.skipIf(!bin)("a backup of a PostgreSQL of its own", () => {
  const folder = mkdtempSync(join(tmpdir(), "baroildang-dump-"))
  const home = join(folder, "server")
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const previousPath = process.env.PATH
  let port = 0

  const runServerProgram = (program: string, args: string[]) => {
    const { status, stderr } = spawnSync(join(bin ?? "", program), args, {
      ...identity,
      cwd: "/",
      encoding: "utf8",
    })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
  const addressOf = (database: string) => `postgres://tester@127.0.0.1:${port}/${database}`
  const useDatabase = (database: string) =>
    setEnvironment(
      readEnvironment({
        APP_ENV: "test",
        DATA_DIR: join(folder, "data"),
        DATABASE_URL: addressOf(database),
        SECRET: "a secret that only tests know, 32+",
      }),
    )

  beforeAll(async () => {
    process.env.PATH = `${bin}:${previousPath}`
    chmodSync(folder, 0o711)
    mkdirSync(home, { mode: 0o700 })
    if (identity.uid) chownSync(home, identity.uid, identity.gid)
    const probe = createServer().listen(0, "127.0.0.1")
    await new Promise((listening) => probe.once("listening", listening))
    port = (probe.address() as AddressInfo).port
    await new Promise((closed) => probe.close(closed))
    runServerProgram("initdb", [
      "-D",
      home,
      "-U",
      "tester",
      "-A",
      "trust",
      "--no-sync",
      "-E",
      "UTF8",
      "--locale=C",
    ])
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
    runServerProgram("pg_ctl", ["-D", home, "-w", "-l", join(home, "server.log"), "-o", options, "start"])
    const sql = postgres(addressOf("postgres"), { max: 1, fetch_types: false })
    for (const name of ["shop", "empty"]) await sql.unsafe(`create database ${name}`)
    await sql.end()
  })

  afterAll(() => {
    process.env.PATH = previousPath
    runServerProgram("pg_ctl", ["-D", home, "-m", "immediate", "stop"])
    rmSync(folder, { recursive: true, force: true })
  })

  test("comes back into an empty database alone, and is compared table by table", async () => {
    const sql = postgres(addressOf("shop"), { max: 1, fetch_types: false })
    await sql.unsafe(`create table migrations (name text primary key);
      insert into migrations values ('0001_one.sql');
      create schema jobs; create table jobs.job (id int, at timestamptz);
      insert into jobs.job select n, now() from generate_series(1, 40) n;
      create table letters (id int primary key, body text);
      insert into letters select n, md5(n::text) from generate_series(1, 300) n`)
    await sql.end()
    useDatabase("shop")
    const backup = join(folder, "backup")
    const manifest = await createBackup(backup, addressOf("shop"), () => {})
    expect(manifest.database.tables).toMatchObject({
      "jobs.job": { rows: 40 },
      "public.letters": { rows: 300 },
      "public.migrations": { rows: 1 },
    })
    await expect(restoreBackup(backup, () => {})).rejects.toThrow(/이미 표가 있어요/)
    useDatabase("empty")
    await restoreBackup(backup, () => {})
    const restored = postgres(addressOf("empty"), { max: 1, fetch_types: false })
    const [sum] = await restored`select md5(string_agg(body, '' order by id)) as sum from letters`
    await restored.end()
    const original = postgres(addressOf("shop"), { max: 1, fetch_types: false })
    const [expected] = await original`select md5(string_agg(body, '' order by id)) as sum from letters`
    await original.end()
    expect(sum?.sum).toBe(expected?.sum)
  })

  test("without pg_dump says what to install, and leaves no backup", async () => {
    useDatabase("shop")
    process.env.PATH = folder
    const backup = join(folder, "none")
    await expect(createBackup(backup, addressOf("shop"), () => {})).rejects.toThrow(/pg_dump이 없어요/)
    process.env.PATH = `${bin}:${previousPath}`
    expect(existsSync(backup)).toBe(false)
  })
})
