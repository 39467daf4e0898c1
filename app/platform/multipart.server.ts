/** The reading of forms that carry files, without taking the files into memory. */

const MAX_PARTS = 1_000
const MAX_PART_HEADER_BYTES = 8_192
/** All fields that are no files together. */
const MAX_FIELD_BYTES = 1_000_000
const READ_CHUNK_BYTES = 1_048_576

/** The form is none, or has more parts or longer fields than any of ours. */
export class MalformedFormError extends Error {}

/** The boundary that a Content-Type names; undefined where it is no form with files. */
export function parseBoundary(contentType: string | null | undefined): string | undefined {
  const [mediaType = "", ...parameters] = (contentType ?? "").split(";")
  if (mediaType.trim().toLowerCase() !== "multipart/form-data") return undefined
  const found = parameters
    .map((each) => /^\s*boundary=(?:"([^"]{1,70})"|([^\s"]{1,70}))\s*$/i.exec(each))
    .find(Boolean)
  return found?.[1] ?? found?.[2]
}

/**
 * Reads `body` as a form whose parts `boundary` divides. Its files are slices of `body`, read where somebody
 * reads them. Throws {@link MalformedFormError}.
 */
export async function readMultipart(body: Blob, boundary: string | undefined): Promise<FormData> {
  if (boundary === undefined) throw new MalformedFormError("no boundary")
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const delimiterOffsets = await findDelimiters(body, delimiter)
  const form = new FormData()
  let fieldBytes = 0
  for (const [index, delimiterOffset] of delimiterOffsets.entries()) {
    const start = delimiterOffset + delimiter.length
    const end = delimiterOffsets[index + 1]
    const headerBytes = Buffer.from(
      await body.slice(start, Math.min(start + MAX_PART_HEADER_BYTES, end ?? body.size)).arrayBuffer(),
    )
    if (end === undefined) {
      if (headerBytes.subarray(0, 2).toString("latin1") !== "--")
        throw new MalformedFormError("the end is missing")
      return form
    }
    const { name, filename, type, length } = parsePartHeader(headerBytes)
    const content = body.slice(start + length, end)
    if (filename !== undefined) {
      form.append(name, new File([content], filename, { type }))
      continue
    }
    fieldBytes += content.size
    if (fieldBytes > MAX_FIELD_BYTES) throw new MalformedFormError("the fields are too long")
    form.append(name, await content.text())
  }
  throw new MalformedFormError("no part")
}

/** Where each delimiter begins; the first, which begins the body, stands two bytes before it. */
async function findDelimiters(body: Blob, delimiter: Buffer): Promise<number[]> {
  const delimiterOffsets: number[] = []
  // As if the line before the first delimiter were there.
  let rest: Buffer = Buffer.from("\r\n")
  let restOffset = -2
  for (let position = 0; position < body.size; position += READ_CHUNK_BYTES) {
    const chunk = Buffer.from(await body.slice(position, position + READ_CHUNK_BYTES).arrayBuffer())
    const text = Buffer.concat([rest, chunk])
    let found = text.indexOf(delimiter)
    for (; found >= 0; found = text.indexOf(delimiter, found + delimiter.length)) {
      delimiterOffsets.push(restOffset + found)
      if (delimiterOffsets.length > MAX_PARTS) throw new MalformedFormError("too many parts")
    }
    // What is left may hold the beginning of one that goes on in the next piece, and never a whole one.
    const carriedLength = Math.min(delimiter.length - 1, text.length)
    restOffset += text.length - carriedLength
    rest = text.subarray(text.length - carriedLength)
  }
  return delimiterOffsets
}

type PartHeader = {
  name: string
  filename: string | undefined
  type: string
  /** Bytes up to the content. */ length: number
}

function parsePartHeader(headerBytes: Buffer): PartHeader {
  const lineEnd = headerBytes.indexOf("\r\n")
  const end = headerBytes.indexOf("\r\n\r\n", lineEnd)
  if (lineEnd < 0 || end < 0 || headerBytes.subarray(0, lineEnd).toString("latin1").trim() !== "") {
    throw new MalformedFormError("a part has no head")
  }
  const lines = headerBytes
    .subarray(lineEnd + 2, end)
    .toString("utf8")
    .split("\r\n")
  const find = (headerName: string) => {
    const line = lines.find((each) => each.toLowerCase().startsWith(`${headerName}:`))
    return line?.slice(headerName.length + 1).trim()
  }
  const disposition = find("content-disposition") ?? ""
  const name = parseParameter(disposition, "name")
  if (!/^form-data\s*;/i.test(disposition) || name === undefined)
    throw new MalformedFormError("a part has no name")
  const filename = parseParameter(disposition, "filename")
  return { name, filename, type: filename === undefined ? "" : (find("content-type") ?? ""), length: end + 4 }
}

/** As browsers write it: in quotation marks, with those, and ends of lines, as percent and number. */
function parseParameter(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, "i").exec(disposition)
  const value = found?.[1] ?? found?.[2]
  return value?.replace(/%0D/gi, "\r").replace(/%0A/gi, "\n").replace(/%22/g, '"')
}
