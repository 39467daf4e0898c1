/** GET /shopping/pay/:paymentId/stopped: the buyer left the provider's window, or it refused there. */
import { href, redirect } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { truncateText } from "#app/basics/korean.ts"
import { abortPayment } from "../service/payments.server.ts"
import type { Route } from "./+types/pay-stopped"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const query = new URL(request.url).searchParams
  const code = truncateText(query.get("code") ?? "PAY_PROCESS_ABORTED", 60)
  const stopped = await abortPayment(actor, params.paymentId, {
    code,
    message: truncateText(query.get("message") ?? "", 200),
  })
  if (!stopped) notFound()
  return redirect(
    `${href("/shopping/checkout")}?order=${stopped.groupId}&problem=` +
      `${code === "PAY_PROCESS_CANCELED" ? "cancelled" : "failed"}`,
  )
}
