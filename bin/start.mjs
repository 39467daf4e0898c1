/**
 * `npm start`: installs, builds, prepares the database with the demo town, and serves. `--dev` serves with
 * hot reload instead.
 */
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { randomBytes } from "node:crypto"
import { dirname, join, resolve } from "node:path"
import { continueUnderNode24, root } from "./node24.mjs"
import { build, install, isBuilt, step } from "./prepare.mjs"

process.chdir(root)
const dev = process.argv.includes("--dev")

if (!(await continueUnderNode24(join(root, "bin", "start.mjs")))) {
  if (!dev) (await import("./memory.ts")).continueWithMemorySettings()
  try {
    await start()
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}`)
    if (process.env.DEBUG) console.error(error)
    process.exit(1)
  }
}

async function start() {
  const started = performance.now()
  if (existsSync(".env")) process.loadEnvFile(".env")
  const built = await isBuilt()
  await install({ dev: dev || !built })
  process.env.NODE_ENV ??= dev ? "development" : "production"

  const { drainMs, readEnvironment, setEnvironment } = await import("../app/platform/env.server.ts")
  let settings = readEnvironment(process.env)
  const dataDir = openDataFolder(settings.DATA_DIR)
  settings = { ...settings, DATA_DIR: dataDir, SECRET: settings.SECRET ?? secretOf(dataDir) }
  setEnvironment(settings)
  if (!dev && !built) await build()

  let databaseUrl = settings.DATABASE_URL
  let embedded
  if (!databaseUrl) {
    const { startEmbeddedPostgres } = await import("../app/platform/embedded-postgres.ts")
    await step("내장 PostgreSQL", async () => {
      embedded = await startEmbeddedPostgres({ dataDir, say: console.log })
      databaseUrl = embedded.url
      return embedded.shared ? "이미 켜져 있는 것을 함께 써요" : ""
    })
  }
  const { requireUsableDatabase } = await import("../app/platform/database-start.server.ts")
  const sessionUrl = settings.DATABASE_SESSION_URL ?? databaseUrl
  await requireUsableDatabase(sessionUrl)
  const { migrate, waitForMigrations } = await import("../app/platform/migrate.server.ts")
  await step("데이터베이스 구조", async () => {
    const options = { waitMs: settings.MIGRATION_WAIT_MS, say: console.log }
    const folder = join(root, "db", "migrations")
    if (!settings.MIGRATE_AT_START) return waitForMigrations(sessionUrl, folder, options)
    const applied = await migrate(sessionUrl, folder, options)
    return applied.length > 0 ? `${applied.length}개 적용` : "최신"
  })
  if (settings.DEMO) {
    const { createDemoTown } = await import("../db/seed/index.ts")
    await createDemoTown({ databaseUrl, step })
  }

  const { countProcesses } = await import("../app/platform/process-settings.ts")
  const processes = dev ? 1 : countProcesses(settings)
  const running = await step("서버", () =>
    processes === 1 ? serve(databaseUrl, settings) : serveWithProcesses(processes, databaseUrl, settings),
  )
  const address = `http://localhost:${running.port}`
  console.log(`\n바로일당이 열렸어요: ${address} (${((performance.now() - started) / 1000).toFixed(1)}초)`)
  if (settings.DEMO) {
    console.log(
      "체험 계정 (비밀번호 demo-1234!): customer@demo.kr · expert@demo.kr · shop@demo.kr · admin@demo.kr",
    )
  }
  console.log("끝내려면 Ctrl-C를 누르세요.")

  let stopping = false
  const stop = async () => {
    // Asked twice: nobody waits for balancers.
    if (stopping) return void running.stop()
    stopping = true
    setTimeout(() => process.exit(1), drainMs(settings) + 25_000).unref()
    await running.stop()
    await embedded?.stop()
    process.exit(0)
  }
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void stop())
  // A terminal that closes says the same word as a service manager that wants new processes.
  const canRoll = running.roll && !process.stdin.isTTY
  process.on("SIGHUP", () => void (canRoll ? roll(running) : stop()))
}

/** Replaces the processes one by one; `running` keeps the former where a new one is not ready. */
async function roll(running) {
  const started = performance.now()
  const isDone = await running.roll()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    isDone
      ? `프로세스를 모두 새로 바꿨어요 (${seconds}초)`
      : "새 프로세스가 준비되지 않아 남은 프로세스를 그대로 두었어요",
  )
}

/** Serves with so many processes on one port, each of them bin/serve.mjs. */
async function serveWithProcesses(count, databaseUrl, settings) {
  // Until all are ready there is nothing to replace, and no reason to end.
  if (!process.stdin.isTTY) process.on("SIGHUP", () => undefined)
  const { superviseProcesses } = await import("../server/supervisor.ts")
  const { getRoleOfProcess } = await import("../app/platform/process-settings.ts")
  // As the command named it: a link to the newest release leads the next processes there.
  const folder = process.argv[1]?.endsWith("start.mjs") ? dirname(process.argv[1]) : join(root, "bin")
  const { SECRET, SECRET_FILE } = process.env
  return superviseProcesses({
    script: join(folder, "serve.mjs"),
    count,
    getEnvironment: (index) => ({
      SUPERVISED_DATABASE_URL: databaseUrl,
      DATA_DIR: settings.DATA_DIR,
      DATA_DIR_FILE: undefined,
      PROCESS_ROLE_FILE: undefined,
      PROCESS_ROLE: getRoleOfProcess(settings, index),
      ...(SECRET || SECRET_FILE ? {} : { SECRET: settings.SECRET }),
    }),
  })
}

async function serve(databaseUrl, settings) {
  if (dev) {
    const { serveForDevelopment } = await import("../server/dev.ts")
    return serveForDevelopment({ databaseUrl, settings })
  }
  const product = await import("../build/server/index.js")
  product.setEnvironment(settings)
  return product.serve({ databaseUrl, clientFolder: join(root, "build", "client") })
}

/** Signs cookies and links. Made at the first start; production brings its own. */
function secretOf(dataDir) {
  const file = join(dataDir, "secret")
  if (!existsSync(file)) {
    // Whole or not at all, and one where two start at once: a link is not made over what is there.
    const own = `${file}.${process.pid}`
    writeFileSync(own, randomBytes(48).toString("base64url"), { mode: 0o600 })
    try {
      linkSync(own, file)
    } catch (error) {
      if (error.code !== "EEXIST") throw error
    } finally {
      rmSync(own)
    }
  }
  return readFileSync(file, "utf8").trim()
}

/** The folder of what the product keeps. Throws a sentence where it cannot be made or written to. */
function openDataFolder(path) {
  const dataDir = resolve(path)
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new Error(`${dataDir}에 쓸 수 없어요 (${error.code}). DATA_DIR에 쓸 수 있는 폴더를 넣어 주세요.`, {
      cause: error,
    })
  }
  return dataDir
}
