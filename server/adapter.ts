/**
 * Owns the bridge from Hono to React Router: a request in, the context of the request beside it, a response
 * out.
 */
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router"
import { requestContext, type RequestFacts } from "../app/platform/request.server.ts"
import { withDatabaseTrouble } from "./database-trouble.ts"

/** Answers requests with the screens of `build`. */
export function screensOf(build: ServerBuild) {
  const mode = build.isSpaMode ? "production" : (process.env.NODE_ENV ?? "production")
  const handle = createRequestHandler(withDatabaseTrouble(build), mode)
  return (request: Request, facts: RequestFacts): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(requestContext, facts)
    return handle(request, context)
  }
}
