/** GET /orders/:orderId/evidence/evidence.pdf and .json: what happened to an order, to keep. */
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { isId } from "#app/basics/ids.ts"
import { getOwnOrigin } from "#app/platform/env.server.ts"
import { buildEvidencePdf } from "../service/evidence-pdf.server.ts"
import { findEvidence } from "../service/evidence.server.ts"
import type { Route } from "./+types/order-evidence"

const CONTENT_TYPES = { json: "application/json; charset=utf-8", pdf: "application/pdf" } as const

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const format = params.file === "evidence.json" ? "json" : params.file === "evidence.pdf" ? "pdf" : undefined
  const view = format && isId(params.orderId) ? await findEvidence(actor, params.orderId) : null
  if (!format || !view) notFound()
  const body =
    format === "json"
      ? `${JSON.stringify(view.file, null, 1)}\n`
      : await buildEvidencePdf(view, new URL("/evidence", getOwnOrigin()).href)
  return new Response(body, {
    headers: {
      "Content-Type": CONTENT_TYPES[format],
      "Content-Disposition": `attachment; filename="evidence-${view.file.orderId}.${format}"`,
      "Cache-Control": "private, no-store",
    },
  })
}
