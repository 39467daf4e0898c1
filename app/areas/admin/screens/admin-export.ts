/**
 * /admin/export/:kind: a table of the back office as a file. A form asks for it, because every export is
 * written down.
 */
import { toKstDateString } from "#app/basics/time.ts"
import { now } from "#app/basics/clock.ts"
import { buildAttachmentHeaders } from "#app/platform/attachment.server.ts"
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
  const label = `바로일당 ${tableExport.name} ${toKstDateString(now())}.${format}`
  return new Response(tableExport.body, {
    headers: {
      ...buildAttachmentHeaders(format, { name: params.kind, label }),
      "X-Total-Rows": String(tableExport.total),
    },
  })
}
