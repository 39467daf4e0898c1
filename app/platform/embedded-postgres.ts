/**
 * Owns the embedded PostgreSQL: started, adopted, looked after and stopped in the data folder (decision 020).
 */
import { spawn } from "node:child_process"
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { chmod } from "node:fs/promises"
import { createServer } from "node:net"
import { totalmem } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import postgres from "postgres"
import {
  createCluster,
  findBinaries,
  identityFor,
  mendPermissions,
  SUPERUSER,
  writeConnection,
  type Connection,
  type Identity,
} from "./embedded-cluster.ts"
import { endOrphans, findServer, isRunning, type ProcessMark } from "./embedded-processes.ts"
import { lock, tryLock, type FileLock } from "./file-lock.ts"
import { log } from "./log.server.ts"

const DATABASE = "baroildang"
/** How often the server is looked for. */
const LOOK_MS = 200
/** After a long time of much writing, a killed server reads its log this long before it takes connections. */
const MAX_RECOVERY_MS = 600_000
/** What keeps a server from starting and passes by itself may take this long. */
const MAX_START_MS = 20_000
/** Pause between two attempts to bring the server back: twice as long each time. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 15_000
const MAX_STOP_MS = 20_000
const SAY_AGAIN_MS = 5_000

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

type Server = {
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
  const starting = await lock(startLock, () =>
    say("다른 프로세스가 내장 PostgreSQL을 시작하거나 멈추고 있어 기다려요."),
  )
  let use: FileLock | undefined
  try {
    const alone = isFree(usersLock)
    const server = await openServer(dataDir, alone, durable, say)
    use = tryLock(usersLock, { shared: true })
    if (!use) throw new Error(`${usersLock}을 잠그지 못했어요. 다른 프로그램이 그 파일을 쓰고 있어요.`)
    const found = await ensureRunning(server, alone)
    await ensureDatabase(server.connection)
    const watch = lookAfter(server, found, startLock)
    const mine = use
    const stop = async () => {
      watch.stop()
      const stopping = await lock(startLock)
      try {
        mine.release()
        if (isFree(usersLock)) await stopServer(server.home)
      } finally {
        stopping.release()
      }
    }
    return { url: addressOf(server.connection), shared: !alone, stop }
  } catch (error) {
    use?.release()
    throw error
  } finally {
    starting.release()
  }
}

/** Whether no process of ours uses the server. True only as long as the start is locked. */
function isFree(usersLock: string): boolean {
  const taken = tryLock(usersLock)
  taken?.release()
  return taken !== undefined
}

/** Reads what is known of the server of `dataDir`, and makes its folder where there is none. */
async function openServer(
  dataDir: string,
  alone: boolean,
  durable: boolean,
  say: (sentence: string) => void,
): Promise<Server> {
  const home = join(dataDir, "postgres")
  const connectionFile = join(dataDir, "postgres.json")
  const bin = await findBinaries()
  const identity = identityFor(home)
  // The unprivileged user has to pass through the folder; it cannot list it.
  if (identity) await chmod(dataDir, 0o711)
  if (!existsSync(join(home, "PG_VERSION"))) {
    await createCluster({ bin, home, connectionFile, identity, durable })
  } else if (!existsSync(connectionFile)) {
    throw new Error(
      `${connectionFile}이 없어 내장 PostgreSQL에 들어갈 수 없어요. 백업에서 그 파일을 되살려 주세요.`,
    )
  }
  const connection = JSON.parse(readFileSync(connectionFile, "utf8")) as Connection
  if (!alone && connection.container && connection.container !== ownContainer()) {
    throw new Error(
      `다른 컨테이너가 ${dataDir}을 쓰고 있어요. 내장 PostgreSQL은 컨테이너 하나에서만 써요: 그 컨테이너를 멈추거나, ` +
        "여러 컨테이너에서는 DATABASE_URL에 따로 운영하는 PostgreSQL을 넣어 주세요.",
    )
  }
  return { home, bin, connectionFile, connection, identity, durable, say }
}

/** Processes of another container cannot be seen, so they can be neither adopted nor looked after. */
function ownContainer(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid")
  } catch {
    return undefined
  }
}

const addressOf = ({ port, password }: Connection, database = DATABASE) =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`

/** Says something at once and then every few seconds. */
function reminder(say: (sentence: string) => void): (sentence: string) => void {
  let last = Number.NEGATIVE_INFINITY
  return (sentence) => {
    if (performance.now() - last < SAY_AGAIN_MS) return
    last = performance.now()
    say(sentence)
  }
}

/**
 * Finds the server or starts it, on the port it had; only where nobody uses it, on another one if that is
 * taken.
 */
async function ensureRunning(server: Server, mayChangePort: boolean): Promise<ProcessMark> {
  const began = performance.now()
  for (;;) {
    const found = findServer(server.home)
    if (found) {
      if (await becomesReady(server, found)) return found
      continue
    }
    await endOrphans(server.home)
    // The server it names is gone, or is a process of something else that has got its number.
    rmSync(join(server.home, "postmaster.pid"), { force: true })
    mendPermissions(server.home, server.identity)
    const { connection } = server
    if (mayChangePort || !connection.port) connection.port = await freePort(connection.port)
    connection.container = ownContainer()
    writeConnection(server.connectionFile, connection)
    const outcome = await launch(server)
    if ("startedAt" in outcome) return outcome
    if (!outcome.passes || performance.now() - began > MAX_START_MS) throw new Error(outcome.sentence)
    await pause(FIRST_PAUSE_MS)
  }
}

/** Waits until the server takes connections. False where it ended meanwhile. */
async function becomesReady(server: Server, mark: ProcessMark): Promise<boolean> {
  const remind = reminder(server.say)
  const began = performance.now()
  while (isRunning(mark)) {
    if (await isAccepting(server.connection)) return true
    const waited = performance.now() - began
    if (waited > MAX_RECOVERY_MS) {
      throw new Error(
        `내장 PostgreSQL(pid ${mark.pid})이 돌고 있지만 응답하지 않아요. 끝낸 뒤 다시 시작해 주세요.`,
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

const settingsOf = ({ connection, durable }: Server): Record<string, string> => ({
  port: String(connection.port),
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
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
  ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
})

/** What a server says that could start a moment later: something of the one before it is still there. */
const PASSES = new RegExp(
  [
    'lock file "postmaster.pid" already exists',
    "shared memory block .* in use",
    "could not bind",
    "could not create any TCP/IP sockets",
  ].join("|"),
)

type NotStarted = { sentence: string; passes: boolean }

/** Starts the server and waits until it takes connections. */
async function launch(server: Server): Promise<ProcessMark | NotStarted> {
  const { home, bin, identity, connection } = server
  const logFile = join(home, "..", "postgres.log")
  const output = openSync(logFile, "a")
  const before = readFileSync(logFile).byteLength
  const settings = Object.entries(settingsOf(server)).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const child = spawn(join(bin, "postgres"), ["-D", home, ...settings], {
    ...identity,
    cwd: "/",
    detached: true,
    stdio: ["ignore", output, output],
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  })
  closeSync(output)
  let ended: string | undefined
  let killed = false
  child.once("error", (error) => (ended = error.message))
  child.once("exit", (code, signal) => {
    killed = signal !== null
    ended = `종료 코드 ${code ?? signal}`
  })
  child.unref()
  const remind = reminder(server.say)
  for (const began = performance.now(); ended === undefined; await pause(25)) {
    const found = (await isAccepting(connection)) ? findServer(home) : undefined
    if (found) return found
    const waited = performance.now() - began
    if (waited > MAX_RECOVERY_MS) ended = "아직 응답하지 않음"
    else if (waited > 3_000) remind("내장 PostgreSQL이 응답하기를 기다려요.")
  }
  const said = readFileSync(logFile).subarray(before).toString()
  const tail = said.trimEnd().split("\n").slice(-6).join("\n")
  const sentence = `내장 PostgreSQL을 시작하지 못했어요 (${ended}). ${logFile}을 확인해 주세요.\n${tail}`
  return { sentence, passes: killed || PASSES.test(said) }
}

/** Looks for the server a few times a second, and brings it back where it has ended. */
function lookAfter(server: Server, first: ProcessMark, startLock: string): { stop(): void } {
  let mark = first
  let bringing = false
  const stopping = new AbortController()
  const { signal } = stopping
  const bringBack = async () => {
    const began = performance.now()
    log().error({ pid: mark.pid }, "the embedded PostgreSQL has ended: it is started again")
    for (let tries = 0; !signal.aborted; tries += 1) {
      const starting = await lock(startLock)
      try {
        if (signal.aborted) return
        mark = await ensureRunning(server, false)
        const ms = Math.round(performance.now() - began)
        log().info({ pid: mark.pid, ms }, "the embedded PostgreSQL is back")
        return
      } catch (error) {
        log().error({ err: error }, "the embedded PostgreSQL could not be started again")
      } finally {
        starting.release()
      }
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS)
      await pause(pauseMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }
  const timer = setInterval(() => {
    if (bringing || isRunning(mark)) return
    bringing = true
    void bringBack().finally(() => (bringing = false))
  }, LOOK_MS).unref()
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
  const began = performance.now()
  while (isRunning(found) && performance.now() - began < MAX_STOP_MS) await pause(25)
}

/**
 * Without the driver's own question for the types of arrays, whose failure nobody hears: it would end the
 * process.
 */
const ONE_CONNECTION = { max: 1, fetch_types: false, onnotice: () => {} }

async function isAccepting(connection: Connection): Promise<boolean> {
  if (!connection.port) return false
  const settings = { ...ONE_CONNECTION, connect_timeout: 3, backoff: false }
  const sql = postgres(addressOf(connection, "postgres"), settings)
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
  const sql = postgres(addressOf(connection, "postgres"), ONE_CONNECTION)
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${DATABASE}`
    if (!found) await sql.unsafe(`create database ${DATABASE}`)
  } finally {
    await sql.end()
  }
}

async function freePort(wanted: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number>((found, refuse) => {
      const probe = createServer().once("error", refuse)
      probe.listen(port, "127.0.0.1", () => {
        const address = probe.address()
        probe.close(() => found(typeof address === "object" && address ? address.port : port))
      })
    })
  return tryPort(wanted).catch(() => tryPort(0))
}
