/** GET /shopping/admin/parcels/file: what waits to be sent, as a file to fill in. */
import { requireSeller } from "../guards.server.ts"
import { buildParcelTable } from "../service/parcels.server.ts"
import { answerSpreadsheet } from "../spreadsheet-answer.server.ts"
import type { Route } from "./+types/seller-parcel-file"
import { readApart } from "#app/platform/read-position.server.ts"

const COLUMN_WIDTHS = [18, 38, 30, 16, 8, 12, 16, 10, 40, 24, 14, 18]

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const rows = await readApart(() => buildParcelTable(actor))
  const format = new URL(request.url).searchParams.get("format") === "xlsx" ? "xlsx" : "csv"
  return answerSpreadsheet({ rows, widths: COLUMN_WIDTHS, format, name: "parcels", label: "보낼주문" })
}
