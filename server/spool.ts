/**
 * Owns where a body is while it comes and until it is answered: in memory while it is small, in a file of its
 * own from then on.
 */
import { randomUUID } from "node:crypto"
import { openAsBlob } from "node:fs"
import { mkdir, open, readdir, rm, stat, type FileHandle } from "node:fs/promises"
import { join } from "node:path"
import { env } from "../app/platform/env.server.ts"

/** Most forms are smaller, and never touch the disk. */
const MAX_BYTES_IN_MEMORY = 65_536
/** A file this old belongs to a process that died. */
const STALE_MS = 3_600_000

const folder = () => join(env().DATA_DIR, "incoming")

/** What is written while a body comes, in order; one piece at a time. */
export type Spool = {
  readonly size: number
  /** Throws what the disk says, such as ENOSPC. */
  write(piece: Uint8Array): Promise<void>
  /** Says that all has been written; throws as {@link Spool.write} does. */
  end(): Promise<void>
  /** The whole; of a file, read only where it is looked at. */
  blob(): Promise<Blob>
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** Forgets the body; called at any time, also twice. */
  remove(): Promise<void>
}

export function createSpool(): Spool {
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let file: { path: string; handle: FileHandle | undefined } | undefined

  async function end(): Promise<void> {
    const handle = file?.handle
    if (file) file.handle = undefined
    await handle?.close()
  }

  async function openFile(): Promise<FileHandle> {
    const path = join(folder(), randomUUID())
    const handle = await open(path, "wx", 0o600).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error
      await mkdir(folder(), { recursive: true })
      return open(path, "wx", 0o600)
    })
    file = { path, handle }
    for (const piece of pieces) await handle.writeFile(piece)
    pieces = []
    return handle
  }

  async function blob(): Promise<Blob> {
    return file ? openAsBlob(file.path) : new Blob(pieces)
  }

  return {
    get size() {
      return size
    },
    async write(piece) {
      size += piece.byteLength
      if (size <= MAX_BYTES_IN_MEMORY) {
        // A copy: what node gives is a window on a larger piece, which would be kept with it.
        pieces.push(new Uint8Array(piece))
        return
      }
      const handle = file?.handle ?? (await openFile())
      await handle.writeFile(piece)
    },
    end,
    blob,
    bytes: async () => new Uint8Array(await (await blob()).arrayBuffer()),
    async remove() {
      await end().catch(() => undefined)
      pieces = []
      if (file) await rm(file.path, { force: true })
      file = undefined
    },
  }
}

/** Removes what processes left behind that died while bodies came; the start calls it. */
export async function sweepSpools(): Promise<void> {
  const names = await readdir(folder()).catch(() => [])
  for (const name of names) {
    const path = join(folder(), name)
    const facts = await stat(path).catch(() => null)
    if (facts && Date.now() - facts.mtimeMs > STALE_MS) await rm(path, { force: true })
  }
}
