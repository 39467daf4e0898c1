/**
 * `npm run migrate`: brings the database up to date and ends; 1 where it could not. Before the processes of a
 * release that start with MIGRATE_AT_START=0.
 */
import { join } from "node:path"
import { migrateDatabase, withDatabaseAddress } from "./database.mjs"
import { continueUnderNode24, root } from "./node24.mjs"

process.chdir(root)
if (!(await continueUnderNode24(join(root, "bin", "migrate.mjs")))) {
  try {
    await withDatabaseAddress(async (url, settings) => {
      const { requireUsableDatabase } = await import("../app/platform/database-start.server.ts")
      await requireUsableDatabase(url)
      const applied = await migrateDatabase(url, settings, console.log)
      const { migrateJobs } = await import("../app/platform/jobs.server.ts")
      await migrateJobs(url)
      for (const name of applied) console.log(`✓ ${name}`)
      if (applied.length === 0) console.log("✓ 최신")
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
