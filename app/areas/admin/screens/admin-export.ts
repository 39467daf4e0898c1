/**
 * /admin/export/:kind: a table of the back office as CSV. A form asks for it, because every export is written
 * down.
 */
import { toKstDateString } from "#app/basics/time.ts"
import { now } from "#app/basics/clock.ts"
import { adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { isExportKind } from "../rules.ts"
import { exportTable } from "../service/export.server.ts"
import type { Route } from "./+types/admin-export"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  return notFound()
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  if (!isExportKind(params.kind)) notFound()
  const tableExport = (await exportTable(actor, params.kind, new URL(request.url).searchParams)) ?? notFound()
  const file = encodeURIComponent(`바로일당 ${tableExport.name} ${toKstDateString(now())}.csv`)
  return new Response(tableExport.body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${params.kind}.csv"; filename*=UTF-8''${file}`,
      "Cache-Control": "private, no-store",
      "X-Total-Rows": String(tableExport.total),
    },
  })
}
