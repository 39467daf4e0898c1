import { Outlet } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { anyOf } from "#app/basics/patterns.ts"
import { revalidateAfterConflict } from "#app/ui/revalidate.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import {
  adminMiddleware,
  getActor,
  hideScreen,
  isWaitingForProfile,
  notFound,
  requireColleague,
} from "../../accounts/guards.server.ts"
import { listRights, type Actor } from "../../accounts/rules.ts"
import { canOpen } from "../parts/admin-menu.ts"
import { withRefusedForm } from "#app/platform/intents.server.ts"
import { getScreenPath, requestContext } from "#app/platform/request.server.ts"
import { recordChange } from "../service/access.server.ts"
import { getOpenedRecord, getTargetId, readDeskOnce } from "../desk-context.server.ts"
import { AdminDesk } from "../parts/admin-desk.tsx"
import { findCaseHolder } from "../service/cases.server.ts"
import type { Route } from "./+types/admin-frame"

export const handle = { bar: "desk" } satisfies ScreenHandle

/** Ids of the inbox's own forms, and of those that leave out by themselves what a colleague has. */
const FORMS_WITHOUT_HOLDERS = anyOf(/^\/admin\/inbox$/, /^\/admin\/bulk\//)

/** What a form is about: the id in the address of its screen, else the ids that are sent. */
async function listSentIds(request: Request): Promise<string[]> {
  const target = getTargetId(request.url)
  if (target !== null) return [target]
  const isPlainForm = request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded")
  if (!isPlainForm || FORMS_WITHOUT_HOLDERS.test(getScreenPath(request))) return []
  const values = [...(await request.clone().formData()).values()]
  return values.filter((value) => typeof value === "string").filter(isId)
}

/** What a colleague has is not decided by somebody else: 409 with a sentence, and what was typed stays. */
const caseMiddleware: Route.MiddlewareFunction = async ({ request, context }, next) => {
  const holder =
    request.method === "POST" ? await findCaseHolder(getActor(context), await listSentIds(request)) : null
  if (holder === null) return next()
  const problem = `${holder}님이 맡은 일이에요. 직접 하려면 ‘이어받기’를 누른 뒤 다시 해 주세요.`
  return withRefusedForm(problem, next)
}

const isClosed = (request: Request, actor: Actor): boolean =>
  !isWaitingForProfile(actor) && !canOpen(getScreenPath(request), listRights(actor))

/** A screen of somebody else's work is not there: 404, within the frame. */
const rightsMiddleware: Route.MiddlewareFunction = async ({ request, context }, next) => {
  if (!isClosed(request, getActor(context))) return next()
  hideScreen(context)
  const response = await next()
  // A screen that asks nobody who is there would have answered.
  if (!(response instanceof Response) || response.status < 400) notFound()
  return response
}

/** Writes down whose data a form has changed; the frame's loader writes down what is looked at. */
const accessMiddleware: Route.MiddlewareFunction = async ({ request, context }, next) => {
  const response = await next()
  if (request.method === "POST" && response instanceof Response && response.status < 400) {
    const path = getScreenPath(request)
    const { address } = context.get(requestContext)
    await recordChange(getActor(context), address, path, getOpenedRecord(request.url))
  }
  return response
}

export const middleware: Route.MiddlewareFunction[] = [
  adminMiddleware,
  rightsMiddleware,
  accessMiddleware,
  caseMiddleware,
]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireColleague(context)
  return readDeskOnce(context, request, actor, isClosed(request, actor))
}

/** Whoever has taken the case meanwhile stands in its bar beside the refusal. */
export const shouldRevalidate = revalidateAfterConflict

/** The frame around every screen of the back office. */
export default function AdminFrame({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <main id="main" className="admin-bar" />
  return (
    <AdminDesk desk={loaderData}>
      <Outlet />
    </AdminDesk>
  )
}
