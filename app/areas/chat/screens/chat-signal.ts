/**
 * /chat/signal: what a page of a room says by itself: how far it has read, that it looks away, that somebody
 * types.
 */
import { getActor } from "#app/areas/accounts/guards.server.ts"
import { parseForm } from "#app/basics/form.ts"
import type { Actor } from "../../accounts/rules.ts"
import { SignalForm } from "../forms.ts"
import { lookAway, markRead, tellTyping } from "../service/reading.server.ts"
import type { Route } from "./+types/chat-signal"

async function hear(actor: Actor, form: FormData): Promise<Response> {
  if (actor.kind === "visitor") return new Response(null, { status: 401 })
  const parsed = parseForm(SignalForm, form)
  if (!parsed.ok) return new Response(null, { status: 400 })
  const { room, signal, seq } = parsed.value
  const number = Number(seq ?? 0)
  if (!Number.isSafeInteger(number) || number < 0 || number > 2_147_483_647)
    return new Response(null, { status: 400 })
  const known =
    signal === "read"
      ? await markRead(actor, room, number)
      : signal === "away"
        ? await lookAway(actor, room)
        : await tellTyping(actor, room)
  return new Response(null, { status: known ? 204 : 404, headers: { "Cache-Control": "no-store" } })
}

export const action = async ({ request, context }: Route.ActionArgs) =>
  hear(getActor(context), await request.formData())

/** The same for a page without scripts, which asks for it as a picture: how far it has read, nothing else. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const form = new FormData()
  for (const [name, value] of new URL(request.url).searchParams) form.append(name, value)
  form.set("signal", "read")
  return hear(getActor(context), form)
}
