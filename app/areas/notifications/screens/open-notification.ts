/**
 * GET /notifications/{id}: marks it as read and leads to its place; somebody else's, or one that was swept,
 * is 404.
 */
import { redirect } from "react-router"
import { toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { openNotification } from "../service/centre.server.ts"
import type { Route } from "./+types/open-notification"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  return redirect(toSafeReturnTo((await openNotification(actor, params.id)) ?? notFound(), "/notifications"))
}
