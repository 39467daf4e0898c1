/**
 * One of several processes of bin/start.mjs: serves, and ends when the supervisor says so. Loaded afresh for
 * each, so that a new process may be one of the next release.
 */
import cluster from "node:cluster"
import { join } from "node:path"
import { root } from "./node24.mjs"

process.chdir(root)
// The supervisor hears what was meant for all, and says what to do.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)

try {
  await serve()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (process.env.DEBUG) console.error(error)
  process.exit(1)
}

async function serve() {
  const product = await import("../build/server/index.js")
  const settings = product.readEnvironment(process.env)
  product.setEnvironment(settings)
  const databaseUrl = process.env.SUPERVISED_DATABASE_URL
  // Of a process of the next release that came before its migration: it is not ready, and the former stays.
  const { waitForMigrations } = await import("../app/platform/migrate.server.ts")
  await waitForMigrations(settings.DATABASE_SESSION_URL ?? databaseUrl, join(root, "db", "migrations"), {
    waitMs: settings.MIGRATION_WAIT_MS,
    say: console.log,
  })
  const running = await product.serve({ databaseUrl, clientFolder: join(root, "build", "client") })
  const { drainMs } = await import("../app/platform/env.server.ts")
  let stopping = false
  process.on("message", async (message) => {
    if (message.type !== "stop") return
    if (stopping) return void running.stop()
    stopping = true
    // A replaced process waits for connections that are kept idle.
    setTimeout(() => process.exit(1), (message.isReplaced ? 80_000 : drainMs(settings)) + 25_000).unref()
    await running.stop(message)
    // Not before the supervisor knows: what it is just handing over would be lost with this process.
    process.once("disconnect", () => process.exit(0))
    cluster.worker.disconnect()
  })
  process.send({ type: "ready", port: running.port })
}
