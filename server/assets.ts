/** The built files: read once at the start, compressed once, served from memory. */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

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

/** Reads every file under `folder`. A compressed form is made at its first request and kept. */
export async function loadAssets(folder: string): Promise<Assets> {
  const files = new Map<string, Asset>()
  const compressed = new Map<string, Promise<Buffer<ArrayBuffer>>>()
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

  function getEncoded(asset: Asset, encoding: "br" | "gzip"): Promise<Buffer<ArrayBuffer>> {
    const key = `${encoding} ${asset.path}`
    let encoded = compressed.get(key)
    if (!encoded) {
      encoded =
        encoding === "br"
          ? brotliAsync(asset.content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
          : gzipAsync(asset.content)
      compressed.set(key, encoded)
    }
    return encoded
  }

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
          body = await getEncoded(asset, encoding)
          headers.set("Content-Encoding", encoding)
        }
      }
      headers.set("Content-Length", String(body.byteLength))
      return new Response(request.method === "HEAD" ? null : body, { headers })
    },
  }
}
