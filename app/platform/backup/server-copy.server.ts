/**
 * A copy of the embedded server's folder while it runs, by PostgreSQL's own way for it (the low-level
 * interface of base backups): begun, copied file by file, ended, and completed with the log written
 * meanwhile.
 */
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Connection } from "../connection.server.ts"

/** Folders of what a server makes anew at its start; they must be there, empty. */
const EMPTIED_FOLDERS = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
])
const SKIPPED_FILE = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/

/** What the copy asks of the one connection that begins and ends it. */
type Session = Pick<Connection, "query">

/**
 * Copies the folder `home` of the running server of `session` into `target`, which must not exist. What was
 * committed before the call is in it, and a server started on it is whole. Writers go on meanwhile.
 */
export async function copyRunningServer(session: Session, home: string, target: string): Promise<void> {
  // Keeps the log of the time of the copy from being reused; gone with the session.
  await session.query({
    statement: "select pg_create_physical_replication_slot('baroildang_backup', true, true)",
  })
  await session.query({ statement: "select pg_backup_start('baroildang', true)" })
  await copyFolder(home, target, true)
  const [end] = await session.query({
    statement: `select labelfile as label, spcmapfile as tablespaces, pg_walfile_name(lsn) as last
      from pg_backup_stop(false)`,
  })
  const label = String(end?.label)
  await writeFile(join(target, "backup_label"), label, { mode: 0o600 })
  if (end?.tablespaces)
    await writeFile(join(target, "tablespace_map"), String(end.tablespaces), { mode: 0o600 })
  const first = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  if (!first) throw new Error("PostgreSQL named no log file for the begin of the backup")
  await copyLog(join(home, "pg_wal"), join(target, "pg_wal"), first, String(end?.last))
}

/** Copies the files of the log from `first` to `last`; their names are in the order of their contents. */
async function copyLog(from: string, to: string, first: string, last: string): Promise<void> {
  const names = (await readdir(from)).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  )
  for (const required of [first, last])
    if (!names.includes(required)) throw new Error(`The log file ${required} is gone`)
  for (const name of names) await copyFile(join(from, name), join(to, name))
  for (const folder of ["archive_status", "summaries"]) await mkdir(join(to, folder), { mode: 0o700 })
}

async function copyFolder(from: string, to: string, isTop = false): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (SKIPPED_FILE.test(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (isTop && EMPTIED_FOLDERS.has(entry.name)) await mkdir(target, { mode: 0o700 })
    else if (entry.isDirectory()) await ignoreMissing(copyFolder(source, target))
    // Changed while it is copied is repaired by the log, removed meanwhile is removed by it.
    else if (entry.isFile()) await ignoreMissing(copyFile(source, target))
  }
}

async function ignoreMissing(work: Promise<void>): Promise<void> {
  await work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error
  })
}
