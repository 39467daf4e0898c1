import { href, redirect } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { findOwnApplicationId } from "../service/work-records.server.ts"
import type { Route } from "./+types/arrive"

/** Leads whoever scanned the code of a workplace to the record of their own work there, with the code. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const applicationId = isId(params.hireId) ? await findOwnApplicationId(actor, params.hireId) : null
  if (!applicationId) notFound()
  const code = new URL(request.url).searchParams.get("code") ?? ""
  const query = /^\d{6}$/.test(code) ? `?code=${code}` : ""
  return redirect(`${href("/jobs/applications/:applicationId/work", { applicationId })}${query}`)
}
