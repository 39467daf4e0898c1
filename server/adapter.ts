/**
 * The bridge from Hono to React Router: a request in, the context of the request beside it, a response
 * out.
 */
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router"
import { requestContext, type RequestDetails } from "../app/platform/request.server.ts"
import { withDatabaseOutageResponses } from "./database-outage.ts"

/** Answers requests with the screens of `build`. */
export function createScreenHandler(build: ServerBuild) {
  const mode = build.isSpaMode ? "production" : (process.env.NODE_ENV ?? "production")
  const handle = createRequestHandler(withDatabaseOutageResponses(build), mode)
  return (request: Request, details: RequestDetails): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(requestContext, details)
    return handle(request, context)
  }
}
