/** POST /push: this browser takes push from now on, or no more, or asks whether it does. */
import { parseForm } from "#app/basics/form.ts"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { findKnownDevice } from "../../accounts/service/devices.server.ts"
import { PushForm } from "../forms.ts"
import { subscribeBrowser, isPushSubscribed, unsubscribeBrowser } from "../service/push.server.ts"
import type { Route } from "./+types/push-browser"

export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  if (actor.kind === "visitor") return new Response(null, { status: 401 })
  const form = parseForm(PushForm, await request.formData())
  if (!form.ok) return new Response(null, { status: 400 })
  if (form.value.intent === "unsubscribe") {
    await unsubscribeBrowser(actor, form.value.endpoint)
    return new Response(null, { status: 204 })
  }
  if (form.value.intent === "ask")
    return Response.json({ on: await isPushSubscribed(actor, form.value.endpoint) })
  const { endpoint, p256dh, auth } = form.value
  const outcome = await subscribeBrowser(actor, {
    endpoint,
    p256dh,
    auth,
    device: findKnownDevice(request, actor.userId),
  })
  return new Response(null, { status: outcome.ok ? 204 : 422 })
}

export const loader = () => notFound()
