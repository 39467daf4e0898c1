/**
 * GET /jobs/applications/:applicationId/wages/:wageId/record.json: the record of a late wage for a machine.
 */
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { TRANSITION_LABELS } from "../parts/application-steps.tsx"
import { findWageRecord } from "../service/work-records.server.ts"
import type { Route } from "./+types/wage-record-file"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const { applicationId, wageId } = params
  const record =
    isId(applicationId) && isId(wageId) ? await findWageRecord(actor, applicationId, wageId) : null
  if (!record) notFound()
  const { contract, signed, days, wage, history, workerName, workerPhone, businessName } = record
  const file = {
    title: "임금 지급 지연 기록",
    madeAt: now().toISOString(),
    worker: { name: workerName, phone: workerPhone },
    employer: {
      businessName,
      representative: contract.representative,
      businessNumber: contract.businessNumber,
      phone: contract.employerPhone,
    },
    contract: { ...contract, signedAt: signed },
    days,
    wage,
    history: history.map((entry) => ({ ...entry, text: TRANSITION_LABELS[entry.move] ?? entry.move })),
  }
  return new Response(JSON.stringify(file, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="wage-record-${wage.payday}.json"`,
      "Cache-Control": "private, no-store",
    },
  })
}
