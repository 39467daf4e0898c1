/** The built files: read once at the start, compressed at their first request, served from memory. */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { watchCache } from "../app/platform/cache-sizes.server.ts"
import { log } from "../app/platform/log.server.ts"

const CONTENT_TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".html": "text/html; charset=utf-8",
}
const COMPRESSIBLE_TYPE = /^(text|application|image\/svg)/

type Asset = { content: Buffer<ArrayBuffer>; type: string; etag: string; isImmutable: boolean; path: string }
export type Assets = { respond(path: string, request: Request): Promise<Response | undefined> }

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
/** Whoever asks first waits a few milliseconds; those after them get a tenth less. */
const FIRST_QUALITY = 5
const LASTING_QUALITY = 11

const compressBrotli = (content: Buffer<ArrayBuffer>, quality: number) =>
  brotliAsync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  })

/**
 * Makes compressed forms of files, each at its first request, and keeps them. Of brotli a smaller form takes
 * the place of the first as soon as it is made, one file after the other.
 */
function createCompressor() {
  const compressed = new Map<string, Promise<Buffer<ArrayBuffer>>>()
  let bytes = 0
  let compressing = Promise.resolve()

  /** Keeps one more form, or one in place of another that took `formerBytes`. */
  function store(key: string, encoded: Buffer<ArrayBuffer>, formerBytes = 0): void {
    bytes += encoded.byteLength - formerBytes
    compressed.set(key, Promise.resolve(encoded))
  }

  /** Compresses as small as brotli can, when those that were asked for before are done. */
  function compressAgain(key: string, asset: Asset, formerBytes: number): void {
    compressing = compressing
      .then(async () => store(key, await compressBrotli(asset.content, LASTING_QUALITY), formerBytes))
      .catch((error: unknown) =>
        log().warn({ err: error, path: asset.path }, "a file stays as it was compressed first"),
      )
  }

  return {
    countBytes: () => bytes,
    compress(asset: Asset, encoding: "br" | "gzip"): Promise<Buffer<ArrayBuffer>> {
      const key = `${encoding} ${asset.path}`
      const known = compressed.get(key)
      if (known) return known
      const encoded =
        encoding === "br" ? compressBrotli(asset.content, FIRST_QUALITY) : gzipAsync(asset.content)
      compressed.set(key, encoded)
      encoded.then(
        (content) => {
          store(key, content)
          if (encoding === "br") compressAgain(key, asset, content.byteLength)
        },
        // Who asked hears of it; the next one tries anew.
        () => compressed.delete(key),
      )
      return encoded
    },
  }
}

/** Reads every file under `folder`, by its path in an address. */
async function readFiles(folder: string): Promise<Map<string, Asset>> {
  const files = new Map<string, Asset>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length).replaceAll("\\", "/")
    const content = await readFile(file)
    files.set(path, {
      content,
      path,
      type: CONTENT_TYPES[extname(path)] ?? "application/octet-stream",
      etag: `"${createHash("sha256").update(content).digest("base64url").slice(0, 24)}"`,
      isImmutable: path.startsWith("/assets/"),
    })
  }
  return files
}

/** Serves every file under `folder`. */
export async function loadAssets(folder: string): Promise<Assets> {
  const files = await readFiles(folder)
  const fileBytes = [...files.values()].reduce((sum, { content }) => sum + content.byteLength, 0)
  const compressor = createCompressor()

  // Each file once as it is and once in each of two encodings, which are smaller.
  watchCache("built_files", () => ({
    bytes: fileBytes + compressor.countBytes(),
    maxBytes: fileBytes * 3,
  }))

  return {
    async respond(path, request) {
      const asset = files.get(path)
      if (!asset || (request.method !== "GET" && request.method !== "HEAD")) return undefined
      const headers = new Headers({
        "Content-Type": asset.type,
        "Cache-Control": asset.isImmutable ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        ETag: asset.etag,
        "X-Content-Type-Options": "nosniff",
      })
      if (request.headers.get("If-None-Match") === asset.etag)
        return new Response(null, { status: 304, headers })
      let body = asset.content
      if (COMPRESSIBLE_TYPE.test(asset.type)) {
        headers.set("Vary", "Accept-Encoding")
        const acceptEncoding = request.headers.get("Accept-Encoding") ?? ""
        const encoding = /\bbr\b/.test(acceptEncoding)
          ? "br"
          : /\bgzip\b/.test(acceptEncoding)
            ? "gzip"
            : undefined
        if (encoding) {
          body = await compressor.compress(asset, encoding)
          headers.set("Content-Encoding", encoding)
        }
      }
      headers.set("Content-Length", String(body.byteLength))
      return new Response(request.method === "HEAD" ? null : body, { headers })
    },
  }
}
