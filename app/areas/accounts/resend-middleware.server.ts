/** How a form that a page sends again, because its answer was lost on the way, is done once. */
import { data, type MiddlewareFunction } from "react-router"
import { isId } from "../../basics/ids.ts"
import {
  claimAnswer,
  releaseAnswer,
  saveAnswer,
  type SavedAnswer,
} from "../../platform/submissions.server.ts"
import { getActor } from "./guards.server.ts"
import { SESSION_COOKIE } from "./session.server.ts"

const STATUS_UNDER_WAY = 425

/** What of an answer is sent again: all but a session, which belongs to the browser that got it. */
async function toSavedAnswer(response: Response): Promise<SavedAnswer> {
  const headers = [...response.headers].filter(
    ([name, value]) => name !== "set-cookie" || !value.includes(`${SESSION_COOKIE}=`),
  )
  return { status: response.status, headers, body: await response.clone().text() }
}

/**
 * Root middleware after the actor's: what a member's page sends with an Idempotency-Key is done once, and
 * answered again as it was. A refusal changes nothing, so that it is simply made again.
 */
export const resendMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const key = request.method === "GET" ? null : request.headers.get("Idempotency-Key")
  const actor = key === null ? null : getActor(context)
  if (key === null || actor?.kind !== "member" || !isId(key)) return next()
  const claim = await claimAnswer(actor.userId, key)
  if (claim.state === "answered") {
    const { body, status, headers } = claim.answer
    return new Response(body === "" ? null : body, { status, headers })
  }
  if (claim.state === "under-way") return new Response(null, { status: STATUS_UNDER_WAY })
  if (claim.state === "unknown")
    throw data(
      { problem: "연결이 끊겨 저장됐는지 알 수 없어요. 화면을 새로 열어 확인한 뒤 다시 보내 주세요." },
      { status: 409 },
    )
  const response = await next()
  if (response.status < 400) await saveAnswer(actor.userId, key, await toSavedAnswer(response))
  else await releaseAnswer(actor.userId, key)
  return response
}
