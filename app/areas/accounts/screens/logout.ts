/** POST /logout: ends the session; logout returns to / (specification §2). */
import { redirect } from "react-router"
import { getActor } from "../guards.server.ts"
import { endSession, forgetSession, noteSignOut } from "../service/sessions.server.ts"
import type { Route } from "./+types/logout"

export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  if (actor.kind === "member") {
    await endSession(actor)
    // The page's own timers log out too; only a person's hand says that this browser is theirs no more.
    if ((await request.formData().catch(() => null))?.get("automatic") !== "1")
      await noteSignOut(request, actor)
  }
  return redirect("/", { headers: { "Set-Cookie": forgetSession(request) } })
}

export const loader = () => redirect("/")
