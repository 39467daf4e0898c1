/** Owns files: a local folder, or S3 where configured. Keys are ours and ASCII; the original name is in the database. */
import { join } from "node:path"
import { Disk } from "flydrive"
import { env, keptWith } from "./env.server.ts"

async function open(): Promise<Disk> {
  const settings = env()
  if (!settings.S3_BUCKET) {
    const { FSDriver } = await import("flydrive/drivers/fs")
    return new Disk(new FSDriver({ location: join(settings.DATA_DIR, "files"), visibility: "private" }))
  }
  const { S3Driver } = await import("flydrive/drivers/s3")
  return new Disk(
    new S3Driver({
      bucket: settings.S3_BUCKET,
      region: settings.S3_REGION ?? "",
      visibility: "private",
      ...(settings.S3_ENDPOINT ? { endpoint: settings.S3_ENDPOINT, forcePathStyle: true } : {}),
      ...(settings.S3_ACCESS_KEY_ID && settings.S3_SECRET_ACCESS_KEY
        ? { credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY } }
        : {}),
    }),
  )
}

const opened = keptWith(open)

/** Writes `bytes` under `key`, in place of what was there. */
export async function putFile(key: string, bytes: Uint8Array): Promise<void> {
  await (await opened()).put(key, bytes)
}

/** The bytes under `key`; null where there is no such file. */
export async function readFileBytes(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const store = await opened()
  try {
    return new Uint8Array(await store.getBytes(key))
  } catch (error) {
    if (await store.exists(key)) throw error
    return null
  }
}

/** How many bytes are under `key`; null where there is no such file. */
export async function measureFile(key: string): Promise<number | null> {
  const store = await opened()
  return (await store.exists(key)) ? (await store.getMetaData(key)).contentLength : null
}

/** Removes the files in `folder`, one of ours: it has a few files and no folders. */
export async function removeFiles(folder: string): Promise<void> {
  const store = await opened()
  if (!env().S3_BUCKET) return store.deleteAll(folder)
  // A bucket knows no folders: removing by a prefix would take what merely begins alike.
  const { objects } = await store.listAll(folder)
  for (const object of objects) if (object.isFile) await store.delete(object.key)
}
