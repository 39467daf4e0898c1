/** The process that opens pictures, whatever they hold. */
import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { withDatabase } from "../../tests/setup/database.ts"
import { createEmptyPng, createPhoto } from "../../tests/setup/sample-pictures.ts"
import { createPerson } from "../areas/accounts/fixtures.ts"
import { env, setEnvironment } from "./env.server.ts"
import { inspectPictureContent } from "./picture-content.ts"
import { MAX_CPU_MS, startPictureWorker, getWorkerCount } from "./picture-queue.server.ts"
import { processPicture, type PictureJob, type PictureResult } from "./picture-worker.ts"
import { MAX_PICTURE_BYTES, readPicture, storePicture } from "./pictures.server.ts"

withDatabase()
const folder = mkdtempSync(join(tmpdir(), "baroildang-pictures-"))
beforeAll(() => setEnvironment({ ...env(), DATA_DIR: folder }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("a machine has as many workers as its cores and its memory allow", () => {
  const GIGABYTE = 2 ** 30
  const [memory, small] = [64 * GIGABYTE, 2 * GIGABYTE]
  expect([1, 2, 3, 4, 8, 64].map((cores) => getWorkerCount(cores, memory))).toEqual([1, 2, 2, 3, 4, 4])
  expect([getWorkerCount(8, small), getWorkerCount(8, GIGABYTE / 2)]).toEqual([1, 1])
})

test("a thousand broken files make no crash: each is refused or comes out clean", async () => {
  const sound = [
    await createPhoto(80, 60).jpeg().toBuffer(),
    await createPhoto(80, 60).png().toBuffer(),
    await createPhoto(80, 60).webp().toBuffer(),
  ]
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const outcomes = new Set<string>()
  for (let round = 0; round < 1_000; round += 1) {
    const bytes = Buffer.from(sound[round % 3] ?? [])
    if (round % 4 === 0) {
      const made = await processPicture(bytes.subarray(0, random(bytes.length)))
      outcomes.add(made.ok ? "clean" : made.reason)
      continue
    }
    for (let flips = 1 + random(12); flips > 0; flips -= 1) bytes[random(bytes.length)] = random(256)
    const made = await processPicture(bytes)
    outcomes.add(made.ok ? "clean" : made.reason)
    if (made.ok) for (const file of made.files) expect(inspectPictureContent(file.bytes).format).toBe("webp")
  }
  expect(
    [...outcomes].every((outcome) =>
      ["clean", "not_a_picture", "unsupported", "too_many_pixels", "too_long", "animated"].includes(outcome),
    ),
  ).toBe(true)
  expect(outcomes).toContain("clean")
  expect(outcomes).toContain("not_a_picture")
  expect(process.memoryUsage.rss()).toBeLessThan(512 * 1_048_576)
}, 60_000)

/**
 * Sends `files` to one worker after another, as the queue does. Megabytes at the most, where the system
 * tells.
 */
async function runWorkers(
  files: readonly Buffer[],
): Promise<{ outcomes: string[]; crashes: number; peak: number }> {
  const outcomes: string[] = []
  let [crashes, peak] = [0, 0]
  let worker = startPictureWorker()
  for (const [id, bytes] of files.entries()) {
    const result = await new Promise<PictureResult | null>((done) => {
      worker.once("message", done)
      worker.once("exit", () => done(null))
      worker.send({ id, bytes, maxCpuMs: MAX_CPU_MS } satisfies PictureJob)
    })
    const status = `/proc/${worker.pid}/status`
    if (existsSync(status))
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1] ?? 0) / 1_024)
    outcomes.push(result === null ? "crash" : result.ok ? "clean" : result.reason)
    if (result === null) crashes += 1
    worker.removeAllListeners()
    if (result?.isLast !== false) worker = startPictureWorker()
  }
  worker.kill()
  return { outcomes, crashes, peak }
}

test("the worker neither crashes nor takes more than 512 MB, whatever it gets", async () => {
  const [jpeg, png, webp] = [
    await createPhoto(80, 60).jpeg().toBuffer(),
    await createPhoto(80, 60).png().toBuffer(),
    await createPhoto(80, 60).webp().toBuffer(),
  ]
  const cut = [jpeg, png, webp].flatMap((bytes) =>
    Array.from({ length: 20 }, (_, n) => bytes.subarray(0, Math.floor((bytes.length * n) / 20))),
  )
  const flipped = [jpeg, png, webp].flatMap((bytes) =>
    Array.from({ length: 70 }, (_, n) => {
      const copy = Buffer.from(bytes)
      for (let at = 13 + n; at < copy.length; at += 41 + n) copy[at] = (copy[at] ?? 0) ^ (1 << (n % 8))
      return copy
    }),
  )
  const pretending = [
    [1, 40_000_000],
    [6_324, 6_324],
    [65_535, 65_535],
    [2_147_483_647, 2_147_483_647],
    [0, 10],
    [16_000, 16_000],
  ].map(([width = 0, height = 0]) => createEmptyPng(width, height))
  // The largest that is allowed, in the most hungry form: interlaced, 16 bits, see-through.
  const hungry = await sharp({
    create: { width: 7_300, height: 5_450, channels: 4, background: { r: 9, g: 120, b: 80, alpha: 0.5 } },
  })
    .toColourspace("rgb16")
    .png({ progressive: true, compressionLevel: 2 })
    .toBuffer()
  expect(hungry.byteLength).toBeLessThan(MAX_PICTURE_BYTES)
  const { outcomes, crashes, peak } = await runWorkers([...cut, ...flipped, ...pretending, hungry, jpeg])
  expect(crashes).toBe(0)
  expect(new Set(outcomes)).toEqual(
    new Set(
      ["clean", "not_a_picture", "unsupported", "too_many_pixels", "too_long", "animated"].filter((each) =>
        outcomes.includes(each),
      ),
    ),
  )
  expect(outcomes.slice(-2)).toEqual(["clean", "clean"])
  expect(peak).toBeLessThan(512)
}, 120_000)

test("a picture that takes more than its time is given up, and the worker with it", async () => {
  const costly = await createPhoto(4_000, 3_000)
    .toColourspace("rgb16")
    .png({ progressive: true, compressionLevel: 2 })
    .toBuffer()
  const worker = startPictureWorker()
  const ended = once(worker, "exit")
  const answered = once(worker, "message")
  worker.send({ id: 1, bytes: costly, maxCpuMs: 1 } satisfies PictureJob)
  expect(await answered).toEqual([{ id: 1, ok: false, reason: "too_slow", isLast: true }, undefined])
  expect(await ended).toEqual([0, null])
})

test("a worker that dies at rest, or of earlier pictures, costs nobody a picture", async () => {
  const workers = () => {
    const processes = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
      .trim()
      .split("\n")
    const own = processes
      .map((line) => line.trim().split(/\s+/))
      .filter(([, parent, ...args]) => parent === String(process.pid) && args.includes("picture-worker"))
    return own.map(([pid]) => Number(pid))
  }
  const store = async (bytes: Uint8Array) =>
    (await storePicture({ ownerId: crypto.randomUUID(), purpose: "test", bytes, name: "a" })).ok
  const small = await createPhoto().jpeg().toBuffer()
  const costly = await createPhoto(4_000, 3_000)
    .toColourspace("rgb16")
    .png({ progressive: true, compressionLevel: 2 })
    .toBuffer()
  const kill = async () => {
    const killed = workers()
    for (const pid of killed) process.kill(pid, "SIGKILL")
    await expect.poll(() => workers().filter((pid) => killed.includes(pid))).toEqual([])
    return killed.length
  }
  expect(await store(small)).toBe(true)
  expect(await kill()).toBeGreaterThan(0)
  expect(await store(small)).toBe(true)
  const storing = store(costly)
  expect(await kill()).toBeGreaterThan(0)
  expect(await storing).toBe(true)
})

test("many at once all come out, also those behind one that wears the worker out", async () => {
  const { actor } = await createPerson()
  const large = await sharp({
    create: { width: 6_000, height: 4_000, channels: 4, background: { r: 9, g: 120, b: 80, alpha: 0.5 } },
  })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()
  const small = await createPhoto().jpeg().toBuffer()
  const stored = await Promise.all(
    [large, small, Buffer.from("\xff\xd8\xff broken", "latin1"), small, large, small].map((bytes) =>
      storePicture({ ownerId: actor.userId, purpose: "test", bytes, name: "a" }),
    ),
  )
  expect(stored.map((each) => each.ok)).toEqual([true, true, false, true, true, true])
}, 120_000)

test("the worker makes what is shown, and goes on after a file that it cannot read", async () => {
  const { actor } = await createPerson()
  const store = (bytes: Uint8Array, name = "부엌.jpg") =>
    storePicture({ ownerId: actor.userId, purpose: "order", bytes, name })
  expect(await store(Buffer.from("\xff\xd8\xff broken", "latin1"))).toEqual({
    ok: false,
    reason: "not_a_picture",
  })
  expect(await store(Buffer.alloc(MAX_PICTURE_BYTES + 1))).toEqual({ ok: false, reason: "too_large" })
  const stored = await store(await createPhoto().jpeg().toBuffer())
  if (!stored.ok) throw new Error(stored.reason)
  const read = await readPicture(stored.picture.id, 320, async () => false)
  expect((await sharp(read?.bytes).metadata()).width).toBe(320)
})
