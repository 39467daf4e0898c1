/** The HTTP stack: what happens to every request, in order, before and after the screens. */
import type { IncomingMessage } from "node:http"
import { Hono, type Context, type MiddlewareHandler } from "hono"
import type { ServerBuild } from "react-router"
import { isForPictureFile } from "../app/areas/accounts/guards.server.ts"
import { answerProgram } from "../app/areas/api/http/handler.server.ts"
import { createCommonProblem, readLanguage } from "../app/areas/api/http/problems.server.ts"
import { isApiPath } from "../app/areas/api/rules.ts"
import { countView } from "../app/areas/market/service/item-stats.server.ts"
import { newId } from "../app/basics/ids.ts"
import { makeCookiesSecure } from "../app/platform/cookies.server.ts"
import { isDatabaseOutage } from "../app/platform/database-errors.server.ts"
import { getDatabaseOutage } from "../app/platform/database-watch.server.ts"
import { countQueries } from "../app/platform/db.server.ts"
import { env } from "../app/platform/env.server.ts"
import { checkReadiness } from "../app/platform/health.server.ts"
import { log } from "../app/platform/log.server.ts"
import { observeRequest } from "../app/platform/metrics.server.ts"
import { resolveClientOfRequest, type ClientInfo } from "./client-address.ts"
import { createAdmission, type AppEnvironment } from "./admission.ts"
import { createScreenHandler } from "./adapter.ts"
import { readApart } from "../app/platform/read-position.server.ts"
import {
  getScreenPath,
  isSentByScript,
  NO_ROUTE,
  type RequestDetails,
} from "../app/platform/request.server.ts"
import { respondToReader } from "../app/platform/read-cookie.server.ts"
import { describeRequestSpan, tracedRequest } from "../app/platform/tracing.server.ts"
import type { Assets } from "./assets.ts"
import { compressPage, compressStream } from "./compress.ts"
import { getSecurityHeaders } from "./security-headers.ts"
import { canReadMetrics, createMetricsResponse } from "./metrics-endpoint.ts"
import { isPublicScreen, PageCache, type RenderResult } from "./page-cache.ts"

export type AppOptions = {
  assets?: Assets
  /** Public pages, where they are asked for before the application as well. */
  pages?: PageCache
  /** Handler of better-auth for the callbacks of social sign-in; the only way past the screens' actor. */
  socialCallbacks?: (request: Request, address: string) => Promise<Response>
  /** False while the process is stopping: /readyz says so and the balancer sends no more. */
  isReady?: () => boolean
}

const OWN_COOKIE = /baroildang/
/** Called by other servers, which send no Origin: each checks its caller itself. */
const WEBHOOK_PATH = /^\/api\/webhooks\//
/** Where the system sends what is shared into the installed product. */
const SHARE_TARGET_PATH = "/share-target"

function createRenderer(build: ServerBuild) {
  const handleScreen = createScreenHandler(build)
  return async (
    request: Request,
    id: string,
    address: string,
    readForm?: () => Promise<FormData>,
  ): Promise<RenderResult> => {
    const { origin } = new URL(request.url)
    const details: RequestDetails = { id, address, origin, isByScript: isSentByScript(request), readForm }
    // Public screens are read from a standby, whole, for as long as the primary is away (decision 111).
    const isReadWhileAway =
      getDatabaseOutage() !== undefined &&
      isSafeMethod(request.method) &&
      (isForPictureFile(request) || isPublicScreen(getScreenPath(request)))
    const answer = () => handleScreen(request, details)
    const response = await (isReadWhileAway ? readApart(answer) : answer())
    return { response, page: details.page, route: details.route, countReader: details.countReader }
  }
}

/** The cache of public pages of `build`; whoever listens asks it before the application. */
export function createPublicPageCache(build: ServerBuild): PageCache {
  const render = createRenderer(build)
  return new PageCache((request, id) => render(request, id, ""), countItemView)
}

const ITEM_PATH = /^\/marketplace\/([0-9a-f-]{36})$/
/** What counts its readers counts those of the cache as well. */
function countItemView(path: string, address: string): void {
  const item = ITEM_PATH.exec(path)?.[1]
  if (item)
    countView(item, address).catch((error: unknown) =>
      log().error({ err: error, path }, "a view was not counted"),
    )
}

/** What a balancer asks, and the numbers. */
function addProbes(app: Hono<AppEnvironment>, isServing: () => boolean): void {
  app.get("/healthz", (c) => c.text("ok"))
  const answerReadiness = (purpose: "all" | "reads") => async (c: Context<AppEnvironment>) => {
    if (!isServing()) return c.text("stopping", 503)
    const { isReady, troubles } = await checkReadiness(purpose)
    // It may have begun to stop while it asked.
    if (!isServing()) return c.text("stopping", 503)
    return c.text([isReady ? "ready" : "not ready", ...troubles].join("\n"), isReady ? 200 : 503)
  }
  app.get("/readyz", answerReadiness("all"))
  app.get("/readyz/reads", answerReadiness("reads"))
  app.get("/metrics", (c) =>
    canReadMetrics(c.req.header("Authorization")) ? createMetricsResponse() : c.notFound(),
  )
}

/** What a process answers that takes no requests of people: how it is, and its numbers. */
export function createProbeApp(options: Pick<AppOptions, "isReady">) {
  const app = new Hono<AppEnvironment>()
  addProbes(app, () => options.isReady?.() ?? true)
  return { fetch: (request: Request) => app.fetch(request) }
}

/** Apple sends people back with a form; the state in it is checked against a cookie of ours afterwards. */
const APPLE_CALLBACK_PATH = "/api/auth/callback/apple"

/** Refuses forged requests: whatever changes something must come from one of our own pages. */
const refuseForgedRequest: MiddlewareHandler<AppEnvironment> = async (c, next) => {
  // Programs show a key, which no browser sends by itself; their cookies count for nothing.
  const isForeignByNature =
    WEBHOOK_PATH.test(c.req.path) || c.req.path === APPLE_CALLBACK_PATH || isApiPath(c.req.path)
  if (isSafeMethod(c.req.method) || isForeignByNature) return next()
  const origin = c.req.header("Origin")
  const ours = origin !== undefined && URL.canParse(origin) && new URL(origin).origin === c.env.client.origin
  const site = c.req.header("Sec-Fetch-Site")
  // The system has no origin; a page of another site says "cross-site" and cannot say otherwise.
  if (c.req.path === SHARE_TARGET_PATH && site === "none") return next()
  if (!ours) warnAboutProxyOnce(origin, c.env.client.origin)
  if (!ours || (site !== undefined && site !== "same-origin"))
    return c.text("다른 사이트에서 온 요청은 받지 않아요.", 403)
  return next()
}

function answerError(error: Error, c: Context<AppEnvironment>): Response {
  const isClientGone = c.req.raw.signal.aborted
  const status = isDatabaseOutage(error) ? 503 : 500
  observeRequest(c.req.method, NO_ROUTE, isClientGone ? CLIENT_GONE : status, 0)
  if (isClientGone) return new Response(null, { status: CLIENT_GONE })
  log().error({ err: error, path: c.req.path }, "unexpected error")
  if (isApiPath(c.req.path))
    return createCommonProblem(
      readLanguage(c.req.header("Accept-Language") ?? null),
      status === 503 ? "unavailable" : "failed",
    )
  return c.text("문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.", status)
}

/** What the headers of every answer of the screens need, also of one from the cache. */
function prepareHeaders(response: Response, url: URL, queries: number): void {
  const { headers } = response
  shortenLocation(headers)
  if (url.protocol === "https:") makeCookiesSecure(headers)
  if (env().APP_ENV === "test" || env().APP_ENV === "development") headers.set("X-Queries", String(queries))
  if (response.status === 503 && !headers.has("Retry-After")) headers.set("Retry-After", "2")
}

/** Adds what is said of this answer alone, and compresses its body. */
async function finishResponse(
  c: Context<AppEnvironment>,
  response: Response,
  { id, url, page }: { id: string; url: URL; page: RenderResult["page"] },
): Promise<Response> {
  const { headers } = response
  const acceptEncoding = c.req.header("Accept-Encoding") ?? ""
  for (const [name, value] of getSecurityHeaders(url, page?.scriptHashes)) headers.set(name, value)
  headers.set("X-Request-Id", id)
  // The page can read this one, so that its error screen names the request that failed.
  headers.set("Server-Timing", `request;desc="${id}"`)
  if (OWN_COOKIE.test(c.req.header("Cookie") ?? "") && !headers.has("Cache-Control"))
    headers.set("Cache-Control", "private, no-store")
  if (!page) return compressStream(response, acceptEncoding)
  const { bytes, encoding } = await compressPage(page.html, acceptEncoding)
  if (encoding) headers.set("Content-Encoding", encoding)
  headers.append("Vary", "Accept-Encoding")
  headers.set("Content-Length", String(bytes.byteLength))
  return new Response(c.req.method === "HEAD" ? null : bytes, {
    status: response.status,
    statusText: response.statusText,
    headers,
  })
}

/** Answers a program: no screen makes it, and no cache holds it. */
const respondToProgram = async (c: Context<AppEnvironment>, request: Request, id: string) => ({
  ...(await answerProgram(request, { id, address: c.env.client.address, readForm: c.get("readForm") })),
  page: undefined,
})

/** Makes the HTTP application of `build`. Tests call `createApp(...).request(url)`. */
export function createApp(build: ServerBuild, options: AppOptions = {}) {
  const app = new Hono<AppEnvironment>()
  const render = createRenderer(build)
  const pages = options.pages ?? createPublicPageCache(build)

  // Liveness and numbers come first: they must answer even when everything else is too busy to.
  addProbes(app, () => options.isReady?.() ?? true)

  // Built files need no session and no log line.
  if (options.assets) {
    const { assets } = options
    app.use(async (c, next) => (await assets.respond(c.req.path, c.req.raw)) ?? next())
  }

  app.use(refuseForgedRequest)

  // Bodies first, then work in a fair order; beyond what one process can carry, refused.
  app.use(createAdmission())

  if (options.socialCallbacks) {
    const { socialCallbacks } = options
    const answer = (c: Context<AppEnvironment>) => socialCallbacks(c.req.raw, c.env.client.address)
    app.get("/api/auth/callback/:provider", answer)
    app.post(APPLE_CALLBACK_PATH, answer)
  }

  app.onError(answerError)

  app.all("*", async (c) => {
    const started = performance.now()
    const id = newId()
    const request = removeNulFromQuery(isSafeMethod(c.req.method) ? c.req.raw : ignoreClientAbort(c.req.raw))
    const url = new URL(request.url)
    const respond = async (): Promise<RenderResult & { cached?: boolean }> => {
      if (isApiPath(url.pathname)) return respondToProgram(c, request, id)
      const cachedResponse = pages.canServe(request, url)
        ? await pages.respond(request, url, c.env.client.address)
        : undefined
      return cachedResponse
        ? { ...cachedResponse, page: undefined, cached: cachedResponse.hit }
        : respondToReader(request, () => render(request, id, c.env.client.address, c.get("readForm")))
    }
    const { method } = request
    const {
      result: { response, page, cached, route, status },
      queries,
    } = await countQueries(() =>
      tracedRequest({ id, method, path: url.pathname }, async (span) => {
        const { route: answeredRoute = NO_ROUTE, ...answer } = await respond()
        // The router throws away the page of a browser that has gone; nobody failed.
        const isGone = answer.response.status >= 500 && request.signal.aborted
        const answered = { route: answeredRoute, status: isGone ? CLIENT_GONE : answer.response.status }
        describeRequestSpan(span, { method, ...answered })
        return { ...answer, ...answered }
      }),
    )
    const ms = performance.now() - started
    observeRequest(method, route, status, ms)
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
    prepareHeaders(response, url, queries)
    return cached === undefined ? finishResponse(c, response, { id, url, page }) : response
  })
  return {
    /** Answers `request`, whose address is the public one already and whose body comes over `incoming`. */
    fetch: (request: Request, client: ClientInfo, incoming: IncomingMessage) =>
      app.fetch(request, { client, incoming }),
    /** Answers a request without a connection. */
    request: (url: string, init?: RequestInit) => {
      const { request, client } = resolveClientOfRequest(new Request(url, init))
      return app.fetch(request, { client })
    },
  }
}

/** Bytes. Proxies refuse an answer with longer lines. */
const MAX_LOCATION_BYTES = 8_192

/** Cuts a Location that is too long to the path, or to the home page where even that is. */
function shortenLocation(headers: Headers): void {
  const location = headers.get("Location")
  if (location === null || location.length <= MAX_LOCATION_BYTES) return
  const path = location.split(/[?#]/)[0] ?? "/"
  headers.set("Location", path.length <= MAX_LOCATION_BYTES ? path : "/")
}

/** nginx's number for a client that closed the connection before the answer; nobody receives it. */
const CLIENT_GONE = 499
const neverAborted = new AbortController().signal

/**
 * A request that changes something goes on to its end when its browser has gone, as a page does that says
 * that it closes: only its own reading of the body can find that out. The router would stop in the middle, or
 * before it began.
 */
function ignoreClientAbort(request: Request): Request {
  Object.defineProperty(request, "signal", { value: neverAborted, configurable: true })
  return request
}

/** Leaves out of the query what holds a NUL: no page makes one, and the database takes none. */
function removeNulFromQuery(request: Request): Request {
  if (!request.url.includes("%00")) return request
  const url = new URL(request.url)
  const parametersWithNul = [...url.searchParams].filter(([name, value]) => `${name}${value}`.includes("\0"))
  for (const [name, value] of parametersWithNul) url.searchParams.delete(name, value)
  Object.defineProperty(request, "url", { value: url.href, configurable: true })
  return request
}

let hasWarned = false
/** Says once why every form is refused where a proxy ends TLS and nobody told us of it. */
function warnAboutProxyOnce(sent: string | undefined, ours: string): void {
  if (hasWarned || sent === undefined || sent !== ours.replace(/^http:/, "https:")) return
  hasWarned = true
  const settings = "TRUST_PROXY, TRUSTED_PROXIES or PUBLIC_ORIGIN"
  log().warn({ sent, ours }, `a form from https was refused: ${settings} is missing`)
}

const isSafeMethod = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS"
