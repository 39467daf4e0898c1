/** A primary and a standby of it, both of the embedded PostgreSQL: what replicates and can be held back. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import type { Connection } from "#app/platform/embedded-cluster.ts"
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#app/platform/embedded-postgres.ts"
import { migrate } from "#app/platform/migrate.server.ts"

export type Replication = {
  primaryUrl: string
  standbyUrl: string
  /** The folder of the standby's data. */ standbyFolder: string
  /** Asks the standby by itself. */
  askStandby<Row extends object>(statement: string): Promise<Row[]>
  /** The standby goes on receiving, and shows nothing new until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  stopPrimary(): Promise<void>
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
  close(): Promise<void>
}

/** Starts both; `fill` prepares the primary's folder, which is migrated and empty where it is not given. */
export async function startReplication(fill = fillEmpty): Promise<Replication> {
  const folder = mkdtempSync(join(tmpdir(), "baroildang-replication-"))
  const [primaryFolder, standbyFolder] = [join(folder, "primary"), join(folder, "standby")]
  // PostgreSQL, which does not run as root, has to pass through it.
  chmodSync(folder, 0o711)
  mkdirSync(standbyFolder)
  await fill(primaryFolder)
  cpSync(join(primaryFolder, "postgres"), join(standbyFolder, "postgres"), { recursive: true })
  cpSync(join(primaryFolder, "postgres.json"), join(standbyFolder, "postgres.json"))
  const primary = await startEmbeddedPostgres({ dataDir: primaryFolder, durable: false })
  followPrimary(primaryFolder, join(standbyFolder, "postgres"))
  const start = () => startEmbeddedPostgres({ dataDir: standbyFolder, durable: false })
  let standby: EmbeddedPostgres = await start()
  const askStandby = async <Row extends object>(statement: string): Promise<Row[]> => {
    const sql = postgres(standby.url, { max: 1, fetch_types: false, onnotice: () => {} })
    try {
      return [...(await sql.unsafe<Row[]>(statement))]
    } finally {
      await sql.end()
    }
  }
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    standbyFolder,
    askStandby,
    async pause() {
      await askStandby("select pg_wal_replay_pause()")
      // That only asks for it: what arrives meanwhile is still shown.
      let state: string | undefined
      while (state !== "paused") {
        const [row] = await askStandby<{ state: string }>("select pg_get_wal_replay_pause_state() as state")
        state = row?.state
      }
    },
    resume: async () => void (await askStandby("select pg_wal_replay_resume()")),
    stopPrimary: () => primary.stop(),
    stopStandby: () => standby.stop(),
    startStandby: async () => void (standby = await start()),
    async close() {
      await standby.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function fillEmpty(folder: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  await migrate(server.url, join(import.meta.dirname, "../../db/migrations"))
  await server.stop()
}

/** Makes the copy in `home` a standby of the server of `primaryFolder`. */
function followPrimary(primaryFolder: string, home: string): void {
  const { port, password } = JSON.parse(
    readFileSync(join(primaryFolder, "postgres.json"), "utf8"),
  ) as Connection
  writeFileSync(
    join(home, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=baroildang password=${password}'\n`,
  )
  writeFileSync(join(home, "standby.signal"), "")
}
