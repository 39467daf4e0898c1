/**
 * Owns how what is sent is read: unreadable bodies end with a sentence, and one person has a few forms with
 * files at a time.
 */
import { data, type MiddlewareFunction } from "react-router"
import { UnreadableForm } from "../../platform/multipart.server.ts"
import { networkOf } from "../../platform/network.ts"
import { forSender } from "../../platform/picture-queue.server.ts"
import { requestContext } from "../../platform/request.server.ts"
import { getActor } from "./guards.server.ts"

/** The uploader of a page sends two at a time; the same person may be signed in on several devices. */
const MAX_OF_ONE = 8

const underWay = new Map<string, number>()

/**
 * Makes `request.formData()` read what `readForm` reads, where that is given, and end with 400 where the body
 * is no form.
 */
function guardBody(request: Request, readForm: (() => Promise<FormData>) | undefined): void {
  const read = readForm ?? request.formData.bind(request)
  const guarded = () =>
    read().catch((error: unknown) => {
      // The native reader throws no error of its own kind.
      if (readForm && !(error instanceof UnreadableForm)) throw error
      throw data(null, { status: 400 })
    })
  // Behind a socket the request is the server library's own, which lets nobody assign to it.
  Object.defineProperty(request, "formData", { value: guarded, configurable: true, writable: true })
}

/**
 * Root middleware after the actor's: guards every body, and lets one person have a few forms with files under
 * way.
 */
export const bodyMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method === "GET" || request.method === "HEAD") return next()
  const { readForm, address } = context.get(requestContext)
  guardBody(request, readForm)
  if (!readForm) return next()
  const actor = getActor(context)
  if (actor.kind === "visitor") return forSender(networkOf(address), next)
  const sender = actor.userId
  const others = underWay.get(sender) ?? 0
  if (others >= MAX_OF_ONE) {
    return Response.json(
      { problem: "사진을 한꺼번에 너무 많이 보냈어요. 올라가던 사진이 끝난 뒤 다시 올려 주세요." },
      { status: 429, headers: { "Retry-After": "5" } },
    )
  }
  underWay.set(sender, others + 1)
  try {
    return await forSender(sender, next)
  } finally {
    const left = (underWay.get(sender) ?? 1) - 1
    if (left > 0) underWay.set(sender, left)
    else underWay.delete(sender)
  }
}
