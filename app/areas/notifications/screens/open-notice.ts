/** GET /notifications/{id}: marks it as read and leads to its place. */
import { redirect } from "react-router"
import { safeReturnTo } from "#app/basics/safe-return-to.ts"
import { requireMember } from "../../accounts/guards.server.ts"
import { openNotice } from "../service/centre.server.ts"
import type { Route } from "./+types/open-notice"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  // Somebody else's, or one that was swept: the centre says what there is.
  return redirect(safeReturnTo(await openNotice(actor, params.id), "/notifications"))
}
