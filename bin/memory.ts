/**
 * What the processes that serve are started with: the runtime keeps room for young objects and for the
 * allocations of threads as if nothing else ran on the machine (decisions 138 and 139). What is set already
 * wins.
 */
import { accessSync, constants } from "node:fs"

const SEMI_SPACE = "--max-semi-space-size"
/**
 * For glibc: two arenas, and pieces of 128 KB and more as well as what is free at the end of an arena go back
 * to the system. Without a word glibc raises both limits to the largest piece that was ever freed, and the
 * text of the server is 12 MB while it is read.
 */
const ALLOCATOR_SETTINGS = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
}

/** The environment with these settings; undefined where `env` has settings of its own. */
export function withMemorySettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv | undefined {
  const { NODE_OPTIONS = "", MALLOC_ARENA_MAX } = env
  if (MALLOC_ARENA_MAX !== undefined || NODE_OPTIONS.includes(SEMI_SPACE)) return undefined
  return { ...env, NODE_OPTIONS: `${SEMI_SPACE}=8 ${NODE_OPTIONS}`.trim(), ...ALLOCATOR_SETTINGS }
}

/**
 * Begins this process anew with these settings, under the same id; its children inherit them. Does nothing
 * where the system cannot do that, or where somebody talks to this process, whom the new one would not hear.
 */
export function continueWithMemorySettings(): void {
  const env = withMemorySettings(process.env)
  if (!env || !process.execve || process.channel || process.platform === "win32") return
  // Who may not run the program anew goes on as they are: a call that fails ends the process.
  if (!mayRun(process.execPath)) return
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env)
}

function mayRun(program: string): boolean {
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}
