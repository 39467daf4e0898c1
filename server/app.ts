/** Owns the HTTP stack: what happens to every request, in order, before and after the screens. */
import type { IncomingMessage } from "node:http"
import { Hono } from "hono"
import type { ServerBuild } from "react-router"
import { countView } from "../app/areas/market/service/numbers.server.ts"
import { newId } from "../app/basics/ids.ts"
import { secureCookies } from "../app/platform/cookies.server.ts"
import { isDatabaseTrouble } from "../app/platform/database-errors.server.ts"
import { countQueries } from "../app/platform/db.server.ts"
import { env } from "../app/platform/env.server.ts"
import { askReadiness } from "../app/platform/health.server.ts"
import { log } from "../app/platform/log.server.ts"
import { observeRequest } from "../app/platform/metrics.server.ts"
import { arriveWithout, type Arrival } from "./address.ts"
import { admission, type Admitted } from "./admission.ts"
import { screensOf } from "./adapter.ts"
import type { RequestFacts } from "../app/platform/request.server.ts"
import type { Assets } from "./assets.ts"
import { compressPage, compressStream } from "./compress.ts"
import { safetyHeaders } from "./headers.ts"
import { mayReadNumbers, numbersAnswer } from "./numbers.ts"
import { createPageCache, type PageCache, type Rendered } from "./page-cache.ts"

export type Parts = {
  assets?: Assets
  /** Public pages, where they are asked for before the application as well. */
  pages?: PageCache
  /** Handler of better-auth for the callbacks of social sign-in; the only way past the screens' actor. */
  socialCallbacks?: (request: Request, address: string) => Promise<Response>
  /** False while the process is stopping: /readyz says so and the balancer sends no more. */
  isReady?: () => boolean
}

const SESSION_COOKIE = /baroildang/
/** Called by other servers, which send no Origin: each checks its caller itself. */
const SERVER_TO_SERVER = /^\/api\/webhooks\//

function rendererOf(build: ServerBuild) {
  const screens = screensOf(build)
  return async (
    request: Request,
    id: string,
    address: string,
    readForm?: () => Promise<FormData>,
  ): Promise<Rendered> => {
    const facts: RequestFacts = { id, address, origin: new URL(request.url).origin, readForm }
    return { response: await screens(request, facts), page: facts.page }
  }
}

/** The cache of public pages of `build`; whoever listens asks it before the application. */
export function pagesOf(build: ServerBuild): PageCache {
  const render = rendererOf(build)
  return createPageCache((request, id) => render(request, id, ""), noteReader)
}

const ITEM = /^\/marketplace\/([0-9a-f-]{36})$/
/** What counts its readers counts those of the cache as well. */
function noteReader(path: string, address: string): void {
  const item = ITEM.exec(path)?.[1]
  if (item)
    countView(item, address).catch((error: unknown) =>
      log().error({ err: error, path }, "a view was not counted"),
    )
}

/** Makes the HTTP application of `build`. Tests call `createApp(...).request(url)`. */
export function createApp(build: ServerBuild, parts: Parts = {}) {
  const app = new Hono<Admitted>()
  const render = rendererOf(build)
  const pages = parts.pages ?? pagesOf(build)

  // Liveness and numbers come first: they must answer even when everything else is too busy to.
  app.get("/healthz", (c) => c.text("ok"))
  const isServing = () => parts.isReady?.() ?? true
  app.get("/readyz", async (c) => {
    if (!isServing()) return c.text("stopping", 503)
    const { isReady, troubles } = await askReadiness()
    // It may have begun to stop while it asked.
    if (!isServing()) return c.text("stopping", 503)
    return c.text([isReady ? "ready" : "not ready", ...troubles].join("\n"), isReady ? 200 : 503)
  })
  app.get("/metrics", (c) => (mayReadNumbers(c.req.header("Authorization")) ? numbersAnswer() : c.notFound()))

  // Built files need no session and no log line.
  if (parts.assets) {
    const { assets } = parts
    app.use(async (c, next) => (await assets.respond(c.req.path, c.req.raw)) ?? next())
  }

  // Forged requests: whatever changes something must come from one of our own pages.
  app.use(async (c, next) => {
    if (isSafe(c.req.method) || SERVER_TO_SERVER.test(c.req.path)) return next()
    const origin = c.req.header("Origin")
    const ours =
      origin !== undefined && URL.canParse(origin) && new URL(origin).origin === c.env.arrival.origin
    const site = c.req.header("Sec-Fetch-Site")
    if (!ours) warnOfProxy(origin, c.env.arrival.origin)
    if (!ours || (site !== undefined && site !== "same-origin"))
      return c.text("다른 사이트에서 온 요청은 받지 않아요.", 403)
    return next()
  })

  // Bodies first, then work in a fair order; beyond what one process can carry, refused.
  app.use(admission())

  if (parts.socialCallbacks) {
    const { socialCallbacks } = parts
    app.get("/api/auth/callback/:provider", (c) => socialCallbacks(c.req.raw, c.env.arrival.address))
  }

  app.onError((error, c) => {
    const gone = c.req.raw.signal.aborted
    const status = isDatabaseTrouble(error) ? 503 : 500
    observeRequest(c.req.method, gone ? CLIENT_GONE : status, 0)
    if (gone) return new Response(null, { status: CLIENT_GONE })
    log().error({ err: error, path: c.req.path }, "unexpected error")
    return c.text("문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.", status)
  })

  app.all("*", async (c) => {
    const started = performance.now()
    const id = newId()
    const request = withoutNul(isSafe(c.req.method) ? c.req.raw : finished(c.req.raw))
    const url = new URL(request.url)
    const accepted = c.req.header("Accept-Encoding") ?? ""
    const work = async (): Promise<Rendered & { cached?: boolean }> => {
      const kept = pages.covers(request, url)
        ? await pages.respond(request, url, c.env.arrival.address)
        : undefined
      return kept
        ? { response: kept.response, page: undefined, cached: kept.hit }
        : render(request, id, c.env.arrival.address, c.get("readForm"))
    }
    const {
      result: { response, page, cached },
      queries,
    } = await countQueries(work)
    const ms = performance.now() - started
    // The router throws away the page of a browser that has gone; nobody failed.
    const status = response.status >= 500 && request.signal.aborted ? CLIENT_GONE : response.status
    observeRequest(request.method, status, ms)
    log().info(
      {
        id,
        method: request.method,
        path: url.pathname,
        status,
        ms: Math.round(ms * 10) / 10,
        queries,
        cached,
      },
      "request",
    )
    const { headers } = response
    shortenLocation(headers)
    if (url.protocol === "https:") secureCookies(headers)
    if (env().APP_ENV === "test" || env().APP_ENV === "development") headers.set("X-Queries", String(queries))
    if (status === 503 && !headers.has("Retry-After")) headers.set("Retry-After", "2")
    if (cached !== undefined) return response
    for (const [name, value] of safetyHeaders(url, page?.scripts)) headers.set(name, value)
    headers.set("X-Request-Id", id)
    // The page can read this one, so that its error screen names the request that failed.
    headers.set("Server-Timing", `request;desc="${id}"`)
    if (SESSION_COOKIE.test(c.req.header("Cookie") ?? "") && !headers.has("Cache-Control"))
      headers.set("Cache-Control", "private, no-store")
    if (!page) return compressStream(response, accepted)
    const { bytes, encoding } = await compressPage(page.html, accepted)
    if (encoding) headers.set("Content-Encoding", encoding)
    headers.append("Vary", "Accept-Encoding")
    headers.set("Content-Length", String(bytes.byteLength))
    return new Response(request.method === "HEAD" ? null : bytes, {
      status: response.status,
      statusText: response.statusText,
      headers,
    })
  })
  return {
    /** Answers `request`, whose address is the public one already and whose body comes over `incoming`. */
    fetch: (request: Request, arrival: Arrival, incoming: IncomingMessage) =>
      app.fetch(request, { arrival, incoming }),
    /** Answers a request without a connection. */
    request: (url: string, init?: RequestInit) => {
      const { request, arrival } = arriveWithout(new Request(url, init))
      return app.fetch(request, { arrival })
    },
  }
}

/** Bytes. Proxies refuse an answer with longer lines. */
const MAX_LOCATION = 8_192

/** Cuts a Location that is too long to the path, or to the home page where even that is. */
function shortenLocation(headers: Headers): void {
  const location = headers.get("Location")
  if (location === null || location.length <= MAX_LOCATION) return
  const path = location.split(/[?#]/)[0] ?? "/"
  headers.set("Location", path.length <= MAX_LOCATION ? path : "/")
}

/** nginx's number for a client that closed the connection before the answer; nobody receives it. */
const CLIENT_GONE = 499
const never = new AbortController().signal

/**
 * A request that changes something goes on to its end when its browser has gone, as a page does that says
 * that it closes: only its own reading of the body can find that out. The router would stop in the middle, or
 * before it began.
 */
function finished(request: Request): Request {
  Object.defineProperty(request, "signal", { value: never, configurable: true })
  return request
}

/** Leaves out of the query what holds a NUL: no page makes one, and the database takes none. */
function withoutNul(request: Request): Request {
  if (!request.url.includes("%00")) return request
  const url = new URL(request.url)
  const held = [...url.searchParams].filter(([name, value]) => `${name}${value}`.includes("\0"))
  for (const [name, value] of held) url.searchParams.delete(name, value)
  Object.defineProperty(request, "url", { value: url.href, configurable: true })
  return request
}

let warned = false
/** Says once why every form is refused where a proxy ends TLS and nobody told us of it. */
function warnOfProxy(sent: string | undefined, ours: string): void {
  if (warned || sent === undefined || sent !== ours.replace(/^http:/, "https:")) return
  warned = true
  const settings = "TRUST_PROXY, TRUSTED_PROXIES or PUBLIC_ORIGIN"
  log().warn({ sent, ours }, `a form from https was refused: ${settings} is missing`)
}

const isSafe = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS"
