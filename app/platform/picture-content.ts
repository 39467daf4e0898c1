/**
 * Owns what can be told of a picture's bytes before anything decodes them: its kind, whether it moves, what
 * else hides in the file.
 */

type PictureFormat = "jpeg" | "png" | "webp"
export type PictureContent = {
  format: PictureFormat | "unsupported" | "unknown"
  animated: boolean
  /** A second file inside the first, which another reader than ours would find. */
  hides: boolean
}

const MOST_SCANNED = 65_536
/**
 * What a browser or a reader of documents would act on. The characters after the word keep chance finds in
 * thumbnails away.
 */
const FOREIGN = /<(script|svg|html|iframe|body|img|!doctype)[\s/>]|<\?php|<\?xml-stylesheet|%PDF-\d\.\d/i

/** Looks at `bytes` as they are: the name and the type that came with them prove nothing. */
export function examine(bytes: Uint8Array): PictureContent {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = formatOf(buffer)
  if (format === "unsupported" || format === "unknown") return { format, animated: false, hides: false }
  const { animated, beside } = { jpeg: walkJpeg, png: walkPng, webp: walkWebp }[format](buffer)
  const hides =
    [buffer.subarray(0, 1_024), ...beside].some((part) =>
      FOREIGN.test(part.subarray(0, MOST_SCANNED).toString("latin1")),
    ) || endsAsZip(buffer)
  return { format, animated, hides }
}

function formatOf(buffer: Buffer): PictureContent["format"] {
  const head = buffer.subarray(0, 64).toString("latin1")
  if (head.startsWith("\xff\xd8\xff")) return "jpeg"
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png"
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "webp"
  // GIF, TIFF, PDF, BMP, SVG, and HEIC, AVIF and films, which begin alike.
  if (
    /^GIF8|^II[*+]\0|^MM\0[*+]|^%PDF|^BM|^(\xef\xbb\xbf)?\s*<(\?xml|svg|!DOCTYPE)/i.test(head) ||
    head.slice(4, 8) === "ftyp"
  )
    return "unsupported"
  return "unknown"
}

/** Parts of the file that hold no pixels: comments, metadata, whatever comes after the end. */
type Walk = { animated: boolean; beside: Buffer[] }

function walkJpeg(buffer: Buffer): Walk {
  const beside: Buffer[] = []
  let at = 2
  while (at + 4 <= buffer.length) {
    if (buffer[at] !== 0xff) break
    const marker = buffer[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker === 0xd9) {
      at += 2
      break
    } else {
      const end = at + 2 + buffer.readUInt16BE(at + 2)
      if (marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)) beside.push(buffer.subarray(at + 4, end))
      at = marker === 0xda ? endOfScan(buffer, end) : end
    }
  }
  beside.push(buffer.subarray(at))
  return { animated: false, beside }
}

/**
 * Within a scan the byte 0xff is followed by 0, a restart mark or itself; anything else is the next marker.
 */
function endOfScan(buffer: Buffer, from: number): number {
  for (
    let at = buffer.indexOf(0xff, from);
    at >= 0 && at + 1 < buffer.length;
    at = buffer.indexOf(0xff, at + 1)
  ) {
    const after = buffer[at + 1] ?? 0
    if (after !== 0 && after !== 0xff && !(after >= 0xd0 && after <= 0xd7)) return at
  }
  return buffer.length
}

const PNG_PIXELS = new Set(["IHDR", "PLTE", "IDAT", "iCCP", "fdAT"])

function walkPng(buffer: Buffer): Walk {
  const walk: Walk = { animated: false, beside: [] }
  let at = 8
  while (at + 12 <= buffer.length) {
    const end = at + 12 + buffer.readUInt32BE(at)
    const type = buffer.subarray(at + 4, at + 8).toString("latin1")
    if (type === "acTL") walk.animated = true
    if (!PNG_PIXELS.has(type)) walk.beside.push(buffer.subarray(at + 8, end - 4))
    at = end
    if (type === "IEND") break
  }
  walk.beside.push(buffer.subarray(at))
  return walk
}

const WEBP_PIXELS = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANMF", "ICCP"])

function walkWebp(buffer: Buffer): Walk {
  const walk: Walk = { animated: false, beside: [] }
  const whole = buffer.length < 12 ? buffer.length : Math.min(buffer.length, 8 + buffer.readUInt32LE(4))
  let at = 12
  while (at + 8 <= whole) {
    const size = buffer.readUInt32LE(at + 4)
    const type = buffer.subarray(at, at + 4).toString("latin1")
    if (type === "ANIM") walk.animated = true
    if (!WEBP_PIXELS.has(type)) walk.beside.push(buffer.subarray(at + 8, at + 8 + size))
    at += 8 + size + (size % 2)
  }
  walk.beside.push(buffer.subarray(whole))
  return walk
}

/** A ZIP is read from its end: a directory whose length and place fit into the file. */
function endsAsZip(buffer: Buffer): boolean {
  const from = Math.max(0, buffer.length - 65_557)
  for (
    let at = buffer.indexOf("PK\x05\x06", from, "latin1");
    at >= 0;
    at = buffer.indexOf("PK\x05\x06", at + 1, "latin1")
  ) {
    if (at + 22 > buffer.length) return false
    const [size, place, comment] = [
      buffer.readUInt32LE(at + 12),
      buffer.readUInt32LE(at + 16),
      buffer.readUInt16LE(at + 20),
    ]
    if (size + place <= buffer.length && at + 22 + comment <= buffer.length) return true
  }
  return false
}
