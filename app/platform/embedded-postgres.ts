/**
 * The embedded PostgreSQL: started, adopted, looked after and stopped in the data folder (decision 020).
 */
import { spawn } from "node:child_process"
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { chmod } from "node:fs/promises"
import { createServer } from "node:net"
import { availableParallelism, totalmem } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import postgres from "postgres"
import {
  findSocketFolder,
  getAddressWithSocket,
  DATABASE_NAME,
  getDatabaseAddress,
  removeSocketFiles,
} from "./embedded-address.ts"
import {
  initCluster,
  findBinaries,
  identityFor,
  repairPermissions,
  writeConnection,
  type Connection,
  type Identity,
} from "./embedded-cluster.ts"
import { endOrphans, findServer, isRunning, type ProcessMark } from "./embedded-processes.ts"
import { acquireLock, tryLock, type FileLock } from "./file-lock.ts"
import { log } from "./log.server.ts"

/** How often the server is looked for. */
const CHECK_INTERVAL_MS = 200
/** After a long time of much writing, a killed server reads its log this long before it takes connections. */
const RECOVERY_TIMEOUT_MS = 600_000
/** What keeps a server from starting and passes by itself may take this long. */
const START_TIMEOUT_MS = 20_000
/** Pause between two attempts to bring the server back: twice as long each time. */
const FIRST_RETRY_DELAY_MS = 100
const MAX_RETRY_DELAY_MS = 15_000
const STOP_TIMEOUT_MS = 20_000
const MESSAGE_INTERVAL_MS = 5_000

export type EmbeddedPostgres = {
  url: string
  /** True where another process of ours uses the server as well. */
  shared: boolean
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  /** False skips fsync, for tests alone. */
  durable?: boolean
  /** Hears sentences for whoever waits at the console. */
  say?: (sentence: string) => void
}

type EmbeddedServer = {
  home: string
  bin: string
  connectionFile: string
  connection: Connection
  identity: Identity
  durable: boolean
  say: (sentence: string) => void
}

/**
 * Starts, or adopts, the server of `dataDir`, and starts it again whenever it ends. A server left by a killed
 * process is adopted; one that another live process uses is shared, and the last of them stops it. Resolves
 * when it takes connections.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { durable = true, say = () => {} } = options
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const startLock = join(dataDir, "postgres-start.lock")
  const usersLock = join(dataDir, "postgres-users.lock")
  const heldStartLock = await acquireLock(startLock, () =>
    say("다른 프로세스가 내장 PostgreSQL을 시작하거나 멈추고 있어 기다려요."),
  )
  let usersLockShare: FileLock | undefined
  try {
    const isAlone = isUnlocked(usersLock)
    const server = await prepareServer(dataDir, isAlone, durable, say)
    usersLockShare = tryLock(usersLock, { shared: true })
    if (!usersLockShare)
      throw new Error(`${usersLock}을 잠그지 못했어요. 다른 프로그램이 그 파일을 쓰고 있어요.`)
    const found = await findOrLaunchServer(server, isAlone)
    await ensureDatabase(server.connection)
    const supervisor = superviseServer(server, found, startLock)
    const ownShare = usersLockShare
    const stop = async () => {
      supervisor.stop()
      const stopping = await acquireLock(startLock)
      try {
        ownShare.release()
        if (isUnlocked(usersLock)) await stopServer(server.home)
      } finally {
        stopping.release()
      }
    }
    return { url: getAddressWithSocket(server.home, server.connection), shared: !isAlone, stop }
  } catch (error) {
    usersLockShare?.release()
    throw error
  } finally {
    heldStartLock.release()
  }
}

/** Whether no process of ours uses the server. True only as long as the start is locked. */
function isUnlocked(usersLock: string): boolean {
  const probeLock = tryLock(usersLock)
  probeLock?.release()
  return probeLock !== undefined
}

/** Reads what is known of the server of `dataDir`, and makes its folder where there is none. */
async function prepareServer(
  dataDir: string,
  isAlone: boolean,
  durable: boolean,
  say: (sentence: string) => void,
): Promise<EmbeddedServer> {
  const home = join(dataDir, "postgres")
  const connectionFile = join(dataDir, "postgres.json")
  const bin = await findBinaries()
  const identity = identityFor(home)
  // The unprivileged user has to pass through the folder; it cannot list it.
  if (identity) await chmod(dataDir, 0o711)
  if (!existsSync(join(home, "PG_VERSION"))) {
    await initCluster({ bin, home, connectionFile, identity, durable })
  } else if (!existsSync(connectionFile)) {
    throw new Error(
      `${connectionFile}이 없어 내장 PostgreSQL에 들어갈 수 없어요. 백업에서 그 파일을 되살려 주세요.`,
    )
  }
  const connection = JSON.parse(readFileSync(connectionFile, "utf8")) as Connection
  if (!isAlone && connection.container && connection.container !== getOwnContainer()) {
    throw new Error(
      `다른 컨테이너가 ${dataDir}을 쓰고 있어요. 내장 PostgreSQL은 컨테이너 하나에서만 써요: 그 컨테이너를 멈추거나, ` +
        "여러 컨테이너에서는 DATABASE_URL에 따로 운영하는 PostgreSQL을 넣어 주세요.",
    )
  }
  return { home, bin, connectionFile, connection, identity, durable, say }
}

/** Processes of another container cannot be seen, so they can be neither adopted nor looked after. */
function getOwnContainer(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid")
  } catch {
    return undefined
  }
}

/** Says something at once and then every few seconds. */
function createReminder(say: (sentence: string) => void): (sentence: string) => void {
  let lastSaidAt = Number.NEGATIVE_INFINITY
  return (sentence) => {
    if (performance.now() - lastSaidAt < MESSAGE_INTERVAL_MS) return
    lastSaidAt = performance.now()
    say(sentence)
  }
}

/**
 * Finds the server or starts it, on the port it had; only where nobody uses it, on another one if that is
 * taken.
 */
async function findOrLaunchServer(server: EmbeddedServer, canChangePort: boolean): Promise<ProcessMark> {
  const beganAt = performance.now()
  for (;;) {
    const found = findServer(server.home)
    if (found) {
      if (await waitUntilAccepting(server, found)) return found
      continue
    }
    await endOrphans(server.home)
    // The server it names is gone, or is a process of something else that has got its number.
    rmSync(join(server.home, "postmaster.pid"), { force: true })
    removeSocketFiles(server.home)
    repairPermissions(server.home, server.identity)
    const { connection } = server
    if (canChangePort || !connection.port) connection.port = await findFreePort(connection.port)
    connection.container = getOwnContainer()
    writeConnection(server.connectionFile, connection)
    const launchResult = await launch(server)
    if ("startedAt" in launchResult) return launchResult
    if (!launchResult.isTemporary || performance.now() - beganAt > START_TIMEOUT_MS)
      throw new Error(launchResult.sentence)
    await pause(FIRST_RETRY_DELAY_MS)
  }
}

/** Waits until the server takes connections. False where it ended meanwhile. */
async function waitUntilAccepting(server: EmbeddedServer, processMark: ProcessMark): Promise<boolean> {
  const remind = createReminder(server.say)
  const beganAt = performance.now()
  while (isRunning(processMark)) {
    if (await isAccepting(server.connection)) return true
    const waited = performance.now() - beganAt
    if (waited > RECOVERY_TIMEOUT_MS) {
      throw new Error(
        `내장 PostgreSQL(pid ${processMark.pid})이 돌고 있지만 응답하지 않아요. 끝낸 뒤 다시 시작해 주세요.`,
      )
    }
    if (waited > 1_000) remind("내장 PostgreSQL이 갑자기 꺼졌던 동안의 기록을 되살리고 있어 기다려요.")
    await pause(25)
  }
  return false
}

/** An eighth of what memory this process may have, from 128 MB to 1 GB; what is not used is not taken. */
function sharedBuffersMb(): number {
  const allowed = process.constrainedMemory()
  const memory = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
  return Math.round(Math.min(1_024, Math.max(128, memory / 8 / 1_048_576)))
}

const buildServerSettings = (server: EmbeddedServer): Record<string, string> => ({
  port: String(server.connection.port),
  listen_addresses: "127.0.0.1",
  unix_socket_directories: findSocketFolder(server.home, server.connection.port) ?? "",
  // A process for each core opens some twenty (process-settings.ts).
  max_connections: String(Math.max(200, availableParallelism() * 24 + 40)),
  shared_buffers: `${sharedBuffersMb()}MB`,
  // Statements here are short: what these two need to begin is more than they would save.
  jit: "off",
  max_parallel_workers_per_gather: "0",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_min_messages: "warning",
  // After a kill it asks the system once to write what is due instead of for each of thousands of files.
  ...(process.platform === "linux" ? { recovery_init_sync_method: "syncfs" } : {}),
  // Statements and details of errors repeat what somebody typed.
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  ...(server.durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
})

/** What a server says that could start a moment later: something of the one before it is still there. */
const TEMPORARY_FAILURE_PATTERN = new RegExp(
  [
    'lock file "postmaster.pid" already exists',
    "shared memory block .* in use",
    "could not bind",
    "could not create any TCP/IP sockets",
  ].join("|"),
)

type LaunchFailure = { sentence: string; isTemporary: boolean }

/** Starts the server and waits until it takes connections. */
async function launch(server: EmbeddedServer): Promise<ProcessMark | LaunchFailure> {
  const { home, bin, identity, connection } = server
  const logFile = join(home, "..", "postgres.log")
  const output = openSync(logFile, "a")
  const logOffset = readFileSync(logFile).byteLength
  const settings = Object.entries(buildServerSettings(server)).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ])
  const child = spawn(join(bin, "postgres"), ["-D", home, ...settings], {
    ...identity,
    cwd: "/",
    detached: true,
    stdio: ["ignore", output, output],
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  })
  closeSync(output)
  let endReason: string | undefined
  let wasKilled = false
  child.once("error", (error) => (endReason = error.message))
  child.once("exit", (code, signal) => {
    wasKilled = signal !== null
    endReason = `종료 코드 ${code ?? signal}`
  })
  child.unref()
  const remind = createReminder(server.say)
  for (const beganAt = performance.now(); endReason === undefined; await pause(25)) {
    const found = (await isAccepting(connection)) ? findServer(home) : undefined
    if (found) return found
    const waited = performance.now() - beganAt
    if (waited > RECOVERY_TIMEOUT_MS) endReason = "아직 응답하지 않음"
    else if (waited > 3_000) remind("내장 PostgreSQL이 응답하기를 기다려요.")
  }
  const newLogText = readFileSync(logFile).subarray(logOffset).toString()
  const logTail = newLogText.trimEnd().split("\n").slice(-6).join("\n")
  const sentence = `내장 PostgreSQL을 시작하지 못했어요 (${endReason}). ${logFile}을 확인해 주세요.\n${logTail}`
  return { sentence, isTemporary: wasKilled || TEMPORARY_FAILURE_PATTERN.test(newLogText) }
}

/** Looks for the server a few times a second, and brings it back where it has ended. */
function superviseServer(server: EmbeddedServer, first: ProcessMark, startLock: string): { stop(): void } {
  let processMark = first
  let isRestarting = false
  const stopping = new AbortController()
  const { signal } = stopping
  const restartServer = async () => {
    const beganAt = performance.now()
    log().error({ pid: processMark.pid }, "the embedded PostgreSQL has ended: it is started again")
    for (let tries = 0; !signal.aborted; tries += 1) {
      const heldStartLock = await acquireLock(startLock)
      try {
        if (signal.aborted) return
        processMark = await findOrLaunchServer(server, false)
        const ms = Math.round(performance.now() - beganAt)
        log().info({ pid: processMark.pid, ms }, "the embedded PostgreSQL is back")
        return
      } catch (error) {
        log().error({ err: error }, "the embedded PostgreSQL could not be started again")
      } finally {
        heldStartLock.release()
      }
      const pauseMs = Math.min(FIRST_RETRY_DELAY_MS * 2 ** tries, MAX_RETRY_DELAY_MS)
      await pause(pauseMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }
  const timer = setInterval(() => {
    if (isRestarting || isRunning(processMark)) return
    isRestarting = true
    void restartServer().finally(() => (isRestarting = false))
  }, CHECK_INTERVAL_MS).unref()
  return {
    stop() {
      stopping.abort()
      clearInterval(timer)
    },
  }
}

async function stopServer(home: string): Promise<void> {
  const found = findServer(home)
  if (!found) return
  process.kill(found.pid, "SIGINT")
  const beganAt = performance.now()
  while (isRunning(found) && performance.now() - beganAt < STOP_TIMEOUT_MS) await pause(25)
}

/**
 * Without the driver's own question for the types of arrays, whose failure nobody hears: it would end the
 * process.
 */
const SINGLE_CONNECTION_OPTIONS = { max: 1, fetch_types: false, onnotice: () => {} }

async function isAccepting(connection: Connection): Promise<boolean> {
  if (!connection.port) return false
  const settings = { ...SINGLE_CONNECTION_OPTIONS, connect_timeout: 3, backoff: false }
  const sql = postgres(getDatabaseAddress(connection, "postgres"), settings)
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function ensureDatabase(connection: Connection): Promise<void> {
  const sql = postgres(getDatabaseAddress(connection, "postgres"), SINGLE_CONNECTION_OPTIONS)
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${DATABASE_NAME}`
    if (!found) await sql.unsafe(`create database ${DATABASE_NAME}`)
  } finally {
    await sql.end()
  }
}

async function findFreePort(preferredPort: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number>((found, reject) => {
      const probe = createServer().once("error", reject)
      probe.listen(port, "127.0.0.1", () => {
        const address = probe.address()
        probe.close(() => found(typeof address === "object" && address ? address.port : port))
      })
    })
  return tryPort(preferredPort).catch(() => tryPort(0))
}
