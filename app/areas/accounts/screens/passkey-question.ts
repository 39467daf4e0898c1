/** POST /login/passkey: what the browser asks its device for before it signs in with a passkey. */
import { notFound } from "../guards.server.ts"
import { askForPasskey } from "../service/passkey-sign-in.server.ts"
import type { Route } from "./+types/passkey-question"

export async function action({ request }: Route.ActionArgs) {
  const { options, setCookie } = await askForPasskey(request)
  return Response.json(options, { headers: { "Set-Cookie": setCookie, "Cache-Control": "no-store" } })
}

export const loader = () => notFound()
