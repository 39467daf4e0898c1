/**
 * /admin/export/:kind: a table of the back office as a file. A form asks for it, because every export is
 * written down.
 */
import { toKstDateString } from "#app/basics/time.ts"
import { now } from "#app/basics/clock.ts"
import { adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { parseForm } from "#app/basics/form.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { ExportForm } from "../access-rules.ts"
import { hasRight } from "../../accounts/rules.ts"
import { EXPORT_RIGHTS, isExportKind } from "../rules.ts"
import { exportTable } from "../service/export.server.ts"
import type { Route } from "./+types/admin-export"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  return notFound()
}

const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  if (!isExportKind(params.kind) || !hasRight(actor, EXPORT_RIGHTS[params.kind])) notFound()
  const parsed = parseForm(ExportForm, await request.formData())
  if (!parsed.ok) return new Response(parsed.errors["reason"], { status: 400 })
  const tableExport =
    (await exportTable(actor, params.kind, new URL(request.url).searchParams, {
      reason: parsed.value.reason,
      address: context.get(requestContext).address,
    })) ?? notFound()
  const { format } = tableExport
  const file = encodeURIComponent(`바로일당 ${tableExport.name} ${toKstDateString(now())}.${format}`)
  return new Response(tableExport.body, {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Disposition": `attachment; filename="${params.kind}.${format}"; filename*=UTF-8''${file}`,
      "Cache-Control": "private, no-store",
      "X-Total-Rows": String(tableExport.total),
    },
  })
}
