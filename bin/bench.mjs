/**
 * `npm run bench`: measures this product beside plain React and a bare "hello", on the demo town, and prints
 * ratios; `-- --json FILE` writes the figures, `-- --compare FILE` says what became worse since. Instead,
 * `-- scale` measures how every list grows with the town, `-- search` the search up to a million listings,
 * `-- audits` Lighthouse on ten screens, `-- processes` what several processes cost, `-- profile` where the
 * time of a page and of a purchase goes, `-- reads` what a standby takes over.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { continueUnderNode24, root } from "./node24.mjs"
import { requireChromium } from "./chromium.mjs"
import { build, install, step } from "./prepare.mjs"

process.chdir(root)
const { values: options } = parseArgs({
  options: { json: { type: "string" }, compare: { type: "string" } },
  allowPositionals: true,
})
process.env.NODE_ENV = "production"
if (!(await continueUnderNode24(join(root, "bin", "bench.mjs")))) {
  await install()
  await build()
  process.env.CHROMIUM_PATH = requireChromium()
  const dataDir = mkdtempSync(join(tmpdir(), "baroildang-bench-"))
  const { startEmbeddedPostgres } = await import("../app/platform/embedded-postgres.ts")
  const { migrate } = await import("../app/platform/migrate.server.ts")
  const { readEnvironment, setEnvironment } = await import("../app/platform/env.server.ts")
  setEnvironment(
    readEnvironment({ APP_ENV: "test", DATA_DIR: dataDir, SECRET: "a secret that only the bench knows, 32" }),
  )
  const database = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(database.url, join(root, "db", "migrations"))
    const { createDemoTown } = await import("../db/seed/index.ts")
    await createDemoTown({ databaseUrl: database.url, step })
    if (process.argv.includes("scale")) {
      const { compareLists, createTowns } = await import("../bench/scale.ts")
      await createTowns(database.url)
      await compareLists(database.url, dataDir)
    } else if (process.argv.includes("search")) {
      const { measureSearch } = await import("../bench/search.ts")
      await measureSearch(database.url, 1_000_000)
    } else if (process.argv.includes("audits")) {
      const { runAudits } = await import("../bench/index.ts")
      await runAudits({ databaseUrl: database.url, dataDir })
    } else if (process.argv.includes("processes")) {
      const { measureProcesses } = await import("../bench/processes.ts")
      await measureProcesses(database.url, dataDir)
    } else if (process.argv.includes("reads")) {
      const { measureReads } = await import("../bench/reads.ts")
      await database.stop()
      await measureReads(dataDir)
    } else if (process.argv.includes("profile")) {
      const { profileServer } = await import("../bench/profile.ts")
      await profileServer({ databaseUrl: database.url, dataDir })
    } else {
      const { runBench } = await import("../bench/index.ts")
      await runBench({ databaseUrl: database.url, dataDir, json: options.json, compare: options.compare })
    }
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.exit(0)
}
