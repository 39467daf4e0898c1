/** Owns the built files: read once at the start, compressed once, served from memory. */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

const TYPES: Record<string, string> = {
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
const COMPRESSIBLE = /^(text|application|image\/svg)/

type Asset = { plain: Buffer<ArrayBuffer>; type: string; etag: string; lasting: boolean; path: string }
export type Assets = { respond(path: string, request: Request): Promise<Response | undefined> }

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Reads every file under `folder`. A compressed form is made at its first request and kept. */
export async function loadAssets(folder: string): Promise<Assets> {
  const files = new Map<string, Asset>()
  const compressed = new Map<string, Promise<Buffer<ArrayBuffer>>>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length).replaceAll("\\", "/")
    const plain = await readFile(file)
    files.set(path, {
      plain,
      path,
      type: TYPES[extname(path)] ?? "application/octet-stream",
      etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 24)}"`,
      lasting: path.startsWith("/assets/"),
    })
  }

  function encode(asset: Asset, encoding: "br" | "gzip"): Promise<Buffer<ArrayBuffer>> {
    const key = `${encoding} ${asset.path}`
    let made = compressed.get(key)
    if (!made) {
      made =
        encoding === "br"
          ? brotli(asset.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
          : zip(asset.plain)
      compressed.set(key, made)
    }
    return made
  }

  return {
    async respond(path, request) {
      const asset = files.get(path)
      if (!asset || (request.method !== "GET" && request.method !== "HEAD")) return undefined
      const headers = new Headers({
        "Content-Type": asset.type,
        "Cache-Control": asset.lasting ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        ETag: asset.etag,
        "X-Content-Type-Options": "nosniff",
      })
      if (request.headers.get("If-None-Match") === asset.etag)
        return new Response(null, { status: 304, headers })
      let body = asset.plain
      if (COMPRESSIBLE.test(asset.type)) {
        headers.set("Vary", "Accept-Encoding")
        const accepted = request.headers.get("Accept-Encoding") ?? ""
        const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : undefined
        if (encoding) {
          body = await encode(asset, encoding)
          headers.set("Content-Encoding", encoding)
        }
      }
      headers.set("Content-Length", String(body.byteLength))
      return new Response(request.method === "HEAD" ? null : body, { headers })
    },
  }
}
