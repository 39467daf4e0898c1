/** Owns the reading of forms that carry files, without taking the files into memory. */

const MAX_PARTS = 1_000
const MAX_HEAD_BYTES = 8_192
/** All fields that are no files together. */
const MAX_FIELD_BYTES = 1_000_000
const PIECE_BYTES = 1_048_576

/** The form is none, or has more parts or longer fields than any of ours. */
export class UnreadableForm extends Error {}

/** The boundary that a Content-Type names; undefined where it is no form with files. */
export function boundaryOf(contentType: string | null | undefined): string | undefined {
  const [kind = "", ...parameters] = (contentType ?? "").split(";")
  if (kind.trim().toLowerCase() !== "multipart/form-data") return undefined
  const found = parameters
    .map((each) => /^\s*boundary=(?:"([^"]{1,70})"|([^\s"]{1,70}))\s*$/i.exec(each))
    .find(Boolean)
  return found?.[1] ?? found?.[2]
}

/**
 * Reads `body` as a form whose parts `boundary` divides. Its files are slices of `body`, read where somebody
 * reads them. Throws {@link UnreadableForm}.
 */
export async function readMultipart(body: Blob, boundary: string | undefined): Promise<FormData> {
  if (boundary === undefined) throw new UnreadableForm("no boundary")
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const places = await findDelimiters(body, delimiter)
  const form = new FormData()
  let fieldBytes = 0
  for (const [index, place] of places.entries()) {
    const start = place + delimiter.length
    const end = places[index + 1]
    const head = Buffer.from(
      await body.slice(start, Math.min(start + MAX_HEAD_BYTES, end ?? body.size)).arrayBuffer(),
    )
    if (end === undefined) {
      if (head.subarray(0, 2).toString("latin1") !== "--") throw new UnreadableForm("the end is missing")
      return form
    }
    const { name, filename, type, length } = readHead(head)
    const content = body.slice(start + length, end)
    if (filename !== undefined) {
      form.append(name, new File([content], filename, { type }))
      continue
    }
    fieldBytes += content.size
    if (fieldBytes > MAX_FIELD_BYTES) throw new UnreadableForm("the fields are too long")
    form.append(name, await content.text())
  }
  throw new UnreadableForm("no part")
}

/** Where each delimiter begins; the first, which begins the body, stands two bytes before it. */
async function findDelimiters(body: Blob, delimiter: Buffer): Promise<number[]> {
  const places: number[] = []
  // As if the line before the first delimiter were there.
  let rest: Buffer = Buffer.from("\r\n")
  let restAt = -2
  for (let at = 0; at < body.size; at += PIECE_BYTES) {
    const piece = Buffer.from(await body.slice(at, at + PIECE_BYTES).arrayBuffer())
    const text = Buffer.concat([rest, piece])
    let found = text.indexOf(delimiter)
    for (; found >= 0; found = text.indexOf(delimiter, found + delimiter.length)) {
      places.push(restAt + found)
      if (places.length > MAX_PARTS) throw new UnreadableForm("too many parts")
    }
    // What is left may hold the beginning of one that goes on in the next piece, and never a whole one.
    const kept = Math.min(delimiter.length - 1, text.length)
    restAt += text.length - kept
    rest = text.subarray(text.length - kept)
  }
  return places
}

type Head = {
  name: string
  filename: string | undefined
  type: string
  /** Bytes up to the content. */ length: number
}

function readHead(head: Buffer): Head {
  const lineEnd = head.indexOf("\r\n")
  const end = head.indexOf("\r\n\r\n", lineEnd)
  if (lineEnd < 0 || end < 0 || head.subarray(0, lineEnd).toString("latin1").trim() !== "") {
    throw new UnreadableForm("a part has no head")
  }
  const lines = head
    .subarray(lineEnd + 2, end)
    .toString("utf8")
    .split("\r\n")
  const find = (wanted: string) => {
    const line = lines.find((each) => each.toLowerCase().startsWith(`${wanted}:`))
    return line?.slice(wanted.length + 1).trim()
  }
  const disposition = find("content-disposition") ?? ""
  const name = parameterOf(disposition, "name")
  if (!/^form-data\s*;/i.test(disposition) || name === undefined)
    throw new UnreadableForm("a part has no name")
  const filename = parameterOf(disposition, "filename")
  return { name, filename, type: filename === undefined ? "" : (find("content-type") ?? ""), length: end + 4 }
}

/** As browsers write it: in quotation marks, with those, and ends of lines, as percent and number. */
function parameterOf(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, "i").exec(disposition)
  const value = found?.[1] ?? found?.[2]
  return value?.replace(/%0D/gi, "\r").replace(/%0A/gi, "\n").replace(/%22/g, '"')
}
