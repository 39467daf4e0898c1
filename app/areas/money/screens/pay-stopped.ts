/** GET /shopping/pay/:paymentId/stopped: the buyer left the provider's window, or it refused there. */
import { redirect } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { summarizeCharge } from "../service/charges.server.ts"
import { abortPayment } from "../service/payment-attempts.server.ts"
import type { Route } from "./+types/pay-stopped"
import { truncateText } from "#app/basics/truncate-text.ts"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const query = new URL(request.url).searchParams
  const code = truncateText(query.get("code") ?? "PAY_PROCESS_ABORTED", 60)
  const stopped = await abortPayment(actor, params.paymentId, {
    code,
    message: truncateText(query.get("message") ?? "", 200),
  })
  const charge = stopped && (await summarizeCharge(stopped.groupId))
  if (!charge) notFound()
  return redirect(charge.retryHref(code === "PAY_PROCESS_CANCELED" ? "cancelled" : "failed"))
}
