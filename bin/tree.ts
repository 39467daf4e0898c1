/**
 * What is made in the tree of the product: installed packages and the build, each made by one process at
 * a time.
 */
import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { acquireLock } from "../app/platform/file-lock.ts"
import { FINGERPRINT_FILE, createFingerprint } from "./fingerprint.ts"

type LockfileEntry = {
  version?: string
  integrity?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  link?: boolean
}

function readLockfileEntries(file: string): Record<string, LockfileEntry> {
  if (!existsSync(file)) return {}
  return (JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockfileEntry> }).packages
}

/**
 * Whether the packages in the tree are those of its lock file; without `dev`, only those that the built
 * product needs.
 */
export function isInstalled(root: string, { dev }: { dev: boolean }): boolean {
  const lockedPackages = readLockfileEntries(join(root, "package-lock.json"))
  // npm's own note of what it has installed, written when it has ended.
  const installedPackages = readLockfileEntries(join(root, "node_modules", ".package-lock.json"))
  return Object.entries(lockedPackages).every(([path, entry]) => {
    if (path === "" || entry.link || entry.optional || (!dev && (entry.dev || entry.devOptional))) return true
    const installed = installedPackages[path]
    if (!installed || installed.version !== entry.version) return false
    if (!existsSync(join(root, path, "package.json"))) return false
    return !installed.integrity || !entry.integrity || installed.integrity === entry.integrity
  })
}

/** Whether the build in the tree was made of the sources in the tree. */
export function isBuilt(root: string): boolean {
  const file = join(root, "build", FINGERPRINT_FILE)
  return existsSync(file) && readFileSync(file, "utf8") === createFingerprint(root)
}

/**
 * Runs `work`, which writes into the tree, while no other process does. Throws a sentence where the tree may
 * not be written to; `what` says what is missing in it.
 */
export async function changeTree(root: string, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    accessSync(root, constants.W_OK)
  } catch (error) {
    const errorCode = error instanceof Error && "code" in error ? ` (${String(error.code)})` : ""
    throw new Error(
      `${root}에 ${what} 없고, 쓸 수 없는 폴더라서 만들 수도 없어요${errorCode}. 쓸 수 있는 곳에서 npm start를 한 번 돌린 뒤 ` +
        "build와 node_modules까지 함께 복사하거나, 이 폴더에 쓸 수 있게 해 주세요.",
      { cause: error },
    )
  }
  const treeLock = await acquireLock(join(root, ".prepare.lock"), () => {
    console.log("다른 프로세스가 설치하거나 빌드하고 있어 기다려요.")
  })
  try {
    await work()
  } finally {
    treeLock.release()
  }
}

/**
 * Has `make` build into a folder of its own, and puts that in the place of the build before when it is whole.
 */
export async function replaceBuild(root: string, make: (folder: string) => Promise<unknown>): Promise<void> {
  const [unfinishedFolder, previousFolder] = [".build-unfinished", ".build-before"]
  const remove = (name: string) => rmSync(join(root, name), { recursive: true, force: true })
  remove(unfinishedFolder)
  remove(previousFolder)
  try {
    await make(unfinishedFolder)
    try {
      if (existsSync(join(root, "build"))) renameSync(join(root, "build"), join(root, previousFolder))
    } catch (error) {
      // In an image's layer a folder can be removed but not renamed.
      if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error
      remove("build")
    }
    renameSync(join(root, unfinishedFolder), join(root, "build"))
  } finally {
    remove(unfinishedFolder)
    remove(previousFolder)
  }
}
