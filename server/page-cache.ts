/** Owns the short-lived cache of pages that look the same to every visitor who is not signed in. */
import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { newId } from "../app/basics/ids.ts"
import { env } from "../app/platform/env.server.ts"
import { log } from "../app/platform/log.server.ts"
import { countAnswerFromCache } from "../app/platform/metrics.server.ts"
import type { Page } from "../app/platform/request.server.ts"
import type { Arrival } from "./address.ts"
import { accepts, compressOnce, compressPage, type Encoding } from "./compress.ts"
import { safetyHeaders } from "./headers.ts"

const FRESH_MS = 5_000
/** In the last second of its time a page that is asked for is renewed, so that nobody waits for it. */
const RENEWED_MS = 1_000
/**
 * As the short cache: in the environment "test" nothing is kept, so that tests see their writes; SHARED_MS
 * says otherwise.
 */
const freshMs = () => env().SHARED_MS ?? (env().APP_ENV === "test" ? 0 : FRESH_MS)
const MOST_BYTES = 16 * 1_048_576
const LONGEST_QUERY = 200
/**
 * Public screens whose page depends on nothing but the address. Not here: /search, whose every asking counts
 * towards the popular words, and /contact, whose form carries a key of its own.
 */
const CACHED = [
  /^\/$/,
  /^\/(?:experts|sitemap|login|signup)$/,
  /^\/category\/[a-z]+$/,
  /^\/expert\/[0-9a-f-]{36}$/,
  /^\/(?:shopping|marketplace)$/,
  /^\/(?:shopping\/product|marketplace)\/[0-9a-f-]{36}$/,
  /^\/jobs\/(?:hire|seek)(?:\/[0-9a-f-]{36})?$/,
  /^\/(?:notices|careers)(?:\/[0-9a-f-]{36})?$/,
  /^\/(?:faq|about|terms|privacy|safety|support|expert-guide|expert-support|expert-insurance|expert-tools)$/,
]
/** Whoever carries a cookie of ours may see something of their own. */
const OWN_COOKIE = "baroildang"

type Kept = {
  /** Of the rendering; each answer's own goes on from it. */
  id: string
  path: string
  /** Name and value by turns, as node takes them. */
  headers: readonly string[]
  etag: string
  plain: Buffer<ArrayBuffer>
  /** Null while it is being made. */
  smaller: Map<"br" | "gzip", Buffer<ArrayBuffer> | null>
  bytes: number
  renewAt: number
  until: number
  answers: number
}
type Answer = { status: number; headers: string[]; body: Buffer<ArrayBuffer> | null }
export type Rendered = { response: Response; page: Page | undefined }

/**
 * Answers from memory where a page was rendered within 5 s, else renders once for all who wait. A page is
 * rendered for a request that has nothing but the address, so nothing of a visitor can be on it; one that
 * sets a cookie, or is not a plain 200, is not kept. `onRead` hears of every answer, with the visitor's
 * address: what counts readers counts these too.
 */
export function createPageCache(
  render: (request: Request, id: string) => Promise<Rendered>,
  onRead: (path: string, address: string) => void = () => {},
) {
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
    const before = pages.get(key)
    const smaller: Kept["smaller"] = before?.etag === etag ? before.smaller : new Map()
    const kept: Kept = {
      id,
      path: url.pathname,
      headers: [...headers].flat(),
      etag,
      plain: page.html,
      smaller,
      bytes: page.html.byteLength + sizeOf(smaller),
      renewAt: now + freshMs() - RENEWED_MS,
      until: now + freshMs(),
      answers: 0,
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

  /**
   * The smaller form where it has been made; the second who could take it has it made, for most pages are
   * read once in 5 s.
   */
  function smallerOf(key: string, page: Kept, encoding: "br" | "gzip"): Buffer<ArrayBuffer> | null {
    const made = page.smaller.get(encoding)
    if (made !== undefined || page.answers === 0) return made ?? null
    page.smaller.set(encoding, null)
    void compressOnce(page.plain, encoding).then((smaller) => {
      page.smaller.set(encoding, smaller)
      page.bytes += smaller.byteLength
      if (pages.get(key) === page) bytes += smaller.byteLength
    })
    return null
  }

  type Asked = { accepted: string; knownTag: string | undefined; head: boolean }
  const knows = (page: Kept, { knownTag }: Asked) =>
    knownTag !== undefined &&
    knownTag.split(",").some((tag) => tag.trim() === page.etag || tag.trim() === "*")

  /**
   * The body that is there for a visitor; null where it would have to be the plain one although a smaller one
   * could be read.
   */
  function bodyOf(
    key: string,
    page: Kept,
    asked: Asked,
  ): { bytes: Buffer<ArrayBuffer>; encoding: Encoding | null } | null {
    const encoding = accepts(asked.accepted, "br") ? "br" : accepts(asked.accepted, "gzip") ? "gzip" : null
    if (encoding === null || asked.head || knows(page, asked)) return { bytes: page.plain, encoding: null }
    const body = smallerOf(key, page, encoding)
    return body && { bytes: body, encoding }
  }

  function answer(
    page: Kept,
    asked: Asked,
    sent: { bytes: Buffer<ArrayBuffer>; encoding: Encoding | null },
    hit: boolean,
  ): Answer {
    // An id made anew would cost as much as the rest of this.
    page.answers += 1
    const headers = [
      ...page.headers,
      "X-Request-Id",
      `${page.id}.${page.answers}`,
      "X-Cache",
      hit ? "HIT" : "MISS",
    ]
    if (env().APP_ENV === "test" || env().APP_ENV === "development") headers.push("X-Queries", "0")
    if (knows(page, asked)) return { status: 304, headers, body: null }
    if (sent.encoding) headers.push("Content-Encoding", sent.encoding)
    headers.push("Content-Length", String(sent.bytes.byteLength))
    return { status: 200, headers, body: asked.head ? null : sent.bytes }
  }

  const isPlain = (method: string | undefined, cookie: string | null | undefined) =>
    (method === "GET" || method === "HEAD") && !cookie?.includes(OWN_COOKIE)

  function findFresh(key: string): Kept | undefined {
    const page = pages.get(key)
    return page && page.until > Date.now() ? page : undefined
  }

  return {
    /**
     * Whether `request` may be answered from the cache: a plain reading of a public page without any cookie
     * of ours.
     */
    covers: (request: Request, url: URL): boolean =>
      isPlain(request.method, request.headers.get("Cookie")) &&
      freshMs() > 0 &&
      CACHED.some((path) => path.test(url.pathname)) &&
      url.search.length < LONGEST_QUERY,

    /** Answers a request that the cache covers; undefined where its page must not be kept. */
    async respond(
      request: Request,
      url: URL,
      address: string,
    ): Promise<{ response: Response; hit: boolean } | undefined> {
      const key = url.href
      const fresh = findFresh(key)
      const page = fresh ?? (await makeOnce(key, url))
      if (!page) return undefined
      const asked = {
        accepted: request.headers.get("Accept-Encoding") ?? "",
        knownTag: request.headers.get("If-None-Match") ?? undefined,
        head: request.method === "HEAD",
      }
      const sent = bodyOf(key, page, asked) ?? (await compressPage(page.plain, asked.accepted))
      const { status, headers, body } = answer(page, asked, sent, fresh !== undefined)
      onRead(page.path, address)
      return { response: new Response(body, { status, headers: pairsOf(headers) }), hit: fresh !== undefined }
    },

    /**
     * Answers `incoming`, whose `url` is the whole public address already, before anything else looks at it,
     * where its page is fresh and in the form it takes; false where it is not.
     */
    answerAtOnce(incoming: IncomingMessage, outgoing: ServerResponse, { address }: Arrival): boolean {
      const { method, url: key = "", headers } = incoming
      if (!isPlain(method, headers.cookie)) return false
      const page = findFresh(key)
      if (!page) return false
      const asked = {
        accepted: String(headers["accept-encoding"] ?? ""),
        knownTag: headers["if-none-match"],
        head: method === "HEAD",
      }
      const form = bodyOf(key, page, asked)
      if (!form) return false
      countAnswerFromCache()
      if (page.renewAt < Date.now() && !rendering.has(key)) {
        makeOnce(key, new URL(key)).catch((error: unknown) =>
          log().error({ err: error, path: page.path }, "a page was not renewed"),
        )
      }
      const { status, headers: sent, body } = answer(page, asked, form, true)
      outgoing.writeHead(status, sent)
      outgoing.end(body ?? undefined)
      onRead(page.path, address)
      return true
    },
  }
}

export type PageCache = ReturnType<typeof createPageCache>

const sizeOf = (smaller: Kept["smaller"]) =>
  [...smaller.values()].reduce((sum, body) => sum + (body?.byteLength ?? 0), 0)

const pairsOf = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ""] satisfies [string, string]] : []))
