/**
 * /chat/signal: what a page of a room says by itself: how far it has read, that it looks away, that somebody
 * types.
 */
import { getActor } from "#app/areas/accounts/guards.server.ts"
import { parseForm } from "#app/basics/form.ts"
import type { Actor } from "../../accounts/rules.ts"
import { SignalForm } from "../forms.ts"
import { markAway, markRead, publishTyping } from "../service/read-state.server.ts"
import type { Route } from "./+types/chat-signal"

async function handleSignal(actor: Actor, form: FormData): Promise<Response> {
  if (actor.kind === "visitor") return new Response(null, { status: 401 })
  const parsed = parseForm(SignalForm, form)
  if (!parsed.ok) return new Response(null, { status: 400 })
  const { room, signal, seq } = parsed.value
  const signalSeq = Number(seq ?? 0)
  if (!Number.isSafeInteger(signalSeq) || signalSeq < 0 || signalSeq > 2_147_483_647)
    return new Response(null, { status: 400 })
  const isMember =
    signal === "read"
      ? await markRead(actor, room, signalSeq)
      : signal === "away"
        ? await markAway(actor, room)
        : await publishTyping(actor, room)
  return new Response(null, { status: isMember ? 204 : 404, headers: { "Cache-Control": "no-store" } })
}

export const action = async ({ request, context }: Route.ActionArgs) =>
  handleSignal(getActor(context), await request.formData())

/** The same for a page without scripts, which asks for it as a picture: how far it has read, nothing else. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const form = new FormData()
  for (const [name, value] of new URL(request.url).searchParams) form.append(name, value)
  form.set("signal", "read")
  return handleSignal(getActor(context), form)
}
