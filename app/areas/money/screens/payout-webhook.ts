/**
 * POST /api/webhooks/payouts: the provider says that something happened to a payout or to who is paid.
 * Nothing it says is believed; it is asked.
 */
import { notFound } from "#app/areas/accounts/guards.server.ts"
import { receivePayoutWebhook } from "../service/payout-requests.server.ts"
import type { Route } from "./+types/payout-webhook"

const STATUSES = { done: 200, not_ours: 400, unknown: 503 } as const

/** 200 once it is dealt with; 400 for what is no webhook of ours; 503 where it has to come again. */
export async function action({ request }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => null)
  const outcome = await receivePayoutWebhook(body)
  return Response.json({ ok: outcome === "done" }, { status: STATUSES[outcome] })
}

export const loader = () => notFound()
