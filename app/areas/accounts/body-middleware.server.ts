/**
 * How what is sent is read: unreadable bodies end with a sentence, and one person has a few forms with
 * files at a time.
 */
import { data, type MiddlewareFunction } from "react-router"
import { MalformedFormError } from "../../platform/multipart.server.ts"
import { networkOf } from "../../platform/network.ts"
import { runForSender } from "../../platform/picture-queue.server.ts"
import { requestContext } from "../../platform/request.server.ts"
import { getActor } from "./guards.server.ts"

/** The uploader of a page sends two at a time; the same person may be signed in on several devices. */
const MAX_CONCURRENT_UPLOADS = 8

const activeUploadsBySender = new Map<string, number>()

/**
 * Makes `request.formData()` read what `readForm` reads, where that is given, and end with 400 where the body
 * is no form.
 */
function guardFormData(request: Request, readForm: (() => Promise<FormData>) | undefined): void {
  const readFormData = readForm ?? request.formData.bind(request)
  const guardedFormData = () =>
    readFormData().catch((error: unknown) => {
      // The native reader throws no error of its own kind.
      if (readForm && !(error instanceof MalformedFormError)) throw error
      throw data(null, { status: 400 })
    })
  // Behind a socket the request is the server library's own, which lets nobody assign to it.
  Object.defineProperty(request, "formData", { value: guardedFormData, configurable: true, writable: true })
}

/**
 * Root middleware after the actor's: guards every body, and lets one person have a few forms with files under
 * way.
 */
export const bodyMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method === "GET" || request.method === "HEAD") return next()
  const { readForm, address } = context.get(requestContext)
  guardFormData(request, readForm)
  if (!readForm) return next()
  const actor = getActor(context)
  if (actor.kind === "visitor") return runForSender(networkOf(address), next)
  const sender = actor.userId
  const activeCount = activeUploadsBySender.get(sender) ?? 0
  if (activeCount >= MAX_CONCURRENT_UPLOADS) {
    return Response.json(
      { problem: "사진을 한꺼번에 너무 많이 보냈어요. 올라가던 사진이 끝난 뒤 다시 올려 주세요." },
      { status: 429, headers: { "Retry-After": "5" } },
    )
  }
  activeUploadsBySender.set(sender, activeCount + 1)
  try {
    return await runForSender(sender, next)
  } finally {
    const remaining = (activeUploadsBySender.get(sender) ?? 1) - 1
    if (remaining > 0) activeUploadsBySender.set(sender, remaining)
    else activeUploadsBySender.delete(sender)
  }
}
