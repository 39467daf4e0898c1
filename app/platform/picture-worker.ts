/**
 * The decoding of pictures that strangers send: a process of its own, which may be killed at any moment.
 */
import sharp, { type Sharp } from "sharp"
import { inspectPictureContent } from "./picture-content.ts"

/** promises.md, uploads. */
const MAX_PIXELS = 40_000_000
/** A page of a catalogue is long; beyond this, rows cost more than pixels: 1 × 39,999,999 px took 6 s. */
const MAX_SIDE_PX = 30_000
const MAX_RATIO = 60
const BYTES_PER_MEGABYTE = 1_048_576
/** promises.md allows 512 MB: beyond this the worker ends itself, whatever it is doing. */
const MAX_MEMORY_BYTES = 496 * BYTES_PER_MEGABYTE
/** What a decoder has taken it rarely gives back: beyond this a new worker does the next picture. */
const RETIREMENT_MEMORY_BYTES = 220 * BYTES_PER_MEGABYTE
const WIDTHS = [160, 320, 640, 1280]
/** WebP ends at 16,383 px; a long screenshot becomes narrower. */
const MAX_OUTPUT_HEIGHT_PX = 12_000

sharp.cache(false)
sharp.concurrency(1)

/** `maxCpuMs`: time at work, of all threads, after which it is given up. */
export type PictureJob = { id: number; bytes: Uint8Array; maxCpuMs: number }
export type PictureRefusal =
  | "too_many_pixels"
  | "too_long"
  | "too_slow"
  | "not_a_picture"
  | "animated"
  | "unsupported"
export type ProcessedPicture = {
  width: number
  height: number
  placeholder: string
  files: { width: number; bytes: Uint8Array }[]
}
export type PictureResult = { id: number; /** The worker ends after this one. */ isLast: boolean } & (
  | ({ ok: true } & ProcessedPicture)
  | { ok: false; reason: PictureRefusal }
)

/**
 * Decodes, turns upright, makes smaller and writes anew: nothing of the original file but its pixels is left.
 */
export async function processPicture(
  bytes: Uint8Array,
): Promise<({ ok: true } & ProcessedPicture) | { ok: false; reason: PictureRefusal }> {
  const content = inspectPictureContent(bytes)
  if (content.format === "unknown") return { ok: false, reason: "not_a_picture" }
  if (content.format === "unsupported" || content.hasHiddenContent)
    return { ok: false, reason: "unsupported" }
  if (content.animated) return { ok: false, reason: "animated" }
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false, failOn: "error" }).metadata()
    if (metadata.width * metadata.height > MAX_PIXELS) return { ok: false, reason: "too_many_pixels" }
    const [shorterSide = 0, longerSide = 0] = [metadata.width, metadata.height].toSorted((a, b) => a - b)
    if (longerSide > MAX_SIDE_PX || longerSide > shorterSide * MAX_RATIO)
      return { ok: false, reason: "too_long" }
    if ((metadata.pages ?? 1) > 1) return { ok: false, reason: "animated" }
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
      .rotate()
      .resize({ width: 1280, height: MAX_OUTPUT_HEIGHT_PX, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "white" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const createUprightImage = () => sharp(data, { raw: { width, height, channels } })
    const files: ProcessedPicture["files"] = []
    for (const each of WIDTHS) {
      const previousFile = files.at(-1)
      // A small picture is the same in every width from its own on.
      const resizedBytes =
        previousFile && previousFile.width >= width
          ? previousFile.bytes
          : await createUprightImage()
              .resize({ width: each, withoutEnlargement: true })
              .webp({ quality: 80 })
              .toBuffer()
      files.push({ width: each, bytes: resizedBytes })
    }
    return { ok: true, width, height, placeholder: await createPlaceholder(createUprightImage()), files }
  } catch {
    return { ok: false, reason: "not_a_picture" }
  }
}

async function createPlaceholder(picture: Sharp): Promise<string> {
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
export async function processOwnPicture(bytes: Uint8Array): Promise<ProcessedPicture> {
  const { width, height } = await sharp(bytes).metadata()
  const outputWidth = Math.min(width, 1280)
  const { data, info } = await sharp(bytes)
    .resize({ width: Math.min(width, 640) })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const createMediumImage = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const files = await Promise.all(
    WIDTHS.map(async (each) => {
      if (each >= width) return { width: each, bytes }
      const source = each > info.width ? sharp(bytes) : createMediumImage()
      return {
        width: each,
        bytes: await source.resize({ width: each }).webp({ quality: 80, effort: 1 }).toBuffer(),
      }
    }),
  )
  return {
    width: outputWidth,
    height: Math.round((height * outputWidth) / width),
    placeholder: await createPlaceholder(createMediumImage()),
    files,
  }
}

/** What this process has worked so far. */
function getCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function runWorker(sendResult: (result: PictureResult, onSent: () => void) => void): void {
  // A file that calls itself something else must not reach another decoder.
  sharp.block({ operation: ["VipsForeignLoad"] })
  sharp.unblock({
    operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
  })
  let current: { id: number; cpuLimitMs: number } | undefined
  setInterval(() => {
    if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) process.exit(1)
    if (!current || getCpuMs() < current.cpuLimitMs) return
    const { id } = current
    current = undefined
    // Nothing stops a decoder but the end of its process.
    sendResult({ ok: false, reason: "too_slow", id, isLast: true }, () => process.exit(0))
  }, 20)
  process.on("message", (job: PictureJob) => {
    current = { id: job.id, cpuLimitMs: getCpuMs() + job.maxCpuMs }
    void processPicture(job.bytes).then((outcome) => {
      if (current?.id !== job.id) return
      current = undefined
      const isLast = process.memoryUsage.rss() > RETIREMENT_MEMORY_BYTES
      sendResult({ ...outcome, id: job.id, isLast }, () => {
        if (isLast) process.exit(0)
      })
    })
  })
  process.on("disconnect", () => process.exit(0))
}

const send = process.send?.bind(process)
if (send && process.argv[2] === "picture-worker")
  runWorker((result, onSent) => send(result, undefined, undefined, onSent))
