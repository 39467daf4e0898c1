import { data, Outlet } from "react-router"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { adminMiddleware, getActor, isWaitingForProfile, requireAdmin } from "../../accounts/guards.server.ts"
import { getTargetId, readDeskOnce } from "../desk-context.server.ts"
import { AdminDesk } from "../parts/admin-desk.tsx"
import { findCaseHolder } from "../service/cases.server.ts"
import type { Route } from "./+types/admin-frame"

export const handle = { bar: "desk" } satisfies ScreenHandle

/** What a colleague has is not decided by somebody else: 409 with a sentence, whatever is sent. */
const caseMiddleware: Route.MiddlewareFunction = async ({ request, context }, next) => {
  const target = request.method === "POST" ? getTargetId(request.url) : null
  const holder = target === null ? null : await findCaseHolder(getActor(context), target)
  if (holder === null) return next()
  throw data(
    { problem: `${holder}님이 맡은 일이에요. 직접 하려면 돌아가서 ‘이어받기’를 누른 뒤 다시 해 주세요.` },
    { status: 409 },
  )
}

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware, caseMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  return readDeskOnce(context, request, requireAdmin(context))
}

/** The frame around every screen of the back office. */
export default function AdminFrame({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <main id="main" className="admin-bar" />
  return (
    <AdminDesk desk={loaderData}>
      <Outlet />
    </AdminDesk>
  )
}
