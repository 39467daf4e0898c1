/** Finds the processes of an embedded PostgreSQL: its server, and what is left of one that was killed. */
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

const IS_LINUX = process.platform === "linux"

/** A process that is not mistaken for a later one of the same number. */
export type ProcessMark = {
  pid: number
  /** When it began, in the system's own words; empty where those are not known. */
  startedAt: string
}

/** Reads a small file; undefined where it is not there or not for us. */
function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

/**
 * When the process began; undefined where it has ended, also where only its entry is left because nobody
 * asked for its exit.
 */
function getStartTime(pid: number): string | undefined {
  if (!IS_LINUX) return answersSignals(pid) ? "" : undefined
  // The name in parentheses may hold anything; state is the first field after it, the start is the twentieth.
  const fields = readIfPresent(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ")
  return fields && !/^[ZX]/.test(fields[0] ?? "") ? fields[19] : undefined
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** Whether the process is still there. */
export const isRunning = ({ pid, startedAt }: ProcessMark): boolean => getStartTime(pid) === startedAt

/** Whether `pid` is a process of PostgreSQL that works in the folder `home`. */
function belongsToFolder(home: string, pid: number): boolean {
  if (process.platform === "win32") return true
  if (!IS_LINUX) {
    const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" })
    return stdout.includes("postgres") && stdout.includes(home)
  }
  const command = readIfPresent(`/proc/${pid}/cmdline`) ?? ""
  if (!command.includes("postgres")) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(home)
  } catch {
    // Another user's: its command line still names the folder, where it is the server itself.
    return command.split("\0").includes(home)
  }
}

/** The server that runs on the folder `home`, whether it takes connections yet or not. */
export function findServer(home: string): ProcessMark | undefined {
  const pid = Number.parseInt(readIfPresent(join(home, "postmaster.pid")) ?? "", 10)
  if (!(pid > 0)) return undefined
  const startedAt = getStartTime(pid)
  return startedAt !== undefined && belongsToFolder(home, pid) ? { pid, startedAt } : undefined
}

/**
 * What a killed server has left behind on the folder `home`: its helpers, which notice a moment later that it
 * is gone.
 */
function findOrphans(home: string): ProcessMark[] {
  if (!IS_LINUX) return []
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && belongsToFolder(home, pid))
    .flatMap((pid) => {
      const startedAt = getStartTime(pid)
      return startedAt === undefined ? [] : [{ pid, startedAt }]
    })
}

/** They end by themselves within this time, unless a long statement keeps them. */
const ORPHAN_TTL_MS = 200
/** Who has not ended although asked to is killed after this time. */
const DEAF_ORPHAN_TTL_MS = 1_000
const MAX_ORPHAN_MS = 10_000

/**
 * Waits until nothing of a killed server is left on the folder `home`, and ends what stays. Nothing of it can
 * write any more that counts: what was committed is in the log, and the next server reads that first.
 */
export async function endOrphans(home: string): Promise<void> {
  const beganAt = performance.now()
  let signal: NodeJS.Signals | undefined
  for (;;) {
    const remaining = findOrphans(home)
    if (remaining.length === 0) return
    const waited = performance.now() - beganAt
    if (waited > MAX_ORPHAN_MS) {
      const pids = remaining.map(({ pid }) => pid).join(", ")
      throw new Error(
        `먼저 돌던 PostgreSQL의 프로세스가 끝나지 않아요 (pid ${pids}). 끝낸 뒤 다시 시작해 주세요.`,
      )
    }
    const nextSignal =
      waited > DEAF_ORPHAN_TTL_MS ? "SIGKILL" : waited > ORPHAN_TTL_MS ? "SIGQUIT" : undefined
    if (nextSignal && nextSignal !== signal)
      for (const { pid } of remaining) sendSignalIfAlive(pid, nextSignal)
    signal = nextSignal
    await pause(20)
  }
}

/** Sends a signal to a process that may have ended meanwhile. */
function sendSignalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended, or is another user's: the next look says which.
  }
}
