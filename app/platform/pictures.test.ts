import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { withDatabase } from "../../tests/setup/database.ts"
import { createEmptyPng, createPhoto } from "../../tests/setup/sample-pictures.ts"
import { createPerson } from "../areas/accounts/fixtures.ts"
import { inTransaction } from "./db.server.ts"
import { env, setEnvironment } from "./env.server.ts"
import { inspectPictureContent } from "./picture-content.ts"
import { processPicture } from "./picture-worker.ts"
import { saveDraft, deleteOldDrafts } from "./drafts.server.ts"
import { countHit } from "./rate-limit.server.ts"
import {
  transferVisitorPictures,
  findPictures,
  inspectPictures,
  readPicture,
  removePicture,
  storePicture,
  deleteUnattachedPictures,
  attachPictures,
  type PictureUploader,
} from "./pictures.server.ts"
import { resetClock, setClock } from "../basics/clock.ts"

withDatabase()
const folder = mkdtempSync(join(tmpdir(), "baroildang-pictures-"))
beforeAll(() => setEnvironment({ ...env(), DATA_DIR: folder }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("JPEG, PNG and WebP are taken by content, and become WebP in four widths, never enlarged", async () => {
  for (const bytes of [
    await createPhoto().jpeg().toBuffer(),
    await createPhoto().png().toBuffer(),
    await createPhoto().webp().toBuffer(),
  ]) {
    const made = await processPicture(bytes)
    if (!made.ok) throw new Error(made.reason)
    expect(made.files.map((file) => file.width)).toEqual([160, 320, 640, 1280])
    for (const file of made.files) {
      const facts = await sharp(file.bytes).metadata()
      expect(facts.format).toBe("webp")
      expect(facts.width).toBe(Math.min(file.width, 400))
    }
    expect(made.placeholder).toMatch(/^data:image\/webp;base64,/)
  }
})

test("nothing of the original but its pixels is left, and they stand upright", async () => {
  const bytes = await createPhoto(400, 200)
    .jpeg()
    .withExif({ IFD0: { Copyright: "whoever" }, IFD3: { GPSLatitude: "37/1 30/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect((await sharp(bytes).metadata()).exif).toBeDefined()
  const made = await processPicture(bytes)
  if (!made.ok) throw new Error(made.reason)
  expect([made.width, made.height]).toEqual([200, 400])
  for (const file of made.files) {
    const facts = await sharp(file.bytes).metadata()
    expect([facts.exif, facts.icc, facts.xmp, facts.iptc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  }
})

test("what is no still picture of a kind that we take is refused, whatever it calls itself", async () => {
  const gif = Buffer.from(
    "GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;",
    "latin1",
  )
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const tiff = await createPhoto().tiff().toBuffer()
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj")
  for (const bytes of [gif, svg, tiff, pdf])
    expect(await processPicture(bytes)).toEqual({ ok: false, reason: "unsupported" })
  for (const bytes of [Buffer.alloc(0), Buffer.from("hello"), Buffer.alloc(5_000, 7)])
    expect(await processPicture(bytes)).toEqual({ ok: false, reason: "not_a_picture" })
  const frames = await Promise.all([
    createPhoto(40, 40).png().toBuffer(),
    createPhoto(40, 40).negate().png().toBuffer(),
  ])
  const animated = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect(await processPicture(animated)).toEqual({ ok: false, reason: "animated" })
})

test("a picture that moves is refused also where the decoder would see one frame", async () => {
  const still = await createPhoto(40, 40).png().toBuffer()
  const control = Buffer.from("\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0", "latin1")
  expect(await processPicture(Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]))).toEqual({
    ok: false,
    reason: "animated",
  })
})

test("a picture with a second file hidden in it is refused", async () => {
  const sound = {
    jpeg: await createPhoto().jpeg().toBuffer(),
    png: await createPhoto().png().toBuffer(),
    webp: await createPhoto().webp().toBuffer(),
  }
  const zip = "PK\x05\x06" + "\0".repeat(18)
  for (const [format, bytes] of Object.entries(sound)) {
    for (const tail of ["<script>alert(1)</script>", "<svg onload=alert(1)>", "%PDF-1.4", zip]) {
      expect(
        await processPicture(Buffer.concat([bytes, Buffer.from(tail, "latin1")])),
        `${format} ${tail}`,
      ).toEqual({ ok: false, reason: "unsupported" })
    }
  }
  const words = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), words])
  expect(
    await processPicture(Buffer.concat([sound.jpeg.subarray(0, 2), comment, sound.jpeg.subarray(2)])),
  ).toEqual({ ok: false, reason: "unsupported" })
})

test("words among the pixels refuse nobody's photo", async () => {
  const pixels = Buffer.alloc(300 * 200 * 3, "photo <svg of a PK\x05\x06 wall ").fill(0, 0, 3_000)
  const bytes = await sharp(pixels, { raw: { width: 300, height: 200, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(bytes.includes("<svg of")).toBe(true)
  expect((await processPicture(bytes)).ok).toBe(true)
})

test("what is see-through stands on white, and a long screenshot becomes narrower", async () => {
  const empty = await processPicture(
    await sharp({
      create: { width: 60, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer(),
  )
  if (!empty.ok) throw new Error(empty.reason)
  expect([...(await sharp(empty.files[0]?.bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  const long = await processPicture(await createPhoto(1_080, 20_000).png().toBuffer())
  expect(long).toMatchObject({ ok: true, width: 648, height: 12_000 })
}, 60_000)

test("256 megapixels in a small file are refused before they are unpacked", async () => {
  const bomb = createEmptyPng(16_000, 16_000)
  expect(bomb.byteLength).toBeLessThan(31_000)
  expect(inspectPictureContent(bomb).format).toBe("png")
  const before = process.memoryUsage.rss()
  expect(await processPicture(bomb)).toEqual({ ok: false, reason: "too_many_pixels" })
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
})

test("a line of 40 megapixels is refused at once, as is what is too long to be shown", async () => {
  const line = createEmptyPng(1, 39_999_999, Buffer.alloc(2 * 39_999_999))
  expect(line.byteLength).toBeLessThan(200_000)
  const before = process.cpuUsage()
  for (const each of [
    line,
    createEmptyPng(39_999_999, 1),
    createEmptyPng(30_001, 600),
    createEmptyPng(100, 6_001),
  ]) {
    expect(await processPicture(each)).toEqual({ ok: false, reason: "too_long" })
  }
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(500)
  // A page of a catalogue is long as well, and taken.
  expect(await processPicture(await createPhoto(860, 30_000).jpeg().toBuffer())).toMatchObject({ ok: true })
})

test("a picture is taken once, by its owner, for its purpose", async () => {
  const [mine, other] = [await createPerson(), await createPerson()]
  const bytes = await createPhoto().jpeg().toBuffer()
  const stored = await storePicture({ ownerId: mine.actor.userId, purpose: "review", bytes, name: "a.jpg" })
  if (!stored.ok) throw new Error(stored.reason)
  const ids = [stored.picture.id]
  const take = (owner: string, purpose: "review" | "order", which = ids) =>
    inTransaction((tx) => attachPictures(tx, owner, purpose, which))
  expect(await take(other.actor.userId, "review")).toBe(false)
  expect(await take(mine.actor.userId, "order")).toBe(false)
  expect(await take(mine.actor.userId, "review", [...ids, ...ids])).toBe(false)
  const both = await Promise.all([take(mine.actor.userId, "review"), take(mine.actor.userId, "review")])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(await removePicture({ ownerId: mine.actor.userId }, stored.picture.id)).toBe(false)
})

test("what a visitor added belongs to the person after signing in", async () => {
  const { actor } = await createPerson()
  const visitorId = crypto.randomUUID()
  const stored = await storePicture({
    visitorId,
    address: "192.0.2.1",
    purpose: "order",
    bytes: await createPhoto().jpeg().toBuffer(),
    name: "a.jpg",
  })
  if (!stored.ok) throw new Error(stored.reason)
  await transferVisitorPictures(visitorId, actor.userId)
  expect(await findPictures([stored.picture.id], { visitorId })).toEqual([])
  expect(await findPictures([stored.picture.id], { ownerId: visitorId })).toEqual([])
  expect(await findPictures([stored.picture.id], { ownerId: actor.userId, purpose: "order" })).toEqual([
    stored.picture,
  ])
})

test("the visitors of one address store 100 MB of pictures a day, and others go on", async () => {
  const bytes = await createPhoto().jpeg().toBuffer()
  const store = (address: string) =>
    storePicture({ visitorId: crypto.randomUUID(), address, purpose: "order", bytes, name: "a.jpg" })
  expect(await store("203.0.113.40")).toMatchObject({ ok: true })
  await countHit([
    { key: "uploads:bytes:203.0.113.40", max: 100_000_000, windowMs: 86_400_000, hits: 100_000_000 },
  ])
  expect(await store("203.0.113.40")).toEqual({ ok: false, reason: "address_full" })
  expect(await store("203.0.113.41")).toMatchObject({ ok: true })
})

test("documents are for their owner and admins; loose pictures go after two days", async () => {
  const { actor } = await createPerson()
  const bytes = await createPhoto().jpeg().toBuffer()
  const stored = await storePicture({
    ownerId: actor.userId,
    purpose: "certificate",
    bytes,
    name: "자격증.jpg",
  })
  if (!stored.ok) throw new Error(stored.reason)
  expect(await readPicture(stored.picture.id, 160, async () => false)).toBeNull()
  expect(
    (await readPicture(stored.picture.id, 160, async ({ ownerId }) => ownerId === actor.userId))?.isPrivate,
  ).toBe(true)
  const ids = [stored.picture.id]
  expect(await inspectPictures(ids, { userId: crypto.randomUUID(), canSeeAll: false })).toEqual([])
  expect(await inspectPictures(ids, { userId: null, canSeeAll: false })).toEqual([])
  expect(await inspectPictures(ids, { userId: null, canSeeAll: true })).toHaveLength(1)
  setClock(() => new Date(Date.now() + 3 * 86_400_000))
  await deleteUnattachedPictures()
  resetClock()
  expect(await readPicture(stored.picture.id, 160, async () => true)).toBeNull()
})

test("what a draft names stays as long as the draft, whoever was signed in", async () => {
  const { actor } = await createPerson()
  const visitor = { visitorId: crypto.randomUUID(), address: "192.0.2.1" }
  const store = async (owner: PictureUploader) => {
    const stored = await storePicture({
      ...owner,
      purpose: "order",
      bytes: await createPhoto().jpeg().toBuffer(),
      name: "a.jpg",
    })
    if (!stored.ok) throw new Error(stored.reason)
    return stored.picture.id
  }
  const [named, visitors, loose, foreign] = [
    await store({ ownerId: actor.userId }),
    await store(visitor),
    await store({ ownerId: actor.userId }),
    await store({ ownerId: crypto.randomUUID() }),
  ]
  await saveDraft(actor.userId, "order", { drafts: { repair: { pictureIds: [named, foreign] } } })
  await saveDraft(visitor, "order", { pictureIds: visitors })
  const there = async () =>
    (await findPictures([named, visitors, loose, foreign])).map((picture) => picture.id)
  setClock(() => new Date(Date.now() + 29 * 86_400_000))
  await deleteUnattachedPictures()
  expect(await there()).toEqual([named, visitors])
  setClock(() => new Date(Date.now() + 31 * 86_400_000))
  await deleteOldDrafts()
  await deleteUnattachedPictures()
  resetClock()
  expect(await there()).toEqual([])
})
