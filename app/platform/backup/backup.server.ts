/**
 * Backups: the database, the files and what signs, in one folder with a checksum of each file; and the way
 * back. See docs/operate.md.
 */
import { existsSync } from "node:fs"
import { chmod, copyFile, cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { openConnection, type Connection } from "../connection.server.ts"
import { findPrimary } from "../database-address.server.ts"
import { DatabaseUnavailableError } from "../database-errors.server.ts"
import { env } from "../env.server.ts"
import { startEmbeddedPostgres } from "../embedded-postgres.ts"
import { listFileKeys, putFile, readFileBytes } from "../storage.server.ts"
import { compareTables, dumpDatabase, restoreDump, sumTables } from "./dump.server.ts"
import { describeFiles, findDamage, MANIFEST_FILE, readManifest, type Manifest } from "./manifest.server.ts"
import { copyRunningServer } from "./server-copy.server.ts"

/** What an embedded installation keeps beside its server: how it is reached, and what signs cookies. */
const KEPT_FILES = ["postgres.json", "secret"]
const DUMP_FILE = "database.dump"
const COPY_FOLDER = "database"
const FILES_FOLDER = "files"

/** Hears a line about each step, for whoever waits. */
type Say = (sentence: string) => void

/**
 * Makes a backup into the new folder `folder`: whole or not at all. `address` is that of the running
 * database. Requests go on meanwhile; what was acknowledged before the call is in it. Returns its manifest.
 */
export async function createBackup(folder: string, address: string, say: Say): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder}이(가) 이미 있어요. 다른 이름을 넣어 주세요.`)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  // Everything of everybody is in it.
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const database = await withConnection(address, (session) => backUpDatabase(session, address, unfinished))
  say(`데이터베이스를 담았어요.`)
  const fileCount = await copyFilesInto(join(unfinished, FILES_FOLDER), say)
  say(`파일 ${fileCount.toLocaleString("ko-KR")}개를 담았어요.`)
  for (const name of KEPT_FILES) {
    const path = join(env().DATA_DIR, name)
    if (existsSync(path)) await copyFile(path, join(unfinished, name))
  }
  const createdAt = new Date().toISOString()
  const manifest: Manifest = { format: 1, createdAt, database, ...(await describeFiles(unfinished)) }
  await writeFile(join(unfinished, MANIFEST_FILE), JSON.stringify(manifest, null, 1), { flush: true })
  await rename(unfinished, folder)
  return manifest
}

async function backUpDatabase(
  session: Connection,
  address: string,
  folder: string,
): Promise<Manifest["database"]> {
  const [row] = await session.query({ statement: "select current_setting('server_version') as version" })
  const migrations = await readMigrations(session)
  const serverVersion = String(row?.version)
  if (env().DATABASE_URL) {
    const tables = await dumpDatabase(session, await findPrimary(address), join(folder, DUMP_FILE))
    return { kind: "dump", serverVersion, migrations, tables }
  }
  await copyRunningServer(session, join(env().DATA_DIR, "postgres"), join(folder, COPY_FOLDER))
  return { kind: "copy", serverVersion, migrations }
}

/** The names of the migrations that the database has had. */
async function readMigrations(session: Connection): Promise<string[]> {
  const rows = await session.query({ statement: "select name from public.migrations order by name" })
  return rows.map(({ name }) => String(name))
}

async function copyFilesInto(folder: string, say: Say): Promise<number> {
  let count = 0
  for await (const key of listFileKeys()) {
    // Removed since it was listed: nothing in the copy of the database needs it.
    const bytes = await readFileBytes(key)
    if (!bytes) continue
    await mkdir(dirname(join(folder, key)), { recursive: true, mode: 0o700 })
    await writeFile(join(folder, key), bytes, { mode: 0o600 })
    count += 1
    if (count % 500 === 0) say(`파일 ${count.toLocaleString("ko-KR")}개…`)
  }
  return count
}

/** Checks that a backup is whole. Throws a sentence that names what is not. Returns its manifest. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const damage = await findDamage(folder, manifest)
  if (damage.length > 0) throw new Error(`백업이 온전하지 않아요.\n${damage.slice(0, 20).join("\n")}`)
  return manifest
}

/**
 * Brings the backup in `folder` back: a copy into DATA_DIR, which must hold no server yet, a dump into the
 * database of DATABASE_URL, which must hold no table. Compares what came back with what was written down.
 * Throws a sentence, before it changes anything, where one of these is not so or the backup is not whole.
 */
export async function restoreBackup(folder: string, say: Say): Promise<Manifest> {
  const manifest = await checkBackup(folder)
  say("백업의 모든 파일이 온전해요.")
  const { DATABASE_URL, DATA_DIR } = env()
  if (manifest.database.kind === "dump") {
    if (!DATABASE_URL)
      throw new Error("이 백업은 DATABASE_URL의 PostgreSQL로 되살려요. DATABASE_URL을 넣어 주세요.")
    await restoreIntoServer(folder, DATABASE_URL, manifest)
  } else {
    if (DATABASE_URL) throw new Error("이 백업은 내장 PostgreSQL로 되살려요. DATABASE_URL을 비워 주세요.")
    await restoreIntoFolder(folder, DATA_DIR, manifest)
  }
  say("데이터베이스를 되살리고 대조했어요.")
  await putFilesBack(folder, manifest, say)
  return manifest
}

async function restoreIntoServer(folder: string, address: string, manifest: Manifest): Promise<void> {
  const primary = await findPrimary(address)
  await withConnection(address, async (session) => {
    const [row] = await session.query({
      statement: "select count(*)::text as tables from pg_tables where schemaname = 'public'",
    })
    if (row?.tables !== "0")
      throw new Error("DATABASE_URL의 데이터베이스에 이미 표가 있어요. 빈 데이터베이스의 주소를 넣어 주세요.")
    await restoreDump(primary, join(folder, DUMP_FILE))
    const differences = compareTables(manifest.database.tables ?? {}, await sumTables(session))
    if (differences.length > 0) throw new Error(`되살린 것이 백업과 달라요.\n${differences.join("\n")}`)
  })
}

async function restoreIntoFolder(folder: string, dataDir: string, manifest: Manifest): Promise<void> {
  const home = join(dataDir, "postgres")
  for (const path of [home, join(dataDir, FILES_FOLDER)])
    if (existsSync(path)) throw new Error(`${path}이(가) 이미 있어요. 비어 있는 DATA_DIR에 되살려 주세요.`)
  await mkdir(dataDir, { recursive: true })
  await cp(join(folder, COPY_FOLDER), `${home}.restoring`, { recursive: true })
  for (const name of manifest.folders) {
    const [top, ...rest] = name.split("/")
    if (top === COPY_FOLDER) await mkdir(join(`${home}.restoring`, ...rest), { recursive: true, mode: 0o700 })
  }
  await chmod(`${home}.restoring`, 0o700)
  for (const name of KEPT_FILES)
    if (manifest.files[name]) await copyFile(join(folder, name), join(dataDir, name))
  await rename(`${home}.restoring`, home)
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    await withConnection(server.url, async (session) => {
      // Reads every page, whose own checksums the server checks.
      await sumTables(session)
      const migrations = await readMigrations(session)
      if (migrations.join() !== manifest.database.migrations.join())
        throw new Error("되살린 데이터베이스의 구조가 백업에 적힌 것과 달라요.")
    })
  } finally {
    await server.stop()
  }
}

async function putFilesBack(folder: string, manifest: Manifest, say: Say): Promise<void> {
  const names = Object.keys(manifest.files).filter((name) => name.startsWith(`${FILES_FOLDER}/`))
  for (const name of names) {
    const stored = await putFile(name.slice(FILES_FOLDER.length + 1), await readFile(join(folder, name)))
    if (!stored.ok) throw new Error("파일을 둘 자리가 없어요. 자리를 마련해 비운 뒤 다시 되살려 주세요.")
  }
  say(`파일 ${names.length.toLocaleString("ko-KR")}개를 되살렸어요.`)
}

async function withConnection<Result>(
  address: string,
  work: (session: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await openConnection(await findPrimary(address), { name: "baroildang-backup" })
  try {
    return await work(connection)
  } finally {
    connection.destroy(new DatabaseUnavailableError("The backup has ended"))
  }
}
