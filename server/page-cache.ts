/** The short-lived cache of pages that look the same to every visitor who is not signed in. */
import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { newId } from "../app/basics/ids.ts"
import {
  NEIGHBOURHOOD_COOKIE,
  parseNeighbourhoodCookie,
  signNeighbourhood,
} from "../app/areas/accounts/neighbourhood-cookie.server.ts"
import type { BoundedCache } from "../app/platform/bounded-cache.server.ts"
import { readCookieValue } from "../app/platform/cookies.server.ts"
import { env } from "../app/platform/env.server.ts"
import { log } from "../app/platform/log.server.ts"
import { countPageCacheHit, countPageCacheMiss } from "../app/platform/metrics.server.ts"
import { NO_ROUTE, type RenderedPage } from "../app/platform/request.server.ts"
import type { ClientInfo } from "./client-address.ts"
import { createPageStore, RecentAsks, type CachedPage } from "./page-store.ts"
import { acceptsEncoding, compressForCache, compressPage, type Encoding } from "./compress.ts"
import { getSecurityHeaders } from "./security-headers.ts"

const PAGE_TTL_MS = 5_000
/** What is hidden leaves the search of every process within a second. */
const SEARCH_TTL_MS = 400
/** In the last fifth of its time a page that is asked for is renewed, so that nobody waits for it. */
const RENEWAL_SHARE = 0.2
/**
 * As the short cache: in the environment "test" nothing is kept, so that tests see their writes; SHARED_MS
 * says otherwise.
 */
const getPageTtlMs = () => env().SHARED_MS ?? (env().APP_ENV === "test" ? 0 : PAGE_TTL_MS)
const getTtlMs = (path: string) =>
  SEARCH_PATH.test(path) ? Math.min(SEARCH_TTL_MS, getPageTtlMs()) : getPageTtlMs()
const MAX_CACHE_BYTES = 16 * 1_048_576
const MAX_SEARCH_BYTES = 4 * 1_048_576
/** Who looks for what somebody else looked for within this time gets a page that is kept from then on. */
const SEARCH_REPEAT_MS = 30_000
const MAX_QUERY_LENGTH = 200
/**
 * Public screens whose page depends on nothing but the address. Not here: /contact, whose form carries a key
 * of its own.
 */
const CACHED_PATHS = [
  /^\/$/,
  /^\/(?:experts|sitemap|login|signup)$/,
  /^\/category\/[a-z]+$/,
  /^\/expert\/[0-9a-f-]{36}$/,
  /^\/(?:shopping|marketplace)$/,
  /^\/(?:marketplace|jobs\/hire|jobs\/seek|experts)\/region\/\d{2,5}(?:\/[a-z]+)?$/,
  /^\/(?:shopping\/product|marketplace)\/[0-9a-f-]{36}$/,
  /^\/jobs\/(?:hire|seek)(?:\/[0-9a-f-]{36})?$/,
  /^\/(?:notices|careers)(?:\/[0-9a-f-]{36})?$/,
  /^\/(?:faq|about|terms|privacy|safety|support|expert-guide|expert-support|expert-insurance|expert-tools)$/,
]
/**
 * What can be looked for is without end: a search is kept once it is asked for again, and takes room from
 * other searches alone.
 */
const SEARCH_PATH = /^\/search$/
/** Other public screens: what somebody sells. */
const SELLER_PATH = /^\/marketplace\/seller\/[0-9a-f-]{36}$/

/** Whether everybody may open the screen at `path`. */
export const isPublicScreen = (path: string): boolean =>
  [SEARCH_PATH, SELLER_PATH, ...CACHED_PATHS].some((pattern) => pattern.test(path))

/** Whoever carries a cookie of ours may see something of their own. */
const OWN_COOKIE = "baroildang"

type RawResponse = { status: number; headers: string[]; body: Buffer<ArrayBuffer> | null }
export type RenderResult = {
  response: Response
  page: RenderedPage | undefined
  route?: string | undefined
  countReader?: CachedPage["countReader"]
}

type RequestConditions = { acceptEncoding: string; ifNoneMatch: string | undefined; isHead: boolean }
type SelectedBody = { bytes: Buffer<ArrayBuffer>; encoding: Encoding | null }

const isNotModified = (page: CachedPage, { ifNoneMatch }: RequestConditions) =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((tag) => tag.trim() === page.etag || tag.trim() === "*")

const isPublicRead = (method: string | undefined, cookie: string | null | undefined) =>
  (method === "GET" || method === "HEAD") && !cookie?.includes(OWN_COOKIE)

/**
 * The cookie of a visitor's neighbourhood as we would write it, "" where there is none that we signed. It
 * says one of the regions and ranges that we know, so there are no more kinds of a page than of those.
 */
function readNeighbourhood(cookie: string | null | undefined): string {
  if (!cookie?.includes(`${NEIGHBOURHOOD_COOKIE}=`)) return ""
  const value = readCookieValue(cookie, NEIGHBOURHOOD_COOKIE)
  const choice = parseNeighbourhoodCookie(value)
  return choice ? signNeighbourhood(choice) : ""
}

/** What a page is kept under: its address, and the neighbourhood that it begins with. */
const getPageKey = (address: string, neighbourhood: string) =>
  neighbourhood === "" ? address : `${address} ${neighbourhood}`

/**
 * Answers from memory where a page was rendered within 5 s, else renders once for all who wait. A page is
 * rendered for a request that has nothing but the address and a known region, so nothing of a visitor can be
 * on it; one that
 * sets a cookie, or is not a plain 200, is not kept. `onRead` hears of every answer, with the visitor's
 * address: what counts readers counts these too.
 */
export class PageCache {
  readonly #render: (request: Request, id: string) => Promise<RenderResult>
  readonly #onRead: (path: string, address: string) => void
  readonly #pages = createPageStore("pages", MAX_CACHE_BYTES)
  readonly #searches = createPageStore("searches", MAX_SEARCH_BYTES)
  readonly #recentSearches = new RecentAsks("recent_searches", SEARCH_REPEAT_MS)
  readonly #rendering = new Map<string, Promise<CachedPage | undefined>>()

  constructor(
    render: (request: Request, id: string) => Promise<RenderResult>,
    onRead: (path: string, address: string) => void = () => {},
  ) {
    this.#render = render
    this.#onRead = onRead
  }

  /**
   * Whether `request` may be answered from the cache: a plain reading of a public page without any cookie of
   * ours.
   */
  canServe(request: Request, url: URL): boolean {
    return (
      isPublicRead(request.method, request.headers.get("Cookie")) &&
      getPageTtlMs() > 0 &&
      (SEARCH_PATH.test(url.pathname) || CACHED_PATHS.some((path) => path.test(url.pathname))) &&
      url.search.length < MAX_QUERY_LENGTH
    )
  }

  /** Answers a request that the cache covers; undefined where its page must not be kept. */
  async respond(
    request: Request,
    url: URL,
    address: string,
  ): Promise<{ response: Response; hit: boolean; route: string } | undefined> {
    const neighbourhood = readNeighbourhood(request.headers.get("Cookie"))
    const key = getPageKey(url.href, neighbourhood)
    const freshPage = this.#findFreshPage(key)
    const page = freshPage ?? (await this.#renderPageOnce(key, url, neighbourhood))
    if (!page) return undefined
    const conditions = {
      acceptEncoding: request.headers.get("Accept-Encoding") ?? "",
      ifNoneMatch: request.headers.get("If-None-Match") ?? undefined,
      isHead: request.method === "HEAD",
    }
    const sent =
      this.#selectBody(key, page, conditions) ?? (await compressPage(page.content, conditions.acceptEncoding))
    const hit = freshPage !== undefined
    const { status, headers, body } = buildResponse(page, conditions, sent, hit)
    this.#countReader(page, address)
    return {
      response: new Response(body, { status, headers: toHeaderPairs(headers) }),
      hit,
      route: page.route,
    }
  }

  /**
   * Answers `incoming`, whose `url` is the whole public address already, before anything else looks at it,
   * where its page is fresh and in the form it takes; false where it is not.
   */
  tryServe(incoming: IncomingMessage, outgoing: ServerResponse, client: ClientInfo): boolean {
    const { method, url: address = "", headers } = incoming
    if (!isPublicRead(method, headers.cookie)) return false
    const neighbourhood = readNeighbourhood(headers.cookie)
    const key = getPageKey(address, neighbourhood)
    const page = this.#findFreshPage(key)
    if (!page) return false
    const conditions = {
      acceptEncoding: String(headers["accept-encoding"] ?? ""),
      ifNoneMatch: headers["if-none-match"],
      isHead: method === "HEAD",
    }
    const selectedBody = this.#selectBody(key, page, conditions)
    if (!selectedBody) return false
    countPageCacheHit()
    this.#renewIfDue(key, page, new URL(address), neighbourhood)
    const { status, headers: sent, body } = buildResponse(page, conditions, selectedBody, true)
    outgoing.writeHead(status, sent)
    outgoing.end(body ?? undefined)
    this.#countReader(page, client.address)
    return true
  }

  #findFreshPage(key: string): CachedPage | undefined {
    const page = this.#pages.get(key) ?? this.#searches.get(key)
    return page && page.expiresAt > Date.now() ? page : undefined
  }

  #countReader(page: CachedPage, address: string): void {
    page.countReader?.(address)
    this.#onRead(page.path, address)
  }

  #getStore = (path: string): BoundedCache<CachedPage> =>
    SEARCH_PATH.test(path) ? this.#searches : this.#pages

  #renewIfDue(key: string, page: CachedPage, url: URL, neighbourhood: string): void {
    if (page.renewAt >= Date.now() || this.#rendering.has(key)) return
    this.#renderPageOnce(key, url, neighbourhood).catch((error: unknown) =>
      log().error({ err: error, path: page.path }, "a page was not renewed"),
    )
  }

  #renderPageOnce(key: string, url: URL, neighbourhood: string): Promise<CachedPage | undefined> {
    let pendingPage = this.#rendering.get(key)
    if (!pendingPage) {
      pendingPage = this.#renderPage(key, url, neighbourhood).finally(() => this.#rendering.delete(key))
      this.#rendering.set(key, pendingPage)
    }
    return pendingPage
  }

  async #renderPage(key: string, url: URL, neighbourhood: string): Promise<CachedPage | undefined> {
    countPageCacheMiss()
    const id = newId()
    const request = new Request(url.href)
    if (neighbourhood !== "") request.headers.set("Cookie", `${NEIGHBOURHOOD_COOKIE}=${neighbourhood}`)
    const { response, page, route = NO_ROUTE, countReader } = await this.#render(request, id)
    if (!page || response.status !== 200 || response.headers.has("Set-Cookie")) return undefined
    const etag = `W/"${createHash("sha256").update(page.html).digest("base64url").slice(0, 24)}"`
    const now = Date.now()
    const ttlMs = getTtlMs(url.pathname)
    const store = this.#getStore(url.pathname)
    const previous = store.get(key)
    const compressed: CachedPage["compressed"] = previous?.etag === etag ? previous.compressed : new Map()
    const cachedPage: CachedPage = {
      id,
      path: url.pathname,
      route,
      headers: buildHeaders(url, response, page, etag),
      etag,
      content: page.html,
      compressed,
      renewAt: now + ttlMs * (1 - RENEWAL_SHARE),
      expiresAt: now + ttlMs,
      answers: 0,
      countReader,
    }
    if (store !== this.#searches || previous || this.#recentSearches.isRepeated(key, now))
      store.set(key, cachedPage)
    return cachedPage
  }

  /**
   * The body that is there for a visitor; null where it would have to be the plain one although a smaller
   * one could be read.
   */
  #selectBody(key: string, page: CachedPage, conditions: RequestConditions): SelectedBody | null {
    const encoding = acceptsEncoding(conditions.acceptEncoding, "br")
      ? "br"
      : acceptsEncoding(conditions.acceptEncoding, "gzip")
        ? "gzip"
        : null
    if (encoding === null || conditions.isHead || isNotModified(page, conditions))
      return { bytes: page.content, encoding: null }
    const body = this.#getCompressed(key, page, encoding)
    return body && { bytes: body, encoding }
  }

  /**
   * The smaller form where it has been made; the second who could take it has it made, for most pages are
   * read once in 5 s.
   */
  #getCompressed(key: string, page: CachedPage, encoding: "br" | "gzip"): Buffer<ArrayBuffer> | null {
    const existing = page.compressed.get(encoding)
    if (existing !== undefined || page.answers === 0) return existing ?? null
    page.compressed.set(encoding, null)
    void compressForCache(page.content, encoding).then((compressed) => {
      page.compressed.set(encoding, compressed)
      const store = this.#getStore(page.path)
      if (store.get(key) === page) store.measureAgain(key)
    })
    return null
  }
}

function buildHeaders(url: URL, response: Response, page: RenderedPage, etag: string): string[] {
  const headers = new Headers(response.headers)
  for (const [name, value] of getSecurityHeaders(url, page.scriptHashes)) headers.set(name, value)
  headers.set("ETag", etag)
  // A browser may keep it, but asks each time: signed in, the same address is another page.
  headers.set("Cache-Control", "private, no-cache")
  headers.set("Vary", "Accept-Encoding, Cookie")
  return [...headers].flat()
}

function buildResponse(
  page: CachedPage,
  conditions: RequestConditions,
  sent: SelectedBody,
  hit: boolean,
): RawResponse {
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
  if (isNotModified(page, conditions)) return { status: 304, headers, body: null }
  if (sent.encoding) headers.push("Content-Encoding", sent.encoding)
  headers.push("Content-Length", String(sent.bytes.byteLength))
  return { status: 200, headers, body: conditions.isHead ? null : sent.bytes }
}

const toHeaderPairs = (namesAndValues: readonly string[]): [string, string][] =>
  namesAndValues.flatMap((name, index) =>
    index % 2 === 0 ? [[name, namesAndValues[index + 1] ?? ""] satisfies [string, string]] : [],
  )
