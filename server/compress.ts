/** How answers are made smaller on their way. */
import { promisify } from "node:util"
import { brotliCompress, constants, createGzip, gzip, zstdCompress } from "node:zlib"
import { Readable } from "node:stream"
import { copyOutOfPool } from "../app/platform/bounded-cache.server.ts"

export type Encoding = "br" | "gzip" | "zstd"

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const zstdAsync = promisify(zstdCompress)

/** True of an Accept-Encoding that takes `encoding`; one it refuses with q=0 does not count. */
export function acceptsEncoding(acceptEncoding: string, encoding: Encoding): boolean {
  const position = acceptEncoding.indexOf(encoding)
  return (
    position >= 0 &&
    !/^\w*\s*;\s*q=0(?:\.0*)?(?:,|$)/.test(acceptEncoding.slice(position)) &&
    !/\w/.test(acceptEncoding[position - 1] ?? "") &&
    !/\w/.test(acceptEncoding[position + encoding.length] ?? "")
  )
}

/** No page is larger, so that a larger window finds nothing more in it. */
const BROTLI_WINDOW_BITS = 17

/** Compresses what will be sent many times. */
export async function compressForCache(
  bytes: Buffer<ArrayBuffer>,
  encoding: "br" | "gzip",
): Promise<Buffer<ArrayBuffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 6,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
  }
  const compressed =
    encoding === "br" ? await brotliAsync(bytes, { params }) : await gzipAsync(bytes, { level: 7 })
  return copyOutOfPool(compressed)
}

/**
 * Compresses a page for one visitor, beside the thread that answers; zstd takes a third of the time where a
 * browser knows it.
 */
export async function compressPage(
  bytes: Buffer<ArrayBuffer>,
  acceptEncoding: string,
): Promise<{ bytes: Buffer<ArrayBuffer>; encoding: Encoding | null }> {
  if (acceptsEncoding(acceptEncoding, "zstd")) return { bytes: await zstdAsync(bytes), encoding: "zstd" }
  if (acceptsEncoding(acceptEncoding, "gzip"))
    return { bytes: await gzipAsync(bytes, { level: 4 }), encoding: "gzip" }
  return { bytes, encoding: null }
}

const COMPRESSIBLE_TYPE = /^(text\/(html|plain|xml)|text\/x-script|application\/json)/

/** Compresses an answer that comes as a stream, such as a screen's data. */
export function compressStream(response: Response, acceptEncoding: string): Response {
  const { headers } = response
  if (
    !response.body ||
    headers.has("Content-Encoding") ||
    !acceptsEncoding(acceptEncoding, "gzip") ||
    !COMPRESSIBLE_TYPE.test(headers.get("Content-Type") ?? "")
  )
    return response
  const compressedHeaders = new Headers(headers)
  compressedHeaders.set("Content-Encoding", "gzip")
  compressedHeaders.append("Vary", "Accept-Encoding")
  compressedHeaders.delete("Content-Length")
  const compressedStream = Readable.fromWeb(response.body as never).pipe(
    createGzip({ level: 4, flush: constants.Z_NO_FLUSH }),
  )
  return new Response(Readable.toWeb(compressedStream) as ReadableStream, {
    status: response.status,
    statusText: response.statusText,
    headers: compressedHeaders,
  })
}
