/**
 * GET /shopping/pay/:paymentId/done: the buyer comes back from the provider; the payment is confirmed here,
 * however often this is read.
 */
import { redirect } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { summarizeCharge } from "../service/charges.server.ts"
import { confirmPayment } from "../service/payments.server.ts"
import type { Route } from "./+types/pay-done"

/** The provider's own: up to 200 signs that are seen. */
const PAYMENT_KEY = /^[\x21-\x7e]{1,200}$/

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const query = new URL(request.url).searchParams
  const paymentKey = query.get("paymentKey") ?? ""
  const amountWon = Number(query.get("amount"))
  if (
    !PAYMENT_KEY.test(paymentKey) ||
    query.get("orderId") !== params.paymentId ||
    !Number.isSafeInteger(amountWon)
  )
    notFound()
  const outcome = await confirmPayment(actor, params.paymentId, { paymentKey, amountWon })
  const charge = outcome.groupId === undefined ? null : await summarizeCharge(outcome.groupId)
  if (!charge) notFound()
  return redirect(
    outcome.ok || outcome.reason === "unknown" ? charge.resultHref : charge.retryHref(outcome.reason),
  )
}
