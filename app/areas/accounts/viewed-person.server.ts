/**
 * What an administrator's requests are while they look at the product as a member sees it: the member's own,
 * read only. The database refuses every write of them, so that no screen has to know of it.
 */
import { data, href, redirect } from "react-router"
import { readCookie } from "../../platform/cookies.server.ts"
import { runReadOnly } from "../../platform/db.server.ts"
import { isId } from "../../basics/ids.ts"
import { createPersonViewBar } from "./person-view-bar.server.ts"
import { isAdmin, type Actor, type Member } from "./rules.ts"
import { PERSON_VIEW_COOKIE } from "./service/person-view.server.ts"
import { findViewedMember } from "./session.server.ts"

/** What stays the administrator's own while they look as somebody else. */
const OFFICE_PATH = /^\/(?:admin|logout)(?:\/|\.data$|$)/
/**
 * What nobody looks at for somebody else: conversations, which have a way of their own with a reason, ways to
 * sign in, files of all that is known, and live streams.
 */
const CLOSED_PATH =
  /^\/(?:chat|live|session|api|my-info\/(?:login|passkeys|second-factor|devices|leave|data))(?:\/|\.data$|$)/

const REFUSED_TEXT = "회원의 화면을 보는 중에는 아무것도 바꾸거나 보낼 수 없어요. 보기를 마친 뒤 해 주세요."
const CLOSED_TEXT =
  "이 화면은 회원만 볼 수 있어요. 대화와 로그인 수단, 내 정보 파일은 대신 열어 볼 수 없어요."
type Views = { request: Request; admin: Member; viewId: string; setActor: (actor: Member) => void }

/** The view that `request` belongs to; null where it is the actor's own. */
export const readPersonView = (request: Request, actor: Actor): string | null => {
  const viewId: unknown = readCookie(request, PERSON_VIEW_COOKIE)
  if (!isAdmin(actor) || !isId(viewId)) return null
  return OFFICE_PATH.test(new URL(request.url).pathname) ? null : viewId
}

/** Answers `request` as the member of the view sees it, or says why not. */
export async function answerAsViewedPerson(
  { request, admin, viewId, setActor }: Views,
  next: () => Promise<Response>,
): Promise<Response> {
  const member = await findViewedMember(admin, viewId)
  if (!member) throw redirect(href("/admin/person-view"))
  const isReading = request.method === "GET" || request.method === "HEAD"
  const isCopy = request.headers.get("X-Copy") === "1"
  const isClosed = isCopy || CLOSED_PATH.test(new URL(request.url).pathname)
  if (!isReading || isClosed) {
    // No loader runs any more, and the way out stands on this screen as well.
    const viewBar = createPersonViewBar(member)
    throw data({ problem: isReading ? CLOSED_TEXT : REFUSED_TEXT, viewBar }, { status: 403 })
  }
  setActor(member)
  const response = await runReadOnly(next)
  response.headers.set("Cache-Control", "private, no-store")
  return response
}
