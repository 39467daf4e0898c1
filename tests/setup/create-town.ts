/**
 * Creates the demo town in the folder that is its argument, for all tests of a run that look at it. What was
 * said on the way and how much processor time it took stand in the folder's {@link CREATION_FILE}.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { startEmbeddedPostgres } from "#app/platform/embedded-postgres.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { migrate } from "#app/platform/migrate.server.ts"
import { createMeasuredTown, CREATION_FILE } from "./measured-town.ts"

const folder = process.argv[2]
if (!folder) throw new Error("node tests/setup/create-town.ts FOLDER")
setEnvironment(
  readEnvironment({ APP_ENV: "test", DATA_DIR: folder, SECRET: "a secret that only tests know, 32+" }),
)
const server = await startEmbeddedPostgres({ dataDir: folder, durable: false })
try {
  await migrate(server.url, join(import.meta.dirname, "../../db/migrations"))
  writeFileSync(join(folder, CREATION_FILE), JSON.stringify(await createMeasuredTown(server.url)))
} finally {
  await server.stop()
}
process.exit(0)
