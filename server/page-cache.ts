/** Owns the short-lived cache of pages that look the same to every visitor who is not signed in. */
import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { newId } from "../app/basics/ids.ts"
import { env } from "../app/platform/env.server.ts"
import { log } from "../app/platform/log.server.ts"
import { countAnswerFromCache } from "../app/platform/metrics.server.ts"
import type { Page } from "../app/platform/request.server.ts"
import { accepts, compressOnce } from "./compress.ts"
import { safetyHeaders } from "./headers.ts"

const FRESH_MS = 5_000
/** Asked for again after this, a page is renewed while it is still fresh, so that nobody waits for it. */
const RENEW_MS = 4_000
const MOST_BYTES = 16 * 1_048_576
const LONGEST_QUERY = 200
/** Public screens whose page depends on nothing but the address. */
const CACHED = [/^\/$/, /^\/category\/[a-z]+$/, /^\/experts$/, /^\/expert\/[0-9a-f-]{36}$/, /^\/sitemap$/, /^\/login$/, /^\/signup$/]
/** Whoever carries a cookie of ours may see something of their own. */
const OWN_COOKIE = "baroildang"

type Body = "plain" | "br" | "gzip"
type Kept = {
  /** Of the rendering; each answer's own goes on from it. */
  id: string
  path: string
  /** Name and value by turns, as node takes them. */
  headers: readonly string[]
  etag: string
  plain: Buffer<ArrayBuffer>
  /** Null while it is being made. */
  smaller: Map<Body, Buffer<ArrayBuffer> | null>
  bytes: number
  renewAt: number
  until: number
  answers: number
}
type Answer = { status: number; headers: string[]; body: Buffer<ArrayBuffer> | null }
export type Rendered = { response: Response; page: Page | undefined }

/**
 * Answers from memory where a page was rendered within 5 s, else renders once for all who wait. A page is rendered for a
 * request that has nothing but the address, so nothing of a visitor can be on it; one that sets a cookie, or is not a plain
 * 200, is not kept.
 */
export function createPageCache(render: (request: Request, id: string) => Promise<Rendered>) {
  const pages = new Map<string, Kept>()
  const rendering = new Map<string, Promise<Kept | undefined>>()
  let bytes = 0

  function drop(key: string): void {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    bytes -= page.bytes
    // One line for all who got it: a line each would cost more than the answer.
    if (page.answers > 0) log().info({ path: page.path, answers: page.answers }, "from the cache")
  }

  async function make(key: string, url: URL): Promise<Kept | undefined> {
    const id = newId()
    const { response, page } = await render(new Request(url.href), id)
    if (!page || response.status !== 200 || response.headers.has("Set-Cookie")) return undefined
    const etag = `W/"${createHash("sha256").update(page.html).digest("base64url").slice(0, 24)}"`
    const headers = new Headers(response.headers)
    for (const [name, value] of safetyHeaders(url, page.scripts)) headers.set(name, value)
    headers.set("ETag", etag)
    // A browser may keep it, but asks each time: signed in, the same address is another page.
    headers.set("Cache-Control", "private, no-cache")
    headers.set("Vary", "Accept-Encoding, Cookie")
    const now = Date.now()
    const kept: Kept = {
      id, path: url.pathname, headers: [...headers].flat(), etag, plain: page.html, smaller: new Map(), bytes: page.html.byteLength,
      renewAt: now + RENEW_MS, until: now + FRESH_MS, answers: 0,
    }
    drop(key)
    pages.set(key, kept)
    bytes += kept.bytes
    while (bytes > MOST_BYTES && pages.size > 1) drop(pages.keys().next().value ?? key)
    return kept
  }

  function makeOnce(key: string, url: URL): Promise<Kept | undefined> {
    let under = rendering.get(key)
    if (!under) {
      under = make(key, url).finally(() => rendering.delete(key))
      rendering.set(key, under)
    }
    return under
  }

  /** The smaller form where it has been made; the first who could take it has it made, and gets the plain one. */
  function smallerOf(key: string, page: Kept, encoding: "br" | "gzip"): Buffer<ArrayBuffer> | null {
    const made = page.smaller.get(encoding)
    if (made !== undefined) return made
    page.smaller.set(encoding, null)
    void compressOnce(page.plain, encoding).then((smaller) => {
      page.smaller.set(encoding, smaller)
      page.bytes += smaller.byteLength
      if (pages.get(key) === page) bytes += smaller.byteLength
    })
    return null
  }

  function answer(key: string, page: Kept, asked: { accepted: string; knownTag: string | undefined; head: boolean }, hit: boolean): Answer {
    // An id made anew would cost as much as the rest of this.
    page.answers += 1
    const headers = [...page.headers, "X-Request-Id", `${page.id}.${page.answers}`, "X-Cache", hit ? "HIT" : "MISS"]
    if (env().APP_ENV === "test" || env().APP_ENV === "development") headers.push("X-Queries", "0")
    if (asked.knownTag !== undefined && asked.knownTag.split(",").some((tag) => tag.trim() === page.etag || tag.trim() === "*")) return { status: 304, headers, body: null }
    const encoding = accepts(asked.accepted, "br") ? "br" : accepts(asked.accepted, "gzip") ? "gzip" : undefined
    const smaller = encoding && smallerOf(key, page, encoding)
    if (smaller) headers.push("Content-Encoding", encoding)
    const body = smaller || page.plain
    headers.push("Content-Length", String(body.byteLength))
    return { status: 200, headers, body: asked.head ? null : body }
  }

  const isPlain = (method: string | undefined, cookie: string | null | undefined) => (method === "GET" || method === "HEAD") && !cookie?.includes(OWN_COOKIE)

  function findFresh(key: string): Kept | undefined {
    const page = pages.get(key)
    return page && page.until > Date.now() ? page : undefined
  }

  return {
    /** Whether `request` may be answered from the cache: a plain reading of a public page without any cookie of ours. */
    covers: (request: Request, url: URL): boolean =>
      isPlain(request.method, request.headers.get("Cookie")) && CACHED.some((path) => path.test(url.pathname)) && url.search.length < LONGEST_QUERY,

    /** Answers a request that the cache covers; undefined where its page must not be kept. */
    async respond(request: Request, url: URL): Promise<{ response: Response; hit: boolean } | undefined> {
      const key = url.host + url.pathname + url.search
      const fresh = findFresh(key)
      const page = fresh ?? (await makeOnce(key, url))
      if (!page) return undefined
      const asked = { accepted: request.headers.get("Accept-Encoding") ?? "", knownTag: request.headers.get("If-None-Match") ?? undefined, head: request.method === "HEAD" }
      const { status, headers, body } = answer(key, page, asked, fresh !== undefined)
      return { response: new Response(body, { status, headers: pairsOf(headers) }), hit: fresh !== undefined }
    },

    /** Answers `incoming` before anything else looks at it, where its page is fresh; false where it is not. */
    answerAtOnce(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
      const { method, url, headers } = incoming
      if (!isPlain(method, headers.cookie)) return false
      const key = `${headers.host}${url}`
      const page = findFresh(key)
      if (!page) return false
      countAnswerFromCache()
      if (page.renewAt < Date.now() && !rendering.has(key)) {
        const whole = `http://${key}`
        makeOnce(key, new URL(whole)).catch((error: unknown) => log().error({ err: error, path: page.path }, "a page was not renewed"))
      }
      const { status, headers: sent, body } = answer(key, page, { accepted: String(headers["accept-encoding"] ?? ""), knownTag: headers["if-none-match"], head: method === "HEAD" }, true)
      outgoing.writeHead(status, sent)
      outgoing.end(body ?? undefined)
      return true
    },
  }
}

export type PageCache = ReturnType<typeof createPageCache>

const pairsOf = (flat: readonly string[]): [string, string][] => flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ""] satisfies [string, string]] : []))
