/** GET /shopping/admin/sales/file: what was sold, by day or by product, as CSV. */
import { readQuery } from "#app/basics/form.ts"
import { notFound } from "../../accounts/guards.server.ts"
import { SalesFileQuery } from "../forms.ts"
import { requireSeller } from "../guards.server.ts"
import { findSales } from "../service/sales.server.ts"
import { answerSpreadsheet } from "../spreadsheet-answer.server.ts"
import type { Route } from "./+types/seller-sales-file"

const FILE_NAMES = { days: "날짜별판매", products: "상품별판매" } as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { kind, span } = readQuery(SalesFileQuery, new URL(request.url).searchParams)
  const { days, products } = (await findSales(actor, span)) ?? notFound()
  const rows =
    kind === "days"
      ? [["날짜", "주문", "판매 금액"], ...days.map(({ day, orders, won }) => [day, orders, won])]
      : [["상품", "수량", "판매 금액"], ...products.map(({ title, pieces, won }) => [title, pieces, won])]
  return answerSpreadsheet({ rows, format: "csv", name: "sales", label: `${FILE_NAMES[kind]}-${span}일` })
}
