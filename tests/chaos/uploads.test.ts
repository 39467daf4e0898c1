/**
 * promises.md, uploads: what strangers send as pictures, and how much of it at once. The full disk needs the
 * right to mount one.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { db } from "#app/platform/db.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { createPeople, type BenchPerson } from "../../bench/live.ts"
import { startChildServer } from "../../bench/servers.ts"
import { withChildServer } from "../setup/child-server.ts"
import { withDatabase } from "../setup/database.ts"

const own = withDatabase()
let people: BenchPerson[] = []
beforeAll(async () => {
  people = await createPeople(60)
})
const child = withChildServer(own)
const figures: string[] = []
afterAll(() => process.stderr.write(`${figures.join("\n")}\n`))

type Answer = { status: number; text: string }
async function send(
  url: string,
  path: string,
  form: FormData,
  person: BenchPerson | undefined,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method: "POST",
    body: form,
    headers: { Origin: url, Cookie: person?.cookie ?? "" },
    redirect: "manual",
  })
  return { status: answer.status, text: await answer.text() }
}
const fileOf = (bytes: Uint8Array) => new File([new Uint8Array(bytes)], "사진.jpg", { type: "image/jpeg" })
function upload(url: string, bytes: Uint8Array, person: BenchPerson | undefined): Promise<Answer> {
  const form = new FormData()
  form.set("purpose", "order")
  form.set("file", fileOf(bytes))
  return send(url, "/uploads", form, person)
}
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })

/**
 * Looks at the memory of the product, and at that of its picture workers, until `over`. Megabytes at the
 * most.
 */
async function watchMemory(over: Promise<unknown>): Promise<{ product: number; worker: number }> {
  const most = { product: 0, worker: 0 }
  let going = true
  const end = over.finally(() => (going = false)).catch(() => undefined)
  const isGoing = () => going
  while (isGoing()) {
    most.product = Math.max(most.product, (await child.usage()).memoryMb)
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("picture-worker")) continue
        const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
        most.worker = Math.max(most.worker, Number(peak ?? 0) / 1_024)
      } catch {
        // It has ended meanwhile.
      }
    }
    await wait(30)
  }
  await end
  return most
}

test("eight forms of 40 MB at once are all answered, with bounded memory", async () => {
  const large = await noise(3_900, 2_700).jpeg({ quality: 96 }).toBuffer()
  expect(large.byteLength).toBeGreaterThan(8_500_000)
  expect(large.byteLength).toBeLessThan(10_000_000)
  await upload(child.url, await noise(300, 200).jpeg().toBuffer(), people[59])
  const before = (await child.usage()).memoryMb
  const begun = performance.now()
  const sending = Promise.all(
    people.slice(0, 8).map((person) => {
      const form = new FormData()
      for (let each = 0; each < 4; each += 1) form.append("photosFiles", fileOf(large))
      return send(child.url, "/OrderUploadTest", form, person)
    }),
  )
  const most = await watchMemory(sending)
  const answers = await sending
  figures.push(
    `8 forms of ${((large.byteLength * 4) / 1e6).toFixed(0)} MB: ` +
      `${[...new Set(answers.map(({ status }) => status))].join()} in ` +
      `${((performance.now() - begun) / 1_000).toFixed(1)} s; product ${before} to ${most.product} MB, ` +
      `worker ${most.worker.toFixed(0)} MB`,
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await db().$count(pictures)).toBe(33)
  expect(most.product).toBeLessThan(512)
  expect(most.product - before).toBeLessThan(250)
  expect(most.worker).toBeLessThan(512)
  expect(readdirSync(join(child.files, "incoming"))).toEqual([])
})

test("two people at four of the most costly pictures each keep a third waiting for seconds", async () => {
  const costly = await sharp({
    create: { width: 7_300, height: 5_450, channels: 4, background: { r: 9, g: 120, b: 80, alpha: 0.5 } },
  })
    .toColourspace("rgb16")
    .png({ progressive: true, compressionLevel: 2 })
    .toBuffer()
  const sound = await noise(900, 600).jpeg().toBuffer()
  const begun = performance.now()
  const others = Promise.all(
    [10, 11].flatMap((at) => Array.from({ length: 4 }, () => upload(child.url, costly, people[at]))),
  )
  await wait(500)
  const third = await upload(child.url, sound, people[12])
  const waited = (performance.now() - begun - 500) / 1_000
  const statuses = (await others).map(({ status }) => status)
  const all = (performance.now() - begun) / 1_000
  figures.push(
    `twice four of 40 megapixels at once: ${statuses.join()} in ${all.toFixed(1)} s; a third was ` +
      `served after ${waited.toFixed(1)} s`,
  )
  expect([third.status, ...statuses]).toEqual(Array.from({ length: 9 }, () => 200))
  expect(waited).toBeLessThan(all / 2)
})

test("a thousand mutated files are each refused or re-encoded, with bounded memory", async () => {
  const small = noise(120, 90)
  const sound = [await small.jpeg().toBuffer(), await small.png().toBuffer(), await small.webp().toBuffer()]
  let seed = 11
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const mutated = Array.from({ length: 1_000 }, (_, round) => {
    const bytes = Buffer.from(sound[round % 3] ?? [])
    if (round % 4 === 0) return bytes.subarray(0, 1 + random(bytes.length - 1))
    for (let flips = 1 + random(12); flips > 0; flips -= 1) bytes[random(bytes.length)] = random(256)
    return bytes
  })
  const sending = Promise.all(
    Array.from({ length: 20 }, async (_, person) => {
      const statuses: number[] = []
      for (const bytes of mutated.slice(person * 50, person * 50 + 50))
        statuses.push((await upload(child.url, bytes, people[20 + person])).status)
      return statuses
    }),
  )
  const most = await watchMemory(sending)
  const statuses = Map.groupBy((await sending).flat(), (status) => status)
  figures.push(
    "1,000 mutated files: " +
      `${JSON.stringify(Object.fromEntries([...statuses].map(([status, some]) => [status, some.length])))}` +
      `; product ${most.product} MB, worker ${most.worker.toFixed(0)} MB`,
  )
  expect([...statuses.keys()].every((status) => [200, 400, 415].includes(status))).toBe(true)
  expect([most.product < 512, most.worker < 512]).toEqual([true, true])
})

test("on a full disk pictures are refused, nothing is left behind, and uploads recover", async () => {
  const disk = mkdtempSync(join(tmpdir(), "baroildang-full-"))
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", disk])
  expect(mounted.status, mounted.stderr.toString()).toBe(0)
  const product = await startChildServer("product", { DATABASE_URL: own.url, DATA_DIR: disk, DEMO: "0" })
  try {
    const before = await db().$count(pictures)
    writeFileSync(join(disk, "filler"), Buffer.alloc(2_300_000))
    const picture = await noise(640, 480).jpeg({ quality: 60 }).toBuffer()
    const answers: Answer[] = []
    while (answers.at(-1)?.status !== 507) answers.push(await upload(product.url, picture, people[50]))
    expect(answers.at(-1)?.text).toContain("저장할 자리가 없어요. 잠시 뒤 다시 올려 주세요.")
    // What does not even fit while it comes.
    const large = await upload(
      product.url,
      await noise(2_000, 1_500).jpeg({ quality: 95 }).toBuffer(),
      people[51],
    )
    expect([large.status, large.text]).toEqual([507, expect.stringContaining("받아 둘 자리가 없어요")])
    const kept = readdirSync(join(disk, "files/pictures"))
    expect(kept).toHaveLength(answers.length - 1)
    for (const each of kept) {
      const sizes = readdirSync(join(disk, "files/pictures", each)).map(
        (name) => statSync(join(disk, "files/pictures", each, name)).size,
      )
      expect(sizes).toHaveLength(4)
      expect(Math.min(...sizes)).toBeGreaterThan(0)
    }
    expect(readdirSync(join(disk, "incoming"))).toEqual([])
    expect((await db().$count(pictures)) - before).toBe(answers.length - 1)
    figures.push(`disk full after ${kept.length} pictures: 507, nothing left of what was refused`)
    rmSync(join(disk, "filler"))
    expect((await upload(product.url, picture, people[50])).status).toBe(200)
  } finally {
    await product.stop()
    spawnSync("umount", [disk])
    rmSync(disk, { recursive: true, force: true })
  }
})
