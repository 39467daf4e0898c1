/** Owns how what is sent is taken in: unreadable and slow bodies end with a sentence, and nobody holds all places for pictures. */
import { data, type MiddlewareFunction } from "react-router"
import { requestContext } from "../../platform/request.server.ts"
import { getActor } from "./guards.server.ts"

/** The uploader of a page sends two at a time; the server takes ten of everybody's. */
const MOST_OF_ONE = 4
const LONGEST_MS = 25_000

const underWay = new Map<string, number>()

/** Makes `request.formData()` end with 400 where the body is no form, and with 408 where it is not all there after `longestMs`. */
export function guardBody(request: Request, longestMs = LONGEST_MS): void {
  const read = request.formData.bind(request)
  const guarded = async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<"late">((give) => (timer = setTimeout(give, longestMs, "late")))
    const form = await Promise.race([read().catch((): "unreadable" => "unreadable"), late])
    clearTimeout(timer)
    if (form === "late") throw data(null, { status: 408 })
    if (form === "unreadable") throw data(null, { status: 400 })
    return form
  }
  // Behind a socket the request is the server library's own, which lets nobody assign to it.
  Object.defineProperty(request, "formData", { value: guarded, configurable: true, writable: true })
}

/** Root middleware after the actor's: guards every body, and lets one person, or one visitor's address, send four forms with files at a time. */
export const bodyMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method === "GET" || request.method === "HEAD") return next()
  guardBody(request)
  if (!request.headers.get("Content-Type")?.startsWith("multipart/form-data")) return next()
  const actor = getActor(context)
  const sender = actor.kind === "member" ? actor.userId : context.get(requestContext).address
  const others = underWay.get(sender) ?? 0
  if (others >= MOST_OF_ONE) {
    return Response.json({ problem: "사진을 한꺼번에 너무 많이 보냈어요. 올라가던 사진이 끝난 뒤 다시 올려 주세요." }, { status: 429, headers: { "Retry-After": "5" } })
  }
  underWay.set(sender, others + 1)
  try {
    return await next()
  } finally {
    const left = (underWay.get(sender) ?? 1) - 1
    if (left > 0) underWay.set(sender, left)
    else underWay.delete(sender)
  }
}
