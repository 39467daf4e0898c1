/** GET /expert-dashboard/money/statements/2026-11.csv: the statement of a month, as CSV or PDF. */
import {
  expertMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireExpert,
} from "../../accounts/guards.server.ts"
import { buildStatementPdf } from "../../money/service/statement-pdf.server.ts"
import {
  buildStatementCsv,
  findStatement,
  getStatementFileName,
} from "../../money/service/statements.server.ts"
import { findBusiness } from "../service/profile.server.ts"
import type { Route } from "./+types/expert-statement"

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

const CONTENT_TYPES = { csv: "text/csv; charset=utf-8", pdf: "application/pdf" } as const
const isEnding = (text: string): text is keyof typeof CONTENT_TYPES => Object.hasOwn(CONTENT_TYPES, text)

export async function loader({ params, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return notFound()
  const actor = requireExpert(context)
  const [month = "", ending = "", rest] = params.file.split(".")
  if (!isEnding(ending) || rest !== undefined) return notFound()
  const [statement, business] = await Promise.all([findStatement(actor, month), findBusiness(actor.userId)])
  if (!statement) return notFound()
  const isCsv = ending === "csv"
  const body = isCsv ? buildStatementCsv(statement, business) : await buildStatementPdf(statement, business)
  const name = encodeURIComponent(getStatementFileName(statement, ending))
  return new Response(body, {
    headers: {
      "Content-Type": CONTENT_TYPES[ending],
      "Content-Disposition": `attachment; filename="statement-${month}.${ending}"; filename*=UTF-8''${name}`,
      "Cache-Control": "private, no-store",
    },
  })
}
