/** GET /shopping/admin/products/file/template: the file of new products to fill in, for one kind of goods. */
import { z } from "zod"
import { choice } from "#app/basics/form-fields.ts"
import { readQuery } from "#app/basics/form.ts"
import { buildWorkbook, formatCsv } from "#app/platform/spreadsheet.server.ts"
import { DISCLOSURE_KINDS } from "../../shop/disclosure.ts"
import { requireSeller } from "../guards.server.ts"
import { buildProductExamples, buildProductHeader } from "../product-file.ts"
import type { Route } from "./+types/seller-product-template"

const TemplateQuery = z.object({
  kind: choice(DISCLOSURE_KINDS, "상품군").catch("general"),
  format: choice(["xlsx", "csv"], "형식").catch("xlsx"),
})
const TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const
const WIDE_COLUMNS = new Set(["상품 이름", "상품 설명"])

export async function loader({ request, context }: Route.LoaderArgs) {
  requireSeller(context, request)
  const { kind, format } = readQuery(TemplateQuery, new URL(request.url).searchParams)
  const header = buildProductHeader(kind)
  const rows = [header, ...buildProductExamples(kind)]
  const widths = header.map((name) => (WIDE_COLUMNS.has(name) ? 40 : 16))
  const body = format === "csv" ? formatCsv(rows) : new Uint8Array(await buildWorkbook(rows, widths))
  const fileName = encodeURIComponent(`상품양식.${format}`)
  return new Response(body, {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Disposition": `attachment; filename="products.${format}"; filename*=UTF-8''${fileName}`,
      "Cache-Control": "private, no-store",
    },
  })
}
