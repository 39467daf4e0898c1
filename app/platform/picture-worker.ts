/**
 * Owns the decoding of pictures that strangers send: a process of its own, which may be killed at any moment.
 */
import sharp, { type Sharp } from "sharp"
import { examine } from "./picture-content.ts"

/** promises.md, uploads. */
const MOST_PIXELS = 40_000_000
/** A page of a catalogue is long; beyond this, rows cost more than pixels: 1 × 39,999,999 px took 6 s. */
const MAX_SIDE = 30_000
const MAX_RATIO = 60
const MEGABYTE = 1_048_576
/** promises.md allows 512 MB: beyond this the worker ends itself, whatever it is doing. */
const MOST_MEMORY = 496 * MEGABYTE
/** What a decoder has taken it rarely gives back: beyond this a new worker does the next picture. */
const WORN_OUT = 220 * MEGABYTE
const WIDTHS = [160, 320, 640, 1280]
/** WebP ends at 16,383 px; a long screenshot becomes narrower. */
const MOST_HEIGHT = 12_000

sharp.cache(false)
sharp.concurrency(1)

/** `maxWorkMs`: time at work, of all threads, after which it is given up. */
export type PictureJob = { id: number; bytes: Uint8Array; maxWorkMs: number }
export type PictureRefusal =
  | "too_many_pixels"
  | "too_long"
  | "too_slow"
  | "not_a_picture"
  | "animated"
  | "unsupported"
export type PictureFiles = {
  width: number
  height: number
  placeholder: string
  files: { width: number; bytes: Uint8Array }[]
}
export type PictureResult = { id: number; /** The worker ends after this one. */ last: boolean } & (
  | ({ ok: true } & PictureFiles)
  | { ok: false; reason: PictureRefusal }
)

/**
 * Decodes, turns upright, makes smaller and writes anew: nothing of the original file but its pixels is left.
 */
export async function processPicture(
  bytes: Uint8Array,
): Promise<({ ok: true } & PictureFiles) | { ok: false; reason: PictureRefusal }> {
  const content = examine(bytes)
  if (content.format === "unknown") return { ok: false, reason: "not_a_picture" }
  if (content.format === "unsupported" || content.hides) return { ok: false, reason: "unsupported" }
  if (content.animated) return { ok: false, reason: "animated" }
  try {
    const facts = await sharp(bytes, { limitInputPixels: false, failOn: "error" }).metadata()
    if (facts.width * facts.height > MOST_PIXELS) return { ok: false, reason: "too_many_pixels" }
    const [shorter = 0, longer = 0] = [facts.width, facts.height].toSorted((a, b) => a - b)
    if (longer > MAX_SIDE || longer > shorter * MAX_RATIO) return { ok: false, reason: "too_long" }
    if ((facts.pages ?? 1) > 1) return { ok: false, reason: "animated" }
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error", pages: 1 })
      .rotate()
      .resize({ width: 1280, height: MOST_HEIGHT, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "white" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const upright = () => sharp(data, { raw: { width, height, channels } })
    const files: PictureFiles["files"] = []
    for (const each of WIDTHS) {
      const before = files.at(-1)
      // A small picture is the same in every width from its own on.
      const bytesOfWidth =
        before && before.width >= width
          ? before.bytes
          : await upright().resize({ width: each, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer()
      files.push({ width: each, bytes: bytesOfWidth })
    }
    return { ok: true, width, height, placeholder: await placeholderOf(upright()), files }
  } catch {
    return { ok: false, reason: "not_a_picture" }
  }
}

async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture
    .resize({ width: 16, height: 64, fit: "inside" })
    .blur(1)
    .webp({ quality: 40 })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString("base64")}`
}

/**
 * As {@link processPicture}, for a picture of our own that is WebP already: it stays as it is in every width
 * that it does not exceed, and the others are written fast rather than small.
 */
export async function processOwnPicture(bytes: Uint8Array): Promise<PictureFiles> {
  const { width, height } = await sharp(bytes).metadata()
  const shown = Math.min(width, 1280)
  const { data, info } = await sharp(bytes)
    .resize({ width: Math.min(width, 640) })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const middle = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const files = await Promise.all(
    WIDTHS.map(async (each) => {
      if (each >= width) return { width: each, bytes }
      const source = each > info.width ? sharp(bytes) : middle()
      return {
        width: each,
        bytes: await source.resize({ width: each }).webp({ quality: 80, effort: 1 }).toBuffer(),
      }
    }),
  )
  return {
    width: shown,
    height: Math.round((height * shown) / width),
    placeholder: await placeholderOf(middle()),
    files,
  }
}

/** What this process has worked so far. */
function workMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function serve(answer: (result: PictureResult, sent: () => void) => void): void {
  // A file that calls itself something else must not reach another decoder.
  sharp.block({ operation: ["VipsForeignLoad"] })
  sharp.unblock({
    operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
  })
  let current: { id: number; until: number } | undefined
  setInterval(() => {
    if (process.memoryUsage.rss() > MOST_MEMORY) process.exit(1)
    if (!current || workMs() < current.until) return
    const { id } = current
    current = undefined
    // Nothing stops a decoder but the end of its process.
    answer({ ok: false, reason: "too_slow", id, last: true }, () => process.exit(0))
  }, 20)
  process.on("message", (job: PictureJob) => {
    current = { id: job.id, until: workMs() + job.maxWorkMs }
    void processPicture(job.bytes).then((made) => {
      if (current?.id !== job.id) return
      current = undefined
      const last = process.memoryUsage.rss() > WORN_OUT
      answer({ ...made, id: job.id, last }, () => {
        if (last) process.exit(0)
      })
    })
  })
  process.on("disconnect", () => process.exit(0))
}

const send = process.send?.bind(process)
if (send && process.argv[2] === "picture-worker")
  serve((result, sent) => send(result, undefined, undefined, sent))
