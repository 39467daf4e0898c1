/** POST /uploads/{id}/remove: takes back a picture that nothing shows yet. */
import { data } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { removePicture } from "#app/platform/pictures.server.ts"
import type { Route } from "./+types/remove-picture"
import { getActor, notFound } from "../guards.server.ts"

export async function action({ params, context }: Route.ActionArgs) {
  const actor = getActor(context)
  const ownerId = actor.kind === "member" ? actor.userId : actor.draftId
  if (!ownerId || !isId(params.id) || !(await removePicture(ownerId, params.id))) notFound()
  return data({ removed: true })
}

export const loader = () => notFound()
