/**
 * `node bench/lists.ts FOLDER [--only PATH] [--json FILE]`: how every list grows with the town, as
 * `npm run bench -- scale`, but the towns stay in FOLDER: the large one is filled once. Needs a build.
 */
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startEmbeddedPostgres } from "../app/platform/embedded-postgres.ts"
import { readEnvironment, setEnvironment } from "../app/platform/env.server.ts"
import { migrate } from "../app/platform/migrate.server.ts"
import { createDemoTown } from "../db/seed/index.ts"
import { compareLists, createTowns, hasTowns, migrateTowns } from "./scale.ts"

const root = join(import.meta.dirname, "..")
const migrations = join(root, "db/migrations")
const { values: options, positionals } = parseArgs({
  options: { only: { type: "string" }, json: { type: "string" } },
  allowPositionals: true,
})
const [dataDir] = positionals
if (!dataDir) throw new Error("node bench/lists.ts FOLDER [--only PATH] [--json FILE]")
if (!existsSync(join(root, "build/server"))) throw new Error("There is no build yet: npx react-router build")
setEnvironment(
  readEnvironment({ APP_ENV: "test", DATA_DIR: dataDir, SECRET: "a secret that only the bench knows, 32" }),
)
const database = await startEmbeddedPostgres({ dataDir, durable: false })
try {
  if (await hasTowns(database.url)) await migrateTowns(database.url, migrations)
  else {
    await migrate(database.url, migrations)
    await createDemoTown({ databaseUrl: database.url, step: (_name, work) => work() })
    await createTowns(database.url)
  }
  const results = await compareLists(database.url, dataDir, options.only)
  if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 1))
} finally {
  await database.stop()
}
process.exit(0)
