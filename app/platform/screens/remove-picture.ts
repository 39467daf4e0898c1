/** POST /uploads/{id}/remove: takes back a picture that nothing shows yet. */
import { data } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { getDraftOwner } from "#app/platform/drafts.server.ts"
import { toPictureOwner, removePicture } from "#app/platform/pictures.server.ts"
import type { Route } from "./+types/remove-picture"
import { getActor, notFound } from "#app/areas/accounts/guards.server.ts"

export async function action({ params, context }: Route.ActionArgs) {
  const owner = getDraftOwner(getActor(context))
  if (!owner || !isId(params.id) || !(await removePicture(toPictureOwner(owner), params.id))) notFound()
  return data({ removed: true })
}

export const loader = () => notFound()
