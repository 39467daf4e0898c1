/** The statement of a month as a file to take along: CSV or PDF. */
import { buildAttachmentHeaders } from "#app/platform/attachment.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { buildStatementPdf } from "./statement-pdf.server.ts"
import { buildStatementCsv, findStatement, getStatementFileName } from "./statements.server.ts"
import type { PayeeBusiness } from "../views.ts"

const isEnding = (text: string): text is "csv" | "pdf" => text === "csv" || text === "pdf"

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
  const label = getStatementFileName(statement, ending)
  return new Response(body, {
    headers: buildAttachmentHeaders(ending, { name: `statement-${month}`, label }),
  })
}
