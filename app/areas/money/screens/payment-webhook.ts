/**
 * POST /api/webhooks/payments: the provider says that something happened to a payment. Nothing it says is
 * believed; it is asked.
 */
import { notFound } from "#app/areas/accounts/guards.server.ts"
import { receiveWebhook } from "../service/payments.server.ts"
import type { Route } from "./+types/payment-webhook"

/** 200 once it is dealt with; 400 for what is no webhook of ours. */
export async function action({ request }: Route.ActionArgs) {
  let body: unknown = null
  try {
    body = await request.json()
  } catch {
    return Response.json({ ok: false }, { status: 400 })
  }
  return (await receiveWebhook(body))
    ? Response.json({ ok: true })
    : Response.json({ ok: false }, { status: 400 })
}

export const loader = () => notFound()
