/** POST /logout: ends the session; logout returns to / (specification §2). */
import { redirect, href } from "react-router"
import { getActor } from "../guards.server.ts"
import { endSession, buildExpiredSessionCookie, recordSignOut } from "../service/sessions.server.ts"
import type { Route } from "./+types/logout"

export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  if (actor.kind === "member") {
    await endSession(actor)
    // The page's own timers log out too; only a person's hand says that this browser is theirs no more.
    if ((await request.formData().catch(() => null))?.get("automatic") !== "1")
      await recordSignOut(request, actor)
  }
  return redirect(href("/"), { headers: { "Set-Cookie": buildExpiredSessionCookie(request) } })
}

export const loader = () => redirect(href("/"))
