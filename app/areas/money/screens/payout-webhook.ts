/**
 * POST /api/webhooks/payouts: the provider says that something happened to a payout or to who is paid.
 * Nothing it says is believed; it is asked.
 */
import { notFound } from "#app/areas/accounts/guards.server.ts"
import { receivePayoutWebhook } from "../service/payout-requests.server.ts"
import type { Route } from "./+types/payout-webhook"

/** 200 once it is dealt with; 400 for what is no webhook of ours. */
export async function action({ request }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => null)
  return (await receivePayoutWebhook(body))
    ? Response.json({ ok: true })
    : Response.json({ ok: false }, { status: 400 })
}

export const loader = () => notFound()
