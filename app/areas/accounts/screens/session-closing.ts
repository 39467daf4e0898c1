/** POST /session/closing: a page went away. Unless a request comes within 30 s, it was the last one. */
import { getActor, notFound } from "../guards.server.ts"
import { markClosing } from "../session.server.ts"
import type { Route } from "./+types/session-closing"

export async function action({ context }: Route.ActionArgs) {
  const actor = getActor(context)
  if (actor.kind === "member") await markClosing(actor)
  return new Response(null, { status: 204 })
}

export const loader = () => notFound()
