/**
 * Owns what a visitor hears where the database does not answer: 503 with a sentence, from every screen,
 * without a word in any of them.
 */
import { data, type ServerBuild } from "react-router"
import { causeOf, isDatabaseTrouble } from "../app/platform/database-errors.server.ts"
import { log } from "../app/platform/log.server.ts"
import { requestContext } from "../app/platform/request.server.ts"

const READING = "지금 저장된 내용을 불러오지 못하고 있어요. 잠시 뒤 다시 시도해 주세요."
const NOT_SAVED = "지금 저장할 수 없어 보낸 내용을 받지 못했어요. 잠시 뒤 다시 보내 주세요."
const UNKNOWN =
  "보낸 내용이 저장됐는지 확인하지 못했어요. 잠시 뒤 새로고침해서 확인하고, 없으면 다시 보내 주세요."

type Part = "middleware" | "loader" | "action"
type Given = { request: Request; context: { get(key: typeof requestContext): { id: string } } }
type Run = (given: Given, ...rest: unknown[]) => unknown

/** What `error` is for a visitor: itself, or where the database is the trouble a 503 with a sentence. */
function answerTrouble(error: unknown, part: Part, { request, context }: Given): unknown {
  if (!isDatabaseTrouble(error)) return error
  const cause = causeOf(error)
  // Which statement met a database that is away says nothing, and differs with every screen.
  const err = cause?.code === "DATABASE_AWAY" ? cause : error
  const { id } = context.get(requestContext)
  log().error({ err, id, path: new URL(request.url).pathname }, "the database could not answer")
  const isReading = request.method === "GET" || request.method === "HEAD"
  // Before the action nothing was written; within it, parts may have been.
  const problem = isReading || part === "loader" ? READING : part === "action" ? UNKNOWN : NOT_SAVED
  return data({ problem }, { status: 503, headers: { "Retry-After": "2" } })
}

const guarded =
  (part: Part, run: Run): Run =>
  async (given, ...rest) => {
    try {
      return await run(given, ...rest)
    } catch (error) {
      throw answerTrouble(error, part, given)
    }
  }

/** `build` whose loaders, actions and middleware answer 503 where the database is away, frozen or full. */
export function withDatabaseTrouble(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const parts = route.module as unknown as { loader?: Run; action?: Run; middleware?: Run[] }
    const module = {
      ...route.module,
      ...(parts.loader && { loader: guarded("loader", parts.loader) }),
      ...(parts.action && { action: guarded("action", parts.action) }),
      ...(parts.middleware && { middleware: parts.middleware.map((run) => guarded("middleware", run)) }),
    }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] }
}
