/**
 * Files: a local folder, or S3 where configured. Keys are ours and ASCII; the original name is in the
 * database.
 */
import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Disk } from "flydrive"
import { env, memoizePerEnvironment } from "./env.server.ts"
import { ok, refuse, type Outcome } from "./outcome.ts"

const getFilesFolder = () => join(env().DATA_DIR, "files")

async function openDisk(): Promise<Disk> {
  const settings = env()
  if (!settings.S3_BUCKET) {
    const { FSDriver } = await import("flydrive/drivers/fs")
    return new Disk(new FSDriver({ location: getFilesFolder(), visibility: "private" }))
  }
  const { S3Driver } = await import("flydrive/drivers/s3")
  return new Disk(
    new S3Driver({
      bucket: settings.S3_BUCKET,
      region: settings.S3_REGION ?? "",
      visibility: "private",
      ...(settings.S3_ENDPOINT ? { endpoint: settings.S3_ENDPOINT, forcePathStyle: true } : {}),
      ...(settings.S3_ACCESS_KEY_ID && settings.S3_SECRET_ACCESS_KEY
        ? {
            credentials: {
              accessKeyId: settings.S3_ACCESS_KEY_ID,
              secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
            },
          }
        : {}),
    }),
  )
}

const getDisk = memoizePerEnvironment(openDisk)

type PutOutcome = Outcome<"no_room">

/**
 * Writes `bytes` under `key`, in place of what was there; whole or not at all. `no_room` where the disk or
 * the bucket is full.
 */
export async function putFile(key: string, bytes: Uint8Array): Promise<PutOutcome> {
  try {
    if (env().S3_BUCKET) await (await getDisk()).put(key, bytes)
    else await writeAtomically(join(getFilesFolder(), key), bytes)
    return ok()
  } catch (error) {
    if (isNoSpaceError(error)) return refuse("no_room")
    throw error
  }
}

/**
 * Under a name of its own until all of it is on the disk: who reads finds the file before or the file after.
 */
async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const temporaryPath = `${path}.${randomUUID()}.part`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(temporaryPath, bytes, { flag: "wx", flush: true })
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
}

const NO_SPACE_CODES = new Set(["ENOSPC", "EDQUOT", "QuotaExceeded", "XMinioStorageFull"])

function isNoSpaceError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, $metadata: metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } }
  return (
    NO_SPACE_CODES.has(String(code)) ||
    NO_SPACE_CODES.has(error.name) ||
    metadata?.httpStatusCode === 507 ||
    isNoSpaceError(error.cause)
  )
}

/** The bytes under `key`; null where there is no such file. */
export async function readFileBytes(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const disk = await getDisk()
  try {
    return new Uint8Array(await disk.getBytes(key))
  } catch (error) {
    if (await disk.exists(key)) throw error
    return null
  }
}

/** How many bytes are under `key`; null where there is no such file. */
export async function getFileSize(key: string): Promise<number | null> {
  const disk = await getDisk()
  return (await disk.exists(key)) ? (await disk.getMetaData(key)).contentLength : null
}

/** Removes the files in `folder`, one of ours: it has a few files and no folders. */
export async function removeFiles(folder: string): Promise<void> {
  const disk = await getDisk()
  if (!env().S3_BUCKET) return disk.deleteAll(folder)
  // A bucket knows no folders: removing by a prefix would take what merely begins alike.
  const { objects } = await disk.listAll(folder)
  for (const object of objects) if (object.isFile) await disk.delete(object.key)
}

/** Names every file that is kept, for a backup. */
export async function* listFileKeys(): AsyncGenerator<string> {
  const disk = await getDisk()
  if (!env().S3_BUCKET && !existsSync(getFilesFolder())) return
  for (let paginationToken: string | undefined, isFirst = true; isFirst || paginationToken; isFirst = false) {
    const page = await disk.listAll("", { recursive: true, ...(paginationToken ? { paginationToken } : {}) })
    for (const object of page.objects) if (object.isFile && !object.key.endsWith(".part")) yield object.key
    paginationToken = page.paginationToken
  }
}
