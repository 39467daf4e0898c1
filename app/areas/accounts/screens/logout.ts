/** POST /logout: ends the session; logout returns to / (specification §2). */
import { redirect } from "react-router"
import { getActor } from "../guards.server.ts"
import { endSession, forgetSession } from "../service/sessions.server.ts"
import type { Route } from "./+types/logout"

export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  if (actor.kind === "member") await endSession(actor)
  return redirect("/", { headers: { "Set-Cookie": forgetSession(request) } })
}

export const loader = () => redirect("/")
