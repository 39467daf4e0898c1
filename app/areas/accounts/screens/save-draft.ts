/** POST /drafts/{form}: what a long form saves by itself while it is written. */
import { countHit } from "#app/platform/rate-limit.server.ts"
import { ensureDraftOwner, isDraftForm, saveDraft } from "#app/platform/drafts.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import type { Route } from "./+types/save-draft"
import { getActor, notFound } from "../guards.server.ts"

/** Takes JSON in the field `content`. 204 when it is kept, 400 unreadable, 413 too much, 429 too many new visitors from one address. */
export async function action({ params, request, context }: Route.ActionArgs) {
  if (!isDraftForm(params.form)) notFound()
  const { owner, setCookie } = ensureDraftOwner(getActor(context), request)
  if (setCookie) {
    const limit = await countHit([{ key: `drafts:address:${context.get(requestContext).address}`, most: 60, windowMs: 3_600_000 }])
    if (!limit.ok) return new Response(null, { status: 429, headers: { "Retry-After": String(Math.ceil(limit.retryAfterMs / 1_000)) } })
  }
  const typed = (await request.formData()).get("content")
  let content: unknown
  try {
    content = JSON.parse(typeof typed === "string" ? typed : "")
  } catch {
    return new Response(null, { status: 400 })
  }
  const saved = await saveDraft(owner, params.form, content)
  if (!saved.ok) return new Response(null, { status: saved.reason === "unreadable" ? 400 : 413 })
  return new Response(null, { status: 204, headers: setCookie ? { "Set-Cookie": setCookie } : {} })
}

export const loader = () => notFound()
