/**
 * Where a body is while it comes and until it is answered: in memory while it is small, in a file of its
 * own from then on.
 */
import { randomUUID } from "node:crypto"
import { openAsBlob } from "node:fs"
import { mkdir, open, readdir, rm, stat, type FileHandle } from "node:fs/promises"
import { join } from "node:path"
import { env } from "../app/platform/env.server.ts"

/** Most forms are smaller, and never touch the disk. */
const MAX_MEMORY_BYTES = 65_536
/** A file this old belongs to a process that died. */
const STALE_SPOOL_MS = 3_600_000

const getSpoolFolder = () => join(env().DATA_DIR, "incoming")

/** What is written while a body comes, in order; one piece at a time. */
export type Spool = {
  readonly size: number
  /** Throws what the disk says, such as ENOSPC. */
  write(chunk: Uint8Array): Promise<void>
  /** Says that all has been written; throws as {@link Spool.write} does. */
  end(): Promise<void>
  /** The whole; of a file, read only where it is looked at. */
  blob(): Promise<Blob>
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** Forgets the body; called at any time, also twice. */
  remove(): Promise<void>
}

export function createSpool(): Spool {
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let file: { path: string; handle: FileHandle | undefined } | undefined

  async function end(): Promise<void> {
    const handle = file?.handle
    if (file) file.handle = undefined
    await handle?.close()
  }

  async function openFile(): Promise<FileHandle> {
    const path = join(getSpoolFolder(), randomUUID())
    const handle = await open(path, "wx", 0o600).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error
      await mkdir(getSpoolFolder(), { recursive: true })
      return open(path, "wx", 0o600)
    })
    file = { path, handle }
    for (const chunk of chunks) await handle.writeFile(chunk)
    chunks = []
    return handle
  }

  async function blob(): Promise<Blob> {
    return file ? openAsBlob(file.path) : new Blob(chunks)
  }

  return {
    get size() {
      return size
    },
    async write(chunk) {
      size += chunk.byteLength
      if (size <= MAX_MEMORY_BYTES) {
        // A copy: what node gives is a window on a larger piece, which would be kept with it.
        chunks.push(new Uint8Array(chunk))
        return
      }
      const handle = file?.handle ?? (await openFile())
      await handle.writeFile(chunk)
    },
    end,
    blob,
    bytes: async () => new Uint8Array(await (await blob()).arrayBuffer()),
    async remove() {
      await end().catch(() => undefined)
      chunks = []
      if (file) await rm(file.path, { force: true })
      file = undefined
    },
  }
}

/** Removes what processes left behind that died while bodies came; the start calls it. */
export async function removeStaleSpools(): Promise<void> {
  const names = await readdir(getSpoolFolder()).catch(() => [])
  for (const name of names) {
    const path = join(getSpoolFolder(), name)
    const stats = await stat(path).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > STALE_SPOOL_MS) await rm(path, { force: true })
  }
}
