/** /admin/person-view: ends looking at the product as a member sees it, by a button or because time is up. */
import { href } from "react-router"
import { readCookie } from "#app/platform/cookies.server.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import {
  buildPersonViewCookie,
  endPersonView,
  PERSON_VIEW_COOKIE,
} from "../../accounts/service/person-view.server.ts"
import type { Route } from "./+types/admin-person-view"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

async function goBack(request: Request, actor: Member, flash: string): Promise<Response> {
  const userId = await endPersonView(actor, readCookie(request, PERSON_VIEW_COOKIE))
  const to = userId === null ? href("/admin/users") : href("/admin/users/:userId", { userId })
  const response = redirectWithFlash(to, flash)
  response.headers.append("Set-Cookie", buildPersonViewCookie(request, null))
  return response
}

export function loader({ request, context }: Route.LoaderArgs) {
  return goBack(request, requireAdmin(context), "회원의 화면을 볼 시간이 끝났어요")
}

export function action({ request, context }: Route.ActionArgs) {
  return goBack(request, requireAdmin(context), "회원의 화면 보기를 마쳤어요")
}
