/** GET /expert-dashboard/money/statements/2026-11.csv: the statement of a month, as CSV or PDF. */
import {
  expertMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireExpert,
} from "../../accounts/guards.server.ts"
import { answerStatementFile } from "../../money/service/statement-file.server.ts"
import { findBusiness } from "../service/profile.server.ts"
import type { Route } from "./+types/expert-statement"
import { readApart } from "#app/platform/read-position.server.ts"

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

export async function loader({ params, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return notFound()
  const actor = requireExpert(context)
  return (
    (await readApart(() => answerStatementFile(actor, params.file, () => findBusiness(actor.userId)))) ??
    notFound()
  )
}
