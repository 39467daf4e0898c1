/** POST /my-info/data/:exportId: the file of one's own data, for the password of its owner. */
import { href, redirect } from "react-router"
import { buildAttachmentHeaders } from "#app/platform/attachment.server.ts"
import { parseForm } from "#app/basics/form.ts"
import { DataExportForm } from "../forms.ts"
import { notFound, requireMember } from "../guards.server.ts"
import { fetchDataExport } from "../service/data-exports.server.ts"
import type { Route } from "./+types/my-data-file"

export function loader({ request, context }: Route.LoaderArgs) {
  requireMember(context, request)
  return notFound()
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const parsed = parseForm(DataExportForm, await request.formData())
  const password = parsed.ok ? parsed.value.password : ""
  const found = await fetchDataExport(actor, params.exportId, password)
  if (!found.ok)
    return found.reason === "not_found"
      ? notFound()
      : // What is wrong stands on the page of the files: the browser that saves a file stays there.
        redirect(`${href("/my-info/data")}?refused=${found.reason}`)
  return new Response(found.bytes, {
    headers: buildAttachmentHeaders("json", { name: "data", label: found.name }),
  })
}
