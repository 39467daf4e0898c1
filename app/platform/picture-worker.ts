/** Owns the decoding of pictures that strangers send: a process of its own, which may be killed at any moment. */
import sharp from "sharp"

const MOST_PIXELS = 40_000_000
const MOST_MEMORY = 420 * 1_048_576
const WIDTHS = [160, 320, 640, 1280]

sharp.cache(false)
sharp.concurrency(1)

export type PictureJob = { id: number; bytes: Uint8Array }
export type PictureRefusal = "too_many_pixels" | "not_a_picture" | "animated" | "unsupported"
export type PictureResult =
  | { id: number; ok: true; width: number; height: number; placeholder: string; files: { width: number; bytes: Uint8Array }[] }
  | { id: number; ok: false; reason: PictureRefusal }

/** What the bytes are, by their content: the name and the type that came with them prove nothing. */
export function kindOf(bytes: Uint8Array): "picture" | "unsupported" | "unknown" {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64))
  const text = head.toString("latin1")
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "picture"
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "picture"
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "picture"
  if (/^GIF8|^II\*\0|^MM\0\*|^%PDF|^BM|^\s*<(\?xml|svg|!DOCTYPE)/i.test(text) || text.slice(4, 8) === "ftyp") return "unsupported"
  return "unknown"
}

/** Marks of a second file inside the first, where a reader other than ours would find it. */
function isPolyglot(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const ends = [buffer.subarray(0, 1_024).toString("latin1"), buffer.subarray(-65_600).toString("latin1")]
  return ends.some((text) => /<script|<svg|<html|<\?php|%PDF-\d/i.test(text) || text.includes("PK\x05\x06"))
}

/** Decodes, turns upright, makes smaller and writes anew: nothing of the original file but its pixels is left. */
export async function processPicture(bytes: Uint8Array): Promise<Omit<Extract<PictureResult, { ok: true }>, "id"> | { ok: false; reason: PictureRefusal }> {
  const kind = kindOf(bytes)
  if (kind !== "picture") return { ok: false, reason: kind === "unsupported" ? "unsupported" : "not_a_picture" }
  if (isPolyglot(bytes)) return { ok: false, reason: "unsupported" }
  const read = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error", pages: 1 })
  try {
    const facts = await sharp(bytes, { limitInputPixels: false, failOn: "error" }).metadata()
    if ((facts.width ?? 0) * (facts.height ?? 0) > MOST_PIXELS) return { ok: false, reason: "too_many_pixels" }
    if ((facts.pages ?? 1) > 1) return { ok: false, reason: "animated" }
    const { data, info } = await read().rotate().resize({ width: 1280, withoutEnlargement: true }).toColourspace("srgb").removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const upright = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    const files: { width: number; bytes: Uint8Array }[] = []
    for (const width of WIDTHS) files.push({ width, bytes: await upright().resize({ width, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer() })
    const tiny = await upright().resize({ width: 16 }).blur(1).webp({ quality: 40 }).toBuffer()
    return { ok: true, width: info.width, height: info.height, placeholder: `data:image/webp;base64,${tiny.toString("base64")}`, files }
  } catch {
    return { ok: false, reason: "not_a_picture" }
  }
}

if (process.send && process.argv[2] === "picture-worker") {
  let queue = Promise.resolve()
  process.on("message", (job: PictureJob) => {
    queue = queue.then(async () => {
      const result = await processPicture(job.bytes)
      process.send?.({ id: job.id, ...result }, () => {
        if (process.memoryUsage.rss() > MOST_MEMORY) process.exit(0)
      })
    })
  })
  process.on("disconnect", () => process.exit(0))
}
