/**
 * What a visitor hears where the database does not answer: 503 with a sentence, from every screen,
 * without a word in any of them.
 */
import { data, type ServerBuild } from "react-router"
import { findCodedError, isDatabaseOutage } from "../app/platform/database-errors.server.ts"
import { isRefusedWrite } from "../app/platform/db.server.ts"
import { log } from "../app/platform/log.server.ts"
import { requestContext } from "../app/platform/request.server.ts"

const READ_FAILED_TEXT = "지금 저장된 내용을 불러오지 못하고 있어요. 잠시 뒤 다시 시도해 주세요."
/** Where an administrator looks as somebody else, and the page would change something. */
const CHANGING_TEXT = "이 화면은 열기만 해도 기록이 바뀌어서 대신 볼 수 없어요."
const NOT_SAVED_TEXT = "지금 저장할 수 없어 보낸 내용을 받지 못했어요. 잠시 뒤 다시 보내 주세요."
const MAYBE_SAVED_TEXT =
  "보낸 내용이 저장됐는지 확인하지 못했어요. 잠시 뒤 새로고침해서 확인하고, 없으면 다시 보내 주세요."

type RoutePart = "middleware" | "loader" | "action"
type RouteArguments = { request: Request; context: { get(key: typeof requestContext): { id: string } } }
type RouteHandler = (routeArguments: RouteArguments, ...rest: unknown[]) => unknown

/** What `error` is for a visitor: itself, or where the database is the trouble a 503 with a sentence. */
function toOutageResponse(error: unknown, part: RoutePart, { request, context }: RouteArguments): unknown {
  if (isRefusedWrite(error)) return data({ problem: CHANGING_TEXT }, { status: 409 })
  if (!isDatabaseOutage(error)) return error
  const cause = findCodedError(error)
  // Which statement met a database that is away says nothing, and differs with every screen.
  const err = cause?.code === "DATABASE_AWAY" ? cause : error
  const { id } = context.get(requestContext)
  log().error({ err, id, path: new URL(request.url).pathname }, "the database could not answer")
  const isRead = request.method === "GET" || request.method === "HEAD"
  // Before the action nothing was written; within it, parts may have been.
  const problem =
    isRead || part === "loader" ? READ_FAILED_TEXT : part === "action" ? MAYBE_SAVED_TEXT : NOT_SAVED_TEXT
  return data({ problem }, { status: 503, headers: { "Retry-After": "2" } })
}

const withOutageResponse =
  (part: RoutePart, run: RouteHandler): RouteHandler =>
  async (routeArguments, ...rest) => {
    try {
      return await run(routeArguments, ...rest)
    } catch (error) {
      throw toOutageResponse(error, part, routeArguments)
    }
  }

/** `build` whose loaders, actions and middleware answer 503 where the database is away, frozen or full. */
export function withDatabaseOutageResponses(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const handlers = route.module as unknown as {
      loader?: RouteHandler
      action?: RouteHandler
      middleware?: RouteHandler[]
    }
    const module = {
      ...route.module,
      ...(handlers.loader && { loader: withOutageResponse("loader", handlers.loader) }),
      ...(handlers.action && { action: withOutageResponse("action", handlers.action) }),
      ...(handlers.middleware && {
        middleware: handlers.middleware.map((run) => withOutageResponse("middleware", run)),
      }),
    }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] }
}
