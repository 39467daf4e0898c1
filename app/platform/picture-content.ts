/**
 * What can be told of a picture's bytes before anything decodes them: its kind, whether it moves, what
 * else hides in the file.
 */

type PictureFormat = "jpeg" | "png" | "webp"
export type PictureContent = {
  format: PictureFormat | "unsupported" | "unknown"
  animated: boolean
  /** A second file inside the first, which another reader than ours would find. */
  hasHiddenContent: boolean
}

const MAX_SCANNED_BYTES = 65_536
/**
 * What a browser or a reader of documents would act on. The characters after the word keep chance finds in
 * thumbnails away.
 */
const ACTIVE_CONTENT_PATTERN =
  /<(script|svg|html|iframe|body|img|!doctype)[\s/>]|<\?php|<\?xml-stylesheet|%PDF-\d\.\d/i

/** Looks at `bytes` as they are: the name and the type that came with them prove nothing. */
export function inspectPictureContent(bytes: Uint8Array): PictureContent {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = detectFormat(buffer)
  if (format === "unsupported" || format === "unknown")
    return { format, animated: false, hasHiddenContent: false }
  const { animated, nonPixelParts } = { jpeg: scanJpeg, png: scanPng, webp: scanWebp }[format](buffer)
  const hasHiddenContent =
    [buffer.subarray(0, 1_024), ...nonPixelParts].some((part) =>
      ACTIVE_CONTENT_PATTERN.test(part.subarray(0, MAX_SCANNED_BYTES).toString("latin1")),
    ) || endsAsZip(buffer)
  return { format, animated, hasHiddenContent }
}

function detectFormat(buffer: Buffer): PictureContent["format"] {
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
type FileScan = { animated: boolean; nonPixelParts: Buffer[] }

function scanJpeg(buffer: Buffer): FileScan {
  const nonPixelParts: Buffer[] = []
  let offset = 2
  while (offset + 4 <= buffer.length) {
    if (buffer[offset] !== 0xff) break
    const marker = buffer[offset + 1] ?? 0
    if (marker === 0xff) offset += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) offset += 2
    else if (marker === 0xd9) {
      offset += 2
      break
    } else {
      const end = offset + 2 + buffer.readUInt16BE(offset + 2)
      if (marker === 0xfe || (marker >= 0xe0 && marker <= 0xef))
        nonPixelParts.push(buffer.subarray(offset + 4, end))
      offset = marker === 0xda ? findEndOfScan(buffer, end) : end
    }
  }
  nonPixelParts.push(buffer.subarray(offset))
  return { animated: false, nonPixelParts }
}

/**
 * Within a scan the byte 0xff is followed by 0, a restart mark or itself; anything else is the next marker.
 */
function findEndOfScan(buffer: Buffer, from: number): number {
  for (
    let offset = buffer.indexOf(0xff, from);
    offset >= 0 && offset + 1 < buffer.length;
    offset = buffer.indexOf(0xff, offset + 1)
  ) {
    const nextByte = buffer[offset + 1] ?? 0
    if (nextByte !== 0 && nextByte !== 0xff && !(nextByte >= 0xd0 && nextByte <= 0xd7)) return offset
  }
  return buffer.length
}

const PNG_PIXEL_CHUNKS = new Set(["IHDR", "PLTE", "IDAT", "iCCP", "fdAT"])

function scanPng(buffer: Buffer): FileScan {
  const scan: FileScan = { animated: false, nonPixelParts: [] }
  let offset = 8
  while (offset + 12 <= buffer.length) {
    const end = offset + 12 + buffer.readUInt32BE(offset)
    const type = buffer.subarray(offset + 4, offset + 8).toString("latin1")
    if (type === "acTL") scan.animated = true
    if (!PNG_PIXEL_CHUNKS.has(type)) scan.nonPixelParts.push(buffer.subarray(offset + 8, end - 4))
    offset = end
    if (type === "IEND") break
  }
  scan.nonPixelParts.push(buffer.subarray(offset))
  return scan
}

const WEBP_PIXEL_CHUNKS = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANMF", "ICCP"])

function scanWebp(buffer: Buffer): FileScan {
  const scan: FileScan = { animated: false, nonPixelParts: [] }
  const contentEnd = buffer.length < 12 ? buffer.length : Math.min(buffer.length, 8 + buffer.readUInt32LE(4))
  let offset = 12
  while (offset + 8 <= contentEnd) {
    const size = buffer.readUInt32LE(offset + 4)
    const type = buffer.subarray(offset, offset + 4).toString("latin1")
    if (type === "ANIM") scan.animated = true
    if (!WEBP_PIXEL_CHUNKS.has(type)) scan.nonPixelParts.push(buffer.subarray(offset + 8, offset + 8 + size))
    offset += 8 + size + (size % 2)
  }
  scan.nonPixelParts.push(buffer.subarray(contentEnd))
  return scan
}

/** A ZIP is read from its end: a directory whose length and place fit into the file. */
function endsAsZip(buffer: Buffer): boolean {
  const from = Math.max(0, buffer.length - 65_557)
  for (
    let offset = buffer.indexOf("PK\x05\x06", from, "latin1");
    offset >= 0;
    offset = buffer.indexOf("PK\x05\x06", offset + 1, "latin1")
  ) {
    if (offset + 22 > buffer.length) return false
    const [size, directoryOffset, commentLength] = [
      buffer.readUInt32LE(offset + 12),
      buffer.readUInt32LE(offset + 16),
      buffer.readUInt16LE(offset + 20),
    ]
    if (size + directoryOffset <= buffer.length && offset + 22 + commentLength <= buffer.length) return true
  }
  return false
}
