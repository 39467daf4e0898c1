/** The statement of a month as a file to take along: CSV or PDF. */
import type { Member } from "../../accounts/rules.ts"
import { buildStatementPdf } from "./statement-pdf.server.ts"
import { buildStatementCsv, findStatement, getStatementFileName } from "./statements.server.ts"
import type { PayeeBusiness } from "../views.ts"

const CONTENT_TYPES = { csv: "text/csv; charset=utf-8", pdf: "application/pdf" } as const
const isEnding = (text: string): text is keyof typeof CONTENT_TYPES => Object.hasOwn(CONTENT_TYPES, text)

/** Answers the actor's own statement, `file` being like 2026-11.csv; null for what is no month or file. */
export async function answerStatementFile(
  actor: Member,
  file: string,
  findBusiness: () => Promise<PayeeBusiness>,
): Promise<Response | null> {
  const [month = "", ending = "", rest] = file.split(".")
  if (!isEnding(ending) || rest !== undefined) return null
  const [statement, business] = await Promise.all([findStatement(actor, month), findBusiness()])
  if (!statement) return null
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
