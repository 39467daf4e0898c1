import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { startS3Double } from "../../tests/doubles/s3.ts"

const folder = mkdtempSync(join(tmpdir(), "baroildang-storage-"))
let s3: Awaited<ReturnType<typeof startS3Double>>
beforeAll(async () => {
  s3 = await startS3Double("pictures-of-ours")
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The port as a process with these settings opens it. */
async function openStorage(kind: "folder" | "S3") {
  vi.resetModules()
  const { readEnvironment, setEnvironment } = await import("./env.server.ts")
  const bucket = {
    S3_BUCKET: "pictures-of-ours",
    S3_REGION: "ap-northeast-2",
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
  }
  setEnvironment(
    readEnvironment({
      APP_ENV: "test",
      DATA_DIR: folder,
      SECRET: "a secret that only tests know, 32+",
      ...(kind === "S3" ? bucket : {}),
    }),
  )
  return import("./storage.server.ts")
}

describe.each(["folder", "S3"] as const)("files in %s", (kind) => {
  let storage: typeof import("./storage.server.ts")
  beforeEach(async () => {
    storage = await openStorage(kind)
  })

  test("come back as they were stored, also after being replaced", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000))
    await storage.putFile("pictures/a/160.webp", new Uint8Array([1, 2, 3]))
    await storage.putFile("pictures/a/160.webp", bytes)
    expect(await storage.readFileBytes("pictures/a/160.webp")).toEqual(bytes)
    expect(await storage.getFileSize("pictures/a/160.webp")).toBe(60_000)
  })

  test("that are not there are null, not an error", async () => {
    expect(await storage.readFileBytes("pictures/nothing/160.webp")).toBeNull()
    expect(await storage.getFileSize("pictures/nothing/160.webp")).toBeNull()
  })

  test("go with their folder, and no other folder's with them", async () => {
    for (const key of ["pictures/b/160.webp", "pictures/b/320.webp", "pictures/bc/160.webp"])
      await storage.putFile(key, new Uint8Array([7]))
    await storage.removeFiles("pictures/b")
    expect(await storage.readFileBytes("pictures/b/160.webp")).toBeNull()
    expect(await storage.readFileBytes("pictures/b/320.webp")).toBeNull()
    expect(await storage.readFileBytes("pictures/bc/160.webp")).toEqual(new Uint8Array([7]))
  })
})

test("a full disk keeps nothing of a file without room, and what was there before stays", async () => {
  const before = new Uint8Array([1, 2, 3])
  expect(await (await openStorage("folder")).putFile("pictures/full/160.webp", before)).toEqual({ ok: true })
  const disk = await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises")
  for (const code of ["ENOSPC", "EDQUOT"]) {
    vi.doMock("node:fs/promises", () => ({
      ...disk,
      // As a disk does: what fits is written.
      async writeFile(path: string, bytes: Uint8Array, options: object) {
        await disk.writeFile(path, bytes.subarray(0, 1_000), options)
        throw Object.assign(new Error(`${code}: no space left on device, write`), { code })
      },
    }))
    const storage = await openStorage("folder")
    for (const name of ["160", "320"]) {
      expect(await storage.putFile(`pictures/full/${name}.webp`, new Uint8Array(60_000))).toEqual({
        ok: false,
        reason: "no_room",
      })
    }
    expect(readdirSync(join(folder, "files/pictures/full"))).toEqual(["160.webp"])
    expect(await storage.readFileBytes("pictures/full/160.webp")).toEqual(before)
    vi.doUnmock("node:fs/promises")
  }
})

test("a full bucket is said to be full", async () => {
  const storage = await openStorage("S3")
  s3.maxObjects = s3.objects.size
  expect(await storage.putFile("pictures/full/160.webp", new Uint8Array([1]))).toEqual({
    ok: false,
    reason: "no_room",
  })
  s3.maxObjects = Number.POSITIVE_INFINITY
  expect(await storage.putFile("pictures/full/160.webp", new Uint8Array([1]))).toEqual({ ok: true })
})

test("with a bucket configured nothing lies in the folder, and every request is signed", async () => {
  const storage = await openStorage("S3")
  await storage.putFile("pictures/only-there/160.webp", new Uint8Array([9]))
  expect([...s3.objects.keys()]).toContain("pictures/only-there/160.webp")
  expect(await (await openStorage("folder")).readFileBytes("pictures/only-there/160.webp")).toBeNull()
  expect(s3.unsigned).toBe(0)
})

test("a storage that cannot be reached is an error, not an empty picture", async () => {
  const away = await startS3Double("pictures-of-ours")
  vi.resetModules()
  const { readEnvironment, setEnvironment } = await import("./env.server.ts")
  setEnvironment(
    readEnvironment({
      APP_ENV: "test",
      SECRET: "a secret that only tests know, 32+",
      S3_BUCKET: "pictures-of-ours",
      S3_REGION: "ap-northeast-2",
      S3_ENDPOINT: away.endpoint,
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "secret",
    }),
  )
  const storage = await import("./storage.server.ts")
  await away.stop()
  await expect(storage.readFileBytes("pictures/a/160.webp")).rejects.toThrow(/./)
})
