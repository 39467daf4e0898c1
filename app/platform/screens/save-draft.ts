/** POST /drafts/{form}: what a long form saves by itself while it is written. */
import { ensureDraftOwner, isDraftFormName, saveDraft } from "#app/platform/drafts.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import type { Route } from "./+types/save-draft"
import { getActor, notFound } from "#app/areas/accounts/guards.server.ts"

/**
 * Takes JSON in the field `content`. 204 when it is kept, 400 unreadable, 413 too much, 429 too much by
 * visitors of one address.
 */
export async function action({ params, request, context }: Route.ActionArgs) {
  if (!isDraftFormName(params.form)) notFound()
  const { owner, setCookie } = ensureDraftOwner(
    getActor(context),
    request,
    context.get(requestContext).address,
  )
  const contentField = (await request.formData()).get("content")
  let content: unknown
  try {
    content = JSON.parse(typeof contentField === "string" ? contentField : "")
  } catch {
    return new Response(null, { status: 400 })
  }
  const saved = await saveDraft(owner, params.form, content)
  if (!saved.ok && saved.reason === "address_full") {
    return new Response(null, {
      status: 429,
      headers: { "Retry-After": String(Math.ceil(saved.retryAfterMs / 1_000)) },
    })
  }
  if (!saved.ok) return new Response(null, { status: saved.reason === "unreadable" ? 400 : 413 })
  return new Response(null, { status: 204, headers: setCookie ? { "Set-Cookie": setCookie } : {} })
}

export const loader = () => notFound()
