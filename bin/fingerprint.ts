/**
 * Names a build by what it is made of: the same sources, wherever they lie and whenever they were copied,
 * have the same name.
 */
import { createHash, type Hash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const SOURCES = [
  "app",
  "server",
  "public",
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
]
const TEST_FILE = /\.test\.tsx?$/

/** Hashes the sources of the product in the tree `root`, without its tests. */
export function createFingerprint(root: string): string {
  const hash = createHash("sha256")
  for (const source of SOURCES) addToHash(hash, root, source)
  return hash.digest("hex")
}

function addToHash(hash: Hash, root: string, path: string): void {
  const absolutePath = join(root, path)
  if (!existsSync(absolutePath)) return
  const entries = listFolder(absolutePath)
  if (entries) for (const name of entries) addToHash(hash, root, `${path}/${name}`)
  else if (!TEST_FILE.test(path)) {
    const content = readFileSync(absolutePath)
    hash.update(`${path}\0${content.byteLength}\0`).update(content)
  }
}

/** The names in a folder, in the same order everywhere; undefined for a file. */
function listFolder(path: string): string[] | undefined {
  try {
    return readdirSync(path).sort()
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined
    throw error
  }
}

/** Where a build holds its name; vite.config.ts writes it with the build. */
export const FINGERPRINT_FILE = ".fingerprint"
