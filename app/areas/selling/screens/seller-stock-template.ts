/** GET /shopping/admin/stock/file/template: what is for sale, with prices and stock to change. */
import { z } from "zod"
import { choice } from "#app/basics/form-fields.ts"
import { readQuery } from "#app/basics/form.ts"
import { requireSeller } from "../guards.server.ts"
import { findStockForFile } from "../service/stock-file.server.ts"
import { answerSpreadsheet } from "../spreadsheet-answer.server.ts"
import { buildStockTable } from "../stock-file.ts"
import type { Route } from "./+types/seller-stock-template"

const TemplateQuery = z.object({ format: choice(["xlsx", "csv"], "형식").catch("xlsx") })
const WIDTHS = [38, 40, 20, 12, 12, 12]

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { format } = readQuery(TemplateQuery, new URL(request.url).searchParams)
  const rows = buildStockTable(await findStockForFile(actor))
  return answerSpreadsheet({ rows, widths: WIDTHS, format, name: "stock", label: "가격과재고" })
}
