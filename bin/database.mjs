/** What commands beside the running product need: its settings and its database, also while it runs. */
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { root } from "./node24.mjs"

/**
 * Does `work` with the product's settings and the address of its database; an embedded one is started for it
 * where it does not run, and stopped then.
 */
export async function withDatabaseAddress(work) {
  if (existsSync(".env")) process.loadEnvFile(".env")
  const { readEnvironment, setEnvironment } = await import("../app/platform/env.server.ts")
  const settings = readEnvironment(process.env)
  const dataDir = resolve(settings.DATA_DIR)
  const secret = join(dataDir, "secret")
  setEnvironment({
    ...settings,
    DATA_DIR: dataDir,
    SECRET: settings.SECRET ?? (existsSync(secret) ? readFileSync(secret, "utf8").trim() : undefined),
  })
  let embedded
  let url = settings.DATABASE_SESSION_URL ?? settings.DATABASE_URL
  if (!url) {
    const { startEmbeddedPostgres } = await import("../app/platform/embedded-postgres.ts")
    embedded = await startEmbeddedPostgres({ dataDir, say: console.error })
    url = embedded.url
  }
  try {
    return await work(url, settings)
  } finally {
    await embedded?.stop()
  }
}

/** Brings the database at `url` up to date; returns the names of the migrations that were applied. */
export async function migrateDatabase(url, settings, say) {
  const { migrate } = await import("../app/platform/migrate.server.ts")
  return migrate(url, join(root, "db", "migrations"), { waitMs: settings.MIGRATION_WAIT_MS, say })
}

/**
 * Does `work` with the product's settings and an open database, and closes what it opened. A database that
 * has no tables yet gets them.
 */
export const withProductDatabase = (work) =>
  withDatabaseAddress(async (url, settings) => {
    const { connectDatabase, disconnectDatabase, db } = await import("../app/platform/db.server.ts")
    const { closeBus } = await import("../app/platform/bus.server.ts")
    connectDatabase(url)
    try {
      const [tables] = await db().execute("select to_regclass('public.users') is not null as made")
      if (!tables.made) await migrateDatabase(url, settings, console.error)
      return await work()
    } finally {
      await closeBus()
      await disconnectDatabase()
    }
  })
