/** The demo town for the tests that look at it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, inject } from "vitest"
import { connectDatabase, disconnectDatabase } from "#app/platform/db.server.ts"
import { env, readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { CONNECTIONS, withDatabase } from "./database.ts"
import { createMeasuredTown, CREATION_FILE, type Creation } from "./measured-town.ts"

type TestTown = { url: string; creation: Creation }

/**
 * Connects this file to the town that `npm test` made before the tests, or makes one of its own where the
 * file is run alone. Tests read it, and leave it as it is.
 */
export function withTown(): TestTown {
  const made = inject("town")
  return made ? openTown(made) : withOwnTown()
}

function openTown({ folder, databaseUrl }: { folder: string; databaseUrl: string }): TestTown {
  beforeAll(() => {
    setEnvironment(
      readEnvironment({ APP_ENV: "test", DATA_DIR: folder, SECRET: "a secret that only tests know, 32+" }),
    )
    connectDatabase(databaseUrl, CONNECTIONS)
  })
  afterAll(() => disconnectDatabase())
  const creation = JSON.parse(readFileSync(join(folder, CREATION_FILE), "utf8")) as Creation
  return { url: databaseUrl, creation }
}

function withOwnTown(): TestTown {
  const own = withDatabase()
  const folder = mkdtempSync(join(tmpdir(), "baroildang-town-"))
  const town: TestTown = { url: "", creation: { lines: [], cpuMs: 0 } }
  beforeAll(async () => {
    setEnvironment({ ...env(), DATA_DIR: folder })
    town.url = own.url
    town.creation = await createMeasuredTown(own.url)
  }, 240_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return town
}
