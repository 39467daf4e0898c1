/** POST /chat/open: the room about a thing, opened from wherever two people should talk. */
import { href, redirect } from "react-router"
import { notFound, getActor } from "#app/areas/accounts/guards.server.ts"
import { parseForm } from "#app/basics/form.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { OpenChatForm } from "../forms.ts"
import { getRoomPath, REFUSALS } from "../rules.ts"
import { openRoom } from "../service/rooms.server.ts"
import type { Route } from "./+types/open-chat"

/**
 * 303 to the room; a visitor signs in and comes back to the screen with the button; a refusal is said there.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  const returnTo = getReferrerPath(request)
  if (actor.kind === "visitor")
    return redirect(`${href("/login")}?${new URLSearchParams({ returnTo: returnTo })}`, 303)
  const parsed = parseForm(OpenChatForm, await request.formData())
  if (!parsed.ok) notFound()
  const outcome = await openRoom(actor, parsed.value)
  if (outcome.ok) return redirect(getRoomPath(outcome.roomId), 303)
  if (outcome.reason === "not_found") notFound()
  return redirectWithFlash(returnTo, REFUSALS[outcome.reason].sentence, "refused")
}

/** The page of ours with the button; "/chat" where the browser does not tell. */
function getReferrerPath(request: Request): string {
  const referrer = request.headers.get("Referer")
  const url = referrer && URL.canParse(referrer) ? new URL(referrer) : null
  return url && url.origin === new URL(request.url).origin ? url.pathname + url.search : "/chat"
}

export const loader = () => notFound()
