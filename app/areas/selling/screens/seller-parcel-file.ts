/** GET /shopping/admin/parcels/file: what waits to be sent, as a file to fill in. */
import { formatCsv, buildWorkbook } from "#app/platform/spreadsheet.server.ts"
import { requireSeller } from "../guards.server.ts"
import { buildParcelTable } from "../service/parcels.server.ts"
import type { Route } from "./+types/seller-parcel-file"
import { readApart } from "#app/platform/read-position.server.ts"

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
const COLUMN_WIDTHS = [18, 38, 30, 16, 8, 12, 16, 10, 40, 24, 14, 18]

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const rows = await readApart(() => buildParcelTable(actor))
  const isWorkbook = new URL(request.url).searchParams.get("format") === "xlsx"
  const body = isWorkbook ? new Uint8Array(await buildWorkbook(rows, COLUMN_WIDTHS)) : formatCsv(rows)
  const extension = isWorkbook ? "xlsx" : "csv"
  const fileName = encodeURIComponent(`보낼주문.${extension}`)
  return new Response(body, {
    headers: {
      "Content-Type": isWorkbook ? XLSX : "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="parcels.${extension}"; filename*=UTF-8''${fileName}`,
      "Cache-Control": "private, no-store",
    },
  })
}
