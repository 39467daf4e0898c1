/** Who does something with a thing has read what was said of it. */
import type { MiddlewareFunction } from "react-router"
import { getActor } from "../accounts/guards.server.ts"
import { markThingNotificationsRead } from "./service/centre.server.ts"

/** The part of an address that names one thing: /orders/0198…, also of the screens below it. */
const THING_PATH = /^\/[a-z-]+(?:\/[a-z-]+)*\/[0-9a-f]{8}-[0-9a-f-]{27}(?=[/.?]|$)/

/**
 * Root middleware after the actor's: a form about a thing that was not refused marks the person's
 * notifications that lead to it as read. One statement more, and only where something is unread.
 */
export const actingMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next()
  if (request.method === "GET" || response.status >= 400) return response
  const actor = getActor(context)
  const thing = THING_PATH.exec(new URL(request.url).pathname)?.[0]
  if (thing && actor.kind === "member" && actor.notificationCount > 0)
    await markThingNotificationsRead(actor, thing)
  return response
}
