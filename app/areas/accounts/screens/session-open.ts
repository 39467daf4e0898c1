/**
 * POST /session/open: a page is still here, or here again. Reading the session has taken a closing back
 * already.
 */
import { getActor, notFound } from "../guards.server.ts"
import type { Route } from "./+types/session-open"

export function action({ context }: Route.ActionArgs) {
  return new Response(null, { status: getActor(context).kind === "member" ? 204 : 401 })
}

export const loader = () => notFound()
