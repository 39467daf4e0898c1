/** POST /session/touch: the person did something on an open page; the session lasts on (specification §4). */
import { getActor, notFound } from "../guards.server.ts"
import { extendSession } from "../session.server.ts"
import type { Route } from "./+types/session-touch"

/** 200 with `expiresAt` in milliseconds, 401 where the session is over. */
export async function action({ context }: Route.ActionArgs) {
  const actor = getActor(context)
  if (actor.kind === "visitor") return Response.json(null, { status: 401 })
  return Response.json({ expiresAt: await extendSession(actor) })
}

export const loader = () => notFound()
