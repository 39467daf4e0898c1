/** `node bin/ledger.mjs`: counts the ledger of the shop and says where it does not agree; exits with 1 then. */
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { continueUnderNode24, root } from "./node24.mjs"

process.chdir(root)
if (!(await continueUnderNode24(join(root, "bin", "ledger.mjs")))) {
  if (existsSync(".env")) process.loadEnvFile(".env")
  const { readEnvironment, setEnvironment } = await import("../app/platform/env.server.ts")
  const settings = readEnvironment(process.env)
  const dataDir = resolve(settings.DATA_DIR)
  const secret = join(dataDir, "secret")
  setEnvironment({ ...settings, DATA_DIR: dataDir, SECRET: settings.SECRET ?? (existsSync(secret) ? readFileSync(secret, "utf8").trim() : undefined) })
  let embedded
  let url = settings.DATABASE_URL
  if (!url) {
    const { startEmbeddedPostgres } = await import("../app/platform/embedded-postgres.ts")
    embedded = await startEmbeddedPostgres({ dataDir })
    url = embedded.url
  }
  const { connectDatabase, disconnectDatabase } = await import("../app/platform/db.server.ts")
  const { sayLedger } = await import("../app/areas/shop/service/ledger.server.ts")
  connectDatabase(url)
  try {
    const { lines, agrees } = await sayLedger()
    for (const line of lines) console.log(line)
    process.exitCode = agrees ? 0 : 1
  } finally {
    await disconnectDatabase()
    await embedded?.stop()
  }
}
