/** POST /uploads/{id}/remove: takes back a picture that nothing shows yet. */
import { data } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { draftOwnerOf } from "#app/platform/drafts.server.ts"
import { pictureOwnerOf, removePicture } from "#app/platform/pictures.server.ts"
import type { Route } from "./+types/remove-picture"
import { getActor, notFound } from "../guards.server.ts"

export async function action({ params, context }: Route.ActionArgs) {
  const owner = draftOwnerOf(getActor(context))
  if (!owner || !isId(params.id) || !(await removePicture(pictureOwnerOf(owner), params.id))) notFound()
  return data({ removed: true })
}

export const loader = () => notFound()
