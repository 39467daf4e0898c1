/** GET /my-info/money/statements/2026-11.csv: a member's statement of a month, as CSV or PDF. */
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { answerStatementFile } from "../../money/service/statement-file.server.ts"
import type { Route } from "./+types/my-statement"
import { readApart } from "#app/platform/read-position.server.ts"

/** A member who sells to neighbours runs no business. */
const NO_BUSINESS = { name: "", businessNumber: "", representative: "" }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  return (
    (await readApart(() => answerStatementFile(actor, params.file, async () => NO_BUSINESS))) ?? notFound()
  )
}
