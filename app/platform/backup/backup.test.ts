import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { afterAll, beforeEach, expect, test } from "vitest"
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../embedded-postgres.ts"
import { readEnvironment, setEnvironment } from "../env.server.ts"
import { listFileKeys, putFile } from "../storage.server.ts"
import { checkBackup, createBackup, restoreBackup } from "./backup.server.ts"

const folder = mkdtempSync(join(tmpdir(), "baroildang-backup-"))
// Where we are root the server runs as another user, who has to pass through.
chmodSync(folder, 0o711)
const ignore = () => {}
let running: EmbeddedPostgres | undefined
let round = 0

afterAll(async () => {
  await running?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Names a folder of this test alone. */
const folderOf = (name: string) => join(folder, `${round}-${name}`)

function useDataFolder(name: string): string {
  const dataDir = folderOf(name)
  setEnvironment(
    readEnvironment({ APP_ENV: "test", DATA_DIR: dataDir, SECRET: "a secret that only tests know, 32+" }),
  )
  return dataDir
}

function connect(url: string) {
  return postgres(url, { max: 2, fetch_types: false, onnotice: ignore })
}

/** Starts a server with two migrations and a table of letters, with a file beside it. */
async function startInstallation(): Promise<{ url: string; dataDir: string }> {
  const dataDir = useDataFolder("data")
  running = await startEmbeddedPostgres({ dataDir, durable: false })
  const sql = connect(running.url)
  await sql.unsafe(`create table migrations (name text primary key);
    insert into migrations values ('0001_one.sql'), ('0002_two.sql');
    create table letters (id int primary key, body text not null);
    insert into letters select n, repeat(md5(n::text), 20) from generate_series(1, 5000) n`)
  await sql.end()
  writeFileSync(join(dataDir, "secret"), "what signs")
  await putFile("pictures/one.webp", Buffer.from("a picture"))
  return { url: running.url, dataDir }
}

beforeEach(async () => {
  round += 1
  await running?.stop()
  running = undefined
})

/** Writes letters one by one until stopped; says the last number whose commit was acknowledged. */
function keepWriting(url: string) {
  const sql = connect(url)
  let acknowledged = 5_000
  const stopping = new AbortController()
  const done = (async () => {
    while (!stopping.signal.aborted) {
      await sql`insert into letters values (${acknowledged + 1}, ${"written meanwhile"})`
      acknowledged += 1
    }
    await sql.end()
  })()
  return {
    acknowledged: () => acknowledged,
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

test("a backup of a server at work holds what was acknowledged before it, and comes back whole", async () => {
  const { url } = await startInstallation()
  const writer = keepWriting(url)
  await expect.poll(writer.acknowledged).toBeGreaterThan(5_050)
  const before = writer.acknowledged()
  const manifest = await createBackup(folderOf("backup"), url, ignore)
  await writer.stop()
  expect(manifest.database).toMatchObject({ kind: "copy", migrations: ["0001_one.sql", "0002_two.sql"] })
  expect(manifest.files).toHaveProperty(["files/pictures/one.webp"])
  await running?.stop()

  const dataDir = useDataFolder("restored")
  await restoreBackup(folderOf("backup"), ignore)
  running = await startEmbeddedPostgres({ dataDir, durable: false })
  const sql = connect(running.url)
  const [letters] = await sql`select count(*)::int as count, max(id) as last from letters`
  await sql.end()
  expect(letters?.last).toBe(letters?.count)
  expect(letters?.count).toBeGreaterThanOrEqual(before)
  const keys: string[] = []
  for await (const key of listFileKeys()) keys.push(key)
  expect(keys).toEqual(["pictures/one.webp"])
  expect(existsSync(join(dataDir, "secret"))).toBe(true)
})

test("a backup that has lost, changed or gained a file is named, and changes nothing", async () => {
  const { url } = await startInstallation()
  const backup = folderOf("backup")
  await createBackup(backup, url, ignore)
  await expect(checkBackup(backup)).resolves.toMatchObject({ format: 1 })
  appendFileSync(join(backup, "files/pictures/one.webp"), "?")
  rmSync(join(backup, "secret"))
  writeFileSync(join(backup, "files/another"), "")
  const dataDir = useDataFolder("restored")
  await expect(restoreBackup(backup, ignore)).rejects.toThrow(
    /one\.webp: 백업할 때와 내용이 달라요\nsecret: 없어요\nfiles\/another: 백업한 적이 없는 파일이에요/,
  )
  expect(existsSync(dataDir)).toBe(false)
})

test("a backup neither replaces one nor comes back over what is there", async () => {
  const { url, dataDir } = await startInstallation()
  const backup = folderOf("backup")
  await createBackup(backup, url, ignore)
  await expect(createBackup(backup, url, ignore)).rejects.toThrow(/이미 있어요/)
  const before = readdirSync(dataDir)
  await expect(restoreBackup(backup, ignore)).rejects.toThrow(/postgres이\(가\) 이미 있어요/)
  expect(readdirSync(dataDir)).toEqual(before)
})

test("a backup that ends half-way is none", async () => {
  const { url } = await startInstallation()
  const backup = folderOf("backup")
  rmSync(join(folderOf("data"), "postgres.json"))
  const sql = connect(url)
  await sql`drop table migrations`
  await sql.end()
  await expect(createBackup(backup, url, ignore)).rejects.toThrow()
  expect(existsSync(backup)).toBe(false)
  await expect(checkBackup(backup)).rejects.toThrow(/끝까지 만들어진 백업이 아니에요/)
})
