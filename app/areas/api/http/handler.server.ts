/**
 * Answers programs: key → actor → limit → scope → form → service → answer or problem. The same services as
 * the screens, without cookies and without pages.
 */
import { createHash } from "node:crypto"
import { Hono, type Context } from "hono"
import { isId, newId } from "#app/basics/ids.ts"
import { isDatabaseOutage } from "#app/platform/database-errors.server.ts"
import { log } from "#app/platform/log.server.ts"
import { networkOf } from "#app/platform/network.ts"
import { getUploadLimit } from "#app/platform/picture-forms.server.ts"
import { countHit, countHitOf } from "#app/platform/rate-limit.server.ts"
import { NO_ROUTE } from "#app/platform/request.server.ts"
import { API_LIMITS, API_PATH, getScopeRole, hasApiRole } from "../rules.ts"
import { claimApiAnswer, releaseApiAnswer, saveApiAnswer } from "../service/answers.server.ts"
import { findKeyHolder, type KeyHolder } from "../service/keys.server.ts"
import { readInput, toFieldPointer } from "./input.server.ts"
import { getOpenApiDocument } from "./openapi.server.ts"
import type { Bilingual, Operation } from "./operation.server.ts"
import { OPERATIONS } from "./operations.server.ts"
import {
  createCommonProblem,
  createProblem,
  readLanguage,
  ROLE_PROBLEMS,
  type CommonProblem,
  type Language,
} from "./problems.server.ts"

/** What is known of the request, and what is noted of it for the log. */
type Details = {
  id: string
  address: string
  readForm?: (() => Promise<FormData>) | undefined
  route: string
}
type ApiContext = Context<{ Bindings: { details: Details } }>
type Params = Readonly<Record<string, string>>

const IDEMPOTENCY_KEY = /^[\w.:-]{1,128}$/
const hash = (text: string | Uint8Array) => createHash("sha256").update(text).digest("base64url")
const toEtag = (body: string) => `"${hash(body).slice(0, 27)}"`

/** Thrown where a request goes no further. */
class Stop extends Error {
  readonly response: Response
  constructor(response: Response) {
    super("answered")
    this.response = response
  }
}

const languageOf = (c: ApiContext): Language => readLanguage(c.req.header("Accept-Language") ?? null)
const stop = (c: ApiContext, code: CommonProblem, headers?: Record<string, string>): never => {
  throw new Stop(createCommonProblem(languageOf(c), code, headers && { headers }))
}
const toSeconds = (ms: number) => String(Math.max(1, Math.ceil(ms / 1_000)))

/** Who is here by the key alone: a cookie says nothing. */
async function authenticate(c: ApiContext): Promise<KeyHolder> {
  const challenge = { "WWW-Authenticate": 'Bearer realm="baroildang"' }
  const sent = c.req.header("Authorization")
  if (sent === undefined) return stop(c, "key_missing", challenge)
  const holder = await findKeyHolder(/^Bearer +(\S+)$/i.exec(sent)?.[1] ?? "")
  if (holder === "banned") return stop(c, "owner_suspended")
  if (holder) return holder
  const limit = await countHit([
    {
      key: `api:address:${networkOf(c.env.details.address)}`,
      max: API_LIMITS.wrongKeys,
      windowMs: API_LIMITS.windowMs,
    },
  ])
  if (!limit.ok) return stop(c, "too_many", { "Retry-After": toSeconds(limit.retryAfterMs) })
  return stop(c, "key_unknown", challenge)
}

/** Counts the request, and says what is left (draft-ietf-httpapi-ratelimit-headers). */
async function limitRate(c: ApiContext, keyId: string): Promise<Record<string, string>> {
  const { requests: max, windowMs } = API_LIMITS
  const { isWithin, remaining, resetsInMs } = await countHitOf({ key: `api:key:${keyId}`, max, windowMs })
  const headers = {
    "RateLimit-Policy": `"default";q=${max};w=${windowMs / 1_000}`,
    RateLimit: `"default";r=${remaining};t=${toSeconds(resetsInMs)}`,
  }
  if (!isWithin) stop(c, "too_many", { ...headers, "Retry-After": toSeconds(resetsInMs) })
  return headers
}

function read<Value>(
  c: ApiContext,
  result: { ok: true; value: Value } | { ok: false; errors: { pointer: string; detail: string }[] },
): Value {
  if (result.ok) return result.value
  throw new Stop(createCommonProblem(languageOf(c), "invalid", { errors: result.errors }))
}

/** The body as the operation takes it, and a text that tells it from others. */
type Body = { value: unknown; text: string }

async function readBody(c: ApiContext, { body, takesPicture }: Operation): Promise<Body> {
  if (!body) return { value: undefined, text: "" }
  if (takesPicture) return readPicture(c)
  if (!/^application\/json\b/i.test(c.req.header("Content-Type") ?? "")) stop(c, "media_type")
  const text = await c.req.text()
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    stop(c, "not_json")
  }
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) stop(c, "not_json")
  return { value: read(c, readInput(body, sent, languageOf(c))), text }
}

async function readPicture(c: ApiContext): Promise<Body> {
  const { readForm } = c.env.details
  if (!/^multipart\/form-data\b/i.test(c.req.header("Content-Type") ?? "") || !readForm)
    return stop(c, "media_type")
  const form = await readForm().catch(() => new FormData())
  const file = form.get("file")
  if (!(file instanceof File) || file.size === 0) {
    const detail = { ko: "사진을 file에 넣어 주세요.", en: "Send the picture as file." }[languageOf(c)]
    return read(c, { ok: false, errors: [{ pointer: "#/file", detail }] })
  }
  return { value: { file }, text: hash(new Uint8Array(await file.arrayBuffer())) }
}

/** The version that If-Match names, where it is the present one. */
async function checkVersion(
  c: ApiContext,
  operation: Operation,
  { actor }: KeyHolder,
  params: Params,
): Promise<string | null> {
  const wanted = c.req.header("If-Match")
  if (wanted === undefined || operation.method === "GET") return null
  const reading = OPERATIONS.find(({ method, path }) => method === "GET" && path === operation.path)
  if (!reading?.answer) return stop(c, "version_moved")
  const found = await reading.run({
    actor,
    params,
    query: {},
    body: undefined,
    submissionKey: "",
    seenVersion: null,
  })
  if (!found.ok) return stop(c, "not_found")
  const current = reading.answer.parse(found.answer)
  const etags = wanted.split(",").map((part) => part.trim())
  if (!etags.includes("*") && !etags.includes(toEtag(JSON.stringify(current)))) stop(c, "version_moved")
  return etags.includes("*") ? null : (reading.version?.(current) ?? null)
}

type Input = { holder: KeyHolder; params: Params; query: unknown; body: unknown; seenVersion: string | null }

async function run(c: ApiContext, operation: Operation, input: Input) {
  const { holder, ...rest } = input
  const outcome = await operation.run({ ...rest, actor: holder.actor, submissionKey: newId() })
  if (outcome.ok)
    return {
      status: operation.status,
      body: operation.answer ? JSON.stringify(operation.answer.parse(outcome.answer)) : "",
    }
  const problem = operation.problems[outcome.reason]
  if (problem)
    throw new Stop(createProblem(languageOf(c), outcome.reason, problem, listErrors(c, outcome, problem)))
  if (outcome.reason !== "not_found") throw new Error(`No sentence for ${outcome.reason}`)
  return stop(c, "not_found")
}

/** What a refusal says of single fields, where it names some. */
function listErrors(c: ApiContext, { fields }: { fields?: readonly string[] }, problem: Bilingual) {
  const detail = problem[languageOf(c)]
  return fields ? { errors: fields.map((field) => ({ pointer: toFieldPointer(field), detail })) } : {}
}

/** Does a request that changes something once for its Idempotency-Key, and gives its answer again. */
async function runOnceForKey(c: ApiContext, operation: Operation, input: Input, text: string) {
  const idempotencyKey = c.req.header("Idempotency-Key")
  if (operation.method === "GET" || idempotencyKey === undefined) return run(c, operation, input)
  if (!IDEMPOTENCY_KEY.test(idempotencyKey)) return stop(c, "idempotency_key")
  const sending = { keyId: input.holder.keyId, idempotencyKey }
  const fingerprint = hash(`${operation.method} ${c.req.path}\n${text}`)
  const claim = await claimApiAnswer(sending, fingerprint)
  switch (claim.state) {
    case "answered":
      return { ...claim.answer, isRepeated: true }
    case "different":
      return stop(c, "key_reused")
    case "under-way":
      return stop(c, "under_way", { "Retry-After": "1" })
    case "unknown":
      return stop(c, "answer_unknown")
    case "new":
  }
  try {
    const done = await run(c, operation, input)
    await saveApiAnswer(sending, done)
    return done
  } catch (error) {
    // A refusal has changed nothing; of any other error nobody knows.
    if (error instanceof Stop) await releaseApiAnswer(sending)
    throw error
  }
}

async function answer(c: ApiContext, operation: Operation): Promise<Response> {
  c.env.details.route = `${API_PATH}${operation.path}`
  const holder = await authenticate(c)
  const limits = await limitRate(c, holder.keyId)
  try {
    if (!holder.scopes.includes(operation.scope)) stop(c, "scope_missing")
    const role = getScopeRole(operation.scope)
    if (!hasApiRole(holder.actor, role)) stop(c, ROLE_PROBLEMS[role])
    const params: Params = c.req.param()
    if (!Object.values(params).every(isId)) stop(c, "not_found")
    if (operation.takesPicture) {
      const limit = await countHit([getUploadLimit({ ownerId: holder.actor.userId })])
      if (!limit.ok) stop(c, "too_many", { "Retry-After": toSeconds(limit.retryAfterMs) })
    }
    const query = operation.query && read(c, readInput(operation.query, c.req.query(), languageOf(c)))
    const { value: body, text } = await readBody(c, operation)
    const seenVersion = await checkVersion(c, operation, holder, params)
    const done = await runOnceForKey(c, operation, { holder, params, query, body, seenVersion }, text)
    return toResponse(c, operation, done, limits)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    for (const [name, value] of Object.entries(limits)) error.response.headers.set(name, value)
    throw error
  }
}

function toResponse(
  c: ApiContext,
  { method }: Operation,
  done: { status: number; body: string; isRepeated?: boolean },
  limits: Record<string, string>,
): Response {
  const headers: Record<string, string> = {
    ...limits,
    "Cache-Control": method === "GET" ? "private, no-cache" : "no-store",
    Vary: "Authorization, Accept-Language",
    ...(done.isRepeated && { "Idempotent-Replayed": "true" }),
  }
  if (method === "GET") headers.ETag = toEtag(done.body)
  const known = c.req
    .header("If-None-Match")
    ?.split(",")
    .map((part) => part.trim().replace(/^W\//, ""))
  if (headers.ETag && known?.includes(headers.ETag)) return new Response(null, { status: 304, headers })
  if (done.status === 204) return new Response(null, { status: 204, headers })
  return new Response(done.body, {
    status: done.status,
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
  })
}

function answerDocument(c: ApiContext): Response {
  c.env.details.route = `${API_PATH}/openapi.json`
  const headers = { ETag: toEtag(getOpenApiDocument()), "Cache-Control": "public, max-age=300" }
  if (c.req.header("If-None-Match") === headers.ETag) return new Response(null, { status: 304, headers })
  return new Response(getOpenApiDocument(), {
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
  })
}

function createRouter() {
  const router = new Hono<{ Bindings: { details: Details } }>().basePath(API_PATH)
  const toPattern = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1")
  router.get("/openapi.json", (c) => answerDocument(c))
  for (const operation of OPERATIONS)
    router.on(operation.method, toPattern(operation.path), (c) => answer(c, operation))
  for (const path of new Set(["/openapi.json", ...OPERATIONS.map((operation) => operation.path)])) {
    const methods = OPERATIONS.filter((each) => each.path === path).map(({ method }) => method)
    router.all(toPattern(path), (c) =>
      stop(c, "method_unknown", { Allow: (methods[0] ? methods : ["GET"]).join(", ") }),
    )
  }
  router.notFound((c) => createCommonProblem(languageOf(c as ApiContext), "no_operation"))
  router.onError((error, c) => {
    if (error instanceof Stop) return error.response
    if (isDatabaseOutage(error))
      return createCommonProblem(languageOf(c), "unavailable", { headers: { "Retry-After": "2" } })
    log().error({ err: error, id: c.env.details.id, path: c.req.path }, "unexpected error of an operation")
    return createCommonProblem(languageOf(c), "failed")
  })
  return router
}
let router: ReturnType<typeof createRouter> | undefined

/** Answers a request below /api/v1; `route` is the pattern of its operation, for the log. */
export async function answerProgram(
  request: Request,
  { id, address, readForm }: Pick<Details, "id" | "address" | "readForm">,
): Promise<{ response: Response; route: string }> {
  router ??= createRouter()
  const details: Details = { id, address, readForm, route: NO_ROUTE }
  const response = await router.fetch(request, { details })
  return { response, route: details.route }
}
