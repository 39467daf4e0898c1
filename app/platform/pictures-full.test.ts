import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { withDatabase } from "../../tests/setup/database.ts"
import { db } from "./db.server.ts"
import { env, setEnvironment } from "./env.server.ts"
import { storePicture } from "./pictures.server.ts"
import { pictures } from "./schema.server.ts"
import { putFile } from "./storage.server.ts"

vi.mock("./storage.server.ts", { spy: true })

withDatabase()
const folder = mkdtempSync(join(tmpdir(), "baroildang-full-"))
beforeAll(() => setEnvironment({ ...env(), DATA_DIR: folder }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const store = async () => {
  const bytes = await sharp({ create: { width: 1_400, height: 900, channels: 3, background: "#58c" } })
    .jpeg()
    .toBuffer()
  return storePicture({ ownerId: crypto.randomUUID(), purpose: "order", bytes, name: "a.jpg" })
}
const filesLeft = () => {
  const place = join(folder, "files/pictures")
  return existsSync(place) ? readdirSync(place) : []
}

test("a picture of which one file has no room is refused, and leaves neither files nor a row", async () => {
  const put = vi.mocked(putFile)
  put.mockImplementationOnce(
    (await vi.importActual<{ putFile: typeof putFile }>("./storage.server.ts")).putFile,
  )
  put.mockResolvedValueOnce({ ok: false, reason: "no_room" })
  expect(await store()).toEqual({ ok: false, reason: "no_room" })
  put.mockRejectedValueOnce(Object.assign(new Error("EIO: i/o error, write"), { code: "EIO" }))
  await expect(store()).rejects.toThrow("EIO")
  expect(filesLeft()).toEqual([])
  expect(await db().$count(pictures)).toBe(0)
  expect(await store()).toMatchObject({ ok: true })
  expect(filesLeft()).toHaveLength(1)
})
