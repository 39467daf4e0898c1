/** GET /shopping/admin/products/file/template: the file of new products to fill in, for one kind of goods. */
import { z } from "zod"
import { choice } from "#app/basics/form-fields.ts"
import { readQuery } from "#app/basics/form.ts"
import { DISCLOSURE_KINDS } from "../../shop/disclosure.ts"
import { answerSpreadsheet } from "../spreadsheet-answer.server.ts"
import { requireSeller } from "../guards.server.ts"
import { buildProductExamples, buildProductHeader } from "../product-file.ts"
import type { Route } from "./+types/seller-product-template"

const TemplateQuery = z.object({
  kind: choice(DISCLOSURE_KINDS, "상품군").catch("general"),
  format: choice(["xlsx", "csv"], "형식").catch("xlsx"),
})
const WIDE_COLUMNS = new Set(["상품 이름", "상품 설명"])

export async function loader({ request, context }: Route.LoaderArgs) {
  requireSeller(context, request)
  const { kind, format } = readQuery(TemplateQuery, new URL(request.url).searchParams)
  const header = buildProductHeader(kind)
  const rows = [header, ...buildProductExamples(kind)]
  const widths = header.map((name) => (WIDE_COLUMNS.has(name) ? 40 : 16))
  return answerSpreadsheet({ rows, widths, format, name: "products", label: "상품양식" })
}
