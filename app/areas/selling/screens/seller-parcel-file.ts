/** GET /shopping/admin/parcels/file: what waits to be sent, as a file to fill in. */
import { requireSeller } from "../guards.server.ts"
import { buildParcelCsv } from "../service/parcels.server.ts"
import type { Route } from "./+types/seller-parcel-file"
import { readApart } from "#app/platform/read-position.server.ts"

const FILE_NAME = encodeURIComponent("보낼주문.csv")

export async function loader({ request, context }: Route.LoaderArgs) {
  return new Response(await readApart(() => buildParcelCsv(requireSeller(context, request))), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="parcels.csv"; filename*=UTF-8''${FILE_NAME}`,
      "Cache-Control": "private, no-store",
    },
  })
}
